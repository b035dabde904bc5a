/* pace.hpp - when simulated time is to go no faster than real time: nothing is left but time-outs, and people may start
 * more programs; or a task computes in real time and the others have gone on without it. It changes when things
 * happen in real time, and nothing else. */
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "ns.hpp"

namespace ap1000
{

class Pace
{
  public:
    /* How many of the events to come are time-outs of tasks that wait for a message, and ends of sleep. Counted by
     * who sets them. */
    std::size_t timeouts = 0, sleeps = 0;

    /* Both times go on alike, since the first wait_ms. Not: simulated time is as fast as it can be. */
    bool follows = false;

    /* Simulated time is at `now` and could go on to `next`. Returns how long to delay that [ms of real time], at most
     * look_ms. */
    int wait_ms(Ns now, Ns next)
    {
        const auto real = std::chrono::steady_clock::now();
        if (!follows) {
            simulated_ = now;
            real_ = real;
        }
        follows = true;
        const Ns ahead = (next - simulated_) - std::chrono::nanoseconds(real - real_).count();
        return ahead <= 0 ? 0 : static_cast<int>(std::min<Ns>(ahead / 1000000 + 1, look_ms));
    }

  private:
    static constexpr Ns look_ms = 50;

    Ns simulated_ = 0;
    std::chrono::steady_clock::time_point real_;
};

} // namespace ap1000
