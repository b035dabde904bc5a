/* inprocess_turn.cpp - see inprocess_execution.hpp: how the program gets the turn, computes, and gives it away. */
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "carriers/inprocess/simulator/inprocess_carrier.hpp"
#include "carriers/inprocess/simulator/stacks.hpp"
#include "engine/prefetch.hpp"

namespace ap1000
{
namespace
{

constexpr std::uint64_t room_aside = 1 << 15; /* bytes of stack for the registers of one that is set aside */

constexpr std::size_t most_kept = 1 << 20; /* bytes of output, of a program whose turn comes next */

FILE *our_output = nullptr; /* stdout of the simulator, while a program runs */

/* Processor time of the thread in which programs run [ns]. Async-signal-safe. */
std::int64_t processor_time_ns()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
}

} // namespace

InprocessExecution *InprocessExecution::running_ = nullptr;

InprocessExecution *InprocessExecution::running()
{
    return running_ != nullptr && running_->block_.is_entered() ? running_ : nullptr;
}

/* ---- the turn ---------------------------------------------------------------------------------------------------- */

void InprocessExecution::run()
{
    if (state_ == TurnState::ready)
        turn_seen_ns_ = 0;
    else if (state_ != TurnState::midway)
        return;
    enter();
    if (is_aside())
        name_as_endless();
}

/* Until it hands over, ends, or is left in the middle. Who asks is answered meanwhile. */
void InprocessExecution::enter()
{
    step(TurnEvent::entered);
    const TurnState running = state_;
    for (enter_once(); state_ == running; enter_once())
        carrier_.answer_inquirers();
    if (is_stopped())
        owner->complain_of_turn("has been stopped by a signal");
}

void InprocessExecution::enter_once()
{
    room_.bring();
    running_ = this;
    our_output = std::exchange(stdout, carrier_.library().output(program_));
    if (folder_ != nullptr)
        folder_->enter();
    if (stacks_are_told && room_.is_shared())
        marks_.put(room_.stack_top());
    const StackSwitch to_its(room_.stack());
    fiber_.enter();
    block_.enter();
    carrier_.library().run_as(program_);
    switch_stacks(&our_stack_, its_stack_);
    block_.leave();
    StackSwitch::arrived(&to_its);
    if (stacks_are_told && room_.is_shared())
        marks_.take(its_stack_, room_.stack_top());
    if (folder_ != nullptr)
        carrier_.folder().enter();
    stdout = our_output;
    running_ = nullptr;
    if (dead())
        release(); /* it had the turn: its death is seen when that is taken */
}

/* On its own stack. The program's first turn has begun outside this function. */
void InprocessExecution::switch_to_simulator()
{
    if (!our_bounds_)
        our_bounds_ = StackSwitch::arrived(nullptr);
    const StackSwitch to_ours(*our_bounds_);
    fiber_.leave();
    switch_stacks(&its_stack_, our_stack_);
    our_bounds_ = StackSwitch::arrived(&to_ours);
}

/* ---- without end ------------------------------------------------------------------------------------------------- */

/* The patience with a program begins with the first look at its turn: to ask for the time at each turn's beginning was
 * a sixth of what a message costs. */
bool InprocessExecution::computes_too_long()
{
    const std::int64_t now_ns = processor_time_ns();
    if (turn_seen_ns_ == 0) {
        turn_seen_ns_ = now_ns;
        asking_ = {};
    }
    const double spent_s = static_cast<double>(now_ns - turn_seen_ns_) * 1e-9;
    if (asking_.is_due(spent_s))
        asking_.look(spent_s, own_doings());
    return state_ == TurnState::again || asking_.asks() || spent_s >= carrier_.patience_s();
}

bool InprocessExecution::is_on_stack(const void *at) const
{
    constexpr int page = 4096;
    return at >= room_.stack_bottom() + page && at < room_.stack_top();
}

bool InprocessExecution::is_own_code(const void *code)
{
    return room_.text().holds(code);
}

bool InprocessExecution::has_room(const void *stack) const
{
    return stack >= room_.stack_bottom() + room_aside && stack < room_.stack_top();
}

void InprocessExecution::await_own_code()
{
    room_.text().allow(false);
}

bool InprocessExecution::has_come_back(const void *code)
{
    return !room_.text().is_allowed() && is_own_code(code) && room_.text().allow(true);
}

void InprocessExecution::set_aside()
{
    step(TurnEvent::set_aside);
    switch_to_simulator();
}

void InprocessExecution::pause()
{
    switch_to_simulator();
}

void InprocessExecution::interrupt()
{
    if (computes_too_long())
        set_aside();
    else if (carrier_.is_asked())
        pause();
}

void InprocessExecution::go_on_a_little()
{
    enter();
    if (is_aside() && !printed_.empty())
        owner->pass_on_output();
}

void InprocessExecution::name_as_endless()
{
    char text[160];
    if (asking_.asks()) {
        owner->complain_of_turn(asks_outside);
        return;
    }
    std::snprintf(
        text, sizeof text,
        "has computed for %.0f s of real time without a PVM call (--patience; pvm_kill ends it, `kill %d` the run)",
        static_cast<double>(processor_time_ns() - turn_seen_ns_) * 1e-9, static_cast<int>(getpid()));
    owner->complain_of_turn(text);
}

void InprocessExecution::go_on()
{
    if (dead())
        return;
    step(TurnEvent::given);
    run();
}

/* ---- what the program asks for ----------------------------------------------------------------------------------- */

void InprocessExecution::hand_over(void *self)
{
    auto *e = static_cast<InprocessExecution *>(self);
    e->step(TurnEvent::handed_over);
    e->switch_to_simulator();
}

void InprocessExecution::end(void *self, int status)
{
    static_cast<InprocessExecution *>(self)->leave(status);
}

void InprocessExecution::leave(int status)
{
    step(TurnEvent::died);
    status_ = status;
    switch_to_simulator();
    std::abort(); /* nobody switches to a program that has ended */
}

void InprocessExecution::await_others(void *self)
{
    auto *e = static_cast<InprocessExecution *>(self);
    e->step(TurnEvent::at_exit);
    e->switch_to_simulator();
}

void InprocessExecution::print(void *self, const char *bytes, std::size_t n)
{
    auto *e = static_cast<InprocessExecution *>(self);
    e->printed_.append(bytes, n);
    if (e->printed_.size() < most_kept || e->dead())
        return;
    if (e->state_ == TurnState::runs && e->carrier_.is_behind_others(*e)) {
        e->step(TurnEvent::printed_much);
        e->switch_to_simulator();
    }
    if (!e->carrier_.is_next(*e))
        return;
    FILE *its_output = std::exchange(stdout, our_output);
    e->owner->pass_on_output();
    stdout = its_output;
}

/* The task waits for input, and everything else for the task; but not whoever ends the run, or asks what is done in it.
 */
void InprocessExecution::await_outside(void *self, pollfd *files, unsigned n)
{
    auto *e = static_cast<InprocessExecution *>(self);
    const int why = errno;
    (void)poll(files, n, look_around_ms);
    if (e->carrier_.is_to_stop())
        e->leave(SIGKILL);
    if (e->carrier_.is_asked())
        e->pause();
    errno = why;
}

/* If it is the user's own program, that is what its user wants of the whole run, as with processes. */
void InprocessExecution::stop(void *self)
{
    auto *e = static_cast<InprocessExecution *>(self);
    if (e->own_terminal) {
        kill(getpid(), SIGSTOP);
        return;
    }
    e->step(TurnEvent::stops);
    e->switch_to_simulator();
}

/* ---- whose turn it is -------------------------------------------------------------------------------------------- */

bool InprocessExecution::take_turn()
{
    if (state_ == TurnState::closed || !carrier_.running.remove(*this))
        return false;
    step(TurnEvent::taken);
    return true;
}

/* Those that have died have it all the same, as with processes. */
void InprocessExecution::give_turn()
{
    step(TurnEvent::given);
    carrier_.running.add(*this);
}

/* Nearest to where it handed over: its stack, the library's state of it, its slot. */
void InprocessExecution::soon() const
{
    if (!carrier_.has_many())
        return;
    prefetch(its_stack_, 384); /* the frames of pvm_recv and what it calls, about [bytes] */
    prefetch(program_, 128);
    prefetch(&memory().reply, 192);
}

} // namespace ap1000
