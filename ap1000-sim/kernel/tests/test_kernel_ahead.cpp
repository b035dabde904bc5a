/* test_kernel_ahead.cpp - tasks that run ahead of simulated time: who is given which message, when a carrier of the
 * test lets turns last, and that nothing comes out otherwise than with one processor. */
#include <csignal>

#include "kernel/tests/both_ways.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

/* A task of the scene: it has joined, and takes the first message that fits. */
Played::Program plain(Played::Program does)
{
    return [does = std::move(does)](Played &p) {
        p.want.plain = 1;
        p.note("work");
        does(p);
    };
}

Played::Program sends(int to, int count, Ns each = 100000)
{
    return plain([=](Played &p) {
        for (int i = 0; i < count; i++) {
            p.compute(each);
            p.lasts(2);
            p.note("pvm_send");
            p.send(to, i, "body");
        }
    });
}

Played::Program hears(int from, int count, bool by_tag = true)
{
    return plain([=](Played &p) {
        for (int i = 0; i < count; i++) {
            const Got got = p.receive(from, by_tag ? i : MACH_ANY);
            p.print("got " + std::to_string(got.tag) + " " + got.text + "\n");
            p.compute(50000);
            p.lasts(1);
        }
    });
}

Played::Program passes_on(int from, int to, int count)
{
    return plain([=](Played &p) {
        for (int i = 0; i < count; i++) {
            const Got got = p.receive(from);
            p.compute(30000);
            p.lasts(3);
            p.note("pvm_send");
            p.send(to, got.tag, got.text);
            p.print("passed on " + std::to_string(got.tag) + "\n");
        }
    });
}

/* ---- all well ---------------------------------------------------------------------------------------------------- */

/* Two are under way to the last when the first turn lasts, and one more has been posted, before anything was noted: it
 * is given the one of those that it waits for, though the other was sent before that. */
TEST(sent_before_a_turn_lasts)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.task(plain([](Played &p) {
            p.compute(1000000);
            p.send(nth_tid(5), 1, std::string(100000, 'x'));
            p.compute(20000000);
            p.send(nth_tid(5), 2, "much later");
        }));
        s.task(plain([](Played &p) { p.send(nth_tid(5), 7, std::string(100000, 'x')); }));
        s.task(plain([](Played &p) {
            p.sleep(8000000);
            p.lasts(3);
        }));
        s.task(plain([](Played &p) {
            for (int tag : {1, 2})
                p.print(p.receive(nth_tid(2)).tag == tag ? "as sent\n" : "another\n");
        }));
    });
    assert_int_equal(ways.turns_ahead, 2);
}

/* Of three in a row each is given what the one before it has posted, or is about to. */
TEST(a_row_of_three)
{
    for (const std::size_t at_once : {64, 1}) {
        const BothWays ways = both_ways([&](Stage &s) {
            s.carrier->at_once = at_once;
            s.task(sends(nth_tid(3), 8));
            s.task(passes_on(nth_tid(2), nth_tid(4), 8));
            s.task(hears(nth_tid(3), 8));
        });
        assert_true(ways.turns_ahead > 8);
    }
}

/* Of the user's own program nothing is known before it is sent; from then on it is, while the message is under way. */
TEST(what_is_under_way)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.master(plain([](Played &p) {
            p.compute(1000000);
            p.send(nth_tid(2), 0, "from the host"); /* two milliseconds */
            p.sleep(1000000000);
        }));
        s.task(hears(nth_tid(1), 1));
        s.task(plain([](Played &p) {
            p.lasts(3);
            p.sleep(10000000);
        }));
    });
    assert_int_equal(ways.turns_ahead, 1);
}

/* A message that it asks for later has come before, and one that nobody asks for. */
TEST(in_another_order)
{
    for (const std::size_t at_once : {64, 2, 1}) {
        const BothWays ways = both_ways([&](Stage &s) {
            s.carrier->at_once = at_once;
            s.task(plain([](Played &p) {
                for (int tag : {5, 3, 9, 1, 2, 4, 6}) {
                    p.compute(40000);
                    p.lasts(1);
                    p.send(nth_tid(3), tag, std::string(static_cast<std::size_t>(tag), 'x'));
                }
            }));
            s.task(plain([](Played &p) {
                for (int tag : {1, 2, 3, 4, 5, 6}) {
                    p.print(p.receive(nth_tid(2), tag).text + "\n");
                    p.lasts(2);
                    p.compute(10000);
                    p.send(nth_tid(4), tag);
                }
            }));
            s.task(hears(nth_tid(3), 6, false));
        });
        assert_true(ways.turns_ahead > 0);
    }
}

/* It reads the clock while it is ahead, or waits for anybody: then it waits until simulated time is there. */
TEST(what_depends_on_time)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.task(sends(nth_tid(3), 6));
        s.task(plain([](Played &p) {
            for (int i = 0; i < 3; i++) {
                p.receive(nth_tid(2));
                p.lasts(2);
                p.print(std::to_string(p.asks_time()) + "\n");
                p.receive(MACH_ANY);
                p.lasts(2);
                p.sleep(1000);
                if (p.poll(nth_tid(2)))
                    p.print("one more\n");
            }
        }));
    });
    assert_true(ways.turns_ahead > 0);
}

/* At most 64 segments, or 16 MiB of what it has posted in them. */
TEST(not_too_far)
{
    const BothWays many = both_ways([](Stage &s) {
        s.task(plain([](Played &p) {
            for (int i = 0; i < 100; i++)
                p.send(nth_tid(3), i);
            p.compute(1000000);
            p.lasts(3);
            p.sleep(0);
        }));
        s.task(plain([](Played &p) {
            for (int i = 0; i < 100; i++)
                p.receive(nth_tid(2), i);
        }));
        s.task(plain([](Played &p) {
            p.sleep(10000);
            p.lasts(300);
            p.sleep(0);
        }));
    });
    assert_true(many.turns_ahead >= 64);
    const BothWays large = both_ways([](Stage &s) {
        s.task(sends(nth_tid(3), 6, 1000));
        s.task(plain([](Played &p) {
            const std::string much(6 << 20, 'x');
            for (int i = 0; i < 6; i++) {
                p.receive(nth_tid(2));
                p.send(nth_tid(4), i, much);
            }
        }));
        s.task(plain([](Played &p) {
            for (int i = 0; i < 6; i++)
                p.receive(nth_tid(3));
        }));
        s.task(plain([](Played &p) { p.lasts(300); }));
    });
    assert_true(large.turns_ahead > 0);
}

/* ---- what is not certain ----------------------------------------------------------------------------------------- */

/* Behind a post that may go anywhere, or nowhere, none is certain. */
TEST(behind_what_is_not_certain)
{
    enum What { broadcast, bad, datagram };
    for (const What what : {broadcast, bad, datagram}) {
        StageSettings settings;
        settings.machine = what == datagram ? "workstations" : "ap1000";
        const BothWays ways = both_ways(
            [&](Stage &s) {
                s.master(plain([](Played &p) { p.sleep(1000000000); }));
                s.task(plain([](Played &p) { p.receive(nth_tid(3), 2); }));
                s.task(plain([&](Played &p) {
                    p.sleep(100000);
                    p.compute(100000);
                    p.lasts(2);
                    if (what == broadcast)
                        p.post(Post::To::all, MACH_CELLS, 1, "to many");
                    else if (what == bad)
                        p.post(Post::To::task, nth_tid(2), 1, "", true);
                    else
                        p.send(nth_tid(2), 1, "a datagram", MACH_ROUTE_DATAGRAM);
                    p.send(nth_tid(2), 2, "behind it");
                    p.sleep(1);
                }));
                s.at(150000, [&s] { s.machine->run_ahead ? s.machine->run_ahead->offer(nth_tid(2)) : void(); });
            },
            settings);
        assert_int_equal(ways.turns_ahead, 0);
        if (what == bad)
            assert_true(ways.said.find("a message body outside its memory") != std::string::npos);
    }
}

/* Who is on the host, shares its cell, looks at each message, or may not for its carrier: it waits for its time. */
TEST(who_may_not)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.carrier->at_look = [&s] {
            for (Played *p : s.carrier->all)
                if (p != nullptr && p->tid() == nth_tid(5))
                    p->ahead_allowed = false;
        };
        s.task(plain([](Played &p) {
            for (int to : {3, 4, 5, 6, 7})
                for (int i = 0; i < 3; i++) {
                    p.compute(20000);
                    p.lasts(2);
                    p.send(nth_tid(to), i);
                }
        }));
        s.task_on(0, hears(nth_tid(2), 3));
        const Played::Program stays = [](Played &p) {
            hears(nth_tid(2), 3)(p);
            p.sleep(10000000);
        };
        s.task_on(2, stays);
        s.task_on(3, stays);
        s.task_on(2, stays);
        s.task_on(4, [](Played &p) { /* its waits are not plain */
                                     for (int i = 0; i < 3; i++)
                                         p.receive(nth_tid(2));
        });
    });
    assert_int_equal(ways.turns_ahead, 0);
}

/* One that is busy gets a signal, or a handler of its wants the turn: it is given nothing until it has had that. */
TEST(with_a_signal_or_a_handler)
{
    for (const bool is_signal : {false, true}) {
        const BothWays ways = both_ways([&](Stage &s) {
            s.task(plain([](Played &p) {
                p.sleep(350000); /* what it posts then is seen after the signal */
                p.compute(500000);
                p.lasts(5);
                p.send(nth_tid(3), 1);
                p.sleep(1);
            }));
            s.task(plain([](Played &p) {
                p.handles = {SIGUSR1};
                p.compute(400000);
                p.send(nth_tid(4), 1); /* busy with this until 400000 */
                p.receive(nth_tid(2), 1);
                p.print(std::to_string(p.reply().signals) + "\n");
            }));
            s.task(plain([](Played &p) {
                p.receive(nth_tid(3));
                p.lasts(10);
                p.sleep(0);
            }));
            s.at(300000, [&s, is_signal] {
                if (is_signal)
                    s.machine->lifecycle.signal(*s.of(3), SIGUSR1);
                else
                    s.played(3)->wants(true);
            });
        });
        assert_true(ways.turns_ahead > 0); /* of the fourth */
    }
}

/* A handler in real time wants the turn back just when it has been asked whether one does: for each such moment. */
TEST(a_handler_at_any_moment)
{
    int questions = 0, asked = 1;
    for (int at = 0; questions < asked || at == 0; at++) {
        StageSettings settings;
        settings.options.processors = 2;
        Stage s(settings);
        questions = at + 1;
        asked = 0;
        s.task(sends(nth_tid(3), 4));
        s.task(passes_on(nth_tid(2), nth_tid(4), 4));
        s.task(hears(nth_tid(3), 4));
        s.carrier->at_question = [&] {
            if (asked++ == at && s.carrier->all.size() > 2 && s.carrier->all[2] != nullptr)
                s.carrier->all[2]->wants(true);
        };
        assert_int_equal(s.run(), 0);
    }
    assert_true(questions > 20);
}

/* The chosen algorithm of a barrier is looked at, wait by wait. */
TEST(waits_of_a_barrier_that_is_looked_at)
{
    StageSettings settings;
    settings.options.barrier = 1;
    int of_barrier = 0, others = 0;
    for (const bool in_barrier : {true, false}) {
        const BothWays ways = both_ways(
            [&](Stage &s) {
                s.task(sends(nth_tid(3), 5));
                s.task(plain([=](Played &p) {
                    p.want.barrier = in_barrier;
                    for (int i = 0; i < 5; i++)
                        p.receive(nth_tid(2));
                }));
            },
            settings);
        (in_barrier ? of_barrier : others) = ways.turns_ahead;
    }
    assert_int_equal(of_barrier, 0);
    assert_true(others > 0);
}

/* The sender has not joined, has no such tid, is the user's own program, or is about to end. */
TEST(senders_of_whom_nothing_is_known)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.master(plain([](Played &p) {
            p.sleep(2000000);
            p.send(nth_tid(2), 1);
            p.sleep(1000000000);
        }));
        s.task(hears(nth_tid(1), 1, false));
        s.task(hears(nth_tid(4), 1, false));
        s.task(Played::Unjoined{[](Played &p) {
            p.compute(500000);
            p.lasts(5);
            p.join();
            p.compute(500000);
            p.lasts(5);
            p.send(nth_tid(3), 1);
        }});
        s.task(plain([](Played &p) {
            p.lasts(5);
            p.sleep(100);
            p.wait_until(p.now() + 1000000, nth_tid(999));
            p.control(1);
        }));
    });
    (void)ways;
}

/* Once a message went to many at a time none is given ahead any more; what was under way comes all the same. */
TEST(when_it_stops)
{
    const BothWays ways = both_ways([](Stage &s) {
        s.task(plain([](Played &p) {
            p.send(nth_tid(3), 0, std::string(100000, 'x')); /* is under way for 4 ms */
            p.compute(1000);
            p.lasts(3);
            p.post(Post::To::all, MACH_CELLS, 7);
            p.send(nth_tid(3), 1);
            p.sleep(1);
        }));
        s.task(plain([](Played &p) {
            p.lasts(3);
            p.receive(nth_tid(2), 0);
            p.receive(nth_tid(4), 2);
            p.receive(nth_tid(2), 1);
        }));
        s.task(plain([](Played &p) {
            p.sleep(400000);
            p.send(nth_tid(3), 2); /* short, and comes first */
        }));
    });
    (void)ways;
}

} // namespace

STAGE_TEST_MAIN
