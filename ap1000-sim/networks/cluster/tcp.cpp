/* tcp.cpp - see tcp.hpp. */
#include "networks/cluster/tcp.hpp"

#include <algorithm>

#include "networks/workstations/udp.hpp" /* lengths of headers */

namespace ap1000
{
namespace
{

constexpr std::int64_t headers_bytes = ip_header_bytes + tcp_header_bytes;

/* Systems of nodes below 0, tasks above. */
std::int64_t end_of(int tid, int node)
{
    return tid != 0 ? tid : -1 - node;
}

} // namespace

ClusterTcp::ClusterTcp(const ClusterTcpParameters &p, Medium &medium, Events &events, const Processors &run)
    : p_(p), medium_(medium), events_(events), run_(run), most_(medium.max_payload() - headers_bytes)
{
}

void ClusterTcp::send(const Ends &ends, std::int64_t bytes, std::function<void()> arrived)
{
    if (ends.from_node == ends.to_node) {
        within(ends.from_node, std::move(arrived));
        return;
    }
    Stream &s = stream(ends);
    s.waiting.push_back({bytes + p_.message_header, std::move(arrived)});
    prepare(s, events_.now());
}

void ClusterTcp::within(int node, std::function<void()> arrived)
{
    events_.at(run_(node, p_.segment), [this, node, arrived = std::move(arrived)]() mutable {
        events_.at(run_(node, p_.segment), std::move(arrived));
    });
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

bool ClusterTcp::connects(const Ends &ends) const
{
    return connections_.count(std::minmax(end_of(ends.from_tid, ends.from_node), end_of(ends.to_tid, ends.to_node))) !=
           0;
}

ClusterTcp::Stream &ClusterTcp::stream(const Ends &ends)
{
    const std::int64_t from = end_of(ends.from_tid, ends.from_node), to = end_of(ends.to_tid, ends.to_node);
    const std::size_t out = from <= to ? 0 : 1;
    auto [at, is_new] = connections_.try_emplace(std::minmax(from, to));
    Connection &c = at->second;
    if (is_new) {
        for (Stream &s : c) {
            s.back = &c[&s == &c[0] ? 1 : 0];
            s.window = std::min(p_.window, p_.initial_segments * most_);
            s.open = from < 0 || to < 0;
        }
        c[out].from = c[1 - out].to = ends.from_node;
        c[out].to = c[1 - out].from = ends.to_node;
        if (!c[out].open)
            shake_hands(c, out);
    }
    return c[out];
}

void ClusterTcp::shake_hands(Connection &c, std::size_t first)
{
    const int from = c[first].from, to = c[first].to;
    events_.at(run_(from, p_.connect), [this, &c, from, to] {
        medium_.frame(from, to, headers_bytes, [this, &c, from, to] {
            events_.at(run_(to, p_.connect), [this, &c, from, to] {
                medium_.frame(to, from, headers_bytes, [this, &c, from] {
                    events_.at(run_(from, p_.ack), [this, &c] {
                        for (Stream &s : c) {
                            s.open = true;
                            prepare(s, events_.now());
                        }
                    });
                });
            });
        });
    });
}

/* ---- sending ----------------------------------------------------------------------------------------------------- */

/* The next segment, by window and Nagle. One segment may always be under way. */
bool ClusterTcp::may_send(const Stream &s) const
{
    if (!s.open || s.preparing || s.waiting.empty())
        return false;
    const std::int64_t under_way = s.sent - s.acknowledged, bytes = std::min(s.waiting.front().left, most_);
    if (under_way == 0)
        return true;
    return under_way + bytes <= s.window && (p_.nodelay != 0 || bytes == most_);
}

void ClusterTcp::prepare(Stream &s, Ns not_before)
{
    if (!may_send(s))
        return;
    s.preparing = true;
    events_.at(std::max(not_before, run_(s.from, p_.segment)), [this, &s] { put(s); });
}

void ClusterTcp::put(Stream &s)
{
    Message &m = s.waiting.front();
    const std::int64_t bytes = std::min(m.left, most_), ack = settle(*s.back);
    std::function<void()> arrived;
    m.left -= bytes;
    s.sent += bytes;
    if (m.left == 0) {
        arrived = std::move(m.arrived);
        s.waiting.pop_front();
    }
    const Ns wire_free =
        medium_.frame(s.from, s.to, bytes + headers_bytes, [this, &s, bytes, ack, arrived = std::move(arrived)] {
            events_.at(run_(s.to, p_.segment), [this, &s, bytes, ack, arrived] {
                if (arrived)
                    arrived();
                s.received += bytes;
                acknowledged(*s.back, ack);
                received(s);
            });
        });
    s.preparing = false;
    prepare(s, wire_free);
}

/* ---- acknowledging ----------------------------------------------------------------------------------------------- */

/* One segment may wait for its acknowledgement; a second one brings it at once. */
void ClusterTcp::received(Stream &s)
{
    if (s.owed) {
        acknowledge(s);
        return;
    }
    s.owed = true;
    s.timer = events_.at(events_.now() + p_.delayed_ack, [this, &s] { acknowledge(s); });
}

/* What is acknowledged from now on: all. */
std::int64_t ClusterTcp::settle(Stream &s)
{
    if (s.owed)
        events_.cancel(s.timer);
    s.owed = false;
    return s.received;
}

void ClusterTcp::acknowledge(Stream &s)
{
    const std::int64_t upto = settle(s);
    events_.at(run_(s.to, p_.ack), [this, &s, upto] {
        medium_.frame(s.to, s.from, headers_bytes, [this, &s, upto] {
            events_.at(run_(s.from, p_.ack), [this, &s, upto] { acknowledged(s, upto); });
        });
    });
}

void ClusterTcp::acknowledged(Stream &s, std::int64_t upto)
{
    if (upto > s.acknowledged) {
        s.acknowledged = upto;
        s.window = std::min(p_.window, s.window + most_);
    }
    prepare(s, events_.now());
}

} // namespace ap1000
