/* bound_child.hpp - a child of a test that leaves nothing behind: it ends with the test, however that ends; and what
 * tests of processes share. */
#pragma once

#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>

#include "carriers/slots/wire/carrier.h"

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

/* Those that cmocka and whoever has started us have set. */
inline void forget_signals()
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
}

[[noreturn]] inline void sleep_for_ever()
{
    for (;;)
        pause();
}

/* The processor time of this thread. */
inline double processor_s()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

inline carrier_hello hello_with(std::uint32_t word)
{
    carrier_hello hello{};
    hello.magic = CARRIER_MAGIC;
    hello.version = CARRIER_VERSION;
    hello.word = word;
    return hello;
}

inline int open_files()
{
    int n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

inline std::string all_of(int file)
{
    std::string all;
    char piece[4096];
    for (ssize_t n; (n = read(file, piece, sizeof piece)) > 0;)
        all.append(piece, static_cast<std::size_t>(n));
    close(file);
    return all;
}

} // namespace ap1000
