/* task.hpp - one task of the simulated machine: the program behind it, what it does and waits for, what has reached it.
 */
#ifndef AP1000_TASK_HPP
#define AP1000_TASK_HPP

#include <deque>
#include <memory>
#include <string>

#include "engine/fiber.hpp"
#include "engine/timeline.hpp"
#include "kernel/barriers.hpp"
#include "kernel/execution.hpp"
#include "kernel/lines.hpp"
#include "kernel/run_observer.hpp"

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
    bool service = false; /* a server of the library: may wait for ever */
    int spawn_id = 0;     /* same number: siblings */
    int flags = 0;
    int manager_tid = -1; /* the resource manager that has it started; -1: that of its node */
};

class Task
{
  public:
    enum class State {
        promised,  /* its tasker is to start its process */
        running,   /* its process has the turn */
        busy,      /* spends time it has asked for */
        waiting,   /* for a message: may be interrupted by a signal */
        sleeping,  /* until a time, or a signal */
        asking,    /* the control program, and its answer is on the way */
        held,      /* by the control program, until another task does something; */
        held_fast, /* the same, and signals wait */
        barrier,
        left, /* its process goes on, but is no task (any more) */
        gone  /* no process */
    };

    /* number: of the program, in the order of their start. */
    Task(Machine &machine, std::unique_ptr<Execution> execution, std::uint64_t number, int tid, Node &node,
         std::string file, const TaskOrigin &origin);

    Machine &machine;
    const std::unique_ptr<Execution> execution;
    int tid;
    Node *node;
    const std::string file;
    TaskOrigin origin;
    bool is_child = false, is_master = false, own_terminal = false;
    bool adopted = false;         /* started by somebody else: its clock has nothing to do with ours until it joins */
    bool joined = false;          /* it has made itself known by a PVM call */
    bool has_spawned = false;     /* a task of the user's */
    bool expected_to_die = false; /* by a signal that a task has sent it */
    std::shared_ptr<Terminal> terminal; /* where its lines go if nobody collects them; nullptr: the simulator's own */
    int stand_in_pid = 0;    /* not 0: its tasker starts it; its pid as others see it until it has a process */
    int manager_tid = 0;     /* the resource manager to be told of its end; 0: none */
    int exit_status = 0;     /* as of wait(), once its process has ended */
    bool exit_known = false; /* exit_status is that of a process that the machine has started */
    State state = State::running;
    Ns since = 0;                /* state holds since then */
    std::int64_t since_real = 0; /* the same on a clock of this computer, for people [ns]; 0: not known */
    Call call;                   /* what it asked for last */

    /* Let the fiber look at what the process handed over, or that it died. From the machine's loop. */
    void wake();

    /* A message has reached it. */
    void receive(Message m);

    /* Somebody has spawned it: it is not what a user started. */
    bool is_spawned() const
    {
        return (is_child || stand_in_pid != 0) && !own_terminal;
    }

    /* Does it wait in a way that can end early and be begun again? */
    bool may_be_interrupted() const;

    /* Stop waiting and look: a signal waits for it, or its process has died. Only if it may be. */
    void interrupt();

    /* Ask how its process has ended, if the machine has started it. */
    void note_exit();

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
    void ask_host(const std::string &body);
    void give_answer(const struct Answer &answer);
    void barrier();
    void meet();
    void wait_in_barrier(Barriers::Team team, std::uint32_t status);
    void status();
    bool read_tids(std::vector<int> &tids);
    void choose_audience();
    void covers();
    void handle_post(Post p, std::uint32_t number);
    void spend(Ns clock, Ns processor, std::uint32_t posts_before);
    void tell(const Stretch &s, std::uint32_t posts_before);
    void sleep_until(Ns t);
    bool wait_released(State why);
    void resume();
    void give_turn();
    void tell_wait(Wait what);
    bool is_called() const;
    void begin_state(State begun);
    void tell_goes_on(std::uint64_t by = 0);
    bool dead() const;
    void bad_request(const char *what);
    void die();
    void tell_end();

    Fiber fiber_;
    std::deque<Message> arrived_;
    std::deque<Message> answer_;             /* of the control program, until it is given */
    std::deque<Message> *to_give_ = nullptr; /* one of the two, with the next turn */
    std::uint64_t signals_ = 0;              /* sent, not yet given to the process; bit n - 1 is signal n */
    std::vector<Mark> marks_;                /* noted by the process, not yet told */
    Reply reply_;
    Ns posted_ns_ = 0;          /* the task's own clock at its last posting */
    std::vector<int> audience_; /* of its next post to an audience */
    bool end_told_ = false, interrupted_ = false, released_ = false, sleeping_ = false, cut_short_ = false;
    Lines lines_;
};

} // namespace ap1000

#endif
