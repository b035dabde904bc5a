/* task_marks.hpp - what a task's program has noted on the way (machine.h, mach_ops.mark), until the piece of time that
 * it belongs to is told to those who watch the run. */
#ifndef AP1000_TASK_MARKS_HPP
#define AP1000_TASK_MARKS_HPP

#include <algorithm>
#include <vector>

#include "kernel/call.hpp"

namespace ap1000
{

class TaskMarks
{
  public:
    static constexpr std::uint32_t all_posts = UINT32_MAX;

    /* posts: how many lie before the first of them in this turn. */
    void add(const std::vector<Mark> &marks, std::uint32_t posts)
    {
        for (Mark m : marks) {
            m.posts += posts;
            marks_.push_back(m);
        }
    }

    /* Those before the post of this number; all_posts: all that there are. They stay until the next call. */
    const std::vector<Mark> &take(std::uint32_t posts_before)
    {
        auto later = std::find_if(marks_.begin(), marks_.end(),
                                  [posts_before](const Mark &m) { return m.posts > posts_before; });
        taken_.assign(marks_.begin(), later);
        marks_.erase(marks_.begin(), later);
        return taken_;
    }

  private:
    std::vector<Mark> marks_, taken_;
};

} // namespace ap1000

#endif
