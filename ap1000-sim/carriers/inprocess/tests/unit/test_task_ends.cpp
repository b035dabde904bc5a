/* test_task_ends.cpp - how tasks in process end: by themselves, by a fault, by a signal, with the run; and what they
 * leave (faults.cpp, inprocess_execution.cpp, inprocess_carrier.cpp). */
#include "task_place.hpp"

#include <csignal>
#include <cstdlib>
#include <malloc.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "carriers/process/tests/bound_child.hpp"
#include "pvm3.h"
#include "sockets.h"

#include "testing.h"

using namespace ap1000;

namespace
{

using One = TaskPlace::One;

constexpr int exited(int code)
{
    return code << 8;
}

/* ---- by themselves ----------------------------------------------------------------------------------------------- */

/* What each prints, and how it has ended. */
struct Row {
    Words words;
    const char *prints;
    int status;
};

/* The direction of string instructions: a program's own. */
bool strings_go_down()
{
    unsigned long flags = 0;
#if defined(__x86_64__)
    asm volatile("pushfq; popq %0" : "=r"(flags));
#endif
    return (flags & 0x400) != 0;
}

void hold(TaskPlace &p, const std::vector<Row> &rows)
{
    for (const Row &row : rows) {
        One &o = p.start(row.words);
        const std::string is = p.printed(o);
        assert_false(strings_go_down());
        if (is != row.prints || *o.execution->exit_status() != row.status)
            print_error("%s: %s%#x\n", row.words.front().c_str(), is.c_str(),
                        static_cast<unsigned>(*o.execution->exit_status()));
        assert_string_equal(is.c_str(), row.prints);
        assert_int_equal(*o.execution->exit_status(), row.status);
        assert_true(o.execution->dead());
        assert_false(o.execution->is_detached());
        assert_true(o.execution->take_turn());
        assert_false(p.carrier.anyone_runs());
        p.end(o);
    }
}

const std::vector<Row> orderly = {
    {{"keep:kept"}, "kept\n", 0},
    {{"keep:kept", "exit:7"}, "kept\n", exited(7)},
    {{"atexit", "keep:kept", "exit:256"}, "kept\nat exit\n", 0},
    {{"atexit", "keep:kept", "_exit:8"}, "", exited(8)}, /* what it has not written is lost */
    {{"join", "say:joined", "exit:3"}, "joined\n", exited(3)},
    {{"join", "leave", "say:left"}, "left\n", 0},
    {{"nonsense"}, "nonsense\n", exited(99)},
};

TEST(orderly_ends)
{
    TaskPlace p;
    hold(p, orderly);
}

/* ---- by a fault -------------------------------------------------------------------------------------------------- */

const std::vector<Row> faults = {
    {{"say:on", "keep:lost", "wild:16"}, "on\n", SIGSEGV},
    {{"constant"}, "", SIGSEGV},
    {{"divide:0"}, "", SIGFPE},
    {{"jump:0"}, "", SIGSEGV},
    {{"illegal"}, "", SIGILL},
    {{"trap"}, "", SIGTRAP},
    {{"overflow"}, "", SIGSEGV},
    {{"abort"}, "", SIGABRT},
    {{"raise:15"}, "", SIGTERM},
    {{"raise:17", "say:on"}, "on\n", 0},
    {{"join", "say:joined", "wild:16"}, "joined\n", SIGSEGV},
    {{"handle-end:11", "wild:16"}, "handler of 11\n", exited(4)},
    {{"handle-tell:11", "wild:16"}, "11 at 16 0\n", exited(4)},
    {{"handle-tell:11", "down:16"}, "11 at 16 0\n", exited(4)},
    {{"down:16"}, "", SIGSEGV},
    {{"handle-red-zone:11", "red-zone:16"}, "11 with 77 78 0\n", exited(4)},
    {{"handle-end:8", "divide:0"}, "handler of 8\n", exited(4)},
    {{"handle-float:8", "float-trap"}, "8 with traps 0\n", exited(4)},
    {{"handle:11", "wild:16", "say:on"}, "handler of 11\n", SIGSEGV}, /* it comes back to the fault */
    {{"handle-end:11", "overflow"}, "", SIGSEGV},                     /* there is no room for its handler */
    {{"handle:8", "wild:16"}, "", SIGSEGV},
    {{"ignore:11", "wild:16"}, "", SIGSEGV},
    {{"handle-end:6", "abort"}, "handler of 6\n", exited(4)},
    {{"handle:6", "abort"}, "handler of 6\n", SIGABRT},
};

TEST(faults_end_one_alone)
{
    TaskPlace p;
    One &other = p.start({"join", "count", "wait", "count"});
    (void)p.waited_for();
    (void)other.execution->take_turn();
    hold(p, faults);
    other.execution->introduce({});
    other.execution->give_turn();
    assert_string_equal(p.printed(other).c_str(), "11 1 21 1 1\n12 2 22 2 2\n");
}

TEST(faults_in_one_place)
{
    TaskPlace p(0);
    hold(p, faults);
    hold(p, orderly);
}

/* A fault of the simulator's own is not a task's: it has the handler that it had, which is told of the fault itself. */
TEST(a_fault_of_the_simulator)
{
    static int *volatile nowhere = nullptr;
    struct sigaction own {
    };
    own.sa_flags = SA_SIGINFO;
    own.sa_sigaction = [](int, siginfo_t *why, void *) {
        _exit(InprocessExecution::running() == nullptr && why->si_code > 0 ? 66 : 67);
    };
    const pid_t pid = fork();
    if (pid == 0) {
        block_watched_signals();
        sigaction(SIGSEGV, &own, nullptr);
        TaskPlace p;
        One &a = p.start({"wild:16"}), &b = p.start({"wild:16"});
        if (p.status(a) == SIGSEGV && p.status(b) == SIGSEGV)
            *nowhere = 1;
        _exit(1);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, exited(66));
}

TEST(an_abort_of_the_simulator)
{
    for (const bool has_handler : {false, true}) {
        const pid_t pid = fork();
        if (pid == 0) {
            block_watched_signals();
            signal(SIGABRT, has_handler ? [](int) { _exit(66); } : SIG_DFL);
            TaskPlace p;
            One &a = p.start({"abort"});
            if (p.status(a) == SIGABRT)
                std::abort();
            _exit(1);
        }
        int status = 0;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (has_handler)
            assert_int_equal(status, exited(66));
        else
            assert_int_equal(status & 0x7f, SIGABRT);
    }
}

/* ---- by a signal ------------------------------------------------------------------------------------------------- */

TEST(signals)
{
    TaskPlace p;
    One &a = p.start({"join", "wait"}), &b = p.start({"handle:15", "join", "wait", "wait"}), &c = p.start({"join"});
    (void)p.waited_for();
    (void)p.answer(a);
    (void)p.answer(b);
    (void)p.waited_for();
    (void)a.execution->take_turn();
    (void)b.execution->take_turn();
    assert_true(a.execution->ends_by(SIGTERM));
    assert_false(a.execution->ends_by(SIGCHLD));
    assert_false(b.execution->ends_by(SIGTERM));
    assert_true(b.execution->ends_by(SIGINT));
    a.execution->raise(SIGCHLD, true);
    assert_false(a.execution->dead());
    assert_false(p.carrier.look().deaths);
    a.execution->raise(SIGTERM, true);
    assert_true(a.execution->dead());
    assert_true(a.execution->ends_by(SIGCHLD));
    assert_true(p.carrier.look().deaths);
    assert_int_equal(*a.execution->exit_status(), SIGTERM);
    a.execution->raise(SIGKILL, true); /* it has ended */
    assert_int_equal(*a.execution->exit_status(), SIGTERM);
    assert_false(p.carrier.look().deaths);
    b.execution->raise(SIGTERM, true);
    assert_false(b.execution->dead());
    b.execution->give_turn();
    assert_string_equal(p.printed(b).c_str(), "handler of 15\n");
    c.execution->raise(SIGKILL, false); /* while it has the turn */
    assert_true(c.execution->dead());
    assert_false(c.execution->awaits_processor());
    assert_true(p.carrier.wait_for(*c.execution));
    assert_string_equal(p.waited_for().c_str(), "12");
    assert_true(c.execution->take_turn());
}

/* ---- signals at any moment --------------------------------------------------------------------------------------- */

#if defined(__x86_64__)

volatile bool stepping;
volatile int asked;

/* The next instruction ends with this again. */
void on_step(int, siginfo_t *, void *context)
{
    constexpr greg_t single_steps = 0x100;
    greg_t &flags = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_EFL];
    flags = stepping ? flags | single_steps : flags & ~single_steps;
    asked = asked + 1;
    (void)InprocessExecution::running();
}

/* A signal may come between any two instructions, and its handler asks who runs: here behind each, in a task's turn and
 * at its end. What is freed is overwritten. */
void ask_at_each_instruction(std::int64_t mappings)
{
    TaskPlace p(mappings);
    One &one = p.start({"say:here"}), &killed = p.start({"join", "wait"});
    struct sigaction step {
    };
    step.sa_flags = SA_SIGINFO | SA_ONSTACK;
    step.sa_sigaction = on_step;
    signal(SIGPROF, SIG_IGN); /* a program that is stepped through seems to do nothing */
    sigaction(SIGTRAP, &step, nullptr);
    mallopt(M_PERTURB, 0xaa);
    stepping = true;
    raise(SIGTRAP);
    const std::string who = p.waited_for();
    const std::string said = one.execution->take_output();
    killed.execution->raise(SIGKILL, false);
    p.end(one);
    p.end(killed);
    stepping = false;
    assert_string_equal(who.c_str(), "01");
    assert_string_equal(said.c_str(), "here\n");
    assert_true(asked > 1000);
}

TEST(who_runs_at_any_instruction)
{
    ask_at_each_instruction(TaskPlace::plenty);
}

TEST(who_runs_in_one_place)
{
    ask_at_each_instruction(0);
}

#endif

/* ---- what they leave --------------------------------------------------------------------------------------------- */

/* Its memory, files and slot are free again, however it has ended, and nobody waits for it. */
void nothing_is_left(TaskPlace &p)
{
    const std::vector<Words> ways = {{"count", "exit:1"}, {"count", "abort"}, {"join", "count", "wait"}, {"wild:16"}};
    int mappings = 0, files = 0;
    for (int round = 0; round < 12; round++) {
        for (const Words &words : ways)
            (void)p.start(words);
        assert_string_equal(p.waited_for().c_str(), "0123");
        (void)p.answer(*p.all[2]);
        (void)p.all[0]->execution->take_turn(); /* the others are closed with their turn */
        if (round % 2 == 0)
            p.all[2]->execution->raise(SIGKILL, false);
        for (auto &one : p.all)
            p.end(*one);
        p.all.clear();
        assert_false(p.carrier.anyone_runs());
        assert_string_equal(p.waited_for().c_str(), "");
        while (p.carrier.look().deaths || p.carrier.region().has_left())
            ;
        if (round == 3) {
            mappings = mappings_now();
            files = open_files();
        }
    }
    assert_int_equal(mappings_now(), mappings);
    assert_int_equal(open_files(), files);
}

TEST(nothing_is_left_of_rooms)
{
    TaskPlace p;
    nothing_is_left(p);
}

TEST(nothing_is_left_in_one_place)
{
    TaskPlace p(0);
    nothing_is_left(p);
}

/* Its memory goes with its death, whoever takes its turn and when. */
TEST(memory_goes_with_a_death)
{
    TaskPlace p;
    One &a = p.start({"exit:1"}), &b = p.start({"join"}), &c = p.start({"join"});
    const int all = mappings_now();
    assert_string_equal(p.waited_for().c_str(), "012");
    assert_true(a.execution->dead());
    const int without_a = mappings_now();
    assert_true(without_a < all);
    b.execution->raise(SIGKILL, false);
    assert_true(mappings_now() < without_a);
    assert_false(c.execution->dead());
}

/* ... and with itself, if nobody has closed it. */
TEST(memory_goes_with_a_task)
{
    TaskPlace p;
    One &a = p.start({"join", "count", "wait"}), &b = p.start({"join"});
    (void)p.waited_for();
    (void)p.answer(a);
    (void)p.waited_for();
    const int both = mappings_now();
    a.execution.reset();
    const int without_a = mappings_now();
    assert_true(without_a <= both - 4); /* stack, text and variables, heap */
    p.end(b);
    assert_true(mappings_now() < without_a);
}

/* One that is closed has no turn to take; one that dies in its turn has, until that is taken. */
TEST(closed)
{
    TaskPlace p;
    One &a = p.start({"exit:1"}), &b = p.start({"join"});
    (void)p.waited_for();
    a.execution->close();
    assert_false(a.execution->take_turn());
    assert_string_equal(p.waited_for().c_str(), "1");
    (void)p.answer(b);
    b.execution->close();
    assert_false(b.execution->take_turn());
    assert_false(p.carrier.anyone_runs());
    assert_string_equal(p.waited_for().c_str(), "");
    a.execution.reset();
    b.execution.reset();
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

/* The program at our terminal is told, if it waits in a call; the others end at once. */
TEST(the_end_of_all)
{
    TaskPlace p;
    One &master = p.start({"join", "wait", "say:not"}, true), &a = p.start({"join", "wait"}), &b = p.start({"exit:3"}),
        &c = p.start({"join"});
    (void)p.waited_for();
    (void)p.answer(master);
    (void)p.answer(a);
    (void)p.waited_for();
    for (One *one : {&master, &a, &b})
        (void)one->execution->take_turn();
    assert_false(p.carrier.master_exits());
    assert_int_equal(p.carrier.stop(), 0);
    p.slot(master).reply.nframes = 3;
    p.carrier.end_all({555, 9, false});
    assert_int_equal(p.slot(master).reply.values.result, PvmSysErr);
    assert_int_equal(p.slot(master).reply.values.now, 555);
    assert_int_equal(p.slot(master).reply.nframes, 0);
    assert_int_equal(*master.execution->exit_status(), exited(9));
    assert_true(master.execution->dead());
    assert_int_equal(*a.execution->exit_status(), SIGKILL);
    assert_int_equal(*b.execution->exit_status(), exited(3));
    assert_int_equal(*c.execution->exit_status(), SIGKILL);
    assert_true(c.execution->dead());
}

/* `ap1000 down` is told how many tasks it ends. */
TEST(tasks_are_counted)
{
    TaskPlace p;
    (void)p.start({"join"});
    (void)p.start({"join"});
    (void)p.start({"join"});
    p.end(*p.all[1]);
    carrier_down_answer answer{};
    const int fd = say_hello(CARRIER_DOWN);
    assert_true(sockets_receive(fd, &answer, sizeof answer, nullptr));
    assert_int_equal(answer.ntasks, 2);
    close(fd);
    assert_true(p.comes([&p] { return p.carrier.stop() != 0; }));
}

/* A task has asked for the end: the signal of PVM's daemon comes first. */
void halt(const Words &words, int status)
{
    TaskPlace p;
    One &master = p.start(words, true);
    (void)p.waited_for();
    (void)p.answer(master);
    (void)p.waited_for();
    (void)master.execution->take_turn();
    p.carrier.end_all({555, 9, true});
    assert_int_equal(*master.execution->exit_status(), status);
}

TEST(a_halt_ends_it)
{
    halt({"join", "wait"}, SIGTERM);
}

TEST(a_halt_is_handled)
{
    halt({"handle-end:15", "join", "wait"}, exited(4));
}

/* One that has not come to a call; a signal that ends the run ends it, too. */
TEST(a_signal_ends_the_master)
{
    TaskPlace p;
    One &master = p.start({"join", "wait"}, true), &a = p.start({"join"});
    p.carrier.request_stop();
    assert_int_equal(p.carrier.stop(), SIGTERM);
    p.carrier.end_all({555, 9, false});
    assert_int_equal(*master.execution->exit_status(), SIGTERM);
    assert_int_equal(*a.execution->exit_status(), SIGKILL);
}

TEST(the_turn_of_the_master)
{
    TaskPlace p;
    One &master = p.start({"join", "wait"}, true);
    p.carrier.end_all({555, 9, false});
    assert_int_equal(*master.execution->exit_status(), SIGKILL);
}

/* It has left, and is at its exit until the run is over. */
TEST(the_exit_of_the_master)
{
    TaskPlace p;
    One &master = p.start({"join", "leave", "exit:5"}, true), &a = p.start({"join"});
    (void)p.waited_for();
    (void)p.answer(master);
    (void)p.answer(a);
    assert_string_equal(p.waited_for().c_str(), "01");
    assert_int_equal(p.answer(master), Request::leave);
    assert_false(p.carrier.master_exits());
    assert_string_equal(p.waited_for().c_str(), "1");
    assert_true(p.carrier.master_exits());
    assert_true(task(master).exits());
    assert_true(master.execution->is_detached());
    assert_false(master.execution->dead());
    assert_false(master.execution->take_turn());
    assert_false(p.carrier.any_is_endless());
    (void)p.carrier.look();
    p.carrier.wait_for_news(1);
    assert_false(master.execution->dead());
    p.carrier.end_all({555, 9, false});
    assert_int_equal(*master.execution->exit_status(), exited(5));
    assert_false(master.execution->is_detached());
    p.end(master);
    assert_false(p.carrier.master_exits());
}

/* It is killed there: somebody takes its turn. */
TEST(the_death_of_the_master_at_its_exit)
{
    TaskPlace p;
    One &master = p.start({"join", "exit:5"}, true);
    (void)p.waited_for();
    (void)p.answer(master);
    (void)p.waited_for();
    assert_int_equal(p.answer(master), Request::leave);
    assert_string_equal(p.waited_for().c_str(), "");
    master.execution->raise(SIGKILL, false);
    assert_true(p.carrier.anyone_runs());
    assert_string_equal(p.waited_for().c_str(), "0");
    assert_int_equal(*master.execution->exit_status(), SIGKILL);
}

} // namespace

TASK_TEST_MAIN
