/* timeline.cpp - see timeline.hpp. */
#include "timeline.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <simgrid/s4u.hpp>

namespace ap1000
{

Ns to_ns(double seconds)
{
    return static_cast<Ns>(std::llround(seconds * 1e9));
}

Timeline::Id Timeline::at(Ns t, std::function<void()> what)
{
    if (t < now_)
        throw std::logic_error("an event in the past");
    Id id{t, count_++};
    events_.emplace(id, std::move(what));
    return id;
}

void Timeline::cancel(Id id)
{
    events_.erase(id);
}

void Timeline::advance(Ns t)
{
    if (t == now_)
        return;
    now_ = t;
    simgrid::s4u::this_actor::sleep_until(static_cast<double>(t) * 1e-9);
}

void Timeline::expect_from_outside()
{
    if (!bell_)
        bell_ = simgrid::s4u::Semaphore::create(0);
    outside_++;
}

void Timeline::come_from_outside(std::function<void()> what)
{
    at(std::max(now_, to_ns(simgrid::s4u::Engine::get_clock())), std::move(what));
    outside_--;
    bell_->release();
}

/* Until no flow can come before our first event. */
void Timeline::await_outside()
{
    while (outside_ > 0) {
        if (events_.empty()) {
            bell_->acquire();
            continue;
        }
        double left = static_cast<double>(events_.begin()->first.first) * 1e-9 - simgrid::s4u::Engine::get_clock();
        if (left <= 0 || bell_->acquire_timeout(left))
            return;
    }
}

void Timeline::step()
{
    await_outside();
    auto first = events_.begin();
    advance(first->first.first);
    auto what = std::move(first->second);
    events_.erase(first);
    what();
}

} // namespace ap1000
