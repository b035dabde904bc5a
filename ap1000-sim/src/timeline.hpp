/* timeline.hpp - what happens when: the events of a run in one order, exact to the nanosecond, on SimGrid's clock.
 *
 * SimGrid counts in floating-point seconds and calls events less than a nanosecond apart simultaneous; which of them
 * comes first must not depend on rounding. So the order is kept here, in integer nanoseconds and, for equal times, in
 * the order of the calls; SimGrid's clock is moved along.
 */
#ifndef AP1000_TIMELINE_HPP
#define AP1000_TIMELINE_HPP

#include <functional>
#include <map>
#include <utility>

#include <simgrid/s4u/Semaphore.hpp>

#include "ns.hpp"

namespace ap1000
{

/* A time of SimGrid's [s] in our count, to the nearest nanosecond. */
Ns to_ns(double seconds);

class Timeline
{
  public:
    using Id = std::pair<Ns, std::uint64_t>;

    /* Do `what` at time t, which must not be past. Events may add and cancel others. */
    Id at(Ns t, std::function<void()> what);
    void cancel(Id id); /* no harm if it has happened */

    Ns now() const
    {
        return now_;
    }
    bool empty() const
    {
        return events_.empty() && outside_ == 0;
    }
    Ns next() const
    {
        return events_.begin()->first.first;
    }

    /* Go to the first event and do it. Only from inside a SimGrid actor. */
    void step();

    /* SimGrid itself will bring an event, nobody knows when (a flow, flow_net.hpp): step waits for it if it comes before
     * the first of ours. come_from_outside: here it is, at SimGrid's time. */
    void expect_from_outside();
    void come_from_outside(std::function<void()> what);

    /* Go to t without an event; t must not be past, nor behind the first event. */
    void advance(Ns t);

  private:
    void await_outside();

    std::map<Id, std::function<void()>> events_;
    std::uint64_t count_ = 0;
    Ns now_ = 0;
    int outside_ = 0;
    simgrid::s4u::SemaphorePtr bell_;
};

} // namespace ap1000

#endif
