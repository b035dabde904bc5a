/* timeline.cpp - see timeline.hpp. */
#include "engine/timeline.hpp"

#include <algorithm>

namespace ap1000
{

bool Timeline::empty() const
{
    return Events::empty() && outside_ == 0;
}

std::size_t Timeline::size() const
{
    return Events::size() + static_cast<std::size_t>(outside_);
}

void Timeline::take_along(FlowEngine &flows)
{
    flows_ = &flows;
}

void Timeline::moved(Ns t)
{
    if (flows_ != nullptr)
        flows_->sleep_until(t);
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

bool Timeline::pass_to(Ns t)
{
    return outside_ == 0 && Events::pass_to(t);
}

void Timeline::step()
{
    await_outside();
    Events::step();
}

} // namespace ap1000
