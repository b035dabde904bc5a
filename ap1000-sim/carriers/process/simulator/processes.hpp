/* processes.hpp - what the system knows about processes: their parents, and what signals do to them. */
#pragma once

#include <set>
#include <string>
#include <sys/types.h>
#include <sys/wait.h>
#include <vector>

#include "kernel/execution.hpp"

namespace ap1000
{

/* As a shell has it: of a process that a signal has ended, 128 and its number. status: of wait(2). */
inline int exit_code_of(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* What /proc/PID/stat says. pages: that it has got; own, in_system: processor time [clock ticks]. */
struct ProcessStat {
    char state = 0; /* 0: the process is gone */
    pid_t parent = 0, group = 0;
    long long pages = 0, own = 0, in_system = 0;
};
ProcessStat stat_in(const std::string &text);

/* Is `pid` a descendant of `ancestor`? */
bool descends(pid_t pid, pid_t ancestor);

/* Whether there is such a process that has not ended. */
bool process_lives(pid_t pid);

/* Whether the signal would end the process now: its action is the default one, and that is to end. */
bool signal_ends(pid_t pid, int number);

/* Whether a signal has stopped the process. */
bool process_is_stopped(pid_t pid);

/* The processor time that it has had [ns]; -1: it is gone. */
long long processor_time_ns(pid_t pid);

/* Whether the process waits in the kernel. */
bool process_sleeps(pid_t pid);

/* Does the process wait for processes that it has started, and are those, and what they wait for likewise, among
 * `others`? False where the system does not tell. */
bool waits_only_for(pid_t pid, const std::set<pid_t> &others);

/* May a signal that nobody sends in simulated time wake it: it has a handler, and a child that runs? */
bool child_may_signal(pid_t pid);

/* Living processes that it has started, that those have started, and so on. */
std::vector<pid_t> descendants(pid_t ancestor);

/* Its threads; none if it is gone. */
std::vector<pid_t> threads_of(pid_t pid);
/* What one of them has started, and has not waited for. */
std::vector<pid_t> children_of(pid_t thread);

/* A file of /proc/PID, whole; "" if it is gone. */
std::string process_file(pid_t pid, const char *name);

/* The path of its program; what /proc calls it, if that is all we know. */
std::string program_of(pid_t pid);
/* Where its program lies and where it works. */
Folders folders_of(pid_t pid);

/* The processor time that a process which sleeps in the kernel has had [clock ticks]; -1: it does not sleep. */
long long sleeps_after(pid_t pid);
/* One of its threads may work, while the first waits for it. */
bool all_threads_sleep(pid_t pid);

/* The processor time of all that live in a process group [clock ticks]; do they all sleep, or are stopped? */
struct GroupWork {
    long long ticks = 0;
    bool all_sleep = true;
};
GroupWork work_of_group(pid_t group);

} // namespace ap1000
