/* step.hpp - the course of a task as a sequence of steps (continuations). Each step is a function of one of the task's
 * parts, and calls the next step, until the task has to wait. Then it stores the step that follows the wait, and
 * returns. A waiting task needs no stack: it is only data. */
#pragma once

namespace ap1000
{

/* A member function of a part, bound to the part. */
class Step
{
  public:
    Step() = default;

    template <auto function, typename Part> static Step of(Part *part)
    {
        Step s;
        s.run_ = [](void *p) { (static_cast<Part *>(p)->*function)(); };
        s.part_ = part;
        return s;
    }

    void operator()() const
    {
        run_(part_);
    }

  private:
    void (*run_)(void *) = nullptr;
    void *part_ = nullptr;
};

class Steps
{
  public:
    /* Stores the step that follows when the wait ends; it stays until another is stored. */
    void then(Step s)
    {
        next_ = s;
    }

    /* The wait has ended. Runs the stored step, and returns when the task waits again. last: nothing else is to be done
     * at this simulated time, so time may pass before it returns. */
    void go(bool last)
    {
        last_ = last;
        next_();
        last_ = false;
    }
    bool is_last() const
    {
        return last_;
    }

  private:
    Step next_;
    bool last_ = false;
};

} // namespace ap1000
