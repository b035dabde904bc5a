/* timeline.hpp - the events of a run on SimGrid's clock.
 *
 * SimGrid counts in floating-point seconds, and takes events less than a nanosecond apart as simultaneous. Their order
 * must not depend on rounding, so it is kept in integer nanoseconds (events.hpp), and SimGrid's clock is moved along.
 * Call step and advance only inside a SimGrid actor.
 */
#ifndef AP1000_TIMELINE_HPP
#define AP1000_TIMELINE_HPP

#include <memory>

#include "engine/events.hpp"

namespace ap1000
{

/* Converts a time of SimGrid [s], rounded to the nearest nanosecond. */
Ns to_ns(double seconds);

class Timeline : public Events
{
  public:
    bool empty() const override;
    void step() override;

    /* expect_from_outside: SimGrid itself will bring an event, at a time that is not known yet (a flow, flow_net.hpp);
     * step waits for it if it comes before our first event. come_from_outside: the event is here, at SimGrid's time. */
    void expect_from_outside();
    void come_from_outside(std::function<void()> what);

  private:
    void moved(Ns t) override;
    void await_outside();

    int outside_ = 0;
    struct Bell; /* a type of SimGrid, whose headers take seconds to compile */
    std::shared_ptr<Bell> bell_;
};

} // namespace ap1000

#endif
