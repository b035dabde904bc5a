/* events.hpp - the events of a run in their order, exact to the nanosecond.
 *
 * It has only a clock of its own; timeline.hpp moves SimGrid's clock along with it.
 */
#ifndef AP1000_EVENTS_HPP
#define AP1000_EVENTS_HPP

#include <functional>
#include <map>
#include <utility>

#include "ns.hpp"

namespace ap1000
{

class Events
{
  public:
    using Id = std::pair<Ns, std::uint64_t>;

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
    Ns next() const
    {
        return events_.begin()->first.first;
    }

    /* Goes to the first event and makes it happen. */
    virtual void step();

    /* Goes to time t without an event. t must not be past, nor after the first event. */
    void advance(Ns t);

  private:
    /* Is called when now() has become t. */
    virtual void moved(Ns t);

    std::map<Id, std::function<void()>> events_;
    std::uint64_t count_ = 0;
    Ns now_ = 0;
};

} // namespace ap1000

#endif
