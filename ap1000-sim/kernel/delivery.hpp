/* delivery.hpp - how messages get about: posted, broadcast, and given to their tasks in the order of their sending.
 * What the way costs is the network's affair. */
#ifndef AP1000_DELIVERY_HPP
#define AP1000_DELIVERY_HPP

#include <functional>
#include <vector>

#include "engine/timeline.hpp"
#include "kernel/message.hpp"
#include "kernel/nodes.hpp"
#include "kernel/pair_order.hpp"
#include "kernel/run_ahead.hpp"
#include "kernel/run_observer.hpp"
#include "kernel/task_register.hpp"
#include "networks/network.hpp"

namespace ap1000
{

class Delivery
{
  public:
    /* What else happens when a message has come. */
    struct Hooks {
        std::function<void()> delivered;                         /* to a task */
        std::function<void(Node &, const Message &)> for_system; /* for the system of a node */
    };

    /* All that is passed by reference must outlive it. observer: nullptr: nobody. */
    Delivery(Timeline &timeline, Network &network, TaskRegister &tasks, Nodes &nodes, RunAhead &run_ahead,
             RunObserver *observer, Hooks hooks);

    /* A task has sent a message, to m.dst_tid: it enters the network now. Dropped if there is no such task. */
    void post(Task &from, Message m);

    /* The same message to each of these tasks, once over a network that reaches them all, if there is one. `whom` (enum
     * mach_whom) says which network: rows and columns of cells have one of their own. */
    void broadcast(Task &from, Message m, int whom, const std::vector<int> &tids);

    /* From the system of a node. counted_bytes: what it counts on the network; -1: all it has. */
    void send_from_node(int node, Message m, std::int64_t counted_bytes = -1);

    /* The same, but it comes after what this task has sent there before. */
    void send_behind(int task, int node, Message m);

    /* `what` is done, if the second task still lives, after all that the first one has sent it before has come. */
    void do_behind(int from, int to, std::function<void(Task &)> what);

  private:
    std::function<void()> arrival(Message m, int sender);
    void post_to_system(Task &from, Message m);
    void send_to_each(Task &from, const Message &m, const std::vector<int> &tids);
    void give(Message m);

    Timeline &timeline_;
    Network &network_;
    TaskRegister &tasks_;
    Nodes &nodes_;
    RunAhead &run_ahead_;
    RunObserver *observer_;
    Hooks hooks_;
    PairOrder order_;
};

} // namespace ap1000

#endif
