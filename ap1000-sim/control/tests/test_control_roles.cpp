/* test_control_roles.cpp - tasks that start other tasks for the system (taskers), and hosts (hosters): what they are
 * asked, what they may answer, and what becomes of a request when they, or their node, go. */
#include <cstdlib>
#include <list>
#include <tuple>

#include "control/tests/asking.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

constexpr Ns ms = 1000000;

/* ---- taskers ----------------------------------------------------------------------------------------------------- */

/* It has the role, keeps what it is asked, and lives for so long. */
Played::Program tasker(std::vector<Got> *asked, Ns lives = 100 * ms)
{
    return [asked, lives](Played &p) {
        assert_int_equal(registers(p, ROLE_TASKER), 0);
        Got one;
        while (p.wait_until(lives, MACH_ANY, &one))
            if (asked != nullptr)
                asked->push_back(one);
    };
}

/* The master spawns so many at 10 ms, and lives for 100. */
Played::Program spawner(std::vector<int> *tids, const std::string &where, int count)
{
    return [=](Played &p) {
        p.sleep(10 * ms);
        *tids = spawns(p, where, count, PvmTaskDebug);
        p.sleep(100 * ms);
    };
}

std::string strings_of(const body_strs &list)
{
    std::string text;
    wire_in in = body_strs_in(&list);
    for (int i = 0; i < list.n; i++)
        text += std::string(system_get_str(&in)) + "|";
    return text;
}

TEST(what_a_tasker_is_asked)
{
    Stage s(with_control());
    std::vector<Got> asked;
    std::vector<int> tids;
    int pid_promised = 0, pid_then = 0, flags_promised = 0, parent = 0;
    s.master(spawner(&tids, "cell1", 2));
    s.task_on(2, tasker(&asked));
    s.task_on(3, [&](Played &p) {
        p.sleep(30 * ms);
        const control_task t = about(p, nth_tid(5));
        pid_promised = t.pid;
        flags_promised = t.flags;
        parent = t.parent_tid;
        p.sleep(20 * ms);
        pid_then = about(p, nth_tid(5)).pid;
    });
    s.copy({});
    s.copy({});
    s.at(40 * ms, [&s] { s.carrier->becomes(*s.played(5), sleeps(30 * ms)); });
    assert_int_equal(s.run(), 0);
    assert_int_equal(tids.size(), 2);
    expectation("tids follow each other", nth_tid(4), tids[0]);
    assert_int_equal(tids[1], nth_tid(5));
    assert_int_equal(asked.size(), 2);
    for (int i = 0; i < 2; i++) {
        const Got &g = asked[static_cast<std::size_t>(i)];
        assert_int_equal(g.src, TID_SYSTEM);
        assert_int_equal(g.tag, SM_STTASK);
        assert_int_equal(g.wid, 10000000 + i);
        wire_in in = reader(g.text);
        const system_start start = system_start_get(&in);
        assert_true(system_at_end(&in) && !in.bad);
        assert_int_equal(start.tid, nth_tid(4 + i));
        assert_int_equal(start.flags, PvmTaskHost | PvmTaskDebug);
        assert_string_equal(start.path, "/bin/true");
        expectation("its words", "/bin/true|one|two words|", strings_of(start.argv));
        expectation("its environment",
                    "PVMEPID=" + std::to_string(10000000 + i) +
                        "|PVMTMASK=@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|PVMTRCBUF=0|PVMCTX=0x2a|MINE=1|PVMTRCOPT=5|"
                        "AP1000_NODE=2 cell1|",
                    strings_of(start.variables));
        assert_int_equal(start.which, i);
        assert_int_equal(start.hosts, 2);
        assert_int_equal(start.of, 2);
    }
    expectation("until it has a process its number stands in", 10000001, pid_promised);
    assert_int_equal(flags_promised, 0);
    assert_int_equal(parent, nth_tid(1));
    assert_int_equal(pid_then, 1005);
    expectation("the tasker's process has started them", 3, static_cast<int>(s.carrier->started.size()));
}

/* Only those of its own node. */
TEST(tasks_of_other_nodes)
{
    Stage s(with_control());
    std::vector<Got> asked;
    std::vector<int> tids;
    s.master(spawner(&tids, "cell0", 1));
    s.task_on(2, tasker(&asked));
    s.copy(sleeps(ms));
    assert_int_equal(s.run(), 0);
    assert_int_equal(tids[0], nth_tid(3));
    assert_int_equal(asked.size(), 0);
    expectation("started by the machine", "/bin/true", s.carrier->started.back());
}

TEST(no_room_for_what_it_starts)
{
    for (const bool has_tasker : {false, true}) {
        Stage s(with_control());
        std::vector<Got> asked;
        std::vector<int> tids;
        s.master(spawner(&tids, "cell1", 2));
        s.task_on(2, has_tasker ? tasker(&asked) : sleeps(50 * ms));
        assert_int_equal(s.run(), 0);
        assert_true(tids == std::vector<int>({PvmOutOfRes, PvmOutOfRes}));
        assert_int_equal(asked.size(), 0);
    }
}

/* What a tasker says has ended. Others, and nonsense, say nothing. */
TEST(ends_that_a_tasker_reports)
{
    Stage s(with_control());
    std::vector<int> tids;
    const auto end = [](int tid) { return body_of(system_end_put, {tid, 7 << 8, 0, 0, 0, 0}); };
    s.master(spawner(&tids, "cell1", 3));
    s.task_on(2, tasker(nullptr));
    s.task_on(3, tasker(nullptr));
    for (int i = 0; i < 3; i++)
        s.copy({});
    const int of_cell1 = nth_tid(2), of_cell2 = nth_tid(3), first = nth_tid(4), second = nth_tid(5);
    s.at(30 * ms, [&] {
        assert_true(s.of(4)->execution->is_promised());
        hears(s, {2, of_cell2, SM_TASKX}, end(first));                   /* not its tasker */
        hears(s, {3, of_cell2, SM_TASKX}, end(first));                   /* of another node */
        hears(s, {3, of_cell1, SM_TASKX}, end(first));                   /* not the system of its node */
        hears(s, {2, of_cell1, SM_TASKX}, end(nth_tid(9)));              /* no such task */
        hears(s, {2, of_cell1, SM_TASKX}, end(of_cell1));                /* no tasker has started it */
        hears(s, {2, of_cell1, SM_TASKX}, end(first).substr(4));         /* not whole */
        hears(s, {2, of_cell1, SM_TASKX, 0, 0, PvmDataRaw}, end(first)); /* in another encoding */
        hears(s, {2, of_cell1, SM_EXECACK}, end(first));                 /* no request */
        for (int n = 2; n <= 6; n++)
            assert_non_null(s.of(n));
        assert_true(s.played(2)->raised.empty());
        s.carrier->becomes(*s.played(5), sleeps(60 * ms));
        hears(s, {2, of_cell1, SM_TASKX}, end(first));
    });
    s.at(40 * ms, [&] {
        expectation("the end of one that has not come", true, s.machine->tasks.find(first) == nullptr);
        assert_true(s.machine->tasks.find(second) != nullptr);
        hears(s, {2, of_cell1, SM_TASKX}, end(second));
    });
    s.at(40 * ms + 1, [&] {
        Played *killed = s.played(5);
        expectation("one that lives is ended", true, killed == nullptr || killed->dead());
    });
    s.at(50 * ms, [&] {
        assert_null(s.machine->tasks.find(second));
        assert_non_null(s.machine->tasks.find(nth_tid(6)));
        assert_true(s.of(6)->execution->is_promised());
    });
    assert_int_equal(s.run(), 0);
    assert_true(s.says("sent the system a message of tag 10 after SM_SPAWN that cannot be read: it is dropped"));
}

/* With a tasker, or its node, what it was to start goes, unless it has come. */
TEST(taskers_that_go)
{
    for (const bool node_goes : {false, true}) {
        Stage s(with_control());
        std::vector<int> tids, others;
        s.master([&](Played &p) {
            p.sleep(10 * ms);
            tids = spawns(p, "cell1", 3);
            others = spawns(p, "cell2", 1);
            p.sleep(100 * ms);
        });
        s.task_on(2, tasker(nullptr, node_goes ? 100 * ms : 40 * ms));
        s.task_on(3, tasker(nullptr));
        for (int i = 0; i < 4; i++)
            s.copy({});
        s.at(35 * ms, [&s] { s.carrier->becomes(*s.played(5), sleeps(20 * ms)); });
        if (node_goes)
            s.at(40 * ms, [&s] { s.machine->lifecycle.delete_node(s.machine->nodes[2]); });
        s.at(45 * ms, [&] {
            assert_null(s.machine->tasks.find(tids[0]));
            assert_int_equal(s.machine->tasks.find(tids[1]) != nullptr, !node_goes);
            assert_null(s.machine->tasks.find(tids[2]));
            assert_non_null(s.machine->tasks.find(others[0]));
        });
        assert_int_equal(s.run(), 0);
        assert_int_equal(tids.size(), 3);
    }
}

/* ---- hosters ----------------------------------------------------------------------------------------------------- */

std::string hosts(const std::vector<std::string> &names)
{
    const std::string list = bytes_of([&](wire_out *w) {
        for (const std::string &n : names)
            wire_put_str(w, n.c_str());
    });
    control_hosts h{};
    h.names = {static_cast<std::int32_t>(names.size()), reinterpret_cast<const unsigned char *>(list.data()),
               static_cast<std::uint32_t>(list.size())};
    return body_of(control_hosts_put, h);
}

/* The result of pvm_addhosts, and behind it what it says of each. */
std::vector<int> adds(Played &p, const std::vector<std::string> &names)
{
    std::string answer;
    std::vector<int> all{ask(p, CONTROL_ADDHOSTS, hosts(names), &answer)};
    for (const int code : ints_of(answer))
        all.push_back(code);
    return all;
}

/* Cells 2 and 3 have left; a hoster on the host, if there is one, keeps what it is asked. */
struct Hosting {
    explicit Hosting(bool has_hoster, Ns lives = 200 * ms)
    {
        s.master(sleeps(200 * ms));
        s.task_on(0, [this, has_hoster, lives](Played &p) {
            if (has_hoster)
                assert_int_equal(registers(p, ROLE_HOSTER), 0);
            Got one;
            while (p.wait_until(lives, MACH_ANY, &one))
                asked.push_back(one);
        });
        s.at(5 * ms, [this] {
            for (const int n : {3, 4})
                s.machine->lifecycle.delete_node(s.machine->nodes[n]);
        });
    }

    /* One asks for these at that time. */
    std::vector<int> &asks(Ns when, const std::vector<std::string> &names)
    {
        answers.emplace_back();
        std::vector<int> &codes = answers.back();
        s.task_on(1, [this, when, names, &codes](Played &p) {
            p.sleep(when - p.now());
            codes = adds(p, names);
            answered.push_back(p.now());
        });
        return codes;
    }

    void answer(Ns when, int wid, const std::vector<std::pair<int, std::string>> &lines, int from = hoster)
    {
        s.at(when, [=] {
            hears(s, {0, from, SM_STHOSTACK, wid}, bytes_of([&](wire_out *w) {
                      system_put_int(w, static_cast<std::int32_t>(lines.size()));
                      for (const auto &[tid, line] : lines) {
                          const system_brought_up one{tid, line.c_str()};
                          system_brought_up_put(w, &one);
                      }
                  }));
        });
    }

    int node(int number)
    {
        return s.machine->nodes[number].tid;
    }

    static const int hoster;
    Stage s{with_control()};
    std::vector<Got> asked;
    std::list<std::vector<int>> answers;
    std::vector<Ns> answered;
};
const int Hosting::hoster = nth_tid(2);

const std::string is_up = "<2316><LINUX64><0a000001:0000><4096><4229185>";

/* Whoever has asked for that is told of them, all that have come at one time in one message. */
TEST(hosts_without_a_hoster)
{
    Hosting h(false);
    std::vector<Got> news;
    h.s.task_on(2, [&](Played &p) {
        assert_int_equal(ask(p, CONTROL_NOTIFY, body_of(control_notify_put, {PvmHostAdd, 8, 0, -1, {}})), 0);
        p.sleep(150 * ms - p.now());
        for (Got one; p.poll(MACH_ANY, 8, &one);)
            news.push_back(one);
    });
    const std::vector<int> &codes = h.asks(10 * ms, {"cell2", "nowhere", "cell2 so=ms", "cell0", "cell3"});
    assert_int_equal(h.s.run(), 0);
    assert_true(codes == std::vector<int>({2, h.node(3), PvmNoHost, PvmDupHost, PvmDupHost, h.node(4)}));
    assert_true(h.s.machine->nodes[3].in_machine && h.s.machine->nodes[4].in_machine);
    assert_int_equal(h.asked.size(), 0);
    assert_int_equal(news.size(), 1);
    assert_true(system_ints(news[0].text) == std::vector<int>({2, h.node(3), h.node(4)}));
}

TEST(what_a_hoster_is_asked)
{
    for (const char *daemon : {"", "/the/daemon"}) {
        unsetenv("PVM_DPATH");
        if (*daemon != 0)
            setenv("PVM_DPATH", daemon, 1);
        Hosting h(true);
        const std::vector<int> &codes = h.asks(10 * ms, {"cell2 so=ms wd=/", "nowhere", "cell3 dx=/x", "cell3 so=pw"});
        const std::vector<int> &busy = h.asks(30 * ms, {"cell3"}), &then = h.asks(60 * ms, {"cell3 so=pw"});
        h.answer(40 * ms, 1, {{h.node(4), "PvmDupHost"}, {h.node(3), is_up}});
        h.answer(80 * ms, 2, {{h.node(4), is_up}});
        assert_int_equal(h.s.run(), 0);
        assert_true(codes == std::vector<int>({1, h.node(3), PvmNoHost, PvmDupHost, PvmDupHost}));
        assert_true(busy == std::vector<int>({PvmAlready}));
        assert_true(then == std::vector<int>({1, h.node(4)}));
        assert_true(h.answered.size() == 3 && h.answered[0] < 40 * ms && h.answered[1] >= 40 * ms);
        assert_int_equal(h.asked.size(), 2);
        assert_int_equal(h.asked[0].tag, SM_STHOST);
        assert_int_equal(h.asked[0].wid, 1);
        assert_int_equal(h.asked[1].wid, 2);
        const std::string command = *daemon != 0 ? daemon : "$PVM_ROOT/lib/pvmd";
        wire_in in = reader(h.asked[0].text);
        assert_int_equal(system_get_int(&in), 2);
        for (const auto &[number, options, text] :
             {std::tuple<int, const char *, const char *>{3, "ms",
                                                          " -S -d0x0 -ncell2 1 0a000001:0000 4096 4 0a000004:0000"},
              {4, "", " -s -d0x0 -ncell3 1 0a000001:0000 4096 5 0a000005:0000"}}) {
            const system_bring_up one = system_bring_up_get(&in);
            assert_int_equal(one.tid, h.node(number));
            assert_string_equal(one.options, options);
            assert_string_equal(one.login, h.s.machine->nodes[number].name.c_str());
            expectation("the command", command + text, one.command);
            assert_string_equal(one.other_command, "");
            assert_string_equal(one.machine, "");
        }
        assert_true(system_at_end(&in) && !in.bad);
        wire_in second = reader(h.asked[1].text);
        assert_int_equal(system_get_int(&second), 1);
        assert_string_equal(system_bring_up_get(&second).options, "pw");
    }
    unsetenv("PVM_DPATH");
}

/* What the command of a host prints: that it is up, or why not. */
TEST(lines_of_daemons)
{
    const std::pair<std::string, int> rows[] = {
        {is_up, 1},
        {"ddpro" + is_up + "\n", 1},
        {"<2315><a><b><c><d>", PvmBadVersion},
        {"<2317><a><b><c><d>", PvmBadVersion},
        {"<2316><a><b><c>", PvmCantStart},
        {"<2316><a><b><c><d><e>", PvmCantStart},
        {"<2316><a><b><c><d", PvmCantStart},
        {"<><><><><>", PvmBadVersion},
        {"", PvmCantStart},
        {"PvmOk", PvmCantStart},
        {"PvmDSysErr", PvmDSysErr},
        {"PvmBadVersion", PvmBadVersion},
        {"PvmBadVersion ", PvmCantStart},
        {"PvmBadParam", PvmBadParam},
    };
    for (const auto &[line, code] : rows) {
        Hosting h(true);
        const std::vector<int> &codes = h.asks(10 * ms, {"cell2"});
        h.answer(40 * ms, 1, {{h.node(3), line}});
        assert_int_equal(h.s.run(), 0);
        if (codes != std::vector<int>({code == 1, code == 1 ? h.node(3) : code}))
            fail_msg("'%s' gives %d", line.c_str(), codes.back());
        assert_int_equal(h.s.machine->nodes[3].in_machine, code == 1);
    }
}

/* An answer that is none ends the request, unless it was not asked of the one who gives it. */
TEST(answers_of_hosters)
{
    for (const int wrong : {0, 1, 2, 3, 4}) {
        Hosting h(true);
        const std::vector<int> &codes = h.asks(10 * ms, {"cell2", "nowhere", "cell3"});
        h.answer(5 * ms, 0, {{h.node(3), is_up}});              /* nothing is asked */
        h.answer(30 * ms, 2, {{h.node(3), is_up}});             /* something else was asked */
        h.answer(31 * ms, 1, {{h.node(3), is_up}}, nth_tid(3)); /* it is no hoster */
        h.answer(32 * ms, 1, {{h.node(3), is_up}}, 0);
        h.s.at(33 * ms, [&] { assert_true(codes.empty()); });
        if (wrong == 0)
            h.answer(40 * ms, 1, {});
        else if (wrong == 1)
            h.answer(40 * ms, 1, {{h.node(3), is_up}, {h.node(1), is_up}});
        else if (wrong == 2)
            h.answer(40 * ms, 1, {{PvmNoHost, is_up}});
        else if (wrong == 3)
            h.s.at(40 * ms, [&h] {
                hears(h.s, {0, Hosting::hoster, SM_STHOSTACK, 1}, bytes_of([](wire_out *w) { system_put_int(w, 1); }));
            });
        else
            h.answer(40 * ms, 1, {{h.node(3), is_up}});
        h.answer(50 * ms, 1, {{h.node(4), is_up}}); /* it has been answered */
        assert_int_equal(h.s.run(), 0);
        const std::vector<int> expected[] = {{0, PvmCantStart, PvmNoHost, PvmCantStart},
                                             {PvmDSysErr},
                                             {PvmDSysErr},
                                             {PvmDSysErr},
                                             {1, h.node(3), PvmNoHost, PvmCantStart}};
        assert_true(codes == expected[wrong]);
        assert_int_equal(h.s.machine->nodes[3].in_machine, wrong == 4);
        assert_false(h.s.machine->nodes[4].in_machine);
        assert_true(h.answered[0] >= 40 * ms);
    }
}

TEST(a_hoster_that_goes)
{
    Hosting h(true, 40 * ms);
    const std::vector<int> &codes = h.asks(10 * ms, {"cell2"}), &then = h.asks(60 * ms, {"cell2"});
    h.s.task_on(2, sleeps(30 * ms)); /* the end of another */
    h.s.at(35 * ms, [&codes] { assert_true(codes.empty()); });
    assert_int_equal(h.s.run(), 0);
    assert_true(codes == std::vector<int>({PvmDSysErr}));
    assert_true(then == std::vector<int>({1, h.node(3)}));
}

} // namespace

STAGE_TEST_MAIN
