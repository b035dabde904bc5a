/* guardian.cpp - see guardian.hpp. The thread's functions have no memory but their stack. */
#include "carriers/process/simulator/guardian.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <ctime>
#include <unistd.h>

#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{
namespace
{

constexpr int look_ms = 20; /* real time between looks, once the end is wanted */

constexpr std::int64_t again_ns =
    200000000;                 /* a second signal within this belongs to the first, as timeout(1) sends it */
constexpr int most_kills = 25; /* looks for processes that are still there after they were killed */

constexpr int exit_machine_failed = 125;

std::int64_t now_ns()
{
    timespec t{};
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
}

int own_file(const char *name)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/%s", static_cast<int>(syscall(SYS_gettid)), name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* The numbers at the beginning of a text. */
int numbers_in(const char *text, std::int64_t *out, int most)
{
    int n = 0;
    for (const char *p = text; n < most; n++) {
        while (*p == ' ' || *p == '\n')
            p++;
        if (*p < '0' || *p > '9')
            break;
        out[n] = 0;
        for (; *p >= '0' && *p <= '9'; p++)
            out[n] = out[n] * 10 + (*p - '0');
    }
    return n;
}

/* From its beginning; it ends with a zero. Returns its length. */
template <std::size_t bytes> std::size_t read_text(int fd, char (&text)[bytes])
{
    const ssize_t n = pread(fd, text, bytes - 1, 0);
    const std::size_t length = n > 0 ? static_cast<std::size_t>(n) : 0;
    text[length] = 0;
    return length;
}

/* A list of numbers that did not fit: the last one may not be whole. */
void drop_last_word(char *text)
{
    char *space = std::strrchr(text, ' ');
    *(space != nullptr ? space : text) = 0;
}

/* Is nobody there to read it, it is lost: nobody waits here. */
void say(const char *text)
{
    pollfd there{STDERR_FILENO, POLLOUT, 0};
    if (poll(&there, 1, 0) == 1 && (there.revents & POLLOUT) != 0 && write(STDERR_FILENO, text, std::strlen(text)) < 0)
        return;
}

sigset_t signals_of_run()
{
    sigset_t set;
    sigemptyset(&set);
    for (int s : {SIGTERM, SIGHUP, SIGINT})
        sigaddset(&set, s);
    struct sigaction inherited;
    if (sigaction(SIGHUP, nullptr, &inherited) == 0 && inherited.sa_handler == SIG_IGN)
        sigdelset(&set, SIGHUP); /* nohup */
    return set;
}

} // namespace

void block_watched_signals()
{
    const sigset_t set = signals_of_run();
    sigprocmask(SIG_BLOCK, &set, nullptr);
    struct sigaction of_pipe;
    if (sigaction(SIGPIPE, nullptr, &of_pipe) != 0 || of_pipe.sa_handler == SIG_IGN)
        return;
    of_pipe.sa_handler = [](int) {}; /* programs would inherit that it is ignored; this they do not */
    of_pipe.sa_flags = SA_RESTART;
    sigaction(SIGPIPE, &of_pipe, nullptr);
}

Guardian::Guardian(bool shares_terminal)
    : shares_terminal_(shares_terminal), bell_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), times_(own_file("schedstat")), state_(own_file("stat")),
      children_(own_file("children"))
{
    const sigset_t set = signals_of_run();
    signals_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    const int why = signals_ < 0 || bell_ < 0 || wake_ < 0 ? errno : pthread_create(&thread, nullptr, run, this);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (why != 0)
        throw std::system_error(why, std::generic_category(), "the machine cannot hear signals");
    pthread_detach(thread);
}

void Guardian::ring()
{
    const std::uint64_t one = 1;
    for (int fd : {bell_, wake_})
        while (write(fd, &one, sizeof one) < 0 && errno == EINTR)
            ;
}

void Guardian::end_at_once()
{
    order.end_at_once(SIGTERM);
    ring();
}

void Guardian::watch_master(pid_t pid)
{
    const int fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (fd < 0)
        return;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    master_pid_.store(pid, std::memory_order_release);
    master_.store(fd, std::memory_order_release);
    const std::uint64_t one = 1;
    while (write(wake_, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

/* ---- the thread -------------------------------------------------------------------------------------------------- */

void *Guardian::run(void *self)
{
    static_cast<Guardian *>(self)->guard();
    return nullptr;
}

void Guardian::guard()
{
    EndDeadline d;
    for (;;) {
        pollfd files[] = {{signals_, POLLIN, 0}, {wake_, POLLIN, 0}, {d.is_set() ? -1 : master_.load(), POLLIN, 0}};
        poll(files, 3, d.is_set() ? look_ms : -1);
        std::uint64_t bell;
        while (read(wake_, &bell, sizeof bell) > 0)
            ;
        read_signals(d.spent_ns());
        const bool ordered = order.at_once();
        if ((ordered && !d.by_order()) || (!d.is_set() && master_is_dead()))
            d.begin(ordered, now_ns(), look());
        else if (d.is_set() && (d.is_late(ending_.load(std::memory_order_acquire), now_ns(), look()) || orders_ > 1))
            end_all_now();
    }
}

/* An interrupt from the terminal goes to the program, too, which may have its own use for it, as long as it lives. */
void Guardian::read_signals(std::int64_t since_first_ns)
{
    signalfd_siginfo info;
    while (read(signals_, &info, sizeof info) == sizeof info) {
        const bool for_program = shares_terminal_ && info.ssi_signo == SIGINT && info.ssi_code == SI_KERNEL &&
                                 master_ >= 0 && !master_is_dead();
        if (for_program)
            continue;
        if (orders_ == 0 || since_first_ns > again_ns)
            orders_++;
        if (orders_ == 1) {
            order.end_at_once(static_cast<int>(info.ssi_signo));
            ring();
        }
    }
}

bool Guardian::master_is_dead() const
{
    pollfd ended{master_.load(std::memory_order_acquire), POLLIN, 0};
    return ended.fd >= 0 && poll(&ended, 1, 0) == 1;
}

/* D: it waits for a disk, or until what it starts runs its own program: on a busy computer that takes as long as any
 * wait for a processor. */
EndDeadline::Look Guardian::look() const
{
    char text[512];
    std::int64_t numbers[2] = {0, 0};
    if (read_text(times_, text) == 0 || numbers_in(text, numbers, 2) != 2)
        return {false, 0, 0, false};
    const char *name_end = read_text(state_, text) > 0 ? std::strrchr(text, ')') : nullptr;
    const char state = name_end != nullptr && name_end[1] == ' ' ? name_end[2] : 0;
    return {true, numbers[0], numbers[1], state == 'R' || state == 'D'};
}

/* What was started, and what that has started, as it comes to us when its parent is gone. Returns whether any is
 * there. */
bool Guardian::kill_processes() const
{
    char text[4096];
    constexpr int most = 512;
    std::int64_t pids[most];
    read_text(children_, text);
    drop_last_word(text); /* a list that fits ends with a space */
    const int n = numbers_in(text, pids, most);
    for (int i = 0; i < n; i++) {
        const pid_t pid = static_cast<pid_t>(pids[i]);
        if (getpgid(pid) == pid)
            kill(-pid, SIGKILL);
        kill(pid, SIGKILL);
    }
    return n > 0;
}

/* The exit code is that of the master if that has died by itself, as else. */
void Guardian::end_all_now()
{
    int code = order.at_once() ? 128 + order.signal() : exit_machine_failed;
    for (int looks = 0; kill_processes() && looks < most_kills; looks++) {
        int status = 0;
        for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
            if (pid == master_pid_ && !order.at_once())
                code = exit_code_of(status);
        poll(nullptr, 0, look_ms);
    }
    say(order.at_once()
            ? "ap1000: the simulator hangs and cannot end the run in order: it is ended with all its processes\n"
            : "ap1000: the program has ended, and the simulator hangs: it is ended with all its processes\n");
    _exit(code);
}

} // namespace ap1000
