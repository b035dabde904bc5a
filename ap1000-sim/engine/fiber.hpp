/* fiber.hpp - a SimGrid actor that runs only while somebody has woken it: the thread of thought of one simulated
 * task. */
#ifndef AP1000_FIBER_HPP
#define AP1000_FIBER_HPP

#include <functional>
#include <memory>
#include <string>

namespace simgrid::s4u
{
class Host;
} // namespace simgrid::s4u

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

    bool ended() const;

  private:
    struct Turns; /* SimGrid's headers stay out of this one: they take seconds to compile */
    std::shared_ptr<Turns> turns_;
};

} // namespace ap1000

#endif
