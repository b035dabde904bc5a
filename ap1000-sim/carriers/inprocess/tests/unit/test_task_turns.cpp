/* test_task_turns.cpp - turns of tasks in process: who runs and when, what each has of its own meanwhile, what is
 * passed on of its output (inprocess_turn.cpp, inprocess_waiting.cpp, inprocess_execution.cpp, stacks.cpp). */
#include "task_place.hpp"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

using namespace ap1000;

namespace
{

using One = TaskPlace::One;

/* ---- turns ------------------------------------------------------------------------------------------------------- */

TEST(a_program_begins_with_the_turn)
{
    TaskPlace p;
    assert_false(p.carrier.anyone_runs());
    One &a = p.start({"say:one"}), &b = p.start({"say:two"});
    assert_true(p.carrier.anyone_runs());
    assert_true(task(b).number == task(a).number + 1);
    assert_int_equal(p.slot(a).turn, CARRIER_TASK);
    assert_int_equal(a.execution->clock(), 77);
    assert_true(a.execution->awaits_processor());
    assert_false(a.execution->dead());
    assert_false(a.execution->is_detached());
    assert_false(a.execution->wants_turn());
    assert_false(a.execution->is_promised());
    assert_false(a.execution->may_have_output());
    assert_false(task(a).waits_in_call());
    assert_null(InprocessExecution::running());
    assert_int_equal(a.execution->number_for_users(), (1 << 23) + static_cast<int>(task(a).number));
    assert_string_equal(a.execution->folders().current.c_str(), "/");
    const std::string program = TaskPlace::program.substr(0, TaskPlace::program.rfind('/'));
    assert_string_equal(a.execution->folders().program.c_str(), program.c_str());
}

TEST(what_a_program_begins_with)
{
    umask(022);
    TaskPlace p;
    Program with;
    with.file = TaskPlace::program;
    with.called = "another name";
    with.args = {"arguments",
                 "variable:AP1000_CLOCK",
                 "variable:AP1000_SOCKET",
                 "variable:PVMEPID",
                 "variable:OWN",
                 "variable:AP1000_TICKET",
                 "pid",
                 "where?"};
    with.exports = {"OWN=PVMEPID=5"};
    with.folder = "/";
    One &a = p.own(p.carrier.start(with.file, with, 77, false));
    const std::string number = std::to_string(a.execution->number_for_users());
    std::string wanted = "another name\n";
    for (const std::string &word : with.args)
        wanted += word + "\n";
    wanted += "77\n" + CarrierPlace::socket_name() + "\n" + number + "\nPVMEPID=5\nnone\npid " + number + "\n/\n";
    assert_string_equal(p.printed(a).c_str(), wanted.c_str());
}

/* In the order of their start; each is taken once, and runs once in a turn. */
TEST(turns_come_back_in_order)
{
    TaskPlace p;
    int runs = 0;
    One &a = p.start({"join", "set:" + place_of(&runs), "wait"}), &b = p.start({"join"}), &c = p.start({"say:three"});
    assert_string_equal(p.waited_for().c_str(), "012");
    assert_null(InprocessExecution::running());
    assert_false(a.execution->awaits_processor());
    assert_true(c.execution->dead());
    assert_true(b.execution->take_turn());
    assert_false(b.execution->take_turn());
    assert_true(p.carrier.anyone_runs());
    assert_string_equal(p.waited_for().c_str(), "02"); /* they have run: not again */
    assert_int_equal(runs, 0);
    assert_true(c.execution->take_turn());
    assert_int_equal(p.answer(a), Request::join);
    assert_true(a.execution->awaits_processor());
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(runs, 1);
    assert_true(a.execution->take_turn());
    assert_false(p.carrier.anyone_runs());
    assert_string_equal(p.waited_for().c_str(), "");
    b.execution->give_turn();
    c.execution->give_turn(); /* as with any: it has handed over at once */
    assert_string_equal(p.waited_for().c_str(), "12");
    assert_false(c.execution->awaits_processor());
}

/* One of them; nobody waits for one that does not have the turn. */
TEST(waiting_for_one)
{
    TaskPlace p;
    int runs = 0;
    One &a = p.start({"set:" + place_of(&runs)}), &b = p.start({"join", "set:" + place_of(&runs)});
    assert_true(p.carrier.wait_for(*b.execution));
    assert_int_equal(runs, 0);
    assert_true(b.execution->take_turn());
    assert_true(p.carrier.wait_for(*b.execution));
    assert_int_equal(runs, 0);
    assert_true(p.carrier.wait_for(*a.execution));
    assert_int_equal(runs, 1);
    assert_true(a.execution->dead());
    assert_false(b.execution->dead());
}

TEST(who_waits_in_a_call)
{
    TaskPlace p;
    One &a = p.start({"join", "wait", "leave"});
    (void)p.waited_for();
    assert_false(task(a).waits_in_call()); /* it is no task yet */
    assert_int_equal(p.answer(a), Request::join);
    assert_false(task(a).waits_in_call()); /* it has the turn */
    (void)p.waited_for();
    (void)a.execution->take_turn();
    assert_true(task(a).waits_in_call());
    a.execution->give_turn();
    assert_string_equal(p.waited_for().c_str(), "0");
    Call leave;
    a.execution->take_turn();
    a.execution->call(leave);
    assert_int_equal(leave.what, Request::leave);
    assert_false(task(a).waits_in_call());
}

TEST(quiet)
{
    TaskPlace p;
    (void)p.carrier.look();
    assert_true(p.carrier.is_quiet());
    One &a = p.start({"join"});
    assert_false(p.carrier.is_quiet());
    (void)p.waited_for();
    (void)a.execution->take_turn();
    assert_true(p.carrier.is_quiet());
    a.execution->raise(SIGKILL, false);
    assert_false(p.carrier.is_quiet());
    assert_true(p.carrier.look().deaths);
    assert_true(p.carrier.is_quiet());
    assert_false(p.carrier.look().deaths);
    assert_false(p.carrier.anyone_runs());
}

/* ---- what each has of its own ------------------------------------------------------------------------------------ */

/* Variables, zeros, those of the thread, memory: whoever else runs between. */
void memory_of_its_own(TaskPlace &p, bool shared)
{
    const Words words = {"join", "count", "wait", "count", "wait", "count"};
    One &a = p.start(words), &b = p.start(words), &c = p.start({"join", "count"});
    std::string said_a, said_b;
    for (const auto &one : p.all)
        assert_int_equal(task(*one).room().is_shared(), shared);
    for (int i = 0; i < 3; i++) {
        (void)p.waited_for();
        (void)p.answer(a);
        (void)p.answer(b);
        said_a += a.execution->take_output();
        said_b += b.execution->take_output();
    }
    said_a += p.printed(a);
    said_b += p.printed(b);
    assert_string_equal(said_a.c_str(), "11 1 21 1 1\n12 2 22 2 2\n13 3 23 3 3\n");
    assert_string_equal(said_b.c_str(), said_a.c_str());
    assert_string_equal(p.printed(c).c_str(), "11 1 21 1 1\n");
}

TEST(memory_of_its_own_room)
{
    TaskPlace p;
    memory_of_its_own(p, false);
}

TEST(memory_of_its_own_in_one_place)
{
    TaskPlace p(0);
    memory_of_its_own(p, true);
}

/* errno, and the state of floating point; the simulator's is as it was. */
TEST(registers_of_its_own)
{
    TaskPlace p;
    One &a = p.start({"join", "float", "errno:7", "wait", "errno?", "float?"}),
        &b = p.start({"join", "errno:8", "wait", "errno?", "float?"});
    errno = 33;
    assert_string_equal(p.waited_for().c_str(), "01");
    assert_int_equal(errno, 33);
    for (int i = 0; i < 2; i++) {
        (void)p.answer(a);
        (void)p.answer(b);
        (void)p.waited_for();
    }
    assert_string_equal(a.execution->take_output().c_str(), "errno 7\ndivided 1\n");
    assert_string_equal(b.execution->take_output().c_str(), "errno 8\nwhole 0\n");
}

/* The simulator's own folder comes back. */
TEST(a_folder_of_its_own)
{
    char folder[4096];
    assert_int_equal(chdir("/usr"), 0);
    TaskPlace p;
    One &a = p.start({"join", "where?", "wait", "where?"}),
        &b = p.start_file(TaskPlace::program, {"join", "where?", "wait", "where?"}, "/proc");
    FILE *const output = stdout;
    for (int i = 0; i < 3; i++) {
        (void)p.waited_for();
        assert_string_equal(getcwd(folder, sizeof folder), "/usr");
        assert_ptr_equal(stdout, output);
        if (i == 2)
            break;
        (void)p.answer(a);
        (void)p.answer(b);
    }
    assert_string_equal(a.execution->take_output().c_str(), "/\n/\n");
    assert_string_equal(b.execution->take_output().c_str(), "/proc\n/proc\n");
    assert_string_equal(a.execution->folders().current.c_str(), "/");
    assert_string_equal(b.execution->folders().current.c_str(), "/proc");
}

/* As many files as a process might have; its own terminal is the simulator's. */
TEST(files_of_its_own)
{
    rlimit before{};
    char text[100] = "";
    getrlimit(RLIMIT_NOFILE, &before);
    const rlimit few = {64, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    TaskPlace p;
    One &a = p.start({"open", "file?"});
    char real[PATH_MAX];
    assert_non_null(realpath(TaskPlace::program.c_str(), real));
    assert_string_equal(p.printed(a).c_str(), (std::string("last file 63\n") + real + "\n").c_str());
    const int output = dup(1), file = memfd_create("output", MFD_CLOEXEC);
    std::fflush(stdout);
    dup2(file, 1);
    const std::string collected = p.printed(p.start({"say:mine", "keep:kept"}, true));
    dup2(output, 1);
    assert_string_equal(collected.c_str(), "");
    assert_int_equal(pread(file, text, sizeof text - 1, 0), 10);
    assert_string_equal(text, "mine\nkept\n");
    close(output);
    close(file);
}

/* A message goes from slot to slot; who has died with one has given it back. */
TEST(a_message)
{
    TaskPlace p;
    const Words receives = {"join", "receive"};
    One &b = p.start(receives), &c = p.start(receives);
    const std::string to_b = std::to_string(TaskPlace::tid_of(b)), to_c = std::to_string(TaskPlace::tid_of(c));
    One &a = p.start({"join", "send:" + to_b, "send:" + to_c, "wait"});
    std::deque<Post> posts;
    (void)p.waited_for();
    for (One *one : {&a, &b, &c})
        (void)p.answer(*one);
    assert_string_equal(p.waited_for().c_str(), "012");
    a.execution->take_posts(posts);
    assert_int_equal(posts.size(), 2);
    for (Post &post : posts) {
        One &to = &post == &posts[0] ? b : c;
        assert_false(post.body_is_bad);
        assert_int_equal(post.message.dst_tid, TaskPlace::tid_of(to));
        assert_int_equal(post.message.tag, 5);
        post.message.src_tid = TaskPlace::tid_of(a);
        std::deque<Message> messages;
        messages.push_back(std::move(post.message));
        assert_int_equal(p.answer(to, Reply(), std::move(messages)), Request::wait);
        assert_int_equal(p.slot(to).reply.nframes, 1);
        assert_int_equal(p.slot(to).reply.frames[0].arena, dynamic_cast<SlotExecution &>(*a.execution).slot);
    }
    const std::string wanted = "a word of " + std::to_string(TaskPlace::tid_of(a)) + " with 5\n";
    assert_string_equal(p.printed(b).c_str(), wanted.c_str());
    c.execution->raise(SIGKILL, false);
    p.end(a);
    for (bool has_it : {true, false}) {
        for (int i = 0; i < 100; i++)
            (void)p.carrier.look();
        assert_int_equal(p.carrier.region().has_left(), has_it);
        p.end(c);
    }
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

constexpr std::size_t much = 1 << 20; /* inprocess_turn.cpp: most_kept */

TEST(output_is_kept_for_the_kernel)
{
    TaskPlace p;
    One &a = p.start({"say:one", "join", "keep:two"});
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_true(a.execution->may_have_output());
    assert_string_equal(a.execution->take_output().c_str(), "one\n");
    assert_string_equal(a.execution->take_output().c_str(), "");
    assert_false(a.execution->may_have_output());
    assert_int_equal(a.told.passed_on, 0);
    assert_string_equal(p.printed(a).c_str(), "two\n");
}

/* Of one whose turn comes next; the simulator's own stdout is there meanwhile, and then the program's again. */
TEST(much_output_is_passed_on)
{
    TaskPlace p;
    FILE *const output = stdout;
    std::size_t bytes = 0;
    One &a = p.start({"print:2000000", "say:end"});
    a.told.at_output = [&] {
        assert_ptr_equal(stdout, output);
        assert_ptr_equal(InprocessExecution::running(), &task(a));
        bytes += a.execution->take_output().size();
    };
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_ptr_equal(stdout, output);
    assert_int_equal(a.told.passed_on, 1);
    assert_true(bytes >= much && bytes < much + 70000);
    bytes += a.execution->take_output().size();
    assert_int_equal(bytes, (2000000 + 62) / 63 * 63 + 4);
}

/* From so many bytes on, whoever prints the last of them. */
TEST(how_much_is_kept)
{
    TaskPlace p;
    const std::string all_but_one = "write:" + std::to_string(much - 1);
    One &a = p.start({all_but_one, "join", "write:1", "wait", all_but_one, "write:2"});
    a.told.at_output = [&a] { assert_int_equal(a.execution->take_output().size(), much); };
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(a.told.passed_on, 0);
    (void)p.answer(a);
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(a.told.passed_on, 1);
    a.told.at_output = [&a] { assert_int_equal(a.execution->take_output().size(), much + 1); };
    (void)p.answer(a);
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(a.told.passed_on, 2);
}

/* Those before one that prints much are dealt with first. */
TEST(output_behind_others)
{
    TaskPlace p;
    One &a = p.start({"join"}), &b = p.start({"print:2000000", "join", "say:end"}), &c = p.start({"join"});
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(b.told.passed_on, 0);
    assert_true(task(b).prints());
    assert_false(b.execution->is_detached());
    b.told.at_output = [&b] { (void)b.execution->take_output(); };
    (void)p.answer(a); /* it is of the next round */
    assert_string_equal(p.waited_for().c_str(), "12");
    assert_false(task(b).prints());
    assert_int_equal(b.told.passed_on, 1);
    (void)p.answer(b);
    (void)p.answer(c);
    assert_string_equal(p.waited_for().c_str(), "012");
}

/* The first of several needs nobody; one that nobody waits for in a round keeps all. */
TEST(output_of_the_first)
{
    TaskPlace p;
    One &a = p.start({"print:1500000", "join"}), &b = p.start({"join", "print:1500000", "wait"});
    a.told.at_output = [&a] { (void)a.execution->take_output(); };
    assert_string_equal(p.waited_for().c_str(), "01");
    assert_int_equal(a.told.passed_on, 1);
    (void)p.answer(b);
    assert_true(p.carrier.wait_for(*b.execution));
    assert_int_equal(b.told.passed_on, 0);
    assert_true(b.execution->take_output().size() >= 1500000);
}

/* It is killed while others are dealt with. */
TEST(one_that_prints_is_killed)
{
    TaskPlace p;
    One &a = p.start({"join"}), &b = p.start({"print:2000000", "join"}), &c = p.start({"join"});
    assert_string_equal(p.waited_for().c_str(), "0");
    b.execution->raise(SIGKILL, false);
    assert_true(b.execution->dead());
    (void)p.answer(a);
    assert_string_equal(p.waited_for().c_str(), "12");
    assert_true(b.execution->dead());
    assert_int_equal(*b.execution->exit_status(), SIGKILL);
    assert_false(c.execution->dead());
    assert_int_equal(b.told.passed_on, 0);
}

/* One that is waited for alone prints on at once. */
TEST(one_that_prints_is_waited_for)
{
    TaskPlace p;
    int done = 0;
    (void)p.start({"join"});
    One &b = p.start({"print:2000000", "set:" + place_of(&done), "join"});
    b.told.at_output = [&b] { (void)b.execution->take_output(); };
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(done, 0);
    assert_true(p.carrier.wait_for(*b.execution));
    assert_int_equal(done, 1);
    assert_false(task(b).prints());
}

} // namespace

TASK_TEST_MAIN
