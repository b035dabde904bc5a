/* machine.hpp - the simulated machine as a whole: it only puts the parts together.
 *
 * Include it only where many of the parts are needed; each part has a header of its own.
 */
#ifndef AP1000_MACHINE_HPP
#define AP1000_MACHINE_HPP

#include <functional>
#include <memory>

#include "config/parameters.hpp"
#include "engine/fiber.hpp"
#include "engine/timeline.hpp"
#include "kernel/barriers.hpp"
#include "kernel/carrier.hpp"
#include "kernel/control.hpp"
#include "kernel/delivery.hpp"
#include "kernel/lifecycle.hpp"
#include "kernel/nodes.hpp"
#include "kernel/pace.hpp"
#include "kernel/reports.hpp"
#include "kernel/run_ahead.hpp"
#include "kernel/run_end.hpp"
#include "kernel/session.hpp"
#include "kernel/task.hpp"
#include "kernel/task_register.hpp"
#include "kernel/wishes.hpp"
#include "networks/ap1000/flow_net.hpp"
#include "networks/network.hpp"

namespace ap1000
{

class Machine
{
  public:
    using MakeControl = std::function<std::unique_ptr<Control>(Machine &)>;

    Machine(const Parameters &p, Session s, std::unique_ptr<Carrier> carrier, const MakeControl &make_control);
    ~Machine();

    const Parameters parameters;
    const Session session;
    const std::unique_ptr<Carrier> carrier;
    Timeline timeline; /* after the carrier, which has the messages that are still under way at the end */
    Nodes nodes;
    Workers workers;

  private:
    std::unique_ptr<FlowNet> flow_; /* nullptr: not wanted */
    std::unique_ptr<Network> network_;

  public:
    Network &network;
    TaskRegister tasks;
    Reports reports;
    Wishes wishes;
    RunEnd run_end;
    RunAhead run_ahead;
    Pace pace;
    Delivery delivery;
    Barriers barriers;
    std::unique_ptr<Control> control;
    Lifecycle lifecycle;
};

} // namespace ap1000

#endif
