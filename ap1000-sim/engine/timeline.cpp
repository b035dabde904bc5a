/* timeline.cpp - see timeline.hpp. */
#include "engine/timeline.hpp"

#include <algorithm>
#include <cmath>

#include <simgrid/s4u.hpp>

namespace ap1000
{

struct Timeline::Bell {
    simgrid::s4u::SemaphorePtr rings = simgrid::s4u::Semaphore::create(0);
};

Ns to_ns(double seconds)
{
    return static_cast<Ns>(std::llround(seconds * 1e9));
}

bool Timeline::empty() const
{
    return Events::empty() && outside_ == 0;
}

std::size_t Timeline::size() const
{
    return Events::size() + static_cast<std::size_t>(outside_);
}

void Timeline::move_simgrid_clock()
{
    clock_moves_ = true;
}

void Timeline::moved(Ns t)
{
    if (!clock_moves_)
        return;
    simgrid::s4u::this_actor::sleep_until(static_cast<double>(t) * 1e-9);
}

void Timeline::expect_from_outside()
{
    if (!bell_)
        bell_ = std::make_shared<Bell>();
    outside_++;
}

void Timeline::come_from_outside(std::function<void()> what)
{
    at(std::max(now(), to_ns(simgrid::s4u::Engine::get_clock())), std::move(what));
    outside_--;
    bell_->rings->release();
}

/* Waits until no flow can end before our first event. */
void Timeline::await_outside()
{
    while (outside_ > 0) {
        if (Events::empty()) {
            bell_->rings->acquire();
            continue;
        }
        double left = static_cast<double>(next()) * 1e-9 - simgrid::s4u::Engine::get_clock();
        if (left <= 0 || bell_->rings->acquire_timeout(left))
            return;
    }
}

bool Timeline::pass_to(Ns t)
{
    return outside_ == 0 && Events::pass_to(t);
}

void Timeline::step()
{
    await_outside();
    Events::step();
}

} // namespace ap1000
