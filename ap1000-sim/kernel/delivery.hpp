/* delivery.hpp - brings messages to their tasks: posted, broadcast, and delivered in the order of sending. The network
 * decides how long they take. */
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/pool.hpp"
#include "engine/events.hpp"
#include "kernel/jitter.hpp"
#include "kernel/message.hpp"
#include "kernel/nodes.hpp"
#include "kernel/pair_order.hpp"
#include "kernel/ahead/run_ahead.hpp"
#include "kernel/run_observer.hpp"
#include "kernel/task_register.hpp"
#include "networks/network.hpp"

namespace ap1000
{

class Delivery
{
  public:
    /* The functions that are called when a message has arrived. */
    struct Hooks {
        std::function<void()> delivered;                         /* at a task */
        std::function<void(Node &, const Message &)> for_system; /* at the system of a node */
    };

    /* All of them must outlive it. run_ahead, observer: nullptr: there is none. */
    Delivery(Events &timeline, Network &network, TaskRegister &tasks, Nodes &nodes, RunAhead *run_ahead,
             RunObserver *observer, Jitter jitter, Hooks hooks);

    /* A task has sent a message to m.dst_tid, which enters the network now. It is dropped if there is no such task. */
    void post(Task &from, Message &&m);

    /* Sends the same message to each of these tasks, in one transfer if a network reaches them all. `whom` (enum
     * mach_whom) says which network: rows and columns of cells have their own. */
    void broadcast(Task &from, Message m, int whom, const std::vector<int> &tids);

    /* Sends a message of the system of a node. counted_bytes: the length that counts on the network; -1: its own. */
    void send_from_node(int node, Message m, std::int64_t counted_bytes = -1);

    /* The same, but the message arrives after what this task has sent there before. */
    void send_behind(int task, int node, Message m);

    /* Calls `what`, if the second task still lives, when all has arrived that the first task has sent it before. */
    void do_behind(int from, int to, std::function<void(Task &)> what);

    /* No message is under way. */
    bool is_idle() const
    {
        return order_.is_empty();
    }

  private:
    struct Flight { /* a message under way */
        std::optional<Message> message;
        int sender = 0;
        std::uint64_t place = 0; /* in the line of its pair */
        bool is_noted = false;   /* by RunAhead */
    };
    class Datagram;
    std::function<void()> arrival(Message &&m, int sender);
    void post_datagram(const Ends &ends, Message &&m);
    void pass_over(int sender, int to, std::uint64_t place);
    template <typename Deliver> void came(int sender, int to, std::uint64_t place, Deliver deliver);
    void arrived(Flight &f);
    void land(Flight &f);
    void note_flights();
    void post_to_system(Task &from, Message &&m);
    void send_to_each(Task &from, const Message &m, const std::vector<int> &tids);
    void give(Message &&m);

    Events &timeline_;
    Network &network_;
    TaskRegister &tasks_;
    Nodes &nodes_;
    RunAhead *run_ahead_;
    RunObserver *observer_;
    Jitter jitter_;
    const bool holds_back_;
    Hooks hooks_;
    PairOrder order_;
    Pool<Flight> flights_;
    std::shared_ptr<int> here_ = std::make_shared<int>(0); /* datagrams that outlive this see that it is gone */
};

} // namespace ap1000
