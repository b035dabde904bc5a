/* task.hpp - one task of the simulated machine: the process behind it, what it does and waits for, what has reached it. */
#ifndef AP1000_TASK_HPP
#define AP1000_TASK_HPP

#include <deque>
#include <memory>
#include <string>

#include "kernel/barriers.hpp"
#include "engine/fiber.hpp"
#include "kernel/lines.hpp"
#include "carriers/process/simulator/region.hpp"
#include "kernel/run_observer.hpp"
#include "engine/timeline.hpp"

namespace ap1000
{

class Machine;
struct Terminal;
struct Node;

/* What a task gets from whoever starts it. */
struct TaskOrigin {
    int parent_tid;
    int context = 0;
    mach_sink output{}, trace{};
    bool service = false;   /* a server of the library: may wait for ever */
    int spawn_id = 0;       /* same number: siblings */
    int flags = 0;
    int manager_tid = -1;   /* the resource manager that has it started; -1: that of its node */
};

class Task
{
  public:
    enum class State {
        promised, /* its tasker is to start its process */
        running, /* its process has the turn */
        busy,    /* spends time it has asked for */
        waiting, /* for a message: may be interrupted by a signal */
        sleeping, /* until a time, or a signal */
        asking,  /* the control program, and its answer is on the way */
        held,    /* by the control program, until another task does something; */
        held_fast, /* the same, and signals wait */
        barrier,
        left,    /* its process goes on, but is no task (any more) */
        gone     /* no process */
    };

    Task(Machine &machine, std::uint32_t slot, std::uint64_t number, int tid, Node &node, std::string file,
         const TaskOrigin &origin);

    Machine &machine;
    const std::uint32_t slot;
    const std::uint64_t number; /* of the process, in the order of their start */
    int tid;
    Node *node;
    const std::string file;
    TaskOrigin origin;
    pid_t pid = 0;
    bool is_child = false, is_master = false, own_terminal = false;
    bool adopted = false;     /* started by somebody else: its clock has nothing to do with ours until it joins */
    bool joined = false;      /* it has made itself known by a PVM call */
    bool outside = false;     /* waits for people (the console): the machine goes on without it */
    bool has_spawned = false; /* a task of the user's */
    bool expected_to_die = false; /* by a signal that a task has sent it */
    bool detached = false;    /* left, and has not ended in a reasonable time: nobody waits for it */
    std::shared_ptr<Terminal> terminal; /* where its lines go if nobody collects them; nullptr: the simulator's own */
    int stand_in_pid = 0;     /* not 0: its tasker starts it; its pid as others see it until it has a process */
    int manager_tid = 0;      /* the resource manager to be told of its end; 0: none */
    int exit_status = 0;      /* as of wait(), once its process has ended */
    bool waited_for = false;  /* a process of ours, and wait() has said how it ended */
    State state = State::running;
    Ns since = 0;             /* state holds since then */
    carrier_call call{};      /* what it asked for last */

    /* Let the fiber look at what the process handed over, or that it died. From the machine's loop. */
    void wake();

    /* A message has reached it. */
    void receive(Parcel parcel);

    /* Somebody has spawned it: it is not what a user started. */
    bool is_spawned() const
    {
        return (is_child || stand_in_pid != 0) && !own_terminal;
    }

    /* Does it wait in a way that can end early and be begun again? */
    bool may_be_interrupted() const;

    /* Stop waiting and look: a signal waits for it, or its process has died. Only if it may be. */
    void interrupt();

    /* Give it this signal with its next turn: at once if it may be interrupted. */
    void send_signal(int number);

    /* A signal has ended the process: what it would have done after now does not happen. */
    void cut_short();

    /* Go on: what it is held for has come. */
    void release();

    /* Its barrier is over: 0 and the OR of all status words, or why it cannot be (PvmNoTask). */
    void release_barrier(int code, std::uint32_t status);

    /* From inside: let time pass. */
    void pass(Ns span);

    /* From inside, while the control program deals with a request of this task: wait until released. False: it died. */
    bool hold(bool fast = false);
    bool is_held() const
    {
        return state == State::held || state == State::held_fast;
    }

    /* Tell who collects its output that it has been made, or spawned. */
    void announce(bool spawned);

    const char *activity() const; /* "waits for a message", ... for reports */

    /* Take up what it printed; `at_end`: the last line may be without an end. */
    void collect_output(bool at_end);

    /* The same when the machine ends: nobody is there any more to send messages to. */
    void flush_output();

  private:
    void live();
    void handle_posts();
    bool serve(); /* the call; false: the process is gone */
    void join();
    void leave();
    void wait_for_message();
    void idle();
    void wait_at_most(State why, Ns span);
    void control();
    void barrier();
    void meet();
    void wait_in_barrier(Barriers::Team team, std::uint32_t status);
    void status();
    bool read_tids(std::vector<int> &tids);
    void choose_audience();
    void covers();
    void spend(std::int64_t t_ns, std::int64_t cpu_ns, std::uint32_t posts_before);
    bool take_marks();
    void tell(const Stretch &s, std::uint32_t posts_before);
    void sleep_until(Ns t);
    bool wait_released(State why);
    void resume();
    void give_turn();
    void tell_wait(Wait what);
    bool is_called() const;
    void tell_goes_on();
    void give_frames();
    void give_frame(const carrier_frame &f);
    bool dead() const;
    void bad_request(const char *what);
    void die();
    void tell_end();
    void send_output(int count, const std::string &text);

    Fiber fiber_;
    std::deque<Parcel> arrived_;
    std::uint64_t signals_ = 0; /* sent, not yet given to the process; bit n - 1 is signal n */
    std::vector<carrier_mark> marks_; /* noted by the process, not yet told */
    carrier_reply reply_{};
    Ns posted_ns_ = 0;        /* the task's own clock at its last posting */
    std::vector<int> audience_; /* of its next CARRIER_AUDIENCE_ONLY broadcast */
    bool end_told_ = false, interrupted_ = false, released_ = false, sleeping_ = false, cut_short_ = false;
    Lines lines_;
};

struct TaskBefore {
    bool operator()(const Task *a, const Task *b) const
    {
        return a->number < b->number;
    }
};

} // namespace ap1000

#endif
