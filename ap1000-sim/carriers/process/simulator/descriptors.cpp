/* descriptors.cpp - see descriptors.hpp. */
#include "carriers/process/simulator/descriptors.hpp"

#include <cstdio>
#include <dirent.h>

namespace ap1000
{
namespace
{

constexpr std::size_t each_task = 3; /* its socket, its pidfd, and the pipe of its output or the terminal of its user */
constexpr std::size_t reserve = 24;  /* files of /proc, a pipe's other end, those who connect and are refused */

std::size_t count_open()
{
    std::size_t n = 0;
    DIR *all = opendir("/proc/self/fd");
    if (all == nullptr)
        return 32; /* no /proc: more than the simulator has */
    while (readdir(all) != nullptr)
        n++;
    closedir(all);
    return n;
}

} // namespace

Descriptors::Descriptors()
{
    getrlimit(RLIMIT_NOFILE, &before_);
    now_ = before_;
    now_.rlim_cur = now_.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &now_) != 0)
        now_ = before_;
}

void Descriptors::note_base()
{
    base_ = count_open();
}

bool Descriptors::one_more_fits(std::size_t tasks)
{
    if (now_.rlim_cur == RLIM_INFINITY || (tasks + 1) * each_task + base_ + reserve <= now_.rlim_cur)
        return true;
    if (!said_)
        std::fprintf(stderr,
                     "ap1000: no room for more than these %zu tasks: this computer allows %llu open files (ulimit "
                     "-Hn), and a task "
                     "takes %zu\n",
                     tasks, static_cast<unsigned long long>(now_.rlim_cur), each_task);
    said_ = true;
    return false;
}

} // namespace ap1000
