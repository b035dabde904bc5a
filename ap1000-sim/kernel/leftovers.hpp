/* leftovers.hpp - what is odd at the end of a run, though no call may have failed: messages that nobody has read, error
 * codes used as tids, items unpacked that nobody has packed. A line for each kind, however many tasks there are. */
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "kernel/message.hpp"
#include "kernel/reports.hpp"

namespace ap1000
{

class Leftovers
{
  public:
    /* The task leaves; its call says what its library has kept, and the kernel has what that has not got. */
    void left(const Task &t, const std::string &place);

    void say(Reports &reports) const;

  private:
    /* So many, by so many tasks; and what the first of them was. */
    struct Those {
        std::size_t count = 0, tasks = 0;
        std::string first;
    };
    Those unread_;
    std::string example_;
    std::map<std::string, Those> faults_; /* by what is said of the program */
};

} // namespace ap1000
