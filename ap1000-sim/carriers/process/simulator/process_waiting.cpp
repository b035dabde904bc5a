/* process_waiting.cpp - waiting, in real time, for the processes that have the turn; and for whom nobody waits any
 * more. */
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "carriers/process/simulator/process_carrier.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/wire/handover.h"

namespace ap1000
{
namespace
{

/* Real time before a process that sleeps is thought to wait for what it has started, */
constexpr int child_patience_ms = 200;
/* and that a process which has left may take before the others go on without it. */
constexpr int patience_ms = 5000;
/* Real time between looks at one that prints more than is kept. */
constexpr int look_at_full_ms = 1;
/* So often in a row a process started by hand is seen asleep before the others go on without it. */
constexpr int asleep_looks = 4;
/* Real time from which on a turn is not short; after one that was not, running ahead pays for so many short ones. */
constexpr std::int64_t short_turn_ns = 50000;
constexpr int pays_for_turns = 64;
/* Those who are ahead are looked at while another has a turn that is not short, and after so many looks outside. */
constexpr unsigned look_ahead_each = 32;
constexpr std::size_t most_words = 128; /* that futex_waitv takes */

bool earlier(const ProcessExecution *a, const ProcessExecution *b)
{
    return a->number < b->number;
}

} // namespace

/* A process at work for a task, seen from time to time: does it sleep all the while, for people or for another
 * program? */
class Sleeper
{
  public:
    bool still(pid_t pid)
    {
        long long spent = sleeps_after(pid);
        looks_ = spent >= 0 && spent == spent_ ? looks_ + 1 : 0;
        spent_ = spent;
        return looks_ >= asleep_looks;
    }

  private:
    long long spent_ = -1;
    int looks_ = 0;
};

/* ---- who runs ---------------------------------------------------------------------------------------------------- */

void ProcessCarrier::runs(ProcessExecution &e)
{
    running_.insert(std::upper_bound(running_.begin(), running_.end(), &e, earlier), &e);
}

bool ProcessCarrier::runs_no_more(ProcessExecution &e)
{
    auto at = std::lower_bound(running_.begin(), running_.end(), &e, earlier);
    if (at == running_.end() || *at != &e)
        return false;
    running_.erase(at);
    return true;
}

std::set<pid_t> ProcessCarrier::processes_of_tasks() const
{
    std::set<pid_t> all;
    for (const ProcessExecution *e : all_)
        if (e->is_task())
            all.insert(e->pid);
    return all;
}

/* Those that begin meanwhile are waited for the next time. One that prints, and is not the next in order, waits until
 * the kernel has dealt with those before it: what it prints comes after what they have printed. */
bool ProcessCarrier::wait_for_all(std::vector<Execution *> &handed_over)
{
    handed_over.clear();
    if (!is_in_round())
        begin_round();
    return wait_in_round(handed_over);
}

void ProcessCarrier::begin_round()
{
    round_ = running_;
    round_at_ = 0;
}

const SlotExecution *ProcessCarrier::next_in_round()
{
    while (is_in_round() && !is_waited_for(round_[round_at_]))
        round_at_++;
    return is_in_round() ? round_[round_at_] : nullptr;
}

bool ProcessCarrier::is_waited_for(ProcessExecution *e) const
{
    return e != nullptr && std::binary_search(running_.begin(), running_.end(), e, earlier);
}

bool ProcessCarrier::wait_in_round(std::vector<Execution *> &handed_over)
{
    for (; round_at_ < round_.size(); round_at_++) {
        ProcessExecution *e = round_[round_at_];
        if (!is_waited_for(e))
            continue;
        if (!e->has_done() && e->owner->may_fall_behind() && !await_short_turn(*e)) {
            handed_over.push_back(e);
            continue;
        }
        const Waited waited = wait_for_process(*e, handed_over.empty());
        if (waited != Waited::over)
            return waited == Waited::prints;
        if (is_waited_for(e))
            handed_over.push_back(e);
        promised.await_started(*e);
    }
    return true;
}

bool ProcessCarrier::wait_for(Execution &e)
{
    auto &own = static_cast<ProcessExecution &>(e);
    bool runs_now = std::binary_search(running_.begin(), running_.end(), &own, earlier);
    master_may_end_ = true;
    bool over = !runs_now || wait_for_process(own, true) == Waited::over;
    master_may_end_ = false;
    return over;
}

bool ProcessCarrier::is_to_stop() const
{
    bool master_ended = master_ != nullptr && master_->dead(); /* also one that waited for the others in its exit */
    return stop() != 0 || (master_ended && !master_may_end_);
}

/* ---- those who run ahead ----------------------------------------------------------------------------------------- */

void ProcessCarrier::goes_ahead(ProcessExecution &e)
{
    ahead_.push_back(&e);
}

void ProcessCarrier::goes_ahead_no_more(ProcessExecution &e)
{
    ahead_.erase(std::remove(ahead_.begin(), ahead_.end(), &e), ahead_.end());
}

/* A task that has come to its next call may be given the next turn at once, and what it has posted may let others
 * begin: then those stand behind it in the list. */
void ProcessCarrier::look_at_those_ahead()
{
    looks_ = 0;
    for (std::size_t i = 0; i < ahead_.size();) {
        ProcessExecution *e = ahead_[i];
        if (e->process_has_turn()) {
            i++;
            continue;
        }
        ahead_.erase(ahead_.begin() + static_cast<std::ptrdiff_t>(i));
        e->owner->came_to_call();
    }
}

/* Until this one or any of those ahead gives the turn back, at most so long. */
void ProcessCarrier::sleep_beside(ProcessExecution &e, std::int64_t span_ns)
{
    static_assert(CARRIER_TASK != 0);
    futex_waitv words[most_words];
    unsigned n = 0;
    auto add = [&](ProcessExecution &one) {
        std::uint32_t *turn = &region.slot(one.slot).turn, v = CARRIER_TASK;
        (void)__atomic_compare_exchange_n(turn, &v, CARRIER_TASK | CARRIER_ASLEEP, false, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE);
        words[n++] = {CARRIER_TASK | CARRIER_ASLEEP, reinterpret_cast<std::uintptr_t>(turn), FUTEX_32, 0};
    };
    add(e);
    for (std::size_t i = 0; i < ahead_.size() && n < most_words; i++)
        add(*ahead_[i]);
    timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (until.tv_nsec + span_ns) / 1000000000;
    until.tv_nsec = (until.tv_nsec + span_ns) % 1000000000;
    if (syscall(SYS_futex_waitv, words, n, 0, &until, CLOCK_MONOTONIC) >= 0 || errno != ENOSYS)
        return;
    std::uint32_t turn = 0; /* Linux before 5.16 */
    (void)handover_await(&region.slot(e.slot).turn, CARRIER_TASK, nullptr, std::min<std::int64_t>(span_ns, 1000000),
                         &turn);
}

/* Waits until it gives the turn back, at most so long. Meanwhile those that are ahead go on, and on. */
bool ProcessCarrier::await_beside(ProcessExecution &e, int ms)
{
    using namespace std::chrono;
    const auto end = steady_clock::now() + milliseconds(ms);
    for (;;) {
        look_at_those_ahead();
        if (!e.process_has_turn())
            return true;
        const std::int64_t left_ns = nanoseconds(end - steady_clock::now()).count();
        if (left_ns <= 0)
            return false;
        sleep_beside(e, left_ns);
    }
}

/* ---- on which processor ------------------------------------------------------------------------------------------ */

/* One that has left, or waits for people, goes its own ways. */
void ProcessCarrier::choose_processor(ProcessExecution &e)
{
    if (e.left() || e.outside())
        Sharing::release(e.place);
    else if (sharing.is_on() && !anyone_runs())
        sharing.take(e.place.pid != 0 ? e.place.pid : watcher.pid(e.slot), e.place);
}

/* Does it give the turn back at once? Then it pays less that others run ahead meanwhile; if not, it does. */
bool ProcessCarrier::await_short_turn(ProcessExecution &e)
{
    std::uint32_t turn = 0;
    if (handover_await(&region.slot(e.slot).turn, CARRIER_TASK, sharing.is_on() ? nullptr : &spin_, short_turn_ns,
                       &turn)) {
        if (pays_left_ > 0 && --pays_left_ == 0)
            e.owner->turns_are_long(false);
        return true;
    }
    pays_left_ = pays_for_turns;
    e.owner->turns_are_long(true);
    return false;
}

/* Does it give the turn back before that becomes a long one? If not, others may be better off elsewhere. */
bool ProcessCarrier::await_soon(ProcessExecution &e)
{
    const bool alone = running_.size() == 1;
    if (await_short_turn(e) || await_beside(e, Sharing::long_turn_ms)) {
        if (alone && ahead_.empty())
            sharing.short_turn();
        return true;
    }
    sharing.end(true);
    for (ProcessExecution *one : all_)
        Sharing::release(one->place);
    return false;
}

/* ---- waiting for one --------------------------------------------------------------------------------------------- */

/* is_next: what it prints may be passed on while it runs. */
ProcessCarrier::Waited ProcessCarrier::wait_for_process(ProcessExecution &e, bool is_next)
{
    int waited_ms = 0, look_ms = look_around_ms;
    Sleeper sleeper;
    if (e.has_done())
        return Waited::over;
    if (e.outside() && e.process_has_turn()) {
        detach(e);
        return Waited::over;
    }
    if (await_soon(e))
        return Waited::over;
    while (!await_beside(e, look_ms)) {
        waited_ms += look_ms;
        answer_inquirers();
        if (is_to_stop())
            return Waited::stop;
        if (look_ms == look_around_ms && (is_to_be_detached(e, waited_ms, sleeper) || is_stopped_or_endless(e))) {
            detach(e);
            return Waited::over;
        }
        look_ms = watcher.is_full(e.slot) ? look_at_full_ms : look_around_ms;
        if (!take_up_output(e, is_next))
            return Waited::prints;
    }
    return Waited::over;
}

/* What it has printed by now. False: others are to be dealt with first. */
bool ProcessCarrier::take_up_output(ProcessExecution &e, bool is_next)
{
    if (!watcher.has_printed(e.slot))
        return true;
    if (is_next)
        e.owner->pass_on_output();
    return is_next;
}

/* The process computes without a call for longer than we have patience: the others go on, and since its time does not
 * count in simulated time, they do so as fast as real time at most (kernel/pace.hpp). Or a signal has stopped it, which
 * only others can undo; but if it is the master, its user has stopped the run. */
bool ProcessCarrier::is_stopped_or_endless(ProcessExecution &e)
{
    const pid_t pid = watcher.pid(e.slot);
    const long long spent_ns = processor_time_ns(pid);
    e.looks_stopped = process_is_stopped(pid) && !e.is_master() ? e.looks_stopped + 1 : 0;
    if (e.turn_began_ns < 0)
        e.turn_began_ns = spent_ns;
    const auto burnt_s = static_cast<double>(spent_ns - e.turn_began_ns) * 1e-9;
    e.endless = burnt_s >= settings_.patience_s;
    if (e.looks_stopped < asleep_looks && !e.endless)
        return false;
    char text[160];
    std::snprintf(text, sizeof text,
                  e.endless ? "computes for %.0f s of real time now without a call of PVM (--patience; `kill -KILL %d` "
                              "ends it now)"
                            : "has been stopped by a signal",
                  burnt_s, static_cast<int>(pid));
    e.owner->complain_of_turn(text);
    return true;
}

/* The task has left the machine and its process goes on; or it seems to wait itself for a process that it has started
 * and that wants to join; or it was started by hand on a machine that stays, and waits for its user, who may wait for
 * what the others say. */
bool ProcessCarrier::is_to_be_detached(ProcessExecution &e, int waited_ms, Sleeper &sleeper)
{
    bool by_hand = e.start == ProcessExecution::Start::by_itself || e.start == ProcessExecution::Start::promised;
    bool left = e.left() && (waited_ms >= patience_ms || (&e == master_ && master_exits()));
    bool for_child = has_joining_child(e.pid, &e) || (waited_ms >= child_patience_ms && waits_for_started(e));
    bool for_people = settings_.stays && by_hand && sleeper.still(e.pid);
    return left || for_child || for_people;
}

/* Has it started a process that wants to join, or is joining? Then it may wait for that one. */
bool ProcessCarrier::has_joining_child(pid_t ancestor, const ProcessExecution *self)
{
    auto is_child = [ancestor](pid_t pid) { return descends(pid, ancestor); };
    return watcher.has_newcomer(is_child) ||
           std::any_of(running_.begin(), running_.end(), [&](const ProcessExecution *other) {
               return other != self && other->start == ProcessExecution::Start::by_itself && is_child(other->pid);
           });
}

/* Does it seem to wait itself for what it was asked to start, rather than to be slow? */
bool ProcessCarrier::waits_for_started(const ProcessExecution &e)
{
    if (promised.take_while_starter_sleeps(e))
        return true;
    return process_sleeps(e.pid) && std::any_of(running_.begin(), running_.end(), [&e](const ProcessExecution *other) {
               return other != &e && other->start == ProcessExecution::Start::promised && descends(other->pid, e.pid);
           });
}

bool ProcessCarrier::is_detached(const ProcessExecution &e) const
{
    return std::find(detached_.begin(), detached_.end(), &e) != detached_.end();
}

void ProcessCarrier::detach(ProcessExecution &e)
{
    Sharing::release(e.place);
    runs_no_more(e);
    detached_.push_back(&e);
}

void ProcessCarrier::reattach_who_hand_over()
{
    for (std::size_t i = 0; i < detached_.size();) {
        ProcessExecution *e = detached_[i];
        if (e->process_has_turn()) {
            i++;
            continue;
        }
        detached_.erase(detached_.begin() + static_cast<std::ptrdiff_t>(i));
        runs(*e);
    }
}

void ProcessCarrier::reattach(ProcessExecution &e)
{
    auto at = std::find(detached_.begin(), detached_.end(), &e);
    if (at == detached_.end())
        return;
    detached_.erase(at);
    e.looks_stopped = 0;
    runs(e);
}

bool ProcessCarrier::any_detached_is_endless() const
{
    return std::any_of(detached_.begin(), detached_.end(), [](const ProcessExecution *e) { return e->endless; });
}

/* ---- the outside ------------------------------------------------------------------------------------------------- */

/* Passes on what detached processes have printed, and what others print in the name of those that wait. */
void ProcessCarrier::pass_on_outputs()
{
    for (ProcessExecution *e : detached_)
        take_up_output(*e, true);
    if (watcher.take_full())
        for (ProcessExecution *e : all_)
            if (watcher.is_full(e->slot) && !std::binary_search(running_.begin(), running_.end(), e, earlier))
                e->owner->pass_on_output();
}

void ProcessCarrier::wait_for_news(int ms)
{
    watcher.wait_for_news(ms);
}

void ProcessCarrier::on_inquiry(std::function<std::string()> text)
{
    inquiry_ = std::move(text);
}

/* The text goes into a file, so that nobody waits for one who does not read. */
void ProcessCarrier::answer_inquirers()
{
    if (!watcher.has_inquirers())
        return;
    for (const Client &c : watcher.take_inquirers()) {
        const std::string text = inquiry_ ? inquiry_() : "";
        const ssize_t n = c.terminal->fd >= 0 ? write(c.terminal->fd, text.data(), text.size()) : -1;
        const carrier_ps_answer answer{n > 0 ? static_cast<std::uint32_t>(n) : 0};
        watcher.answer(c, &answer, sizeof answer);
    }
}

/* This is asked before every event, and hardly ever is anything new. */
News ProcessCarrier::look()
{
    region.give_back_some();
    if (!ahead_.empty() && ++looks_ >= look_ahead_each)
        look_at_those_ahead();
    if (!watcher.take_changes() && detached_.empty())
        return {};
    pass_on_outputs();
    if (!detached_.empty())
        reattach_who_hand_over();
    answer_inquirers();
    return {watcher.has_newcomers(), watcher.take_deaths(), watcher.take_turn_wanted()};
}

/* A child of a task's own may send it a signal, if only by its end, in real time: wait for that, and a little longer
 * for what the handler does. */
bool ProcessCarrier::wait_for_signals()
{
    bool expected = std::any_of(all_.begin(), all_.end(), [this](const ProcessExecution *e) {
        return e->is_task() && child_may_signal(watcher.pid(e->slot));
    });
    bool just_was = std::exchange(signal_expected_, expected);
    if (expected || just_was)
        watcher.wait_for_news(expected ? 20 : 200);
    return expected || just_was;
}

/* Processes beside those of the waiting tasks may still do something: a shell through which a task was started, one
 * that has left. But not if it waits for one of the tasks, and has done so for several looks. */
bool ProcessCarrier::others_run()
{
    std::set<pid_t> waiting;
    bool any = false, all_wait = true;
    for (const ProcessExecution *e : all_)
        if (e->is_task())
            waiting.insert(watcher.pid(e->slot));
    for (const ProcessExecution *e : all_)
        if (e->is_task() && e->start == ProcessExecution::Start::started && waiting.count(e->pid) == 0 &&
            process_lives(e->pid)) {
            any = true;
            all_wait = all_wait && waits_only_for(e->pid, waiting);
        }
    for (const ProcessExecution *e : detached_)
        if (e != master_ || !master_exits()) {
            any = true;
            all_wait = all_wait && !e->joined() && waits_only_for(e->pid, waiting);
        }
    quiet_looks_ = any && all_wait ? quiet_looks_ + 1 : 0;
    return any && quiet_looks_ < 5;
}

bool ProcessCarrier::wait_for_others()
{
    if (!settings_.stays && !others_run())
        return false;
    watcher.wait_for_news(detached_.empty() && quiet_looks_ == 0 ? 200 : 20);
    return true;
}

} // namespace ap1000
