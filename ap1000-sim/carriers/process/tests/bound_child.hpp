/* bound_child.hpp - a child of a test that leaves nothing behind: it ends with the test, however that ends. */
#ifndef AP1000_BOUND_CHILD_HPP
#define AP1000_BOUND_CHILD_HPP

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace ap1000
{

/* As fork(). The child is ended when its parent has ended, also if it had before the child could ask for that. */
inline pid_t fork_bound()
{
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(0);
    }
    return pid;
}

} // namespace ap1000

#endif
