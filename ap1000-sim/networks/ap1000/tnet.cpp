/* tnet.cpp - see tnet.hpp. */
#include "networks/ap1000/tnet.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ap1000
{

/* The first h >= from at which a hold of `span` fits between the bookings; within one that is held nothing fits, not even
 * an empty hold. */
Ns TNet::Bookings::fit(Ns from, Ns span) const
{
    Ns h = from;
    auto next = held_.upper_bound(h);
    if (next != held_.begin())
        h = std::max(h, std::prev(next)->second);
    for (; next != held_.end() && next->first < h + std::max<Ns>(span, 1); ++next)
        h = std::max(h, next->second);
    return h;
}

void TNet::Bookings::add(Ns start, Ns end)
{
    last_ = std::max(last_, end);
    if (end > start)
        held_[start] = end;
}

/* What has ended by now concerns nobody any more. */
void TNet::Bookings::forget(Ns now)
{
    while (!held_.empty() && held_.begin()->second <= now)
        held_.erase(held_.begin());
}

TNet::TNet(const Torus &torus, const TNetParameters &p, Observer observer)
    : torus_(torus), p_(p), observer_(std::move(observer)), links_(static_cast<std::size_t>(torus.nlinks()))
{
}

/* The head's way over a link [ns], and with it the body that fits in the link, as the time in which it passes. */
Ns TNet::cost(int link) const
{
    const Torus::Port port = Torus::link_port(link);
    return port == Torus::inject || port == Torus::eject ? 0 : p_.hop;
}

/* The tail leaves link i when the head has gone on as far as it can without the tail moving: let j be the farthest link
 * of the route such that the whole body, `body` ns long, reaches back over all links from i to before j. Until the head
 * took link j at head[j] the body stood, with as much past link i as these links hold; the rest passes after that. Links
 * beyond j cannot hold the tail up in link i: it has gone from there by then.
 * With a free way this is head[i] + body for every i. */
std::vector<Ns> TNet::tails(const std::vector<int> &route, const std::vector<Ns> &head, Ns body) const
{
    std::vector<Ns> tail;
    for (std::size_t i = 0; i < route.size(); i++) {
        Ns held = 0; /* by links i..j-1 */
        std::size_t j = i;
        while (j + 1 < route.size() && held + cost(route[j]) <= body)
            held += cost(route[j++]);
        tail.push_back(head[j] - held + body);
    }
    return tail;
}

/* When the head takes each link. How long it holds one depends on the links behind it, and so on when it takes them: it
 * begins with the time of the body alone, and asks again with what came out until every hold fits where it was booked.
 * Holds asked for only grow, so it ends. */
std::vector<Ns> TNet::heads(const std::vector<int> &route, Ns body, Ns t) const
{
    std::vector<Ns> span(route.size(), body), head(route.size());
    for (bool fits = false; !fits;) {
        Ns at = t; /* the head stands before link i */
        for (std::size_t i = 0; i < route.size(); i++) {
            head[i] = bookings(route[i]).fit(at, span[i]);
            at = head[i] + cost(route[i]);
        }
        const std::vector<Ns> tail = tails(route, head, body);
        fits = true;
        for (std::size_t i = 0; i < route.size(); i++) {
            if (bookings(route[i]).fit(head[i], tail[i] - head[i]) == head[i])
                continue;
            span[i] = std::max(span[i] + 1, tail[i] - head[i]);
            fits = false;
        }
    }
    return head;
}

Span TNet::send(int src, int dst, std::int64_t bytes, Ns t)
{
    assert(t >= last_);
    last_ = t;
    const std::vector<int> route = torus_.route(src, dst);
    if (route.empty())
        return {t, t};
    for (int link : route)
        links_[static_cast<std::size_t>(link)].forget(t);

    const Ns body = transfer_time(bytes, p_.bandwidth);
    const std::vector<Ns> head = heads(route, body, t), tail = tails(route, head, body);
    for (std::size_t i = 0; i < route.size(); i++) {
        links_[static_cast<std::size_t>(route[i])].add(head[i], tail[i]);
        if (observer_)
            observer_(route[i], head[i], tail[i]);
    }
    Ns &arrived = arrived_[{src, dst}]; /* an empty message must not pass the one before it */
    arrived = std::max(arrived, tail.back());
    return {head.front(), arrived};
}

const Torus &TNet::torus() const
{
    return torus_;
}

Ns TNet::free_at(int link) const
{
    return links_.at(static_cast<std::size_t>(link)).last();
}

} // namespace ap1000
