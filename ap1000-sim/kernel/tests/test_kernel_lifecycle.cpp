/* test_kernel_lifecycle.cpp - tasks from their start to their end: spawned, promised, come by themselves, ended for
 * what our library never asks; and nodes that leave. Signals: test_kernel_signals.cpp. */
#include <csignal>

#include "kernel/tests/stage.hpp"
#include "pvm3.h"

#include "expectation.hpp" /* last: CMocka's macros have common names */

using namespace ap1000;

namespace
{

/* ---- starting ---------------------------------------------------------------------------------------------------- */

TEST(one_message)
{
    Stage s;
    Got got;
    s.task([&](Played &p) {
        got = p.receive(nth_tid(3), 7);
        p.print("got it\nand");
    });
    s.task([](Played &p) {
        p.compute(1000);
        p.send(nth_tid(2), 7, "hello");
    });
    assert_int_equal(s.run(), 0);
    assert_string_equal(got.text.c_str(), "hello");
    assert_string_equal(s.said().c_str(), "[t40002] got it\n[t40002] and\n"); /* the end ends a line, too */
    assert_int_equal(s.carrier->store.count(), 0);
}

/* It is split, and all of it is printed. One that is just not too long is one line, also if its end comes later. */
TEST(a_line_that_is_too_long)
{
    const std::string most(std::size_t{1} << 20, 'x');
    Stage s;
    s.task([&](Played &p) {
        p.print(most + "yz\n" + most + "\nshort\n");
        p.sleep(1000);
        p.print(most);
        p.sleep(1000);
        p.print("\n" + most + most + "y");
    });
    assert_int_equal(s.run(), 0);
    std::string expected;
    for (const std::string &line :
         {most, std::string("yz"), most, std::string("short"), most, most, most, std::string("y")})
        expected += "[t40002] " + line + "\n";
    assert_int_equal(s.said().size(), expected.size());
    assert_true(s.said() == expected);
}

/* Too little for a message of its own, it waits for the end of the turn, also if nothing more comes. */
TEST(what_was_passed_on_in_a_long_turn)
{
    Stage s;
    std::ptrdiff_t in_turn = -1, after_it = -1;
    TaskOrigin collected = Stage::no_origin;
    collected.output.tid = nth_tid(1);
    s.task(
        [&](Played &p) {
            p.print("early\n");
            p.lasts(3); /* it is passed on meanwhile */
            in_turn = s.control->told("printed t40002 6 early\n");
            p.sleep(1000000);
        },
        collected);
    s.at(500000, [&] { after_it = s.control->told("printed t40002 6 early\n"); });
    assert_int_equal(s.run(), 0);
    assert_int_equal(in_turn, 0);
    assert_int_equal(after_it, 1);
}

TEST(what_cannot_be_started)
{
    Stage s;
    Task *spawned = nullptr, *promised = nullptr;
    s.task(sleeps(1000000));
    s.at(1000, [&] { /* the carrier has no program left, so no room */
                     std::vector<std::string> environment;
                     spawned =
                         s.machine->lifecycle.spawn(s.machine->nodes[1], "nowhere", {}, Stage::no_origin, s.of(2));
                     promised = s.machine->lifecycle.promise(s.machine->nodes[1], {}, Stage::no_origin, s.of(2),
                                                             *s.of(2), &environment);
    });
    assert_int_equal(s.run(), 0);
    assert_null(spawned);
    assert_null(promised);
    assert_int_equal(s.machine->nodes[1].tasks, 0);
}

/* A promised task is one that others know, and nobody can signal: there is no process. */
TEST(a_promise)
{
    Stage s;
    std::vector<std::string> environment;
    Ns began = -1;
    s.task(sleeps(5000000));
    s.at(1000, [&] {
        for (int i = 0; i < 3; i++) {
            s.carrier->programs.emplace_back(); /* there is room */
            s.machine->lifecycle.promise(s.machine->nodes[2], s.machine->options.program, Stage::no_origin, nullptr,
                                         *s.of(2), &environment);
        }
        s.machine->lifecycle.signal(*s.of(3), SIGTERM);
        s.machine->lifecycle.signal(*s.of(3), SIGKILL);
    });
    s.at(2000, [&] {
        s.carrier->becomes(*s.played(3), Played::Unjoined{[&](Played &p) {
            p.compute(500); /* its own clock, before it is ours */
            p.join();
            began = p.now();
            p.sleep(1000000);
        }});
    });
    s.at(2500, [&] { /* its process gets the signal, though it has not joined yet */
                     s.carrier->becomes(*s.played(5), sleeps(1000000));
                     s.machine->lifecycle.signal(*s.of(5), SIGTERM);
    });
    s.at(3000, [&] { s.machine->lifecycle.break_promise(*s.of(4)); });
    s.at(4000, [&] {
        assert_null(s.played(4));
        assert_null(s.played(5));
    });
    assert_int_equal(s.run(), 0);
    expectation("the process begins when it comes", 2000, began);
    assert_string_equal(environment.back().c_str(), "AP1000_NODE=2 cell1");
    assert_true(s.control->told("ended t40004"));
    assert_int_equal(s.control->told("made t40003"), 1);
    expectation("why nobody runs ahead any more", "a tasker starts tasks of unknown programs",
                s.machine->ahead_rule.why_not());
}

/* Who it is, where, and whose: known before its first call. */
TEST(what_a_task_inherits)
{
    Stage s;
    const auto terminal = std::make_shared<Terminal>(-1);
    std::map<int, int> managers;
    s.control->manager = 77;
    s.task(sleeps(2000000));
    s.at(1000, [&] {
        s.of(2)->terminal = terminal;
        TaskOrigin service{PvmNoParent}, managed{PvmNoParent}, managed_by_first{PvmNoParent};
        service.service = true;
        managed.manager_tid = nth_tid(9);
        managed_by_first.manager_tid = 0;
        for (const TaskOrigin &o : {Stage::no_origin, service, managed, managed_by_first}) {
            s.carrier->programs.push_back(sleeps(1000));
            const Task *t =
                s.machine->lifecycle.spawn(s.machine->nodes[2], "/the/path", s.machine->options.program, o, s.of(2));
            managers[t->tid] = t->manager_tid;
            assert_ptr_equal(t->terminal.get(), o.service ? nullptr : terminal.get());
            assert_ptr_equal(s.machine->tasks.find(t->tid), t);
            assert_string_equal(s.carrier->given.back().exports.back().c_str(), "AP1000_NODE=2 cell1");
            assert_string_equal(s.carrier->given.back().argv0().c_str(), "/the/path");
        }
        s.carrier->programs.push_back(sleeps(1000));
        const Task *alone = s.machine->lifecycle.spawn(s.machine->nodes[2], "/the/path", s.machine->options.program,
                                                       Stage::no_origin, nullptr);
        assert_null(alone->terminal.get());
        expectation("as the user has called it", s.machine->options.program.file, s.carrier->given.back().argv0());
    });
    assert_int_equal(s.run(), 0);
    assert_true(managers ==
                (std::map<int, int>{{nth_tid(3), 77}, {nth_tid(4), 0}, {nth_tid(5), nth_tid(9)}, {nth_tid(6), 0}}));
}

TEST(programs_that_come_by_themselves)
{
    StageSettings settings;
    settings.options.processors = 2;
    Stage s(settings);
    Ns joined = -1;
    int node = -1;
    s.task(sleeps(2000000));
    s.at(1000, [&] {
        s.carrier->comes(Played::Unjoined{[](Played &p) { p.die(SIGSEGV); }}, "another", false); /* and never joins */
        s.carrier->comes(Played::Unjoined{[&](Played &p) {
                             p.compute(500); /* its own clock, before it is ours */
                             p.join();
                             joined = s.machine->timeline.now();
                             node = p.who().node;
                             p.sleep(1000);
                             p.ask(Request::leave);
                         }},
                         "by hand", false);
    });
    s.at(1500000, [&] {
        assert_null(s.machine->tasks.find(nth_tid(3))); /* nobody knows it */
        assert_null(s.machine->tasks.find(nth_tid(5)));
    });
    assert_int_equal(s.run(), 0);
    expectation("it joins when it comes, whatever its own clock says", 1000, joined);
    assert_int_equal(node, 0); /* where people are */
    assert_true(s.control->told("joined t40004"));
    assert_string_equal(s.machine->ahead_rule.why_not().c_str(), "a program was started by hand");
    assert_false(s.says("died")); /* its own shell says so */
    assert_int_equal(s.machine->nodes[0].tasks, 0);
}

/* It has left, and comes again as another task; its output is the old one's until it does. */
TEST(who_leaves_may_come_again)
{
    Stage s;
    int first = 0, second = 0;
    s.task([&](Played &p) {
        first = p.tid();
        p.ask(Request::leave);
        p.sleep(0); /* what it does then is no call of a task */
    });
    s.task([&](Played &p) {
        first = p.tid();
        p.ask(Request::leave);
        p.join();
        second = p.tid();
    });
    assert_int_equal(s.run(), 0);
    assert_int_equal(first, nth_tid(3));
    assert_int_equal(second, nth_tid(4));
    assert_true(s.says("t40002 on cell 0 is ended: its library asked for a call before joining"));
    for (const char *tid : {"t40003", "t40004"})
        assert_int_equal(s.control->told(std::string("output ended ") + tid), 1);
}

TEST(what_our_library_never_asks)
{
    const std::vector<std::pair<const char *, Played::Program>> all = {
        {"a second joining",
         [](Played &p) {
             p.join();
             p.join();
         }},
        {"a call before joining", [](Played &p) { p.ask(Request::status); }},
        {"an unknown call",
         [](Played &p) {
             p.join();
             p.ask(Request::unknown);
         }},
        {"an unknown call",
         [](Played &p) {
             p.join();
             p.ask(Request::settle); /* only who runs ahead asks so */
         }},
        {"an unknown posting",
         [](Played &p) {
             p.join();
             p.post(Post::To::nobody, 0, 1);
             p.sleep(1);
         }},
        {"a message body outside its memory",
         [](Played &p) {
             p.join();
             p.post(Post::To::task, nth_tid(1), 1, "", true);
             p.sleep(1);
         }},
        {"a list outside its memory",
         [](Played &p) {
             p.join();
             Call c;
             c.what = Request::audience;
             c.body_is_bad = true;
             p.ask(c);
         }},
        {"a list outside its memory",
         [](Played &p) {
             p.join();
             Call c;
             c.what = Request::covers;
             c.body_bytes = 3;
             p.ask(c);
         }},
        {"a request body outside its memory", [](Played &p) {
             p.join();
             Call c;
             c.what = Request::control;
             c.number = 1;
             c.body_is_bad = true;
             p.ask(c);
         }}};
    for (const auto &[asked, program] : all) {
        Stage s;
        bool went_on = false;
        s.task(Played::Unjoined{[&went_on, does = program](Played &p) {
            does(p);
            went_on = true;
        }});
        assert_int_equal(s.run(), 0);
        assert_false(went_on);
        expectation("said once, and not as a death",
                    std::string("ap1000: t40002 on cell 0 is ended: its library asked "
                                "for ") +
                        asked + "\n",
                    s.said());
    }
}

/* What the host has no part in. */
TEST(what_the_host_never_asks)
{
    const std::vector<std::pair<const char *, std::function<void(Played &)>>> all = {
        {"status lines that the host does not have", [](Played &p) { p.ask(Request::status, 1); }},
        {"a broadcast along a row or column that the host is not in",
         [](Played &p) {
             p.post(Post::To::all, MACH_ROW, 1);
             p.sleep(1);
         }},
        {"a broadcast along a row or column that the host is not in", [](Played &p) {
             p.post(Post::To::all, MACH_COLUMN, 1);
             p.sleep(1);
         }}};
    for (const auto &[asked, does] : all) {
        Stage s;
        bool went_on = false;
        s.task_on(0, [&, does = does](Played &p) {
            p.ask(Request::status); /* to look is allowed */
            does(p);
            went_on = true;
        });
        assert_int_equal(s.run(), 0);
        assert_false(went_on);
        assert_true(s.says(std::string("t40002 on the host is ended: its library asked for ") + asked));
    }
}

/* ---- nodes that leave -------------------------------------------------------------------------------------------- */

TEST(a_node_that_does_not_answer)
{
    StageSettings settings;
    settings.machine = "workstations";
    Stage s(settings);
    s.task(sleeps(1000000));
    s.task(sleeps(1000000));
    s.at(1000, [&] {
        s.machine->lifecycle.give_up(0, 1, 7000000); /* the master's does not hear that one */
        s.machine->lifecycle.give_up(2, 0, 8000000); /* that one does not hear the master's */
        s.machine->lifecycle.give_up(1, 0, 7000000); /* has left already */
        s.machine->lifecycle.give_up(0, 2, 7000000);
    });
    assert_int_equal(s.run(), 0);
    assert_false(s.machine->nodes[1].in_machine);
    assert_false(s.machine->nodes[2].in_machine);
    assert_true(s.machine->nodes[3].in_machine);
    expectation("each is said once",
                "ap1000: ws1 has not answered ws0 for 7 ms and leaves the machine, with its tasks\n"
                "ap1000: ws2 has not answered ws0 for 8 ms and leaves the machine, with its tasks\n",
                s.said());
    assert_true(s.control->told("deleted ws1"));
    assert_true(s.control->told("ended t40003"));
}

/* After the last tid that tasks of a node can have come the first again, but for those of living tasks. */
TEST(tids_come_again)
{
    Stage s;
    int wrong = 0, last = 0;
    s.task(sleeps(1000000));
    s.at(1000, [&] {
        const int living = nth_tid(2);
        for (int i = 0; i < 0x80000; i++) {
            last = s.machine->tasks.new_tid();
            wrong += last <= tid_of_node(0) || last >= tid_of_node(1) || last == living;
        }
    });
    assert_int_equal(s.run(), 0);
    assert_int_equal(wrong, 0);
}

} // namespace

STAGE_TEST_MAIN
