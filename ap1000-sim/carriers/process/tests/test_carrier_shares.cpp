/* test_carrier_shares.cpp - which processes share the simulator's processor: those whose turns are short and alone, and
 * only as long as they have nothing else to do (process_waiting.cpp, process_execution.cpp; sharing.cpp: how). Needs
 * two processors.
 */
#include "carrier_place.hpp"

#include <sched.h>
#include <thread>
#include <unistd.h>

using namespace ap1000;

namespace
{

using One = CarrierPlace::One;

constexpr int short_turns = 64; /* in a row, until they share (sharing.cpp) */

cpu_set_t all_processors; /* where this test may run */

/* The carrier of a row leaves this process where it shared. */
int go_anywhere(void **)
{
    return sched_setaffinity(0, sizeof all_processors, &all_processors);
}

/* It has had the turn, and has given it back at once. */
void short_turn(CarrierPlace &p, One &a)
{
    p.give_back(a);
    std::vector<Execution *> all;
    assert_true(p.carrier.wait_for_all(all));
    assert_true(a.execution->take_turn());
}

/* The simulator shares its processor with a, which does not have the turn. */
void share(CarrierPlace &p, One &a)
{
    if (!a.execution->has_turn())
        a.execution->give_turn();
    for (int i = 0; i < 16 * short_turns && !p.carrier.sharing.is_on(); i++) {
        short_turn(p, a);
        if (!p.carrier.sharing.is_on())
            a.execution->give_turn();
    }
    assert_true(p.carrier.sharing.is_on());
}

bool is_here(const One &a)
{
    return a.process().place.pid == a.process().pid;
}

TEST_WITH(short_turns_alone, go_anywhere, NULL)
{
    CarrierPlace p;
    One &a = p.start();
    for (int i = 1; i < short_turns; i++) {
        short_turn(p, a);
        a.execution->give_turn();
        assert_false(p.carrier.sharing.is_on());
        assert_false(is_here(a));
    }
    short_turn(p, a);
    assert_true(p.carrier.sharing.is_on());
    assert_false(is_here(a)); /* from its next turn on */
    a.execution->give_turn();
    assert_true(is_here(a));
}

/* Neither beside others, nor while others run ahead. */
TEST_WITH(short_turns_beside_others, go_anywhere, NULL)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start();
    for (int i = 0; i < 2 * short_turns; i++) {
        p.give_back(b);
        short_turn(p, a);
        assert_true(b.execution->take_turn());
        a.execution->give_turn();
        b.execution->give_turn();
    }
    assert_false(p.carrier.sharing.is_on());
    p.give_back(b);
    assert_true(p.carrier.wait_for(*b.execution));
    assert_true(b.execution->take_turn());
    b.execution->give_turn_ahead();
    for (int i = 0; i < 2 * short_turns; i++) {
        short_turn(p, a);
        a.execution->give_turn();
    }
    assert_false(p.carrier.sharing.is_on());
    p.end(b);
    share(p, a);
    One &c = p.start(); /* one that begins may go on beside it */
    assert_false(p.carrier.sharing.is_on());
    a.execution->give_turn();
    assert_false(is_here(a));
    assert_false(is_here(c));
}

/* One that gets the turn beside another does not share. */
TEST_WITH(who_gets_the_turn_alone, go_anywhere, NULL)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start();
    p.give_back(b);
    assert_true(p.carrier.wait_for(*b.execution));
    assert_true(b.execution->take_turn());
    share(p, a);
    a.execution->give_turn();
    b.execution->give_turn();
    assert_true(is_here(a));
    assert_false(is_here(b));
}

TEST_WITH(a_long_turn_ends_it, go_anywhere, NULL)
{
    CarrierPlace p;
    One &a = p.start();
    share(p, a);
    a.execution->give_turn();
    assert_true(is_here(a));
    std::thread process([&] {
        usleep(100000);
        p.give_back(a);
    });
    std::vector<Execution *> all;
    assert_true(p.carrier.wait_for_all(all));
    process.join();
    assert_false(p.carrier.sharing.is_on());
    assert_false(is_here(a));
    assert_true(a.execution->take_turn());
    int turns = 0;
    for (; turns < 4 * short_turns && !p.carrier.sharing.is_on(); turns++) {
        a.execution->give_turn();
        short_turn(p, a);
    }
    assert_int_equal(turns, 2 * short_turns); /* it has not paid */
}

/* Whoever goes its own ways has all processors. */
TEST_WITH(who_does_not_share, go_anywhere, NULL)
{
    const std::pair<const char *, void (*)(CarrierPlace &, One &)> rows[] = {
        {"waits for people",
         [](CarrierPlace &, One &a) {
             a.execution->set_outside(true);
             a.execution->give_turn();
         }},
        {"leaves",
         [](CarrierPlace &p, One &a) {
             p.join(a);
             p.leave(a);
             a.execution->give_turn();
         }},
        {"runs ahead", [](CarrierPlace &, One &a) { a.execution->give_turn_ahead(); }},
        {"falls behind", [](CarrierPlace &, One &a) { a.execution->fall_behind(); }},
        {"is let go",
         [](CarrierPlace &p, One &a) {
             a.execution->give_turn();
             a.process().set_outside(true);
             std::vector<Execution *> all;
             (void)p.carrier.wait_for_all(all);
             assert_true(a.execution->is_detached());
         }},
        {"ends",
         [](CarrierPlace &, One &a) {
             a.process().tell_end({0, 1, false});
         }},
    };
    for (const auto &[name, how] : rows) {
        (void)go_anywhere(nullptr);
        CarrierPlace p;
        One &a = p.start();
        share(p, a);
        a.execution->give_turn();
        assert_true(is_here(a));
        if (std::string(name) != "falls behind")
            short_turn(p, a);
        how(p, a);
        if (is_here(a))
            fail_msg("one that %s shares the processor", name);
    }
}

} // namespace

int main()
{
    CPU_ZERO(&all_processors);
    if (sched_getaffinity(0, sizeof all_processors, &all_processors) != 0 || CPU_COUNT(&all_processors) < 2)
        return 77;
    block_watched_signals();
    return run_all_tests(nullptr, nullptr);
}
