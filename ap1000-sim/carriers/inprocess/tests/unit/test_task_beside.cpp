/* test_task_beside.cpp - tasks in process and processes beside them: which programs are which, whose turn comes when,
 * what the carrier leaves to that of processes; and programs that are built anew (inprocess_carrier.cpp,
 * inprocess_waiting.cpp). */
#include "task_place.hpp"

#include <climits>
#include <cstdlib>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/tests/bound_child.hpp"
#include "carriers/slots/wire/handover.h"

#include "testing.h"

using namespace ap1000;

namespace
{

using One = TaskPlace::One;

ProcessExecution &process(const One &o)
{
    return dynamic_cast<ProcessExecution &>(*o.execution);
}

bool is_process(const One &o)
{
    return dynamic_cast<ProcessExecution *>(o.execution.get()) != nullptr;
}

/* A process, which knows nothing of the machine, and sleeps for ever then. */
One &start_script(TaskPlace &p, const std::string &script)
{
    One &o = p.start_file("/bin/sh", {"-c", script + "exec sleep 1000"});
    assert_true(is_process(o));
    return o;
}

/* It gives its turn back, as if it had called. */
void give_back(TaskPlace &p, const One &o)
{
    handover_give(&p.slot(o).turn, CARRIER_MACHINE);
}

/* ---- which program is which -------------------------------------------------------------------------------------- */

TEST(why_a_program_is_a_process)
{
    TaskPlace p;
    One &a = start_script(p, ""), &b = p.start({"join"}), &c = start_script(p, "");
    assert_false(is_process(b));
    assert_true(process(c).number == task(b).number + 1);
    assert_int_equal(p.said.size(), 1); /* once for each reason */
    assert_string_equal(p.said[0].first.c_str(), "/bin/sh");
    assert_true(p.said[0].second.find("it ") == 0);
    assert_int_equal(a.execution->number_for_users(), process(a).pid);
    One &d = p.start_file(TaskPlace::program, {"where?"}, "/no/such/folder");
    assert_true(is_process(d));
    assert_int_equal(p.said.size(), 2);
    assert_string_equal(p.said[1].first.c_str(), TaskPlace::program.c_str());
    assert_string_equal(p.said[1].second.c_str(), "the simulator cannot enter its folder /no/such/folder");
}

TEST(the_library)
{
    const std::string &library = TaskPlace::library, &program = TaskPlace::program;
    assert_string_equal(why_not_in_process(program, library, false, false).c_str(), "");
    assert_string_equal(why_not_in_process(program, library, false, true).c_str(),
                        "copies of it have their turns on one processor, and several are wanted");
    assert_string_equal(why_not_in_process("", library, true, true).c_str(), "");
    assert_string_equal(why_not_in_process(program, library, true, false).c_str(),
                        "it handles signals, and Ctrl-C at the terminal is its own");
    assert_string_equal(why_not_in_process("/no/such/program", library, false, false).c_str(),
                        "it is a script, or a program that cannot be read");
    for (const char *none : {"/no/such/library", "libm.so.6"}) {
        const std::string why = why_not_in_process("", none, false, false);
        assert_int_equal(why.find("no library for tasks in process: "), 0);
        assert_true(why.size() > 40);
    }
}

/* As many as there are slots. No place is lost by one that could not begin. */
TEST(no_more_than_fit)
{
    TaskPlace p;
    Program one;
    one.file = TaskPlace::program;
    one.folder = "/";
    for (std::uint32_t i = 1; i < TaskPlace::most; i++)
        (void)p.start({"exit:1"});
    assert_null(p.carrier.start(one.file, one, 0, false).get());
    assert_int_equal(p.said.size(), 0);
    p.end(*p.all[3]);
    (void)p.carrier.look();
    for (int i = 0; i < 4; i++) {
        one.folder = i < 3 ? "/no/such/folder" : "/";
        std::unique_ptr<Execution> e = p.carrier.start(one.file, one, 0, false);
        assert_non_null(e.get());
        assert_true((dynamic_cast<InprocessExecution *>(e.get()) != nullptr) == (i == 3));
        if (i < 3) {
            kill(dynamic_cast<ProcessExecution &>(*e).pid, SIGKILL);
            (void)e->exit_status();
        }
        e->close();
        (void)p.carrier.look();
    }
}

/* Expectation: as the system has it for a process (execve(2)). */
TEST(arguments_that_are_too_long)
{
    TaskPlace p;
    rlimit before{};
    getrlimit(RLIMIT_STACK, &before);
    const rlim_t as_is = before.rlim_cur;
    const struct {
        std::size_t n, bytes;
        bool fits;
        rlim_t stack;
    } rows[] = {{1, (1 << 17) - 1, true, as_is},
                {1, 1 << 17, false, as_is},
                {70, 100000, false, as_is},
                {1, 70000, true, 1 << 18}};
    for (const auto &row : rows) {
        Program one;
        one.file = TaskPlace::program;
        one.folder = "/";
        one.args.assign(row.n, std::string(row.bytes, 'x'));
        const rlimit limit = {row.stack, before.rlim_max};
        setrlimit(RLIMIT_STACK, &limit);
        const std::unique_ptr<Execution> e = p.carrier.start(one.file, one, 0, false);
        setrlimit(RLIMIT_STACK, &before);
        assert_true((e != nullptr) == row.fits);
        assert_null(dynamic_cast<ProcessExecution *>(e.get()));
        if (e != nullptr)
            e->close();
    }
}

/* No memory may be written any more: it is said, and all that was taken for it is free again. */
TEST(no_room)
{
    TaskPlace p;
    (void)p.start({"say:a"});
    Program one;
    one.file = TaskPlace::program;
    one.folder = "/";
    rlimit before{};
    getrlimit(RLIMIT_DATA, &before);
    const rlimit none = {4096, before.rlim_max};
    p.said.reserve(10);
    for (int i = 0; i < 3; i++) {
        setrlimit(RLIMIT_DATA, &none);
        std::unique_ptr<Execution> e = p.carrier.start(one.file, one, 0, false);
        setrlimit(RLIMIT_DATA, &before);
        if (e == nullptr)
            continue;
        assert_null(dynamic_cast<InprocessExecution *>(e.get()));
        kill(dynamic_cast<ProcessExecution &>(*e).pid, SIGKILL);
        (void)e->exit_status();
        e->close();
    }
    assert_int_equal(p.said.size(), 1);
    assert_string_equal(p.said[0].second.c_str(),
                        "the simulator has no room for it (memory, address space or mappings)");
    (void)p.carrier.look();
    for (std::uint32_t i = 2; i < TaskPlace::most; i++)
        (void)task(p.start({"say:b"}));
    assert_string_equal(p.waited_for().c_str(), "01234");
}

/* A room of its own for each as long as there are mappings for that; then one place for all. */
TEST(rooms_and_places)
{
    auto none = std::make_unique<TaskPlace>();
    const int mappings = Image(TaskPlace::program, none->carrier.library()).mappings();
    none.reset();
    TaskPlace p(2 * mappings);
    One &a = p.start({"say:a"}), &b = p.start({"say:b"}), &c = p.start({"say:c"}), &d = p.start({"say:d"});
    assert_false(task(a).room().is_shared());
    assert_false(task(b).room().is_shared());
    assert_true(task(c).room().is_shared());
    assert_true(task(d).room().is_shared());
    assert_ptr_not_equal(task(a).room().stack_top(), task(b).room().stack_top());
    assert_ptr_equal(task(c).room().stack_top(), task(d).room().stack_top());
    p.end(a);
    One &e = p.start({"say:e"}), &f = p.start({"say:f"});
    assert_false(task(e).room().is_shared());
    assert_true(task(f).room().is_shared());
    assert_string_equal(p.waited_for().c_str(), "12345");
    for (One *one : {&b, &c, &d, &e, &f})
        assert_int_equal(one->execution->take_output().size(), 2);
}

/* A machine that stays sees many programs: of those that have ended nothing stays open for ever. */
TEST(many_programs)
{
    TaskPlace p;
    const std::string name = "/tmp/test-task-many-" + std::to_string(getpid()) + "-";
    char real[PATH_MAX];
    assert_non_null(realpath(TaskPlace::program.c_str(), real));
    int after_some = 0;
    for (int i = 0; i < 60; i++) {
        const std::string path = name + std::to_string(i);
        assert_int_equal(symlink(real, path.c_str()), 0);
        One &one = p.start_file(path, {"say:here"});
        unlink(path.c_str());
        assert_false(is_process(one));
        assert_string_equal(p.printed(one).c_str(), "here\n");
        p.end(one);
        (void)p.carrier.look();
        if (i == 20)
            after_some = open_files();
    }
    assert_in_range(open_files(), 0, after_some + 16);
}

/* ---- a program that is built anew -------------------------------------------------------------------------------- */

TEST(built_anew)
{
    const std::string name = "/tmp/test-task-program-" + std::to_string(getpid());
    const auto write = [&name](const std::string &text) {
        unlink(name.c_str());
        std::ofstream(name) << text;
        chmod(name.c_str(), 0700);
    };
    std::ifstream from(TaskPlace::program, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(from), {}};
    TaskPlace p;
    write("#!/bin/sh\n");
    One &a = p.start_file(name, {});
    assert_true(is_process(a));
    assert_int_equal(p.said.size(), 1);
    write(bytes);
    One &b = p.start_file(name, {"say:new"});
    assert_false(is_process(b));
    assert_string_equal(p.printed(b).c_str(), "new\n");
    write("#!/bin/sh\n");
    One &c = p.start_file(name, {});
    assert_true(is_process(c));
    unlink(name.c_str());
    char real[PATH_MAX];
    assert_non_null(realpath(TaskPlace::program.c_str(), real));
    assert_int_equal(symlink(real, name.c_str()), 0);
    One &d = p.start_file(name, {"file?"});
    unlink(name.c_str());
    assert_string_equal(task(d).path.c_str(), real);
    assert_string_equal(p.printed(d).c_str(), (std::string(real) + "\n").c_str());
}

/* ---- turns ------------------------------------------------------------------------------------------------------- */

/* In the order of their start, whichever kind they are of. */
TEST(turns_of_both_kinds)
{
    TaskPlace p;
    One &a = p.start({"join"}), &b = start_script(p, ""), &c = p.start({"join"}), &d = start_script(p, ""),
        &e = p.start({"join"});
    give_back(p, d);
    give_back(p, b);
    assert_string_equal(p.waited_for().c_str(), "01234");
    for (One *one : {&a, &b, &c, &d, &e})
        assert_true(one->execution->take_turn());
    assert_false(p.carrier.anyone_runs());
    b.execution->give_turn();
    assert_true(p.carrier.anyone_runs());
    assert_false(p.carrier.is_quiet());
    give_back(p, b);
    assert_string_equal(p.waited_for().c_str(), "1");
    assert_true(p.carrier.wait_for(*b.execution));
}

/* A process that prints waits until those before it have been dealt with, and those behind it wait for it. */
TEST(output_of_both_kinds)
{
    TaskPlace p;
    One &a = p.start({"join"}), &b = start_script(p, "echo line; "), &c = p.start({"print:2000000", "join"}),
        &d = p.start({"join"});
    b.told.at_output = [&] { give_back(p, b); };
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(b.told.passed_on, 0);
    assert_true(a.execution->take_turn());
    assert_string_equal(p.waited_for().c_str(), "123");
    assert_int_equal(b.told.passed_on, 1);
    assert_string_equal(b.execution->take_output().c_str(), "line\n");
    assert_int_equal(c.told.passed_on, 0); /* processes run beside it: all of it is kept */
    assert_true(c.execution->take_output().size() >= 2000000);
    (void)d;
}

/* One that has run in a round, and is closed before it was handed over. */
TEST(closed_in_a_round)
{
    TaskPlace p;
    (void)p.start({"join"});
    One &b = start_script(p, "echo line; "), &c = p.start({"join"}), &d = p.start({"join"});
    b.told.at_output = [&] { give_back(p, b); };
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(b.told.passed_on, 0);
    assert_false(c.execution->awaits_processor());
    p.end(c);
    assert_string_equal(p.waited_for().c_str(), "13");
    assert_false(d.execution->awaits_processor());
}

/* One in process and a process: both are waited for. */
TEST(one_of_each_kind)
{
    TaskPlace p;
    One &a = start_script(p, ""), &b = p.start({"join"});
    give_back(p, a);
    assert_string_equal(p.waited_for().c_str(), "01");
    assert_true(a.execution->take_turn());
    assert_string_equal(p.waited_for().c_str(), "1");
    assert_true(b.execution->take_turn());
    a.execution->give_turn();
    give_back(p, a);
    assert_string_equal(p.waited_for().c_str(), "0");
}

TEST(the_run_ends_while_a_process_computes)
{
    TaskPlace p;
    (void)p.start({"join"});
    (void)start_script(p, "");
    CarrierPlace::guardian().order.end_at_once(SIGTERM);
    assert_string_equal(p.waited_for().c_str(), "0!");
}

/* ---- what is left to the carrier of processes -------------------------------------------------------------------- */

TEST(who_may_still_come)
{
    {
        TaskPlace none;
        assert_false(none.carrier.wait_for_others());
        assert_false(none.carrier.await_master());
        assert_ptr_equal(&none.carrier.bodies(), &none.carrier.region());
    }
    TaskPlace p(0, [](ProcessSettings &s) { s.stays = true; });
    assert_true(p.carrier.wait_for_others());
}

TEST(a_promise)
{
    TaskPlace p;
    One &a = p.start({"join"});
    std::vector<std::string> environment;
    std::unique_ptr<Execution> promised = p.carrier.promise(*a.execution, 5, &environment);
    assert_non_null(promised.get());
    assert_true(promised->is_promised());
    assert_int_equal(environment.size(), 3);
    promised->break_promise();
    promised->close();
}

TEST(the_master_comes)
{
    int master = 0;
    const pid_t pid = start_joiner(0);
    TaskPlace p(0, [&](ProcessSettings &s) {
        s.master = pid;
        s.master_socket = master = dup(0);
    });
    assert_true(p.comes([&p] { return p.carrier.look().newcomers; }));
    (void)p.carrier.await_master();
    std::vector<JoinedProgram> joined = p.carrier.take_joined(99);
    assert_int_equal(joined.size(), 1);
    assert_true(joined[0].is_master);
    CarrierPlace::guardian().watch_master(getpid());
    One &o = p.own(std::move(joined[0].execution));
    assert_false(p.carrier.is_to_stop());
    end_joiner(pid);
    assert_true(p.comes([&o] { return o.execution->dead(); }));
    assert_true(p.carrier.is_to_stop());
}

TEST(signals_of_children)
{
    TaskPlace p;
    (void)p.start({"join"});
    assert_false(p.carrier.wait_for_signals());
    One &a = p.start_file("/bin/sh", {"-c", "trap : USR1; sleep 1000 & wait"});
    assert_true(p.comes([&a] { return child_may_signal(process(a).pid); }));
    assert_true(p.carrier.wait_for_signals());
    for (const pid_t child : descendants(process(a).pid))
        kill(child, SIGKILL);
}

/* Both kinds end with the run. */
TEST(the_end)
{
    TaskPlace p;
    One &a = p.start_file("/bin/sh", {"-c", "exit 3"}), &b = p.start({"join"}), &c = start_script(p, "");
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    assert_true(p.comes([&p] { return p.carrier.look().deaths; }));
    assert_int_equal(WEXITSTATUS(*a.execution->exit_status()), 3);
    p.carrier.end_all({1, 1, false});
    assert_int_equal(*b.execution->exit_status(), SIGKILL);
    assert_int_equal(*c.execution->exit_status(), SIGKILL);
}

/* What processes have left behind has become ours. */
TEST(the_end_of_orphans)
{
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    TaskPlace p;
    One &a = p.start_file("/bin/sh", {"-c", "(sleep 1000 >/dev/null 2>&1 &); exit 0"});
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    assert_int_equal(*a.execution->exit_status(), 0);
    assert_int_equal(descendants(getpid()).size(), 1);
    p.carrier.end_orphans();
    assert_int_equal(descendants(getpid()).size(), 0);
}

} // namespace

TASK_TEST_MAIN
