/* delivery.cpp - see delivery.hpp. */
#include "kernel/delivery.hpp"

#include <algorithm>
#include <memory>

#include "engine/log.hpp"
#include "kernel/task.hpp"
#include "machine.h"
#include "system_messages.h"

namespace ap1000
{

Delivery::Delivery(Events &timeline, Network &network, TaskRegister &tasks, Nodes &nodes, RunAhead *run_ahead,
                   RunObserver *observer, Jitter jitter, Hooks hooks)
    : timeline_(timeline), network_(network), tasks_(tasks), nodes_(nodes), run_ahead_(run_ahead), observer_(observer),
      jitter_(std::move(jitter)), holds_back_(jitter_.is_on()), hooks_(std::move(hooks))
{
    if (run_ahead_ != nullptr)
        run_ahead_->when_notes_begin([this] { note_flights(); });
}

void Delivery::give(Message &&m)
{
    hooks_.delivered();
    Task *to = tasks_.find(m.dst_tid);
    if (to == nullptr)
        return;
    m.arrived = timeline_.now();
    AP1000_LOG(messages, m.arrived, "t{:x} -> t{:x}, tag {}: is given to its task", m.src_tid, m.dst_tid, m.tag);
    const bool awaited = to->state == Task::State::waiting;
    if (awaited)
        to->execution->soon();
    to->arrived.push_back(std::move(m));
    if (awaited)
        to->wake();
}

/* Returns what happens when this message arrives: its task gets it, after the earlier messages of `sender`. */
std::function<void()> Delivery::arrival(Message &&m, int sender)
{
    Flight &f = flights_.take();
    f.sender = sender;
    f.place = order_.sent(sender, m.dst_tid);
    f.message.emplace(std::move(m));
    f.is_noted = run_ahead_ != nullptr && run_ahead_->sent(*f.message);
    return [this, &f] { arrived(f); };
}

/* A message to a task has crossed its network, and is held back as long as --jitter says. */
template <typename Deliver> void Delivery::came(int sender, int to, std::uint64_t place, Deliver deliver)
{
    if (!holds_back_)
        order_.arrived(sender, to, place, std::move(deliver));
    else
        timeline_.at(timeline_.now() + jitter_.next(sender, to),
                     [this, sender, to, place, deliver] { order_.arrived(sender, to, place, deliver); });
}

void Delivery::arrived(Flight &f)
{
    AP1000_LOG(messages, timeline_.now(), "t{:x} -> t{:x}, tag {}: has crossed the network", f.sender,
               f.message->dst_tid, f.message->tag);
    came(f.sender, f.message->dst_tid, f.place, [this, &f] { land(f); });
}

void Delivery::land(Flight &f)
{
    if (f.is_noted)
        run_ahead_->arrived(*f.message);
    Message m = std::move(*f.message);
    f.message.reset();
    flights_.give_back(f);
    give(std::move(m));
}

/* All that are under way, in the order of each pair. */
void Delivery::note_flights()
{
    std::vector<Flight *> under_way;
    flights_.for_each([&under_way](Flight &f) {
        if (f.message)
            under_way.push_back(&f);
    });
    std::sort(under_way.begin(), under_way.end(), [](const Flight *a, const Flight *b) { return a->place < b->place; });
    for (Flight *f : under_way)
        f->is_noted = run_ahead_->sent(*f->message);
}

/* For the system of a node (in PVM: for its daemon), after what the task has sent there before. */
void Delivery::post_to_system(Task &from, Message &&m)
{
    int to = m.dst_tid & INT32_MAX, sender = from.tid;
    Node *n = to != 0 ? nodes_.find(to) : from.node;
    if (n == nullptr)
        return;
    std::uint64_t place = order_.sent(sender, n->tid);
    std::int64_t bytes = system_counted_bytes(m.tag, m.len_bytes);
    auto shared = std::make_shared<Message>(std::move(m));
    network_.send(from.node->index, n->index, bytes, [this, shared, n, sender, place] {
        order_.arrived(sender, n->tid, place, [this, shared, n] { hooks_.for_system(*n, *shared); });
    });
}

/* ---- datagrams --------------------------------------------------------------------------------------------------- */

/* One under way. It has a place in the line of its pair as all messages have, so that none overtakes another (who runs
 * ahead relies on that), and leaves the line if it is lost. */
class Delivery::Datagram
{
  public:
    Datagram(Delivery &owner, Message &&m, int sender)
        : owner_(owner), owner_is_here_(owner.here_), message_(std::move(m)), sender_(sender),
          place_(owner.order_.sent(sender, message_.dst_tid))
    {
    }
    Datagram(const Datagram &) = delete;
    Datagram &operator=(const Datagram &) = delete;
    ~Datagram()
    {
        if (!has_come_ && !owner_is_here_.expired())
            owner_.pass_over(sender_, message_.dst_tid, place_);
    }

    static void arrive(const std::shared_ptr<Datagram> &d, Room room)
    {
        d->has_come_ = true;
        d->message_.room = std::move(room);
        AP1000_LOG(messages, d->owner_.timeline_.now(), "t{:x} -> t{:x}, tag {}: a datagram has crossed the network",
                   d->sender_, d->message_.dst_tid, d->message_.tag);
        d->owner_.came(d->sender_, d->message_.dst_tid, d->place_, [d] { d->owner_.give(std::move(d->message_)); });
    }

  private:
    Delivery &owner_;
    std::weak_ptr<int> owner_is_here_;
    Message message_;
    const int sender_;
    const std::uint64_t place_;
    bool has_come_ = false;
};

void Delivery::post_datagram(const Ends &ends, Message &&m)
{
    const std::int64_t bytes = m.len_bytes;
    auto d = std::make_shared<Datagram>(*this, std::move(m), ends.from_tid);
    network_.send_datagram(ends, bytes, [d = std::move(d)](Room room) { Datagram::arrive(d, std::move(room)); });
}

/* Those behind it do not wait for it any more. Not at once: the network is in the middle of losing it. */
void Delivery::pass_over(int sender, int to, std::uint64_t place)
{
    AP1000_LOG(messages, timeline_.now(), "t{:x} -> t{:x}: a datagram is lost", sender, to);
    timeline_.at(timeline_.now(), [this, sender, to, place] { order_.arrived(sender, to, place, [] {}); });
}

/* ---- to one ------------------------------------------------------------------------------------------------------ */

void Delivery::post(Task &from, Message &&m)
{
    if (tid_is_system(m.dst_tid)) {
        post_to_system(from, std::move(m));
        return;
    }
    Task *to = tasks_.find(m.dst_tid);
    if (to == nullptr)
        return;
    Ends ends{from.node->index, to->node->index, from.tid, to->tid};
    bool direct = m.route == MACH_ROUTE_DIRECT;
    std::int64_t bytes = system_counted_bytes(m.tag, m.len_bytes);
    AP1000_LOG(messages, timeline_.now(), "t{:x} -> t{:x}, tag {}: {} bytes from node {} to {}", from.tid, to->tid,
               m.tag, bytes, ends.from_node, ends.to_node);
    if (m.route == MACH_ROUTE_DATAGRAM && bytes <= network_.longest_datagram())
        post_datagram(ends, std::move(m));
    else
        network_.send_between(ends, bytes, direct, arrival(std::move(m), from.tid));
}

void Delivery::send_from_node(int node, Message m, std::int64_t counted_bytes)
{
    Task *to = tasks_.find(m.dst_tid);
    if (to == nullptr)
        return;
    std::int64_t bytes = counted_bytes >= 0 ? counted_bytes : system_counted_bytes(m.tag, m.len_bytes);
    int sender = m.src_tid;
    network_.send(node, to->node->index, bytes, arrival(std::move(m), sender));
}

void Delivery::send_behind(int task, int node, Message m)
{
    Task *to = tasks_.find(m.dst_tid);
    if (to == nullptr)
        return;
    std::int64_t bytes = m.len_bytes;
    network_.send(node, to->node->index, bytes, arrival(std::move(m), task));
}

void Delivery::do_behind(int from, int to, std::function<void(Task &)> what)
{
    std::uint64_t place = order_.sent(from, to);
    order_.arrived(from, to, place, [this, to, what = std::move(what)] {
        Task *still = tasks_.find(to);
        if (still != nullptr)
            what(*still);
    });
}

/* ---- to many ----------------------------------------------------------------------------------------------------- */

void Delivery::send_to_each(Task &from, const Message &m, const std::vector<int> &tids)
{
    for (int tid : tids) {
        Message one = m.copy();
        one.dst_tid = tid;
        post(from, std::move(one));
    }
}

void Delivery::broadcast(Task &from, Message m, int whom, const std::vector<int> &tids)
{
    int home = from.node->index, sender = from.tid;
    auto shared = std::make_shared<Message>(std::move(m));
    bool line = whom == MACH_ROW || whom == MACH_COLUMN;
    if (!(line ? network_.reaches_lines() : network_.reaches_all())) {
        send_to_each(from, *shared, tids);
        return;
    }
    struct Receiver {
        int node, tid;
        std::uint64_t place;
    };
    std::vector<Receiver> receivers;
    bool host_listens = false;
    for (int tid : tids) {
        const Task *to = tasks_.find(tid);
        if (to == nullptr)
            continue;
        receivers.push_back({to->node->index, tid, order_.sent(sender, tid)});
        host_listens = host_listens || to->node->index == 0;
    }
    std::function<void(Header &)> tell;
    if (observer_ != nullptr)
        tell = observer_->sent_to_all(from, timeline_.now());
    auto give_those = [this, shared, sender, receivers, tell](auto fits) {
        for (const Receiver &r : receivers)
            if (fits(r.node))
                came(sender, r.tid, r.place, [this, shared, tell, tid = r.tid] {
                    Message one = shared->copy();
                    one.dst_tid = tid;
                    if (tell)
                        tell(one);
                    give(std::move(one));
                });
    };
    timeline_.at(timeline_.now(), [give_those, home] { give_those([home](int node) { return node == home; }); });
    if (line) {
        network_.broadcast_on(
            whom == MACH_ROW ? Network::Line::row : Network::Line::column, home, shared->len_bytes,
            [give_those](const std::vector<int> &nodes) {
                give_those([&nodes](int node) { return std::find(nodes.begin(), nodes.end(), node) != nodes.end(); });
            });
        return;
    }
    network_.broadcast(home, shared->len_bytes, host_listens, [give_those, home](bool cells) {
        give_those([home, cells](int node) { return node != home && (node != 0) == cells; });
    });
}

} // namespace ap1000
