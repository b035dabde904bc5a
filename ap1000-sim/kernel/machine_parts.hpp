/* machine_parts.hpp - the parts of the simulated machine that its tasks use: it only puts them together.
 *
 * Include it only where many of the parts are needed; each part has a header of its own. The tasks themselves are above
 * it (lifecycle.hpp), and machine.hpp has both. */
#pragma once

#include <functional>
#include <memory>

#include "config/parameters.hpp"
#include "engine/events.hpp"
#include "engine/worker.hpp"
#include "kernel/ahead/ahead_report.hpp"
#include "kernel/ahead/run_ahead.hpp"
#include "kernel/barriers.hpp"
#include "kernel/carrier.hpp"
#include "kernel/control.hpp"
#include "kernel/delivery.hpp"
#include "kernel/leftovers.hpp"
#include "kernel/nodes.hpp"
#include "kernel/pace.hpp"
#include "kernel/readers.hpp"
#include "kernel/reports.hpp"
#include "kernel/run_end.hpp"
#include "kernel/run_options.hpp"
#include "kernel/task_register.hpp"
#include "kernel/unused_choices.hpp"
#include "networks/simgrid/flow_net.hpp"
#include "networks/network.hpp"

namespace ap1000
{

class MachineParts
{
  public:
    /* unreachable: the daemon of one node no longer hears that of the other. */
    MachineParts(const Parameters &p, RunOptions s, std::unique_ptr<Carrier> carrier, Unreachable unreachable);
    ~MachineParts();

    const Parameters parameters;
    const RunOptions options;
    const bool stays; /* until it is told to end; readers are looked at on such a machine alone (readers.hpp) */
    const std::unique_ptr<Carrier> carrier;
    Events timeline; /* after the carrier, which has the messages that are still under way at the end */
    Nodes nodes;
    Workers workers;

  private:
    std::unique_ptr<FlowNet> flow_; /* nullptr: not wanted */
    std::unique_ptr<Network> network_;

  public:
    Network &network;
    TaskRegister tasks;
    Barriers barriers;
    Reports reports;
    Readers readers;
    Leftovers leftovers;
    const std::unique_ptr<UnusedChoices> choices; /* nullptr: of what may remain unused nothing was chosen */
    RunEnd run_end;
    AheadRule ahead_rule;
    const std::unique_ptr<AheadReport> ahead_report; /* nullptr: nobody watches the run */
    const std::unique_ptr<RunAhead> run_ahead;       /* nullptr: no task ever runs ahead */
    Pace pace;
    Delivery delivery;
    std::unique_ptr<Control> control; /* set before the first task begins */

    /* Others know the task by its tid from now on; it is no task any more. */
    void enrolled(Task &t);
    void ended(Task &t);

    /* The task's program has asked for what our library never asks for. It is ended, and the machine goes on. */
    void end_for_misuse(Task &t, const char *asked_for);
};

} // namespace ap1000
