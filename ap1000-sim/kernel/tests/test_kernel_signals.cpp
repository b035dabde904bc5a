/* test_kernel_signals.cpp - a signal reaches a task at a moment that only a carrier of the test can choose: while it
 * sleeps, computes, asks the host, is held, has the turn, goes its own ways, or has ended. */
#include <csignal>

#include "kernel/tests/stage.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

void signal(Stage &s, int n, int number)
{
    s.machine->lifecycle.signal(*s.of(n), number);
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

/* A signal that the program handles comes with its next turn: at once if it waits or sleeps, else when that is over. */
TEST(a_signal_that_is_handled)
{
    Stage s;
    Ns sleeping = -1, computing = -1;
    std::uint64_t with_sleep = 0, with_compute = 0;
    s.task([&](Played &p) {
        p.handles = {SIGUSR1, SIGUSR2};
        p.sleep(1000000);
        sleeping = p.now();
        with_sleep = p.reply().signals;
        p.compute(1000000);
        p.sleep(0);
        computing = p.now();
        with_compute = p.reply().signals;
        p.sleep(0);
    });
    s.at(500000, [&] { signal(s, 2, SIGUSR1); });
    s.at(1000000, [&] {
        signal(s, 2, SIGUSR2);
        signal(s, 2, SIGUSR2); /* twice is once */
    });
    assert_int_equal(s.run(), 0);
    expectation("the sleep ends with it", 500000, sleeping);
    expectation("and it is that one", 1 << (SIGUSR1 - 1), static_cast<std::int64_t>(with_sleep));
    expectation("500000 + 1000000", 1500000, computing);
    expectation("and it is that one", 1 << (SIGUSR2 - 1), static_cast<std::int64_t>(with_compute));
}

/* Who has got a signal may die of another one, which nobody has sent it: that is said. */
TEST(it_dies_of_another_signal)
{
    Stage s;
    for (const int of : {SIGSEGV, SIGUSR1})
        s.task([=](Played &p) {
            p.handles = {SIGUSR1};
            p.sleep(1000000);
            p.die(of);
        });
    for (int n : {2, 3})
        s.at(500000, [&s, n] { signal(s, n, SIGUSR1); });
    assert_int_equal(s.run(), 0);
    assert_true(s.says("t40002 on cell 0 died of SIGSEGV"));
    assert_false(s.says("died of SIGUSR1"));
}

/* The system stops a process, and lets it go on: these are raised at once, whatever it does. */
TEST(stops_are_the_systems)
{
    Stage s;
    const std::vector<int> stops = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT};
    std::vector<int> raised;
    Ns over = -1;
    s.task([&](Played &p) {
        p.compute(1000000);
        p.sleep(0);
        over = p.now();
        raised = p.raised;
    });
    s.at(500000, [&] {
        for (int number : stops)
            signal(s, 2, number);
    });
    assert_int_equal(s.run(), 0);
    assert_true(raised == stops);
    expectation("nothing is cut short", 1000000, over);
}

/* Who goes its own ways gets a signal in real time: one that waits for people, has left, or has not come yet. */
TEST(signals_in_real_time)
{
    Stage s;
    std::vector<int> outside, left, young;
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        p.goes_outside();
        p.lasts(1000); /* looks */
        outside = p.raised;
    });
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        p.ask(Request::leave);
        p.goes_outside();
        p.lasts(1000);
        left = p.raised;
    });
    s.task(Played::Unjoined{[&](Played &p) {
        p.handles = {SIGUSR1};
        p.goes_outside(); /* before its first call */
        p.lasts(1000);
        young = p.raised;
    }});
    s.at(1000, [&] {
        for (int n : {2, 3, 4})
            signal(s, n, SIGUSR1);
    });
    int looks = 0;
    s.carrier->others = [&] { return ++looks < 5000; };
    s.master([&](Played &p) {
        for (int i = 0; i < 3000; i++)
            p.sleep(1000);
    });
    assert_int_equal(s.run(), 0);
    for (const auto &raised : {outside, left, young})
        assert_true(raised == std::vector<int>{SIGUSR1});
}

/* A running task is waited for, so that what the signal does depends on nothing real. */
TEST(a_running_task_is_waited_for)
{
    Stage s;
    bool came = false;
    Ns over = -1;
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        p.lasts(3);
        came = true;
        p.sleep(1000000);
        over = p.now();
    });
    s.master([&](Played &p) {
        p.control(1);
        p.sleep(2000000);
    });
    s.control->on_request = [&](Task &, int, const std::string &) { /* in the master's request, others may run */
                                                                    s.machine->lifecycle.signal(*s.of(2), SIGUSR1);
                                                                    return Answer{0, ""};
    };
    assert_int_equal(s.run(), 0);
    assert_true(came);
    assert_true(over < 1000000);
}

/* The same, when the machine is to stop. */
TEST(a_running_task_when_all_is_to_stop)
{
    Stage s;
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        p.sleep(1000);
        p.lasts(100000);
    });
    bool waited = false;
    s.carrier->at_look = [&] {
        Task *t = s.carrier->all.size() > 1 ? s.of(2) : nullptr;
        if (waited || t == nullptr || t->state != Task::State::running || s.machine->timeline.now() < 1000)
            return;
        waited = true;
        s.carrier->stop_signal = SIGTERM;
        signal(s, 2, SIGUSR1);
        assert_true(s.played(2)->raised.empty()); /* nobody knows what it did until then */
    };
    assert_int_equal(s.run(), 128 + SIGTERM);
    assert_true(waited);
}

/* Nothing of what it would have done after the signal happens: of its posts, its computing, its call. */
TEST(what_a_signal_cuts_short)
{
    Stage s;
    Got first;
    bool second = false, called = false;
    s.master([&](Played &p) {
        first = p.receive(nth_tid(2), 1);
        second = p.wait_until(p.now() + 10000000);
    });
    s.task([](Played &p) {
        p.send(nth_tid(1), 1);
        p.compute(1000000); /* ends in here */
        p.send(nth_tid(1), 2);
        p.send(nth_tid(1), 3);
        p.sleep(1000);
    });
    s.task([&](Played &p) {
        p.compute(1000000);
        p.ask(Request::audience, 0, {});
        called = true;
    });
    s.task([&](Played &p) { /* all it has posted is out, and its call's time has not come */
                            p.post(Post::To::task, nth_tid(1), 4);
                            p.compute(1000000);
                            p.control(1);
                            called = true;
    });
    s.control->on_request = [&](Task &, int, const std::string &) {
        called = true;
        return Answer{0, ""};
    };
    s.at(600000, [&] {
        for (int n : {2, 3, 4})
            signal(s, n, SIGTERM);
    });
    assert_int_equal(s.run(), 0);
    assert_int_equal(first.tag, 1);
    assert_true(second); /* tag 4 */
    assert_false(called);
    assert_false(s.says("died")); /* another task has ended them */
    assert_true(s.control->told("ended t40002"));
}

/* One that is gone gets no second signal. One whose request is under way to the host stays a task meanwhile. */
TEST(a_signal_for_one_that_has_ended)
{
    Stage s;
    std::map<int, std::vector<int>> raised;
    s.task(sleeps(1000000));
    s.task([](Played &p) {
        p.compute(1000000);
        p.sleep(0);
    });
    s.task([](Played &p) { p.control(1); });
    s.at(1000, [&] {
        for (int n : {2, 3, 4}) {
            Played &p = *s.played(n);
            Task &t = *s.of(n);
            s.machine->lifecycle.signal(t, SIGKILL);
            s.machine->lifecycle.signal(t, SIGKILL);
            raised[n] = p.raised;
        }
        assert_false(s.control->told("ended t40004"));
    });
    assert_int_equal(s.run(), 0);
    assert_true(raised[2] == std::vector<int>{SIGKILL});
    assert_true(raised[3] == std::vector<int>{SIGKILL});
    assert_true(raised[4] == (std::vector<int>{SIGKILL, SIGKILL}));
    assert_int_equal(s.control->told("ended t40004"), 1);
}

/* ---- held, and turns that are wanted ----------------------------------------------------------------------------- */

/* The control program holds two, and wakes both; one of them has been signalled, or has died, at the same time. */
TEST(who_is_held_and_dies)
{
    Stage s;
    std::map<int, bool> released;
    std::map<int, int> results;
    for (int i = 0; i < 3; i++)
        s.task([&](Played &p) {
            p.handles = {SIGUSR1};
            int result = 0;
            p.control(1, "x", &result);
            results[p.tid()] = result;
        });
    s.control->on_request = [&](Task &t, int, const std::string &) {
        released[t.tid] = t.asker->hold(t.tid == nth_tid(4));
        return Answer{released[t.tid] ? 5 : -1, ""};
    };
    s.at(50000000, [&] {
        signal(s, 2, SIGUSR1); /* held: interrupted */
        signal(s, 4, SIGUSR1); /* held fast: waits */
    });
    s.at(60000000, [&] {
        s.machine->lifecycle.release_held(nth_tid(3)); /* a little later, */
        signal(s, 3, SIGKILL);                         /* and it is gone by then */
        for (int i = 0; i < 2; i++)                    /* the fourth is released by the first of the two */
            s.machine->lifecycle.release_held(nth_tid(4));
    });
    assert_int_equal(s.run(), 0);
    assert_int_equal(results[nth_tid(2)], MACH_SIGNALLED);
    assert_int_equal(results.count(nth_tid(3)), 0);
    assert_int_equal(results[nth_tid(4)], 5);
    assert_false(released[nth_tid(2)]);
}

/* Ended by a signal while the control program holds it, or is about to: it is ended in simulated time, whenever the
 * carrier tells of it, and nothing is left of the time that was to pass. */
TEST(who_is_ended_is_not_held)
{
    for (const bool fast : {false, true})
        for (const Ns passes : {0, 50000000}) {
            Stage s;
            s.carrier->tells_of_deaths = false;
            bool held = true;
            Ns next = -1;
            s.master(sleeps(1000000000));
            s.task([](Played &p) { p.control(1); });
            s.control->on_request = [&](Task &t, int, const std::string &) {
                t.asker->pass(passes);
                held = t.asker->hold(fast);
                return Answer{0, ""};
            };
            s.at(40000000, [&] {
                assert_int_equal(s.control->told("ended t40002"), 0);
                signal(s, 2, SIGTERM);
            });
            s.at(40000001, [&] {
                assert_int_equal(s.control->told("ended t40002"), 1);
                next = s.machine->timeline.next();
            });
            assert_int_equal(s.run(), 0);
            assert_false(held);
            assert_true(next >= 1000000000);
        }
}

/* Held for ever, but for its alarm; the next request is answered. */
TEST(an_alarm_ends_a_hold)
{
    Stage s;
    int result = 0, second = -1;
    Ns alarm = 0, over = -1;
    s.task([&](Played &p) {
        p.alarm = alarm = p.now() + 70000000;
        p.control(1, "x", &result);
        over = p.now();
        p.control(2, "x", &second);
    });
    s.control->on_request = [&](Task &t, int request, const std::string &) {
        return Answer{request == 1 && !t.asker->hold() ? -1 : 0, ""};
    };
    assert_int_equal(s.run(), 0);
    assert_int_equal(result, MACH_SIGNALLED);
    assert_int_equal(over, alarm);
    assert_int_equal(second, 0);
}

/* Called before it is held: it is not held at all. */
TEST(who_is_called_is_not_held)
{
    Stage s;
    int result = 0, times = 0;
    Ns over = -1;
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        p.control(1, "", &result);
        over = p.now();
    });
    s.control->on_request = [&](Task &t, int, const std::string &) {
        times++;
        t.asker->pass(1000000);
        const bool held = t.asker->hold();
        assert_false(held);
        return Answer{0, ""};
    };
    s.at(500000, [&] { signal(s, 2, SIGUSR1); });
    assert_int_equal(s.run(), 0);
    assert_int_equal(result, MACH_SIGNALLED);
    assert_int_equal(times, 1);
    assert_true(over > 1000000 && over < 100000000);
}

/* A handler of real time in one that waits wants to make calls: it gets the turn, the others wait on. */
TEST(turns_that_are_wanted)
{
    Stage s;
    Ns wanted = -1, other = -1, computing = -1;
    s.task([&](Played &p) {
        p.sleep(1000000);
        wanted = p.now();
    });
    s.task([&](Played &p) {
        p.sleep(2000000);
        other = p.now();
    });
    s.task([&](Played &p) {
        p.compute(3000000);
        p.sleep(0);
        computing = p.now();
    });
    s.at(500000, [&] {
        s.played(2)->wants(true);
        s.played(4)->wants(true);
    });
    assert_int_equal(s.run(), 0);
    expectation("at once", 500000, wanted);
    expectation("not this one", 2000000, other);
    expectation("nor one that does not wait", 3000000, computing);
}

} // namespace

STAGE_TEST_MAIN
