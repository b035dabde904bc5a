/* carrier.hpp - the interface to the part that runs the programs of tasks: it starts them, waits for them in real time,
 * and notices their end. Each machine has one carrier (carriers/), which may pass programs that it cannot run on to
 * another carrier.
 *
 * The kernel calls it from one thread, and takes no event while a program has the turn that it must wait for. What
 * comes from outside at any real time (new programs, deaths, a signal to the simulator) is kept until the kernel looks.
 */
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kernel/execution.hpp"
#include "kernel/program.hpp"
#include "kernel/terminal.hpp"

namespace ap1000
{

/* A program that the machine has not started, and that will be a task. */
struct JoinedProgram {
    std::unique_ptr<Execution> execution;
    std::string program;
    bool is_master;                     /* the machine was started for this program, and ends with it */
    std::shared_ptr<Terminal> terminal; /* gets the lines of its children; nullptr: it has no terminal of its own */
};

/* What has come from outside. */
struct News {
    bool newcomers, deaths, wants_turn; /* deaths, wants_turn: since the last look */
    bool stop;                          /* the machine must stop; nothing else counts then */
};

/* How the rest of the machine is ended. */
struct Ending {
    Ns now;
    int code; /* the exit code for programs that still wait in a call */
    bool
        halted; /* a task has asked for the end: programs get the signal that PVM's daemon would send, and go on without
                    the machine if they survive it */
};

class Carrier
{
  public:
    virtual ~Carrier() = default;

    /* The store for the bodies of messages, both of its programs and of the machine itself. */
    virtual Bodies &bodies() = 0;

    /* ---- starting: none of these waits for the program ----------------------------------------------------------- */

    /* Starts a program at simulated time `now`; it has the turn. own_terminal: it uses the simulator's input and
     * output, as the program that the user has started; otherwise its output is collected. Returns nullptr if it cannot
     * be started; if that is the program's own fault, a line has said why. The caller owns the result. */
    virtual std::unique_ptr<Execution> start(const std::string &path, const Program &program, Ns now,
                                             bool own_terminal) = 0;

    /* Makes room for a program that the task `starter` (a tasker) will start. *environment gets NAME=value entries:
     * the process that has them becomes this program, and has the turn then. Returns nullptr if there is no room. */
    virtual std::unique_ptr<Execution> promise(const Execution &starter, Ns now,
                                               std::vector<std::string> *environment) = 0;

    /* Returns the programs that have joined by themselves, in the order of their coming; each has the turn. Those for
     * which there is no room have been sent away. */
    virtual std::vector<JoinedProgram> take_joined(Ns now) = 0;

    /* Waits (real time) for the program that started this machine for itself. Returns false if it will not come. */
    virtual bool await_master() = 0;

    /* ---- waiting (real time) for programs that have the turn ----------------------------------------------------- */

    /* Returns true if a program has the turn that the kernel must wait for. */
    virtual bool anyone_runs() const = 0;

    /* Returns true if only events are left to do: no program has the turn, none computes without end, nothing has come
     * from outside, not even the order to stop. Called at each event, so it must be cheap; false if not known. */
    virtual bool is_quiet() const
    {
        return false;
    }

    /* Waits until each program has given the turn back or died; not for long for one that may fall behind
     * (ExecutionOwner::may_fall_behind). handed_over gets those, in the order of their start.
     * All others are detached: nobody waits for them until they give the turn back by themselves. They wait for people,
     * or in real time for another program that is to join, or have left. Returns false if the machine is to stop. */
    virtual bool wait_for_all(std::vector<Execution *> &handed_over) = 0;

    /* The same for one program. Returns at once if nobody waits for it, or if it does not have the turn. */
    virtual bool wait_for(Execution &e) = 0;

    /* Returns what has come from outside. Does not block. */
    virtual News look() = 0;

    /* Sets the function whose text answers questions from outside about what the tasks do, also while the kernel waits
     * for programs. A carrier without such questions does nothing. */
    virtual void on_inquiry(std::function<std::string()>)
    {
    }

    /* Called when nothing runs and no event is left. Returns true if something can still come from outside: from
     * programs that are not tasks or are detached, and, for a machine that stays, from anybody. If so, it waits
     * a little for that (real time). */
    virtual bool wait_for_others() = 0;

    /* The same for signals: returns whether a signal may wake a task, or has just woken one, that nobody has sent in
     * simulated time. */
    virtual bool wait_for_signals() = 0;

    /* Wait (real time) until something comes from outside, at most so long. */
    virtual void wait_for_news(int ms)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    }

    /* Returns true if a program has been detached because it computes and makes no call. */
    virtual bool any_is_endless() const
    {
        return false;
    }

    /* ---- the end ------------------------------------------------------------------------------------------------- */

    /* stop: the number of the signal that ends the machine, or 0. request_stop makes that SIGTERM from now on. */
    virtual int stop() const = 0;
    virtual void request_stop() = 0;

    /* Returns true if the master has ended, and waits only for the end of the machine. */
    virtual bool master_exits() const = 0;

    /* Ends all programs: those that wait in a call are told, and the others are killed. The master is waited for (real
     * time). Afterwards their exit_status is known. */
    virtual void end_all(const Ending &ending) = 0;

    /* Ends all processes that the programs have started and left behind. Afterwards nothing runs any more that was
     * started here. */
    virtual void end_orphans() = 0;
};

} // namespace ap1000
