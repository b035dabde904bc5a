/* task.hpp - one task of the simulated machine: the program behind it, what it does and waits for, what has reached it.
 *
 * Its course goes in rounds: the program gives its turn back, what it posted and asked for comes to pass, and it gets
 * the turn again. A round is a row of steps, each a function that says which one follows and whether it follows at
 * once; between two steps a task that waits is nothing but its data. Only the control program, which may stop in the
 * middle of a request, runs on a fiber.
 */
#ifndef AP1000_TASK_HPP
#define AP1000_TASK_HPP

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/fiber.hpp"
#include "engine/timeline.hpp"
#include "kernel/barriers.hpp"
#include "kernel/execution.hpp"
#include "kernel/lines.hpp"
#include "kernel/run_observer.hpp"
#include "kernel/segment.hpp"

namespace ap1000
{

class Machine;
struct Terminal;
struct Node;

/* What a task gets from the one who starts it. */
struct TaskOrigin {
    int parent_tid;
    int context = 0;
    mach_sink output{}, trace{};
    bool service = false; /* a server of the library, which may wait for ever */
    int spawn_id = 0;     /* tasks with the same number are siblings */
    int flags = 0;
    int manager_tid = -1; /* the resource manager that has it started; -1: that of its node */
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
    Task(Machine &machine, std::unique_ptr<Execution> execution, std::uint64_t number, int tid, Node &node,
         std::string file, const TaskOrigin &origin);

    Machine &machine;
    const std::unique_ptr<Execution> execution;
    const std::uint64_t number;
    int tid;
    Node *node;
    const std::string file;
    TaskOrigin origin;
    bool is_child = false, is_master = false, own_terminal = false;
    bool adopted = false;               /* the machine has not started it: its clock is not ours until it joins */
    bool joined = false;                /* it has made its first PVM call */
    bool has_spawned = false;           /* it has spawned a task of the user's */
    bool expected_to_die = false;       /* by a signal that a task has sent it */
    std::shared_ptr<Terminal> terminal; /* where its lines go if no task collects them; nullptr: the simulator's own */
    int stand_in_pid = 0;    /* not 0: its tasker starts it, and others see this pid until it has a process */
    int manager_tid = 0;     /* the resource manager that is told of its end; 0: none */
    int exit_status = 0;     /* as wait() gives it, once its process has ended */
    bool exit_known = false; /* exit_status is that of a process that the machine has started */
    State state = State::running;
    Ns since = 0;                /* when the task came into this state */
    std::int64_t since_real = 0; /* the same on a clock of this computer, for people [ns]; 0: not known */
    Call call;                   /* what it asked for last */

    /* What it waited for has come: its program has handed over or died, or a time, an answer. Returns when it waits
     * again. last: nothing else is to be done at this time, so time may pass before it returns. */
    void wake(bool last = false);

    /* A message has reached it. */
    void receive(Message &&m);

    /* Another task has spawned it: the user has not started it. */
    bool is_spawned() const
    {
        return (is_child || stand_in_pid != 0) && !own_terminal;
    }

    /* Returns true if it waits in a way that can end early and begin again. */
    bool may_be_interrupted() const;

    /* Ends the wait, because a signal has come or its process has died. Only if it may be interrupted. */
    void interrupt();

    /* Finds out how its process has ended, if the machine has started it. */
    void note_exit();

    /* Gives it this signal with its next turn: at once if it may be interrupted. */
    void send_signal(int number);

    /* A signal has ended the process: what the process would have done after now does not happen. */
    void cut_short();

    /* What it is held for has come: it goes on. */
    void release();

    /* Its barrier is over: 0 and the OR of all status words, or the reason why it cannot complete (PvmNoTask). */
    void release_barrier(int code, std::uint32_t status);

    /* Both only while the control program deals with a request of this task. */

    void pass(Ns span); /* let time pass */

    /* Wait until released. False: it died. */
    bool hold(bool fast = false);
    bool is_held() const
    {
        return state == State::held || state == State::held_fast;
    }

    /* Takes what the process has printed; `at_end`: the last line may be without an end. */
    void collect_output(bool at_end);

    /* It has the turn still, and it is the next whose output is looked at: take up what can be taken without a change
     * in what comes of it: whole lines, whole messages. */
    void pass_on_output();

    /* The same when the machine ends: nobody is there any more to send messages to. */
    void flush_output();

    /* ---- running ahead of simulated time (run_ahead.hpp); task_ahead.cpp ---- */

    /* It has been given messages before their time, and that time has not come. */
    bool runs_ahead() const
    {
        return !ahead_.segments.empty();
    }
    /* The call at which its program stands, if it may be answered ahead; nullptr. */
    const Call *stands_at() const;
    /* Of the messages that have come, and that its program has not had: one that the call takes. */
    Message *here_for(const Call &c);
    bool has_earlier_for(const Call &c);
    /* The first message for that task that it has posted, fits, and has not been sent yet; nullptr. */
    Message *about_to_send(int to, const Call &c);
    /* Give it this message, which has not arrived yet; or those that have come. It waits on in simulated time. */
    void run_ahead(Message &m);
    void run_on_with_earlier();
    /* Its program, which has the turn ahead of time, has given it back, or has died. */
    void came_to_call();
    /* A signal has ended it before its time came: what it has done ahead never happens. */
    void forget_ahead();
    /* A message that it has not sent yet has been given to its receiver. */
    bool has_given_posts() const;

    /* ---- its turn takes long in real time; task_lookahead.cpp ---- */

    /* It has the turn, and nothing that it does now can be seen at once in simulated time: events may be taken. */
    bool may_fall_behind() const;
    void fall_behind();
    /* Its turn counts from now on, and is waited for; catch_up_now: until it is over. */
    void catch_up();
    void catch_up_now();
    /* The place of its turn among those that fell behind; and of what it says now. */
    std::uint64_t turn_place() const
    {
        return catches_up_.number;
    }
    std::uint64_t place_in_time() const;
    /* When it is for this task: simulated time, or when its turn began if it is behind. */
    Ns own_now() const;

  private:
    /* A step of a round. True: next_ follows at once; false: with the next wake(). */
    using Step = bool (Task::*)();
    bool then(Step step); /* it follows at once */

    bool look();
    bool send_posts();
    bool post_sent();
    void take_posts();
    bool take_marks();
    bool all_posted();
    bool ask();
    bool serve();
    bool served();
    bool resume();
    bool end();
    bool nothing();

    bool join();
    bool leave();
    bool wait_for_message();
    bool wait_after_poll();
    bool wait_for_arrival(Ns left);
    void note_heard(bool waited);
    bool message_came();
    bool idle();
    bool idle_over();
    bool control();
    bool control_reached();
    bool control_asked();
    bool control_goes_on();
    bool control_answered();
    bool control_over();
    bool give_answer(const std::string &body);
    bool barrier();
    bool meet();
    bool wait_in_barrier(Barriers::Team team, std::uint32_t status);
    bool barrier_called();
    bool barrier_over();
    bool status();
    bool choose_audience();
    bool covers();

    void look_ahead();
    bool stays_behind(Ns t);

    bool can_be_answered_ahead(const Call &c) const;
    bool may_run_ahead() const;
    void answer_ahead(const Call &c, bool same_turn, std::deque<Message> &messages);
    void offer_posts(const std::deque<Post> &posts);
    void take_post(Post &&p);
    void note_marks(std::vector<Mark> marks, std::uint64_t serial);
    bool take_current();

    Ns take_in(Message m);
    Message next_of_inbox();
    Ns read_inbox(bool polls);
    bool resume_ahead();
    bool asks_again();
    void begin_segment();
    bool joins_next();
    bool goes_on_in_turn();
    bool turn_goes_on();

    static constexpr std::uint32_t all_posts = UINT32_MAX; /* as posts_before: all marks that there are */
    bool spend(Ns clock, Ns processor, std::uint32_t posts_before, Step after);
    bool want_processor();
    bool spent();
    bool sleep_until(Ns t, Step after);
    bool wait_at_most(State why, Ns span, Step after);
    void end_wait();

    void send(Post &&p);
    void tell(const Stretch &s, std::uint32_t posts_before);
    bool read_tids(std::vector<int> &tids);
    void tell_wait(Wait what);
    bool is_called() const;
    void begin_state(State begun);
    bool shares_node() const;
    void tell_goes_on(std::uint64_t by = 0);
    bool dead() const;
    void bad_request(const char *what);
    void tell_end();
    void send_output(bool whole_messages);
    std::string take_output();

    Step next_ = &Task::look, after_spending_ = nullptr;
    bool last_ = false;        /* as wake was told */
    Worker *worker_ = nullptr; /* that does its request to the control program */

    /* Of this round. */
    bool died_ = false;               /* seen at its beginning */
    std::deque<Post> posts_;          /* taken from the program, not sent yet, */
    std::uint32_t post_number_ = 0;   /* and the number of the first in its turn */
    Stretch stretch_{};               /* that passes now: */
    Ns stretch_processor_ = 0;        /* so much of it on the processor, */
    std::uint32_t stretch_posts_ = 0; /* so many posts before its end */
    Timeline::Id timer_{};            /* that ends the present wait; may have done so */
    std::size_t *counted_ = nullptr;  /* where that is counted (kernel/pace.hpp); nullptr: nowhere */
    std::string body_;                /* of its request to the control program, then of the answer */
    Barriers::Team team_;             /* in whose barrier it is */
    std::uint32_t word_ = 0;          /* the status that it brings there */

    std::deque<Message> arrived_;
    std::deque<Message> answer_;             /* of the control program, until the process gets it */
    std::deque<Message> *to_give_ = nullptr; /* one of the two queues, whose messages go with the next turn */
    std::uint64_t signals_ = 0;              /* sent, and not yet given to the process; bit n - 1 is signal n */
    std::vector<Mark> marks_;                /* noted by the process, and not yet told to observers */
    Reply reply_;
    Ns posted_ns_ = 0;          /* the task's own clock at its last post */
    std::vector<int> audience_; /* the tasks that its next post to an audience is for */
    bool end_told_ = false, interrupted_ = false, released_ = false, sleeping_ = false, cut_short_ = false;

    Call next_call_; /* of its program, in its own clock: before it is asked, and as long as it is not answered */
    struct Ahead {
        std::deque<Segment> segments;   /* that simulated time has not come to; the last may still run */
        std::optional<Segment> current; /* that it has come to, until it is looked at */
        std::uint64_t numbers = 0;      /* of segments */
        std::uint64_t bytes = 0;        /* posted in them */
        bool knows_call = false;        /* next_call_ is the next one to be asked */
        bool stands = false;            /* its program waits in next_call_ */
        bool in_turn = false;           /* its turn began ahead, or messages are held back: look at its call first */
        bool forgotten = false;         /* forget_ahead: nothing of it counts any more */
        Ns shift = 0;                   /* that its own clock is behind */
        Ns processor = 0;               /* used since the last post, and handed over in the same turn */
        Ns late_wait = 0;               /* Reply::late_wait */
        std::uint64_t serial = 0;       /* of the message that the segment began with */
        std::string printed;            /* in the segment, not passed on yet */
        std::deque<Message> inbox;      /* given with the last answer, not taken in yet */
        std::deque<Message> earlier;    /* taken in, while its program was ahead: for its next wait */
    } ahead_;
    Ns lookahead_ = 0;            /* of its turn: so long nothing of it can be seen; 0: it can */
    bool poll_has_found_ = false; /* its last call was a poll, and was given what the call ends with */
    bool is_behind_ = false;      /* its own time is behind_since_, before simulated time */
    Ns behind_since_ = 0;         /* when its turn began, */
    Timeline::Id catches_up_{};   /* and the event that ends its lookahead */
    Lines lines_;
    std::string to_collector_; /* printed, for the task that collects it */
};

} // namespace ap1000

#endif
