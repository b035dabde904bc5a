/* fiber.hpp - a SimGrid actor that runs only while somebody has woken it: the thread of thought of one simulated task. */
#ifndef AP1000_FIBER_HPP
#define AP1000_FIBER_HPP

#include <functional>
#include <string>

#include <simgrid/s4u.hpp>

namespace ap1000
{

class Fiber
{
  public:
    /* An actor on `host`; does nothing until it is woken for the first time. */
    Fiber(const std::string &name, simgrid::s4u::Host *host, std::function<void()> body);

    /* Let it run until it parks or ends; returns then. From any other actor. */
    void wake();

    /* Give the turn back to who woke it; returns when it is woken again. Only from inside. */
    void park();

    bool ended() const
    {
        return *ended_;
    }

  private:
    simgrid::s4u::SemaphorePtr go_, back_;
    std::shared_ptr<bool> ended_;
};

} // namespace ap1000

#endif
