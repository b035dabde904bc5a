/* direct_route.cpp - see direct_route.hpp. */
#include "networks/workstations/direct_route.hpp"

#include <algorithm>

namespace ap1000
{
namespace
{

constexpr int segments_per_ack = 2; /* RFC 1122: at least every second full segment is acknowledged */

/* Tids are used again, so a task of the same tid on another node is another end. */
std::int64_t end_of(int tid, int node)
{
    return std::int64_t{node} << 32 | tid;
}

std::pair<std::int64_t, std::int64_t> key(const Ends &e)
{
    return std::minmax({end_of(e.from_tid, e.from_node), end_of(e.to_tid, e.to_node)});
}

std::size_t direction(const Ends &e)
{
    return end_of(e.from_tid, e.from_node) <= end_of(e.to_tid, e.to_node) ? 0 : 1;
}

} // namespace

DirectRoutes::DirectRoutes(Events &events, Ethernet &ethernet, Pvmds &pvmds, const Processors &run,
                           const TcpParameters &p, const PvmdParameters &headers)
    : events_(events), ethernet_(ethernet), pvmds_(pvmds), run_(run), p_(p), headers_(headers)
{
}

bool DirectRoutes::connects(const Ends &ends) const
{
    return connections_.count(key(ends)) != 0;
}

void DirectRoutes::send(const Ends &ends, std::int64_t bytes, std::function<void()> arrived)
{
    Connection &c = connection(ends);
    Stream &s = c.streams[direction(ends)];
    s.waiting.push_back({bytes + headers_.header * pvmds_.fragments(bytes), std::move(arrived)});
    if (c.open)
        start(s);
}

DirectRoutes::Connection &DirectRoutes::connection(const Ends &ends)
{
    auto [at, is_new] = connections_.try_emplace(key(ends));
    Connection &c = at->second;
    if (is_new) {
        Stream &out = c.streams[direction(ends)], &back = c.streams[1 - direction(ends)];
        out.from = back.to = ends.from_node;
        out.to = back.from = ends.to_node;
        request(c, ends.from_node, ends.to_node);
    }
    return c;
}

void DirectRoutes::request(Connection &c, int from, int to)
{
    pvmds_.send(from, to, 0, [this, &c, from, to] {
        pvmds_.send(to, from, 0, [this, &c, from, to] {
            events_.at(run_(from, p_.connect), [this, &c, from, to] { shake_hands(c, from, to, 3); });
        });
    });
}

/* So many segments are still to go back and forth. The first one reaches a task that has to accept. */
void DirectRoutes::shake_hands(Connection &c, int from, int to, int segments)
{
    if (segments == 0) {
        c.open = true;
        for (Stream &s : c.streams)
            start(s);
        return;
    }
    events_.at(frame(from, to, 0), [this, &c, from, to, segments] {
        const Ns done = run_(to, segments == 3 ? p_.connect : p_.segment);
        events_.at(done, [this, &c, from, to, segments] { shake_hands(c, to, from, segments - 1); });
    });
}

/* Sends a frame with so much of the stream now. Returns when it has arrived. */
Ns DirectRoutes::frame(int from, int to, std::int64_t bytes)
{
    return from == to ? events_.now() : ethernet_.frame(bytes + tcp_headers_bytes, events_.now()).end;
}

void DirectRoutes::start(Stream &s)
{
    if (s.busy || s.waiting.empty())
        return;
    s.busy = true;
    events_.at(run_(s.from, p_.segment), [this, &s] { next_segment(s); });
}

/* The kernel has prepared a segment: the segment is sent, and the next one is prepared. */
void DirectRoutes::next_segment(Stream &s)
{
    Message &m = s.waiting.front();
    const std::int64_t bytes = std::min(m.left, ethernet_.max_payload() - tcp_headers_bytes);
    const bool last = m.left == bytes;
    const Ns there = frame(s.from, s.to, bytes);
    events_.at(there, [this, &s, arrived = last ? std::move(m.arrived) : nullptr] { received(s, arrived); });
    m.left -= bytes;
    if (last)
        s.waiting.pop_front();
    s.busy = !s.waiting.empty();
    if (s.busy)
        events_.at(std::max(there, run_(s.from, p_.segment)), [this, &s] { next_segment(s); });
}

void DirectRoutes::received(Stream &s, std::function<void()> arrived)
{
    events_.at(run_(s.to, p_.segment), [this, &s, arrived = std::move(arrived)] {
        if (++s.unacknowledged == segments_per_ack) {
            s.unacknowledged = 0;
            (void)frame(s.to, s.from, 0);
        }
        if (arrived)
            arrived();
    });
}

} // namespace ap1000
