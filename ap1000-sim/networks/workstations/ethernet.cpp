/* ethernet.cpp - see ethernet.hpp. */
#include "networks/workstations/ethernet.hpp"

#include <algorithm>
#include <utility>

namespace ap1000
{

Ethernet::Ethernet(const EthernetParameters &p, Observer observer) : p_(p), observer_(std::move(observer))
{
}

Span Ethernet::frame(std::int64_t payload, Ns t)
{
    assert(t >= last_ && payload >= 0 && payload <= p_.max_payload);
    last_ = t;
    const Ns start = std::max(t, free_);
    const Ns end = start + transfer_time(std::max(payload, p_.min_payload) + p_.overhead, p_.bandwidth);
    free_ = end + p_.gap;
    if (observer_)
        observer_(0, start, end);
    return {start, end};
}

} // namespace ap1000
