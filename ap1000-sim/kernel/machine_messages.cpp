/* machine_messages.cpp - how messages get about: posted, broadcast, given to their tasks in the order of their sending. */
#include "kernel/machine.hpp"

#include <algorithm>

#include "pvm3.h"

namespace ap1000
{

/* What is to happen when this parcel arrives: it is given to its task, after those that `sender` sent to it before. */
std::function<void()> Machine::delivery(Parcel parcel, int sender)
{
    int tid = parcel.frame().dst_tid;
    std::uint64_t place = order_.sent(sender, tid);
    auto shared = std::make_shared<Parcel>(std::move(parcel));
    return [this, shared, sender, place, tid] {
        order_.arrived(sender, tid, place, [this, shared] { deliver(std::move(*shared)); });
    };
}

/* For the system of a node (in PVM: its daemon), after what the task has sent there before. */
void Machine::post_to_system(Task &from, Parcel parcel)
{
    int to = parcel.frame().dst_tid & INT32_MAX, sender = from.tid;
    Node *n = to != 0 ? find_node(to) : from.node;
    if (n == nullptr)
        return;
    std::uint64_t place = order_.sent(sender, n->tid);
    std::int64_t bytes = system_counted_bytes(parcel.frame().tag, parcel.frame().len_bytes);
    auto shared = std::make_shared<Parcel>(std::move(parcel));
    network.send(from.node->index, n->index, bytes, [this, shared, n, sender, place] {
        order_.arrived(sender, n->tid, place, [this, shared, n] { registrar.hear(*n, *shared); });
    });
}

void Machine::post(Task &from, Parcel parcel)
{
    if (tid_is_system(parcel.frame().dst_tid)) {
        post_to_system(from, std::move(parcel));
        return;
    }
    Task *to = find(parcel.frame().dst_tid);
    if (to == nullptr)
        return;
    Ends ends{from.node->index, to->node->index, from.tid, to->tid};
    bool direct = parcel.frame().route == MACH_ROUTE_DIRECT;
    std::int64_t bytes = system_counted_bytes(parcel.frame().tag, parcel.frame().len_bytes);
    network.send_between(ends, bytes, direct, delivery(std::move(parcel), from.tid));
}

void Machine::send_from_node(int node, Parcel parcel, std::int64_t counted_bytes)
{
    Task *to = find(parcel.frame().dst_tid);
    if (to == nullptr)
        return;
    std::int64_t bytes = counted_bytes >= 0 ? counted_bytes : system_counted_bytes(parcel.frame().tag, parcel.frame().len_bytes);
    int sender = parcel.frame().src_tid;
    network.send(node, to->node->index, bytes, delivery(std::move(parcel), sender));
}

void Machine::send_behind(int task, int node, Parcel parcel)
{
    Task *to = find(parcel.frame().dst_tid);
    if (to == nullptr)
        return;
    std::int64_t bytes = parcel.frame().len_bytes;
    network.send(node, to->node->index, bytes, delivery(std::move(parcel), task));
}

void Machine::signal_behind(int from, Task &t, int number)
{
    std::uint64_t place = order_.sent(from, t.tid);
    order_.arrived(from, t.tid, place, [this, tid = t.tid, number] {
        Task *still = find(tid);
        if (still != nullptr)
            signal(*still, number);
    });
}

void Machine::deliver(Parcel parcel)
{
    count_progress();
    Task *to = find(parcel.frame().dst_tid);
    if (to != nullptr)
        to->receive(std::move(parcel));
}

std::vector<int> Machine::others(const Task &t, int whom) const
{
    auto meant = [this, whom, here = t.node->index - 1](int node) {
        int cell = node - 1, nx = parameters.grid.nx;
        return whom == MACH_MACHINE || (whom == MACH_CELLS && node > 0) ||
               (whom == MACH_ROW && node > 0 && cell / nx == here / nx) ||
               (whom == MACH_COLUMN && node > 0 && cell % nx == here % nx);
    };
    std::vector<int> tids;
    for (const auto &[tid, other] : by_tid_)
        if (other != &t && !other->origin.service && meant(other->node->index))
            tids.push_back(tid);
    return tids;
}

void Machine::send_to_each(Task &from, const Parcel &parcel, const std::vector<int> &tids)
{
    for (int tid : tids) {
        Parcel one = parcel.copy();
        one.frame().dst_tid = tid;
        post(from, std::move(one));
    }
}

void Machine::broadcast(Task &from, Parcel parcel, const std::vector<int> &audience)
{
    int whom = parcel.frame().dst_tid, home = from.node->index, sender = from.tid;
    auto shared = std::make_shared<Parcel>(std::move(parcel));
    std::vector<int> tids = whom == CARRIER_AUDIENCE_ONLY ? audience : others(from, whom);
    bool line = whom == MACH_ROW || whom == MACH_COLUMN;
    if (!(line ? network.reaches_lines() : network.reaches_all())) {
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
        const Task *to = find(tid);
        if (to == nullptr)
            continue;
        receivers.push_back({to->node->index, tid, order_.sent(sender, tid)});
        host_listens = host_listens || to->node->index == 0;
    }
    std::function<void(carrier_frame &)> tell;
    if (session.observer)
        tell = session.observer->sent_to_all(from, timeline.now());
    auto give = [this, shared, sender, receivers, tell](auto fits) {
        for (const Receiver &r : receivers)
            if (fits(r.node))
                order_.arrived(sender, r.tid, r.place, [this, shared, tell, tid = r.tid] {
                    Parcel one = shared->copy();
                    one.frame().dst_tid = tid;
                    if (tell)
                        tell(one.frame());
                    deliver(std::move(one));
                });
    };
    timeline.at(timeline.now(), [give, home] { give([home](int node) { return node == home; }); });
    if (line) {
        network.broadcast_on(whom == MACH_ROW ? Network::Line::row : Network::Line::column, home, shared->frame().len_bytes,
                             [give](const std::vector<int> &nodes) {
                                 give([&nodes](int node) {
                                     return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
                                 });
                             });
        return;
    }
    network.broadcast(home, shared->frame().len_bytes, host_listens, [give, home](bool cells) {
        give([home, cells](int node) { return node != home && (node != 0) == cells; });
    });
}

bool Machine::covers(const std::vector<int> &tids) const
{
    std::vector<int> on(nodes.size());
    if (!network.reaches_all())
        return false;
    for (int tid : tids) {
        auto home = homes_.find(tid);
        if (home == homes_.end())
            return false;
        on[static_cast<std::size_t>(tid_node_number(home->second))]++;
    }
    return std::count(on.begin() + 1, on.end(), 1) == parameters.grid.cells() && on[0] <= 1;
}

} // namespace ap1000
