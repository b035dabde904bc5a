/* hostpath.cpp - see hostpath.hpp. */
#include "networks/ap1000/hostpath.hpp"

#include <algorithm>
#include <utility>

namespace ap1000
{

HostPath::HostPath(BNet &bnet, const HostPathParameters &p, Observer observer)
    : bnet_(bnet), p_(p), observer_(std::move(observer))
{
}

Span HostPath::first(Way way, std::int64_t bytes, Ns t)
{
    return way == Way::host_to_cell ? interface(bytes, t) : bnet_.transfer(bytes, t);
}

Span HostPath::second(Way way, std::int64_t bytes, Ns t)
{
    return way == Way::host_to_cell ? bnet_.transfer(bytes, t) : interface(bytes, t);
}

Span HostPath::interface(std::int64_t bytes, Ns t)
{
    assert(t >= last_);
    last_ = t;
    const Ns start = std::max(t, free_);
    free_ = start + transfer_time(bytes, p_.bandwidth);
    if (observer_)
        observer_(0, start, free_);
    return {start, free_ + p_.latency};
}

} // namespace ap1000
