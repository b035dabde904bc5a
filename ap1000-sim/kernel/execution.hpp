/* execution.hpp - the running program of one task, as the kernel sees it: a process, or what else a carrier makes of it
 * (carrier.hpp); and what passes between the two: calls, posts, marks, replies.
 *
 * A program that has the turn runs by itself, with a clock of its own, until it needs an answer. Then it gives the turn
 * back with a call, and with the messages that it has posted on the way. The kernel makes all that happen in simulated
 * time, answers, and gives the turn again.
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

/* What a task asks for when it gives the turn back. */
enum class Request {
    join,     /* to become a task */
    leave,    /* to be a task no more */
    wait,     /* a message, until the deadline */
    idle,     /* nothing until the deadline; messages stay where they are */
    control,  /* the host's control program: `number` is the request, the body is in control.h */
    barrier,  /* `number`: enum mach_whom; `status` is its status word */
    meet,     /* a barrier of the tids in the body: mach_ops.meet */
    status,   /* the status lines; `number` 1: this cell's become `status` */
    audience, /* whether the tids in the body are all other tasks; if so, the next post to an audience is for them */
    covers,   /* mach_ops.covers for the tids in the body */
    flush,    /* nothing, so that its posts are taken */
    settle,   /* of a program that runs ahead: what time it is */
    unknown   /* not a request of our library */
};

struct Call {
    Request what = Request::unknown;
    int number = 0;
    std::uint32_t status = 0;
    int want_tid = 0, want_tag = 0, want_context = 0; /* Request::wait, for reports; -1: any */
    const unsigned char *body = nullptr;              /* the program's own memory, valid until it has the turn again */
    std::uint32_t body_bytes = 0;
    bool body_is_bad = false;  /* it does not lie where it may */
    Ns clock = 0;              /* the program's own clock now [ns] */
    Ns processor = 0;          /* processor time since the last post, or since it got the turn [ns] */
    Ns deadline = 0;           /* in its own clock [ns] */
    bool want_plain = false;   /* as mach_want.plain */
    bool then_forever = false; /* Request::wait that polls: if nothing is there, it waits for ever at once */
    bool naps = false;         /* as mach_want.naps */
    char name[24] = "";        /* the public function that waits */
};

/* What else is known of a task that waits for a message, for people who ask (struct mach_want). Nothing of it has been
 * checked. */
struct Purpose {
    std::string group, unheard; /* "": none */
    std::uint32_t unread = 0;
    std::vector<mach_unread> first;
};

/* A message that the program has sent since it got the turn. */
struct Post {
    enum class To {
        task,
        all,
        audience,
        nobody
    }; /* all: dst_tid is an enum mach_whom; nobody: not a post of our library */
    To to;
    Message message;     /* src_tid is not set yet */
    Ns clock, processor; /* as in Call, at the time of sending */
    bool body_is_bad;
};

/* What a program notes on the way if somebody watches the run. None of it has been checked. */
struct Mark {
    enum class What { call, returns, accepts, sleeps, wakes, unknown };
    What what;
    Ns clock;                /* the program's own clock [ns] */
    std::uint32_t posts;     /* how many messages it had posted before, since it got the turn */
    std::uint64_t serial;    /* accepts: which message, */
    std::int32_t src_tid;    /* its sender, */
    std::uint32_t len_bytes; /* and its length */
    char call[24];           /* call: the public function; may lack the NUL */
};

/* What a program is told when it becomes a task. */
struct Introduction {
    mach_identity who;
    Ns native_send, native_recv; /* of its node [ns] */
    PsPerByte copy;              /* at each end [ps/byte] */
};

struct Reply {
    int result = 0;
    bool interrupted = false;  /* the wait has ended for a signal, and the program calls again */
    std::uint32_t status = 0;  /* barrier, status: the OR of all status words */
    std::uint64_t signals = 0; /* sent to this task and not yet given to it; bit n - 1 is signal n */
    Ns now = 0;                /* its own clock from here on [ns] */
    bool waited = false;       /* to a wait then_forever: the poll gave nothing, at found_none of its own clock [ns], */
    Ns found_none = 0;         /* and this is the answer to the wait */
    bool shares_node = false;  /* other tasks want the same processor: it is to hand over at every post */
    bool ahead = false;        /* its message has not arrived yet: the program runs ahead (run_ahead.hpp) */
    bool same_turn = false;    /* no time has passed; the kernel keeps what it has posted in this turn */
    Ns late_wait = 0;          /* how much longer it has waited than it knows [ns] */
};

/* The folder of a program, and its working directory; "": not known. */
struct Folders {
    std::string program, current;
};

class Execution
{
  public:
    virtual ~Execution() = default;

    Task *task = nullptr; /* the task that it belongs to; the kernel sets it */

    /* ---- the turn: none of these blocks, unless it says so ------------------------------------------------------ */

    /* The program has given the turn back, or died, and the kernel takes what it has left. Returns false if that was
     * taken before, or if the carrier has let the program go (Carrier::wait_for_all). */
    virtual bool take_turn() = 0;

    /* It has the turn, and nobody waits for it any more (Carrier::wait_for_all). */
    virtual bool is_let_go() const = 0;

    /* It has ended, in whatever way. */
    virtual bool dead() const = 0;

    /* Appends what it has noted since the last time. Returns true if it gave the turn back only for that, and wants it
     * again. */
    virtual bool take_marks(std::vector<Mark> &into) = 0;

    /* Returns the next message that it has posted since it got the turn; the caller owns it. Empty: there are no
     * more. */
    virtual std::optional<Post> next_post() = 0;

    /* Returns what it asks for. */
    virtual Call call() = 0;

    /* Returns what the task waits for; only while it waits for a message. A carrier that does not know says nothing. */
    virtual Purpose purpose() const
    {
        return {};
    }

    /* Returns its own clock [ns], even if it has died. */
    virtual Ns clock() const = 0;

    /* Makes it a task with these values. Is called before `answer`. */
    virtual void introduce(const Introduction &with) = 0;

    /* Gives the answer to its call. It takes messages from the front of `messages`, as many as it has room for, and
     * owns them then; the others stay for the next time. A message whose body is in another carrier's store is
     * copied. */
    virtual void answer(const Reply &reply, std::deque<Message> &messages) = 0;

    /* Its turn is near: what it will use may be fetched. */
    virtual void soon() const
    {
    }

    /* Gives it the turn, so that it goes on. A program that has died gives the turn back at once. */
    virtual void give_turn() = 0;

    /* Returns true if it may have the turn before its time has come, and what it prints can be held back until then. */
    virtual bool may_run_ahead() const
    {
        return false;
    }

    /* Gives it the turn ahead of its time: nobody waits for it, and Task::came_to_call is told when it gives it back or
     * dies. await_turn: its time has come, and it is waited for as after give_turn; nothing is told any more. With
     * `done`, what it would do with this turn is known, and it counts as having given it back. Only if
     * may_run_ahead(). */
    virtual void give_turn_ahead()
    {
    }
    virtual void await_turn(bool)
    {
    }

    /* It has the turn, and runs on while simulated time goes on: as after give_turn_ahead. */
    virtual void fall_behind()
    {
    }

    /* It still has the turn. */
    virtual bool has_turn() const
    {
        return false;
    }

    /* False: it will never be true that it may run ahead. */
    virtual bool could_run_ahead() const
    {
        return false;
    }

    /* How many messages `answer` takes at most. */
    virtual std::size_t messages_at_once() const
    {
        return 1;
    }

    /* A handler of a signal in real time wants to make calls while the program waits, so it needs the turn soon. */
    virtual bool wants_turn() const = 0;

    /* ---- signals and its end ------------------------------------------------------------------------------------ */

    /* Returns whether this signal would end it now, because its action is the default one and that is to end. True if
     * it is dead. */
    virtual bool ends_by(int signal) const = 0;

    /* Raises the signal in it now, in real time. await_end: returns only when it has died, or the machine is to stop.
     * Does nothing if it has not been started. */
    virtual void raise(int signal, bool await_end) = 0;

    /* Returns how it ended, as wait() gives it; blocks (real time) until it has. Empty: this machine has not started
     * it. */
    virtual std::optional<int> exit_status() = 0;

    /* The kernel has done with it, and its place is free for another. Afterwards only take_turn and the destructor may
     * be called. */
    virtual void close() = 0;

    /* It has been promised, and no program has become it yet. */
    virtual bool is_promised() const = 0;

    /* Ends a promise: no program may become it any more, and it is dead. If one has just become it, that program is
     * ended. */
    virtual void break_promise() = 0;

    /* ---- what else the kernel asks ------------------------------------------------------------------------------ */

    /* Returns what it has printed since the last time, if this machine collects it; "": nothing. */
    virtual std::string take_output() = 0;

    /* False: take_output would give nothing, and that is known without asking. */
    virtual bool may_have_output() const
    {
        return true;
    }

    /* Says whether it waits for people from now on. If so, nobody waits for it while it has the turn. */
    virtual void set_outside(bool outside) = 0;

    /* Returns its number for users of this computer (its process id), or 0 if it has none yet. */
    virtual int number_for_users() const = 0;

    virtual Folders folders() const = 0;
};

} // namespace ap1000

#endif
