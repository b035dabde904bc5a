/* test_watcher.cpp - the watcher of what comes from outside, with processes and connections of this test: each end is
 * noticed, of whichever process and whatever else ends meanwhile; nobody is answered who is gone. */
#include "carriers/process/simulator/guardian.hpp"
#include "carriers/process/simulator/watcher.hpp"
#include "carriers/process/tests/bound_child.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <optional>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pvm3.h"
#include "sockets.h"

#include "testing.h"

using namespace ap1000;

static std::atomic<int> refused{0};   /* so many times more the computer has no descriptor for a connection */
static std::atomic<long> slept_us{0}; /* as long as the watcher wanted */

/* These functions stand before libc's. The watcher sleeps for 10 ms between two looks while there is none: here for
 * 0.1 ms. */
extern "C" int accept4(int fd, sockaddr *address, socklen_t *length, int flags)
{
    int left = refused.load();
    while (left > 0 && !refused.compare_exchange_weak(left, left - 1))
        ;
    if (left <= 0)
        return static_cast<int>(syscall(SYS_accept4, fd, address, length, flags));
    errno = ENFILE;
    return -1;
}

extern "C" int usleep(useconds_t us)
{
    slept_us += us;
    const timespec t{us / 1000000, us == 10000 ? 100000 : us % 1000000 * 1000};
    return nanosleep(&t, nullptr);
}

namespace
{

constexpr int look_ms = 50, most_looks = 600; /* more than any computer needs, so that a hang is a failure */

std::string own_name()
{
    return "ap1000-test-watcher-" + std::to_string(getpid());
}

/* One guardian for all machines of this test: it guards for ever. */
Guardian &guardian()
{
    static Guardian one(true);
    return one;
}

/* A machine without a simulator: its memory, its socket, its watcher. */
struct Place {
    Place() : region(16, {}, false), watcher(region, sockets_listen(own_name().c_str()), own_name(), guardian())
    {
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

/* A process that ends so much later [us of real time], or is killed. Until then it has copies of our descriptors. */
pid_t start_process(useconds_t lives_us)
{
    const pid_t pid = fork_bound();
    if (pid == 0) {
        usleep(lives_us);
        _exit(0);
    }
    return pid;
}

/* A process that connects and hangs up, again and again, until it is killed. */
pid_t start_caller(const std::string &name)
{
    const pid_t pid = fork_bound();
    if (pid != 0)
        return pid;
    int open[20];
    std::fill(std::begin(open), std::end(open), -1);
    for (int calls = 0;; calls++) {
        int &one = open[calls % 20];
        if (one >= 0)
            close(one);
        one = sockets_connect(name.c_str());
        usleep(200);
    }
}

int say_hello(const std::string &name)
{
    carrier_hello hello = hello_with(CARRIER_HELLO);
    hello.pid = getpid();
    const int fd = sockets_connect(name.c_str());
    assert_true(fd >= 0 && sockets_send(fd, &hello, sizeof hello, -1));
    return fd;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

TEST(ends_are_noticed_while_others_hang_up)
{
    Place p;
    constexpr std::uint32_t at_once = 4;
    pid_t pids[at_once] = {};
    std::uint32_t slots[at_once];
    const pid_t caller = start_caller(own_name());
    for (std::uint32_t &s : slots)
        s = p.region.take_slot();
    for (unsigned i = 0; i < 400; i++) {
        const std::uint32_t slot = slots[i % at_once];
        pid_t &pid = pids[i % at_once];
        if (pid != 0) {
            assert_true(p.comes([&] { return p.watcher.processes.dead(slot); }));
            assert_int_equal(p.watcher.processes.pid(slot), pid); /* the thread is done with it after that */
            assert_int_equal(p.region.slot(slot).turn, CARRIER_DEAD);
            assert_int_equal(waitpid(pid, nullptr, 0), pid);
            p.watcher.clear(slot);
        }
        p.region.slot(slot).turn = CARRIER_TASK;
        pid = start_process(3000);
        assert_true(p.watcher.processes.watch(slot, pid) == WatchedProcesses::Watched::yes);
        assert_int_equal(p.watcher.processes.pid(slot), pid);
    }
    for (std::uint32_t i = 0; i < at_once; i++) {
        assert_true(p.comes([&] { return p.watcher.processes.dead(slots[i]); }));
        waitpid(pids[i], nullptr, 0);
    }
    assert_true(p.watcher.processes.take_deaths());
    kill(caller, SIGKILL);
    waitpid(caller, nullptr, 0);
}

TEST(one_that_has_ended_before)
{
    Place p;
    const std::uint32_t slot = p.region.take_slot();
    const pid_t pid = start_process(0);
    assert_int_equal(waitpid(pid, nullptr, 0), pid);
    assert_true(p.watcher.processes.watch(slot, pid) == WatchedProcesses::Watched::gone);
    assert_true(p.watcher.processes.dead(slot));
    p.watcher.clear(slot);
    assert_false(p.watcher.processes.dead(slot));
    assert_int_equal(p.watcher.processes.pid(slot), 0);
}

/* A slot keeps no file of a process or of its output: not once it is cleared, whatever still lives or may still print,
 * not of a process that another has taken the place of, nor of one that has ended; and not once the machine is gone. */
TEST(files_of_slots_are_closed)
{
    (void)guardian();
    const std::size_t without = open_files();
    const pid_t first = start_process(1000000000), other = start_process(1000000000), third = start_process(0);
    int ends[2];
    {
        std::optional<Place> p(std::in_place);
        WatchedProcesses &processes = p->watcher.processes;
        const std::uint32_t slot = p->region.take_slot();
        const int before = open_files();
        for (int i = 0; i < 2; i++) {
            assert_int_equal(pipe(ends), 0);
            processes.expect(77, slot, false);
            assert_true(processes.watch(slot, first) == WatchedProcesses::Watched::yes);
            assert_true(processes.watch_connected(slot, first, 77) == WatchedProcesses::Watched::yes);
            assert_true(p->watcher.outputs.watch(slot, ends[0]));
            assert_int_equal(open_files(), before + 3); /* one is our own */
            processes.expect(77, slot, false);
            assert_true(processes.watch_connected(slot, other, 77) == WatchedProcesses::Watched::yes);
            assert_int_equal(processes.pid(slot), other);
            assert_int_equal(open_files(), before + 3);
            assert_int_equal(write(ends[1], "word", 4), 4);
            assert_true(p->comes([&] { return p->watcher.outputs.has_any(slot); }));
            p->watcher.clear(slot);
            assert_int_equal(open_files(), before + 1);
            assert_false(p->watcher.outputs.has_any(slot));
            p->watcher.clear(slot); /* and no file of somebody else who has the number now */
            assert_int_equal(open_files(), before + 1);
            close(ends[1]);
        }
        (void)processes.watch(slot, third);
        assert_true(p->comes([&] { return processes.dead(slot); }));
        assert_true(p->comes([&] { return open_files() == before; }));
        p->watcher.clear(slot);
        assert_int_equal(pipe(ends), 0);
        assert_true(processes.watch(slot, first) == WatchedProcesses::Watched::yes);
        assert_true(p->watcher.outputs.watch(slot, ends[0]));
        p.reset();
        assert_int_equal(open_files(), without + 1);
        close(ends[1]);
    }
    for (const pid_t pid : {first, other, third}) {
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
    }
}

/* What is kept is bounded; who prints waits, and goes on when it has been taken. */
TEST(output_is_taken_in_pieces)
{
    constexpr std::size_t all_bytes = 3 << 20;
    Place p;
    const std::uint32_t slot = p.region.take_slot();
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        const std::string line(1023, 'x');
        for (std::size_t n = 0; n < all_bytes; n += 1024)
            dprintf(ends[1], "%s\n", line.c_str());
        _exit(0);
    }
    close(ends[1]);
    assert_true(p.watcher.outputs.watch(slot, ends[0]));
    std::string all;
    bool was_full = false;
    while (all.size() < all_bytes) {
        assert_true(p.comes([&] { return p.watcher.outputs.is_full(slot) || p.watcher.outputs.has_any(slot); }));
        was_full = was_full ||
                   p.comes([&] { return p.watcher.outputs.is_full(slot) || waitpid(pid, nullptr, WNOHANG) == pid; });
        all += p.watcher.outputs.take(slot);
    }
    assert_true(was_full);
    assert_int_equal(all.size(), all_bytes);
    assert_int_equal(std::count(all.begin(), all.end(), '\n'), all_bytes / 1024);
    assert_int_equal(p.watcher.outputs.take(slot).size(), 0);
    p.watcher.clear(slot);
}

/* One that is gone is no newcomer any more, and its answer does not reach whoever has its number now. */
TEST(nobody_is_answered_who_is_gone)
{
    Place p;
    char byte;
    const int gone = say_hello(own_name());
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    const std::deque<Client> taken = p.watcher.clients.take_newcomers();
    close(gone);
    const int left = say_hello(own_name());
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    close(left);
    assert_true(p.comes([&] { return !p.watcher.clients.has_newcomers(); }));
    assert_int_equal(p.watcher.clients.take_newcomers().size(), 0);
    const int other = say_hello(own_name());
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    p.watcher.clients.welcome(taken[0], 3, false);
    assert_int_equal(recv(other, &byte, 1, MSG_DONTWAIT), -1);
    close(other);
}

/* The master that waits in its exit may be ended there: then nobody is to be let go. */
TEST(a_master_that_does_not_wait_for_its_exit)
{
    Place p;
    char byte;
    const int gone = say_hello(own_name());
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    p.watcher.clients.note_master(p.watcher.clients.take_newcomers().front().connection);
    const carrier_hello exits = hello_with(CARRIER_EXITING);
    assert_true(sockets_send(gone, &exits, sizeof exits, -1));
    assert_true(p.comes([&] { return p.watcher.clients.master_exits(); }));
    close(gone);
    const int other = say_hello(own_name()); /* noticed behind the one that has hung up */
    assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
    p.watcher.clients.let_master_go();
    assert_int_equal(recv(other, &byte, 1, MSG_DONTWAIT), -1);
    close(other);
}

/* While the whole computer has no descriptor, each look at who waits fails twice, and 500 looks in a row, 10 ms apart,
 * end the machine (entrance.cpp). Those of an earlier time do not count: neither if it was over at a look, when who
 * waits gets in, nor within one, when who waits is told that there is no room. */
TEST(refusals_of_earlier_times_do_not_count)
{
    Place p;
    for (int failures : {998, 998, 999, 999, 998}) { /* 499 looks */
        carrier_welcome w{};
        int memory = -1;
        slept_us = 0;
        refused.store(failures);
        const int fd = say_hello(own_name());
        if (failures % 2 == 0) {
            assert_true(p.comes([&] { return p.watcher.clients.has_newcomers(); }));
            assert_int_equal(p.watcher.clients.take_newcomers().size(), 1);
        } else {
            assert_true(sockets_receive(fd, &w, sizeof w, &memory));
            assert_int_equal(w.status, PvmOutOfRes);
        }
        close(fd);
        assert_int_equal(p.watcher.stop(), 0);
        assert_int_equal(slept_us, 499 * 10000);
    }
}

/* The last test of all: the order stays. */
TEST(nobody_can_come_in_any_more)
{
    Place p;
    refused.store(1000);
    const int fd = say_hello(own_name());
    assert_true(p.comes([&] { return p.watcher.stop() != 0; }));
    assert_int_equal(p.watcher.stop(), SIGTERM);
    close(fd);
}

} // namespace

int main()
{
    block_watched_signals();
    return run_all_tests(nullptr, nullptr);
}
