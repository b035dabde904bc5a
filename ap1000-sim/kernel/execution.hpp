/* execution.hpp - the running program behind one task, as the kernel sees it: a process, or whatever else a carrier
 * makes of it (carrier.hpp). What passes between the two: calls, posts, marks, replies.
 *
 * A program runs by itself, on a clock of its own, until it needs an answer: it has the turn. Then it gives the turn
 * back with a call, and with the messages that it has posted on its way there. The kernel lets all that come to pass in
 * simulated time, answers, and gives it the turn again.
 */
#ifndef AP1000_EXECUTION_HPP
#define AP1000_EXECUTION_HPP

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/message.hpp"
#include "machine.h"

namespace ap1000
{

class Task;

/* What a task asks for when it gives its turn back. */
enum class Request {
    join,     /* to become a task */
    leave,    /* to be one no more */
    wait,     /* a message, until the deadline */
    idle,     /* nothing until the deadline; messages are left where they are */
    control,  /* the host's control program: `number` is its request, the body what control.h says */
    barrier,  /* `number`: enum mach_whom; it brings `status` */
    meet,     /* a barrier of the tids in the body, as mach_ops.meet */
    status,   /* the status lines; `number` 1 sets this cell's to `status` */
    audience, /* are the tids in the body all other tasks? Then the next post to an audience is for them */
    covers,   /* of the tids in the body, as mach_ops.covers */
    flush,    /* only to take the posts */
    unknown   /* nothing that a library of ours asks for */
};

struct Call {
    Request what = Request::unknown;
    int number = 0;
    std::uint32_t status = 0;
    int want_tid = 0, want_tag = 0, want_context = 0; /* Request::wait, for reports; -1: any */
    const unsigned char *body = nullptr;              /* the program's own, good until it has the turn again */
    std::uint32_t body_bytes = 0;
    bool body_is_bad = false; /* it does not lie where it may */
    Ns clock = 0;             /* the program's own clock now [ns] */
    Ns processor = 0;         /* processor time since the last post, or since it got the turn [ns] */
    Ns deadline = 0;          /* in its own clock [ns] */
    char name[24] = "";       /* the public function that waits */
};

/* What else is known of a task that waits for a message, for people who ask (struct mach_want). Nothing of it has been
 * checked. */
struct Purpose {
    std::string group, unheard; /* "": none */
    std::uint32_t unread = 0;
    std::vector<mach_unread> first;
};

/* A message that it has sent since it got the turn. */
struct Post {
    enum class To {
        task,
        all,
        audience,
        nobody
    }; /* all: dst_tid is an enum mach_whom; nobody: nothing that a library of ours posts */
    To to;
    Message message;     /* src_tid is still to be set */
    Ns clock, processor; /* as in Call, when it was sent */
    bool body_is_bad;
};

/* What a program notes on its way while somebody looks into the run. Nothing of it has been checked. */
struct Mark {
    enum class What { call, returns, accepts, sleeps, wakes, unknown };
    What what;
    Ns clock;                /* the program's own [ns] */
    std::uint32_t posts;     /* how many it had posted before, since it got the turn */
    std::uint64_t serial;    /* accepts: which message, */
    std::int32_t src_tid;    /* whose it was, */
    std::uint32_t len_bytes; /* and how long */
    char call[24];           /* call: the public function; may be without an end */
};

/* What it is told when it becomes a task. */
struct Introduction {
    mach_identity who;
    Ns native_send, native_recv; /* of its node [ns] */
    PsPerByte copy;              /* at either end [ps/byte] */
};

struct Reply {
    int result = 0;
    bool interrupted = false;  /* the wait has been ended for a signal: it is to call again */
    std::uint32_t status = 0;  /* barrier, status: the OR of all */
    std::uint64_t signals = 0; /* sent to this task and not yet given to it; bit n - 1 is signal n */
    Ns now = 0;                /* its own clock from here on [ns] */
    bool shares_node = false;  /* other tasks want the same processor: it is to hand over at every post */
};

/* Where a program lies and where it works; "": not known. */
struct Folders {
    std::string program, current;
};

class Execution
{
  public:
    virtual ~Execution() = default;

    Task *task = nullptr; /* whose it is; set by the kernel */

    /* ---- the turn: none of these blocks, unless it says so ------------------------------------------------------ */

    /* It has given the turn back, or died, and the kernel takes what it has left. False: it was taken before, or the
     * carrier has let it go on by itself (Carrier::wait_for_all). */
    virtual bool take_turn() = 0;

    /* It has the turn, and nobody waits for it any more (Carrier::wait_for_all). */
    virtual bool is_let_go() const = 0;

    /* It has ended, in whatever way. */
    virtual bool dead() const = 0;

    /* Append what it has noted since the last time. True: it gave the turn back only for that, and wants it again. */
    virtual bool take_marks(std::vector<Mark> &into) = 0;

    /* The next message that it has posted since it got the turn; the caller owns it. Empty: no more. */
    virtual std::optional<Post> next_post() = 0;

    /* What it asks for. */
    virtual Call call() = 0;

    /* What it waits for; only while it waits for a message. A carrier that does not know says nothing. */
    virtual Purpose purpose() const
    {
        return {};
    }

    /* Its own clock, also of one that has died [ns]. */
    virtual Ns clock() const = 0;

    /* It is a task from now on, with these. Before `answer`. */
    virtual void introduce(const Introduction &with) = 0;

    /* The answer to its call. From the front of `messages` it takes as many as it has room for, and owns them then;
     * what is left stays for another time. A message whose body is in another carrier's store it copies. */
    virtual void answer(const Reply &reply, std::deque<Message> &messages) = 0;

    /* It goes on. Also with one that has died: that one gives the turn back at once. */
    virtual void give_turn() = 0;

    /* A handler of real time wants to make calls while the program waits: it is to get the turn as soon as may be. */
    virtual bool wants_turn() const = 0;

    /* ---- signals and its end ------------------------------------------------------------------------------------ */

    /* Would this signal end it now: its action is the default one, and that is to end? Also of one that is dead. */
    virtual bool ends_by(int signal) const = 0;

    /* Raise the signal in it now, in real time. await_end: returns when it has died, or the machine is to stop. Nothing
     * if it has not been started. */
    virtual void raise(int signal, bool await_end) = 0;

    /* How it ended, as of wait(); blocks (real time) until it has. Empty: it was not started by this machine. */
    virtual std::optional<int> exit_status() = 0;

    /* It is forgotten, and its place is free for another one. After it only take_turn and the destructor may be called.
     */
    virtual void close() = 0;

    /* It was promised, and no program has become it yet. */
    virtual bool is_promised() const = 0;

    /* One that was promised: nobody is to become it any more; it is dead then. If somebody has just now, that one is
     * ended. */
    virtual void break_promise() = 0;

    /* ---- what else is known of it ------------------------------------------------------------------------------- */

    /* What it has printed since the last time, if this machine collects it; "": nothing. */
    virtual std::string take_output() = 0;

    /* It waits for people from now on, and nobody is to wait for it when it has the turn; or no more. */
    virtual void set_outside(bool outside) = 0;

    /* The number by which users of this computer know it; 0: none yet. */
    virtual int number_for_users() const = 0;

    virtual Folders folders() const = 0;
};

} // namespace ap1000

#endif
