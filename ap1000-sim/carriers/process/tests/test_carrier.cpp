/* test_carrier.cpp - turns of processes: who is waited for and in which order, who runs ahead, what is passed on
 * meanwhile (process_waiting.cpp, processes_ahead.cpp, process_execution.cpp).
 */
#include "carrier_place.hpp"

#include <thread>
#include <unistd.h>

using namespace ap1000;

namespace
{

using One = CarrierPlace::One;

constexpr int looks_of_ahead = 32, short_turns = 64; /* processes_ahead.cpp */

/* ---- turns ------------------------------------------------------------------------------------------------------- */

TEST(a_program_begins_with_the_turn)
{
    CarrierPlace p;
    assert_false(p.carrier.anyone_runs());
    One &a = p.start(), &b = p.start();
    assert_true(p.carrier.anyone_runs());
    assert_true(b.process().number == a.process().number + 1);
    assert_int_equal(p.slot(a).turn, CARRIER_TASK);
    assert_int_equal(a.execution->clock(), 77);
    assert_true(a.execution->has_turn());
    assert_false(a.execution->dead());
    assert_false(a.process().joined());
    assert_true(a.process().is_task());
    assert_false(a.process().is_master());
    assert_false(a.process().waits_in_call());
    assert_int_equal(a.execution->number_for_users(), a.process().pid);
    assert_true(a.execution->could_run_ahead());
}

/* In the order of their start, whoever was first; each is taken once. */
TEST(turns_come_back_in_order)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start(), &c = p.start();
    p.give_back(c);
    p.give_back(a);
    p.give_back(b);
    assert_false(a.execution->has_turn());
    assert_string_equal(waited_for(p).c_str(), "012");
    assert_true(b.execution->take_turn());
    assert_false(b.execution->take_turn());
    assert_true(p.carrier.anyone_runs());
    assert_string_equal(waited_for(p).c_str(), "02");
    assert_true(a.execution->take_turn() && c.execution->take_turn());
    assert_false(p.carrier.anyone_runs());
    assert_string_equal(waited_for(p).c_str(), "");
    b.execution->give_turn();
    assert_int_equal(p.slot(b).turn, CARRIER_TASK);
    assert_true(p.carrier.anyone_runs());
    p.give_back(b);
    assert_string_equal(waited_for(p).c_str(), "1");
}

TEST(who_waits_in_a_call)
{
    CarrierPlace p;
    One &a = p.start();
    p.give_back(a);
    p.join(a);
    assert_false(a.process().waits_in_call());
    assert_true(a.execution->take_turn());
    assert_true(a.process().waits_in_call());
    a.execution->give_turn();
    assert_false(a.process().waits_in_call());
    p.leave(a);
    (void)a.execution->take_turn();
    assert_false(a.process().waits_in_call());
    assert_false(a.process().is_task());
}

TEST(quiet)
{
    CarrierPlace p;
    assert_false(p.carrier.is_quiet()); /* nobody has looked yet */
    (void)p.carrier.look();
    assert_true(p.carrier.is_quiet());
    One &a = p.start();
    assert_false(p.carrier.is_quiet());
    p.give_back(a);
    (void)a.execution->take_turn();
    assert_true(p.carrier.is_quiet());
    a.execution->give_turn_ahead();
    assert_false(p.carrier.is_quiet());
    a.execution->await_turn(false);
    p.give_back(a);
    (void)a.execution->take_turn();
    assert_true(p.carrier.is_quiet());
    p.carrier.watcher.bell.ring();
    assert_false(p.carrier.is_quiet());
    (void)p.carrier.look();
    p.end(a);
    assert_true(p.comes([&p] { return !p.carrier.look().stop && p.carrier.is_quiet(); }));
}

/* One of them, whatever the others do; nobody waits for one that does not have the turn. */
TEST(waiting_for_one)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start();
    p.give_back(b);
    assert_true(p.carrier.wait_for(*b.execution));
    assert_true(a.execution->has_turn());
    (void)b.execution->take_turn();
    assert_true(p.carrier.wait_for(*b.execution));
    std::thread process([&p, &a] {
        usleep(100000);
        p.give_back(a);
    });
    assert_true(p.carrier.wait_for(*a.execution));
    assert_false(a.execution->has_turn());
    process.join();
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

/* Of several that run, only what the next in order prints is passed on at once; before that of another, those before it
 * are dealt with. */
TEST(output_in_order)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start_script("echo line; exec sleep 1000");
    b.told.at_output = [&p, &b] { p.give_back(b); };
    assert_true(p.comes([&] { return p.carrier.watcher.outputs.has_any(b.process().slot); }));
    p.give_back(a);
    assert_string_equal(waited_for(p).c_str(), "0");
    assert_int_equal(b.told.passed_on, 0);
    (void)a.execution->take_turn();
    assert_string_equal(waited_for(p).c_str(), "1");
    assert_int_equal(b.told.passed_on, 1);
    assert_string_equal(b.execution->take_output().c_str(), "line\n");
    assert_string_equal(b.execution->take_output().c_str(), "");
}

/* A round goes on where it was; those that begin meanwhile are of the next one. */
TEST(a_round_goes_on)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start_script("echo line; exec sleep 1000"), &c = p.start();
    assert_true(p.comes([&] { return p.carrier.watcher.outputs.has_any(b.process().slot); }));
    p.give_back(a);
    assert_string_equal(waited_for(p).c_str(), "0");
    (void)a.execution->take_turn();
    a.execution->give_turn();
    p.give_back(a);
    p.give_back(b);
    p.give_back(c);
    assert_string_equal(waited_for(p).c_str(), "12");
    assert_string_equal(waited_for(p).c_str(), "012");
}

/* What is printed in the name of one that waits is passed on once it is much. */
TEST(output_of_who_waits)
{
    CarrierPlace p;
    One &a = p.start_script("yes | head -c 400000; exec sleep 1000");
    p.give_back(a);
    (void)a.execution->take_turn();
    assert_true(p.comes([&] { return p.carrier.watcher.outputs.is_full(a.process().slot); }));
    a.told.at_output = [&a] { (void)a.execution->take_output(); };
    (void)p.carrier.look();
    assert_int_equal(a.told.passed_on, 1);
    (void)p.carrier.look();
    assert_int_equal(a.told.passed_on, 1);
}

/* ---- ahead ------------------------------------------------------------------------------------------------------- */

TEST(who_may_run_ahead)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start({"/bin/sleep", "1000"}, true);
    assert_false(a.execution->may_run_ahead()); /* it is no task yet */
    p.join(a);
    p.join(b);
    assert_true(a.execution->may_run_ahead());
    assert_false(b.execution->may_run_ahead()); /* its user waits for what it says */
    a.execution->set_outside(true);
    assert_false(a.execution->may_run_ahead());
    a.execution->set_outside(false);
    p.leave(a);
    assert_false(a.execution->may_run_ahead());
    p.join(a);
    kill(a.process().pid, SIGKILL);
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    assert_false(a.execution->may_run_ahead());
}

TEST(ahead_of_its_time)
{
    CarrierPlace p;
    One &a = p.start();
    p.give_back(a);
    (void)a.execution->take_turn();
    a.execution->give_turn_ahead();
    assert_int_equal(p.slot(a).turn, CARRIER_TASK);
    assert_false(p.carrier.anyone_runs());
    assert_false(a.process().waits_in_call());
    for (int i = 0; i < 2 * looks_of_ahead; i++)
        (void)p.carrier.look();
    assert_int_equal(a.told.came, 0);
    p.give_back(a);
    for (int i = 1; i < looks_of_ahead; i++)
        (void)p.carrier.look();
    assert_int_equal(a.told.came, 0); /* not at each: that would cost too much */
    (void)p.carrier.look();
    assert_int_equal(a.told.came, 1);
    for (int i = 0; i < looks_of_ahead; i++)
        (void)p.carrier.look();
    assert_int_equal(a.told.came, 1); /* once */
}

/* Its time has come: it is waited for as others, and nothing is told; or it is known what it does. */
TEST(a_time_that_has_come)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start();
    for (One *one : {&a, &b}) {
        p.give_back(*one);
        (void)one->execution->take_turn();
        one->execution->give_turn_ahead();
    }
    a.execution->await_turn(false);
    assert_true(p.carrier.anyone_runs());
    assert_false(a.process().has_done());
    p.give_back(a);
    assert_string_equal(waited_for(p).c_str(), "0");
    assert_int_equal(a.told.came, 0);
    (void)a.execution->take_turn();
    b.execution->await_turn(true);
    assert_true(b.process().has_done());
    assert_string_equal(waited_for(p).c_str(), "1"); /* at once, though it runs */
    assert_true(b.execution->has_turn());
    assert_true(b.execution->take_turn());
    p.give_back(b);
    for (int i = 0; i < looks_of_ahead; i++)
        (void)p.carrier.look();
    assert_int_equal(b.told.came, 1);
}

/* While one that has a long turn is waited for, those ahead come to their calls and go on; who begins by that is looked
 * at, too. */
TEST(those_ahead_go_on_beside)
{
    CarrierPlace p;
    One &a = p.start(), &b = p.start(), &c = p.start();
    for (One *one : {&b, &c}) {
        p.give_back(*one);
        (void)one->execution->take_turn();
    }
    b.execution->give_turn_ahead();
    b.told.at_call = [&p, &c] {
        c.execution->give_turn_ahead();
        p.give_back(c);
    };
    c.told.at_call = [&p, &a] { p.give_back(a); };
    p.give_back(b);
    assert_string_equal(waited_for(p).c_str(), "0");
    assert_int_equal(b.told.came, 1);
    assert_int_equal(c.told.came, 1);
    assert_int_equal(a.told.long_turns.size(), 1);
    assert_true(a.told.long_turns[0]);
}

TEST(one_that_falls_behind)
{
    CarrierPlace p;
    One &a = p.start();
    a.told.falls_behind = true;
    assert_string_equal(waited_for(p).c_str(), "0"); /* it has the turn, and is not waited for for long */
    assert_true(a.execution->has_turn());
    a.execution->fall_behind();
    assert_false(p.carrier.anyone_runs());
    p.give_back(a);
    for (int i = 0; i < looks_of_ahead; i++)
        (void)p.carrier.look();
    assert_int_equal(a.told.came, 1);
}

/* Long turns make running ahead pay; short ones in a row end that. */
TEST(long_and_short_turns)
{
    CarrierPlace p;
    One &a = p.start();
    assert_false(p.carrier.ahead.await_short_turn(a.process()));
    assert_int_equal(a.told.long_turns.size(), 1);
    assert_true(a.told.long_turns[0]);
    p.give_back(a);
    for (int i = 0; i < short_turns - 1; i++)
        assert_true(p.carrier.ahead.await_short_turn(a.process()));
    assert_int_equal(a.told.long_turns.size(), 1);
    assert_true(p.carrier.ahead.await_short_turn(a.process()));
    assert_int_equal(a.told.long_turns.size(), 2);
    assert_false(a.told.long_turns[1]);
    for (int i = 0; i < 2 * short_turns; i++)
        assert_true(p.carrier.ahead.await_short_turn(a.process()));
    assert_int_equal(a.told.long_turns.size(), 2);
    assert_true(p.carrier.ahead.await_beside(a.process(), 1000));
    a.execution->give_turn();
    assert_false(p.carrier.ahead.await_beside(a.process(), 3));
}

} // namespace

int main()
{
    block_watched_signals();
    return run_all_tests(nullptr, nullptr);
}
