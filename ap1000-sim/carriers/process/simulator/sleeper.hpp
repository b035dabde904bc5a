/* sleeper.hpp - a process that is seen asleep again and again. */
#ifndef AP1000_SLEEPER_HPP
#define AP1000_SLEEPER_HPP

#include <sys/types.h>

#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{

/* So often in a row a process started by hand is seen asleep before the others go on without it. */
constexpr int asleep_looks = 4;

/* A process at work for a task, seen from time to time: does it sleep all the while, for people or for another
 * program? */
class Sleeper
{
  public:
    bool still(pid_t pid)
    {
        long long spent = sleeps_after(pid);
        looks_ = spent >= 0 && spent == spent_ ? looks_ + 1 : 0;
        spent_ = spent;
        return looks_ >= asleep_looks;
    }

  private:
    long long spent_ = -1;
    int looks_ = 0;
};

} // namespace ap1000

#endif
