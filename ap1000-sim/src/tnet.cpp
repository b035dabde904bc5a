/* tnet.cpp - see tnet.hpp. */
#include "tnet.hpp"

#include <algorithm>
#include <utility>

namespace ap1000
{

TNet::TNet(const Torus &torus, const TNetParameters &p, Observer observer)
    : torus_(torus), p_(p), observer_(std::move(observer)), free_(torus.nlinks(), 0)
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
Span TNet::send(int src, int dst, std::int64_t bytes, Ns t)
{
    assert(t >= last_);
    last_ = t;
    const std::vector<int> route = torus_.route(src, dst);
    if (route.empty())
        return {t, t};

    const Ns body = transfer_time(bytes, p_.bandwidth);
    const std::size_t n = route.size();
    std::vector<Ns> head(n);
    Ns at = t; /* the head stands before link i */
    for (std::size_t i = 0; i < n; i++) {
        head[i] = std::max(at, free_[route[i]]);
        at = head[i] + cost(route[i]);
    }
    for (std::size_t i = 0; i < n; i++) {
        Ns held = 0; /* by links i..j-1 */
        std::size_t j = i;
        while (j + 1 < n && held + cost(route[j]) <= body)
            held += cost(route[j++]);
        const Ns tail = head[j] - held + body;
        free_[route[i]] = tail;
        if (observer_)
            observer_(route[i], head[i], tail);
    }
    return {head.front(), free_[route.back()]};
}

const Torus &TNet::torus() const
{
    return torus_;
}

Ns TNet::free_at(int link) const
{
    return free_.at(link);
}

} // namespace ap1000
