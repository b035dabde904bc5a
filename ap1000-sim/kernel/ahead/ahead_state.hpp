/* ahead_state.hpp - what a task has done ahead of simulated time, and which of its messages it has and has not been
 * given: the data that giving (ahead_queue.hpp), making it happen (replay.hpp) and looking ahead (lookahead.hpp) share.
 */
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/call.hpp"
#include "kernel/task.hpp"

namespace ap1000
{

/* What a program did from one of its calls to the next, ahead of simulated time. It is kept until simulated time
 * reaches its begin (run_ahead.hpp). The segments of a task are its replay log (replay.hpp). */
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

constexpr std::uint64_t serial_not_known = UINT64_MAX; /* of a message that is given before it is sent */

struct AheadState {
    explicit AheadState(Task &t) : task(t)
    {
    }

    Task &task;
    std::deque<Segment> segments;   /* that simulated time has not come to; the last may still run */
    std::optional<Segment> current; /* that it has come to, until it is looked at */
    std::uint64_t numbers = 0;      /* of segments */
    std::uint64_t bytes = 0;        /* posted in them */
    Call next_call;                 /* of the program, in its own clock, as long as it is not answered */
    bool knows_call = false;        /* next_call is the next one to be asked */
    bool stands = false;            /* its program waits in next_call */
    bool in_turn = false;           /* its turn began ahead, or messages are held back: look at its call first */
    bool forgotten = false;         /* a signal has ended it: nothing of it counts any more */
    Ns shift = 0;                   /* that its own clock is behind */
    Ns processor = 0;               /* used since the last post, and handed over in the same turn */
    Ns late_wait = 0;               /* that the library has not been told of (mach_told) */
    std::uint64_t serial = 0;       /* of the message that the segment began with */
    std::string printed;            /* in the segment, not passed on yet */
    std::deque<Message> inbox;      /* given with the last answer, not taken in yet */
    std::deque<Message> earlier;    /* taken in, while its program was ahead: for its next wait */

    bool holds_messages() const
    {
        return !inbox.empty() || !earlier.empty();
    }

    /* The message that the program is given has come, or comes, after all that it has not been given. */
    void all_are_before()
    {
        for (auto m = earlier.rbegin(); m != earlier.rend() && m->behind; ++m)
            m->behind = false;
    }

    /* A segment that begins here, of the program's own clock. */
    Segment &add_segment(Ns base)
    {
        Segment &s = segments.emplace_back();
        s.number = ++numbers;
        s.base = base;
        task.segments_ahead = segments.size();
        return s;
    }

    /* Simulated time has come to the first one. */
    void begin_segment()
    {
        current.emplace(std::move(segments.front()));
        segments.pop_front();
        task.segments_ahead = segments.size();
        printed += std::exchange(current->printed, "");
        in_turn = true;
    }

    void forget_segments()
    {
        segments.clear();
        task.segments_ahead = 0;
        current.reset();
        bytes = 0;
        forgotten = true;
    }

    /* In simulated time: a post, marks, and the program's call, which is known or asked for. */
    void place(Post &p)
    {
        p.clock += shift;
        p.processor += std::exchange(processor, 0);
    }
    void place(std::vector<Mark> &marks, std::size_t from, std::uint64_t serial_of_message) const
    {
        for (; from < marks.size(); from++) {
            Mark &m = marks[from];
            m.clock += shift;
            m.returned += shift;
            if (m.serial == serial_not_known)
                m.serial = serial_of_message;
        }
    }
    void take_call(Call &c)
    {
        if (std::exchange(knows_call, false))
            c = next_call;
        else
            task.execution->call(c);
        c.clock += shift;
        c.deadline += shift != 0 && c.deadline != MACH_FOREVER ? shift : 0;
        c.processor += std::exchange(processor, 0);
    }
};

} // namespace ap1000
