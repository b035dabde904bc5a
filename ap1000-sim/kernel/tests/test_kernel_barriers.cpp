/* test_kernel_barriers.cpp - who waits for whom in a barrier, and what becomes of it when a task is signalled, dies or
 * has no part in it. Times are those of ap1000.toml: 177 us to call the S-Net on a cell, 1347 us on the host, and 3 us
 * for the barrier itself. */
#include <csignal>

#include "kernel/tests/stage.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

constexpr Ns call_ns = 177000, host_call_ns = 1347000, snet_ns = 3000;

struct Left {
    Ns at = -1;
    int result = 0, interrupted = 0;
    std::uint32_t all = 0;
};

Left barrier(Played &p, int whom, std::uint32_t status = 0)
{
    Call c;
    c.what = Request::barrier;
    c.number = whom;
    c.status = status;
    const Reply &r = p.ask(c);
    return {p.now(), r.result, r.interrupted, r.status};
}

Left meet(Played &p, const std::vector<int> &tids)
{
    const Reply &r = p.ask(Request::meet, 0, tids);
    return {p.now(), r.result, r.interrupted, r.status};
}

/* Comes to the barrier after so long. */
Played::Program comes(Ns after, int whom, Left &left, std::uint32_t status = 0)
{
    return [=, &left](Played &p) {
        p.compute(after);
        left = barrier(p, whom, status);
    };
}

/* The master's: the run goes on for a second, so that the others come to their ends, too. */
Played::Program comes_and_stays(Left &left, std::uint32_t status = 0)
{
    return [=, &left](Played &p) {
        comes(0, MACH_MACHINE, left, status)(p);
        p.sleep(1000000000);
    };
}

const std::vector<int> four_cells = {nth_tid(2), nth_tid(3), nth_tid(4), nth_tid(5)};

Played::Program meets(Ns after, Left &left, std::vector<int> tids = four_cells)
{
    return [=, &left](Played &p) {
        p.compute(after);
        left = meet(p, tids);
    };
}

StageSettings without_an_snet()
{
    StageSettings s;
    s.machine = "workstations";
    return s;
}

/* ---- all well ---------------------------------------------------------------------------------------------------- */

TEST(all_go_on_with_the_last)
{
    Stage s;
    Left left[3];
    for (int i = 0; i < 3; i++)
        s.task(comes(1000 * i, MACH_CELLS, left[i], 1u << i));
    assert_int_equal(s.run(), 0);
    for (const Left &l : left) {
        expectation("all leave 2000 after the first has called + 177000 + 3000", 2000 + call_ns + snet_ns, l.at);
        expectation("the OR of 1, 2, 4", 7, l.all);
        assert_int_equal(l.result, 0);
    }
}

TEST(the_host_takes_part)
{
    Stage s;
    Left host, cell;
    s.master(comes(0, MACH_MACHINE, host));
    s.task(comes(0, MACH_MACHINE, cell));
    assert_int_equal(s.run(), 0);
    expectation("the cell waits for the host: 1347000 + 3000", host_call_ns + snet_ns, cell.at);
    expectation("so does the host", host_call_ns + snet_ns, host.at);
}

TEST(without_an_snet_they_are_messages)
{
    Stage s(without_an_snet());
    Left left[2], host;
    s.master(comes_and_stays(host, 4));
    s.task(comes(0, MACH_MACHINE, left[0], 1));
    s.task(comes(0, MACH_MACHINE, left[1], 2));
    assert_int_equal(s.run(), 0);
    assert_int_equal(left[0].all, 7);
    assert_int_equal(left[1].all, 7);
    expectation("the one on node 0 hears it before the others", 1, host.at < left[0].at && host.at < left[1].at);
}

/* Observers are told who came last, of each barrier. */
TEST(who_came_last)
{
    for (const bool in_hardware : {true, false}) {
        StageSettings settings = in_hardware ? StageSettings() : without_an_snet();
        settings.watched = true;
        Stage s(settings);
        Left left[3], host;
        s.master(comes_and_stays(host));
        for (const int i : {2, 0, 1})
            s.task(comes(10000000 * i, MACH_MACHINE, left[i]));
        assert_int_equal(s.run(), 0);
        expectation("the second", "all 4 came, t40002 last", s.notes->of[0].at(0));
    }
}

TEST(a_list_that_covers_the_cells)
{
    Stage s;
    Left left[4];
    for (Left &l : left)
        s.task(meets(0, l));
    assert_int_equal(s.run(), 0);
    for (const Left &l : left)
        expectation("177000 + 3000", call_ns + snet_ns, l.at);
}

/* The first one is out at its alarm, in again, and its second wait ends as the others'. */
TEST(an_alarm_in_a_barrier)
{
    Stage s;
    Left out, left[4];
    s.task([&](Played &p) {
        p.alarm = p.now() + 30000000;
        out = meet(p, four_cells);
        p.alarm = MACH_FOREVER;
        left[0] = meet(p, four_cells);
    });
    for (int i = 1; i < 4; i++)
        s.task(meets(50000000, left[i]));
    assert_int_equal(s.run(), 0);
    assert_true(out.interrupted);
    expectation("its alarm", 30000000, out.at);
    expectation("50000000 + 177000 + 3000", 50000000 + call_ns + snet_ns, left[0].at);
}

/* All have come when it rings: it goes on with them, as nobody waits for it in another barrier. */
TEST(an_alarm_does_not_interrupt_what_is_complete)
{
    Stage s;
    Left left[4];
    s.task([&](Played &p) {
        p.alarm = 50000000 + call_ns + 1000;
        left[0] = meet(p, four_cells);
    });
    for (int i = 1; i < 4; i++)
        s.task(meets(50000000, left[i]));
    assert_int_equal(s.run(), 0);
    assert_false(left[0].interrupted);
    expectation("50000000 + 177000 + 3000", 50000000 + call_ns + snet_ns, left[0].at);
}

/* ---- no part in it ----------------------------------------------------------------------------------------------- */

TEST(lists_that_do_not_cover)
{
    Stage s;
    Left short_one, unknown, not_among;
    s.task(meets(0, short_one, {nth_tid(2), nth_tid(3)}));
    s.task(meets(0, unknown, {nth_tid(2), nth_tid(3), nth_tid(4), nth_tid(999)}));
    s.task(meets(0, not_among, {nth_tid(2), nth_tid(3), nth_tid(5)}));
    assert_int_equal(s.run(), 0);
    for (const Left &l : {short_one, unknown, not_among})
        assert_int_equal(l.result, PvmBadParam);
}

/* The library never asks so; whoever does is ended, and the others go on. */
TEST(a_barrier_without_part_ends_the_task)
{
    for (const auto &[on_host, whom] :
         {std::pair{false, 99}, {false, static_cast<int>(MACH_ROW)}, {true, static_cast<int>(MACH_CELLS)}}) {
        Stage s;
        Left never;
        s.task_on(on_host ? 0 : 1, comes(0, whom, never));
        assert_int_equal(s.run(), 0);
        assert_int_equal(never.at, -1);
        assert_true(s.says("is ended: its library asked for a barrier it has no part in"));
    }
}

TEST(a_list_outside_of_memory_ends_the_task)
{
    for (const std::uint32_t bytes : {0u, 7u}) { /* not at all in its memory; no whole tids */
        Stage s;
        bool went_on = false;
        s.task([&](Played &p) {
            Call c;
            c.what = Request::meet;
            c.body = reinterpret_cast<const unsigned char *>("1234567");
            c.body_bytes = bytes;
            c.body_is_bad = bytes == 0;
            p.ask(c);
            went_on = true;
        });
        assert_int_equal(s.run(), 0);
        assert_false(went_on);
        assert_true(s.says("is ended: its library asked for a list outside its memory"));
    }
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

void send(Stage &s, int n, int signal)
{
    s.machine->lifecycle.signal(*s.of(n), signal);
}

/* One that waits for others gets the signal at once, and comes again. */
TEST(a_signal_interrupts_who_waits_for_others)
{
    Stage s;
    Left first, again, other, third;
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        first = barrier(p, MACH_CELLS);
        again = barrier(p, MACH_CELLS);
    });
    s.task(comes(0, MACH_CELLS, other)); /* is in the same barrier, before it */
    s.task(comes(1000000, MACH_CELLS, third));
    s.at(500000, [&] { send(s, 2, SIGUSR1); });
    assert_int_equal(s.run(), 0);
    assert_true(first.interrupted);
    expectation("it has the signal when it is sent", 500000, first.at);
    expectation("all leave 1000000 + 177000 + 3000", 1000000 + call_ns + snet_ns, again.at);
    assert_int_equal(again.at, other.at);
}

/* The last has come: it is over, only the S-Net is not. */
TEST(a_signal_does_not_interrupt_what_is_complete)
{
    Stage s;
    Left left[2], host;
    std::uint64_t signals = 0;
    s.master([&](Played &p) {
        host = barrier(p, MACH_MACHINE); /* another barrier, which the signalled one is not in */
    });
    for (Left &l : left)
        s.task([&](Played &p) {
            p.handles = {SIGUSR1};
            p.compute(2000000); /* the host is in its barrier by then */
            l = barrier(p, MACH_CELLS);
            signals |= p.reply().signals;
            p.compute(host_call_ns);
            (void)barrier(p, MACH_MACHINE);
        });
    s.at(2000000 + call_ns + 1000, [&] { send(s, 2, SIGUSR1); });
    assert_int_equal(s.run(), 0);
    assert_false(left[0].interrupted);
    expectation("2000000 + 177000 + 3000, as without a signal", 2000000 + call_ns + snet_ns, left[0].at);
    expectation("and the signal comes with that", 1 << (SIGUSR1 - 1), static_cast<std::int64_t>(signals));
    assert_int_equal(host.result, 0);
}

/* Paid for the call, and then there is a signal: it does not enter. */
TEST(who_is_called_does_not_enter)
{
    Stage s;
    Left first, again;
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        first = barrier(p, MACH_CELLS);
        again = barrier(p, MACH_CELLS);
    });
    s.at(1000, [&] { send(s, 2, SIGUSR1); });
    assert_int_equal(s.run(), 0);
    assert_true(first.interrupted);
    expectation("it is told when it would have entered", call_ns, first.at);
    expectation("177000 + 177000 + 3000", 2 * call_ns + snet_ns, again.at);
}

/* Two barriers gather at a time; the signal is for one in the second. */
TEST(who_waits_in_another_barrier_stays)
{
    Stage s;
    Left host, cell, again;
    s.master(comes(0, MACH_MACHINE, host));
    s.task([&](Played &p) {
        p.handles = {SIGUSR1};
        cell = barrier(p, MACH_CELLS);
        again = barrier(p, MACH_CELLS);
        (void)barrier(p, MACH_MACHINE);
    });
    s.task([&](Played &p) {
        p.compute(5000000);
        (void)barrier(p, MACH_CELLS);
        (void)barrier(p, MACH_MACHINE);
    });
    s.at(3000000, [&] { send(s, 2, SIGUSR1); });
    assert_int_equal(s.run(), 0);
    assert_true(cell.interrupted);
    assert_int_equal(cell.at, 3000000);
    expectation("5000000 + 177000 + 3000", 5000000 + call_ns + snet_ns, again.at);
    assert_int_equal(host.interrupted, 0);
}

/* ---- deaths ------------------------------------------------------------------------------------------------------ */

/* Nobody waits for a task that is no more. */
TEST(who_dies_is_waited_for_no_more)
{
    Stage s;
    Left dead, left;
    s.task(comes(0, MACH_CELLS, dead));
    s.task(comes(0, MACH_CELLS, left));
    s.task([](Played &p) {
        p.sleep(1000000);
        p.die(SIGSEGV);
    });
    s.at(500000, [&] { send(s, 2, SIGKILL); });
    assert_int_equal(s.run(), 0);
    assert_int_equal(dead.at, -1);
    expectation("it leaves 3000 after the death of the last who has not come", 1000000 + snet_ns, left.at);
}

/* By itself, while it waits for others. */
TEST(one_that_dies_in_a_barrier_leaves_it)
{
    Stage s;
    Left dead, left;
    s.task(comes(0, MACH_CELLS, dead));
    s.task(comes(1000000, MACH_CELLS, left));
    s.at(500000, [&] { s.played(2)->end(SIGSEGV); });
    assert_int_equal(s.run(), 0);
    assert_int_equal(dead.at, -1);
    expectation("1000000 + 177000 + 3000", 1000000 + call_ns + snet_ns, left.at);
    assert_true(s.says("t40002 on cell 0 died of SIGSEGV at 0.500 ms"));
}

/* Without an S-Net too, that is noticed when it happens, by itself or by a signal of another, and not when the barrier
 * is over. */
TEST(one_that_dies_in_a_barrier_of_messages)
{
    for (const bool by_itself : {true, false}) {
        Stage s(without_an_snet());
        Left dead, left, host;
        bool in_time = false;
        s.master(comes_and_stays(host));
        s.task(comes(0, MACH_MACHINE, dead));
        s.task(comes(500000000, MACH_MACHINE, left));
        s.at(300000000, [&] {
            assert_true(s.of(2)->state == Task::State::barrier);
            if (by_itself)
                s.played(2)->end(SIGSEGV);
            else
                send(s, 2, SIGKILL);
        });
        s.at(400000000, [&] { in_time = s.control->told("ended t40002") == 1; });
        assert_int_equal(s.run(), 0);
        assert_true(in_time);
        assert_int_equal(dead.at, -1);
        assert_int_equal(s.says("died of SIGSEGV at 300.000 ms"), by_itself);
        assert_int_equal(left.result, 0);
        assert_true(left.at > 500000000 && host.at > 500000000);
    }
}

/* The last has come, and the S-Net is on its way to one that dies. */
TEST(one_that_dies_after_the_last_has_come)
{
    Stage s;
    Left dead, left;
    s.task(comes(0, MACH_CELLS, dead));
    s.task(comes(0, MACH_CELLS, left));
    s.at(call_ns + 1000, [&] { s.played(2)->end(SIGSEGV); });
    assert_int_equal(s.run(), 0);
    assert_int_equal(dead.at, -1);
    expectation("177000 + 3000, as ever", call_ns + snet_ns, left.at);
}

/* One of a list has ended: the barrier cannot complete. */
TEST(a_list_with_one_that_has_ended)
{
    Stage s;
    Left left[3];
    for (Left &l : left)
        s.task(meets(0, l));
    s.task([](Played &p) { p.sleep(1000000); });
    assert_int_equal(s.run(), 0);
    for (const Left &l : left) {
        assert_int_equal(l.result, PvmNoTask);
        assert_int_equal(l.at, 1000000);
    }
}

/* Without an S-Net: it dies while its message is under way to node 0, or node 0's to it. */
TEST(one_that_dies_beside_a_barrier_of_messages)
{
    for (const bool on_the_way_back : {false, true}) {
        Stage s(without_an_snet());
        Left dead, left, host;
        const Ns enters = s.machine->parameters.workstation.send + s.machine->parameters.workstation.recv;
        s.master(comes_and_stays(host));
        s.task(comes(0, MACH_MACHINE, left));
        s.task(comes(0, MACH_MACHINE, dead));
        Ns complete = -1; /* all are there: node 0's own has it at once */
        s.carrier->at_look = [&] {
            Task *t = s.carrier->all.size() > 2 ? s.of(3) : nullptr;
            const Ns now = s.machine->timeline.now();
            if (complete < 0 && host.at >= 0)
                complete = now;
            if (t != nullptr && (on_the_way_back ? complete >= 0 : now > enters && t->state == Task::State::barrier))
                s.played(3)->end(SIGSEGV);
        };
        assert_int_equal(s.run(), 0);
        assert_int_equal(dead.at, -1);
        assert_int_equal(host.result, 0);
        assert_true(on_the_way_back ? left.at >= 0 : host.at > enters);
    }
}

/* By a signal, of which the carrier never tells: such news come at any moment, and nothing may depend on that. On its
 * way into a barrier, and in one: the others go on without it, and without its status. */
TEST(one_that_is_ended_at_a_barrier)
{
    for (const char *machine : {"ap1000", "workstations"})
        for (const Ns t : {100000, 40000000}) {
            StageSettings settings;
            settings.machine = machine;
            Stage s(settings);
            s.carrier->tells_of_deaths = false;
            Left master, dead, cell;
            s.master(comes_and_stays(master, 4));
            s.task(comes(0, MACH_MACHINE, dead, 1));
            s.task(comes(80000000, MACH_MACHINE, cell, 2));
            s.at(t, [&] { send(s, 2, SIGTERM); });
            s.at(t + 1, [&] { assert_int_equal(s.control->told("ended t40002"), 1); });
            assert_int_equal(s.run(), 0);
            expectation("status of the master and the cell", 6, master.all);
            expectation("the same", 6, cell.all);
            assert_int_equal(dead.at, -1);
            assert_true(cell.at > 80000000 && cell.at < 120000000);
        }
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

TEST(a_deadlock_names_who_is_missing)
{
    Stage s;
    Left left, of_list, host;
    s.master([](Played &p) { p.receive(nth_tid(3)); });
    s.task(comes(0, MACH_CELLS, left));
    s.task(meets(0, of_list));
    s.task([](Played &p) { p.receive(nth_tid(1)); });
    s.task([](Played &p) { p.receive(nth_tid(4)); });
    assert_int_equal(s.run(), exit_deadlock);
    assert_true(s.says("t40002 on cell 0 ("));
    assert_true(s.says(") waits in a barrier on the S-Net since 0.177 ms"));
    assert_true(s.says("the barrier of the S-Net waits for t40003, t40004, t40005\n")); /* of all cells */
    assert_true(s.says("the barrier of the S-Net waits for t40002, t40004, t40005\n")); /* of the list */
}

} // namespace

STAGE_TEST_MAIN
