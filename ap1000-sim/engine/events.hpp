/* events.hpp - what happens when: the discrete events of a run in one order, to the nanosecond; and beside them those
 * that only SimGrid knows the time of.
 *
 * SimGrid counts in floating-point seconds and calls events less than a nanosecond apart simultaneous; which of them
 * comes first must not depend on rounding. So the order is kept in integer nanoseconds here. SimGrid's clock is moved
 * along where there is one (--tnet flow): each move costs it a search through all its models.
 *
 * The order is an event queue's; what is to be done lies in slots that are used again. An event whose function holds
 * no more than two pointers costs no allocation once as many have been under way before (std::function keeps those in
 * itself). What moves its next event again and again has an alarm instead, beside the event queue. */
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "engine/event_queue.hpp"
#include "ns.hpp"

namespace ap1000
{

class FlowEngine;

class Events
{
  public:
    /* Names one event, also after it has happened. */
    struct Id {
        Ns time = 0;
        std::uint64_t number = 0; /* in the order of `at`, from 1 */
        std::uint32_t slot = 0;
        bool operator==(const Id &o) const
        {
            return number == o.number && time == o.time;
        }
        bool operator!=(const Id &o) const
        {
            return !(*this == o);
        }
    };

    /* What an event will read and write, to be fetched shortly before. */
    struct Touches {
        const void *at = nullptr; /* it must stay where it is until the event has happened or been cancelled */
        std::size_t bytes = 0;
    };

    /* Calls `what` at time t, which must not be past. Events of the same time happen in the order of these calls.
     * Events may add and cancel others. */
    Id at(Ns t, std::function<void()> what, Touches touches)
    {
        return add(t, ++count_, std::move(what), touches);
    }
    Id at(Ns t, std::function<void()> what)
    {
        return add(t, ++count_, std::move(what), {});
    }
    void cancel(Id id); /* does nothing if the event has happened */

    /* As `at`, for an event in the place of one that has happened or was cancelled: among those of the same time it
     * counts as added when that was. */
    Id instead_of(Id id, Ns t, std::function<void()> what);

    /* An event that comes again and again, and is set once at a time: setting it anew takes the place of the old time.
     * It may set itself. Of events of the same time it has the place that `at` would have given it at its setting. */
    using Alarm = std::size_t;
    Alarm new_alarm(std::function<void()> what);
    void set_alarm(Alarm a, Ns t); /* t must not be past */
    void clear_alarm(Alarm a);

    Ns now() const
    {
        return now_;
    }
    bool empty() const
    {
        return size() == 0;
    }
    std::size_t size() const
    {
        return queue_.size() + alarms_set_ + outside_;
    }

    /* When the first is whose time is known; never: there is none. */
    static constexpr Ns never = std::numeric_limits<Ns>::max();
    Ns next() const
    {
        const EventQueue::Entry *event = queue_.first();
        Ns first = event == nullptr ? never : event->time;
        if (alarms_set_ > 0)
            for (const AlarmEntry &a : alarms_)
                first = a.number != 0 && a.time < first ? a.time : first;
        return first;
    }

    /* Goes to the first event and makes it happen; or to the alarms, if one or more come before the first event. Not to
     * be called from inside an event. */
    void step();

    /* Goes to time t without an event. t must not be past, nor after the first event. */
    void advance(Ns t)
    {
        if (t == now_)
            return;
        now_ = t;
        if (flows_ != nullptr)
            move_flows();
    }

    /* The same if nothing is to happen up to t and at t; false: something is, or may be, and the time is what it was.
     */
    bool pass_to(Ns t)
    {
        if (outside_ > 0 || next() <= t)
            return false;
        advance(t);
        return true;
    }

    /* This engine's clock is moved along from now on. After it, step, advance and pass_to only from inside
     * FlowEngine::run. */
    void take_along(FlowEngine &flows);

    /* expect_from_outside: the engine will bring an event, at a time that is not known yet (a flow, flow_net.hpp); step
     * waits for it if it comes before our first event. come_from_outside: the event is here, at the engine's time. */
    void expect_from_outside();
    void come_from_outside(std::function<void()> what);

  private:
    struct Slot {
        std::function<void()> what;
        std::uint64_t number = 0; /* of the event it holds; 0: none */
        Touches touches;
    };

    struct AlarmEntry {
        std::function<void()> what;
        Ns time = 0;
        std::uint64_t number = 0; /* as in Id; 0: not set */
        bool operator<(const AlarmEntry &o) const
        {
            return time != o.time ? time < o.time : number < o.number;
        }
    };
    AlarmEntry *first_alarm();

    void move_flows();
    void await_outside();
    Id add(Ns t, std::uint64_t number, std::function<void()> &&what, const Touches &touches);
    void happen(const EventQueue::Entry &first);
    void free_slot(std::uint32_t slot);

    EventQueue queue_; /* of slots */
    std::vector<Slot> slots_;
    std::vector<AlarmEntry> alarms_; /* few */
    std::size_t alarms_set_ = 0;
    std::vector<std::uint32_t> unused_;
    std::uint64_t count_ = 0;
    Ns now_ = 0;
    FlowEngine *flows_ = nullptr; /* nullptr: none */
    std::size_t outside_ = 0;     /* events that are expected from there */
};

} // namespace ap1000
