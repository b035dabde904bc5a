/* task.hpp - one task of the simulated machine: its identity and node, its state, what it waits for, and the messages
 * that have reached it. course.hpp decides what it does next. The step that follows a wait is stored here, so that
 * whoever ends the wait can resume the task. */
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "kernel/execution.hpp"
#include "kernel/nodes.hpp"
#include "kernel/step.hpp"

namespace ap1000
{

class Asker;
struct TaskAhead;
class Terminal;

/* What a task inherits from its starter. */
struct TaskOrigin {
    int parent_tid;
    int context = 0;
    mach_sink output{}, trace{};
    bool service = false; /* a server of the library, which may wait for ever */
    int spawn_id = 0;     /* tasks with the same number are siblings */
    int flags = 0;
    int manager_tid = -1; /* the resource manager that had it started; -1: that of its node */
};

/* The program behind a task, as the run sees it from its start to its end. */
struct TaskProgram {
    std::string path;             /* of its file; "": not known */
    bool is_child = false;        /* the machine has started it, */
    bool own_terminal = false;    /* for its user: it has the user's terminal */
    bool adopted = false;         /* the machine has not started it: its clock is not ours until it joins */
    int stand_in_pid = 0;         /* not 0: its tasker starts it, and others see this pid until it has a process */
    bool has_spawned = false;     /* it has spawned a task of the user's */
    bool expected_to_die = false; /* the others know why */
    std::uint64_t signals = 0;    /* that tasks have sent it, a bit each: it may die of these, too */
    bool exit_known = false;      /* exit_status is that of a process that the machine has started */
    int exit_status = 0;          /* as wait() gives it, once its process has ended */

    /* Another task has spawned it: the user has not started it. */
    bool is_spawned() const
    {
        return (is_child || stand_in_pid != 0) && !own_terminal;
    }
};

class Task
{
  public:
    enum class State {
        promised,  /* its tasker is to start its process */
        running,   /* its process has the turn */
        busy,      /* it spends time that it has asked for */
        waiting,   /* for a message; a signal can interrupt it */
        sleeping,  /* until a time, or a signal */
        asking,    /* the control program, whose answer is on the way */
        held,      /* by the control program, until another task does something; */
        held_fast, /* the same, and signals wait */
        barrier,
        left, /* its process goes on, but is not a task (any more) */
        gone  /* there is no process */
    };

    /* number: the program's number in the order of their start. */
    Task(std::unique_ptr<Execution> execution, std::uint64_t number, int tid, Node &node, std::string file,
         const TaskOrigin &origin);

    const std::unique_ptr<Execution> execution;
    Node *const node;
    int tid;
    State state = State::running;
    bool joined = false;            /* it has made its first PVM call */
    bool interrupted = false;       /* a signal ends its wait before the awaited event has come */
    bool released = false;          /* the event for which it is held, or its barrier, has come */
    bool awaits_reader = false;     /* its turn is held until the lines of its program have been read (readers.hpp) */
    bool cut_short = false;         /* a signal has ended the process: what it would do next does not happen */
    std::size_t segments_ahead = 0; /* done ahead of simulated time (ahead/ahead_state.hpp) */
    std::uint64_t looks = 0;        /* for a message that was not there, since it has last got or sent one */
    std::uint64_t signals = 0;      /* sent, and not yet given to the process; bit n - 1 is signal n */
    TaskAhead *ahead = nullptr;     /* its state for running ahead; nullptr: it never does */
    Asker *asker = nullptr;         /* lets it wait while the control program serves its request (control.hpp) */
    Ns since = 0;                   /* when the task came into this state */
    std::int64_t since_real = 0;    /* the same on a clock of this computer, for people [ns]; 0: not known */
    Steps steps;
    std::deque<Message> arrived; /* messages that the program has not been given yet */
    Call call;                   /* its last request, */
    Reply reply;                 /* and the reply that it will get */
    TaskOrigin origin;
    TaskProgram program;
    std::shared_ptr<Terminal> terminal; /* gets its lines if no task collects them; nullptr: the simulator's own */
    int manager_tid = 0;                /* the resource manager that is notified of its end; 0: none */
    const std::uint64_t number;
    const std::string file;

    /* The awaited event has come: the program has handed over or died, a time is over, an answer is there. */
    void wake(bool last = false)
    {
        steps.go(last);
    }

    /* Ends the wait, because a signal has come or its process has died. Only if it may be interrupted
     * (Course::may_be_interrupted), or is cut short. */
    void interrupt();

    /* Resumes the task: the event for which it is held has come. */
    void release();

    /* The task's barrier is over: 0 and the OR of all status words, or the reason why it cannot complete
     * (PvmNoTask). */
    void release_barrier(int code, std::uint32_t status);

    bool is_held() const
    {
        return state == State::held || state == State::held_fast;
    }

    /* The program has been given messages before their time, and that time has not come. */
    bool runs_ahead() const
    {
        return segments_ahead > 0;
    }

    /* The program has died, and all that it had done is over: what it has done ahead comes before its death. */
    bool is_dead() const
    {
        return !runs_ahead() && execution->dead();
    }

    /* The task needs the turn and must not wait: for a signal, or because a handler asks for it. */
    bool is_called() const
    {
        return !runs_ahead() && (signals != 0 || execution->wants_turn());
    }

    /* Do other tasks want the processor that it uses? */
    bool shares_node() const
    {
        return node->tasks > node->processors.count();
    }
};

} // namespace ap1000
