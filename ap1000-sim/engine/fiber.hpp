/* fiber.hpp - a SimGrid actor that runs only while somebody has woken it: a thread of thought of the simulated machine.
 * And workers, fibers that do one piece of work after the other.
 */
#ifndef AP1000_FIBER_HPP
#define AP1000_FIBER_HPP

#include <functional>
#include <memory>
#include <string>
#include <vector>

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

/* A fiber for work that may stop in the middle. */
class Worker
{
  public:
    Worker(const std::string &name, simgrid::s4u::Host *host);

    /* Begin this work; it has none now. Returns when the work is done (true) or has stopped (false). */
    bool begin(std::function<void()> work);

    /* The work goes on where it has stopped. Returns as begin does. */
    bool go_on();

    /* Only in the work: stop here until go_on. */
    void stop();

  private:
    std::function<void()> work_;
    Fiber fiber_;
};

/* As many workers as have work at one time; they are kept for the next. */
class Workers
{
  public:
    explicit Workers(simgrid::s4u::Host *host) : host_(host)
    {
    }

    /* One without work; the caller gives it back when the work is done. */
    Worker &take();
    void give_back(Worker &w);

  private:
    simgrid::s4u::Host *host_;
    std::vector<std::unique_ptr<Worker>> all_;
    std::vector<Worker *> unused_;
};

} // namespace ap1000

#endif
