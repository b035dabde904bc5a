/* timeline.hpp - the events of a run, and beside them those that only SimGrid knows the time of.
 *
 * SimGrid counts in floating-point seconds and calls events less than a nanosecond apart simultaneous; which of them
 * comes first must not depend on rounding. So the order is kept in integer nanoseconds (events.hpp). SimGrid's clock is
 * moved along where there is one (--tnet flow): each move costs it a search through all its models.
 */
#ifndef AP1000_TIMELINE_HPP
#define AP1000_TIMELINE_HPP

#include "engine/events.hpp"
#include "engine/flow_engine.hpp"

namespace ap1000
{

class Timeline final : public Events
{
  public:
    bool empty() const override
    {
        return Events::empty() && outside_ == 0;
    }
    std::size_t size() const override
    {
        return Events::size() + static_cast<std::size_t>(outside_);
    }
    void step() override
    {
        if (outside_ > 0)
            await_outside();
        Events::step();
    }
    bool pass_to(Ns t) override
    {
        return outside_ == 0 && Events::pass_to(t);
    }

    /* This engine's clock is moved along from now on. After it, step, advance and pass_to only from inside
     * FlowEngine::run. */
    void take_along(FlowEngine &flows);

    /* expect_from_outside: the engine will bring an event, at a time that is not known yet (a flow, flow_net.hpp); step
     * waits for it if it comes before our first event. come_from_outside: the event is here, at the engine's time. */
    void expect_from_outside();
    void come_from_outside(std::function<void()> what);

  private:
    void moved(Ns t) override
    {
        if (flows_ != nullptr)
            flows_->sleep_until(t);
    }
    void await_outside();

    FlowEngine *flows_ = nullptr; /* nullptr: none */
    int outside_ = 0;
};

} // namespace ap1000

#endif
