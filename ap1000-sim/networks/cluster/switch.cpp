/* switch.cpp - see switch.hpp. */
#include "networks/cluster/switch.hpp"

#include <algorithm>

namespace ap1000
{

Switch::Switch(const SwitchParameters &p, const EthernetParameters &wire, int ports, Events &events, Observer observer)
    : p_(p), wire_(wire), events_(events), observer_(std::move(observer)), free_(2 * static_cast<std::size_t>(ports)),
      queues_(static_cast<std::size_t>(ports))
{
}

/* Now or when it is free. */
Span Switch::take(std::size_t wire, Ns takes)
{
    const Ns start = std::max(events_.now(), free_[wire]), end = start + takes;
    free_[wire] = end + wire_.gap;
    if (observer_)
        observer_(static_cast<int>(wire), start, end);
    return {start, end};
}

Ns Switch::frame(int from, int to, std::int64_t payload, std::function<void()> there)
{
    assert(payload >= 0 && payload <= wire_.max_payload && from != to);
    const std::int64_t bytes = std::max(payload, wire_.min_payload) + wire_.overhead;
    const Ns takes = transfer_time(bytes, wire_.bandwidth);
    const Span in = take(2 * static_cast<std::size_t>(from), takes);
    const Ns known = p_.forwarding == 0 ? in.end : in.start + transfer_time(std::min(p_.head, bytes), wire_.bandwidth);
    events_.at(known + p_.latency,
               [this, to, bytes, there = std::move(there)]() mutable { forward(to, bytes, std::move(there)); });
    return in.end;
}

bool Switch::has_room(int port, std::int64_t bytes)
{
    Queue &q = queues_[static_cast<std::size_t>(port)];
    while (!q.frames.empty() && q.frames.front().first <= events_.now()) {
        q.bytes -= q.frames.front().second;
        q.frames.pop_front();
    }
    return q.bytes + bytes <= p_.queue;
}

void Switch::forward(int to, std::int64_t bytes, std::function<void()> there)
{
    if (p_.queue > 0 && !has_room(to, bytes))
        return;
    const Ns end = take(2 * static_cast<std::size_t>(to) + 1, transfer_time(bytes, wire_.bandwidth)).end;
    if (p_.queue > 0) {
        Queue &q = queues_[static_cast<std::size_t>(to)];
        q.bytes += bytes;
        q.frames.emplace_back(end, bytes);
    }
    events_.at(end, std::move(there));
}

} // namespace ap1000
