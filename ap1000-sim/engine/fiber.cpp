/* fiber.cpp - see fiber.hpp. */
#include "engine/fiber.hpp"

namespace ap1000
{

Fiber::Fiber(const std::string &name, simgrid::s4u::Host *host, std::function<void()> body)
    : go_(simgrid::s4u::Semaphore::create(0)), back_(simgrid::s4u::Semaphore::create(0)),
      ended_(std::make_shared<bool>(false))
{
    simgrid::s4u::Actor::create(name, host, [go = go_, back = back_, ended = ended_, body = std::move(body)] {
        go->acquire();
        body();
        *ended = true;
        back->release();
    });
}

void Fiber::wake()
{
    if (*ended_)
        return;
    go_->release();
    back_->acquire();
}

void Fiber::park()
{
    back_->release();
    go_->acquire();
}

} // namespace ap1000
