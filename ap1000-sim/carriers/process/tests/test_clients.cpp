/* test_clients.cpp - who connects to the machine, and what each is answered: tasks that are expected, newcomers, one
 * who wants the turn, the tasks, or the end; those of another version, and those who talk nonsense. */
#include "carriers/process/simulator/guardian.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/simulator/watcher.hpp"
#include "carriers/process/tests/bound_child.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pvm3.h"
#include "sockets.h"

#include "testing.h"

using namespace ap1000;

namespace
{

constexpr int look_ms = 20, most_looks = 1500; /* more than any computer needs, so that a hang is a failure */

std::string name; /* of the machine that is there now */

Guardian &guardian()
{
    static Guardian one(false);
    return one;
}

struct Place {
    Place() : Place("ap1000-test-clients-" + std::to_string(getpid()))
    {
    }

    explicit Place(const std::string &called)
        : region(16, {}, false), watcher(region, sockets_listen(called.c_str()), called, guardian())
    {
        name = called;
    }

    template <typename Is> bool comes(Is is)
    {
        for (int i = 0; i < most_looks && !is(); i++)
            watcher.bell.wait(look_ms);
        return is();
    }

    Region region;
    Watcher watcher;
};

carrier_hello hello_of(std::uint32_t word, std::uint64_t ticket = 0)
{
    carrier_hello h = hello_with(word);
    h.pid = getpid();
    h.ticket = ticket;
    std::memset(h.program, 'p', sizeof h.program); /* without an end */
    return h;
}

int say(const carrier_hello &h, int terminal = -1)
{
    const int fd = sockets_connect(name.c_str());
    assert_true(fd >= 0 && sockets_send(fd, &h, sizeof h, terminal));
    return fd;
}

struct Answer {
    explicit Answer(int fd)
    {
        int file = -1;
        there = sockets_receive(fd, &w, sizeof w, &file);
        has_memory = file >= 0;
        if (file >= 0)
            close(file);
        close(fd);
    }

    carrier_welcome w{};
    bool there, has_memory;
};

bool hears_nothing(int fd)
{
    char byte;
    return recv(fd, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

/* ---- the end of the machine: each in a process of its own, which the guardian would end; first of all */

pid_t start_sleeper()
{
    const pid_t pid = fork();
    if (pid == 0)
        for (;;)
            pause();
    return pid;
}

int end_is_asked_for()
{
    Place p;
    const pid_t a = start_sleeper(), b = start_sleeper();
    p.watcher.processes.watch(1, a);
    p.watcher.processes.watch(2, b);
    p.watcher.count_in_process(5);
    p.watcher.count_in_process(-2);
    kill(b, SIGKILL);
    const bool died = p.comes([&] { return p.watcher.processes.dead(2); });
    const int fd = say(hello_of(CARRIER_DOWN));
    carrier_down_answer answer{};
    const bool there = sockets_receive(fd, &answer, sizeof answer, nullptr);
    const bool stops = p.comes([&] { return p.watcher.stop_at_once(); });
    kill(a, SIGKILL);
    return died && there && answer.ntasks == 4 && stops && p.watcher.stop() == SIGTERM ? 0 : 1;
}

int a_signal_comes()
{
    Place p;
    (void)p.watcher.bell.take_changes();
    p.watcher.stop_in_order();
    if (p.watcher.stop() != SIGTERM || p.watcher.stop_at_once() || !p.watcher.bell.take_changes())
        return 1;
    kill(getpid(), SIGINT);
    const bool stops = p.comes([&] { return p.watcher.stop_at_once(); });
    const bool rings = p.comes([&] { return p.watcher.bell.has_changes(); });
    return stops && rings && p.watcher.stop() == SIGINT ? 0 : 2;
}

/* The one descriptor that is kept for this serves to say so. */
int there_is_no_descriptor()
{
    Place p;
    int ends[2];
    char byte = 0;
    if (pipe(ends) != 0)
        return 5;
    const pid_t pid = fork();
    if (pid == 0) {
        (void)!read(ends[0], &byte, 1); /* until there is none */
        const Answer a(say(hello_of(CARRIER_HELLO)));
        _exit(a.there && a.w.status == PvmOutOfRes && !a.has_memory ? 0 : 3);
    }
    rlimit few{};
    getrlimit(RLIMIT_NOFILE, &few);
    few.rlim_cur = 100;
    setrlimit(RLIMIT_NOFILE, &few);
    while (dup(0) >= 0)
        ;
    (void)!write(ends[1], &byte, 1);
    int status = -1;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 4;
}

TEST(the_end_of_the_machine)
{
    for (int (*what)() : {end_is_asked_for, a_signal_comes, there_is_no_descriptor}) {
        int status = -1;
        const pid_t pid = fork();
        if (pid == 0) {
            signal(SIGTERM, SIG_DFL);
            _exit(what());
        }
        waitpid(pid, &status, 0);
        assert_int_equal(status, 0);
    }
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

TEST(one_that_is_expected)
{
    Place p;
    p.watcher.processes.expect(4711, 5, false);
    carrier_hello h = hello_of(CARRIER_HELLO, 4711);
    h.pid = 1; /* the system says who it is, not itself */
    const int fd = say(h);
    assert_true(p.comes([&] { return p.watcher.processes.pid(5) == getpid(); }));
    const Answer a(fd);
    assert_true(a.there && a.has_memory);
    assert_int_equal(a.w.magic, CARRIER_MAGIC);
    assert_int_equal(a.w.version, CARRIER_VERSION);
    assert_int_equal(a.w.status, 0);
    assert_int_equal(a.w.slot, 5);
    assert_int_equal(a.w.nslots, 16);
    assert_int_equal(a.w.is_master, 0);
    assert_string_equal(a.w.socket, name.c_str());
    assert_false(p.watcher.clients.has_newcomers());
    assert_false(p.watcher.processes.dead(5));
    const int again = say(hello_of(CARRIER_HELLO, 4711)); /* a ticket is for one */
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    close(again);
    assert_true(p.watcher.processes.watch(5, 1) == WatchedProcesses::Watched::yes);
    assert_int_equal(p.watcher.processes.pid(5), getpid());
}

TEST(tickets_that_are_taken_back)
{
    Place p;
    p.watcher.processes.expect(1, 3, false);
    p.watcher.processes.expect(2, 4, false);
    p.watcher.clear(3);
    assert_true(p.watcher.processes.withdraw(4));
    assert_true(p.watcher.processes.dead(4));
    assert_false(p.watcher.processes.withdraw(4));
    assert_false(p.watcher.processes.withdraw(3));
    assert_false(p.watcher.processes.dead(3));
    for (std::uint64_t ticket : {1, 2, 3}) {
        const int fd = say(hello_of(CARRIER_HELLO, ticket));
        assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
        assert_int_equal(p.watcher.clients.take_newcomers().size(), 1);
        assert_true(hears_nothing(fd));
        close(fd);
    }
}

/* The slot is another's by then. */
TEST(a_ticket_of_before)
{
    Place p;
    p.watcher.processes.expect(1, 3, false);
    p.watcher.processes.expect(2, 3, true);
    const Answer a(say(hello_of(CARRIER_HELLO, 2)));
    assert_true(a.there && a.w.is_master == 1 && a.w.slot == 3);
    assert_false(p.watcher.processes.withdraw(3)); /* it has joined; whoever did not is of before */
    p.watcher.clear(3);
    assert_int_equal(p.watcher.processes.pid(3), 0);
    const pid_t pid = fork();
    if (pid == 0) { /* whoever has a ticket of before is ended */
        const Answer late(say(hello_of(CARRIER_HELLO, 1)));
        pause();
    }
    int status = 0;
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_int_equal(p.watcher.processes.pid(3), 0);
}

TEST(newcomers)
{
    Place p;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const int fd = say(hello_of(CARRIER_HELLO), ends[1]);
    close(ends[1]);
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    assert_true(p.watcher.clients.has_newcomer([](pid_t pid) { return pid == getpid(); }));
    assert_false(p.watcher.clients.has_newcomer([](pid_t pid) { return pid != getpid(); }));
    {
        const std::deque<Client> all = p.watcher.clients.take_newcomers();
        assert_int_equal(all.size(), 1);
        assert_true(all[0].program == program_of(getpid())); /* there was no room for all of it */
        assert_int_equal(write(all[0].terminal->fd, "x", 1), 1);
        p.watcher.clients.refuse(all[0], PvmOutOfRes);
    }
    char byte = 0;
    assert_int_equal(read(ends[0], &byte, 1), 1);
    assert_int_equal(read(ends[0], &byte, 1), 0); /* nobody has it any more */
    close(ends[0]);
    const Answer a(fd);
    assert_true(a.there);
    assert_false(a.has_memory);
    assert_int_equal(a.w.status, PvmOutOfRes);
    assert_false(p.watcher.clients.has_newcomers());
}

TEST(those_of_another_version)
{
    Place p;
    carrier_hello h = hello_of(CARRIER_HELLO);
    h.version++;
    const Answer a(say(h));
    assert_true(a.there);
    assert_int_equal(a.w.status, PvmBadVersion);
    assert_int_equal(a.w.version, CARRIER_VERSION);
    assert_false(a.has_memory);
    h = hello_of(CARRIER_HELLO);
    h.magic++;
    assert_false(Answer(say(h)).there);
    const int fd = sockets_connect(name.c_str());
    int pipe_ends[2];
    char byte;
    assert_int_equal(pipe2(pipe_ends, O_NONBLOCK), 0);
    assert_true(sockets_send(fd, "nonsense", 8, pipe_ends[1])); /* with a descriptor, which is not kept */
    close(pipe_ends[1]);
    shutdown(fd, SHUT_WR);
    assert_false(Answer(fd).there);
    assert_true(p.comes([&] { return read(pipe_ends[0], &byte, 1) == 0; }));
    close(pipe_ends[0]);
    const int one = say(hello_of(CARRIER_HELLO)); /* all the same others are heard */
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    close(one);
}

TEST(one_that_wants_the_turn)
{
    Place p;
    (void)p.watcher.bell.take_changes();
    const int fd = say(hello_of(CARRIER_TURN, 16)); /* no such slot */
    const int other = say(hello_of(CARRIER_TURN, 15));
    assert_true(p.comes([&] { return p.watcher.turns.is_wanted(15); }));
    assert_true(p.watcher.bell.take_changes());
    assert_true(p.watcher.turns.take_any());
    assert_false(p.watcher.turns.take_any());
    for (std::uint32_t slot = 0; slot < 15; slot++)
        assert_false(p.watcher.turns.is_wanted(slot));
    p.watcher.turns.clear(15);
    assert_false(p.watcher.turns.is_wanted(15));
    assert_false(p.watcher.clients.has_newcomers());
    close(fd);
    close(other);
}

TEST(one_that_wants_to_see_the_tasks)
{
    Place p;
    const int fd = say(hello_of(CARRIER_PS));
    assert_true(p.comes([&] { return p.watcher.clients.has_inquirers(); }));
    const std::deque<Client> all = p.watcher.clients.take_inquirers();
    assert_int_equal(all.size(), 1);
    assert_false(p.watcher.clients.has_inquirers());
    assert_false(p.watcher.clients.has_newcomers());
    const carrier_ps_answer answer{77};
    p.watcher.clients.answer(all[0], &answer, sizeof answer);
    carrier_ps_answer got{};
    assert_true(sockets_receive(fd, &got, sizeof got, nullptr));
    assert_int_equal(got.bytes, 77);
    close(fd);
    const int gone = say(hello_of(CARRIER_PS));
    assert_true(p.comes([&] { return p.watcher.clients.has_inquirers(); }));
    close(gone);
    assert_true(p.comes([&] { return !p.watcher.clients.has_inquirers(); }));
}

TEST(a_master_at_its_exit)
{
    Place p;
    const carrier_hello exits = hello_of(CARRIER_EXITING);
    carrier_welcome w{};
    int file = -1;
    const int other = say(exits); /* of whom nobody takes the word */
    const int fd = say(hello_of(CARRIER_HELLO));
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    assert_false(p.watcher.clients.master_exits());
    p.watcher.clients.welcome(p.watcher.clients.take_newcomers().front(), 3, true);
    assert_true(sockets_receive(fd, &w, sizeof w, &file));
    assert_true(w.slot == 3 && w.is_master == 1 && file >= 0);
    close(file);
    p.watcher.clients.let_master_go();
    assert_true(hears_nothing(fd)); /* it is not at its exit */
    assert_true(sockets_send(fd, &exits, sizeof exits, -1));
    assert_true(p.comes([&] { return p.watcher.clients.master_exits(); }));
    assert_true(hears_nothing(fd));
    p.watcher.clients.let_master_go();
    assert_false(Answer(fd).there);
    close(other);
}

} // namespace

int main()
{
    block_watched_signals();
    return run_all_tests(nullptr, nullptr);
}
