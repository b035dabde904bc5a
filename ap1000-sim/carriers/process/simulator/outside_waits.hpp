/* outside_waits.hpp - processes that wait for others outside PVM: in the kernel for a connection, a pipe, a lock or a
 * child; or that look for a file again and again. It looks at them in /proc; it lets nobody go.
 *
 * A wait counts only if what the process has started waits likewise. One that reads its standard input is not meant:
 * that may come from people, or from a program that is slow.
 */
#ifndef AP1000_OUTSIDE_WAITS_HPP
#define AP1000_OUTSIDE_WAITS_HPP

#include <set>
#include <string>
#include <sys/types.h>

namespace ap1000
{

/* The call in which the process waits now, as "accept()"; "": in none of these, or the system does not tell. tasks:
 * processes that are tasks themselves, and so no work of this one. */
std::string outside_call(pid_t pid, const std::set<pid_t> &tasks);

/* What a process has done so far: ticks of processor time of its own and in the system, pages that it has got, bytes
 * that it has read and written. All 0 if the system does not tell. */
struct Doings {
    long long own = 0, in_system = 0, pages = 0, bytes = 0;
};
Doings doings_of(pid_t pid);

/* In between it has asked the system again and again, and got nothing: a loop that looks for a file. */
bool only_asked(const Doings &then, const Doings &now);

} // namespace ap1000

#endif
