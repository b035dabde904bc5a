/* run_end.cpp - see run_end.hpp. */
#include "kernel/run_end.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string>
#include <sys/wait.h>

#include "kernel/task.hpp"

namespace ap1000
{
namespace
{

/* Tasks may outlive the master; but when all that happens any more is that they look for messages, this many times in a
 * row without one message or end of a task, they poll for ever. */
constexpr std::uint64_t patience_polls = 200000;

constexpr int exit_not_started = 126;

} // namespace

RunEnd::RunEnd(const Session &session, Carrier &carrier, const Timeline &timeline, const TaskRegister &tasks,
               Reports &reports)
    : session_(session), carrier_(carrier), timeline_(timeline), tasks_(tasks), reports_(reports)
{
}

void RunEnd::set_master(const Task *t)
{
    master_ = t;
}

/* The exit code of the command, and a word if its end was not meant. */
void RunEnd::program_ended(const Task &t)
{
    if (&t == master_) {
        master_ = nullptr;
        master_gone_ = true;
        over_ = over_ || (!carrier_.master_exits() && session_.kind != Session::Kind::up);
    }
    if (!t.exit_known)
        return;
    bool signalled = WIFSIGNALED(t.exit_status);
    int number = WTERMSIG(t.exit_status);
    if (t.own_terminal || (session_.copies > 0 && exit_code_ == 0 && t.origin.spawn_id == 1))
        exit_code_ = signalled ? 128 + number : WEXITSTATUS(t.exit_status);
    if (!signalled || t.expected_to_die)
        return;
    const char *name = sigabbrev_np(number);
    if (session_.observer)
        session_.observer->died(t, std::string("SIG") + (name != nullptr ? name : "?"), timeline_.now());
    reports_.complain(t,
                      std::string("died of SIG") + (name != nullptr ? name : "?") + " at " + ms_text(timeline_.now()));
}

void RunEnd::not_started()
{
    over_ = true;
    exit_code_ = exit_not_started;
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

bool RunEnd::over() const
{
    return over_ || carrier_.stop() != 0;
}

bool RunEnd::over_when_idle()
{
    if (carrier_.wait_for_others())
        return false;
    if (std::all_of(tasks_.living().begin(), tasks_.living().end(),
                    [](const auto &t) { return t.second->origin.service; }))
        return true;
    if (session_.copies == 0 && (master_ == nullptr || carrier_.master_exits())) {
        reports_.waiting(tasks_, "the master has ended; these tasks still waited and are ended too:", timeline_.now());
        return true;
    }
    if (carrier_.wait_for_signals())
        return false;
    deadlock_ = true;
    if (session_.observer)
        session_.observer->deadlock(timeline_.now());
    exit_code_ = exit_deadlock;
    reports_.waiting(tasks_, "deadlock: every task waits and nothing is under way:", timeline_.now());
    return true;
}

bool RunEnd::over_when_lingering()
{
    if (polls_ <= patience_polls || session_.kind == Session::Kind::up || !(master_gone_ || carrier_.master_exits()))
        return false;
    reports_.waiting(tasks_,
                     "the master has ended; these tasks only looked for messages and are ended too:", timeline_.now());
    return true;
}

Ending RunEnd::ending() const
{
    return {timeline_.now(), deadlock_ ? exit_deadlock : 1, halted_};
}

int RunEnd::exit_code() const
{
    if (carrier_.stop() == 0 || exit_code_ != 0 || halted_)
        return exit_code_;
    return session_.kind == Session::Kind::up ? 0 : 128 + carrier_.stop();
}

} // namespace ap1000
