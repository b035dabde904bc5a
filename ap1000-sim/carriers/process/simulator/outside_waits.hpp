/* outside_waits.hpp - processes that wait for others outside PVM: in the kernel for a connection, a pipe, a lock or a
 * child; or that look for a file again and again. It looks at them in /proc; it lets nobody go.
 *
 * One that waits for its standard input is not meant: that may come from people, or from a program that is slow. */
#pragma once

#include <set>
#include <string>
#include <sys/types.h>

namespace ap1000
{

/* How a process waits now. */
struct OutsideWait {
    /* The processes that it has started: all wait outside, too; or some sleep for a while; or some work. */
    enum class Started { waits, sleeps, works };

    std::string call; /* as "accept()"; "": in no such call, or the system does not tell */
    Started started = Started::works;
};

/* tasks: processes that are tasks themselves, and so no work of this one. */
OutsideWait outside_wait(pid_t pid, const std::set<pid_t> &tasks);

/* Looks now and then at a task that has the turn: how often it was seen in the call in which it waits now. */
class WaitLooks
{
  public:
    void look(const OutsideWait &now);
    const std::string &call() const
    {
        return call_;
    }
    int in_call() const
    {
        return in_call_;
    }
    /* Nothing that it has started works, by what was seen: one look is not enough, and what sleeps may go on. */
    bool idles() const
    {
        return waiting_ >= 2 || idle_ >= 40;
    }
    bool waits() const
    {
        return waiting_ >= 2;
    }

  private:
    std::string call_;
    int in_call_ = 0;
    int waiting_ = 0; /* in a row at which all waited */
    int idle_ = 0;    /* at which none worked, less those at which one did */
};

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
