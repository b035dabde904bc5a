/* test_kernel_run.cpp - how a run begins, goes on and ends, and with which exit code: run.hpp, run_end.hpp. */
#include <csignal>
#include <cstdlib>
#include <limits>

#include "control.h"
#include "kernel/tests/stage.hpp"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

constexpr int failed = 125, not_started = 126;
constexpr int without_a_name = 40; /* a signal of real time */

Played::Program exits(int code, Ns after = 0)
{
    return [=](Played &p) {
        p.sleep(after);
        p.exits(code);
    };
}

Played::Program dies(int signal)
{
    return [=](Played &p) { p.die(signal); };
}

/* ---- beginning --------------------------------------------------------------------------------------------------- */

TEST(where_the_program_runs)
{
    for (const auto &[on_cell, nodes, where, next] :
         {std::tuple{false, 2, 0, 1}, {true, 2, 1, 0}, {true, 1, 0, 0}}) { /* one station has no other beside it */
        StageSettings settings;
        settings.machine = "workstations";
        settings.nodes = nodes;
        settings.options.on_cell = on_cell;
        Stage s(settings);
        int node = -1;
        s.master([&](Played &p) { node = p.who().node; });
        assert_int_equal(s.run(), 0);
        assert_int_equal(node, where);
        std::vector<Node *> all;
        for (Node &n : s.machine->nodes)
            all.push_back(&n);
        assert_int_equal(s.machine->nodes.next(all).index, next); /* those that it spawns begin behind it */
    }
}

TEST(what_does_not_start)
{
    Stage none;
    none.has_room = false;
    assert_int_equal(none.run(), not_started);
    StageSettings settings;
    settings.options.copies = 5;
    Stage two(settings);
    for (int i = 0; i < 2; i++)
        two.copy(exits(0));
    int code = 0;
    const std::string said = on_stderr([&] { code = two.run(); });
    assert_int_equal(code, not_started);
    assert_int_equal(two.carrier->started.size(), 3); /* the third could not be, and the fourth is not tried */
    expectation("and that is said", "ap1000: started only 2 of 5 copies of " + two.machine->options.program.file + "\n",
                said);
}

TEST(copies_take_turns)
{
    StageSettings settings;
    settings.options.copies = 3;
    Stage s(settings);
    std::vector<int> nodes;
    for (int i = 0; i < 3; i++)
        s.copy([&nodes, i](Played &p) {
            nodes.push_back(p.who().node);
            p.exits(2 * i);
        });
    expectation("the first code that is not 0", 2, s.run());
    assert_true(nodes == (std::vector<int>{1, 2, 3}));
}

/* The program that started this machine for itself joins first; another may have come before it. */
TEST(a_machine_of_its_own)
{
    for (const bool comes : {true, false}) {
        StageSettings settings;
        settings.options.kind = RunOptions::Kind::serve;
        settings.options.on_cell = true;
        Stage s(settings);
        int tid = 0, node = 0;
        s.carrier->master_comes = comes;
        if (comes) {
            s.carrier->comes(sleeps(1000000000), "another", false);
            s.carrier->comes(
                [&](Played &p) {
                    tid = p.tid();
                    node = p.who().node;
                    p.sleep(1000);
                },
                "the master", true);
        }
        assert_int_equal(s.run(), 0);
        assert_int_equal(tid, comes ? nth_tid(2) : 0);
        assert_int_equal(node, comes); /* the first cell; whoever else came is on the host */
        assert_int_equal(s.machine->timeline.now(), comes ? 1000 : 0); /* it ends with the master */
    }
}

/* Its master did not come, but somebody else did. */
TEST(a_machine_without_its_master)
{
    StageSettings settings;
    settings.options.kind = RunOptions::Kind::serve;
    Stage s(settings);
    s.carrier->comes(sleeps(1000000000), "another", false);
    assert_int_equal(s.run(), 0);
    assert_int_equal(s.machine->timeline.now(), 0);
}

/* ---- going on ---------------------------------------------------------------------------------------------------- */

/* Of two that have given their turns back, the first has the second looked at before it: that counts once. */
TEST(one_has_been_taken_already)
{
    Stage s;
    int asked = 0;
    s.task([](Played &p) {                               /* both join at one time, and go on at one time */
                           p.control(CONTROL_PARAMETER); /* is answered at once */
    });
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        p.control(CONTROL_NOTIFY);
        asked++;
    });
    s.control->on_request = [&](Task &, int request, const std::string &) {
        if (request == CONTROL_PARAMETER)
            s.machine->lifecycle.signal(*s.of(3), SIGUSR1);
        return Answer{0, ""};
    };
    assert_int_equal(s.run(), 0);
    assert_int_equal(asked, 1);
}

/* While one computes without end, and on a machine that stays with nothing but time-outs, no faster than real time:
 * what happens is the same. */
TEST(no_faster_than_real_time)
{
    for (const bool stays : {false, true}) {
        StageSettings settings;
        settings.options.kind = stays ? RunOptions::Kind::up : RunOptions::Kind::run;
        Stage s(settings);
        std::vector<Ns> woke;
        s.task([&](Played &p) {
            for (int i = 0; i < 120; i++) {
                (void)p.wait_until(p.now() + 10000);
                woke.push_back(p.now());
                p.poll(MACH_ANY);
            }
            for (int i = 0; i < 3; i++)
                p.sleep(10000);
            s.carrier->stop_signal = stays ? SIGTERM : 0;
        });
        if (!stays)
            s.task([](Played &p) {
                p.goes_outside(true);
                p.lasts(100000);
            });
        if (!stays)
            s.master(sleeps(3000000));
        assert_int_equal(s.run(), 0);
        assert_int_equal(woke.size(), 120);
        for (std::size_t i = 0; i < woke.size(); i++)
            assert_int_equal(woke[i], 10000 * (i + 1));
    }
}

/* A sleep passes at once there, and what it was ahead of real time is not waited for later. */
TEST(a_sleep_between_time_outs)
{
    StageSettings settings;
    settings.options.kind = RunOptions::Kind::up;
    Stage s(settings);
    s.task([&](Played &p) {
        for (int i = 0; i < 3; i++) {
            (void)p.wait_until(p.now() + 10000);
            p.sleep(100000000000);
        }
        s.carrier->stop_signal = SIGTERM;
    });
    s.carrier->at_look = [&] {
        if (s.carrier->longest_wait_ms > 1)
            s.carrier->stop_signal = SIGTERM;
    };
    assert_int_equal(s.run(), 0);
    expectation("10 us are less than 1 ms", 1, s.carrier->longest_wait_ms);
    assert_int_equal(s.machine->timeline.now(), 3 * (10000 + 100000000000));
}

/* Nobody else does anything: time passes at once, from step to step. */
TEST(time_that_passes_at_once)
{
    for (const bool quiet : {false, true}) {
        Stage s;
        s.carrier->quiet = quiet;
        Ns over = -1;
        s.master([&](Played &p) {
            for (int i = 0; i < 100; i++)
                p.sleep(1000);
            over = p.now();
        });
        assert_int_equal(s.run(), 0);
        assert_int_equal(over, 100000);
    }
}

/* What belongs to a program goes soon after its end, while the run goes on. */
TEST(who_has_ended_is_forgotten)
{
    Stage s;
    auto its = std::make_shared<int>();
    const std::weak_ptr<int> is_there = its;
    s.task([its](Played &p) { p.sleep(1000); });
    its.reset();
    s.task([](Played &p) {
        for (int i = 0; i < 100; i++)
            p.sleep(100);
    });
    s.at(500, [&] { assert_false(is_there.expired()); });
    s.at(10000, [&] { assert_true(is_there.expired()); });
    assert_int_equal(s.run(), 0);
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

TEST(with_the_masters_code)
{
    Stage exits_with;
    exits_with.master(exits(3));
    exits_with.task(sleeps(1000000000));
    assert_int_equal(exits_with.run(), 3);
    for (const auto &[signal, says] :
         {std::pair{SIGSEGV, "died of SIGSEGV at 0.000 ms"}, {without_a_name, "died of SIG40 at 0.000 ms"}}) {
        for (const bool watched : {false, true}) {
            StageSettings settings;
            settings.watched = watched;
            Stage s(settings);
            s.master(dies(signal));
            assert_int_equal(s.run(), 128 + signal);
            assert_true(s.says(std::string("ap1000: t40001 on the host ") + says));
            assert_true(!watched || s.notes->all().find("died of SIG") != std::string::npos);
        }
    }
}

/* What others have printed by then is shown, also a line without an end, and in a turn that is not over. */
TEST(with_all_lines)
{
    Stage s;
    s.master(sleeps(2000));
    s.task([](Played &p) {
        p.print("whole\nhalf");
        p.sleep(1000000);
        p.print("never");
    });
    s.task([](Played &p) {
        p.print("and ");
        p.sleep(1000);
        p.goes_outside();
        p.print("this");
        p.lasts(1000);
    });
    s.task([](Played &p) { p.sleep(1500); });
    assert_int_equal(s.run(), 0);
    assert_string_equal(s.said().c_str(), "[t40002] whole\n[t40002] half\n[t40003] and this\n");
}

/* The simulator is told to stop: everything goes, and that is said; the program's own code counts if it has one. */
TEST(by_a_signal)
{
    for (const auto &[signal, says] : {std::pair{SIGTERM, "SIGTERM"}, {without_a_name, "SIG40"}}) {
        Stage s;
        s.master(sleeps(1000000000));
        s.task(sleeps(1000000000));
        s.at(1000, [&s, number = signal] { s.carrier->stop_signal = number; });
        assert_int_equal(s.run(), 128 + signal);
        assert_int_equal(s.carrier->endings.at(0).code, 128 + signal);
        assert_true(s.says(std::string("ap1000: the run is ended by ") + says + " at 0.001 ms\n"));
    }
    Stage own;
    own.master(sleeps(1000000000));
    own.carrier->told_exits_with = 7;
    own.at(1000, [&] { own.carrier->stop_signal = SIGTERM; });
    assert_int_equal(own.run(), 7);
}

/* A machine that stays ends so, and says nothing. */
TEST(a_machine_that_stays)
{
    StageSettings settings;
    settings.options.kind = RunOptions::Kind::up;
    settings.watched = true;
    Stage s(settings);
    s.task(exits(4));
    s.carrier->others = [&] {
        s.carrier->stop_signal = SIGTERM;
        return true;
    };
    assert_int_equal(s.run(), 0);
    assert_string_equal(s.said().c_str(), "");
    assert_true(s.notes->all().find("Run ahead") == std::string::npos); /* programs may be started by hand */
}

TEST(by_halting)
{
    Stage s;
    s.master(sleeps(1000000000));
    s.task(sleeps(1000000000));
    s.carrier->told_exits_with = 5;
    s.at(1000, [&] { s.machine->run_end.halt(); });
    expectation("the master's own, not that of a signal", 5, s.run());
    assert_true(s.carrier->in_order);
    assert_true(s.carrier->endings.at(0).halted);
    assert_string_equal(s.said().c_str(), "");
}

/* A trace that is not whole: 125, unless there is a worse code; none for a machine that was stopped. */
TEST(with_results_lost)
{
    for (const auto &[code, stopped, wanted] :
         {std::tuple{0, false, failed}, {3, false, 3}, {0, true, 128 + SIGTERM}}) {
        StageSettings settings;
        settings.watched = true;
        Stage s(settings);
        s.notes->whole = false;
        s.carrier->told_exits_with = 0;
        s.master(exits(code, 1000000));
        if (stopped)
            s.at(1000, [&] { s.carrier->stop_signal = SIGTERM; });
        assert_int_equal(s.run(), wanted);
    }
}

TEST(at_the_end_of_time)
{
    Stage s;
    s.master([](Played &p) {
        p.sleep(end_of_time - 1);
        p.sleep(2);
    });
    assert_int_equal(s.run(), failed);
    assert_int_equal(s.carrier->endings.at(0).code, failed);
    assert_true(s.says("simulated time has come to its end: a task sleeps or waits beyond 100 years"));
    assert_true(s.says("sleeps since"));
}

/* pause(), and nobody who could send a signal: a deadlock. */
TEST(a_sleep_without_an_end)
{
    Stage s;
    s.master([](Played &p) { p.receive(nth_tid(2)); });
    s.task([](Played &p) { p.sleep(std::numeric_limits<Ns>::max() / 2); });
    assert_int_equal(s.run(), exit_deadlock);
    assert_true(s.says("waits for a signal by pvm_sendsig or pvm_kill (kill(2) does not end such a wait) since"));
}

/* ---- the master has ended, and waits in its exit until the others have done their work --------------------------- */

constexpr const char *ended_too = "these tasks only looked for messages and are ended too:";
constexpr const char *goes_on = "tasks only look for messages, again and again, and nothing is under way";
constexpr int many = 1000000; /* looks, after which a task is taken for one that does nothing else */

struct AtItsEnd : Stage {
    AtItsEnd()
    {
        master([](Played &p) {
            p.ask(Request::leave);
            p.goes_outside();
            p.lasts(1 << 30);
        });
        carrier->master_waits = true;
        carrier->told_exits_with = 0;
    }
};

/* As if the task had looked so often in a row. */
void looks(Stage &s, int n, int times)
{
    for (int i = 0; i < times; i++)
        s.machine->run_end.looked(*s.of(n));
}

/* Once, after so long. */
bool look(Played &p, Ns span, int tid = MACH_ANY)
{
    p.compute(span);
    return p.poll(tid);
}

/* Millions of looks take minutes with sanitizers and under valgrind, where eval/test.sh sets this. */
void skip_where_all_is_slow()
{
    if (std::getenv("AP1000_TEST_FEW") != nullptr)
        skip();
}

TEST(who_only_looks_is_ended)
{
    skip_where_all_is_slow();
    AtItsEnd s;
    s.task([&](Played &p) {
        looks(s, 2, many);
        for (;;)
            look(p, 1000);
    });
    s.task([&](Played &p) { /* it waits for the other, so it does not count */
                            p.receive(nth_tid(2));
    });
    assert_int_equal(s.run(), 0);
    assert_true(s.says(ended_too));
    assert_true(s.says("looks in pvm_recv for a message from any task with any tag, 1800000 times in a row since"));
}

/* A time-out that nobody ends is a look, too, and so is a look between two sleeps. */
TEST(other_ways_to_look)
{
    skip_where_all_is_slow();
    for (const bool sleeps_between : {false, true}) {
        AtItsEnd s;
        s.task([&](Played &p) {
            looks(s, 2, many);
            for (;;) {
                if (sleeps_between)
                    p.sleep(1000);
                p.wait_until(sleeps_between ? 0 : p.now() + 1000);
            }
        });
        assert_int_equal(s.run(), 0);
        assert_true(s.says(ended_too));
    }
}

/* A sleep stands for work, and whoever works may still send. */
TEST(who_works_is_not_ended)
{
    skip_where_all_is_slow();
    AtItsEnd s;
    int slept = 0, got = 0, looked = 0;
    s.task([&](Played &p) {
        for (; slept < 250000; slept++)
            p.sleep(10);
    });
    s.task([&](Played &p) {
        looks(s, 3, many);
        while (!look(p, 100000, nth_tid(4)))
            got--;
        got = 1;
    });
    s.task([&](Played &p) {
        p.sleep(3000000000);
        p.send(nth_tid(3), 1);
    });
    s.task([&](Played &p) {
        for (; looked < 250000; looked++)
            look(p, 10, nth_tid(2));
    });
    assert_int_equal(s.run(), 0);
    expectation("one worked to its end", 250000, slept);
    expectation("one got the message that another sent after 3 s", 1, got);
    expectation("one looked as often as it liked", 250000, looked);
    assert_false(s.says(ended_too));
}

/* While the master goes on it is said once, and nobody is ended. */
TEST(polls_that_find_nothing_are_told)
{
    skip_where_all_is_slow();
    for (const bool stays : {false, true}) {
        StageSettings settings;
        if (stays) /* on a machine that stays others may come */
            settings.options.kind = RunOptions::Kind::up;
        Stage s(settings);
        s.master([&](Played &p) { p.receive(nth_tid(2)); });
        s.task([&](Played &p) {
            looks(s, 2, many);
            for (int i = 0; i < 500; i++)
                look(p, 1000);
            looks(s, 2, many);
            look(p, 1000);
            p.send(nth_tid(1), 1);
            p.sleep(1000000);
            if (stays)
                s.carrier->stop_signal = SIGTERM;
        });
        assert_int_equal(s.run(), 0);
        assert_int_equal(s.says(goes_on), !stays);
        const std::string said = s.said();
        assert_true(said.find(goes_on) == said.rfind(goes_on));
        assert_false(s.says(ended_too));
    }
}

/* Nothing is under way any more. */
TEST(when_nothing_can_happen)
{
    enum Why { gone, in_its_exit, signals_may_come };
    for (const Why why : {gone, in_its_exit, signals_may_come}) {
        StageSettings settings;
        settings.options.kind = why == gone ? RunOptions::Kind::serve : RunOptions::Kind::run;
        Stage s(settings);
        const auto waits = [](Played &p) { p.receive(MACH_ANY); };
        if (why == gone)
            s.carrier->comes(waits, "the master", true);
        else
            s.master(waits);
        s.carrier->master_waits = why == in_its_exit;
        s.carrier->told_exits_with = why == signals_may_come ? -1 : 0;
        int asked = 0;
        s.carrier->signals = [&] { return why == signals_may_come && ++asked < 5; };
        if (why == gone)
            s.at(1000, [&] { s.machine->run_end.set_master(nullptr); });
        const int code = s.run();
        assert_int_equal(code, why == signals_may_come ? exit_deadlock : 0);
        assert_int_equal(s.says("the master has ended; these tasks still waited and are ended too:"),
                         why != signals_may_come);
        assert_int_equal(s.says("deadlock: every task waits"), why == signals_may_come);
        assert_int_equal(asked, why == signals_may_come ? 5 : 0);
    }
}

} // namespace

STAGE_TEST_MAIN
