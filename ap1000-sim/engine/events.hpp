/* events.hpp - what happens when: the events of a run in one order, exact to the nanosecond. It holds no clock but
 * its own; timeline.hpp moves SimGrid's along.
 */
#ifndef AP1000_EVENTS_HPP
#define AP1000_EVENTS_HPP

#include <cstddef>
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

    /* Do `what` at time t, which must not be past. Events of one time happen in the order of these calls. Events may
     * add and cancel others. */
    Id at(Ns t, std::function<void()> what);
    void cancel(Id id); /* no harm if it has happened */

    Ns now() const
    {
        return now_;
    }
    virtual bool empty() const;
    virtual std::size_t size() const;
    Ns next() const
    {
        return events_.begin()->first.first;
    }

    /* Go to the first event and do it. */
    virtual void step();

    /* Go to t without an event; t must not be past, nor behind the first event. */
    void advance(Ns t);

  private:
    /* now() has become t. */
    virtual void moved(Ns t);

    std::map<Id, std::function<void()>> events_;
    std::uint64_t count_ = 0;
    Ns now_ = 0;
};

} // namespace ap1000

#endif
