/* worker.hpp - work that may stop in the middle and go on later: each worker has a stack of its own for it, and does
 * one piece of work after the other. */
#pragma once

#include <functional>
#include <memory>
#include <vector>

namespace ap1000
{

class Worker
{
  public:
    /* Throws std::runtime_error if there is no memory for its stack. */
    Worker();
    /* Work that has stopped is left: what its functions hold is destroyed. */
    ~Worker();
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    /* Begin this work; it has none now. Returns when the work is done (true) or has stopped (false). It must not
     * throw. */
    bool begin(std::function<void()> work);

    /* The work goes on where it has stopped. Returns as begin does. */
    bool go_on();

    /* Only in the work: stop here until go_on. */
    void stop();

  private:
    struct Stacks; /* its own and its caller's */
    void work_for_ever();

    std::function<void()> work_;
    bool leaves_ = false; /* the work that has stopped is not to go on */
    std::unique_ptr<Stacks> stacks_;
};

/* As many workers as have work at one time; they are kept for the next. */
class Workers
{
  public:
    /* One without work; the caller gives it back when the work is done. */
    Worker &take();
    void give_back(Worker &w);

    /* All work that has stopped is left. */
    void end();

  private:
    std::vector<std::unique_ptr<Worker>> all_;
    std::vector<Worker *> unused_;
};

} // namespace ap1000
