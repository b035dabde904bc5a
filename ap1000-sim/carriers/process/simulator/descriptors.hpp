/* descriptors.hpp - the limit of open files of this process, and whether one more task still fits. */
#pragma once

#include <cstddef>
#include <sys/resource.h>

namespace ap1000
{

class Descriptors
{
  public:
    /* Raises the soft limit (`ulimit -Sn`) to the hard one. Programs that are started get the old one: of_programs().
     */
    Descriptors();

    const rlimit &of_programs() const
    {
        return before_;
    }

    /* What is open now is not of tasks, and stays open. */
    void note_base();

    /* Do those of one more task fit beside `tasks`? If not, that is said in one line, once. */
    bool one_more_fits(std::size_t tasks);

  private:
    rlimit before_{}, now_{};
    std::size_t base_ = 0;
    bool said_ = false;
};

} // namespace ap1000
