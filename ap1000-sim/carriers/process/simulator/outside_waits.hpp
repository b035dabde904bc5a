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

/* What a process or a thread has done so far: processor time of its own and in the system, in one unit, pages that it
 * has got, bytes that it has read and written. All 0 if the system does not tell. */
struct Doings {
    long long own = 0, in_system = 0, pages = 0, bytes = 0;
    long long looked = 0; /* bytes that are read then for this look */
};
Doings doings_of(pid_t pid);
Doings doings_of_thread(pid_t thread); /* of this process */
/* Of the calling thread; async-signal-safe. */
Doings own_doings();

/* Looks now and then at a task that has the turn, whether it only asks the system for something: a loop that looks for
 * a file. */
class Asking
{
  public:
    /* Is it time for a look? spent_s: its processor time since the turn began [s]. */
    bool is_due(double spent_s) const
    {
        return !asks_ && spent_s >= since_s_ + piece_s;
    }
    void look(double spent_s, const Doings &now);
    /* It has done nothing else in the last piece of its processor time. */
    bool asks() const
    {
        return asks_;
    }

  private:
    static constexpr double piece_s = 0.5;

    bool asks_ = false;
    double since_s_ = 0; /* of the last look; 0: there was none */
    Doings then_;
};
constexpr const char *asks_outside = "asks the system for something again and again, outside PVM";

} // namespace ap1000

#endif
