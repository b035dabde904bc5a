/* inprocess_execution.hpp - a task in process as the kernel sees it (kernel/execution.hpp): a copy of its program and a
 * stack of its own in this process, and its slot in the shared memory. */
#pragma once

#include <atomic>
#include <csignal>
#include <mutex>
#include <optional>
#include <poll.h>

#include "carriers/inprocess/simulator/image.hpp"
#include "carriers/inprocess/simulator/folder.hpp"
#include "carriers/inprocess/simulator/task_room.hpp"
#include "carriers/inprocess/simulator/thread_block.hpp"
#include "carriers/inprocess/simulator/turn_state.hpp"
#include "carriers/process/simulator/outside_waits.hpp"
#include "carriers/slots/simulator/slot_execution.hpp"
#include "engine/stack_switch.hpp"
#include "kernel/carrier.hpp"

namespace ap1000
{

class InprocessCarrier;

class InprocessExecution : public SlotExecution
{
  public:
    InprocessExecution(InprocessCarrier &carrier, std::uint32_t slot, std::uint64_t number);
    ~InprocessExecution() override;

    bool take_turn() override;
    bool is_detached() const override
    {
        return exits() || is_aside() || is_stopped() || state_ == TurnState::alone;
    }
    bool awaits_processor() const override;
    bool dead() const override
    {
        return state_ == TurnState::ended || state_ == TurnState::closed;
    }
    void give_turn() override;
    bool may_run_ahead() const override;
    bool could_run_ahead() const override
    {
        return may_go_elsewhere_;
    }
    void give_turn_ahead() override;
    void await_turn(bool done) override;
    void fall_behind() override;
    bool has_turn() const override
    {
        return is_elsewhere();
    }
    bool came_back() override;
    bool wants_turn() const override
    {
        return false;
    }
    bool ends_by(int signal) const override;
    void raise(int signal, bool await_end) override;
    std::optional<int> exit_status() override
    {
        return status_;
    }
    void close() override;
    bool is_promised() const override
    {
        return false;
    }
    void break_promise() override
    {
    }
    void soon() const override;
    std::string take_output() override;
    bool may_have_output() const override
    {
        return state_ == TurnState::alone || (state_ != TurnState::elsewhere && !printed_.empty());
    }
    void set_outside(bool) override
    {
    }
    int number_for_users() const override;
    Folders folders() const override;

    /* ---- for the carrier ---- */

    TaskRoom &room()
    {
        return room_;
    }

    /* Load the program into its room and give it the turn. False: no memory. */
    bool begin(const Image &image, const inprocess_start &start);
    /* Before it begins: where it does so, if not in the simulator's own folder. False: that cannot be entered. */
    bool begin_in(const std::string &folder);

    /* Let it run until it gives the turn away, ends, or is left; nothing if it has done so already. */
    void run();

    /* The program computes without a call for longer than we have patience: it has been left between two of its
     * instructions, and the others go on without it. */
    bool is_aside() const
    {
        return state_ == TurnState::aside;
    }
    void go_on_a_little();

    /* Its program has the turn in a thread of its own, and what it has come to there has not been looked at yet. */
    bool is_elsewhere() const
    {
        return state_ == TurnState::elsewhere || state_ == TurnState::alone;
    }
    void run_elsewhere(); /* in that thread */
    /* It has the turn, and its program has not run in it yet: then it does so there, if it may. */
    void begin_elsewhere();
    /* Had no thread taken it up yet? Then it is to run in this one. */
    bool comes_here();
    /* Has it computed there for longer than anybody has patience? Then nobody waits for it any more. */
    bool is_left_alone();
    /* Was its last turn long, compared with the cost of giving it to another thread? */
    bool was_long() const
    {
        return was_long_;
    }
    bool may_go_elsewhere() const
    {
        return may_go_elsewhere_;
    }
    bool has_done() const /* it has the turn, and what it does with it is known */
    {
        return is_done_;
    }

    /* A signal has stopped the program: the others go on without it, too. */
    bool is_stopped() const
    {
        return state_ == TurnState::stopped;
    }

    /* The same outside any turn: the run is over. */
    void go_on();

    /* End the wait that it is in: its call fails, and it exits with the code. */
    void tell_end(const Ending &ending);

    /* The program is the master, has left, and is at its exit until the run is over. */
    bool exits() const
    {
        return state_ == TurnState::exits;
    }

    /* Ends the program here, by this signal. Not while it runs. */
    void end_by(int signal);

    bool waits_in_call() const
    {
        return joined() && !left() && state_ == TurnState::waits;
    }

    /* ---- for faults.cpp: the program that runs now has made one ---- */

    static InprocessExecution *running(); /* in the thread that asks; nullptr: none */
    bool is_to_end_elsewhere() const      /* whatever it does there */
    {
        return is_to_end_;
    }
    bool has_turn_elsewhere() const /* as it sees it itself */
    {
        return turn_is_elsewhere_;
    }
    /* Has the program a handler of this signal, which may run now? Run it, on the program's stack. */
    bool handles(int signal) const;
    void handle_fault(int signal, const siginfo_t *why);
    bool is_on_stack(const void *at) const;
    void *stack_top() const
    {
        return room_.stack_top();
    }
    /* Has it computed for too long? This and what follows is async-signal-safe. */
    bool computes_too_long();
    /* Or for so long that it is to go on elsewhere? */
    bool is_to_move() const;
    /* Is it where it may be left: in its own code or that of a library of which it has a copy (not in libc, which could
     * hold a lock), with room on its stack? */
    bool is_own_code(const void *code);
    bool has_room(const void *stack) const;
    /* The program is in libc: makes it fault as soon as it comes back to its own code. */
    void await_own_code();
    /* Was the fault at this place that one? Then it can go on. */
    bool has_come_back(const void *code);
    /* Has it been left in the middle of its turn, because it has printed much? It goes on as the first of its round. */
    bool prints() const
    {
        return state_ == TurnState::midway;
    }
    /* Leave it, because it has computed for too long, or as long as the simulator answers who asks; on its own stack.
     * Returns when it goes on. */
    void interrupt();
    /* Ends the program with this status; called on its own stack. */
    [[noreturn]] void leave(int status);

    bool own_terminal = false;
    std::string path;
    siginfo_t of_fault{}; /* of the fault that its handler is called for next */

  private:
    static InprocessExecution *running_; /* its program has the turn; a debugger reads it without calling a function */
    static void hand_over(void *self);
    [[noreturn]] static void end(void *self, int status);
    static void await_others(void *self);
    static void print(void *self, const char *bytes, std::size_t n);
    void print_elsewhere(const std::string &text);
    static void await_outside(void *self, pollfd *files, unsigned n);
    static void stop(void *self);
    void step(TurnEvent by)
    {
        state_ = turn_after(state_, by);
    }
    /* On its own stack: its program has come to this. */
    void comes_to(TurnEvent what)
    {
        came_to_ = what;
        switch_to_simulator();
    }
    void step_to_what_it_came();
    void release();
    void enter();
    void enter_once();
    void switch_to_program();
    bool goes_elsewhere() const;
    void go_elsewhere(bool midway = false);
    void recall();
    void begin_block(const Image::ThreadLocal &of);
    void switch_to_simulator();
    void name_as_endless(std::int64_t now_ns);

    InprocessCarrier &carrier_;
    inprocess_task *program_ = nullptr;
    TaskRoom room_;
    void *its_stack_ = nullptr, *our_stack_ = nullptr; /* where they go on, while the other is in use */
    std::optional<Stack>
        our_bounds_; /* of the simulator's stack that the program was entered from; none: not left yet */
    StackMarks marks_;
    Fiber fiber_;
    TurnState state_ = TurnState::waits; /* as the simulator's thread knows it */
    std::optional<TurnEvent> came_to_;   /* by its program, in its turn; none: it has only been left for a moment */
    volatile bool is_inside_ = false;    /* its program is on its stack */
    bool is_done_ = false, may_go_elsewhere_ = false, turn_is_elsewhere_ = false, was_long_ = false;
    std::atomic<bool> is_to_end_{false};
    std::atomic<int> thread_{0}; /* where its program is elsewhere: the system's number of it */
    ThreadBlock block_;
    Asking asking_;
    std::int64_t turn_seen_ns_ = 0; /* processor time of the simulator's thread at the first look at it; 0: none */
    int status_ = 0;
    std::string printed_;
    std::mutex printed_mutex_;       /* as long as its program is elsewhere */
    std::unique_ptr<Folder> folder_; /* its own; nullptr: that of the simulator */
};

} // namespace ap1000
