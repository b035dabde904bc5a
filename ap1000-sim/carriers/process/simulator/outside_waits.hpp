/* outside_waits.hpp - processes that wait for others outside PVM: in the kernel for a connection, a pipe, a lock or a
 * child. It looks at them in /proc; it lets nobody go. One that looks again and again for a file is not told from one
 * that computes.
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

} // namespace ap1000

#endif
