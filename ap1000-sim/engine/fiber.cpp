/* fiber.cpp - see fiber.hpp. */
#include "engine/fiber.hpp"

#include <simgrid/s4u.hpp>

namespace ap1000
{

struct Fiber::Turns {
    simgrid::s4u::SemaphorePtr go = simgrid::s4u::Semaphore::create(0), back = simgrid::s4u::Semaphore::create(0);
    bool ended = false;
};

Fiber::Fiber(const std::string &name, simgrid::s4u::Host *host, std::function<void()> body)
    : turns_(std::make_shared<Turns>())
{
    simgrid::s4u::Actor::create(name, host, [turns = turns_, body = std::move(body)] {
        turns->go->acquire();
        body();
        turns->ended = true;
        turns->back->release();
    });
}

void Fiber::wake()
{
    if (turns_->ended)
        return;
    turns_->go->release();
    turns_->back->acquire();
}

void Fiber::park()
{
    turns_->back->release();
    turns_->go->acquire();
}

bool Fiber::ended() const
{
    return turns_->ended;
}

} // namespace ap1000
