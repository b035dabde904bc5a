/* test_kernel_waits.cpp - what people are told of tasks: what each does and waits for, who waits for whom, what the
 * user chose in vain; and where such lines go. */
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

#include "control.h"
#include "kernel/tests/stage.hpp"
#include "kernel/waits.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

Played::Program receives(int from)
{
    return [from](Played &p) { p.receive(from); };
}

/* ---- one task ---------------------------------------------------------------------------------------------------- */

/* The body of a request for an entry of this name. */
std::string entry(const char *name)
{
    control_entry b{};
    b.name = name;
    wire_out w{};
    control_entry_put(&w, &b);
    std::string bytes(reinterpret_cast<const char *>(w.bytes), w.len);
    std::free(w.bytes);
    return bytes;
}

TEST(a_wait_for_a_tid_that_is_an_error_code)
{
    Stage s;
    s.master([](Played &p) { p.receive(-6, 1); });
    assert_int_equal(s.run(), exit_deadlock);
    assert_true(s.says(" for a message from -6 (no task: an error code?) with tag 1 since "));
}

TEST(who_is_held_by_the_control_program)
{
    const std::vector<std::pair<int, std::string>> all = {
        {CONTROL_RECVINFO, "waits in pvm_recvinfo for an entry 'a ?name' in the mailbox"},
        {CONTROL_SPAWN, "waits in pvm_spawn for a tasker"},
        {CONTROL_ADDHOSTS, "waits in pvm_addhosts for a hoster"},
        {CONTROL_NOTIFY, "waits for the control program"}};
    for (const auto &[request, says] : all)
        for (const bool fast : {false, true}) {
            Stage s;
            s.master([request = request](Played &p) { p.control(request, entry("a \tname")); });
            s.control->on_request = [fast](Task &t, int, const std::string &) {
                t.asker->hold(fast);
                return Answer{0, ""};
            };
            assert_int_equal(s.run(), exit_deadlock);
            assert_true(s.says(") " + says + " since "));
        }
}

TEST(each_state_in_words)
{
    Stage s;
    std::map<std::string, std::string> does;
    s.task(sleeps(5000000));
    s.task([](Played &p) { p.control(1); });
    s.task([](Played &p) {
        p.ask(Request::leave);
        p.goes_outside();
        p.lasts(1000);
    });
    s.task([](Played &p) {
        p.compute(4000000);
        p.sleep(0);
    });
    s.at(1000, [&] {
        std::vector<std::string> environment;
        s.carrier->programs.emplace_back();
        Task *t =
            s.machine->lifecycle.promise(s.machine->nodes[1], {}, Stage::no_origin, nullptr, *s.of(2), &environment);
        does["promised"] = doing(*t);
        does["sleeping"] = doing(*s.of(2));
        does["asking"] = doing(*s.of(3));
        does["left"] = doing(*s.of(4));
        does["busy"] = doing(*s.of(5));
        s.played(5)->waits_for_processor = true;
        does["no processor"] = doing(*s.of(5));
        Task &gone = *s.of(2);
        s.machine->lifecycle.signal(gone, SIGKILL);
        does["gone"] = doing(gone);
    });
    assert_int_equal(s.run(), 0);
    const std::map<std::string, std::string> wanted = {{"promised", "waits to be started by its tasker"},
                                                       {"sleeping", "sleeps"},
                                                       {"asking", "asks the control program"},
                                                       {"left", "has left PVM"},
                                                       {"busy", "runs"},
                                                       {"no processor", "waits for its turn on this computer"},
                                                       {"gone", "has ended"}};
    for (const auto &[state, words] : wanted)
        expectation(state.c_str(), words, does[state]);
}

TEST(what_a_task_waits_for)
{
    Stage s;
    s.master([](Played &p) {
        p.want.context = 9;
        p.want.unread = 5;
        p.want.first[0] = {nth_tid(2), 7, 0};
        p.want.first[1] = {nth_tid(3), 8, 4};
        p.receive(nth_tid(77), 5);
    });
    s.task([](Played &p) {
        p.group = "the \x7fteam\x80";
        p.want.unread = 1;
        p.want.first[0] = {nth_tid(1), 3, 2};
        p.receive(MACH_ANY);
    });
    assert_int_equal(s.run(), exit_deadlock);
    assert_true(s.says("waits in pvm_recv for a message from t4004d with tag 5 in context 9 since"));
    assert_true(s.says("; 5 unread messages, the first: tag 7 from t40002, tag 8 from t40003 in context 4, "));
    assert_true(s.says("waits in pvm_recv of group the ?team? since"));
    assert_true(s.says("; 1 unread message: tag 3 from t40001 in context 2\n"));
}

/* ---- several ----------------------------------------------------------------------------------------------------- */

TEST(rings)
{
    Stage s;
    s.master(receives(nth_tid(2))); /* leads into a ring, and is not in it */
    s.task(receives(nth_tid(3)));
    s.task(receives(nth_tid(2)));
    s.task(receives(nth_tid(4)));  /* itself */
    s.task(receives(nth_tid(88))); /* nobody */
    assert_int_equal(s.run(), exit_deadlock);
    assert_true(s.says("ap1000: they wait for each other in a ring: t40002 -> t40003 -> t40002\n"));
    assert_true(s.says("ap1000: t40004 waits for a message from itself\n"));
    assert_false(s.says("t40001 ->"));
}

TEST(many_who_are_missing)
{
    StageSettings settings;
    settings.nodes = 12;
    Stage s(settings);
    s.master(receives(nth_tid(99)));
    s.task([](Played &p) { p.ask(Request::barrier, MACH_CELLS); });
    for (int i = 0; i < 11; i++)
        s.task(receives(nth_tid(1)));
    assert_int_equal(s.run(), exit_deadlock);
    assert_true(
        s.says("the barrier of the S-Net waits for t40003, t40004, t40005, t40006, t40007, t40008, t40009, t4000a "
               "and 3 more\n"));
}

/* What a server says of its group is a line of its own; other tasks say theirs with what they wait for. */
TEST(servers_of_groups)
{
    Stage s;
    TaskOrigin server{PvmNoParent};
    server.service = true;
    s.master(receives(nth_tid(2)));
    s.task(
        [](Played &p) {
            p.group = "the barrier of g\trid waits for 2 more";
            p.receive(MACH_ANY);
        },
        server);
    s.task([](Played &p) {
        p.group = "team";
        p.receive(MACH_ANY);
    });
    assert_int_equal(s.run(), exit_deadlock);
    assert_true(s.says("\nap1000: the barrier of g?rid waits for 2 more\n"));
    assert_false(s.says("\nap1000: team\n"));
    const std::string path = s.machine->options.program.file;
    assert_true(
        s.says("t40003 on cell 1 (" + path.substr(path.rfind('/') + 1) + ") waits in pvm_recv of group team since"));
}

/* As `ap1000 ps` shows it: since when, also for people where a machine stays. */
TEST(the_table)
{
    for (const bool stays : {false, true}) {
        StageSettings settings;
        settings.options.kind = stays ? RunOptions::Kind::up : RunOptions::Kind::run;
        Stage s(settings);
        std::string empty, full, later;
        TaskOrigin server{PvmNoParent};
        server.service = true;
        if (!stays)
            s.master(receives(nth_tid(2)));
        s.task([](Played &p) {
            p.sleep(1000000);
            p.receive(nth_tid(2));
        });
        s.task(receives(MACH_ANY), server);
        s.carrier->at_look = [&] {
            if (empty.empty() && s.machine->tasks.living().empty())
                empty = s.carrier->inquiry();
        };
        s.at(500000, [&] { full = s.carrier->inquiry(); });
        int looks = 0;
        s.carrier->others = [&] {
            later = s.carrier->inquiry();
            if (stays && ++looks == 8)
                s.carrier->stop_signal = SIGTERM;
            return stays;
        };
        (void)s.run();
        assert_true(!stays || empty.find("no tasks\n") != std::string::npos);
        assert_true(full.find("simulated time 0.500 ms\n") == 0);
        assert_true(full.find(stays ? "0.0  sleeps\n" : "-  sleeps\n") != std::string::npos);
        assert_true(full.find(stuck_on_a_machine_that_stays) == std::string::npos);
        assert_true(later.find(stuck_on_a_machine_that_stays) != std::string::npos);
        assert_int_equal(s.says("ap1000: the machine that is up stands still:\n"), stays);
    }
}

/* Who waits for whoever comes is not stuck; one that is held, or in a barrier, is. */
TEST(who_is_stuck)
{
    enum Does { anybody, until, held, gathers };
    for (const auto &[does, stuck] : {std::pair{anybody, false}, {until, false}, {held, true}, {gathers, true}}) {
        Stage s;
        bool is_stuck = !stuck;
        s.master([does = does](Played &p) {
            if (does == anybody)
                p.receive(MACH_ANY);
            if (does == until)
                p.wait_until(1000000000, nth_tid(2));
            if (does == held)
                p.control(1);
            if (does == gathers)
                p.ask(Request::barrier, MACH_MACHINE);
        });
        s.task(receives(MACH_ANY));
        s.control->on_request = [](Task &t, int, const std::string &) {
            t.asker->hold();
            return Answer{0, ""};
        };
        s.at(100000000, [&] { is_stuck = all_stuck(s.machine->tasks); });
        (void)s.run();
        assert_int_equal(is_stuck, stuck);
    }
}

/* ---- once -------------------------------------------------------------------------------------------------------- */

TEST(naps_are_said_once)
{
    Stage s;
    for (int i = 0; i < 2; i++)
        s.task([](Played &p) {
            p.want.naps = 1;
            p.poll(MACH_ANY);
            p.poll(MACH_ANY);
        });
    assert_int_equal(s.run(), 0);
    const std::string said = s.said();
    assert_true(said.find("sleeps between its polls") != std::string::npos);
    assert_true(said.find("sleeps between its polls") == said.rfind("sleeps between its polls"));
}

/* Each reason why a program cannot be spawned, however often that is tried. */
TEST(reasons_are_said_once_each)
{
    Stage s;
    s.task(sleeps(1000000));
    s.at(1000, [&] {
        for (int i = 0; i < 2; i++)
            for (const char *why : {"it is not there", "it may not be executed"})
                s.machine->reports.not_found(*s.of(2), "child", why);
    });
    assert_int_equal(s.run(), 0);
    expectation("two reasons, two lines",
                std::string("ap1000: t40002 on cell 0 cannot spawn 'child': it is not there\n"
                            "ap1000: t40002 on cell 0 cannot spawn 'child': it may not be executed\n"),
                s.said());
}

/* One barrier that goes the chosen way is enough, be it the first or the last. */
TEST(a_choice_that_one_barrier_follows)
{
    for (const std::size_t follows : {0, 1, 2}) {
        StageSettings settings;
        settings.options.barrier = 2;
        Stage s(settings);
        Played p(*s.carrier, 1, {}, true);
        p.group = "team";
        Call call;
        call.want.barrier = 1;
        for (std::size_t i = 0; i < 3; i++) {
            p.unheard = i == follows ? "" : "is not frozen";
            s.machine->choices->waits(call, p);
        }
        s.machine->choices->say(s.machine->reports);
        assert_string_equal(s.said().c_str(), "");
    }
}

TEST(choices_in_vain)
{
    struct Row {
        const char *says;
        std::function<void(UnusedChoices &, Played &)> happens;
    };
    const std::vector<Row> rows = {
        {"--barrier tree had no effect: no pvm_barrier was called\n"
         "ap1000: --hardware-collectives had no effect: neither pvm_barrier nor pvm_mcast was called\n",
         [](UnusedChoices &, Played &) {}},
        {"--barrier tree had no effect: group team is not frozen\n"
         "ap1000: --hardware-collectives had no effect: group team is not frozen\n",
         [](UnusedChoices &c, Played &p) {
             Call call;
             c.waits(call, p); /* not of a barrier */
             call.want.barrier = 1;
             c.waits(call, p);
         }},
        {"--barrier tree had no effect: no pvm_barrier was called\n"
         "ap1000: --hardware-collectives had no effect: no pvm_mcast went to all other tasks of the machine\n",
         [](UnusedChoices &c, Played &) { c.multicasts(false); }},
        {"--barrier tree had no effect: no pvm_barrier was called\n"
         "ap1000: --hardware-collectives had no effect: a frozen group does not have one task on every cell and at "
         "most "
         "one on the host; no pvm_mcast went to all other tasks of the machine\n",
         [](UnusedChoices &c, Played &) {
             c.meets(false);
             c.multicasts(false);
         }},
        {"--barrier tree had no effect: the barriers were held on the S-Net (--hardware-collectives)\n",
         [](UnusedChoices &c, Played &) { c.meets(true); }},
        {"--barrier tree had no effect: no pvm_barrier was called\n",
         [](UnusedChoices &c, Played &) { c.multicasts(true); }}};
    for (const Row &row : rows) {
        StageSettings settings;
        settings.options.barrier = 2;
        settings.options.hardware = true;
        Stage s(settings);
        Played p(*s.carrier, 1, {}, true);
        p.group = "team";
        p.unheard = "is not frozen";
        row.happens(*s.machine->choices, p);
        s.machine->choices->say(s.machine->reports);
        std::string said = s.said();
        const std::size_t at = said.find("--barrier ") + 10;
        said.replace(at, said.find(' ', at) - at, "tree"); /* whichever the second is called */
        expectation("what changed nothing", std::string("ap1000: ") + row.says, said);
    }
}

/* ---- nodes, and where lines go ----------------------------------------------------------------------------------- */

TEST(nodes_by_their_tids)
{
    Stage s;
    Nodes &nodes = s.machine->nodes;
    assert_ptr_equal(nodes.find(nodes[2].tid), &nodes[2]);
    assert_null(nodes.find(tid_of_node(5)));   /* the host and four cells */
    assert_null(nodes.find(nodes[2].tid | 1)); /* a task's */
    assert_null(nodes.find(0));
    assert_null(nodes.find("nowhere"));
    Node &only = nodes.next({&nodes[0]});
    assert_int_equal(only.index, 0);
    assert_int_equal(nodes.next({&nodes[0], &nodes[1], &nodes[2]}).index, 1);
    assert_int_equal(nodes.next({&nodes[0], &nodes[1], &nodes[2]}).index, 2);
    assert_int_equal(nodes.next({&nodes[0], &nodes[1], &nodes[2]}).index, 1);
    StageSettings settings;
    settings.machine = "workstations";
    Stage stations(settings);
    Nodes &all = stations.machine->nodes;
    assert_int_equal(all.next({&all[0], &all[1]}).index, 1);
    assert_int_equal(all.next({&all[0], &all[1]}).index, 0); /* no host stands beside them */
}

TEST(a_terminal_that_cannot)
{
    Terminal none(-1);
    none.write_line("nobody sees that"); /* and nothing happens */
}

/* One that takes what it has room for, and no more: the rest waits until somebody has read. */
TEST(a_terminal_that_is_slow)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    const std::string line(300000, 'x');
    std::string read_there;
    std::thread reader([&] {
        char some[4096];
        for (ssize_t n; (n = read(ends[0], some, sizeof some)) > 0;)
            read_there.append(some, static_cast<std::size_t>(n));
    });
    {
        Terminal t(ends[1]);
        t.write_line(line);
    }
    reader.join();
    close(ends[0]);
    assert_true(read_there == line + "\n");
}

} // namespace

STAGE_TEST_MAIN
