/* step.hpp - the course of a task as a row of steps. Each step is a function of one of its parts, and goes straight on
 * to the one that follows, until the task has to wait: then it names the step that follows when what it waits for has
 * come, and returns. Meanwhile the task is nothing but its data. */
#ifndef AP1000_STEP_HPP
#define AP1000_STEP_HPP

namespace ap1000
{

/* A member function of a part, with the part. */
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
    /* This one follows when what the task waits for has come; and again, until another is named. */
    void then(Step s)
    {
        next_ = s;
    }

    /* What it waited for has come. Returns when it waits again. last: nothing else is to be done at this time, so time
     * may pass before it returns. */
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

#endif
