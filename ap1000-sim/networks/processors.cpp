/* processors.cpp - see processors.hpp. */
#include "networks/processors.hpp"

#include <algorithm>

namespace ap1000
{

Span NodeProcessors::take(Ns ready, Ns cost)
{
    Ns &free = *std::min_element(free_.begin(), free_.end());
    const Ns start = std::max(ready, free);
    free = start + cost;
    return {start, free};
}

Ns NodeProcessors::interrupt(Ns now, Ns cost)
{
    const Ns start = std::max(now, served_);
    Ns &free = *std::min_element(free_.begin(), free_.end());
    free = std::max(free, start) + cost;
    served_ = start + cost;
    return served_;
}

} // namespace ap1000
