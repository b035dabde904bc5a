/* path_steps.hpp - ways through a run as chains of steps (critical_path.hpp). Ways share the steps that they have in
 * common; a step that no way leads through is used again. */
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/pool.hpp"
#include "observe/path_sums.hpp"

namespace ap1000
{

class PathSteps;
struct PathStep;

/* A way, by its last step; it holds that step. */
class PathWay
{
  public:
    PathWay() = default;
    explicit PathWay(PathStep *last);
    PathWay(const PathWay &o) : PathWay(o.last_)
    {
    }
    PathWay(PathWay &&o) noexcept : last_(std::exchange(o.last_, nullptr))
    {
    }
    PathWay &operator=(PathWay o) noexcept
    {
        std::swap(last_, o.last_);
        return *this;
    }
    ~PathWay();

    PathStep *operator->() const
    {
        return last_;
    }
    PathStep *get() const
    {
        return last_;
    }
    explicit operator bool() const
    {
        return last_ != nullptr;
    }

  private:
    PathStep *last_ = nullptr;
};

/* A piece of the path in one task, and the way that led to it. `before` never has fewer steps behind it than this step
 * has. A step that others continue from does not change, except that older steps may be folded into it. */
struct PathStep {
    struct Own { /* time of the task itself, of one kind in one call */
        PathPart part;
        CallName call;
        Ns time;
    };
    PathWay before;
    PathSteps *home = nullptr;
    std::uint32_t holders = 0; /* ways, and steps after it */
    int tid = 0;               /* of the task; 0: it has no time of its own yet */
    std::array<Own, 8> own;
    std::uint32_t nown = 0;
    std::vector<Own> more;                               /* what there is beyond those */
    std::int64_t requests = 0, requests_of_the_host = 0; /* to the control program */
    PathPiece came;                                      /* what led from `before` to this: time of no task */
    std::unique_ptr<PathSums> older;                     /* the sum of the steps that were before this one */
    std::uint64_t number = 0;                            /* the number of steps up to here */
    std::uint64_t folded = 0; /* the number of the step that holds the sum of older ones, as far as is known */

    void spend(int task, PathPart part, CallName call, Ns span)
    {
        tid = task;
        for (std::uint32_t i = nown; i-- > 0;)
            if (own[i].call == call && own[i].part == part) {
                own[i].time += span;
                return;
            }
        if (nown < own.size())
            own[nown++] = {part, call, span};
        else
            spend_more({part, call, span});
    }
    void add_to(PathAdder &sum) const;

  private:
    void spend_more(const Own &what);
};

class PathSteps
{
  public:
    /* A step behind this way, which may be empty. */
    PathWay after(PathWay way);

    /* How many there are now. */
    std::size_t count() const
    {
        return count_;
    }

    void give_back(PathStep &s);

  private:
    Pool<PathStep> pool_;
    std::size_t count_ = 0;
};

inline PathWay::PathWay(PathStep *last) : last_(last)
{
    if (last_ != nullptr)
        last_->holders++;
}

/* Without recursion, because a chain may be long. */
inline PathWay::~PathWay()
{
    while (last_ != nullptr && --last_->holders == 0) {
        PathStep *const unused = last_;
        last_ = std::exchange(unused->before.last_, nullptr);
        unused->home->give_back(*unused);
    }
}

} // namespace ap1000
