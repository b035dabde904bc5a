/* limits.cpp - see limits.hpp. Source: Iwashita, Kunisada, Murakami, PVM/AP1000, Table 2 and the text on spawning. */
#include "control/limits.hpp"

#include <set>

#include "control.h"
#include "kernel/run_options.hpp"
#include "kernel/task.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

const std::set<int> lacked = {CONTROL_ADDHOSTS, CONTROL_CONFIG, CONTROL_DELHOSTS, CONTROL_KILL, CONTROL_MSTAT,
                              CONTROL_NOTIFY,   CONTROL_PSTAT,  CONTROL_SENDSIG,  CONTROL_TASKS};

} // namespace

int limit_on_request(const RunOptions &s, const Task &asker, int request)
{
    bool refused = s.paper_limits && !asker.origin.service && lacked.count(request) != 0;
    return refused ? PvmNotImpl : 0;
}

int limit_on_spawn(const RunOptions &s, const Task &asker)
{
    if (!s.paper_limits)
        return 0;
    if (asker.program.is_spawned())
        return PvmNotImpl;
    return asker.program.has_spawned ? PvmAlready : 0;
}

} // namespace ap1000
