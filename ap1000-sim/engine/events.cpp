/* events.cpp - see events.hpp. */
#include "engine/events.hpp"

#include <limits>
#include <stdexcept>
#include <utility>

namespace ap1000
{

Events::Id Events::at(Ns t, std::function<void()> what)
{
    return add(t, ++count_, std::move(what));
}

Events::Id Events::instead_of(Id id, Ns t, std::function<void()> what)
{
    return add(t, id.number, std::move(what));
}

Events::Id Events::add(Ns t, std::uint64_t number, std::function<void()> what)
{
    if (t < now_)
        throw std::logic_error("an event in the past");
    if (unused_.empty()) {
        unused_.push_back(static_cast<std::uint32_t>(slots_.size()));
        slots_.emplace_back();
    }
    const Entry e{t, number, unused_.back()};
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
    return heap_.empty() && alarms_set_ == 0;
}

std::size_t Events::size() const
{
    return heap_.size() + alarms_set_;
}

Ns Events::next() const
{
    Ns first = heap_.empty() ? std::numeric_limits<Ns>::max() : heap_.front().time;
    if (alarms_set_ > 0)
        for (const Ringer &a : alarms_)
            first = a.number != 0 && a.time < first ? a.time : first;
    return first;
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
    if (!Events::empty() && next() <= t)
        return false;
    advance(t);
    return true;
}

void Events::step()
{
    if (Ringer *a = first_alarm(); a != nullptr) {
        for (; a != nullptr; a = first_alarm()) {
            a->number = 0;
            alarms_set_--;
            advance(a->time);
            a->what();
        }
        return;
    }
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

/* ---- alarms ------------------------------------------------------------------------------------------------------ */

Events::Alarm Events::new_alarm(std::function<void()> what)
{
    alarms_.push_back({std::move(what)});
    return alarms_.size() - 1;
}

void Events::set_alarm(Alarm a, Ns t)
{
    if (t < now_)
        throw std::logic_error("an alarm in the past");
    alarms_set_ += alarms_[a].number == 0;
    alarms_[a].time = t;
    alarms_[a].number = ++count_;
}

void Events::clear_alarm(Alarm a)
{
    alarms_set_ -= alarms_[a].number != 0;
    alarms_[a].number = 0;
}

/* The first one that is set, if it comes before all events of the heap. */
Events::Ringer *Events::first_alarm()
{
    Ringer *first = nullptr;
    if (alarms_set_ > 0)
        for (Ringer &a : alarms_)
            if (a.number != 0 &&
                (first == nullptr || Entry{a.time, a.number, 0} < Entry{first->time, first->number, 0}))
                first = &a;
    bool is_first = first != nullptr && (heap_.empty() || Entry{first->time, first->number, 0} < heap_.front());
    return is_first ? first : nullptr;
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
