/* usage.hpp - how long each link, bus and processor was in use during the whole run. */
#pragma once

#include <map>
#include <utility>

#include "kernel/run_observer.hpp"

namespace ap1000
{

struct UsageTotals {
    std::map<std::pair<Resource, int>, Ns> busy; /* by resource and which of its units: link ids as in torus.hpp */
    std::map<int, Ns> processors;                /* by node */
};

} // namespace ap1000
