/* test_control_managers.cpp - resource managers: what they may ask the system for, the answers, and what they are told
 * of tasks and nodes. */
#include <cstdlib>

#include "control/tests/asking.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

constexpr Ns ms = 1000000;
constexpr int context = 9; /* of the manager's questions, and so of the answers */

/* A list of strings, as it stands in a body, and what it needs. */
struct Strings {
    explicit Strings(const std::vector<std::string> &all)
        : bytes(bytes_of([&](wire_out *w) {
              for (const std::string &s : all)
                  system_put_str(w, s.c_str());
          })),
          n(static_cast<std::int32_t>(all.size()))
    {
    }
    body_strs list() const
    {
        return {n, reinterpret_cast<const unsigned char *>(bytes.data()), static_cast<std::uint32_t>(bytes.size())};
    }
    std::string bytes;
    std::int32_t n;
};

struct Exec {
    int count = 1, parent = 0, flags = 0;
    std::string file = "/bin/true";
    std::vector<std::string> variables = {"PVMCTX=0x2a", "PVMCTXT=1"};
};

std::string body(const Exec &e)
{
    const Strings args({"one", "two"}), variables(e.variables);
    system_exec x{};
    x.parent_tid = e.parent;
    x.file = e.file.c_str();
    x.flags = e.flags;
    x.count = e.count;
    x.args = args.list();
    x.output = {nth_tid(2), 5, 6};
    x.trace = {nth_tid(2), 7, 8};
    x.variables = variables.list();
    x.which = 3;
    x.of = 8;
    return body_of(system_exec_put, x);
}

/* A manager of its node, from the beginning on. It is the second task, and keeps what it is told in that context. */
struct Managed {
    explicit Managed(int node = 0)
    {
        s.master(Played::Unjoined{[this](Played &p) {
            p.own_folders = {"/program's", "/here"};
            p.join();
            p.sleep(200 * ms);
            at_end(p);
        }});
        s.task_on(node, Played::Unjoined{[this](Played &p) {
                      p.own_folders = {"/manager's program", "/manager"};
                      p.join();
                      before = registers(p, ROLE_MANAGER);
                      p.want.context = listens_in;
                      for (Got one; p.now() < 150 * ms;)
                          if (p.wait_until(150 * ms, MACH_ANY, &one))
                              told.push_back({p.now(), one});
                  }});
    }

    void asks(Ns when, const std::string &question, int wid = 1, int node = 2, int tag = SM_EXEC)
    {
        s.at(when, [=] { hears(s, {node, nth_tid(2), tag, wid, context}, question); });
    }

    struct Told {
        Ns when;
        Got what;
    };
    int listens_in = context, before = -1;
    std::vector<Told> told;
    std::function<void(Played &)> at_end = [](Played &) {};
    Stage s{with_control()};
};

/* ---- starting tasks ---------------------------------------------------------------------------------------------- */

/* The tasker of the node hears which of the whole spawn each task is, also where a manager has it started in parts. */
TEST(tasks_by_a_tasker)
{
    Managed m;
    std::vector<Got> asked;
    m.s.task_on(2, [&](Played &p) {
        assert_int_equal(registers(p, ROLE_TASKER), 0);
        for (Got one; p.wait_until(100 * ms, MACH_ANY, &one);)
            asked.push_back(one);
    });
    m.s.copy({});
    m.s.copy({});
    m.asks(10 * ms, body({2, nth_tid(1), 0, "/bin/true"}));
    assert_int_equal(m.s.run(), 0);
    assert_int_equal(asked.size(), 2);
    for (int i = 0; i < 2; i++) {
        wire_in in = reader(asked[static_cast<std::size_t>(i)].text);
        const system_start start = system_start_get(&in);
        assert_int_equal(start.which, 3 + i);
        assert_int_equal(start.of, 8);
    }
}

TEST(tasks_for_a_manager)
{
    setenv("PVM_PATH", "/a/path", 1);
    Managed m;
    m.asks(10 * ms, body({2, nth_tid(1), PvmTaskDebug, "/bin/true"}), 77);
    m.s.copy(sleeps(20 * ms));
    m.s.copy(sleeps(20 * ms));
    Ns began = -1;
    const ControlParameters &cost = m.s.machine->parameters.control;
    m.s.at(10 * ms + cost.handle + 2 * cost.spawn - 1, [&] { assert_int_equal(m.s.carrier->started.size(), 2); });
    m.s.at(10 * ms + cost.handle + 2 * cost.spawn + 1, [&] {
        began = m.s.machine->timeline.now();
        assert_int_equal(m.s.carrier->started.size(), 4);
        for (int n = 3; n <= 4; n++) {
            const Task &t = *m.s.of(n);
            assert_int_equal(t.node->index, 2);
            assert_int_equal(t.origin.parent_tid, nth_tid(1));
            assert_int_equal(t.origin.context, 42);
            assert_int_equal(t.origin.flags, PvmTaskDebug);
            assert_int_equal(t.origin.output.tid, nth_tid(2));
            assert_int_equal(t.origin.output.context, 5);
            assert_int_equal(t.origin.output.tag, 6);
            assert_int_equal(t.origin.trace.tid, nth_tid(2));
            assert_int_equal(t.origin.trace.context, 7);
            assert_int_equal(t.origin.trace.tag, 8);
            assert_int_equal(t.manager_tid, nth_tid(2));
            assert_int_equal(t.origin.spawn_id, m.s.of(3)->origin.spawn_id);
        }
    });
    assert_int_equal(m.s.run(), 0);
    assert_true(began > 0);
    const Program &p = m.s.carrier->given.back();
    assert_string_equal(m.s.carrier->started.back().c_str(), "/bin/true");
    assert_string_equal(p.file.c_str(), "/bin/true");
    assert_true(p.args == std::vector<std::string>({"one", "two"}));
    assert_true(p.exports == std::vector<std::string>({"PVMCTX=0x2a", "PVMCTXT=1", "AP1000_NODE=2 cell1"}));
    expectation("where its spawner is", "/here", p.folder);
    expectation("and the spawner's file", "/program's", p.spawner_folder);
    assert_string_equal(p.pvm_path.c_str(), "/a/path");
    assert_int_equal(m.told.size(), 1); /* ends have no context */
    assert_int_equal(m.told[0].what.src, TID_SYSTEM);
    assert_int_equal(m.told[0].what.tag, SM_EXECACK);
    assert_int_equal(m.told[0].what.wid, 77);
    assert_true(system_ints(m.told[0].what.text) == std::vector<int>({2, nth_tid(3), nth_tid(4)}));
    unsetenv("PVM_PATH");
}

/* Where they begin: in the folder of their spawner, or its manager, or in another that is named. */
TEST(folders_of_tasks)
{
    const struct {
        int parent, flags;
        const char *variable, *folder, *of_program;
    } rows[] = {
        {1, 0, "", "/here", "/program's"},
        {9, 0, "", "/manager", "/manager's program"},
        {1, PvmNoSpawnParent, "", "/manager", "/manager's program"},
        {1, 0, "PVMSPAWNWD=/there", "/there", "/program's"},
        {1, 0, "PVMSPAWNWD=below/it", "/here/below/it", "/program's"},
        {1, 0, "PVMSPAWNWD=", "/here", "/program's"},
        {1, 0, "PVMSPAWNWDS=/there", "/here", "/program's"},
        {1, 0, "XPVMSPAWNWD=/there", "/here", "/program's"},
    };
    for (const auto &row : rows) {
        Managed m;
        m.asks(10 * ms, body({1, nth_tid(row.parent), row.flags, "/bin/true", {"A=1", row.variable}}));
        m.s.copy(sleeps(ms));
        int parent = 0;
        m.s.at(10 * ms + m.s.machine->parameters.control.handle + m.s.machine->parameters.control.spawn + 1, [&] {
            parent = m.s.of(3)->origin.parent_tid;
            assert_int_equal(m.s.of(3)->origin.context, 0);
        });
        assert_int_equal(m.s.run(), 0);
        assert_string_equal(m.s.carrier->given.back().folder.c_str(), row.folder);
        assert_string_equal(m.s.carrier->given.back().spawner_folder.c_str(), row.of_program);
        assert_string_equal(m.s.carrier->given.back().pvm_path.c_str(), "");
        assert_int_equal(parent, row.flags != 0 ? PvmParentNotSet : nth_tid(row.parent));
    }
}

/* Those of one parent with the same wait id belong to one spawn. */
TEST(tasks_that_are_siblings)
{
    Managed m;
    const struct {
        int parent, wid, as;
    } rows[] = {{1, 7, 0}, {1, 7, 0}, {1, 8, 2}, {2, 7, 3}, {1, 0, 4}, {1, 0, 5}, {2, 7, 3}, {1, 8, 2}};
    Ns when = 10 * ms;
    for (const auto &row : rows) {
        m.asks(when, body({1, nth_tid(row.parent)}), row.wid);
        m.s.copy(sleeps(140 * ms));
        when += 10 * ms;
    }
    m.s.at(140 * ms, [&] {
        for (std::size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            for (std::size_t k = 0; k < sizeof rows / sizeof *rows; k++)
                assert_int_equal(m.s.of(static_cast<int>(i) + 3)->origin.spawn_id ==
                                     m.s.of(static_cast<int>(k) + 3)->origin.spawn_id,
                                 rows[i].as == rows[k].as);
    });
    assert_int_equal(m.s.run(), 0);
}

TEST(tasks_that_do_not_start)
{
    Managed m;
    m.asks(10 * ms, body({2, nth_tid(1), 0, "/no/such/program"}));
    m.asks(30 * ms, body({2, nth_tid(1)}));
    m.asks(50 * ms, body({2, nth_tid(1)}), 1, 3);
    m.asks(70 * ms, body({1, nth_tid(1), 0, "/no/such/program"}), 1, 3); /* the node is gone: nobody hears */
    m.s.copy(sleeps(ms));
    m.s.at(50 * ms + 1, [&m] { m.s.machine->lifecycle.delete_node(m.s.machine->nodes[3]); });
    assert_int_equal(m.s.run(), 0);
    assert_int_equal(m.told.size(), 3);
    assert_true(system_ints(m.told[0].what.text) == std::vector<int>({2, PvmNoFile, PvmNoFile}));
    assert_true(system_ints(m.told[1].what.text) == std::vector<int>({2, nth_tid(3), PvmOutOfRes}));
    assert_true(system_ints(m.told[2].what.text) == std::vector<int>({2, PvmNoHost, PvmNoHost}));
}

/* They are dropped, and that is said of who has sent them. */
TEST(questions_that_cannot_be_read)
{
    const std::string why = " after SM_SPAWN that cannot be read: it is dropped";
    const int most = static_cast<int>(most_tasks(4));
    for (const int count : {0, -1, most + 1}) {
        Managed m;
        m.asks(10 * ms, body({count, nth_tid(1)}));
        assert_int_equal(m.s.run(), 0);
        assert_true(m.told.empty());
        assert_true(m.s.says("sent the system a message of tag 1" + why));
    }
    Managed m;
    m.asks(20 * ms, body({1, nth_tid(1)}).substr(0, 20));
    m.asks(30 * ms, bytes_of([](wire_out *w) { system_put_int(w, 0); }), 1, 0, SM_ADD);
    m.s.at(40 * ms, [&m] { hears(m.s, {2, nth_tid(30), SM_EXEC}, ""); }); /* nobody to say it of */
    assert_int_equal(m.s.run(), 0);
    assert_true(m.told.empty());
    assert_true(m.s.says("message of tag 1" + why) && m.s.says("message of tag 7" + why));
    Managed many; /* the answer takes longer than it lives */
    many.asks(10 * ms, body({most, nth_tid(1)}));
    assert_int_equal(many.s.run(), 0);
    assert_false(many.s.says(why));
}

/* ---- what it is told --------------------------------------------------------------------------------------------- */

TEST(ends_of_its_tasks)
{
    Managed m(1);
    m.listens_in = 0;
    m.s.task_on(1, [](Played &p) { /* on its node, but nobody has asked it */
                                   p.sleep(20 * ms);
                                   p.exits(9);
    });
    m.s.task_on(2, sleeps(20 * ms)); /* on another */
    m.asks(30 * ms, body({1, nth_tid(1)}));
    m.s.copy([](Played &p) {
        p.sleep(ms);
        p.exits(7);
    });
    assert_int_equal(m.s.run(), 0);
    assert_int_equal(m.before, 0);
    assert_int_equal(m.told.size(), 1);
    assert_int_equal(m.told[0].what.tag, SM_TASKX);
    assert_int_equal(m.told[0].what.wid, 0);
    assert_true(system_ints(m.told[0].what.text) == std::vector<int>({nth_tid(5), 7 << 8, 0, 0, 0, 0}));
}

/* Also of those that a tasker was to start, and says that it could not. */
TEST(ends_that_a_tasker_reports)
{
    Managed m(1);
    m.listens_in = 0;
    m.s.task_on(1, [](Played &p) {
        assert_int_equal(registers(p, ROLE_TASKER), 0);
        p.sleep(100 * ms);
    });
    m.asks(10 * ms, body({1, nth_tid(1)}), 1, 1);
    m.s.copy({});
    m.s.at(60 * ms, [&m] {
        hears(m.s, {1, nth_tid(3), SM_TASKX}, body_of(system_end_put, {nth_tid(4), 9 << 8, 0, 0, 0, 0}));
    });
    assert_int_equal(m.s.run(), 0);
    bool told = false;
    for (const Managed::Told &one : m.told)
        if (one.what.tag == SM_TASKX && ints_of(one.what.text).size() > 1 &&
            system_ints(one.what.text)[0] == nth_tid(4)) {
            told = true;
            assert_int_equal(system_ints(one.what.text)[1], 9 << 8);
        }
    assert_true(told);
}

/* Those that nobody has spawned, when they become tasks of its node. */
TEST(tasks_that_join)
{
    Managed m(0);
    m.listens_in = 0;
    m.s.at(10 * ms, [&m] { m.s.carrier->comes(sleeps(10 * ms), "/by/itself", false); });
    assert_int_equal(m.s.run(), 0);
    assert_int_equal(m.told.size(), 2);
    assert_int_equal(m.told[0].what.tag, SM_EXECACK);
    assert_true(system_ints(m.told[0].what.text) == std::vector<int>({1, nth_tid(3)}));
    assert_int_equal(m.told[1].what.tag, SM_TASKX);
}

/* The manager of the host hears of nodes that go, and is that of nodes that come. */
TEST(nodes_that_come_and_go)
{
    Managed m(0);
    m.listens_in = 0;
    int code = 0, manager = -1, handed = -1, others = -1;
    m.s.task_on(1, [&](Played &p) {
        p.sleep(10 * ms);
        m.s.machine->lifecycle.delete_node(m.s.machine->nodes[3]);
        p.sleep(10 * ms);
        const std::string list = bytes_of([](wire_out *w) { wire_put_str(w, "cell2"); });
        control_hosts h{};
        h.names = {1, reinterpret_cast<const unsigned char *>(list.data()), static_cast<std::uint32_t>(list.size())};
        code = ask(p, CONTROL_ADDHOSTS, body_of(control_hosts_put, h));
        manager = m.s.machine->control->manager_of(m.s.machine->nodes[3]);
        others = m.s.machine->control->manager_of(m.s.machine->nodes[2]);
        p.sleep(10 * ms);
    });
    m.asks(50 * ms, body_of(system_tid_put, {nth_tid(1)}), 0, 2, SM_HANDOFF);
    m.s.at(60 * ms, [&] { handed = m.s.machine->control->manager_of(m.s.machine->nodes[2]); });
    assert_int_equal(m.s.run(), 0);
    assert_int_equal(code, 1);
    expectation("that of the host", nth_tid(2), manager);
    expectation("no other node", 0, others);
    expectation("one that was handed over", nth_tid(1), handed);
    assert_int_equal(m.told.size(), 1);
    assert_int_equal(m.told[0].what.tag, SM_HOSTX);
    assert_true(system_ints(m.told[0].what.text) == std::vector<int>({tid_system_of(m.s.machine->nodes[3].tid)}));
}

/* It may ask for hosts as pvm_addhosts does. */
TEST(hosts_for_a_manager)
{
    Managed m;
    m.s.at(5 * ms, [&m] {
        for (const int n : {2, 3})
            m.s.machine->lifecycle.delete_node(m.s.machine->nodes[n]);
    });
    const Strings names({"cell2", "nowhere", "cell1"});
    m.asks(10 * ms, body_of(system_hosts_put, {names.list()}), 5, 0, SM_ADD);
    assert_int_equal(m.s.run(), 0);
    assert_int_equal(m.told.size(), 1);
    assert_int_equal(m.told[0].what.tag, SM_ADDACK);
    assert_int_equal(m.told[0].what.wid, 5);
    wire_in in = reader(m.told[0].what.text);
    assert_int_equal(system_get_int(&in), 3);
    assert_int_equal(system_get_int(&in), 0);
    for (const int number : {3, -1, 2}) {
        const system_node one = system_node_get(&in);
        assert_int_equal(one.tid, number < 0 ? PvmNoHost : m.s.machine->nodes[number].tid);
        assert_string_equal(one.name, number < 0 ? "" : m.s.machine->nodes[number].name.c_str());
        assert_string_equal(one.arch, number < 0 ? "" : pvm_arch().c_str());
        assert_int_equal(one.speed, number < 0 ? 0 : node_speed);
        assert_int_equal(one.signature, number < 0 ? 0 : node_data_signature);
    }
    assert_true(system_at_end(&in) && !in.bad);
}

/* While a hoster has been asked, another who asks is told so. */
TEST(hosts_while_others_are_added)
{
    Managed m;
    m.s.task_on(0, [](Played &p) {
        assert_int_equal(registers(p, ROLE_HOSTER), 0);
        p.sleep(100 * ms);
    });
    const Strings names({"cell0"});
    for (const Ns when : {10 * ms, 20 * ms})
        m.asks(when, body_of(system_hosts_put, {names.list()}), 5, 0, SM_ADD);
    assert_int_equal(m.s.run(), 0);
    assert_true(m.told.size() == 2 && m.told[0].when < 50 * ms && m.told[1].when >= 100 * ms);
    assert_true(system_ints(m.told[0].what.text) == std::vector<int>({PvmAlready}));
    assert_true(system_ints(m.told[1].what.text) == std::vector<int>({PvmDSysErr})); /* the hoster has ended */
}

} // namespace

int main(int, char **argv)
{
    machines_folder = argv[1];
    unsetenv("PVM_PATH");
    return run_all_tests(nullptr, nullptr);
}
