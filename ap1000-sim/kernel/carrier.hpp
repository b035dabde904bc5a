/* carrier.hpp - who runs the programs of tasks: starts them, waits for them in real time, and knows of their end. One
 * is made for a machine (carriers/); it may hand on to another one what it cannot run itself.
 *
 * The kernel calls it from one thread and takes no event while a program has the turn. What comes from outside at any
 * real time (newcomers, deaths, a signal to the simulator) is kept until the kernel looks.
 */
#ifndef AP1000_CARRIER_HPP
#define AP1000_CARRIER_HPP

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernel/execution.hpp"
#include "kernel/program.hpp"
#include "kernel/terminal.hpp"

namespace ap1000
{

/* A program that somebody else has started, and that is to be a task. */
struct Newcomer {
    std::unique_ptr<Execution> execution;
    std::string program;
    bool is_master;                     /* the machine was started for it and ends with it */
    std::shared_ptr<Terminal> terminal; /* where its children's lines are to go; nullptr: nowhere of its own */
};

/* What has come from outside. */
struct News {
    bool newcomers, deaths, wants_turn; /* the last two: since the last look */
};

/* How the rest of the machine is ended. */
struct Ending {
    Ns now;
    int code;    /* the exit code for those who still wait in a call */
    bool halted; /* a task has asked for the end: they are signalled as by PVM's daemon */
};

class Carrier
{
  public:
    virtual ~Carrier() = default;

    /* Where the bodies of messages from its programs lie, and those of the machine's own. */
    virtual Bodies &bodies() = 0;

    /* ---- beginning: none of these waits for the program ---------------------------------------------------------- */

    /* Start a program at simulated time `now`; it has the turn. own_terminal: with the simulator's input and output, as
     * the program for whose sake all this runs; else what it prints is collected. nullptr: not possible; if that is the
     * program's own fault, it has been said why. The caller owns what it gets. */
    virtual std::unique_ptr<Execution> start(const std::string &path, const Program &program, Ns now,
                                             bool own_terminal) = 0;

    /* One that the program `starter`, a task itself, is to start. *environment: NAME=value entries which the new
     * program must find to become this one. It gets the turn when it does. nullptr: no room. */
    virtual std::unique_ptr<Execution> promise(const Execution &starter, Ns now,
                                               std::vector<std::string> *environment) = 0;

    /* Those who have come by themselves, in the order of their coming; each has the turn. For whom there is no room has
     * been sent away. */
    virtual std::vector<Newcomer> take_newcomers(Ns now) = 0;

    /* Wait (real time) for the program that has started this machine for itself. False: it will not come. */
    virtual bool await_master() = 0;

    /* ---- waiting (real time) for those who have the turn --------------------------------------------------------- */

    /* Does any have it that others must wait for? */
    virtual bool anyone_runs() const = 0;

    /* Wait until each has given it back or died. Those that did, in the order of their start; the others have been let
     * go: nobody waits for them any more, until they give the turn back by themselves, since they wait for people, or
     * in real time for another program that is to join, or have left. False: the machine is to stop. */
    virtual bool wait_for_all(std::vector<Execution *> &handed_over) = 0;

    /* The same for one; at once if nobody waits for it, or it has not got the turn. */
    virtual bool wait_for(Execution &e) = 0;

    /* What has come from outside. Does not block. */
    virtual News look() = 0;

    /* Whoever asks from outside what the tasks do gets this text, also while programs run that everybody waits for. A
     * carrier whom nobody can ask has nothing to do. */
    virtual void on_inquiry(std::function<std::string()>)
    {
    }

    /* Nothing runs and no event is left. Can anything still come from outside: from programs that are no tasks, or of
     * which nobody waits; to a machine that stays, from anybody? If so it waits for that a little (real time). */
    virtual bool wait_for_others() = 0;

    /* Likewise: may a signal that nobody has sent in simulated time wake a task, or has one just now? */
    virtual bool wait_for_signals() = 0;

    /* ---- the end ------------------------------------------------------------------------------------------------- */

    /* The number of the signal that ends the machine, or 0. request_stop: that is SIGTERM from now on. */
    virtual int stop() const = 0;
    virtual void request_stop() = 0;

    /* The master has come to its end and waits only for that of the machine. */
    virtual bool master_exits() const = 0;

    /* End all programs: those that wait in a call are told, the others killed; the master is waited for (real time).
     * Their exit_status is known then. */
    virtual void end_all(const Ending &ending) = 0;

    /* End what they have started and left behind. After it nothing runs any more that was started here. */
    virtual void end_orphans() = 0;
};

} // namespace ap1000

#endif
