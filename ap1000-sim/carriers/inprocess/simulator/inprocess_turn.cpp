/* inprocess_turn.cpp - see inprocess_execution.hpp: how the program gets the turn, computes, and gives it away. */
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "carriers/inprocess/simulator/faults.hpp"
#include "carriers/inprocess/simulator/inprocess_carrier.hpp"
#include "carriers/inprocess/simulator/stacks.hpp"
#include "engine/prefetch.hpp"

namespace ap1000
{
namespace
{

constexpr std::uint64_t room_aside = 1 << 15; /* bytes of stack for the registers of one that is set aside */

/* Bytes of output, of a program whose turn comes next; and of one in another thread, where others go on meanwhile. */
constexpr std::size_t most_kept = 1 << 20, most_kept_elsewhere = 1 << 22;

FILE *our_output = nullptr; /* stdout of the simulator, while a program runs */

/* A turn of some 40 us is long: a change of thread takes 10 to 60. */
constexpr std::uint64_t long_turn = 100000; /* ticks of the processor's clock */

/* Of processor time, from the first look at a turn on: it goes on elsewhere at the second. */
constexpr std::int64_t moves_ns = 5000000;

std::uint64_t ticks()
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

/* Processor time of the calling thread, or of that one [ns]. Async-signal-safe. */
std::int64_t processor_time_ns(int thread = 0)
{
    timespec t{};
    clock_gettime(thread == 0 ? CLOCK_THREAD_CPUTIME_ID : clock_of_thread(thread), &t);
    return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
}

} // namespace

InprocessExecution *InprocessExecution::running_ = nullptr;

/* Of the task whose variables the thread has; but not while the simulator looks after them. */
InprocessExecution *InprocessExecution::running()
{
    const inprocess_library *library = InprocessCarrier::library_of_tasks();
    auto *e = library != nullptr ? static_cast<InprocessExecution *>(library->owner()) : nullptr;
    return e != nullptr && e->is_inside_ ? e : nullptr;
}

/* ---- the turn ---------------------------------------------------------------------------------------------------- */

void InprocessExecution::run()
{
    if (state_ == TurnState::ready)
        turn_seen_ns_ = 0, was_long_ = false;
    else if (state_ != TurnState::midway)
        return;
    enter();
    if (is_aside())
        name_as_endless(processor_time_ns());
}

/* Until it hands over, ends, or is left in the middle. Who asks is answered meanwhile. */
void InprocessExecution::enter()
{
    step(TurnEvent::entered);
    const bool measures = may_go_elsewhere_ && carrier_.measures();
    const std::uint64_t began = measures ? ticks() : 0;
    for (enter_once(); !came_to_ || (came_to_ == TurnEvent::sent && !carrier_.threads().begin()); enter_once()) {
        came_to_.reset();
        carrier_.answer_inquirers();
    }
    was_long_ = measures && ticks() - began > long_turn;
    step_to_what_it_came();
}

void InprocessExecution::step_to_what_it_came()
{
    if (came_to_ == TurnEvent::sent) {
        came_to_.reset();
        go_elsewhere(true);
        return;
    }
    step(*came_to_);
    came_to_.reset();
    if (dead())
        release(); /* it had the turn: its death is seen when that is taken */
    else if (is_stopped())
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
    switch_to_program();
    if (stacks_are_told && room_.is_shared())
        marks_.take(its_stack_, room_.stack_top());
    if (folder_ != nullptr)
        carrier_.folder().enter();
    stdout = our_output;
    running_ = nullptr;
}

/* In whichever thread. Between its variables and those of the thread no signal may take the one for the other. */
void InprocessExecution::switch_to_program()
{
    const StackSwitch to_its(room_.stack());
    fiber_.enter();
    block_.enter();
    carrier_.library().run_as(program_);
    is_inside_ = true;
    switch_stacks(&our_stack_, its_stack_);
    is_inside_ = false;
    if (stacks_are_told)
        carrier_.library().run_as(nullptr);
    block_.leave();
    StackSwitch::arrived(&to_its);
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

/* ---- elsewhere --------------------------------------------------------------------------------------------------- */

/* Not as long as all turns are short: what the kernel notes of a task that may is a seventh of what a message costs. */
bool InprocessExecution::may_run_ahead() const
{
    return may_go_elsewhere_ && carrier_.turns_are_long() && joined() && !left() && !dead();
}

bool InprocessExecution::goes_elsewhere() const
{
    return may_go_elsewhere_ && carrier_.turns_are_long() && (was_long_ || carrier_.all_elsewhere());
}

void InprocessExecution::begin_elsewhere()
{
    if (state_ == TurnState::ready && may_go_elsewhere_)
        go_elsewhere();
}

void InprocessExecution::go_elsewhere(bool midway)
{
    step(TurnEvent::sent);
    was_long_ = midway;
    turn_seen_ns_ = 0;
    turn_is_elsewhere_ = true;
    __atomic_store_n(&memory().turn, CARRIER_TASK, __ATOMIC_RELEASE);
    carrier_.threads().run(*this);
}

void InprocessExecution::run_elsewhere()
{
    thread_ = static_cast<int>(gettid());
    const std::uint64_t began = ticks();
    while (!came_to_ && !is_to_end_)
        switch_to_program();
    was_long_ = was_long_ || ticks() - began > long_turn;
    thread_ = 0;
    handover_give(&memory().turn, CARRIER_MACHINE); /* from here on it is the simulator's, and may be gone */
}

bool InprocessExecution::came_back()
{
    if (!is_elsewhere())
        return true;
    turn_is_elsewhere_ = false;
    step(TurnEvent::back);
    if (!came_to_) /* it was to end before it ran */
        came_to_ = TurnEvent::died;
    step_to_what_it_came();
    return !is_stopped() && !prints();
}

/* The threads may all be busy, for good even: then it runs here. */
bool InprocessExecution::comes_here()
{
    if (!is_elsewhere() || !carrier_.threads().take_back(*this))
        return false;
    turn_is_elsewhere_ = false;
    step(TurnEvent::given);
    return true;
}

/* Before it is ended: it comes to its end at once, in its own code. */
void InprocessExecution::recall()
{
    constexpr std::int64_t again_ns = 10000000;
    if (!is_elsewhere())
        return;
    carrier_.ahead().remove(*this);
    if (comes_here())
        return;
    is_to_end_ = true;
    for (std::uint32_t turn = CARRIER_TASK; turn == CARRIER_TASK;) {
        if (const int thread = thread_; thread != 0)
            call_to_end(thread);
        (void)handover_await(&memory().turn, CARRIER_TASK, nullptr, again_ns, &turn);
    }
    (void)came_back();
}

bool InprocessExecution::is_left_alone()
{
    const int thread = thread_;
    if (!is_elsewhere() || thread == 0 || state_ == TurnState::alone)
        return state_ == TurnState::alone;
    const std::int64_t now_ns = processor_time_ns(thread);
    if (turn_seen_ns_ == 0) {
        turn_seen_ns_ = now_ns;
        asking_ = {};
    }
    const double spent_s = static_cast<double>(now_ns - turn_seen_ns_) * 1e-9;
    if (asking_.is_due(spent_s))
        asking_.look(spent_s, doings_of_thread(thread));
    if (!asking_.asks() && spent_s < carrier_.patience_s())
        return false;
    step(TurnEvent::set_aside);
    carrier_.threads().add_one();
    name_as_endless(now_ns);
    return true;
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

/* Not one that has come back from there in its turn, since it prints much. */
bool InprocessExecution::is_to_move() const
{
    return may_go_elsewhere_ && state_ == TurnState::runs && !was_long_ &&
           processor_time_ns() - turn_seen_ns_ >= moves_ns && carrier_.threads().are_possible();
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

void InprocessExecution::interrupt()
{
    if (computes_too_long())
        comes_to(TurnEvent::set_aside);
    else if (carrier_.is_asked())
        switch_to_simulator();
    else if (is_to_move())
        comes_to(TurnEvent::sent);
}

void InprocessExecution::go_on_a_little()
{
    enter();
    if (is_aside() && !printed_.empty())
        owner->pass_on_output();
}

void InprocessExecution::name_as_endless(std::int64_t now_ns)
{
    char text[160];
    if (asking_.asks()) {
        owner->complain_of_turn(asks_outside);
        return;
    }
    std::snprintf(
        text, sizeof text,
        "has computed for %.0f s of real time without a PVM call (--patience; pvm_kill ends it, `kill %d` the run)",
        static_cast<double>(now_ns - turn_seen_ns_) * 1e-9, static_cast<int>(getpid()));
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
    static_cast<InprocessExecution *>(self)->comes_to(TurnEvent::handed_over);
}

void InprocessExecution::end(void *self, int status)
{
    static_cast<InprocessExecution *>(self)->leave(status);
}

void InprocessExecution::leave(int status)
{
    status_ = status;
    comes_to(TurnEvent::died);
    std::abort(); /* nobody switches to a program that has ended */
}

void InprocessExecution::await_others(void *self)
{
    static_cast<InprocessExecution *>(self)->comes_to(TurnEvent::at_exit);
}

void InprocessExecution::print(void *self, const char *bytes, std::size_t n)
{
    auto *e = static_cast<InprocessExecution *>(self);
    if (e->turn_is_elsewhere_)
        e->print_elsewhere({bytes, n}); /* an address that is none is a fault of the program, here */
    else
        e->printed_.append(bytes, n);
    if (e->turn_is_elsewhere_ || e->printed_.size() < most_kept || e->dead())
        return;
    if (e->state_ == TurnState::runs && e->carrier_.is_behind_others(*e))
        e->comes_to(TurnEvent::printed_much);
    if (!e->carrier_.is_next(*e))
        return;
    FILE *its_output = std::exchange(stdout, our_output);
    e->owner->pass_on_output();
    stdout = its_output;
    if (e->state_ == TurnState::runs && e->owner->reader_is_behind())
        e->comes_to(TurnEvent::set_aside);
}

void InprocessExecution::print_elsewhere(const std::string &text)
{
    std::unique_lock<std::mutex> lock(printed_mutex_);
    printed_ += text;
    const bool is_much = printed_.size() >= most_kept_elsewhere;
    lock.unlock();
    if (is_much)
        comes_to(TurnEvent::printed_much);
}

/* The task waits for input, and everything else for the task; but not whoever ends the run, or asks what is done in it.
 */
void InprocessExecution::await_outside(void *self, pollfd *files, unsigned n)
{
    auto *e = static_cast<InprocessExecution *>(self);
    const int why = errno;
    e->is_inside_ = false; /* the simulator looks around, and its program does not stand still */
    (void)poll(files, n, look_around_ms);
    e->is_inside_ = true;
    if (e->turn_is_elsewhere_ ? e->is_to_end_.load() : e->carrier_.is_to_stop())
        e->leave(SIGKILL);
    if (!e->turn_is_elsewhere_ && e->carrier_.is_asked())
        e->switch_to_simulator();
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
    e->comes_to(TurnEvent::stops);
}

/* ---- whose turn it is -------------------------------------------------------------------------------------------- */

bool InprocessExecution::take_turn()
{
    if (state_ == TurnState::closed || !carrier_.running.remove(*this))
        return false;
    if (!std::exchange(is_done_, false))
        step(TurnEvent::taken);
    return true;
}

/* Those that have died have it all the same, as with processes. One that ran ahead, and whose call is answered in the
 * same turn, may not have had it taken. */
void InprocessExecution::give_turn()
{
    if (state_ == TurnState::done)
        step(TurnEvent::taken);
    step(TurnEvent::given);
    is_done_ = false;
    carrier_.running.add(*this);
    if (state_ == TurnState::ready && goes_elsewhere())
        go_elsewhere();
}

void InprocessExecution::give_turn_ahead()
{
    if (state_ == TurnState::done)
        step(TurnEvent::taken);
    step(TurnEvent::given);
    carrier_.ahead().add(*this);
    if (state_ == TurnState::ready)
        go_elsewhere();
}

void InprocessExecution::fall_behind()
{
    carrier_.running.remove(*this);
    carrier_.ahead().add(*this);
}

void InprocessExecution::await_turn(bool done)
{
    if (!done)
        carrier_.ahead().remove(*this);
    is_done_ = done;
    carrier_.running.add(*this);
}

/* Nearest to where it handed over: its stack, the library's state of it, its slot. */
void InprocessExecution::soon() const
{
    if (!carrier_.has_many() || is_elsewhere())
        return;
    prefetch(its_stack_, 384); /* the frames of pvm_recv and what it calls, about [bytes] */
    prefetch(program_, 128);
    prefetch(&memory().reply, 192);
}

} // namespace ap1000
