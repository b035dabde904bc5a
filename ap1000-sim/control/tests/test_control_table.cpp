/* test_control_table.cpp - what tasks ask of the host: to start tasks, who is there, to be held, to send signals; and
 * what `--limits paper` refuses. */
#include <algorithm>
#include <csignal>

#include "control/tests/asking.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

constexpr Ns ms = 1000000;

/* ---- starting ---------------------------------------------------------------------------------------------------- */

TEST(tasks_that_are_spawned)
{
    Stage s(with_control());
    std::vector<int> one, three;
    std::vector<control_task> shown;
    Ns took_one = 0, took_three = 0;
    s.master([&](Played &p) {
        p.sleep(ms);
        Ns began = p.now();
        one = spawns(p, "", 1);
        took_one = p.now() - began;
        p.sleep(ms);
        began = p.now();
        three = spawns(p, "", 3, PvmTaskTrace);
        took_three = p.now() - began;
        p.sleep(500 * ms - p.now());
        for (int n = 1; n <= 5; n++)
            shown.push_back(about(p, nth_tid(n)));
    });
    for (int i = 0; i < 4; i++)
        s.copy(sleeps(1000 * ms));
    int flags = 0, spawn_ids = 0;
    s.at(500 * ms, [&] {
        flags = s.of(3)->origin.flags;
        spawn_ids = (s.of(3)->origin.spawn_id == s.of(5)->origin.spawn_id) +
                    2 * (s.of(2)->origin.spawn_id == s.of(3)->origin.spawn_id);
    });
    (void)s.run();
    assert_true(one == std::vector<int>({nth_tid(2)}));
    assert_true(three == std::vector<int>({nth_tid(3), nth_tid(4), nth_tid(5)}));
    expectation("each takes so long", 2 * s.machine->parameters.control.spawn, took_three - took_one);
    for (int n = 2; n <= 5; n++) {
        const control_task &t = shown[static_cast<std::size_t>(n) - 1];
        assert_int_equal(t.tid, nth_tid(n));
        assert_int_equal(t.parent_tid, nth_tid(1));
        assert_int_equal(t.node_tid, s.machine->nodes[n - 1].tid); /* one after the other */
        assert_int_equal(t.flags, CONTROL_TASK_SPAWNED | CONTROL_TASK_JOINED);
        assert_int_equal(t.pid, 1000 + n);
        const Program &p = s.carrier->given[static_cast<std::size_t>(n) - 1];
        assert_string_equal(p.file.c_str(), "/bin/true");
        assert_string_equal(p.argv0().c_str(), "/bin/true");
        assert_true(p.args == std::vector<std::string>({"one", "two words"}));
        assert_true(p.exports == std::vector<std::string>(
                                     {"MINE=1", "PVMTRCOPT=5",
                                      "AP1000_NODE=" + std::to_string(n - 1) + " cell" + std::to_string(n - 2)}));
        assert_string_equal(p.folder.c_str(), "/the/folder");
        assert_string_equal(p.spawner_folder.c_str(), "/the/program's");
        assert_string_equal(p.pvm_path.c_str(), "/the/path");
        assert_false(p.service);
    }
    assert_int_equal(shown[0].parent_tid, PvmNoParent);
    assert_int_equal(flags, PvmTaskTrace);
    expectation("those of one call are siblings", 1, spawn_ids);
}

/* It is deleted while the tasks are being started: as in PVM those that were to go there by its name fail, and others
 * go elsewhere. */
TEST(a_node_that_leaves_meanwhile)
{
    for (const bool by_name : {true, false}) {
        Stage s(with_control());
        std::vector<int> spawned;
        const std::size_t count = 8;
        s.master([&](Played &p) {
            p.sleep(ms);
            spawned = spawns(p, by_name ? "cell2" : "", count);
            p.sleep(500 * ms);
        });
        for (std::size_t i = 0; i < count; i++)
            s.copy(sleeps(1000 * ms));
        const ControlParameters &cost = s.machine->parameters.control;
        s.at(ms + cost.handle + cost.spawn, [&] { s.machine->lifecycle.delete_node(s.machine->nodes[3]); });
        std::vector<int> there;
        s.at(ms + cost.handle + 10 * cost.spawn, [&] {
            for (const auto &[tid, t] : s.machine->tasks.living())
                there.push_back(t->node->index);
        });
        (void)s.run();
        expectation("codes", count, spawned.size());
        for (int tid : spawned)
            assert_int_equal(tid > 0, !by_name);
        if (by_name)
            assert_true(spawned == std::vector<int>(count, PvmHostFail));
        expectation("tasks there", 0, std::count(there.begin(), there.end(), 3));
        expectation("tasks in all", by_name ? 1 : 1 + count, there.size());
    }
}

TEST(tasks_that_do_not_start)
{
    Stage s(with_control());
    std::vector<int> no_room, too_many, at_most;
    s.master([&](Played &p) {
        const int most = static_cast<int>(most_tasks(4));
        no_room = spawns(p, "", 2);
        too_many = spawns(p, "", most + 1);
        at_most = spawns(p, "", most);
    });
    s.copy(sleeps(ms));
    assert_int_equal(s.run(), 0);
    assert_true(no_room == std::vector<int>({nth_tid(2), PvmOutOfRes}));
    assert_true(too_many == std::vector<int>({PvmBadParam}));
    assert_int_equal(at_most.size(), most_tasks(4));
    assert_int_equal(std::count(at_most.begin(), at_most.end(), PvmOutOfRes), most_tasks(4));
}

/* ---- what they do ------------------------------------------------------------------------------------------------ */

/* A signal comes behind all that its sender has sent before. */
TEST(signals_of_tasks)
{
    Stage s(with_control());
    std::vector<int> raised;
    bool had_it = false;
    int code = -1, none = 0;
    s.master([&](Played &p) {
        p.send(nth_tid(2), 5, std::string(100000, 'x'));
        code = ask(p, CONTROL_SENDSIG, body_of(control_signal_put, {nth_tid(2), SIGTERM}));
        none = ask(p, CONTROL_SENDSIG, body_of(control_signal_put, {nth_tid(7), SIGTERM}));
        p.sleep(100 * ms);
    });
    s.task([&](Played &p) {
        had_it = p.receive(nth_tid(1)).text.size() == 100000;
        p.sleep(90 * ms);
    });
    s.at(99 * ms, [&] { raised = s.played(2) != nullptr ? s.played(2)->raised : std::vector<int>{-1}; });
    assert_int_equal(s.run(), 0);
    assert_int_equal(code, 0);
    assert_int_equal(none, PvmNoTask);
    expectation("it was ended behind the message", true, had_it);
}

TEST(people_and_lines)
{
    Stage s(with_control());
    std::vector<Got> lines;
    int people = -1;
    bool outside = false, inside = true;
    s.master([&](Played &p) {
        p.want.context = 5;
        for (Got one; p.now() < 100 * ms;)
            if (p.wait_until(100 * ms, MACH_ANY, &one))
                lines.push_back(one);
    });
    s.task([&](Played &p) {
        (void)ask(p, CONTROL_OUTPUT, body_of(control_sink_put, {{nth_tid(1), 5, 6}}));
        p.print("one line\n");
        p.sleep(10 * ms);
        people = ask(p, CONTROL_OUTSIDE, body_of(control_outside_put, {1}));
        outside = p.outside;
        (void)ask(p, CONTROL_OUTSIDE, body_of(control_outside_put, {0}));
        inside = p.outside;
        (void)ask(p, CONTROL_OUTPUT, body_of(control_sink_put, {{0, 0, 0}}));
        p.print("for the user\n");
    });
    s.task(sleeps(20 * ms), {nth_tid(1), 0, {nth_tid(1), 5, 7}});
    assert_int_equal(s.run(), 0);
    assert_int_equal(people, 0);
    assert_true(outside && !inside);
    assert_true(s.says("for the user") && !s.says("one line"));
    std::vector<std::vector<int>> of_third;
    std::string of_second;
    for (const Got &g : lines) {
        assert_int_equal(g.src, tid_system_of(s.machine->nodes[g.tag == 7 ? 2 : 1].tid));
        if (g.tag == 7)
            of_third.push_back(system_ints(g.text));
        else
            of_second += g.text.substr(8);
    }
    expectation("its line", true, of_second.find("one line") != std::string::npos);
    assert_true(of_third.front() == std::vector<int>({nth_tid(3), CONTROL_OUTPUT_MADE, nth_tid(1)}));
    assert_true(of_third.back() == std::vector<int>({nth_tid(3), CONTROL_OUTPUT_END}));
}

/* Who is no task (yet) asks nothing. */
TEST(who_has_not_joined)
{
    Stage s(with_control());
    int code = 0, then = -1;
    s.at(ms, [&] {
        s.carrier->comes(Played::Unjoined{[&](Played &p) {
                             p.goes_outside();
                             p.join();
                             then = ask(p, CONTROL_PSTAT, body_of(control_tid_put, {nth_tid(1)}));
                         }},
                         "by itself", false);
    });
    s.carrier->at_look = [&] {
        if (s.carrier->all.size() == 2 && code == 0 && s.of(2) != nullptr)
            code = s.machine->control->answer(*s.of(2), CONTROL_PSTAT, body_of(control_tid_put, {nth_tid(1)})).result;
    };
    (void)s.run();
    assert_int_equal(code, PvmSysErr);
    assert_int_equal(then, 0);
}

/* ---- what the paper's machine could not do ----------------------------------------------------------------------- */

TEST(limits_of_the_paper)
{
    const std::vector<int> lacked = {CONTROL_ADDHOSTS, CONTROL_CONFIG, CONTROL_DELHOSTS, CONTROL_KILL, CONTROL_MSTAT,
                                     CONTROL_NOTIFY,   CONTROL_PSTAT,  CONTROL_SENDSIG,  CONTROL_TASKS};
    for (const bool paper : {false, true}) {
        StageSettings settings = with_control();
        settings.options.paper_limits = paper;
        Stage s(settings);
        std::vector<int> none, first, second, of_slave, refused, refused_slave, refused_service, service;
        const auto ask_all = [](Played &p, std::vector<int> &not_there) {
            for (int request = 1; request < CONTROL_NOTASK; request++)
                if (request != CONTROL_HALT && request != CONTROL_RECVINFO && ask(p, request, "x") == PvmNotImpl)
                    not_there.push_back(request);
        };
        s.master([&](Played &p) {
            ask_all(p, refused);
            none = spawns(p, "nowhere", 1);
            first = spawns(p, "", 1, CONTROL_SPAWN_SERVICE);
            first = spawns(p, "", 1);
            service = spawns(p, "", 1, CONTROL_SPAWN_SERVICE); /* it does not count, nor does one that fails */
            (void)spawns(p, "nowhere", 1);
            second = spawns(p, "", 1);
            p.sleep(100 * ms);
        });
        s.copy([&](Played &p) { ask_all(p, refused_service); });
        s.copy([&](Played &p) {
            of_slave = spawns(p, "", 1);
            ask_all(p, refused_slave);
        });
        for (int i = 0; i < 3; i++)
            s.copy(sleeps(ms));
        assert_int_equal(s.run(), 0);
        std::vector<int> expected = paper ? lacked : std::vector<int>();
        std::sort(expected.begin(), expected.end());
        assert_true(refused == expected);
        assert_true(refused_service == (paper ? std::vector<int>{CONTROL_SPAWN} : std::vector<int>()));
        if (paper)
            expected.push_back(CONTROL_SPAWN);
        std::sort(expected.begin(), expected.end());
        assert_true(refused_slave == expected);
        assert_true(none == std::vector<int>({PvmNoHost}));
        assert_true(s.said().find("no host in the machine fits 'nowhere': hosts are called ap1000 to ") !=
                    std::string::npos);
        assert_true(first[0] > 0 && service[0] > 0);
        assert_int_equal(paper ? second[0] : PvmAlready, PvmAlready);
        assert_true(paper || second[0] > 0);
        assert_true(paper ? of_slave[0] == PvmNotImpl : of_slave[0] > 0);
    }
}

} // namespace

STAGE_TEST_MAIN
