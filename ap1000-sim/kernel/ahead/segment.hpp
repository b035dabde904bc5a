/* segment.hpp - what a program did from one of its calls to the next, ahead of simulated time. It is kept until
 * simulated time reaches its begin (run_ahead.hpp). The segments of a task are its replay log (replay.hpp). */
#ifndef AP1000_SEGMENT_HPP
#define AP1000_SEGMENT_HPP

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "kernel/call.hpp"

namespace ap1000
{

struct Segment {
    std::uint64_t number = 0;    /* of those of its task, from 1; the message that it began with has it, too */
    Ns base = 0;                 /* the program's own clock where it began */
    std::uint64_t serial = 0;    /* of that message, once it has come to the task */
    bool came = false;           /* the message came to the task before the call that asks for it */
    bool done = false;           /* the program has come to its next call: the rest is known */
    bool died = false;           /* or it has died; there is no call */
    Ns processor = 0;            /* used since the last post, while it goes on after a call in the same turn */
    std::uint64_t posts_len = 0; /* bytes of what it has posted */
    std::deque<Post> posts;      /* in its own clock, as marks and call */
    std::vector<Mark> marks;
    std::string printed;
    Call call;
};

} // namespace ap1000

#endif
