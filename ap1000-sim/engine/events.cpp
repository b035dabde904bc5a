/* events.cpp - see events.hpp. */
#include "engine/events.hpp"

#include <stdexcept>

namespace ap1000
{

Events::Id Events::at(Ns t, std::function<void()> what)
{
    if (t < now_)
        throw std::logic_error("an event in the past");
    Id id{t, count_++};
    events_.emplace(id, std::move(what));
    return id;
}

void Events::cancel(Id id)
{
    events_.erase(id);
}

bool Events::empty() const
{
    return events_.empty();
}

std::size_t Events::size() const
{
    return events_.size();
}

void Events::advance(Ns t)
{
    if (t == now_)
        return;
    now_ = t;
    moved(t);
}

void Events::step()
{
    auto first = events_.begin();
    advance(first->first.first);
    auto what = std::move(first->second);
    events_.erase(first);
    what();
}

void Events::moved(Ns)
{
}

} // namespace ap1000
