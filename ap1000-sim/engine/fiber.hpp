/* fiber.hpp - a SimGrid actor that runs only while somebody has woken it: the thread of control of one simulated
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
    /* An actor on `host`, which does nothing until it is woken for the first time. */
    Fiber(const std::string &name, simgrid::s4u::Host *host, std::function<void()> body);

    /* Lets it run until it parks or ends, and returns then. Any other actor may call this. */
    void wake();

    /* Gives the turn back to the one who woke it, and returns when it is woken again. Only for the actor itself. */
    void park();

    bool ended() const;

  private:
    struct Turns; /* SimGrid's headers are not included here, because they take seconds to compile */
    std::shared_ptr<Turns> turns_;
};

} // namespace ap1000

#endif
