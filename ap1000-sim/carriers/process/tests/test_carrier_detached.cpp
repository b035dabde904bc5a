/* test_carrier_detached.cpp - processes that have the turn and are not waited for any more: those that wait for people,
 * are stopped, compute for ever, have left; and when they are waited for again (patience.cpp, process_detached.cpp). */
#include "carrier_place.hpp"

#include <cstring>
#include <thread>
#include <unistd.h>

#include "carriers/process/simulator/patience.hpp"
#include "carriers/process/simulator/processes.hpp"

using namespace ap1000;

namespace
{

using One = CarrierPlace::One;

/* Nobody waits for one that waits for people; it is waited for again when it gives the turn back. */
TEST(one_that_waits_for_people)
{
    CarrierPlace p;
    One &a = p.start();
    a.execution->set_outside(true);
    assert_false(a.execution->is_detached());
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(a.execution->is_detached());
    assert_false(p.carrier.anyone_runs());
    assert_false(p.carrier.any_is_endless());
    assert_false(a.execution->take_turn());
    assert_false(p.carrier.is_quiet());
    p.carrier.watcher.bell.ring();
    (void)p.carrier.look();
    assert_int_equal(a.told.sent_early, 1); /* what it has posted by now */
    assert_true(a.execution->is_detached());
    p.give_back(a);
    (void)p.carrier.look();
    assert_int_equal(a.told.sent_early, 2); /* and its last */
    assert_false(a.execution->is_detached());
    assert_true(p.carrier.anyone_runs());
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_true(a.execution->take_turn());
}

/* What a process that was let go prints is passed on. */
TEST(output_of_one_that_is_let_go)
{
    CarrierPlace p;
    One &a = p.start_script("echo line; exec sleep 1000");
    a.execution->set_outside(true);
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(p.comes([&] { return p.carrier.watcher.outputs.has_any(a.process().slot); }));
    (void)p.carrier.look();
    assert_int_equal(a.told.passed_on, 1);
}

TEST(one_that_is_stopped)
{
    CarrierPlace p;
    One &a = p.start();
    kill(a.process().pid, SIGSTOP);
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(a.execution->is_detached());
    assert_int_equal(a.told.complaints.size(), 1);
    assert_string_equal(a.told.complaints[0].c_str(), "has been stopped by a signal");
    assert_false(p.carrier.any_is_endless());
    a.execution->raise(SIGTSTP, false);
    assert_true(a.execution->is_detached());
    a.execution->raise(SIGCONT, false); /* it will go on: wait for it again */
    assert_false(a.execution->is_detached());
    assert_int_equal(a.process().looks_stopped, 0);
    p.give_back(a);
    assert_string_equal(p.waited_for().c_str(), "0");
}

/* As often as it takes to be sure; the user who stops the first program stops the run. */
TEST(looks_at_one_that_is_stopped)
{
    CarrierPlace p;
    One &a = p.start(), &master = p.start({"/bin/sleep", "1000"}, true);
    for (One *one : {&a, &master}) {
        kill(one->process().pid, SIGSTOP);
        assert_true(p.comes([one] { return process_is_stopped(one->process().pid); }));
    }
    for (int i = 1; i < asleep_looks; i++)
        assert_false(is_stopped_or_endless(p.carrier, a.process()));
    assert_true(is_stopped_or_endless(p.carrier, a.process()));
    for (int i = 0; i < 2 * asleep_looks; i++)
        assert_false(is_stopped_or_endless(p.carrier, master.process()));
    kill(a.process().pid, SIGCONT);
    assert_true(p.comes([&a] { return !process_is_stopped(a.process().pid); }));
    assert_false(is_stopped_or_endless(p.carrier, a.process()));
    assert_int_equal(a.process().looks_stopped, 0);
    assert_int_equal(a.told.complaints.size(), 1);
}

TEST(one_that_computes_for_ever)
{
    CarrierPlace p([](ProcessSettings &s) { s.patience_s = 0.05; });
    One &a = p.start_script("while :; do :; done");
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(a.execution->is_detached());
    assert_true(p.carrier.any_is_endless());
    assert_int_equal(a.told.complaints.size(), 1);
    const std::string how = "(--patience; `kill -KILL " + std::to_string(a.process().pid) + "` ends it now)";
    assert_non_null(std::strstr(a.told.complaints[0].c_str(), how.c_str()));
    p.give_back(a);
    (void)p.carrier.look();
    (void)a.execution->take_turn();
    a.execution->give_turn(); /* its next turn is one like others */
    assert_false(a.process().endless);
    assert_int_equal(a.process().turn_began_ns, -1);
}

/* What it has used before it was first looked at in this turn does not count. */
TEST(patience_begins_with_the_first_look)
{
    CarrierPlace p([](ProcessSettings &s) { s.patience_s = 1000; });
    One &a = p.start_script("while :; do :; done");
    assert_true(p.comes([&a] { return processor_time_ns(a.process().pid) > 0; }));
    assert_false(is_stopped_or_endless(p.carrier, a.process()));
    assert_true(a.process().turn_began_ns > 0);
    const long long began = a.process().turn_began_ns;
    assert_false(is_stopped_or_endless(p.carrier, a.process()));
    assert_true(a.process().turn_began_ns == began);
}

/* One that has left is waited for for a while; its process, then, may take as long as it likes. */
TEST(one_that_has_left)
{
    CarrierPlace p;
    One &a = p.start();
    Sleeper sleeper;
    assert_false(is_to_be_detached(p.carrier, a.process(), 5000, sleeper));
    p.join(a);
    assert_false(is_to_be_detached(p.carrier, a.process(), 5000, sleeper));
    p.leave(a);
    assert_false(is_to_be_detached(p.carrier, a.process(), 4999, sleeper));
    assert_true(is_to_be_detached(p.carrier, a.process(), 5000, sleeper));
}

/* ---- the order to stop ------------------------------------------------------------------------------------------- */

/* A master that dies ends the run, unless it is its turn that is waited for. */
TEST(a_master_that_dies)
{
    CarrierPlace p;
    One &master = p.start({"/bin/sleep", "1000"}, true), &a = p.start();
    assert_true(master.process().is_master());
    assert_ptr_equal(p.carrier.master(), &master.process());
    assert_false(p.carrier.is_to_stop());
    kill(master.process().pid, SIGKILL);
    assert_true(p.comes([&master] { return master.execution->dead(); }));
    assert_true(p.carrier.is_to_stop());
    assert_true(p.carrier.wait_for(*master.execution));
    assert_string_equal(p.waited_for().c_str(), "0!");
    std::thread process([&p, &a] {
        usleep(150000);
        p.give_back(a);
    });
    assert_true(p.carrier.wait_for(*a.execution));
    process.join();
    assert_true(p.carrier.is_to_stop());
    p.end(master);
    assert_null(p.carrier.master());
    assert_false(p.carrier.is_to_stop());
}

} // namespace

CARRIER_TEST_MAIN
