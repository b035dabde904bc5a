/* run_end.cpp - see run_end.hpp. */
#include "kernel/run_end.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <utility>

#include "kernel/task.hpp"
#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

constexpr int stuck_patience = 5; /* looks, of 0.2 s of real time each */

/* A task that looks for a message that is not there could do so for ever, or count its looks and go on to something
 * else. After so many, in a row, it is said; if the master has ended, that is the end. A single task is taken for one
 * that only looks after a few. */
constexpr std::uint64_t looks_to_tell = 200000, looks_to_end = 1000000, looks_of_one = 100;

/* Sleep stands for work. But when the master has ended, and for so many sleeps and looks in a row nothing else has
 * happened, that is the end, too. */
constexpr std::uint64_t idles_to_end = 4000000;

/* Looks, and real time in all, after which it is asked why so little happens. */
constexpr std::uint64_t some_looks = 4; /* the clock is a system call, and a message may come after a look or two */
constexpr int many_looks = 64;
constexpr std::int64_t long_looks_ns = 700000000;

constexpr int exit_machine_failed = 125;
constexpr int exit_not_started = 126;

} // namespace

RunEnd::RunEnd(const RunOptions &options, Carrier &carrier, const Events &timeline, const TaskRegister &tasks,
               const Barriers &barriers, Reports &reports)
    : options_(options), carrier_(carrier), timeline_(timeline), tasks_(tasks), barriers_(barriers), reports_(reports)
{
}

void RunEnd::set_master(const Task *t)
{
    master_ = t;
}

/* Sets the exit code of the command, and prints a line if the program did not end as it should. */
void RunEnd::program_ended(const Task &t)
{
    if (&t == master_) {
        master_ = nullptr;
        master_gone_ = true;
        over_ = true; /* one that waits in its exit is let go when all is over */
    }
    if (!t.program.exit_known)
        return;
    bool signalled = WIFSIGNALED(t.program.exit_status);
    int number = WTERMSIG(t.program.exit_status);
    const int code = signalled ? 128 + number : WEXITSTATUS(t.program.exit_status);
    const bool is_first_copy = options_.copies > 0 && exit_code_ == 0 && t.origin.spawn_id == 1;
    if (code != 0 && (t.program.own_terminal || is_first_copy)) /* a script may end with 0 after a deadlock */
        exit_code_ = code;
    bool told = t.program.own_terminal && ended_by_signal(); /* it died of that signal, which has been reported */
    const bool sent = (t.program.signals >> number % 64 & 1) != 0;
    if (!signalled || t.program.expected_to_die || sent || told)
        return;
    if (options_.observer)
        options_.observer->died(t, signal_name(number), timeline_.now());
    reports_.complain(t, "died of " + signal_name(number) + " at " + ms_text(timeline_.now()));
}

void RunEnd::not_started()
{
    over_ = true;
    exit_code_ = exit_not_started;
}

void RunEnd::results_are_lost()
{
    if (exit_code_ == 0 && !ended_by_signal())
        exit_code_ = exit_machine_failed;
}

void RunEnd::no_master()
{
    over_ = true;
}

void RunEnd::halt()
{
    halted_ = true;
    carrier_.request_stop();
}

/* On a machine that stays: nothing goes on, unless somebody comes. Said once for each such state, and not before it has
 * lasted for some looks. */
void RunEnd::notice_stuck()
{
    std::map<int, Ns> state;
    for (const auto &[tid, t] : tasks_.living())
        state[tid] = t->since;
    stuck_looks_ = state == stuck_state_ ? stuck_looks_ + 1 : 0;
    stuck_state_ = std::move(state);
    if (stuck_looks_ == stuck_patience && all_stuck(tasks_))
        reports_.stuck(tasks_, barriers_, timeline_.now());
}

bool RunEnd::over_when_idle()
{
    if (options_.kind == RunOptions::Kind::up)
        notice_stuck();
    if (carrier_.wait_for_others())
        return false;
    if (std::all_of(tasks_.living().begin(), tasks_.living().end(),
                    [](const auto &t) { return t.second->origin.service; }))
        return true;
    if (options_.copies == 0 && (master_ == nullptr || carrier_.master_exits())) {
        reports_.waiting(tasks_, barriers_,
                         "the master has ended; these tasks still waited and are ended too:", timeline_.now());
        return true;
    }
    if (carrier_.wait_for_signals())
        return false;
    deadlock_ = true;
    exit_code_ = exit_deadlock;
    reports_.waiting(tasks_, barriers_, "deadlock: every task waits and nothing is under way:", timeline_.now());
    if (options_.observer)
        options_.observer->deadlock(timeline_.now());
    return true;
}

void RunEnd::looked(Task &t)
{
    t.looks++;
    idled();
    asks_ = asks_ || ++looks_ % looks_to_tell == 0;
    if (looks_ == some_looks || (looks_ > some_looks && t.tid == looks_of_ && t.looks % many_looks == 0))
        notice_free_computing(t);
}

void RunEnd::idled()
{
    idles_++;
    asks_ = asks_ || idles_ % idles_to_end == 0;
}

/* Between its looks it computes, but simulated time hardly goes on: what it looks for comes after very many. */
void RunEnd::notice_free_computing(const Task &t)
{
    const std::int64_t spent_ns = t.execution->spent_ns();
    if (looks_ == some_looks) {
        looks_of_ = t.tid;
        looks_spent_ns_ = spent_ns;
        looks_since_ = timeline_.now();
    }
    const std::int64_t spent = spent_ns - looks_spent_ns_;
    const Ns took = timeline_.now() - looks_since_;
    const std::int64_t much =
        spent < 6 * long_looks_ns ? 50 : 10; /* a look alone may cost this computer ten times its time */
    if (said_free_ || spent < long_looks_ns || took > spent / much)
        return;
    said_free_ = true;
    char text[200];
    std::snprintf(
        text, sizeof text,
        "computes between its looks for a message: %.1f s of processor time for %s in which none has come. What it "
        "computes takes no simulated time; --cpu counted or measured charges it",
        static_cast<double>(spent) / 1e9, ms_text(took).c_str());
    reports_.complain(t, text);
}

/* No task does anything but look for messages, again and again, or wait for what another task does. Who sleeps or
 * computes, and does not look, may still send one. */
bool RunEnd::only_looks() const
{
    for (const auto &[tid, t] : tasks_.living()) {
        const bool waits = is_stuck(*t) || t->state == Task::State::gone || (t == master_ && carrier_.master_exits());
        const bool looks =
            t->looks >= looks_of_one &&
            (t->state == Task::State::busy || t->state == Task::State::waiting || t->state == Task::State::sleeping);
        if (!waits && !looks)
            return false;
    }
    return true;
}

bool RunEnd::ends_what_lingers(bool idle)
{
    asks_ = false;
    if (options_.kind == RunOptions::Kind::up || !idle)
        return false;
    const bool has_ended = master_gone_ || carrier_.master_exits();
    if (has_ended && idles_ >= idles_to_end) {
        reports_.waiting(
            tasks_, barriers_,
            "the master has ended; these tasks only slept or looked for messages and are ended too:", timeline_.now());
        return true;
    }
    if (looks_ < looks_to_tell || !only_looks())
        return false;
    if (!has_ended) {
        if (!std::exchange(said_looks_, true))
            reports_.waiting(tasks_, barriers_,
                             "tasks only look for messages, again and again, and nothing is under way that could bring "
                             "one; the run goes on:",
                             timeline_.now());
        return false;
    }
    if (looks_ < looks_to_end)
        return false;
    reports_.waiting(tasks_, barriers_,
                     "the master has ended; these tasks only looked for messages and are ended too:", timeline_.now());
    return true;
}

bool RunEnd::ends_since_it_is_late()
{
    late_ = true;
    exit_code_ = exit_machine_failed;
    const std::string headline = "simulated time has come to its end: a task sleeps or waits beyond " +
                                 std::to_string(end_of_time_years) +
                                 " years, the longest that a run may take; the run is ended:";
    reports_.waiting(tasks_, barriers_, headline.c_str(), timeline_.now());
    return true;
}

/* By a signal to the simulator, which is the usual end of a machine that stays. */
bool RunEnd::ended_by_signal() const
{
    return carrier_.stop() != 0 && !halted_ && !deadlock_ && !late_ && options_.kind != RunOptions::Kind::up;
}

void RunEnd::say_signal()
{
    if (ended_by_signal())
        reports_.say("the run is ended by " + signal_name(carrier_.stop()) + " at " + ms_text(timeline_.now()));
}

Ending RunEnd::ending() const
{
    int code = deadlock_ ? exit_deadlock : late_ ? exit_machine_failed : ended_by_signal() ? 128 + carrier_.stop() : 1;
    return {timeline_.now(), code, halted_};
}

int RunEnd::exit_code() const
{
    bool own = exit_code_ > 0 && exit_code_ < 128; /* not the code of a program that was killed because of the signal */
    return ended_by_signal() && !own ? 128 + carrier_.stop() : exit_code_;
}

} // namespace ap1000
