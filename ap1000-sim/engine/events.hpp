/* events.hpp - what happens when: the events of a run in one order, exact to the nanosecond. It holds no clock but
 * its own; timeline.hpp moves SimGrid's along where somebody looks at it.
 *
 * A binary heap of small entries; what is to be done lies in slots that are used again. An event whose function holds
 * no more than two pointers costs no allocation once as many have been under way before (std::function keeps those in
 * itself).
 */
#ifndef AP1000_EVENTS_HPP
#define AP1000_EVENTS_HPP

#include <cstddef>
#include <functional>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

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

    virtual ~Events() = default;

    /* Calls `what` at time t, which must not be past. Events of the same time happen in the order of these calls.
     * Events may add and cancel others. */
    Id at(Ns t, std::function<void()> what);
    void cancel(Id id); /* does nothing if the event has happened */

    Ns now() const
    {
        return now_;
    }
    virtual bool empty() const;
    virtual std::size_t size() const;
    Ns next() const
    {
        return heap_.front().time;
    }

    /* Goes to the first event and makes it happen. */
    virtual void step();

    /* Goes to time t without an event. t must not be past, nor after the first event. */
    void advance(Ns t);

    /* The same if nothing is to happen up to t and at t; false: something is, and the time is what it was. */
    virtual bool pass_to(Ns t);

  private:
    struct Entry {
        Ns time;
        std::uint64_t number;
        std::uint32_t slot;
        bool operator<(const Entry &o) const
        {
            return time != o.time ? time < o.time : number < o.number;
        }
    };
    struct Slot {
        std::function<void()> what;
        std::uint64_t number = 0; /* of the event it holds; 0: none */
        std::size_t place = 0;    /* in heap_ */
    };

    /* now() has become t. */
    virtual void moved(Ns t);

    void write(std::size_t place, const Entry &e);
    void settle(std::size_t place, const Entry &e);
    void take_out(std::size_t place);

    std::vector<Entry> heap_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> unused_;
    std::uint64_t count_ = 0;
    Ns now_ = 0;
};

} // namespace ap1000

#endif
