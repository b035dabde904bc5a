/* test_launcher.cpp - what a program that is started finds: its words, environment, folder, files, limits and signals;
 * why one could not be started; and what the loader would take for a program. This program is also the one it starts.
 */
#include "carriers/process/simulator/launcher.hpp"
#include "carriers/process/simulator/other_pvm.hpp"
#include "carriers/process/tests/bound_child.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/slots/wire/carrier.h"

#include "testing.h"

using namespace ap1000;

extern char **environ;

namespace
{

std::string own_path()
{
    char path[4096] = "";
    assert_true(readlink("/proc/self/exe", path, sizeof path - 1) > 0);
    return path;
}

/* ---- the program that is started: says what it finds ------------------------------------------------------------- */

const char *value(const char *name)
{
    const char *v = std::getenv(name);
    return v != nullptr ? v : "-";
}

int say_all(int argc, char **argv)
{
    struct stat input {
    };
    struct sigaction pipe_action {
    };
    sigset_t blocked;
    rlimit files{};
    char folder[4096], byte;
    int death = 0, handled = 0, others = 0;
    for (int i = 0; i < argc; i++)
        std::printf("word %s\n", argv[i]);
    for (const char *name : {"ONE", "TWO", "KEPT", "ONE_MORE", "TWOFOLD", "TW", CARRIER_ENV_SOCKET, CARRIER_ENV_TICKET})
        std::printf("%s=%s\n", name, value(name));
    std::printf("pid %d\n", std::to_string(getpid()) == value("PVMEPID"));
    std::printf("folder %s\n", getcwd(folder, sizeof folder));
    fstat(0, &input);
    std::printf("input %d %zd\n", S_ISCHR(input.st_mode), read(0, &byte, 1));
    for (int n = 3; n < 100; n++)
        others += fcntl(n, F_GETFD) >= 0;
    std::printf("other files %d\n", others);
    getrlimit(RLIMIT_NOFILE, &files);
    std::printf("limit %d\n", static_cast<int>(files.rlim_cur));
    sigprocmask(SIG_BLOCK, nullptr, &blocked);
    for (int s = 1; s < NSIG; s++)
        handled += sigismember(&blocked, s) == 1;
    sigaction(SIGPIPE, nullptr, &pipe_action);
    prctl(PR_GET_PDEATHSIG, &death);
    std::printf("signals %d %d %d\n", handled, pipe_action.sa_handler == SIG_DFL, death);
    std::printf("group %d\n", getpgrp() == getpid());
    std::fflush(stdout);
    std::fprintf(stderr, "error output\n");
    return 9;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

rlimit some_limit()
{
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 77;
    return limit;
}

Program program()
{
    Program p;
    p.file = "the file";
    p.called = "called so";
    p.args = {"say", "", "three words here"};
    p.exports = {"ONE=1", "no variable", "TWO=a=b", "ONE=2"};
    p.folder = "/usr";
    return p;
}

int end_of(const Started &s)
{
    int status = -1;
    waitpid(s.pid, &status, 0);
    return status;
}

TEST(what_a_program_finds)
{
    setenv("KEPT", "from here", 1);
    setenv("ONE_MORE", "1", 1); /* these only begin like one that is exported, before it and behind it */
    setenv("TWO", "other", 1);
    setenv("TWOFOLD", "2", 1);
    setenv("TW", "3", 1);
    signal(SIGPIPE, [](int) {}); /* as the simulator has it */
    sigset_t usr1, now;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    sigprocmask(SIG_BLOCK, &usr1, nullptr);
    const int input = dup(0);
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(write(ends[1], "not for it", 10), 10);
    dup2(ends[0], 0);
    fcntl(input, F_SETFD, FD_CLOEXEC);
    const Started s = start_program_process(own_path(), program(), "a socket", "4711", false, some_limit());
    dup2(input, 0);
    for (int n : {input, ends[0], ends[1]})
        close(n);
    sigprocmask(SIG_BLOCK, nullptr, &now);
    assert_true(sigismember(&now, SIGUSR1) == 1 && sigismember(&now, SIGUSR2) == 0);
    assert_true(s.pid > 0);
    assert_int_equal(s.error, 0);
    assert_int_equal(getpgid(s.pid), s.pid);
    assert_int_equal(fcntl(s.output, F_GETFD), FD_CLOEXEC);
    const std::string said = all_of(s.output);
    const std::string expected =
        "word called so\nword say\nword \nword three words here\nONE=2\nTWO=a=b\nKEPT=from "
        "here\nONE_MORE=1\nTWOFOLD=2\nTW=3\n" CARRIER_ENV_SOCKET "=a socket\n" CARRIER_ENV_TICKET
        "=4711\npid 1\nfolder /usr\ninput 1 0\nother files 0\n"
        "limit 77\nsignals 0 1 9\ngroup 1\nerror output\n";
    assert_string_equal(said.c_str(), expected.c_str());
    assert_int_equal(end_of(s), 9 << 8);
}

/* With the terminal: its files, and our group. */
TEST(a_program_with_the_terminal)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const int before = dup(1), errors = dup(2);
    fcntl(before, F_SETFD, FD_CLOEXEC);
    fcntl(errors, F_SETFD, FD_CLOEXEC);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    Program p = program();
    p.called = "";
    p.folder = "/no/such/folder";
    const Started s = start_program_process(own_path(), p, "a socket", "", true, some_limit());
    dup2(before, 1);
    dup2(errors, 2);
    close(before);
    close(errors);
    close(ends[1]);
    assert_int_equal(s.output, -1);
    const std::string said = all_of(ends[0]);
    assert_true(said.find("word the file\n") == 0);
    assert_true(said.find(CARRIER_ENV_TICKET "=-\n") != std::string::npos);
    assert_true(said.find("folder /\n") != std::string::npos);
    assert_true(said.find("group 0\n") != std::string::npos);
    assert_int_equal(end_of(s), 9 << 8);
}

std::size_t open_files()
{
    std::size_t n = 0;
    for (int fd = 0; fd < 200; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

TEST(what_cannot_be_started)
{
    const std::size_t before = open_files();
    const std::pair<const char *, int> rows[] = {
        {"/no/such/program", ENOENT}, {"/etc/passwd", EACCES}, {"/usr", EACCES}};
    for (bool terminal : {false, true})
        for (const auto &[path, why] : rows) {
            const Started s = start_program_process(path, program(), "", "", terminal, some_limit());
            assert_int_equal(s.pid, 0);
            assert_int_equal(s.output, -1);
            assert_int_equal(s.error, why);
        }
    assert_int_equal(open_files(), before);
    assert_int_equal(waitpid(-1, nullptr, WNOHANG), -1); /* no child is left */
    assert_int_equal(errno, ECHILD);
    rlimit few{}, was{};
    getrlimit(RLIMIT_NOFILE, &was);
    few = was;
    few.rlim_cur = 3;
    setrlimit(RLIMIT_NOFILE, &few);
    const Started s = start_program_process(own_path(), program(), "", "", false, some_limit());
    setrlimit(RLIMIT_NOFILE, &was);
    assert_int_equal(s.pid, 0);
    assert_int_equal(s.error, EMFILE);
}

TEST(what_the_loader_takes)
{
    const std::string list = list_of_loaded(own_path(), environment_of({}, "", ""));
    const std::string libc = file_in_list(list, "libc.so.6");
    assert_true(libc.size() > 1 && libc[0] == '/' && libc.find("libc.so.6") != std::string::npos);
    assert_int_equal(access(libc.c_str(), R_OK), 0);
    assert_string_equal(list_of_loaded("/no/such/program", {}).c_str(), "");
    const std::string lines = "\tlibx.so.1 => /a/libx.so.1 (0x1)\n\tliby.so.2 => not found\n\tlibz.so.3 => /b/z\n";
    assert_string_equal(file_in_list(lines, "libx.so.1").c_str(), "/a/libx.so.1");
    assert_string_equal(file_in_list(lines, "liby.so.2").c_str(), "");
    assert_string_equal(file_in_list(lines, "libz.so.3").c_str(), "/b/z");
    assert_string_equal(file_in_list(lines, "libq.so.3").c_str(), "");
    assert_string_equal(file_in_list("", "libq.so.3").c_str(), "");
}

/* What is said of a program with such bytes in it. */
std::string said_of(const std::string &bytes)
{
    const std::string path = "/tmp/test-launcher-" + std::to_string(getpid());
    std::ofstream(path, std::ios::binary) << bytes;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const int errors = dup(2);
    dup2(ends[1], 2);
    close(ends[1]);
    say_if_other_pvm(path, {});
    dup2(errors, 2);
    close(errors);
    unlink(path.c_str());
    std::string said = all_of(ends[0]);
    const std::size_t at = said.find(path);
    return at != std::string::npos ? said.replace(at, path.size(), "PROGRAM") : said;
}

TEST(programs_with_another_pvm)
{
    const std::string elf = "\177ELF", original = "mksocs() ", ours = "AP1000_SOCKET";
    const char *line =
        "ap1000: PROGRAM is linked statically with another libpvm3, which knows nothing of this machine; "
        "link it anew with the flags of `pkg-config --libs pvm3`\n";
    assert_string_equal(said_of(elf + "..." + original + "...").c_str(), line);
    assert_string_equal(said_of(elf + "..." + original + ours).c_str(), "");
    assert_string_equal(said_of(elf + "..." + ours).c_str(), "");
    assert_string_equal(said_of("#!/bin/sh " + original).c_str(), "");
    assert_string_equal(said_of(elf + " libpvm3.so.3").c_str(), ""); /* nobody can say what it takes */
    assert_string_equal(said_of(elf).c_str(), "");
    assert_string_equal(said_of("").c_str(), "");
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1 && std::strcmp(argv[1], "say") == 0)
        return say_all(argc, argv);
    for (int n = 3; n < 200; n++)
        (void)fcntl(n, F_SETFD, FD_CLOEXEC);
    return run_all_tests(nullptr, nullptr);
}
