/* bnet.cpp - see bnet.hpp. */
#include "bnet.hpp"

#include <algorithm>
#include <utility>

namespace ap1000
{

BNet::BNet(const BNetParameters &p, Observer observer) : p_(p), observer_(std::move(observer))
{
}

Span BNet::transfer(std::int64_t bytes, Ns t)
{
    assert(t >= last_);
    last_ = t;
    const Ns idle_bus = std::max(t, free_);
    const Ns grant = idle_bus + p_.arbitration;
    const Ns end = grant + transfer_time(bytes, p_.bandwidth);
    free_ = end + p_.release;
    if (observer_)
        observer_(0, idle_bus, free_);
    return {grant, end};
}

} // namespace ap1000
