/* test_kernel_messages.cpp - messages that reach nobody, many, or only perhaps: delivery.hpp, outbox.hpp; and what a
 * task asks about whom it reaches. All lines of the simulator's log are written meanwhile, and change nothing.
 */
#include <algorithm>
#include <csignal>

#include "engine/log.hpp"
#include "kernel/tests/stage.hpp"
#include "networks/workstations/network_workstations.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

/* Tags of what comes, in this order, until the run ends. */
Played::Program hears_all(std::vector<int> &tags)
{
    return [&tags](Played &p) {
        p.join();
        for (;;)
            tags.push_back(p.receive(MACH_ANY).tag);
    };
}

/* ---- to nobody --------------------------------------------------------------------------------------------------- */

void receivers_that_are_not_there(void **)
{
    Stage s;
    std::vector<int> tags;
    int called = 0;
    s.task(hears_all(tags));
    s.task([](Played &p) {
        p.join();
        p.send(nth_tid(99), 1);
        p.send(nth_tid(4), 2);
        p.send(nth_tid(2), 3);
        p.post(Post::To::task, tid_of_node(99) | INT32_MIN, 4); /* the system of a node that is not there */
        p.post(Post::To::task, tid_of_node(2) | INT32_MIN, 5);
        p.sleep(1);
    });
    s.task([](Played &p) { p.exits(0); });
    s.at(1000000, [&] {
        Delivery &d = s.machine->delivery;
        Header h;
        for (int n : {2, 99}) {
            h.dst_tid = nth_tid(n);
            h.src_tid = nth_tid(3);
            h.tag = 6;
            d.send_from_node(0, Message(h, s.carrier->store, "abc", 3));
            h.tag = 7;
            d.send_behind(nth_tid(3), 0, Message(h, s.carrier->store, "abc", 3));
            d.do_behind(nth_tid(3), nth_tid(n), [&](Task &t) {
                assert_int_equal(t.tid, nth_tid(2));
                called++;
            });
        }
    });
    assert_int_equal(s.run(), 0);
    assert_true(tags == (std::vector<int>{3, 6, 7}));
    assert_int_equal(called, 1); /* and behind what came before */
    assert_int_equal(s.control->told("tag 5 for cell1"), 1);
}

/* Only a task posts: not a program before its first call, nor after it has left. */
void senders_that_are_no_tasks(void **)
{
    Stage s;
    std::vector<int> tags;
    s.task(hears_all(tags));
    s.task([](Played &p) {
        p.send(nth_tid(2), 1); /* too early */
        p.join();
        p.send(nth_tid(2), 2);
        p.ask(Request::leave);
        p.send(nth_tid(2), 3); /* too late */
        p.join();
    });
    assert_int_equal(s.run(), 0);
    assert_true(tags == std::vector<int>{2});
}

/* ---- to many ----------------------------------------------------------------------------------------------------- */

void an_audience(void **)
{
    for (const auto &[machine, hardware] : {std::pair{"ap1000", true}, {"ap1000", false}, {"workstations", true}}) {
        StageSettings settings;
        settings.machine = machine;
        settings.watched = hardware;
        settings.options.hardware = hardware;
        Stage s(settings);
        std::vector<int> second, third, beside;
        int some = -1, all = -1;
        s.task(hears_all(second));
        s.task(hears_all(third));
        s.task([&](Played &p) {
            p.join();
            p.sleep(1000000);
            some = p.ask(Request::audience, 0, {nth_tid(2), nth_tid(3)}).result;
            all = p.ask(Request::audience, 0, {nth_tid(3), nth_tid(2), nth_tid(5), nth_tid(1)}).result;
            if (all == 1) {
                p.compute(2000000); /* one of them dies meanwhile */
                p.post(Post::To::audience, 0, 8, "to all");
                p.sleep(1);
            }
        });
        s.task_on(3, hears_all(beside)); /* on the sender's own node */
        s.at(2000000, [&] { s.machine->lifecycle.signal(*s.of(3), SIGKILL); });
        assert_int_equal(s.run(), 0);
        const bool reaches = machine == std::string("ap1000");
        assert_int_equal(some, 0);
        assert_int_equal(all, reaches);
        assert_true(second == (reaches ? std::vector<int>{8} : std::vector<int>{}));
        assert_true(third.empty());
        assert_true(beside == second);
        assert_int_equal(s.says("no pvm_mcast went to all other tasks"), !reaches);
    }
}

/* ---- datagrams --------------------------------------------------------------------------------------------------- */

/* One that is too long goes as any message; a short one may be lost, and what is behind it comes all the same. */
void datagrams(void **)
{
    for (const bool lossy : {false, true}) {
        StageSettings settings;
        settings.machine = "workstations";
        settings.change = [lossy](Parameters &p) {
            p.own<WorkstationNetworkParameters>().udp.loss_ppm = lossy ? 200000 : 0;
        };
        Stage s(settings);
        std::vector<int> tags;
        s.master(sleeps(100000000000));
        s.task(hears_all(tags));
        s.task([&](Played &p) {
            p.join();
            const auto longest = static_cast<std::size_t>(p.who().datagram_bytes);
            for (int i = 0; i < 20; i++) {
                p.send(nth_tid(2), i, std::string(i == 10 ? longest + 1 : 100, 'x'), MACH_ROUTE_DATAGRAM);
                p.compute(5000000);
            }
            p.sleep(1);
        });
        assert_int_equal(s.run(), 0);
        assert_true(std::is_sorted(tags.begin(), tags.end()));
        assert_int_equal(tags.size() == 20, !lossy);
        assert_true(std::count(tags.begin(), tags.end(), 10) == 1);
    }
}

/* The run ends while some are under way. */
void datagrams_at_the_end(void **)
{
    StageSettings settings;
    settings.machine = "workstations";
    Stage s(settings);
    std::vector<int> tags;
    s.master([](Played &p) {
        p.join();
        for (int i = 0; i < 5; i++)
            p.send(nth_tid(2), i, "a datagram", MACH_ROUTE_DATAGRAM);
        p.sleep(1);
    });
    s.task(hears_all(tags));
    assert_int_equal(s.run(), 0);
    assert_true(tags.size() < 5);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

/* What a program says of its own clock is not believed where it cannot be. */
void clocks_that_cannot_be(void **)
{
    for (const Ns jump : {Ns{-5000}, end_of_time + 1}) {
        Stage s;
        Ns before = -1, after = -1;
        s.task([&](Played &p) {
            p.join();
            p.compute(10000);
            p.sleep(0);
            before = s.machine->timeline.now();
            p.compute(jump);
            p.sleep(0);
            after = s.machine->timeline.now();
        });
        assert_int_equal(s.run(), 0);
        expectation("no time passes", before, after);
    }
}

/* A signal was there before the wait, or the sleep: it does not begin. */
void who_is_called_does_not_wait(void **)
{
    Stage s;
    Ns waited = -1, slept = -1;
    for (Ns *over : {&waited, &slept})
        s.task([=, &slept](Played &p) {
            p.handles = {SIGUSR1};
            p.join();
            p.compute(100000);
            if (over == &slept)
                p.sleep(1000000);
            else
                (void)p.wait_until(p.now() + 1000000);
            *over = p.now();
            assert_true(p.reply().interrupted);
        });
    s.at(50000, [&] {
        for (int n : {2, 3})
            s.machine->lifecycle.signal(*s.of(n), SIGUSR1);
    });
    assert_int_equal(s.run(), 0);
    assert_int_equal(waited, 100000);
    assert_int_equal(slept, 100000);
}

} // namespace

int main(int, char **argv)
{
    machines_folder = argv[1];
    choose_log("all");
    const CMUnitTest tests[] = {cmocka_unit_test(receivers_that_are_not_there),
                                cmocka_unit_test(senders_that_are_no_tasks),
                                cmocka_unit_test(an_audience),
                                cmocka_unit_test(datagrams),
                                cmocka_unit_test(datagrams_at_the_end),
                                cmocka_unit_test(clocks_that_cannot_be),
                                cmocka_unit_test(who_is_called_does_not_wait)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
