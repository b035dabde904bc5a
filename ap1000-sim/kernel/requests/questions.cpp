/* questions.cpp - see requests.hpp. */
#include "kernel/requests/requests.hpp"

#include <utility>

namespace ap1000
{

void Questions::status()
{
    const bool sets = task_.call.number != 0;
    const int node = task_.node->index;
    if (sets && node == 0)
        return misuse("status lines that the host does not have");
    SNet &lines = machine_.barriers.snet();
    if (sets)
        lines.set_status(node - 1, task_.call.status);
    reply_.status = lines.status_or();
    return served_();
}

void Questions::audience()
{
    std::vector<int> tids;
    if (!read_tids(tids))
        return served_();
    reply_.result = machine_.network.reaches_all() && tids == machine_.tasks.others(task_, MACH_MACHINE);
    if (machine_.choices)
        machine_.choices->multicasts(reply_.result == 1);
    if (reply_.result == 1)
        parts_.outbox.set_audience(std::move(tids));
    return served_();
}

void Questions::covers()
{
    std::vector<int> tids;
    if (!read_tids(tids))
        return served_();
    reply_.result = machine_.barriers.covers(tids);
    if (machine_.choices && reply_.result == 0)
        machine_.choices->meets(false);
    return served_();
}

} // namespace ap1000
