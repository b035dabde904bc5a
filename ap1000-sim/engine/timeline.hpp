/* timeline.hpp - the events of a run on SimGrid's clock.
 *
 * SimGrid counts in floating-point seconds and calls events less than a nanosecond apart simultaneous; which of them
 * comes first must not depend on rounding. So the order is kept in integer nanoseconds (events.hpp). SimGrid's clock is
 * moved along only for a model of SimGrid's that looks at it: each move costs it a search through all its models.
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
    std::size_t size() const override;
    void step() override;
    bool pass_to(Ns t) override;

    /* Somebody looks at SimGrid's clock: it is moved along from now on. After it, step, advance and pass_to only from
     * inside a SimGrid actor. */
    void move_simgrid_clock();

    /* expect_from_outside: SimGrid itself will bring an event, at a time that is not known yet (a flow, flow_net.hpp);
     * step waits for it if it comes before our first event. come_from_outside: the event is here, at SimGrid's time. */
    void expect_from_outside();
    void come_from_outside(std::function<void()> what);

  private:
    void moved(Ns t) override;
    void await_outside();

    bool clock_moves_ = false;
    int outside_ = 0;
    struct Bell; /* a type of SimGrid, whose headers take seconds to compile */
    std::shared_ptr<Bell> bell_;
};

} // namespace ap1000

#endif
