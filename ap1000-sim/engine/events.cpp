/* events.cpp - see events.hpp. */
#include "engine/events.hpp"

#include <stdexcept>
#include <utility>

namespace ap1000
{

Events::Id Events::at(Ns t, std::function<void()> what)
{
    if (t < now_)
        throw std::logic_error("an event in the past");
    if (unused_.empty()) {
        unused_.push_back(static_cast<std::uint32_t>(slots_.size()));
        slots_.emplace_back();
    }
    const Entry e{t, ++count_, unused_.back()};
    unused_.pop_back();
    slots_[e.slot].what = std::move(what);
    slots_[e.slot].number = e.number;
    heap_.push_back(e);
    settle(heap_.size() - 1, e);
    return {t, e.number, e.slot};
}

void Events::cancel(Id id)
{
    if (id.slot >= slots_.size() || id.number == 0 || slots_[id.slot].number != id.number)
        return;
    take_out(slots_[id.slot].place);
    slots_[id.slot].what = nullptr;
}

bool Events::empty() const
{
    return heap_.empty();
}

std::size_t Events::size() const
{
    return heap_.size();
}

void Events::advance(Ns t)
{
    if (t == now_)
        return;
    now_ = t;
    moved(t);
}

bool Events::pass_to(Ns t)
{
    if (!heap_.empty() && next() <= t)
        return false;
    advance(t);
    return true;
}

void Events::step()
{
    const Entry first = heap_.front();
    advance(first.time);
    auto what = std::move(slots_[first.slot].what);
    slots_[first.slot].what = nullptr;
    take_out(0);
    what();
}

void Events::moved(Ns)
{
}

/* ---- the heap ---------------------------------------------------------------------------------------------------- */

void Events::write(std::size_t place, const Entry &e)
{
    heap_[place] = e;
    slots_[e.slot].place = place;
}

/* `e` into the hole at `place`, or where it belongs from there, up or down. */
void Events::settle(std::size_t place, const Entry &e)
{
    while (place > 0 && e < heap_[(place - 1) / 2]) {
        write(place, heap_[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (std::size_t child = 2 * place + 1; child < heap_.size(); child = 2 * place + 1) {
        if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child])
            child++;
        if (!(heap_[child] < e))
            break;
        write(place, heap_[child]);
        place = child;
    }
    write(place, e);
}

/* The event at this place is none any more, and its slot is free. */
void Events::take_out(std::size_t place)
{
    const std::uint32_t slot = heap_[place].slot;
    slots_[slot].number = 0;
    unused_.push_back(slot);
    const Entry last = heap_.back();
    heap_.pop_back();
    if (place < heap_.size())
        settle(place, last);
}

} // namespace ap1000
