/* test_carrier_refused.cpp - what a carrier of processes does when the computer refuses something: nothing is left
 * behind, no slot is lost, and people are told. And the order to stop, in each thing that it waits for: a process of
 * this test has it, since the order is given once in a process's life. */
#include <atomic>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "carrier_place.hpp" /* behind those that have a function of the name of a macro of CMocka */
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/tests/bound_child.hpp"
#include "pvm3.h"
#include "sockets.h"

using namespace ap1000;

static std::atomic<int> refused_watch{0}; /* so many files from now on: that one cannot be watched; 0: none */

/* Stands before libc's. */
extern "C" int epoll_ctl(int epoll, int what, int fd, epoll_event *event) noexcept
{
    if (what == EPOLL_CTL_ADD && refused_watch > 0 && --refused_watch == 0) {
        errno = ENOSPC;
        return -1;
    }
    return static_cast<int>(syscall(SYS_epoll_ctl, epoll, what, fd, event));
}

namespace
{

using One = CarrierPlace::One;

/* What is written to stderr meanwhile. */
template <typename F> std::string said(F what)
{
    char text[4096] = "";
    const int file = memfd_create("said", MFD_CLOEXEC), before = dup(2);
    fcntl(before, F_SETFD, FD_CLOEXEC);
    dup2(file, 2);
    what();
    dup2(before, 2);
    close(before);
    const ssize_t n = pread(file, text, sizeof text - 1, 0);
    close(file);
    return std::string(text, n > 0 ? static_cast<std::size_t>(n) : 0);
}

std::unique_ptr<Execution> start(CarrierPlace &p, const std::string &path, bool own_terminal)
{
    Program program;
    program.file = path;
    program.args = {"1000"};
    program.folder = "/";
    return p.carrier.start(path, program, 0, own_terminal);
}

/* ---- what the computer refuses ----------------------------------------------------------------------------------- */

/* A program that nobody can watch is as one that could not be started: its process, and its pipe, are gone. */
TEST(programs_that_cannot_be_watched)
{
    CarrierPlace p;
    (void)p.start();
    const std::size_t before = open_files();
    for (std::uint32_t i = 0; i < 2 * CarrierPlace::most; i++) {
        refused_watch = 1;
        const std::string text = said([&] { assert_null(start(p, "/bin/sleep", i % 2 == 1).get()); });
        assert_string_equal(text.c_str(), "ap1000: cannot start /bin/sleep: No space left on device\n");
        assert_int_equal(open_files(), before);
        assert_int_equal(waitpid(-1, nullptr, WNOHANG), 0); /* none has ended beside it, and waits for that */
        assert_int_equal(descendants(getpid()).size(), 1);
    }
    assert_null(p.carrier.master());
    assert_int_equal(p.carrier.running.all().size(), 1);
    (void)p.start();
}

TEST(newcomers_that_cannot_be_watched)
{
    CarrierPlace p;
    for (std::uint32_t i = 0; i < 2 * CarrierPlace::most; i++) {
        const pid_t pid = start_joiner(0);
        assert_true(p.comes([&p] { return p.carrier.watcher.clients.has_newcomers(); }));
        refused_watch = 1;
        assert_true(p.carrier.take_joined(0).empty());
        int status = 0;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(WEXITSTATUS(status), refused - PvmOutOfRes);
        assert_false(p.carrier.anyone_runs());
    }
    const pid_t pid = start_joiner(0);
    (void)take_joiner(p, false);
    end_joiner(pid);
}

/* One that the task was to become is ended, and is as one that has died. */
TEST(promised_ones_that_cannot_be_watched)
{
    CarrierPlace p;
    One &starter = p.start();
    std::vector<std::string> environment;
    One &a = p.own(p.carrier.promise(*starter.execution, 0, &environment));
    refused_watch = 2; /* its socket is the first */
    const pid_t pid = start_joiner(ticket_of(environment[1]));
    assert_true(p.comes([&a] { return a.execution->dead(); }));
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid); /* it has read the answer, or has not come to that */
    assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == refused - PvmOutOfRes);
    assert_int_equal(p.slot(a).turn, CARRIER_DEAD);
    assert_int_equal(p.carrier.watcher.processes.pid(a.process().slot), 0);
}

TEST(output_that_cannot_be_watched)
{
    CarrierPlace p;
    refused_watch = 2;
    const std::string text = said([&p] { (void)p.start_script("echo line; exec sleep 1000"); });
    assert_string_equal(text.c_str(),
                        "ap1000: the output of /bin/sh appears only when it calls PVM: No space left on device\n");
    std::string all;
    assert_true(p.comes([&] { return !(all += p.all[0]->execution->take_output()).empty(); }));
    assert_string_equal(all.c_str(), "line\n");
    assert_true(p.carrier.anyone_runs());
}

/* It is said once of each file, and not of the program of the user who has started it. */
TEST(programs_of_another_pvm)
{
    CarrierPlace p;
    const std::string path = "/tmp/test-carrier-" + std::to_string(getpid());
    std::ofstream(path, std::ios::binary) << "\177ELF mksocs() ";
    chmod(path.c_str(), 0700);
    const std::string failed = "ap1000: cannot start " + path + ": Exec format error\n";
    const std::string other = "ap1000: " + path + " is linked statically with another libpvm3, ";
    const auto how = [&](bool own_terminal) { return said([&] { assert_null(start(p, path, own_terminal).get()); }); };
    assert_string_equal(how(true).c_str(), failed.c_str());
    const std::string first = how(false);
    assert_string_equal(first.substr(0, other.size()).c_str(), other.c_str());
    assert_string_equal(first.substr(first.find('\n') + 1).c_str(), failed.c_str());
    assert_string_equal(how(false).c_str(), failed.c_str());
    unlink(path.c_str());
}

/* ---- the one who has started the simulator ----------------------------------------------------------------------- */

bool say_hello(int socket)
{
    const carrier_hello hello = hello_with(CARRIER_HELLO);
    return sockets_send(socket, &hello, sizeof hello, 2);
}

/* Returns the other end of its socket, which says hello, or nothing. */
int master_socket(bool says_hello, int *ours)
{
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    assert_true(!says_hello || say_hello(ends[1]));
    *ours = ends[1];
    return ends[0];
}

/* The machine waits for its hello, as long as it lives. */
TEST(a_master_that_is_awaited)
{
    int other;
    const pid_t gone = fork();
    if (gone == 0)
        _exit(0);
    assert_int_equal(waitpid(gone, nullptr, 0), gone);
    for (const bool comes : {true, false}) {
        CarrierPlace p([&](ProcessSettings &s) {
            s.master = comes ? getpid() : gone;
            s.master_socket = master_socket(comes, &other);
        });
        assert_int_equal(p.carrier.await_master(), comes);
        std::vector<JoinedProgram> joined = p.carrier.take_joined(5);
        assert_int_equal(joined.size(), comes);
        if (comes) {
            assert_true(joined[0].is_master);
            assert_true(joined[0].terminal->fd > 2); /* the one that it has sent */
            carrier_welcome w{};
            int memory = -1;
            assert_true(sockets_receive(other, &w, sizeof w, &memory));
            assert_int_equal(w.is_master, 1);
            close(memory);
            (void)p.own(std::move(joined[0].execution));
            p.all.back()->process().pid = 0; /* it is this test */
        }
        close(other);
    }
    {
        CarrierPlace p([&](ProcessSettings &s) {
            s.master = getpid();
            s.master_socket = master_socket(true, &other);
        });
        refused_watch = 1;
        assert_false(p.carrier.await_master());
        close(other);
    }
    CarrierPlace p([&](ProcessSettings &s) {
        s.master = getpid();
        s.master_socket = master_socket(false, &other);
    });
    std::thread master([&] {
        usleep(1000000);
        say_hello(other);
    });
    const double before = processor_s();
    assert_true(p.carrier.await_master());
    assert_true(processor_s() - before < 0.3); /* of a second: it sleeps meanwhile */
    master.join();
    close(other);
}

/* ---- the order to stop ------------------------------------------------------------------------------------------- */

#define EXPECT(CONDITION) \
    if (!(CONDITION))     \
    _exit(__LINE__ % 255 + 1)

template <typename F> void in_a_process(F what)
{
    const pid_t pid = fork_bound();
    if (pid == 0) {
        what();
        _exit(0);
    }
    int status = -1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* Below the limit of open files there is room for fewer than there are slots; for another, when one has ended. */
TEST(as_many_as_files_allow)
{
    in_a_process([] {
        const rlim_t most_files = open_files() + 24 + 20; /* and what is kept free, and a few */
        const rlimit few{most_files, most_files};
        setrlimit(RLIMIT_NOFILE, &few);
        CarrierPlace p;
        for (std::unique_ptr<Execution> e; (e = start(p, "/bin/sleep", false)) != nullptr;)
            (void)p.own(std::move(e));
        EXPECT(p.all.size() < CarrierPlace::most - 1);
        EXPECT(start(p, "/bin/sleep", true) == nullptr);
        for (int i = 0; i < 3 && !p.all.empty(); i++) {
            p.end(*p.all[0]);
            p.all.erase(p.all.begin());
            (void)p.own(start(p, "/bin/sleep", false));
            EXPECT(start(p, "/bin/sleep", false) == nullptr);
        }
    });
}

/* Nobody is waited for any more, whatever a program still does. */
TEST(whoever_waits_stops)
{
    in_a_process([] {
        int other;
        CarrierPlace p([&](ProcessSettings &s) {
            s.master = getpid();
            s.master_socket = master_socket(false, &other);
            s.stays = true;
        });
        (void)p.carrier.look();
        EXPECT(p.carrier.is_quiet());
        EXPECT(!p.carrier.look().stop);
        One &starter = p.start({"/bin/sh", "-c", "AP1000_TICKET=0123456789abcdef sleep 1000 & wait"}), &a = p.start();
        std::vector<std::string> environment;
        One &promised = p.own(p.carrier.promise(*starter.execution, 0, &environment));
        p.carrier.promised.forget(promised.process());
        p.carrier.promised.expect(promised.process(), *starter.execution, "0123456789abcdef");
        EXPECT(p.comes([&starter] {
            const std::vector<pid_t> child = descendants(starter.process().pid);
            return child.size() == 1 && process_file(child[0], "cmdline").compare(0, 5, "sleep") == 0;
        }));
        EXPECT(p.carrier.stop() == 0 && !p.carrier.is_to_stop());
        p.carrier.request_stop();
        EXPECT(p.carrier.stop() == SIGTERM && p.carrier.is_to_stop());
        EXPECT(!p.carrier.await_master());
        EXPECT(p.waited_for() == "!");
        EXPECT(!p.carrier.wait_for(*a.execution));
        p.carrier.promised.await_started(starter.process());
        EXPECT(promised.execution->is_promised());
        a.execution->raise(SIGCHLD, true);
        EXPECT(!a.execution->dead());
        const News news = p.carrier.look();
        EXPECT(news.stop && !news.newcomers && !news.deaths && !news.wants_turn);
        p.end(starter);
        p.end(a);
        EXPECT(!p.carrier.is_quiet());
    });
}

/* How the first program ends that runs at our terminal, and does this with SIGHUP. */
int end_of_master(CarrierPlace &p, const std::string &with_hangup, int signal)
{
    One &master = p.start({"/bin/sh", "-c", with_hangup + "; while :; do sleep 0.01; done"}, true);
    EXPECT(p.comes([&master] { return !signal_ends(master.process().pid, SIGHUP); }));
    if (signal != 0)
        CarrierPlace::guardian().order.end_at_once(signal);
    else
        p.carrier.request_stop();
    p.carrier.end_all({0, 0, false});
    EXPECT(master.execution->dead());
    return master.execution->exit_status().value_or(-1);
}

/* It gets the signal that ends the run, and is killed if it goes on: after a while, unless somebody is in haste. */
TEST(a_master_that_is_told_to_end)
{
    using namespace std::chrono;
    in_a_process([] {
        CarrierPlace p;
        const auto began = steady_clock::now();
        const int end = end_of_master(p, "trap 'exit 5' HUP", SIGHUP);
        /* A shell that a busy computer does not let run in that time is killed, too. */
        EXPECT(end == 5 << 8 || (end == SIGKILL && steady_clock::now() - began >= milliseconds(300)));
    });
    in_a_process([] {
        CarrierPlace p;
        const auto began = steady_clock::now();
        EXPECT(end_of_master(p, "trap '' HUP", SIGHUP) == SIGKILL);
        EXPECT(steady_clock::now() - began >= milliseconds(300));
    });
    in_a_process([] {
        CarrierPlace p;
        const auto began = steady_clock::now();
        EXPECT(end_of_master(p, "trap '' HUP TERM", 0) == SIGKILL);
        EXPECT(steady_clock::now() - began >= milliseconds(2000));
    });
}

} // namespace

CARRIER_TEST_MAIN
