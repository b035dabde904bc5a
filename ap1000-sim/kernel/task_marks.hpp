/* task_marks.hpp - what a task's program has noted on the way (machine.h, mach_ops.mark), until the piece of time that
 * it belongs to is told to those who watch the run. */
#pragma once

#include <cstddef>
#include <vector>

#include "kernel/call.hpp"

namespace ap1000
{

class TaskMarks
{
  public:
    static constexpr std::uint32_t all_posts = UINT32_MAX;

    /* Where new ones are put, behind those that are there. */
    std::vector<Mark> &behind()
    {
        if (taken_ == marks_.size()) {
            marks_.clear();
            taken_ = 0;
        }
        return marks_;
    }

    /* posts: how many lie before the first of them in this turn. */
    void add(const std::vector<Mark> &marks, std::uint32_t posts)
    {
        std::vector<Mark> &all = behind();
        const std::size_t had = all.size();
        all.insert(all.end(), marks.begin(), marks.end());
        lie_behind(posts, had);
    }

    /* The marks from this one on lie behind so many posts more. */
    void lie_behind(std::uint32_t posts, std::size_t from)
    {
        if (posts > 0)
            for (; from < marks_.size(); from++)
                marks_[from].posts += posts;
    }

    /* Those before the post of this number; all_posts: all that there are. They stay until others are added. */
    MarkRange take(std::uint32_t posts_before)
    {
        const std::size_t from = taken_;
        while (taken_ < marks_.size() && marks_[taken_].posts <= posts_before)
            taken_++;
        return {marks_.data() + from, marks_.data() + taken_};
    }

  private:
    std::vector<Mark> marks_;
    std::size_t taken_ = 0; /* so many, from the first one */
};

} // namespace ap1000
