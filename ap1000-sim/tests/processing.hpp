/* processing.hpp - what the tests of networks share: events, and nodes without tasks, each with one processor that
 * works for nothing but the network. */
#pragma once

#include <algorithm>
#include <map>

#include "engine/events.hpp"
#include "networks/processors.hpp"

/* To be derived from: networks that are members use `events` and `run`. */
struct Processing {
    Processing()
        : run([this](int node, ap1000::Ns cost) {
              ap1000::Ns &free = processor_free[node];
              return free = std::max(free, events.now()) + cost;
          })
    {
    }
    Processing(const Processing &) = delete;
    Processing &operator=(const Processing &) = delete;

    void finish()
    {
        while (!events.empty())
            events.step();
    }

    std::map<int, ap1000::Ns> processor_free;
    ap1000::Events events;
    ap1000::Processors run;
};
