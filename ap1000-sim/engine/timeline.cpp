/* timeline.cpp - see timeline.hpp. */
#include "engine/timeline.hpp"

#include <algorithm>

namespace ap1000
{

void Timeline::take_along(FlowEngine &flows)
{
    flows_ = &flows;
}

void Timeline::expect_from_outside()
{
    outside_++;
}

void Timeline::come_from_outside(std::function<void()> what)
{
    at(std::max(now(), flows_->now()), std::move(what));
    outside_--;
    flows_->ring();
}

/* Waits until no flow can end before our first event. */
void Timeline::await_outside()
{
    while (outside_ > 0 && flows_->await_ring(Events::empty() ? FlowEngine::no_limit : next()))
        ;
}

} // namespace ap1000
