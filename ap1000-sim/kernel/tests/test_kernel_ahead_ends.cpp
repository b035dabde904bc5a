/* test_kernel_ahead_ends.cpp - a task dies, or is ended, while it is ahead of simulated time: what it had done before
 * comes to pass, what it would have done after that does not; and very much output. */
#include <csignal>

#include "kernel/tests/both_ways.hpp"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

constexpr const char *may_differ = "is ended before it has sent a message that its receiver already got ahead of time";

/* Is known from the beginning on; arrives after 100000. */
void sends_one(Played &p)
{
    p.compute(100000);
    p.lasts(3);
    p.send(nth_tid(3), 1, "first");
    p.sleep(5000000);
}

Played::Program hears_from(int sender, std::function<void(Played &)> then)
{
    return [=](Played &p) {
        p.want.plain = 1;
        p.receive(sender);
        then(p);
    };
}

/* ---- ended by another -------------------------------------------------------------------------------------------- */

/* At a time when simulated time has not come to what it did ahead, or has come to it and its posts wait for theirs. */
TEST(ended_with_a_message_given)
{
    for (const Ns at : {Ns{50000}, Ns{500000}})
        for (const bool posts : {true, false}) {
            StageSettings settings;
            settings.options.processors = 2;
            settings.watched = true;
            Stage s(settings);
            bool was_ahead = false;
            s.task(sends_one);
            s.task(hears_from(nth_tid(2), [posts](Played &p) {
                p.compute(1000000);
                if (posts)
                    p.send(nth_tid(4), 2, "never sent");
                p.print("never printed\n");
                p.sleep(1);
            }));
            s.task(hears_from(nth_tid(3), [](Played &p) { p.sleep(1); }));
            s.carrier->at_look = [&] {
                Task *t = s.machine->tasks.find(nth_tid(3));
                was_ahead = was_ahead || (t != nullptr && t->runs_ahead());
            };
            s.at(at, [&] { s.machine->lifecycle.signal(*s.of(3), SIGKILL); });
            assert_int_equal(s.run(), 0);
            assert_true(was_ahead);
            assert_int_equal(s.says(may_differ), posts);
            assert_true(at > 100000 || !s.says("never printed")); /* a turn is looked at when it begins */
            const std::string notes = s.notes->all();
            assert_true(notes.find("t40003 " + std::to_string(at) + " ended") != std::string::npos);
            assert_true(notes.find(", tag 2") == std::string::npos);
        }
}

/* In the middle of such a turn: its carrier tells that it is over when nobody asks any more. */
TEST(ended_in_a_turn_ahead)
{
    StageSettings settings;
    settings.options.processors = 2;
    Stage s(settings);
    s.task(sends_one);
    s.task(hears_from(nth_tid(2), [](Played &p) { p.lasts(100000); }));
    s.at(50000, [&] {
        assert_true(s.of(3)->runs_ahead());
        s.machine->lifecycle.signal(*s.of(3), SIGKILL);
        assert_false(s.of(3) != nullptr && s.of(3)->runs_ahead());
    });
    assert_int_equal(s.run(), 0);
    assert_true(s.carrier->turns_ahead > 0);
    assert_false(s.says(may_differ));
    assert_int_equal(s.control->told("ended t40003"), 1);
}

/* Told twice that a turn is over, it is so once. */
TEST(told_twice)
{
    int told = 0;
    const BothWays ways = both_ways([&](Stage &s) {
        s.carrier->at_look = [&] {
            Task *t = s.machine->tasks.find(nth_tid(3));
            Played *p = t != nullptr && t->runs_ahead() ? s.played(3) : nullptr;
            if (p != nullptr && !p->has_turn()) {
                p->owner->came_to_call();
                told++;
            }
        };
        s.task(sends_one);
        s.task(hears_from(nth_tid(2), [](Played &p) {
            p.compute(1000);
            p.send(nth_tid(4), 2);
            p.sleep(1);
        }));
        s.task(hears_from(nth_tid(3), [](Played &p) { p.print("got it\n"); }));
    });
    assert_true(ways.turns_ahead > 0);
    assert_true(told > 0);
}

/* ---- dead by themselves ------------------------------------------------------------------------------------------ */

/* With marks that nobody has taken; and with a message of nobody's memory, which is then no matter any more. */
TEST(dead_by_themselves)
{
    for (const bool marks : {true, false}) {
        const BothWays ways = both_ways([marks](Stage &s) {
            s.task(sends_one);
            s.task(hears_from(nth_tid(2), [marks](Played &p) {
                p.compute(1000000);
                p.print("before its death");
                p.note("pvm_send");
                if (!marks)
                    p.post(Post::To::task, nth_tid(4), 1, "", true);
                p.end(SIGSEGV);
                p.tell();
            }));
        });
        assert_true(ways.turns_ahead > 0);
        assert_true(ways.said.find("[t40003] before its death\n") != std::string::npos);
        assert_true(ways.said.find("t40003 on cell 1 died of SIGSEGV at 1.") != std::string::npos);
        assert_true(ways.said.find("its library asked") == std::string::npos);
    }
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

/* More than is kept of a task that is ahead waits with its process, and comes in its place. */
TEST(very_much_output)
{
    std::size_t kept = 0;
    const BothWays ways = both_ways([&](Stage &s) {
        s.carrier->at_look = [&] {
            Task *t = s.machine->tasks.find(nth_tid(3));
            Played *p = t != nullptr && t->runs_ahead() ? s.played(3) : nullptr;
            if (p == nullptr || !p->has_turn())
                return;
            p->owner->pass_on_output();
            kept = std::max(kept, t->ahead->state.segments.back().printed.size());
        };
        s.task(sends_one);
        s.task(hears_from(nth_tid(2), [](Played &p) {
            for (char c : {'a', 'b', 'c'}) {
                p.print(std::string(9 << 20, c) + "\n");
                p.lasts(5);
            }
        }));
        s.task([](Played &p) { /* the carrier looks at each of its steps */
                               for (int i = 0; i < 100; i++)
                                   p.sleep(100);
        });
    });
    assert_true(ways.turns_ahead > 0);
    expectation("two of three parts: the first is less than 16 MiB, both are not", 2 * ((9 << 20) + 1),
                static_cast<std::int64_t>(kept));
    assert_true(ways.said.size() > 3 * (9 << 20));
}

} // namespace

STAGE_TEST_MAIN
