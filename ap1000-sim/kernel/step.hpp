/* step.hpp - the course of a task as a row of steps. Each step is a function of one of its parts: it says which one
 * follows, and whether that follows at once. Between two steps a task that waits is nothing but its data. */
#ifndef AP1000_STEP_HPP
#define AP1000_STEP_HPP

namespace ap1000
{

/* A member function of a part, with the part. Returns true if the step that it has named follows at once; false: with
 * the next Steps::go. */
class Step
{
  public:
    Step() = default;

    template <auto function, typename Part> static Step of(Part *part)
    {
        Step s;
        s.run_ = [](void *p) { return (static_cast<Part *>(p)->*function)(); };
        s.part_ = part;
        return s;
    }

    bool operator()() const
    {
        return run_(part_);
    }

  private:
    bool (*run_)(void *) = nullptr;
    void *part_ = nullptr;
};

class Steps
{
  public:
    /* What a step returns: this one follows at once; or when what the task waits for has come. */
    bool then(Step s)
    {
        next_ = s;
        return true;
    }
    bool wait_then(Step s)
    {
        next_ = s;
        return false;
    }

    /* What it waited for has come. Returns when it waits again. last: nothing else is to be done at this time, so time
     * may pass before it returns. */
    void go(bool last)
    {
        last_ = last;
        while (next_())
            ;
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

#endif
