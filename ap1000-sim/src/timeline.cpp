/* timeline.cpp - see timeline.hpp. */
#include "timeline.hpp"

#include <stdexcept>

#include <simgrid/s4u.hpp>

namespace ap1000
{

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

void Timeline::step()
{
    auto first = events_.begin();
    advance(first->first.first);
    auto what = std::move(first->second);
    events_.erase(first);
    what();
}

} // namespace ap1000
