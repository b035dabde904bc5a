/* call.hpp - the data that a program and the kernel exchange with the turn: calls, posts, marks, replies. */
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kernel/call_name.hpp"
#include "kernel/message.hpp"
#include "kernel/turn_reply.h"
#include "machine.h"
#include "work.h"

namespace ap1000
{

/* The request of a task when it gives the turn back. */
enum class Request {
    join,     /* to become a task */
    leave,    /* to stop being a task */
    wait,     /* a message, until the deadline */
    idle,     /* nothing until the deadline; messages stay where they are */
    control,  /* the host's control program: `number` is the request, the body is in control.h */
    barrier,  /* `number`: enum mach_whom; `status` is its status word */
    meet,     /* a barrier of the tids in the body: mach_ops.meet */
    status,   /* the status lines; `number` 1: this cell's become `status` */
    audience, /* whether the tids in the body are all other tasks; if so, the next post to an audience is for them */
    covers,   /* mach_ops.covers for the tids in the body */
    flush,    /* nothing, so that its posts are taken */
    settle,   /* for a program that runs ahead: the current time */
    unknown   /* not a request of our library */
};

constexpr const char *name_of(Request r)
{
    constexpr const char *names[] = {"join",   "leave",    "wait",   "idle",  "control", "barrier", "meet",
                                     "status", "audience", "covers", "flush", "settle",  "unknown"};
    return names[static_cast<int>(r)];
}

struct Call {
    Request what = Request::unknown;
    int number = 0;
    std::uint32_t status = 0;
    mach_want_values want{};             /* Request::wait */
    const unsigned char *body = nullptr; /* the program's own memory, valid until it has the turn again */
    std::uint32_t body_bytes = 0;
    bool body_is_bad = false; /* it is outside the allowed memory */
    Ns clock = 0;             /* the program's own clock now [ns] */
    Ns processor = 0;         /* processor time since the last post, or since it got the turn [ns] */
    Ns deadline = 0;          /* in its own clock [ns] */
    char name[96] = "";       /* the public function that waits */
};

/* What a task waits for, in its own words (struct mach_want), for people who ask. Nothing of it has been checked. */
struct Purpose {
#define PURPOSE_TEXT(NAME, BYTES) std::string NAME; /* "": none */
    MACH_WANT_TEXTS(PURPOSE_TEXT)
#undef PURPOSE_TEXT
};

/* A message that the program has sent since it got the turn. */
struct Post {
    enum class To {
        task,
        all,
        audience,
        nobody
    }; /* all: dst_tid is an enum mach_whom; nobody: not a post of our library */

    /* Takes over one reference to the body, as Message. */
    Post(To whom, const Header &header, Bodies &store, Bodies::Place body, Ns sent, Ns on_processor, bool is_bad)
        : to(whom), message(header, store, body), clock(sent), processor(on_processor), body_is_bad(is_bad)
    {
    }

    To to;
    Message message;     /* src_tid is not set yet */
    Ns clock, processor; /* as in Call, at the time of sending */
    bool body_is_bad;
};

/* What a program notes during its turn if the run is traced or reported. Nothing of it has been checked. */
struct Mark {
    /* whole_call: a call and its return */
    enum class What { call, returns, accepts, sleeps, wakes, computes, whole_call, unknown };
    What what;
    Ns clock;                /* the program's own clock [ns] */
    std::uint32_t posts;     /* how many messages it had posted before, since it got the turn */
    std::uint64_t serial;    /* accepts: which message; computes: so many operations since the last such mark; */
                             /* call, whole_call: where it was made, by the addresses of the program's file */
    std::int32_t src_tid;    /* its sender; their class */
    std::uint32_t len_bytes; /* and its length */
    CallName call;           /* call, whole_call: the public function, */
    Ns returned = 0;         /* whole_call: and when it returned, by the program's own clock [ns] */
};

/* Consecutive marks in memory that this object does not own. */
struct MarkRange {
    const Mark *first = nullptr, *last = nullptr; /* last: the end */

    MarkRange() = default;
    MarkRange(const Mark *from, const Mark *to) : first(from), last(to)
    {
    }
    const Mark *begin() const
    {
        return first;
    }
    const Mark *end() const
    {
        return last;
    }
};

/* The values that a program gets when it becomes a task. */
struct Introduction {
    mach_identity who;
    Ns native_send, native_recv; /* of its node [ns] */
    PsPerByte copy;              /* at each end [ps/byte] */
    mach_work_price work;        /* counted computing */
};

using WorkCounts = std::array<std::int64_t, PVMSIM_WORK_CLASSES>; /* operations by class */

/* What a program has computed, and what that has cost it so far. */
struct WorkDone {
    enum class How { free, counted, measured };
    How how = How::free;     /* how computing is charged in this run */
    bool is_counted = false; /* the program, or a library that it has loaded, was compiled counted */
    Ns charged = 0;          /* How::counted: for it [ns], */
    WorkCounts count{};      /* and of what it consisted */
};

/* The reply to a call. told: the values that the library has already got; they stay until new ones come. */
struct Reply : turn_reply {
    explicit Reply(const mach_told &so_far = {}) : turn_reply{}
    {
        told = so_far;
    }
};

/* The folder of a program, and its working directory; "": not known. */
struct Folders {
    std::string program, current;
};

} // namespace ap1000
