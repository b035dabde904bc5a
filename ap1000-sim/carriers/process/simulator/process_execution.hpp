/* process_execution.hpp - a task's process as the kernel sees it (kernel/execution.hpp): its slot in the shared memory,
 * its process id, its output. */
#pragma once

#include <sys/types.h>

#include "carriers/process/simulator/outside_waits.hpp"
#include "carriers/process/simulator/sharing.hpp"
#include "carriers/slots/simulator/slot_execution.hpp"
#include "kernel/carrier.hpp"

namespace ap1000
{

class ProcessCarrier;

class ProcessExecution : public SlotExecution
{
  public:
    enum class Start {
        started,   /* by us: it is our child */
        promised,  /* by a task, and we wait for it to connect */
        by_itself, /* by somebody else */
        master     /* has started us */
    };

    /* Number: in the order of their start. The slot has been taken for it. */
    ProcessExecution(ProcessCarrier &carrier, std::uint32_t slot, std::uint64_t number, Start start, pid_t pid);

    bool take_turn() override;
    bool is_detached() const override;
    bool dead() const override;
    std::int64_t spent_ns() const override;
    void answer(const Reply &reply, std::deque<Message> &messages) override;
    void give_turn() override;
    bool may_run_ahead() const override;
    bool could_run_ahead() const override
    {
        return true;
    }
    void give_turn_ahead() override;
    void await_turn(bool done) override;
    void fall_behind() override;
    bool has_turn() const override
    {
        return slot_has_turn();
    }
    bool wants_turn() const override;
    bool ends_by(int signal) const override;
    void raise(int signal, bool await_end) override;
    std::optional<int> exit_status() override;
    void close() override;
    bool is_promised() const override;
    void break_promise() override;
    std::string take_output() override;
    void set_outside(bool outside) override;
    int number_for_users() const override;
    Folders folders() const override;

    /* ---- for the carrier ---- */

    const Start start;
    pid_t pid;         /* that was started, perhaps a wrapper of the task's process; 0: not yet */
    const pid_t group; /* of what was started by us */
    pid_t task_pid() const;
    void end_with_starter(int signal); /* it, and what was started */
    bool own_terminal = false;
    struct {
        long long ticks = 0, worked_ticks = 0; /* as of the last look; in all */
        std::int64_t asleep_us = 0;            /* real time */
    } heirs;                                   /* processes that it has left and that may become the task */
    void note_heir();                          /* one has, after what was started had ended: it is in its place now */

    Sharing::Place place; /* whether it shares our processor */

    /* The process is a task, and waits in a call for the kernel. */
    bool waits_in_call() const
    {
        return joined() && !left() && !has_turn_;
    }
    bool has_done() const /* it has the turn, and what it does with it is known */
    {
        return done_;
    }
    bool is_master() const
    {
        return start == Start::master || own_terminal;
    }
    bool outside() const
    {
        return outside_;
    }
    bool is_task() const /* others know it by its tid */
    {
        bool by_machine = start == Start::started || start == Start::promised;
        return !left() && (by_machine || joined());
    }

    /* The process has been started, and has the turn. */
    void begin();

    /* ---- since it has the turn ---- */

    long long turn_began_ns = -1; /* its processor time then, or when somebody first looked; -1: not looked at */
    int looks_stopped = 0;        /* in a row at which a signal had stopped it */
    WaitLooks waiting;            /* whether it waits outside PVM */
    Asking asking;
    bool endless = false; /* it computes without a call, or waits outside PVM, and nobody waits for it any more */

    /* End the wait that it is in: its call fails, and it exits with the code. */
    void tell_end(const Ending &ending);

  private:
    void hand_turn();

    ProcessCarrier &carrier_;
    bool has_turn_ = false; /* until the kernel has taken it back */
    bool outside_ = false, closed_ = false, done_ = false;
    std::optional<int> exit_status_;
};

} // namespace ap1000
