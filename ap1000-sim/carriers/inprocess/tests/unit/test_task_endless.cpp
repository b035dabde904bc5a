/* test_task_endless.cpp - tasks in process that do not come to a call: they compute, or wait for what is outside; when
 * others go on without them, and when the run ends, or somebody asks, meanwhile (inprocess_turn.cpp,
 * inprocess_waiting.cpp, faults.cpp, program_text.cpp). */
#include "task_place.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carriers/process/tests/bound_child.hpp"
#include "sockets.h"

#include "testing.h"

using namespace ap1000;

namespace
{

using One = TaskPlace::One;

volatile int go = 0; /* until it is not 0, programs compute */

std::function<void(ProcessSettings &)> patience(double seconds)
{
    return [seconds](ProcessSettings &s) { s.patience_s = seconds; };
}

/* ---- those that compute ------------------------------------------------------------------------------------------ */

/* It is named and set aside; it goes on, with what it has of its own, while there is nothing else to do, and is waited
 * for again when it has come to a call. */
void one_is_set_aside_and_goes_on(TaskPlace &p)
{
    One &a = p.start(
            {"float", "join", "errno:7", "compute:" + place_of(&go), "errno?", "float?", "say:computed", "wait"}),
        &b = p.start({"join", "say:other", "wait"});
    (void)p.waited_for();
    (void)p.answer(a);
    (void)p.answer(b);
    assert_string_equal(p.waited_for().c_str(), "1");
    assert_true(a.execution->is_detached());
    assert_true(task(a).is_aside());
    assert_true(task(a).is_aside());
    assert_true(p.carrier.any_is_endless());
    assert_false(p.carrier.is_quiet());
    assert_false(a.execution->take_turn());
    assert_int_equal(a.told.complaints.size(), 1);
    const std::string how = " s of real time without a PVM call (--patience; pvm_kill ends it, `kill " +
                            std::to_string(getpid()) + "` the run)";
    assert_int_equal(a.told.complaints[0].find("has computed for 0"), 0);
    assert_non_null(std::strstr(a.told.complaints[0].c_str(), how.c_str()));
    assert_int_equal(p.answer(b), Request::idle);
    assert_string_equal(p.waited_for().c_str(), "1");
    assert_int_equal(p.answer(b), Request::leave);
    assert_string_equal(p.waited_for().c_str(), "1");
    assert_true(b.execution->dead());
    assert_true(b.execution->take_turn());
    assert_false(p.carrier.anyone_runs());
    for (int i = 0; i < 3; i++)
        assert_true(p.carrier.wait_for_others());
    assert_false(p.carrier.anyone_runs());
    assert_string_equal(a.execution->take_output().c_str(), "");
    go = 1;
    assert_true(p.comes([&p] { return p.carrier.anyone_runs(); }));
    assert_false(a.execution->is_detached());
    assert_false(p.carrier.any_is_endless());
    assert_string_equal(a.execution->take_output().c_str(), "errno 7\ndivided 1\ncomputed\n");
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(p.answer(a), Request::idle);
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(p.answer(a), Request::leave);
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_true(a.execution->dead());
    assert_int_equal(a.told.complaints.size(), 1);
    assert_int_equal(a.told.passed_on, 0);
    assert_false(p.carrier.wait_for_others());
}

TEST(one_is_set_aside_in_its_room)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    one_is_set_aside_and_goes_on(p);
}

TEST(one_is_set_aside_in_one_place)
{
    TaskPlace p(0, patience(0));
    one_is_set_aside_and_goes_on(p);
}

/* Patience begins with the first look at the turn, and ends not before its time. */
TEST(patience_is_kept)
{
    while (processor_s() < 0.7) /* of the simulator's own: that does not count */
        ;
    TaskPlace p(TaskPlace::plenty, patience(0.3));
    One &a = p.start({"compute:" + place_of(&go)});
    const double began_s = processor_s();
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(processor_s() - began_s >= 0.3);
    assert_true(processor_s() - began_s < 1.1);
    assert_true(task(a).is_aside());
    assert_int_equal(a.told.complaints.size(), 1);
    assert_true(std::atoi(a.told.complaints[0].c_str() + std::strlen("has computed for ")) < 2);
}

/* While nothing else is to be done, those aside go on, until the next look at each. That ends as soon as
 * one has come to a call, however long there is time. What they have posted is looked at whenever the machine looks. */
TEST(several_are_aside)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    volatile int other = 0;
    One &a = p.start({"compute:" + place_of(&go), "join"}), &b = p.start({"compute:" + place_of(&other)}),
        &c = p.start({"join"});
    assert_string_equal(p.waited_for().c_str(), "2");
    assert_true(c.execution->take_turn());
    assert_true(p.carrier.wait_for_others());
    (void)p.carrier.look();
    (void)p.carrier.look();
    assert_int_equal(a.told.sent_early, 2);
    assert_int_equal(b.told.sent_early, 2);
    assert_int_equal(c.told.sent_early, 0);
    go = 1;
    p.carrier.wait_for_news(1000000000); /* the other one never comes back */
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_false(a.execution->dead());
    assert_true(task(b).is_aside());
    task(b).go_on_a_little();
    assert_true(task(b).is_aside());
}

/* Where a program may be left, and where a handler of its own may run. */
TEST(where_it_may_be_left)
{
    TaskPlace p;
    InprocessExecution &a = task(p.start({"join"}));
    unsigned char *bottom = a.room().stack_bottom(), *top = a.room().stack_top();
    constexpr int page = 4096, registers = 1 << 15; /* inprocess_turn.cpp: room_aside */
    assert_false(a.is_on_stack(bottom + page - 1));
    assert_true(a.is_on_stack(bottom + page));
    assert_true(a.is_on_stack(top - 1));
    assert_false(a.is_on_stack(top));
    assert_false(a.has_room(bottom + registers - 1));
    assert_true(a.has_room(bottom + registers));
    assert_true(a.has_room(top - 1));
    assert_false(a.has_room(top));
    assert_ptr_equal(a.stack_top(), top);
    assert_false(a.is_own_code(top - 1));
    assert_false(a.is_own_code(reinterpret_cast<const void *>(&where_it_may_be_left)));
    std::uint64_t offset = 0;
    while (!a.is_own_code(top + offset) && offset < 1 << 20)
        offset += 4096;
    assert_true(a.is_own_code(top + offset));
    assert_false(a.has_come_back(top + offset)); /* it was not awaited */
    a.await_own_code();
    assert_false(a.has_come_back(top - 1));
    assert_true(a.has_come_back(top + offset));
    assert_false(a.has_come_back(top + offset));
}

/* Its next turn is one like others; in the same one it is set aside at the next look. */
TEST(the_next_turn)
{
    TaskPlace p(TaskPlace::plenty, patience(0.3));
    volatile int other = 0;
    One &a = p.start({"compute:" + place_of(&go), "compute:" + place_of(&other), "join", "compute:" + place_of(&go)});
    assert_string_equal(p.waited_for().c_str(), "");
    go = 1;
    for (int i = 0; i < 5; i++)
        p.carrier.wait_for_news(20);
    assert_true(task(a).is_aside());
    assert_int_equal(a.told.complaints.size(), 1); /* once a turn */
    other = 1;
    assert_true(p.comes([&p] { return p.carrier.anyone_runs(); }));
    go = 0;
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(p.answer(a), Request::join);
    const double began_s = processor_s();
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(processor_s() - began_s >= 0.3);
    assert_int_equal(a.told.complaints.size(), 2);
}

/* In libc it could hold a lock: it is set aside as soon as it returns from there. */
TEST(one_that_is_in_libc)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    One &a = p.start({"fill:" + place_of(&go), "join"});
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(task(a).is_aside());
    go = 1;
    assert_true(p.comes([&p] { return p.carrier.anyone_runs(); }));
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_false(a.execution->dead());
    assert_int_equal(p.answer(a), Request::join);
    assert_int_equal(p.status(a), 0);
}

TEST(one_that_is_in_libc_in_one_place)
{
    TaskPlace p(0, patience(0));
    One &a = p.start({"fill:" + place_of(&go), "say:filled"}), &b = p.start({"say:other"});
    assert_string_equal(p.waited_for().c_str(), "1");
    assert_string_equal(b.execution->take_output().c_str(), "other\n");
    (void)b.execution->take_turn();
    go = 1;
    assert_true(p.comes([&p] { return p.carrier.anyone_runs(); }));
    assert_string_equal(p.printed(a).c_str(), "filled\n");
    assert_int_equal(*a.execution->exit_status(), 0);
}

/* pvm_kill ends it; its turn is taken then. */
TEST(one_set_aside_is_killed)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    One &a = p.start({"compute:" + place_of(&go)}), &b = p.start({"compute:" + place_of(&go)});
    assert_string_equal(p.waited_for().c_str(), "");
    a.execution->raise(SIGTERM, true);
    assert_true(a.execution->dead());
    assert_false(a.execution->is_detached());
    assert_true(b.execution->is_detached());
    assert_true(p.carrier.any_is_endless());
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_true(p.carrier.wait_for(*a.execution));
    assert_true(a.execution->take_turn());
    assert_int_equal(*a.execution->exit_status(), SIGTERM);
    p.end(a);
    p.end(b); /* it is closed where it is */
    assert_false(p.carrier.any_is_endless());
    assert_false(p.carrier.anyone_runs());
    assert_false(p.carrier.wait_for_others());
}

/* What it prints is passed on, though it is not waited for; if it makes a fault, it has ended. */
TEST(what_one_set_aside_does)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    volatile int other = 0;
    std::string printed;
    One &a = p.start({"compute:" + place_of(&go), "say:on", "compute:" + place_of(&other), "wild:16"});
    a.told.at_output = [&] { printed += a.execution->take_output(); };
    assert_string_equal(p.waited_for().c_str(), "");
    assert_int_equal(a.told.passed_on, 0);
    go = 1;
    assert_true(p.comes([&a] { return a.told.passed_on > 0; }));
    assert_string_equal(printed.c_str(), "on\n");
    assert_true(a.execution->is_detached());
    other = 1;
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    assert_int_equal(a.told.passed_on, 1);
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(*a.execution->exit_status(), SIGSEGV);
}

/* Of one that is waited for alone. */
TEST(waiting_for_one_that_computes)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    One &a = p.start({"compute:" + place_of(&go)});
    assert_true(p.carrier.wait_for(*a.execution));
    assert_true(a.execution->is_detached());
    assert_false(p.carrier.anyone_runs());
    assert_int_equal(a.told.complaints.size(), 1);
}

/* It has printed much, and computes then. */
TEST(one_that_prints_and_computes)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    One &a = p.start({"join"}), &b = p.start({"print:2000000", "compute:" + place_of(&go)});
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_true(a.execution->take_turn());
    assert_string_equal(p.waited_for().c_str(), "");
    assert_true(task(b).is_aside());
    assert_int_equal(b.told.complaints.size(), 1);
}

/* ---- while one computes ------------------------------------------------------------------------------------------ */

/* Somebody asks what the tasks do: the program is left for that moment alone. */
TEST(somebody_asks)
{
    TaskPlace p;
    int asked = 0;
    One &a = p.start({"errno:7", "compute:" + place_of(&go), "errno?"});
    p.carrier.on_inquiry([&] {
        asked++;
        go = 1;
        assert_null(InprocessExecution::running());
        return std::string("all of them");
    });
    const int fd = ask(p);
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(asked, 1);
    assert_false(p.carrier.is_asked());
    assert_true(a.execution->dead());
    assert_string_equal(a.execution->take_output().c_str(), "errno 7\n");
    assert_int_equal(a.told.complaints.size(), 0);
    carrier_ps_answer answer{};
    int none;
    assert_true(sockets_receive(fd, &answer, sizeof answer, &none));
    assert_int_equal(answer.bytes, 11);
    close(fd);
}

/* ... and also while it is not waited for. */
TEST(somebody_asks_of_one_set_aside)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    int asked = 0;
    (void)p.start({"compute:" + place_of(&go)});
    p.carrier.on_inquiry([&asked] {
        asked++;
        return std::string("all of them");
    });
    assert_string_equal(p.waited_for().c_str(), "");
    const int fd = ask(p);
    (void)p.carrier.look();
    assert_int_equal(asked, 1);
    close(fd);
}

TEST(the_run_ends_while_one_computes)
{
    TaskPlace p;
    One &a = p.start({"compute:" + place_of(&go)}), &b = p.start({"join"});
    CarrierPlace::guardian().order.end_at_once(SIGTERM);
    assert_string_equal(p.waited_for().c_str(), "!");
    assert_true(a.execution->dead());
    assert_int_equal(*a.execution->exit_status(), SIGKILL);
    assert_false(b.execution->dead());
    assert_false(p.carrier.wait_for(*b.execution));
    assert_true(p.carrier.look().stop);
}

TEST(the_run_ends_while_one_is_in_libc)
{
    TaskPlace p;
    One &a = p.start({"fill:" + place_of(&go)});
    CarrierPlace::guardian().order.end_at_once(SIGTERM);
    assert_string_equal(p.waited_for().c_str(), "!");
    assert_int_equal(*a.execution->exit_status(), SIGKILL);
}

TEST(the_run_ends_while_one_is_aside)
{
    TaskPlace p(TaskPlace::plenty, patience(0));
    One &a = p.start({"compute:" + place_of(&go)});
    assert_string_equal(p.waited_for().c_str(), "");
    CarrierPlace::guardian().order.end_at_once(SIGTERM);
    assert_true(p.carrier.wait_for_others());
    p.carrier.end_all({1, 1, false});
    assert_int_equal(*a.execution->exit_status(), SIGKILL);
    assert_false(a.execution->is_detached());
}

/* ---- those that wait for what is outside ------------------------------------------------------------------------- */

struct Pipe {
    std::string name = "/tmp/test-task-input-" + std::to_string(getpid());
    int end;
    Pipe()
    {
        assert_int_equal(mkfifo(name.c_str(), 0600), 0);
        end = open(name.c_str(), O_RDWR | O_CLOEXEC);
        assert_true(end >= 0);
    }
    ~Pipe()
    {
        close(end);
        unlink(name.c_str());
    }
    void write_word()
    {
        assert_int_equal(write(end, "word", 4), 4);
    }
};

/* The run waits with it, but answers who asks. */
TEST(input_is_awaited)
{
    Pipe pipe;
    TaskPlace p;
    int asked = 0;
    One &a = p.start({"await:" + pipe.name}), &b = p.start({"join"});
    p.carrier.on_inquiry([&] {
        asked++;
        pipe.write_word();
        return std::string();
    });
    const int fd = ask(p);
    assert_string_equal(p.waited_for().c_str(), "01");
    assert_int_equal(asked, 1);
    assert_string_equal(a.execution->take_output().c_str(), "ready 1\nread word\n");
    assert_false(b.execution->dead());
    close(fd);
}

TEST(the_run_ends_while_input_is_awaited)
{
    Pipe pipe;
    TaskPlace p;
    One &a = p.start({"await:" + pipe.name});
    CarrierPlace::guardian().order.end_at_once(SIGTERM);
    assert_string_equal(p.waited_for().c_str(), "!");
    assert_int_equal(*a.execution->exit_status(), SIGKILL);
}

} // namespace

TASK_TEST_MAIN
