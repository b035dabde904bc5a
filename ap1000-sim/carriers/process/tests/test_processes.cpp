/* test_processes.cpp - what the system tells about processes, with processes of this test in each state: who descends
 * from whom, who lives, sleeps, is stopped, waits for others, and what a signal would do. */
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/tests/bound_child.hpp"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <functional>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "testing.h"

using namespace ap1000;

namespace
{

constexpr int look_us = 2000, most_looks = 15000; /* more than any computer needs, so that a hang is a failure */

bool comes(const std::function<bool()> &is)
{
    for (int i = 0; i < most_looks && !is(); i++)
        usleep(look_us);
    return is();
}

/* A process that does what it is told, then says so by a line of one number, and is killed at the end of the test. */
struct Child {
    explicit Child(const std::function<long()> &prepare, const std::function<void()> &then = sleep_for_ever)
    {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid = fork_bound();
        if (pid == 0) {
            forget_signals();
            said = prepare();
            if (write(ends[1], &said, sizeof said) == sizeof said)
                then();
            _exit(0);
        }
        close(ends[1]);
        assert_int_equal(read(ends[0], &said, sizeof said), sizeof said);
        close(ends[0]);
    }

    ~Child()
    {
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
    }

    pid_t pid = 0;
    long said = 0;
};

long nothing()
{
    return 0;
}

long start_sleeper()
{
    const pid_t pid = fork_bound();
    if (pid != 0)
        return pid;
    sleep_for_ever();
}

long start_one_that_ends()
{
    const pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    siginfo_t why;
    waitid(P_PID, static_cast<id_t>(pid), &why, WEXITED | WNOWAIT);
    return pid;
}

void on_signal(int)
{
}

[[noreturn]] void compute_for_ever()
{
    for (volatile unsigned n = 0;;)
        n = n + 1;
}

pid_t gone()
{
    const pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    waitpid(pid, nullptr, 0);
    return pid;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

TEST(states)
{
    const Child asleep(nothing), busy(nothing, compute_for_ever), ended(nothing, [] { _exit(0); });
    assert_true(comes([&] { return process_sleeps(asleep.pid); }));
    assert_true(comes([&] { return !process_sleeps(busy.pid); }));
    assert_true(comes([&] { return !process_lives(ended.pid); })); /* nobody has waited for it */
    assert_true(process_lives(asleep.pid));
    assert_true(process_lives(busy.pid));
    assert_true(process_lives(getpid()));
    assert_false(process_is_stopped(asleep.pid));
    assert_false(process_is_stopped(busy.pid));
    assert_false(process_sleeps(ended.pid));
    kill(busy.pid, SIGSTOP);
    assert_true(comes([&] { return process_is_stopped(busy.pid); }));
    assert_false(process_sleeps(busy.pid));
    assert_true(process_lives(busy.pid));
    kill(busy.pid, SIGCONT);
    assert_true(comes([&] { return !process_is_stopped(busy.pid); }));
    const pid_t none = gone();
    assert_false(process_lives(none));
    assert_false(process_sleeps(none));
    assert_false(process_is_stopped(none));
}

/* What a process has had when it goes to sleep, by its own clock and by the system's files, which count in ticks. */
TEST(processor_time)
{
    const Child worked([] {
        timespec used{};
        while (used.tv_nsec < 130000000)
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
        return static_cast<long>(used.tv_sec * 1000000000 + used.tv_nsec);
    });
    const long tick_ns = 1000000000 / sysconf(_SC_CLK_TCK), margin_ns = 3 * tick_ns;
    assert_true(comes([&] { return process_sleeps(worked.pid); }));
    const long long ns = processor_time_ns(worked.pid);
    assert_true(ns > worked.said - margin_ns && ns < worked.said + margin_ns);
    assert_int_equal(sleeps_after(worked.pid), ns / tick_ns);
    kill(worked.pid, SIGSTOP);
    assert_true(comes([&] { return process_is_stopped(worked.pid); }));
    assert_int_equal(sleeps_after(worked.pid), -1);
    const pid_t none = gone();
    assert_int_equal(processor_time_ns(none), -1);
    assert_int_equal(sleeps_after(none), -1);
    const Child fresh(nothing);
    assert_true(comes([&] { return sleeps_after(fresh.pid) >= 0; }));
    assert_true(processor_time_ns(fresh.pid) >= 0 && processor_time_ns(fresh.pid) < 100000000);
}

TEST(families)
{
    const Child parent(start_sleeper), other(nothing), zombie(start_one_that_ends);
    const pid_t grandchild = static_cast<pid_t>(parent.said), self = getpid();
    assert_true(descends(parent.pid, self));
    assert_true(descends(grandchild, self));
    assert_true(descends(grandchild, parent.pid));
    assert_true(descends(grandchild, grandchild));
    assert_false(descends(parent.pid, grandchild));
    assert_false(descends(other.pid, parent.pid));
    assert_false(descends(self, parent.pid));
    assert_false(descends(1, self));
    assert_false(descends(0, self));
    assert_false(descends(0, 0));
    assert_false(descends(gone(), self));

    std::vector<pid_t> all = descendants(self), expected{parent.pid, grandchild, other.pid, zombie.pid};
    std::sort(all.begin(), all.end());
    std::sort(expected.begin(), expected.end());
    assert_true(all == expected);
    assert_true(descendants(parent.pid) == std::vector<pid_t>{grandchild});
    assert_true(descendants(zombie.pid).empty());
    assert_true(descendants(grandchild).empty());
}

TEST(what_a_signal_does)
{
    const Child plain(nothing), chosen([] {
        sigset_t blocked;
        sigemptyset(&blocked);
        for (int s : {SIGTERM, SIGRTMAX})
            sigaddset(&blocked, s);
        sigprocmask(SIG_BLOCK, &blocked, nullptr);
        signal(SIGUSR1, SIG_IGN);
        signal(SIGHUP, on_signal);
        return 0L;
    });
    for (int s :
         {SIGHUP, SIGTERM, SIGUSR1, SIGUSR2, SIGINT, SIGALRM, SIGPIPE, SIGRTMAX, SIGRTMAX - 1, SIGKILL, SIGSEGV})
        assert_true(signal_ends(plain.pid, s));
    for (int s : {0, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU})
        assert_false(signal_ends(plain.pid, s));
    for (int s : {SIGTERM, SIGRTMAX, SIGUSR1, SIGHUP, SIGCHLD})
        assert_false(signal_ends(chosen.pid, s));
    for (int s : {SIGUSR2, SIGINT, SIGQUIT, SIGRTMAX - 1, SIGKILL, SIGALRM})
        assert_true(signal_ends(chosen.pid, s));
}

/* Only who has a handler of its own, and a child that runs. */
TEST(signals_of_children)
{
    const Child alone([] {
        signal(SIGCHLD, on_signal);
        return 0L;
    });
    const Child deaf(start_sleeper);
    const Child waiting([] {
        signal(SIGCHLD, on_signal);
        return start_sleeper();
    });
    const Child late([] {
        signal(SIGUSR1, on_signal);
        return start_one_that_ends();
    });
    const Child of_library([] {
        struct { /* of the system, without the library's help */
            void (*handler)(int);
            unsigned long flags;
            void (*restorer)();
            unsigned long mask;
        } action{on_signal, 0, nullptr, 0};
        for (long s : {32, 33})
            syscall(SYS_rt_sigaction, s, &action, nullptr, sizeof action.mask);
        return start_sleeper();
    });
    assert_true(child_may_signal(waiting.pid));
    assert_false(child_may_signal(alone.pid));
    assert_false(child_may_signal(deaf.pid));
    assert_false(child_may_signal(late.pid));
    assert_false(child_may_signal(of_library.pid));
    assert_false(child_may_signal(gone()));
}

/* Does the system tell what a process waits for? Not everywhere. */
bool call_is_told(pid_t pid)
{
    return !process_file(pid, "syscall").empty();
}

void wait_for_a_child()
{
    waitpid(-1, nullptr, 0);
}

void wait_by_waitid()
{
    siginfo_t why;
    waitid(P_ALL, 0, &why, WEXITED);
}

void wait_for_a_signal()
{
    sigset_t none;
    sigemptyset(&none);
    sigsuspend(&none);
}

bool waits(const Child &who, const std::set<pid_t> &others)
{
    return comes([&] { return waits_only_for(who.pid, others); });
}

TEST(who_waits_for_whom)
{
    const Child a(start_sleeper, wait_for_a_child), b(start_sleeper, wait_by_waitid),
        c(start_sleeper, wait_for_a_signal);
    const Child asleep(start_sleeper), childless(nothing, wait_for_a_signal);
    const Child two([] { return start_sleeper(), start_sleeper(); }, wait_for_a_child);
    const Child further(
        [] {
            const pid_t pid = fork_bound();
            if (pid == 0) {
                start_sleeper();
                wait_for_a_child();
            }
            return static_cast<long>(pid);
        },
        wait_for_a_child);
    if (!call_is_told(a.pid))
        skip();
    for (const Child *one : {&a, &b, &c}) {
        const pid_t child = static_cast<pid_t>(one->said);
        assert_true(waits(*one, {child}));
        assert_true(waits(*one, {child, 1}));
        assert_false(waits_only_for(one->pid, {}));
        assert_false(waits_only_for(one->pid, {one->pid}));
    }
    assert_true(comes([&] { return process_sleeps(asleep.pid) && process_sleeps(childless.pid); }));
    assert_false(waits_only_for(asleep.pid, {static_cast<pid_t>(asleep.said)}));
    assert_false(waits_only_for(childless.pid, {1}));
    const std::vector<pid_t> both = descendants(two.pid);
    assert_int_equal(both.size(), 2);
    assert_true(waits(two, {both[0], both[1]}));
    assert_false(waits_only_for(two.pid, {both[0]}));
    assert_false(waits_only_for(two.pid, {both[1]}));
    const pid_t between = static_cast<pid_t>(further.said);
    assert_true(comes([&] { return descendants(between).size() == 1; }));
    const pid_t last = descendants(between)[0];
    assert_true(waits(further, {last}));
    assert_true(waits(further, {between}));
    assert_false(waits_only_for(further.pid, {further.pid, 1}));
    assert_false(waits_only_for(gone(), {1}));
}

TEST(files_and_folders)
{
    char folder[4096];
    assert_non_null(getcwd(folder, sizeof folder));
    const Folders own = folders_of(getpid());
    assert_string_equal(own.current.c_str(), folder);
    char program[4096] = "";
    assert_true(readlink("/proc/self/exe", program, sizeof program - 1) > 0);
    const std::string path = program;
    assert_string_equal(own.program.c_str(), path.substr(0, path.rfind('/')).c_str());
    const Child elsewhere([] { return static_cast<long>(chdir("/usr")); });
    assert_string_equal(folders_of(elsewhere.pid).current.c_str(), "/usr");
    const std::string line = process_file(getpid(), "stat");
    assert_true(line.compare(0, line.find(' '), std::to_string(getpid())) == 0);
    const pid_t none = gone();
    assert_string_equal(process_file(none, "stat").c_str(), "");
    assert_string_equal(folders_of(none).current.c_str(), "");
    assert_string_equal(folders_of(none).program.c_str(), "");
}

} // namespace

TEST_MAIN
