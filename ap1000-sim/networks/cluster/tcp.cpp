/* tcp.cpp - see tcp.hpp. */
#include "networks/cluster/tcp.hpp"

#include <algorithm>

#include "networks/workstations/udp.hpp" /* lengths of headers */

namespace ap1000
{
namespace
{

constexpr Ns first_handshake_timeout = 1000000000; /* RFC 6298, 2.1 */
constexpr Ns most_handshake_timeout = 60000000000; /* 2.5 */

/* Systems of nodes below 0, tasks above. */
std::int64_t end_of(int tid, int node)
{
    return tid != 0 ? std::int64_t{node} << 32 | tid : -1 - node;
}

} // namespace

ClusterTcp::ClusterTcp(const ClusterTcpParameters &p, Medium &medium, Events &events, const Processors &run,
                       Unreachable unreachable)
    : p_(p), medium_(medium), events_(events), run_(run), unreachable_(std::move(unreachable)),
      most_(medium.max_payload() - tcp_headers_bytes), may_lose_(p.loss_ppm > 0 || medium.drops()),
      losses_(p.loss_ppm, p.loss_seed)
{
}

void ClusterTcp::send(const Ends &ends, std::int64_t bytes, std::function<void()> arrived)
{
    if (ends.from_node == ends.to_node) {
        within(ends.from_node, std::move(arrived));
        return;
    }
    Stream &s = stream(ends);
    if (s.dead) {
        events_.at(events_.now(), std::move(arrived));
        return;
    }
    s.written += std::max<std::int64_t>(bytes + p_.message_header, 1);
    s.messages.push_back({s.written, std::move(arrived)});
    prepare(s, events_.now());
}

void ClusterTcp::within(int node, std::function<void()> arrived)
{
    events_.at(run_(node, p_.segment), [this, node, arrived = std::move(arrived)]() mutable {
        events_.at(run_(node, p_.segment), std::move(arrived));
    });
}

/* A segment takes the medium now; `there` is called where it is not lost. When the sender's wire is free. */
Ns ClusterTcp::segment(int from, int to, std::int64_t bytes, std::function<void()> there)
{
    const bool lost = losses_.next();
    return medium_.frame(from, to, bytes + tcp_headers_bytes, lost ? [] {} : std::move(there));
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
    auto [at, is_new] =
        connections_.try_emplace(std::minmax(from, to), TcpReno(most_, p_.window, p_.initial_segments, p_.min_timeout));
    Connection &c = at->second;
    if (is_new) {
        for (Stream &s : c.streams) {
            s.back = &c.streams[&s == &c.streams[0] ? 1 : 0];
            s.open = from < 0 || to < 0;
        }
        c.streams[out].from = c.streams[1 - out].to = ends.from_node;
        c.streams[out].to = c.streams[1 - out].from = ends.to_node;
        if (!c.streams[out].open)
            events_.at(run_(ends.from_node, p_.connect), [this, &c, out] { request(c, out); });
    }
    return c.streams[out];
}

/* A request goes out; if nothing answers, another. */
void ClusterTcp::request(Connection &c, std::size_t first)
{
    Stream &s = c.streams[first];
    if (s.open)
        return;
    if (c.requests++ == 0)
        c.asked = events_.now();
    else if (c.requests > p_.give_up_tries && events_.now() - c.asked >= p_.give_up) {
        give_up(s);
        give_up(*s.back);
        return;
    }
    segment(s.from, s.to, 0, [this, &c, first] { asked(c, first); });
    if (!may_lose_)
        return;
    c.timeout = c.timeout == 0 ? first_handshake_timeout : std::min(2 * c.timeout, most_handshake_timeout);
    events_.at(events_.now() + c.timeout, [this, &c, first] { request(c, first); });
}

/* A request has come. The first time there is a socket to be made. */
void ClusterTcp::asked(Connection &c, std::size_t first)
{
    const int from = c.streams[first].from, to = c.streams[first].to;
    events_.at(run_(to, c.accepted ? p_.ack : p_.connect), [this, &c, from, to] {
        segment(to, from, 0, [this, &c, from] { events_.at(run_(from, p_.ack), [this, &c] { opened(c); }); });
    });
    c.accepted = true;
}

void ClusterTcp::opened(Connection &c)
{
    if (c.streams[0].open)
        return;
    for (Stream &s : c.streams) {
        if (c.timeout > first_handshake_timeout)
            s.reno.handshake_was_lost();
        s.open = true;
    }
    for (Stream &s : c.streams)
        prepare(s, events_.now());
}

/* ---- sending ----------------------------------------------------------------------------------------------------- */

/* The bytes of a segment from this place of the stream on: a segment ends with its message. */
std::int64_t ClusterTcp::segment_bytes(const Stream &s, std::int64_t at) const
{
    const auto m = std::upper_bound(s.messages.begin() + static_cast<std::ptrdiff_t>(s.first), s.messages.end(), at,
                                    [](std::int64_t place, const Message &message) { return place < message.end; });
    return std::min(m->end - at, most_);
}

/* The next segment, by window and Nagle. One segment may always be under way. */
bool ClusterTcp::may_send(const Stream &s) const
{
    if (!s.open || s.dead || s.preparing || s.reno.next() == s.written)
        return false;
    if (s.reno.next() == s.reno.acknowledged())
        return true;
    const std::int64_t bytes = segment_bytes(s, s.reno.next());
    return s.reno.has_room(bytes) && (p_.nodelay != 0 || bytes == most_ || s.reno.sends_again());
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
    s.preparing = false;
    if (s.dead || s.reno.next() == s.written) /* acknowledged meanwhile */
        return;
    const Ns wire_free = put_segment(s, s.reno.next());
    prepare(s, wire_free);
}

Ns ClusterTcp::put_segment(Stream &s, std::int64_t at)
{
    const std::int64_t bytes = segment_bytes(s, at), ack = settle(*s.back);
    s.reno.sent(at, bytes, events_.now());
    if (!s.timer_set)
        restart_timer(s);
    return segment(s.from, s.to, bytes, [this, &s, at, bytes, ack] {
        events_.at(run_(s.to, p_.segment), [this, &s, at, bytes, ack] { came(s, at, bytes, ack); });
    });
}

/* The oldest segment, whatever else is to be sent (fast retransmit). */
void ClusterTcp::send_again(Stream &s)
{
    events_.at(run_(s.from, p_.segment), [this, &s, at = s.reno.acknowledged()] {
        if (!s.dead && at == s.reno.acknowledged())
            put_segment(s, at);
    });
}

/* ---- silence ----------------------------------------------------------------------------------------------------- */

void ClusterTcp::stop_timer(Stream &s)
{
    if (s.timer_set)
        events_.cancel(s.timer);
    s.timer_set = false;
}

void ClusterTcp::restart_timer(Stream &s)
{
    if (!may_lose_)
        return;
    stop_timer(s);
    s.timer_set = true;
    s.timer = events_.at(events_.now() + s.reno.timeout(), [this, &s] { expired(s); });
}

void ClusterTcp::expired(Stream &s)
{
    s.timer_set = false;
    if (s.tries++ == 0)
        s.silent_since = events_.now();
    if (s.tries > p_.give_up_tries && events_.now() - s.silent_since >= p_.give_up) {
        give_up(s);
        return;
    }
    s.reno.timed_out();
    restart_timer(s);
    prepare(s, events_.now());
}

/* Nobody waits for ever: what is still to be sent counts as arrived. There is no task any more that would take it. */
void ClusterTcp::give_up(Stream &s)
{
    s.dead = true;
    stop_timer(s);
    if (unreachable_)
        unreachable_(s.from, s.to, p_.give_up);
    give(s, s.written);
}

/* ---- receiving --------------------------------------------------------------------------------------------------- */

/* A segment is in its receiver's kernel. */
void ClusterTcp::came(Stream &s, std::int64_t at, std::int64_t bytes, std::int64_t ack)
{
    const bool in_turn = at == s.received && s.early.empty();
    take(s, at, bytes);
    acknowledged(*s.back, ack, false);
    if (in_turn)
        received(s);
    else
        acknowledge(s);
}

/* In turn, too early, or a second time. */
void ClusterTcp::take(Stream &s, std::int64_t at, std::int64_t bytes)
{
    if (at > s.received) {
        s.early[at] = at + bytes;
        return;
    }
    std::int64_t upto = std::max(s.received, at + bytes);
    for (auto next = s.early.begin(); next != s.early.end() && next->first <= upto; next = s.early.erase(next))
        upto = std::max(upto, next->second);
    give(s, upto);
    s.received = upto;
}

/* The messages that end in the stream up to here have arrived. */
void ClusterTcp::give(Stream &s, std::int64_t upto)
{
    while (s.given < s.messages.size() && s.messages[s.given].end <= upto) {
        const std::function<void()> arrived = std::move(s.messages[s.given++].arrived);
        arrived();
    }
}

/* One segment may wait for its acknowledgement; a second one brings it at once. */
void ClusterTcp::received(Stream &s)
{
    if (s.owed) {
        acknowledge(s);
        return;
    }
    s.owed = true;
    s.ack_timer = events_.at(events_.now() + p_.delayed_ack, [this, &s] { acknowledge(s); });
}

/* What is acknowledged from now on: all. */
std::int64_t ClusterTcp::settle(Stream &s)
{
    if (s.owed)
        events_.cancel(s.ack_timer);
    s.owed = false;
    return s.received;
}

void ClusterTcp::acknowledge(Stream &s)
{
    const std::int64_t upto = settle(s);
    events_.at(run_(s.to, p_.ack), [this, &s, upto] {
        segment(s.to, s.from, 0, [this, &s, upto] {
            events_.at(run_(s.from, p_.ack), [this, &s, upto] { acknowledged(s, upto, true); });
        });
    });
}

/* The messages that end in the stream up to here are acknowledged. */
void ClusterTcp::forget(Stream &s, std::int64_t upto)
{
    while (s.first < s.messages.size() && s.messages[s.first].end <= upto)
        s.first++;
    if (2 * s.first < s.messages.size())
        return;
    s.messages.erase(s.messages.begin(), s.messages.begin() + static_cast<std::ptrdiff_t>(s.first));
    s.given -= s.first;
    s.first = 0;
    if (s.messages.empty())
        s.messages.shrink_to_fit();
}

/* The sender hears of it. */
void ClusterTcp::acknowledged(Stream &s, std::int64_t upto, bool alone)
{
    if (s.dead)
        return;
    const TcpReno::Does does = s.reno.heard(upto, alone, events_.now());
    if (does == TcpReno::Does::news) {
        s.tries = 0;
        forget(s, upto);
        if (s.reno.is_idle())
            stop_timer(s);
        else
            restart_timer(s);
    } else if (does == TcpReno::Does::send_again) {
        send_again(s);
    }
    prepare(s, events_.now());
}

} // namespace ap1000
