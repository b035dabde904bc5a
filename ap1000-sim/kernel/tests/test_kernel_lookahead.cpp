/* test_kernel_lookahead.cpp - a task that was just given a message, and whose turn lasts: simulated time goes on as far
 * as nothing that it does can be seen. Whatever happens meanwhile, nothing comes out otherwise than with one processor.
 */
#include <csignal>

#include "kernel/tests/both_ways.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

/* Hears anybody, so that it is never given a message ahead; each turn that begins with a message lasts. */
Played::Program hears_anybody(
    int count, std::function<void(Played &, const Got &)> then = [](Played &, const Got &) {})
{
    return [=](Played &p) {
        p.want.plain = 1;
        for (int i = 0; i < count; i++) {
            const Got got = p.receive(MACH_ANY);
            p.lasts(4);
            p.note("work");
            then(p, got);
            p.compute(20000);
        }
    };
}

/* To each of these in turn. */
Played::Program sends_to(std::vector<int> whom, int rounds, Ns each = 30000)
{
    return [=](Played &p) {
        for (int i = 0; i < rounds; i++)
            for (int n : whom) {
                p.compute(each);
                p.send(nth_tid(n), i, "body");
            }
    };
}

void prints(Played &p, const Got &got)
{
    p.print("got " + std::to_string(got.tag) + "\n");
}

/* ---- all well ---------------------------------------------------------------------------------------------------- */

TEST(turns_beside_each_other)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.task(sends_to({3, 4, 5}, 5, 5000));
        for (int i = 0; i < 3; i++)
            s.task(hears_anybody(5, prints));
    });
    assert_true(ways.turns_behind > 3);
}

/* One posts and asks in the turn that began behind: that counts when its time is there. */
TEST(what_it_does_behind)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.task(sends_to({3, 4}, 4, 10000));
        s.task(hears_anybody(4, [](Played &p, const Got &got) {
            p.send(nth_tid(5), got.tag, "from the third");
            p.lasts(2);
            p.sleep(5000);
        }));
        s.task(hears_anybody(4, [](Played &p, const Got &got) {
            p.compute(1000);
            p.send(nth_tid(5), got.tag);
            p.tell();
            p.control(1);
        }));
        s.task(hears_anybody(8, prints));
    });
    assert_true(ways.turns_behind > 0);
}

/* A poll, and once more, until it finds nothing: what a call that is not plain goes through. */
TEST(polls)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.task(sends_to({3}, 4, 200000));
        s.task([](Played &p) {
            for (int got = 0, i = 0; got < 4 && i < 400; i++) {
                p.want.plain = i % 2;
                got += p.poll(MACH_ANY);
                p.lasts(1);
                p.sleep(10000);
            }
        });
        s.task(hears_anybody(0));
    });
    (void)ways;
}

/* ---- no lookahead ------------------------------------------------------------------------------------------------ */

/* Its lines are sent when its turn begins; it shares its cell; its turn is not that of a wait. */
TEST(who_does_not_fall_behind)
{
    const BothWays ways = both_ways([](Stage &s) {
        TaskOrigin collected{PvmNoParent};
        collected.output.tid = nth_tid(1);
        s.task_on(1, sends_to({3, 4, 5, 6}, 4, 5000));
        s.task_on(2, hears_anybody(4, prints), collected);
        s.task_on(3, hears_anybody(4, prints));
        s.task_on(3, hears_anybody(4, prints));
        s.task_on(4, [](Played &p) {
            for (int i = 0; i < 4; i++) {
                p.lasts(3);
                p.sleep(10000);
            }
        });
    });
    assert_int_equal(ways.turns_behind, 0);
}

/* A signal goes with the message, or ends the wait. */
TEST(turns_with_a_signal)
{
    for (const Ns at : {Ns{50000}, Ns{400000}, Ns{700000}}) {
        const BothWays ways = both_ways([at](Stage &s) {
            s.task(sends_to({3}, 1, 500000));
            s.task([](Played &p) {
                p.handles = {SIGUSR1};
                p.want.plain = 1;
                p.compute(600000);
                p.receive(MACH_ANY);
                p.lasts(5);
                p.print(std::to_string(p.reply().signals) + "\n");
            });
            s.at(at, [&s] {
                if (s.of(3) != nullptr)
                    s.machine->lifecycle.signal(*s.of(3), SIGUSR1);
            });
        });
        (void)ways;
    }
}

/* ---- it is wanted before ----------------------------------------------------------------------------------------- */

/* Two are behind, at most of these times. One is signalled, a task is started, the machine says something. */
TEST(they_catch_up)
{
    enum What { killed, started, said };
    int behind = 0;
    for (const What what : {killed, started, said})
        for (Ns at = 40000; at < 240000; at += 17000) {
            const BothWays ways = both_ways([=](Stage &s) {
                s.task(sends_to({3, 4}, 3, 2000));
                s.task(hears_anybody(3, prints));
                s.task(hears_anybody(3, prints));
                s.at(at, [=, &s] {
                    if (what == killed && s.of(4) != nullptr)
                        s.machine->lifecycle.signal(*s.of(4), SIGTERM);
                    if (what == started) {
                        s.carrier->programs.emplace_back([](Played &p) { p.print("new\n"); });
                        s.machine->lifecycle.spawn(s.machine->nodes[3], "new", {}, Stage::no_origin, nullptr);
                    }
                    if (what == said)
                        s.machine->reports.say("a line of the machine");
                });
            });
            behind += ways.turns_behind;
        }
    assert_true(behind > 0);
}

/* A line of one that never falls behind, and one who has a terminal goes on: those behind have said theirs. */
TEST(others_print_meanwhile)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.carrier->at_look = [&s] {
            for (Played *p : s.carrier->all)
                if (p != nullptr && p->tid() == nth_tid(5))
                    p->ahead_allowed = false;
        };
        s.task(sends_to({3, 4}, 6, 2000));
        s.task(hears_anybody(6, prints));
        s.task(hears_anybody(6, prints));
        s.task([](Played &p) {
            for (int i = 0; i < 60; i++) {
                p.print("line " + std::to_string(i) + "\n");
                p.sleep(5000);
            }
        });
    });
    assert_true(ways.turns_behind > 0);
}

/* Each line of a task waits only for those whose turns began before its own. */
TEST(lines_wait_for_turns_before)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.task(sends_to({3, 4, 5}, 6, 1000));
        for (int i = 0; i < 3; i++)
            s.task(hears_anybody(6, [i](Played &p, const Got &got) {
                p.lasts(i * 5);
                prints(p, got);
            }));
    });
    assert_true(ways.turns_behind > 0);
}

/* It dies in a turn that began behind: at the time, and after the lines, that it has then. */
TEST(deaths_behind)
{
    for (const bool with_marks : {false, true}) {
        const BothWays ways = both_ways([with_marks](Stage &s) {
            s.task(sends_to({3, 4}, 3, 5000));
            s.task(hears_anybody(3, [with_marks](Played &p, const Got &got) {
                p.print("the last line");
                p.send(nth_tid(4), got.tag);
                if (with_marks)
                    p.tell();
                if (got.tag == 1)
                    p.die(SIGSEGV);
            }));
            s.task(hears_anybody(5, prints));
        });
        assert_true(ways.turns_behind > 0);
        assert_true(ways.said.find("t40003 on cell 1 died of SIGSEGV at ") != std::string::npos);
        assert_true(ways.said.find("[t40003] the last line") != std::string::npos);
    }
}

/* The machine is to stop while one is behind: what it does then never happens. */
TEST(stopped_behind)
{
    StageSettings settings;
    settings.options.processors = 2;
    Stage s(settings);
    s.task(sends_to({3, 4}, 3, 5000));
    s.task(hears_anybody(3, [](Played &p, const Got &got) {
        p.lasts(100000);
        if (got.tag > 0) /* the first long turn is waited for */
            p.print("never\n");
    }));
    s.task(hears_anybody(3));
    s.carrier->at_look = [&s] {
        if (s.carrier->turns_behind > 0)
            s.carrier->stop_signal = SIGTERM;
    };
    assert_int_equal(s.run(), 128 + SIGTERM);
    assert_true(s.carrier->turns_behind > 0);
    assert_false(s.says("never"));
    assert_true(s.says("the run is ended by SIGTERM at "));
}

/* It stops being certain between the beginning of a turn and the look whether that lasts. */
TEST(no_more_when_it_stops)
{
    StageSettings settings;
    settings.options.processors = 2;
    Stage s(settings);
    s.task(sends_to({3}, 3, 5000));
    s.task(hears_anybody(3));
    s.carrier->at_look = [&s] {
        Task *t = s.carrier->all.size() > 2 ? s.of(3) : nullptr;
        if (t != nullptr && t->state == Task::State::running && t->ahead->lookahead.span() > 0)
            s.machine->ahead_rule.stop("the test says so");
    };
    assert_int_equal(s.run(), 0);
    assert_string_equal(s.machine->ahead_rule.why_not().c_str(), "the test says so");
    assert_int_equal(s.carrier->turns_behind, 0);
}

} // namespace

STAGE_TEST_MAIN
