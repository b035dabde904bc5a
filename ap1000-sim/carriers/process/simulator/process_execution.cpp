/* process_execution.cpp - see process_execution.hpp: the turn, signals and the end of a process. What it asks for and
 * gets is in slot_execution.cpp. */
#include "carriers/process/simulator/process_execution.hpp"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/process/simulator/process_carrier.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/slots/wire/handover.h"

namespace ap1000
{
ProcessExecution::ProcessExecution(ProcessCarrier &carrier, std::uint32_t slot_index, std::uint64_t number_in_order,
                                   Start how, pid_t process)
    : SlotExecution(carrier.region, slot_index, number_in_order, false), start(how), pid(process), group(process),
      carrier_(carrier)
{
}

/* ---- the turn ---------------------------------------------------------------------------------------------------- */

void ProcessExecution::begin()
{
    turn_began_ns = -1;
    looks_stopped = 0;
    waiting = {};
    asking = {};
    endless = false;
    has_turn_ = true;
    done_ = false;
    carrier_.running.add(*this);
}

bool ProcessExecution::take_turn()
{
    if (closed_ || !carrier_.running.remove(*this))
        return false;
    has_turn_ = false;
    return true;
}

bool ProcessExecution::is_detached() const
{
    return carrier_.is_detached(*this);
}

/* Those that have died have it all the same: what they did with their last turn takes its time. */
void ProcessExecution::give_turn()
{
    carrier_.choose_processor(*this);
    hand_turn();
    begin();
}

/* What a program started by us prints comes to us alone; others have terminals, and users who wait for their lines. */
bool ProcessExecution::may_run_ahead() const
{
    return start == Start::started && !own_terminal && joined() && !left() && !outside_ && !dead();
}

void ProcessExecution::give_turn_ahead()
{
    Sharing::release(place);
    hand_turn();
    has_turn_ = true;
    carrier_.ahead.add(*this);
}

void ProcessExecution::fall_behind()
{
    Sharing::release(place);
    carrier_.running.remove(*this);
    carrier_.ahead.add(*this);
}

void ProcessExecution::await_turn(bool done)
{
    if (!done)
        carrier_.ahead.remove(*this);
    begin();
    done_ = done;
}

void ProcessExecution::hand_turn()
{
    carrier_slot &s = memory();
    handover_give(&s.turn, CARRIER_TASK);
    if (dead()) /* the watcher's mark may just have been overwritten */
        handover_give(&s.turn, CARRIER_DEAD);
}

void ProcessExecution::answer(const Reply &reply, std::deque<Message> &messages)
{
    SlotExecution::answer(reply, messages);
    carrier_.watcher.turns.clear(slot);
}

bool ProcessExecution::wants_turn() const
{
    return carrier_.watcher.turns.is_wanted(slot);
}

bool ProcessExecution::dead() const
{
    return carrier_.watcher.processes.dead(slot);
}

std::int64_t ProcessExecution::spent_ns() const
{
    return processor_time_ns(carrier_.watcher.processes.pid(slot));
}

/* ---- signals and its end ----------------------------------------------------------------------------------------- */

void ProcessExecution::tell_end(const Ending &ending)
{
    Sharing::release(place);
    if (ending.halted)
        kill(task_pid(), SIGTERM); /* as PVM's daemon does; it is taken before the turn */
    answer_end(ending);
    handover_give(&memory().turn, CARRIER_TASK);
}

bool ProcessExecution::ends_by(int signal) const
{
    return dead() || signal_ends(task_pid(), signal);
}

pid_t ProcessExecution::task_pid() const
{
    const pid_t of_task = carrier_.watcher.processes.pid(slot);
    return of_task > 0 ? of_task : pid;
}

/* What was started may be a script that has started the task: it is the task that is meant. */
void ProcessExecution::raise(int signal, bool await_end)
{
    if (pid <= 0 || dead())
        return;
    kill(task_pid(), signal);
    if (signal == SIGCONT)
        carrier_.reattach(*this);
    if (await_end && process_is_stopped(task_pid()))
        kill(task_pid(), SIGCONT); /* only so can it end */
    while (await_end && !dead() && carrier_.stop() == 0)
        carrier_.watcher.bell.wait(look_around_ms);
    (void)carrier_.watcher.processes.disinherit(slot);
}

void ProcessExecution::end_with_starter(int signal)
{
    kill(pid, signal); /* first: it is not to go on when the task has ended */
    if (pid != task_pid() && !dead())
        kill(task_pid(), signal);
}

/* A script that has started the task may go on, and print: that of the user is waited for, others for a moment. */
std::optional<int> ProcessExecution::exit_status()
{
    int status = 0;
    if (start != Start::started || exit_status_)
        return exit_status_;
    if (own_terminal)
        exit_status_ = carrier_.await_command(pid);
    else if (task_pid() != pid)
        exit_status_ = carrier_.await_script(*this);
    else if (waitpid(pid, &status, 0) == pid)
        exit_status_ = status;
    return exit_status_;
}

void ProcessExecution::note_heir()
{
    if (!exit_status_ || dead())
        return;
    pid = task_pid();
    exit_status_.reset();
}

bool ProcessExecution::is_promised() const
{
    return start == Start::promised && pid == 0 && !dead();
}

void ProcessExecution::break_promise()
{
    if (carrier_.watcher.processes.withdraw(slot)) {
        carrier_.promised.forget(*this);
        return;
    }
    pid = carrier_.watcher.processes.pid(slot);
    carrier_.promised.forget(*this);
    raise(SIGKILL, true);
}

void ProcessExecution::close()
{
    carrier_.forget(*this);
    closed_ = true;
    if (start == Start::started && !own_terminal)
        carrier_.reap(group);
    carrier_.watcher.clear(slot);
    give_back_all();
    carrier_.region.give_slot(slot);
}

/* ---- what else is known of it ------------------------------------------------------------------------------------ */

std::string ProcessExecution::take_output()
{
    return carrier_.watcher.outputs.take(slot);
}

void ProcessExecution::set_outside(bool outside)
{
    outside_ = outside;
}

int ProcessExecution::number_for_users() const
{
    return static_cast<int>(pid);
}

Folders ProcessExecution::folders() const
{
    return pid > 0 ? folders_of(pid) : Folders{};
}

} // namespace ap1000
