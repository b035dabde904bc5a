/* test_kernel_ended.cpp - a signal that ends a process ends its task in simulated time, whatever the task waits for.
 * The carrier never says that a process has died: such news come at any moment, and nothing may depend on that.
 */
#include <csignal>

#include "kernel/tests/stage.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

constexpr Ns ms = 1000000;

/* The first task but the master is ended at this time. Returns when the next event is after that. */
Ns ends_at(Stage &s, Ns t, const std::string &wait)
{
    s.carrier->tells_of_deaths = false;
    std::ptrdiff_t before = -1, after = -1;
    Ns next = -1;
    s.at(t, [&] {
        before = s.control->told("ended t40002");
        s.machine->lifecycle.signal(*s.of(2), SIGTERM);
    });
    s.at(t + 1, [&] {
        after = s.control->told("ended t40002");
        next = s.machine->timeline.next();
    });
    assert_int_equal(s.run(), 0);
    expectation((wait + ": before the signal").c_str(), 0, before);
    expectation((wait + ": after it").c_str(), 1, after);
    return next;
}

/* The control program is about to hold it, and it is ended first: it is not held. */
TEST(one_that_is_not_held_yet)
{
    for (const bool fast : {false, true}) {
        Stage s;
        bool held = true;
        s.task([](Played &p) {
            p.join();
            p.control(1);
        });
        s.control->on_request = [&](Task &t, int, const std::string &) {
            t.asker->pass(50 * ms);
            held = t.asker->hold(fast);
            return Answer{0, ""};
        };
        const Ns next = ends_at(s, 40 * ms, fast ? "to be held fast" : "to be held");
        assert_false(held);
        expectation("of the time that was to pass nothing is left, only the master's second", 1, next >= 1000 * ms);
    }
}

TEST(one_that_is_held)
{
    for (const bool fast : {false, true}) {
        Stage s;
        bool released = true;
        s.task([](Played &p) {
            p.join();
            p.control(1);
        });
        s.control->on_request = [&](Task &t, int, const std::string &) {
            released = t.asker->hold(fast);
            return Answer{0, ""};
        };
        ends_at(s, 40 * ms, fast ? "held fast" : "held");
        assert_false(released);
    }
}

/* What the barrier's others get: where they went on, and the OR of all status words. */
struct Left {
    Ns at = -1;
    std::uint32_t all = 0;
};

Played::Program comes(Ns after, std::uint32_t status, Left *left)
{
    return [=](Played &p) {
        p.join();
        p.compute(after);
        Call c;
        c.what = Request::barrier;
        c.number = MACH_MACHINE;
        c.status = status;
        const Reply &r = p.ask(c);
        if (left != nullptr)
            *left = {p.now(), r.status};
        p.sleep(1000 * ms);
    };
}

/* On its way into a barrier, and in one: the others go on without it, and without its status. */
TEST(one_at_a_barrier)
{
    for (const char *machine : {"ap1000", "workstations"})
        for (const Ns t : {100000, 40000000}) {
            StageSettings settings;
            settings.machine = machine;
            Stage s(settings);
            Left master, cell;
            s.master(comes(0, 4, &master));
            s.task(comes(0, 1, nullptr));
            s.task(comes(80 * ms, 2, &cell));
            ends_at(s, t, std::string(machine) + (t < ms ? ", on its way to a barrier" : ", in a barrier"));
            expectation("status of the master and the cell", 6, master.all);
            expectation("the same", 6, cell.all);
            assert_true(cell.at > 80 * ms && cell.at < 120 * ms);
        }
}

} // namespace

STAGE_TEST_MAIN
