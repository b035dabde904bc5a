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

/* ---- workers ----------------------------------------------------------------------------------------------------- */

Worker::Worker(const std::string &name, simgrid::s4u::Host *host)
    : fiber_(name, host, [this] {
          for (;;) {
              work_();
              work_ = nullptr;
              fiber_.park();
          }
      })
{
}

bool Worker::begin(std::function<void()> work)
{
    work_ = std::move(work);
    return go_on();
}

bool Worker::go_on()
{
    fiber_.wake();
    return work_ == nullptr;
}

void Worker::stop()
{
    fiber_.park();
}

Worker &Workers::take()
{
    if (unused_.empty()) {
        all_.push_back(std::make_unique<Worker>("worker " + std::to_string(all_.size() + 1), host_));
        unused_.push_back(all_.back().get());
    }
    Worker *w = unused_.back();
    unused_.pop_back();
    return *w;
}

void Workers::give_back(Worker &w)
{
    unused_.push_back(&w);
}

} // namespace ap1000
