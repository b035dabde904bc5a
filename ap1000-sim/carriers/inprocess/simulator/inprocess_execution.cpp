/* inprocess_execution.cpp - see inprocess_execution.hpp. */
#include "carriers/inprocess/simulator/inprocess_execution.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

#include "carriers/inprocess/simulator/inprocess_carrier.hpp"
#include "carriers/inprocess/simulator/stacks.hpp"
#include "carriers/inprocess/simulator/thread_room.hpp"
#include "engine/prefetch.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

constexpr std::uint64_t page = 4096;
/* Nothing is mapped for so many bytes below a stack: what a program may put on it at once, and touch at the far end
 * first, faults there. It costs address space alone. */
constexpr std::uint64_t guard_bytes = std::uint64_t{1} << 30;
/* Below that, for the program's heap; the library maps there what is used. And below the heap nothing again: there the
 * variables of another task's copy may end, and what is written behind them is to fault. */
constexpr std::uint64_t heap_bytes = std::uint64_t{1} << 30, behind_bytes = std::uint64_t{1} << 28;
constexpr std::uint64_t below_bytes = behind_bytes + heap_bytes + guard_bytes;

constexpr std::uint64_t room_aside = 1 << 15; /* bytes of stack for the registers of one that is set aside */

constexpr int look_at_child_ms = 10; /* real time between looks whether it joins */

constexpr std::size_t most_kept = 1 << 20; /* bytes of output, of a program that runs alone */

InprocessExecution *the_running = nullptr;
FILE *our_output = nullptr; /* stdout of the simulator, while a program runs */

std::uint64_t round_up(std::uint64_t n, std::uint64_t to)
{
    return (n + to - 1) / to * to;
}

/* As a process would have it (`ulimit -s`), of which little is used; what has no limit there gets much. */
std::uint64_t stack_bytes()
{
    constexpr std::uint64_t least = 1 << 16, most = std::uint64_t{1} << 34, unlimited = std::uint64_t{1} << 30;
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    std::uint64_t wanted = limit.rlim_cur == RLIM_INFINITY ? unlimited : limit.rlim_cur;
    return std::min(std::max(wanted, least), most) / page * page;
}

/* Processor time of the thread in which programs run [ns]. Async-signal-safe. */
std::int64_t processor_time_ns()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
}

/* What a program finds on its stack when it begins: argc, argv, the environment, and no word of the loader's. */
void *lay_stack(unsigned char *top, char *const *argv, char *const *environment)
{
    std::vector<std::uint64_t> words;
    std::vector<char *> strings;
    std::vector<std::size_t> at;
    auto list = [&](char *const *entries) {
        for (; *entries != nullptr; entries++) {
            at.push_back(words.size());
            strings.push_back(*entries);
            words.push_back(0);
        }
        words.push_back(0);
    };
    words.push_back(0);
    list(argv);
    words[0] = strings.size();
    list(environment);
    words.insert(words.end(), {0, 0}); /* AT_NULL */
    for (std::size_t i = 0; i < strings.size(); i++) {
        std::size_t n = std::strlen(strings[i]) + 1;
        top -= n;
        std::memcpy(top, strings[i], n);
        words[at[i]] = reinterpret_cast<std::uint64_t>(top);
    }
    auto end = reinterpret_cast<std::uint64_t>(top) - words.size() * sizeof words[0];
    auto *stack = reinterpret_cast<unsigned char *>(end / 16 * 16);
    std::memcpy(stack, words.data(), words.size() * sizeof words[0]);
    return stack;
}

} // namespace

InprocessExecution::InprocessExecution(InprocessCarrier &carrier, std::uint32_t slot_index, std::uint64_t in_order)
    : SlotExecution(carrier.region(), slot_index, in_order), carrier_(carrier)
{
}

InprocessExecution::~InprocessExecution()
{
    release();
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

bool InprocessExecution::begin(const Image &image, const inprocess_start &start)
{
    static const inprocess_simulator simulator = {hand_over, end, await_others, print, await_outside};
    const std::uint64_t stack = stack_bytes();
    inprocess_start with = start;
    with.simulator = &simulator;
    with.owner = this;
    memory_bytes_ = stack + image.bytes() + image.alignment() - page;
    memory_ = carrier_.address_space().take(memory_bytes_, below_bytes);
    if (memory_ == nullptr)
        return false;
    with.heap = memory_ - below_bytes + behind_bytes;
    with.heap_bytes = heap_bytes;
    program_ = carrier_.library().begin(&with);
    if (program_ == nullptr)
        return false;
    const auto lowest = reinterpret_cast<std::uint64_t>(memory_);
    stack_top_ = memory_ + (round_up(lowest + stack, image.alignment()) - lowest);
    stack_bottom_ = stack_top_ - stack;
    if (mprotect(stack_bottom_, stack, PROT_READ | PROT_WRITE | (image.executable_stack() ? PROT_EXEC : 0)) != 0)
        return false;
    void (*entry)() = image.copy_to(stack_top_, program_);
    if (entry == nullptr)
        return false;
    text_bytes_ = image.text_bytes();
    begin_thread_local(image.thread_local_variables());
    begin_stack({stack_bottom_, stack});
    its_stack_ = stack_that_enters(lay_stack(stack_top_, start.argv, start.environment), entry);
    give_turn();
    return true;
}

void InprocessExecution::begin_thread_local(const Image::ThreadLocal &of)
{
    thread_room_ = thread_room(of.bytes);
    thread_local_.assign(of.bytes, 0);
    for (const Image::ThreadLocal::Piece &p : of.pieces)
        std::memcpy(thread_local_.data() + of.bytes - p.below, stack_top_ + p.from, p.bytes);
}

/* All that it had in this process. What it has not written by its orderly end is lost, as with a process; what it has
 * posted lies in the shared memory. */
void InprocessExecution::release()
{
    if (program_ != nullptr)
        carrier_.library().end(std::exchange(program_, nullptr));
    if (memory_ != nullptr)
        carrier_.address_space().give(std::exchange(memory_, nullptr), memory_bytes_, below_bytes);
}

void InprocessExecution::end_by(int signal)
{
    if (dead_)
        return;
    dead_ = true;
    status_ = signal;
    release();
    carrier_.note_death();
    if (std::exchange(aside_, false))
        carrier_.reattach(*this);
    else if (exits_)
        carrier_.runs(*this); /* nobody has waited for it */
}

/* ---- the turn ---------------------------------------------------------------------------------------------------- */

void InprocessExecution::run()
{
    if (dead_ || has_run_)
        return;
    has_run_ = true;
    endless_ = let_go_ = false;
    turn_seen_ns_ = 0;
    enter();
    if (is_endless())
        name_as_endless();
}

/* Until it hands over, ends, or is set aside. */
void InprocessExecution::enter()
{
    enter_once();
    while (std::exchange(pauses_, false)) {
        carrier_.answer_inquirers();
        enter_once();
    }
}

void InprocessExecution::enter_once()
{
    *carrier_.library().current = program_;
    the_running = this;
    std::swap(errno, errno_);
    our_output = std::exchange(stdout, carrier_.library().output(program_));
    std::copy(thread_local_.begin(), thread_local_.end(), thread_room_);
    const StackSwitch to_its({stack_bottom_, static_cast<std::size_t>(stack_top_ - stack_bottom_)});
    switch_stacks(&our_stack_, its_stack_);
    StackSwitch::arrived(&to_its);
    std::copy(thread_room_, thread_room_ + thread_local_.size(), thread_local_.begin());
    stdout = our_output;
    std::swap(errno, errno_);
    the_running = nullptr;
    *carrier_.library().current = nullptr;
    if (dead_)
        release(); /* it had the turn: its death is seen when that is taken */
}

/* On its own stack. The program's first turn has begun outside this function. */
void InprocessExecution::switch_to_simulator()
{
    if (!std::exchange(has_left_, true))
        our_bounds_ = StackSwitch::arrived(nullptr);
    const StackSwitch to_ours(our_bounds_);
    switch_stacks(&its_stack_, our_stack_);
    our_bounds_ = StackSwitch::arrived(&to_ours);
}

/* ---- without end ------------------------------------------------------------------------------------------------- */

/* The patience with a program begins with the first look at its turn: to ask for the time at each turn's beginning was
 * a sixth of what a message costs. */
bool InprocessExecution::computes_too_long()
{
    const std::int64_t now_ns = processor_time_ns();
    if (turn_seen_ns_ == 0)
        turn_seen_ns_ = now_ns;
    const double spent_s = static_cast<double>(now_ns - turn_seen_ns_) * 1e-9;
    return endless_ || spent_s >= carrier_.patience_s();
}

bool InprocessExecution::is_own_code(const void *code) const
{
    return code >= stack_top_ && code < stack_top_ + text_bytes_;
}

bool InprocessExecution::has_room(const void *stack) const
{
    return stack >= stack_bottom_ + room_aside && stack < stack_top_;
}

void InprocessExecution::await_own_code()
{
    awaited_ = mprotect(stack_top_, text_bytes_, PROT_READ) == 0 || awaited_;
}

bool InprocessExecution::has_come_back(const void *code)
{
    if (!awaited_ || !is_own_code(code))
        return false;
    awaited_ = false;
    return mprotect(stack_top_, text_bytes_, PROT_READ | PROT_EXEC) == 0;
}

void InprocessExecution::set_aside()
{
    aside_ = endless_ = true;
    switch_to_simulator();
}

void InprocessExecution::pause()
{
    pauses_ = true;
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
    aside_ = false;
    enter();
    if (aside_ && !printed_.empty())
        owner->pass_on_output();
}

void InprocessExecution::name_as_endless()
{
    char text[160];
    std::snprintf(
        text, sizeof text,
        "computes for %.0f s of real time now without a call of PVM (--patience; pvm_kill ends it, `kill %d` the run)",
        static_cast<double>(processor_time_ns() - turn_seen_ns_) * 1e-9, static_cast<int>(getpid()));
    owner->complain_of_turn(text);
}

void InprocessExecution::go_on()
{
    has_run_ = false;
    run();
}

void InprocessExecution::hand_over(void *self)
{
    static_cast<InprocessExecution *>(self)->switch_to_simulator();
}

void InprocessExecution::end(void *self, int status)
{
    static_cast<InprocessExecution *>(self)->leave(status);
}

void InprocessExecution::leave(int status)
{
    dead_ = true;
    status_ = status;
    switch_to_simulator();
    std::abort(); /* nobody switches to a program that has ended */
}

void InprocessExecution::await_others(void *self)
{
    auto *e = static_cast<InprocessExecution *>(self);
    e->exits_ = true;
    hand_over(self);
}

void InprocessExecution::print(void *self, const char *bytes, std::size_t n)
{
    auto *e = static_cast<InprocessExecution *>(self);
    e->printed_.append(bytes, n);
    if (e->printed_.size() < most_kept || !e->carrier_.runs_alone())
        return;
    FILE *its_output = std::exchange(stdout, our_output);
    e->owner->pass_on_output();
    stdout = its_output;
}

/* The task waits for input or for a program, and everything else for the task; but not whoever ends the run, or asks
 * what is done in it; nor a program that has to join the machine first, and the others with that. As with processes, it
 * has been let go then until it calls. */
void InprocessExecution::await_outside(void *self, pollfd *files, unsigned n, int child)
{
    auto *e = static_cast<InprocessExecution *>(self);
    const int why = errno;
    const bool ready = poll(files, n, e->let_go_ ? 0 : child > 0 ? look_at_child_ms : look_around_ms) > 0;
    if (e->carrier_.is_to_stop())
        e->leave(SIGKILL);
    if (e->carrier_.is_asked())
        e->pause();
    e->let_go_ = e->let_go_ || (child > 0 && e->carrier_.has_joining_child(child));
    if (e->let_go_ && !ready)
        e->wait_aside(files, n);
    errno = why;
}

void InprocessExecution::wait_aside(pollfd *files, unsigned n)
{
    awaited_files_ = files;
    nawaited_files_ = n;
    aside_ = true;
    switch_to_simulator();
    awaited_files_ = nullptr;
}

bool InprocessExecution::awaits_outside() const
{
    return awaited_files_ != nullptr && poll(awaited_files_, nawaited_files_, 0) <= 0;
}

bool InprocessExecution::take_turn()
{
    if (closed_ || !carrier_.runs_no_more(*this))
        return false;
    has_turn_ = false;
    return true;
}

/* Those that have died have it all the same, as with processes. */
void InprocessExecution::give_turn()
{
    has_turn_ = true;
    has_run_ = false;
    carrier_.runs(*this);
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

bool InprocessExecution::is_detached() const
{
    return (exits_ || aside_) && !dead_;
}

bool InprocessExecution::awaits_processor() const
{
    return has_turn_ && !has_run_ && !dead_;
}

bool InprocessExecution::wants_turn() const
{
    return false;
}

bool InprocessExecution::dead() const
{
    return dead_;
}

/* ---- signals and its end ----------------------------------------------------------------------------------------- */

void InprocessExecution::tell_end(const Ending &ending)
{
    carrier_slot &s = memory();
    if (ending.halted && ends_by(SIGTERM)) {
        end_by(SIGTERM);
        return;
    }
    s.reply.values.signals = ending.halted ? std::uint64_t{1} << (SIGTERM - 1) : 0;
    s.reply.values.result = PvmSysErr;
    s.reply.nframes = 0;
    s.reply.values.now = ending.now;
    s.reply.ending = ending.code;
    go_on();
}

bool InprocessExecution::ends_by(int signal) const
{
    return dead_ || carrier_.library().ends_by(program_, signal);
}

/* One that has joined gets a signal which does not end it in its turn; stopping is not for a part of a process. */
void InprocessExecution::raise(int signal, bool)
{
    if (ends_by(signal))
        end_by(signal);
    else
        carrier_.library().signal_later(program_, signal);
}

std::optional<int> InprocessExecution::exit_status()
{
    return status_;
}

void InprocessExecution::close()
{
    carrier_.forget(*this);
    closed_ = true;
    release();
    give_back_all();
    carrier_.region().give_slot(slot);
}

bool InprocessExecution::is_promised() const
{
    return false;
}

void InprocessExecution::break_promise()
{
}

/* ---- for faults -------------------------------------------------------------------------------------------------- */

InprocessExecution *InprocessExecution::running()
{
    return the_running;
}

bool InprocessExecution::handles(int signal) const
{
    return carrier_.library().handles(program_, signal);
}

void InprocessExecution::handle_fault(int signal, const siginfo_t *why)
{
    carrier_.library().fault(signal, why);
}

bool InprocessExecution::is_on_stack(const void *at) const
{
    return at >= stack_bottom_ + page && at < stack_top_;
}

/* ---- what else is known of it ------------------------------------------------------------------------------------ */

std::string InprocessExecution::take_output()
{
    return std::exchange(printed_, {});
}

bool InprocessExecution::may_have_output() const
{
    return !printed_.empty();
}

void InprocessExecution::set_outside(bool)
{
}

/* Beyond every number that the system gives to a process. */
int InprocessExecution::number_for_users() const
{
    return first_number_in_process + static_cast<int>(number);
}

Folders InprocessExecution::folders() const
{
    return {path.substr(0, path.rfind('/')), carrier_.folder()};
}

} // namespace ap1000
