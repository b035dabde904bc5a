/* events.cpp - see events.hpp. */
#include "engine/events.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/flow_engine.hpp"
#include "engine/prefetch.hpp"

namespace ap1000
{

Events::Id Events::instead_of(Id id, Ns t, std::function<void()> what)
{
    return add(t, id.number, std::move(what), {});
}

Events::Id Events::add(Ns t, std::uint64_t number, std::function<void()> &&what, const Touches &touches)
{
    if (t < now_)
        throw std::logic_error("an event in the past");
    if (unused_.empty()) {
        unused_.push_back(static_cast<std::uint32_t>(slots_.size()));
        slots_.emplace_back();
    }
    const std::uint32_t slot = unused_.back();
    unused_.pop_back();
    Slot &s = slots_[slot];
    s.what.swap(what); /* it had none */
    s.number = number;
    s.touches = touches;
    queue_.put({t, 0, number, static_cast<int>(slot)});
    return {t, number, slot};
}

void Events::cancel(Id id)
{
    if (id.slot >= slots_.size() || id.number == 0 || slots_[id.slot].number != id.number)
        return;
    slots_[id.slot].what = nullptr;
    free_slot(id.slot);
    queue_.remove(static_cast<int>(id.slot));
}

void Events::free_slot(std::uint32_t slot)
{
    slots_[slot].number = 0;
    unused_.push_back(slot);
}

void Events::step()
{
    if (outside_ > 0)
        await_outside();
    if (AlarmEntry *a = first_alarm(); a != nullptr) {
        for (; a != nullptr; a = first_alarm()) {
            a->number = 0;
            alarms_set_--;
            advance(a->time);
            a->what();
        }
        return;
    }
    queue_.keep_first([this](const EventQueue::Entry &first) { happen(first); });
}

/* The event's slot is free at once: an event that it adds takes its place in the event queue. */
void Events::happen(const EventQueue::Entry &first)
{
    constexpr std::size_t crowd = 64; /* with fewer events under way, what they touch is near the processor anyhow */
    const auto slot = static_cast<std::uint32_t>(first.who);
    advance(first.time);
    std::function<void()> what;
    what.swap(slots_[slot].what);
    free_slot(slot);
    const EventQueue::Entry *next = queue_.size() >= crowd ? queue_.first() : nullptr;
    if (next != nullptr) {
        const Touches &t = slots_[static_cast<std::size_t>(next->who)].touches;
        prefetch(t.at, t.bytes);
    }
    what();
}

/* ---- from outside ------------------------------------------------------------------------------------------------ */

void Events::take_along(FlowEngine &flows)
{
    flows_ = &flows;
}

void Events::move_flows()
{
    flows_->sleep_until(now_);
}

void Events::expect_from_outside()
{
    outside_++;
}

void Events::come_from_outside(std::function<void()> what)
{
    at(std::max(now_, flows_->now()), std::move(what));
    outside_--;
    flows_->ring();
}

/* Waits until no flow can end before our first event. */
void Events::await_outside()
{
    static_assert(never == FlowEngine::no_limit);
    while (outside_ > 0 && flows_->await_ring(next()))
        ;
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

/* The first one that is set, if it comes before all events. */
Events::AlarmEntry *Events::first_alarm()
{
    AlarmEntry *first = nullptr;
    if (alarms_set_ > 0)
        for (AlarmEntry &a : alarms_)
            if (a.number != 0 && (first == nullptr || a < *first))
                first = &a;
    const EventQueue::Entry *event = first != nullptr ? queue_.first() : nullptr;
    const bool comes_later = event != nullptr && *event < EventQueue::Entry{first->time, 0, first->number, 0};
    return comes_later ? nullptr : first;
}

} // namespace ap1000
