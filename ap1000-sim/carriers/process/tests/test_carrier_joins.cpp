/* test_carrier_joins.cpp - processes that become tasks without having been started by the machine: those that join by
 * themselves, and those that a task was asked to start (process_carrier.cpp, promised_tasks.cpp, patience.cpp). */
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "carrier_place.hpp"
#include "carriers/process/simulator/patience.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "pvm3.h"

using namespace ap1000;

namespace
{

using One = CarrierPlace::One;

/* ---- programs that join by themselves ---------------------------------------------------------------------------- */

TEST(who_joins_by_itself)
{
    CarrierPlace p;
    const pid_t pid = start_joiner(0);
    One &a = take_joiner(p, false);
    assert_int_equal(a.process().pid, pid);
    assert_int_equal(p.slot(a).by_hand, 1); /* its user may be next */
    assert_int_equal(a.execution->clock(), 99);
    assert_true(p.carrier.anyone_runs());
    assert_false(a.process().is_task());
    p.join(a);
    assert_true(a.process().is_task());
    assert_false(a.execution->may_run_ahead());
    assert_false(a.process().is_master());
    assert_null(p.carrier.master());
    assert_false(a.execution->exit_status().has_value()); /* it is not ours */
    assert_false(p.carrier.look().newcomers);
    end_joiner(pid);
    assert_true(p.comes([&a] { return a.execution->dead(); }));
}

TEST(who_has_started_this_machine)
{
    const pid_t pid = start_joiner(0);
    CarrierPlace p([pid](ProcessSettings &s) { s.master = pid; });
    One &a = take_joiner(p, true);
    assert_true(a.process().is_master());
    assert_ptr_equal(p.carrier.master(), &a.process());
    assert_int_equal(p.slot(a).by_hand, 0);
    p.end(a);
    waitpid(pid, nullptr, 0);
    assert_null(p.carrier.master());
}

TEST(newcomers_without_room)
{
    CarrierPlace p;
    for (std::uint32_t i = 1; i < CarrierPlace::most; i++)
        (void)p.start();
    const pid_t pid = start_joiner(0);
    assert_true(p.comes([&p] { return p.carrier.watcher.clients.has_newcomers(); }));
    assert_true(p.carrier.take_joined(0).empty());
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(WEXITSTATUS(status), refused - PvmOutOfRes);
}

/* A task whose process has started one that joins may wait for it. */
TEST(children_that_join)
{
    CarrierPlace p;
    One &a = p.start();
    assert_false(has_joining_child(p.carrier, getpid(), nullptr));
    const pid_t pid = start_joiner(0);
    assert_true(p.comes([&p] { return p.carrier.watcher.clients.has_newcomers(); }));
    assert_true(has_joining_child(p.carrier, getpid(), nullptr));
    assert_false(has_joining_child(p.carrier, a.process().pid, nullptr));
    One &b = take_joiner(p, false);
    assert_true(has_joining_child(p.carrier, getpid(), &a.process()));
    assert_false(has_joining_child(p.carrier, getpid(), &b.process()));
    assert_false(has_joining_child(p.carrier, a.process().pid, nullptr));
    end_joiner(pid);
}

/* On a machine that stays nobody waits for one that a user has started, once it sleeps and goes on sleeping. */
TEST(a_user_who_thinks)
{
    for (const bool stays : {false, true}) {
        CarrierPlace p([stays](ProcessSettings &s) { s.stays = stays; });
        const pid_t pid = start_joiner(0);
        One &a = take_joiner(p, false), &b = p.start();
        Sleeper of_a, of_b;
        assert_true(p.comes([pid] { return process_sleeps(pid); }));
        assert_true(p.comes([&b] { return process_sleeps(b.process().pid); }));
        for (int i = 0; i < asleep_looks; i++)
            assert_false(is_to_be_detached(p.carrier, a.process(), 0, of_a));
        if (stays)
            assert_true(p.comes([&] { return is_to_be_detached(p.carrier, a.process(), 0, of_a); }));
        for (int i = 0; i < 2 * asleep_looks && !stays; i++)
            assert_false(is_to_be_detached(p.carrier, a.process(), 0, of_a));
        for (int i = 0; i < 2 * asleep_looks; i++)
            assert_false(is_to_be_detached(p.carrier, b.process(), 0, of_b));
        end_joiner(pid);
    }
}

/* ---- promised programs ------------------------------------------------------------------------------------------- */

struct Promised {
    One &one;
    std::uint64_t ticket;
};

Promised promise(CarrierPlace &p, const One &starter)
{
    std::vector<std::string> environment;
    One &one = p.own(p.carrier.promise(*starter.execution, 123, &environment));
    assert_int_equal(environment.size(), 3);
    assert_string_equal(environment[0].c_str(), ("AP1000_SOCKET=" + CarrierPlace::socket_name()).c_str());
    assert_string_equal(environment[1].substr(0, 14).c_str(), "AP1000_TICKET=");
    assert_string_equal(environment[2].c_str(), "AP1000_CLOCK=123");
    return {one, ticket_of(environment[1])};
}

TEST(a_promise_that_is_kept)
{
    CarrierPlace p;
    One &starter = p.start(), &other = p.start();
    const auto [a, ticket] = promise(p, starter);
    assert_true(a.execution->is_promised());
    assert_true(a.process().is_task());
    assert_int_equal(a.execution->number_for_users(), 0);
    assert_int_equal(a.execution->clock(), 123);
    p.carrier.promised.await_started(starter.process()); /* it has nobody who could come yet: at once */
    assert_true(a.execution->is_promised());
    const pid_t pid = start_joiner(ticket);
    assert_true(p.comes([&, &one = a] { return p.carrier.watcher.processes.pid(one.process().slot) == pid; }));
    p.carrier.promised.await_started(other.process());
    assert_true(a.execution->is_promised());
    p.carrier.promised.await_started(starter.process());
    assert_false(a.execution->is_promised());
    assert_int_equal(a.process().pid, pid);
    p.give_back(starter);
    p.give_back(other);
    p.give_back(a);
    assert_string_equal(p.waited_for().c_str(), "012");
    assert_false(a.execution->exit_status().has_value());
    end_joiner(pid);
}

/* In the round after the starter has handed over its promises are taken: who has come begins. */
TEST(the_round_takes_who_has_come)
{
    CarrierPlace p;
    One &starter = p.start();
    const auto [a, ticket] = promise(p, starter);
    const pid_t pid = start_joiner(ticket);
    assert_true(p.comes([&, &one = a] { return p.carrier.watcher.processes.pid(one.process().slot) == pid; }));
    p.give_back(starter);
    p.give_back(a);
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_string_equal(p.waited_for().c_str(), "01");
    end_joiner(pid);
}

/* The starter waits itself for what it was asked to start. */
TEST(a_starter_that_sleeps)
{
    CarrierPlace p;
    One &starter = p.start(), &busy = p.start_script("while :; do :; done");
    const auto [a, ticket] = promise(p, starter);
    const auto [b, other_ticket] = promise(p, busy);
    assert_true(p.comes([&starter_one = starter] { return process_sleeps(starter_one.process().pid); }));
    assert_false(p.carrier.promised.take_while_starter_sleeps(starter.process())); /* none has come */
    const pid_t pid = start_joiner(ticket), other = start_joiner(other_ticket);
    const auto has_come = [&p](const One &one) { return p.carrier.watcher.processes.pid(one.process().slot) != 0; };
    assert_true(p.comes([&, &first = a, &second = b] { return has_come(first) && has_come(second); }));
    assert_false(p.carrier.promised.take_while_starter_sleeps(busy.process()));
    assert_true(p.carrier.promised.take_while_starter_sleeps(starter.process()));
    assert_false(a.execution->is_promised());
    assert_true(b.execution->is_promised());
    assert_false(p.carrier.promised.take_while_starter_sleeps(starter.process()));
    end_joiner(pid);
    end_joiner(other);
}

/* A process of the starter's that has the ticket has been started, and will join: it is waited for. */
TEST(one_that_is_on_its_way)
{
    CarrierPlace p;
    char file[] = "/dev/shm/test-XXXXXX", other[] = "/tmp/test-XXXXXX";
    const char *script = file;
    int fd = mkstemp(file);
    if (fd < 0) {
        fd = mkstemp(other);
        script = other;
    }
    assert_true(fd >= 0);
    close(fd);
    One &starter = p.start_script("until [ -s " + std::string(script) + " ]; do sleep 0.01; done; . " + script);
    const auto [a, ticket] = promise(p, starter);
    {
        char text[80];
        std::snprintf(text, sizeof text, "AP1000_TICKET=%016llx sleep 1000", static_cast<unsigned long long>(ticket));
        std::ofstream(script) << text << " & wait\n";
    }
    const auto is_started = [&starter_one = starter] {
        for (const pid_t pid : descendants(starter_one.process().pid))
            if (process_file(pid, "cmdline") == std::string("sleep\0"
                                                            "1000\0",
                                                            11))
                return true;
        return false;
    };
    assert_true(p.comes(is_started));
    pid_t pid = 0;
    std::atomic<bool> over{false};
    std::thread process([&pid, &over, number = ticket] {
        usleep(100000);
        pid = start_joiner(number);
        while (!over) /* it is bound to this thread, and would end with it */
            usleep(1000);
    });
    p.carrier.promised.await_started(starter.process());
    over = true;
    process.join();
    assert_int_equal(a.process().pid, pid);
    unlink(script);
    end_joiner(pid);
}

/* How long the starter's processes are waited for [ms of real time]; `most_ms`: so long that it is for ever. */
constexpr int most_ms = 30000;

int waits_for_started(CarrierPlace &p, const One &starter)
{
    using namespace std::chrono;
    std::atomic<bool> over{false};
    bool for_ever = false;
    const auto began = steady_clock::now();
    std::thread end([&] {
        for (int i = 0; i < most_ms / 10 && !over; i++)
            usleep(10000);
        for_ever = !over;
        for (const pid_t pid : for_ever ? descendants(starter.process().pid) : std::vector<pid_t>())
            kill(pid, SIGKILL);
    });
    p.carrier.promised.await_started(starter.process());
    const auto took = duration_cast<milliseconds>(steady_clock::now() - began).count();
    over = true;
    end.join();
    return for_ever ? most_ms : static_cast<int>(took);
}

/* Nobody waits for a process of the starter's that will not become what was asked for: it is a task already, or it runs
 * a program that was started for something else. */
TEST(processes_that_nobody_waits_for)
{
    CarrierPlace p;
    One &starter = p.start_script("AP1000_TICKET=0123456789abcdef sleep 1000 & wait"), &task = p.start();
    const auto [a, ticket] = promise(p, starter);
    const pid_t pid_of_task = task.process().pid;
    std::vector<pid_t> child;
    assert_true(p.comes([&, &shell = starter] {
        child = descendants(shell.process().pid);
        return child.size() == 1 && process_file(child[0], "cmdline").compare(0, 5, "sleep") == 0;
    }));
    assert_true(waits_for_started(p, starter) < most_ms); /* it has another ticket */
    p.carrier.promised.forget(a.process());
    p.carrier.promised.expect(a.process(), *starter.execution, "0123456789abcdef");
    task.process().pid = child[0];
    assert_true(waits_for_started(p, starter) < most_ms); /* it is a task */
    task.process().pid = pid_of_task;
    assert_true(a.execution->is_promised());
}

/* One that was only forked may yet begin a program: but not for ever. */
TEST(one_that_is_only_forked)
{
    CarrierPlace p;
    One &starter = p.start_script("(while :; do :; done) & wait");
    const auto [a, ticket] = promise(p, starter);
    const bool forked = p.comes([&shell = starter] { return descendants(shell.process().pid).size() == 1; });
    const int waited_ms = waits_for_started(p, starter);
    for (const pid_t pid : descendants(starter.process().pid))
        kill(pid, SIGKILL); /* it would go on for ever */
    assert_true(forked);
    assert_in_range(waited_ms, 1999, most_ms - 1); /* two clocks in whole ms */
    assert_true(a.execution->is_promised());
}

/* Nobody may become it any more: it is as one that has died, and its ticket is that of a stranger. */
TEST(a_promise_that_is_broken)
{
    CarrierPlace p;
    One &starter = p.start();
    const auto [a, ticket] = promise(p, starter);
    a.execution->break_promise();
    assert_true(a.execution->dead());
    assert_false(a.execution->is_promised());
    const pid_t pid = start_joiner(ticket);
    (void)take_joiner(p, false);
    const auto [b, other_ticket] = promise(p, starter);
    const pid_t other = start_joiner(other_ticket);
    assert_true(p.comes([&, &one = b] { return p.carrier.watcher.processes.pid(one.process().slot) == other; }));
    b.execution->break_promise(); /* one has come: it is ended */
    assert_true(b.execution->dead());
    int status = 0;
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_int_equal(status, SIGKILL);
    assert_false(p.carrier.promised.take_while_starter_sleeps(starter.process()));
    end_joiner(pid);
}

TEST(promises_of_one_that_is_gone)
{
    CarrierPlace p;
    One &starter = p.start();
    const auto [a, ticket] = promise(p, starter);
    const pid_t pid = start_joiner(ticket);
    assert_true(p.comes([&, &one = a] { return p.carrier.watcher.processes.pid(one.process().slot) == pid; }));
    p.carrier.promised.forget(starter.process());
    p.carrier.promised.await_started(starter.process());
    assert_true(a.execution->is_promised());
    for (std::uint32_t i = 3; i < CarrierPlace::most; i++)
        (void)p.start();
    std::vector<std::string> environment;
    assert_null(p.carrier.promise(*starter.execution, 0, &environment).get()); /* no room for more */
    end_joiner(pid);
}

} // namespace

CARRIER_TEST_MAIN
