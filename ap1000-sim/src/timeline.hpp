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

#include "ns.hpp"

namespace ap1000
{

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
        return events_.empty();
    }
    Ns next() const
    {
        return events_.begin()->first.first;
    }

    /* Go to the first event and do it. Only from inside a SimGrid actor. */
    void step();

    /* Go to t without an event; t must not be past, nor behind the first event. */
    void advance(Ns t);

  private:
    std::map<Id, std::function<void()>> events_;
    std::uint64_t count_ = 0;
    Ns now_ = 0;
};

} // namespace ap1000

#endif
