/* path_story.hpp - what tests tell a critical path by hand. Times are in ns. */
#pragma once

#include "expectation.hpp"
#include "observe/critical_path.hpp"

namespace ap1000
{

inline Parameters machine()
{
    Parameters p{};
    p.grid = {2, 2};
    return p;
}

inline void call(CriticalPath &c, int tid, const char *name, Ns from)
{
    c.enter(tid, Slice{Activity::call, name}, from);
}

/* The task waits from `from` until message `serial` of `m` arrives at t. */
inline void wait(CriticalPath &c, int tid, std::uint64_t serial, Ns from, Ns t)
{
    c.enter(tid, Slice{Activity::wait_message, ""}, from);
    if (serial != 0)
        c.woken(tid, serial);
    c.leave(tid, Activity::wait_message, t);
}

inline void compute(CriticalPath &c, int tid, Ns from, Ns to)
{
    c.enter(tid, Slice{Activity::computing, ""}, from);
    c.leave(tid, Activity::computing, to);
}

inline Ns time_of(const CriticalPath &c, PathPart part)
{
    return c.path().of(part);
}

} // namespace ap1000
