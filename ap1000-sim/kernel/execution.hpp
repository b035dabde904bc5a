/* execution.hpp - the running program of one task, as the kernel sees it: a process, or another form that a carrier
 * gives it (carrier.hpp). call.hpp has the data that both exchange: calls, posts, marks, replies.
 *
 * A program that has the turn runs by itself, with a clock of its own, until it needs an answer. Then it gives the turn
 * back with a call, and with the messages that it has posted meanwhile. The kernel executes all that in simulated
 * time, answers, and gives the turn again. */
#pragma once

#include <cstdint>
#include <ctime>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/call.hpp"

namespace ap1000
{

class Task;

/* The kernel's side of a running program: the carrier calls it while the program has the turn. */
class ExecutionOwner
{
  public:
    virtual ~ExecutionOwner() = default;

    /* The program still has the turn, and its output is the next in order: pass on what can be passed on without a
     * change in the result: whole lines, whole messages. */
    virtual void pass_on_output() = 0;

    /* Returns true if so much of its output has not been read that no more is to be passed on for now. */
    virtual bool reader_is_behind() const = 0;

    /* The program is detached (Execution::is_detached). If its turn is one without end, as complain_of_turn has said:
     * sends what it has posted until now, each at its time. What waits for people or for a program comes back. */
    virtual void send_early() = 0;

    /* The program has given the turn back, or died, and Execution::take_turn has been called for it. last: as of
     * Task::wake. */
    virtual void has_given_turn_back(bool last) = 0;

    /* Tells the user what the program does in its turn, that the run waits for it, and since when. */
    virtual void complain_of_turn(const std::string &what) = 0;

    /* Returns true if the program has the turn, and its present actions have no effect yet in simulated time: events
     * may be taken meanwhile. */
    virtual bool may_fall_behind() const = 0;

    /* The program had the turn ahead of time (Execution::give_turn_ahead), and has given it back or died. */
    virtual void came_to_call() = 0;

    /* Turns take long in real time now (true); or for some time none did. */
    virtual void turns_are_long(bool long_ones) = 0;
};

class Execution
{
  public:
    virtual ~Execution() = default;

    Task *task = nullptr;            /* the task that it belongs to, */
    ExecutionOwner *owner = nullptr; /* and what the carrier asks and tells about it; the kernel sets both */

    /* ---- the turn: none of these blocks, unless it says so ------------------------------------------------------ */

    /* The program has given the turn back, or died, and the kernel takes what it has left. Returns false if that was
     * taken before, or if the carrier has let the program go (Carrier::wait_for_all). */
    virtual bool take_turn() = 0;

    /* Returns true if the program has the turn, and the kernel no longer waits for it (Carrier::wait_for_all). */
    virtual bool is_detached() const = 0;

    /* Returns true if the program has the turn but another program has this computer's processor. */
    virtual bool awaits_processor() const
    {
        return false;
    }

    /* Returns true if the program has ended, in whatever way. */
    virtual bool dead() const = 0;

    /* Processor time of this computer that the program has used, maybe with that of others [ns]. */
    virtual std::int64_t spent_ns() const
    {
        timespec spent{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
        return spent.tv_sec * std::int64_t{1000000000} + spent.tv_nsec;
    }

    /* Appends the marks since the last time. Returns true if the program gave the turn back only for that, and wants it
     * again. A carrier that detaches programs lets it be called meanwhile, too, and take_posts. */
    virtual bool take_marks(std::vector<Mark> &into) = 0;

    /* Appends the messages that the program has posted since the last time, in order; the caller owns them. */
    virtual void take_posts(std::deque<Post> &into) = 0;

    /* Sets *asked to the program's request. */
    virtual void call(Call &asked) = 0;

    /* Returns what the task waits for; only while it waits for a message. A carrier may not know, and return {}. */
    virtual Purpose purpose() const
    {
        return {};
    }

    /* Returns the program's own clock [ns], even if the program has died. */
    virtual Ns clock() const = 0;

    /* What it has computed so far. */
    virtual WorkDone work() const
    {
        return {};
    }

    /* Makes it a task with these values. Is called before `answer`. */
    virtual void introduce(const Introduction &with) = 0;

    /* Gives the answer to its call. It takes messages from the front of `messages`, as many as it has room for, and
     * owns them then; the others stay for the next time. A message whose body is in another carrier's store is
     * copied. */
    virtual void answer(const Reply &reply, std::deque<Message> &messages) = 0;

    /* The program's turn is near: the carrier may prefetch what the program will use. */
    virtual void soon() const
    {
    }

    /* Gives the program the turn, so that it goes on. A dead program gives the turn back at once. */
    virtual void give_turn() = 0;

    /* Returns true if it may have the turn before its simulated time, and its output can be held back until then. */
    virtual bool may_run_ahead() const
    {
        return false;
    }

    /* Gives it the turn ahead of its time: nobody waits for it, and ExecutionOwner::came_to_call is told when it gives
     * it back or dies. await_turn: its time has come, and it is waited for as after give_turn; nothing is told any
     * more. With `done`, what it would do with this turn is known, and it counts as having given it back. Only if
     * may_run_ahead(). */
    virtual void give_turn_ahead()
    {
    }
    virtual void await_turn(bool)
    {
    }

    /* The program has the turn, and goes on while simulated time goes on, as after give_turn_ahead. */
    virtual void fall_behind()
    {
    }

    /* Returns true if the program still has the turn. */
    virtual bool has_turn() const
    {
        return false;
    }

    /* Returns false if the program may never run ahead. */
    virtual bool could_run_ahead() const
    {
        return false;
    }

    /* Returns the largest number of messages that `answer` takes. */
    virtual std::size_t messages_at_once() const
    {
        return 1;
    }

    /* Returns true if a signal handler (in real time) wants the turn for calls while the program waits. */
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

    /* The kernel no longer needs it, and its place is free for another. Afterwards only take_turn and the destructor
     * may be called. */
    virtual void close() = 0;

    /* Returns true if this task has been promised, and no program has become it yet. */
    virtual bool is_promised() const = 0;

    /* Ends a promise: no program may become it any more, and it is dead. If one has just become it, that program is
     * ended. */
    virtual void break_promise() = 0;

    /* ---- other questions of the kernel -------------------------------------------------------------------------- */

    /* Returns the output since the last time, if this machine collects it; "": nothing. */
    virtual std::string take_output() = 0;

    /* Returns false if it is known without asking that take_output would give nothing. */
    virtual bool may_have_output() const
    {
        return true;
    }

    /* Says whether the program waits for people from now on. If so, the kernel does not wait for its turn to end. */
    virtual void set_outside(bool outside) = 0;

    /* Returns the number that users of this computer see (the process id), or 0 if there is none yet. */
    virtual int number_for_users() const = 0;

    virtual Folders folders() const = 0;
};

} // namespace ap1000
