/* test_kernel_clock.cpp - the time of a task, to the nanosecond: what its program spends, idle and on the processor,
 * what it sleeps and waits, and what of that counts as a look in vain. All times are derived by hand. */
#include <csignal>

#include "kernel/tests/stage.hpp"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

/* The pieces of time that observers were told of. */
std::string told(const Stage &s, int n)
{
    std::string text;
    for (const std::string &line : s.notes->of[nth_tid(n)])
        if (line.find(" passed from ") != std::string::npos)
            text += line + "\n";
    return text;
}

StageSettings watched()
{
    StageSettings settings;
    settings.watched = true;
    return settings;
}

/* ---- sleeping and waiting ---------------------------------------------------------------------------------------- */

TEST(one_nanosecond)
{
    Stage s;
    s.task([](Played &p) {
        for (Ns span : {1, 2, 1}) {
            const Ns before = p.now();
            p.sleep(span);
            expectation("a sleep", before + span, p.now());
            (void)p.wait_until(p.now() + span);
            expectation("and a wait", before + 2 * span, p.now());
        }
    });
    assert_int_equal(s.run(), 0);
}

/* A sleep of nothing, or until a time that is past, ends at once: before what others do at this time, also if there is
 * a signal; that comes with it, and interrupts nothing. So does a wait. */
TEST(no_time_at_all)
{
    for (const Ns span : {0, -5})
        for (const bool waits : {false, true}) {
            Stage s;
            std::uint64_t signals = 0;
            bool interrupted = true;
            s.task([&, span, waits](Played &p) {
                p.handles = {SIGUSR1};
                p.compute(1000);
                if (waits)
                    (void)p.wait_until(p.now() + span);
                else
                    p.sleep(span);
                interrupted = p.reply().interrupted;
                signals = p.reply().signals;
                p.print("first");
            });
            s.task([](Played &p) {
                p.compute(1000);
                p.sleep(0);
                p.print("second");
            });
            s.at(500, [&] { s.machine->lifecycle.signal(*s.of(2), SIGUSR1); });
            assert_int_equal(s.run(), 0);
            assert_false(interrupted);
            assert_int_equal(signals, 1 << (SIGUSR1 - 1));
            assert_string_equal(s.said().c_str(), "[t40002] first\n[t40003] second\n");
        }
}

/* What a task does that finds nothing, so often in a row, shows that nothing goes on but that. */
TEST(looks_in_vain_are_counted)
{
    const std::vector<std::function<void(Played &)>> looks = {
        [](Played &p) { p.sleep(0); }, [](Played &p) { p.sleep(1000); }, [](Played &p) { p.poll(MACH_ANY); },
        [](Played &p) { (void)p.wait_until(p.now()); }};
    for (const auto &look : looks) {
        Stage s;
        s.task([&](Played &p) {
            for (int i = 0; i < 100; i++)
                look(p);
            assert_false(s.machine->run_end.nothing_happens());
            look(p);
            assert_true(s.machine->run_end.nothing_happens());
            p.send(p.tid(), 1);
            p.sleep(1000000);
            assert_false(s.machine->run_end.nothing_happens()); /* a message has arrived */
            for (int i = 0; i < 101; i++)
                look(p);
        });
        s.task([&](Played &p) {
            p.sleep(500000000);
            assert_false(s.machine->run_end.nothing_happens()); /* the first has ended */
        });
        assert_int_equal(s.run(), 0);
    }
}

/* ---- what a program spends --------------------------------------------------------------------------------------- */

/* The idle part of a piece comes first. Two on one cell have its processor one after the other. */
TEST(two_on_one_processor)
{
    Stage s(watched());
    std::map<int, bool> shares;
    s.task_on(1, [&](Played &p) {
        p.idle(500);
        p.note("work");
        p.compute(1000);
        shares[2] = p.sleep(0).shares_node != 0;
        p.compute(100);
        p.sleep(0);
    });
    s.task_on(1, [&](Played &p) {
        p.compute(1200);
        shares[3] = p.sleep(0).shares_node != 0;
    });
    s.task_on(2, [&](Played &p) {
        p.idle(700);
        shares[4] = p.sleep(0).shares_node != 0;
    });
    assert_int_equal(s.run(), 0);
    expectation("idle until 500, has the processor after the other, at 1200, for 1000; and then for 100 alone",
                std::string("0-0-0-0 passed from 0 on\n0-500-1200-2200 passed from 0 on work@500/0\n"
                            "2200-2200-2200-2300 passed from 2200 on\n2300-2300-2300-2300 passed from 2300 on\n"),
                told(s, 2));
    expectation("has it at once",
                std::string("0-0-0-0 passed from 0 on\n0-0-0-1200 passed from 0 on\n"
                            "1200-1200-1200-1200 passed from 1200 on\n"),
                told(s, 3));
    expectation("needs none",
                std::string("0-0-0-0 passed from 0 on\n0-700-700-700 passed from 0 on\n"
                            "700-700-700-700 passed from 700 on\n"),
                told(s, 4));
    assert_false(shares[2]); /* the other has ended by then */
    assert_true(shares[3]);
    assert_false(shares[4]);
}

/* A signal ends a program while it is idle, waits for the processor, or has it. */
TEST(pieces_that_are_cut_short)
{
    for (const auto &[at, piece] :
         {std::pair{Ns{300}, "0-300-300-300"}, {Ns{800}, "0-500-800-800"}, {Ns{1500}, "0-500-1200-1500"}}) {
        Stage s(watched());
        s.task_on(1, [](Played &p) {
            p.idle(500);
            p.compute(1000);
            p.sleep(0);
        });
        s.task_on(1, [](Played &p) {
            p.compute(1200);
            p.sleep(0);
        });
        s.at(at, [&s] { s.machine->lifecycle.signal(*s.of(2), SIGKILL); });
        assert_int_equal(s.run(), 0);
        expectation("ends with the signal", std::string("0-0-0-0 passed from 0 on\n") + piece + " passed from 0 on\n",
                    told(s, 2));
    }
}

/* More of the processor than time has passed, or a clock that has gone back: what cannot be is not believed, and what
 * follows counts from the latest time that was. */
TEST(pieces_that_cannot_be)
{
    Stage s(watched());
    s.task([](Played &p) {
        p.compute(1000);
        p.idle(-900);
        p.post(Post::To::task, nth_tid(99), 1); /* takes some time */
        p.idle(-p.now() + 50);
        p.send(nth_tid(99), 2);
        p.idle(-p.now() + 40000);
        p.sleep(0);
    });
    assert_int_equal(s.run(), 0);
    expectation(
        "sending takes 14920 on a cell: 100 + 14920; back to 50, + 14920, which is less; 40000",
        std::string("0-0-0-0 passed from 0 on\n0-0-0-15020 passed from 0 on\n"
                    "15020-15020-15020-15020 passed from 15020 on\n"
                    "15020-40000-40000-40000 passed from 15020 on\n40000-40000-40000-40000 passed from 40000 on\n"),
        told(s, 2));
}

} // namespace

STAGE_TEST_MAIN
