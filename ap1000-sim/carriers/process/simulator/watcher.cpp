/* watcher.cpp - see watcher.hpp. The thread, and what it notes of processes, output and signals; watcher_clients.cpp
 * has those who connect. */
#include "carriers/process/simulator/watcher.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

#include "carriers/process/wire/handover.h"

namespace ap1000
{
namespace
{

/* How much of what a task prints is kept before it is taken; and taken at once: that, and what a pipe holds. */
constexpr std::size_t most_kept_bytes = std::size_t{256} << 10,
                      most_taken_bytes = most_kept_bytes + (std::size_t{1} << 20);

} // namespace

Watcher::Watcher(Region &region, int listening_fd, std::string socket_name, Guardian &guardian)
    : region_(region), guardian_(guardian), listening_(listening_fd), epoll_(epoll_create1(EPOLL_CLOEXEC)),
      quit_(eventfd(0, EFD_CLOEXEC)), spare_(fcntl(quit_, F_DUPFD_CLOEXEC, 0)), socket_name_(std::move(socket_name)),
      slots_(region.nslots())
{
    if (epoll_ < 0 || quit_ < 0 || spare_ < 0 || !add(listening_, Kind::listening) ||
        !add(guardian_.bell(), Kind::signals) || !add(quit_, Kind::quit))
        throw std::system_error(errno, std::generic_category(), "the machine cannot hear what comes from outside");
    thread_ = std::thread([this] { run(); });
}

Watcher::~Watcher()
{
    std::uint64_t one = 1;
    while (write(quit_, &one, sizeof one) < 0 && errno == EINTR)
        ;
    thread_.join();
    for (Slot &s : slots_) {
        if (s.pidfd >= 0)
            close(s.pidfd);
        if (s.output >= 0)
            close(s.output);
    }
    close(listening_);
    close(epoll_);
    close(quit_);
    if (spare_ >= 0)
        close(spare_);
}

bool Watcher::add(int fd, Kind kind, std::uint32_t number)
{
    epoll_event e{};
    e.events = EPOLLIN;
    e.data.u64 = static_cast<std::uint64_t>(kind) << 32 | number;
    return epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &e) == 0;
}

/* A child that has not yet become its program has copies of all our descriptors: a file that is only closed goes on
 * being told of by its old number, which may be another file's by then. */
void Watcher::stop_watching(int fd)
{
    epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
    close(fd);
}

void Watcher::ring()
{
    changes_.store(true, std::memory_order_release);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        news_ = true;
    }
    bell_.notify_all();
}

void Watcher::wait_for_news(int ms)
{
    std::unique_lock<std::mutex> lock(mutex_);
    bell_.wait_for(lock, std::chrono::milliseconds(ms), [this] { return news_; });
    news_ = false;
}

void Watcher::stop_in_order()
{
    guardian_.order.end_in_order();
    ring();
}

/* `ap1000 down`, or nobody can join any more. */
void Watcher::end_at_once()
{
    guardian_.order.end_at_once(SIGTERM);
    guardian_.ring();
}

/* ---- the thread -------------------------------------------------------------------------------------------------- */

void Watcher::run()
{
    for (;;) {
        epoll_event events[32];
        int n = epoll_wait(epoll_, events, 32, -1);
        for (int i = 0; i < n; i++) {
            auto kind = static_cast<Kind>(events[i].data.u64 >> 32);
            if (kind == Kind::quit)
                return;
            handle(kind, static_cast<std::uint32_t>(events[i].data.u64));
        }
    }
}

void Watcher::handle(Kind kind, std::uint32_t number)
{
    switch (kind) {
    case Kind::listening:
        accept_clients();
        break;
    case Kind::client:
        read_client(number);
        break;
    case Kind::process:
        process_died(number);
        break;
    case Kind::output:
        collect_output(number);
        break;
    case Kind::signals:
        clear_bell();
        ring();
        break;
    default:
        break;
    }
}

void Watcher::clear_bell()
{
    std::uint64_t rung;
    while (read(guardian_.bell(), &rung, sizeof rung) > 0)
        ;
}

void Watcher::process_died(std::uint32_t slot)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        Slot &s = slots_[slot];
        pollfd ended{s.pidfd, POLLIN, 0};
        if (s.pidfd < 0 || poll(&ended, 1, 0) != 1) /* epoll may tell of one that had the slot before */
            return;
        stop_watching(s.pidfd);
        s.pidfd = -1;
        mark_dead(slot);
    }
    deaths_.store(true, std::memory_order_release);
    ring();
}

/* With the mutex held, as read_output. Level-triggered: a full one must not be told of again and again. */
void Watcher::listen_to(std::uint32_t slot, bool listens)
{
    epoll_event e{};
    e.events = listens ? static_cast<std::uint32_t>(EPOLLIN) : 0;
    e.data.u64 = static_cast<std::uint64_t>(Kind::output) << 32 | slot;
    if (slots_[slot].output >= 0)
        epoll_ctl(epoll_, EPOLL_CTL_MOD, slots_[slot].output, &e);
}

void Watcher::collect_output(std::uint32_t slot)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        Slot &s = slots_[slot];
        read_output(s, most_kept_bytes);
        if (s.printed.size() < most_kept_bytes || s.full)
            return;
        s.full.store(true, std::memory_order_release);
        listen_to(slot, false);
        full_.store(true, std::memory_order_release);
    }
    ring();
}

void Watcher::read_output(Slot &s, std::size_t most_bytes)
{
    char piece[65536];
    while (s.output >= 0 && s.printed.size() < most_bytes) {
        ssize_t n = read(s.output, piece, sizeof piece);
        if (n > 0) {
            s.printed.append(piece, static_cast<std::size_t>(n));
            continue;
        }
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0) {
            stop_watching(s.output);
            s.output = -1;
        }
        return;
    }
}

/* ---- asked by the simulator -------------------------------------------------------------------------------------- */

Watcher::Watched Watcher::watch_process(std::uint32_t slot, pid_t pid)
{
    std::lock_guard<std::mutex> lock(mutex_);
    /* What was started may have started the task itself, and that has connected. */
    return slots_[slot].pid != 0 ? Watched::yes : watch(slot, pid);
}

/* The process with this ticket has connected. Its start may have been given up meanwhile: the slot is another's then,
 * or nobody's. */
Watcher::Watched Watcher::watch_expected(std::uint32_t slot, pid_t pid, std::uint64_t ticket)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    if (s.ticket != ticket)
        return Watched::no_means;
    /* Another one was started, and has started this one, which is the task. */
    Watched watched = s.pid == pid ? Watched::yes : watch(slot, pid);
    if (watched == Watched::no_means)
        mark_dead(slot);
    return watched;
}

/* With the mutex held, as mark_dead. */
Watcher::Watched Watcher::watch(std::uint32_t slot, pid_t pid)
{
    Slot &s = slots_[slot];
    if (s.pidfd >= 0)
        stop_watching(s.pidfd);
    int fd = s.pidfd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    const bool lives = fd >= 0 || (errno != ESRCH && errno != EINVAL);
    if (lives && (fd < 0 || !add(fd, Kind::process, slot))) {
        int why = errno;
        if (fd >= 0)
            close(fd);
        s.pidfd = -1;
        s.pid = 0;
        errno = why;
        return Watched::no_means;
    }
    s.pid = pid;
    if (s.is_master)
        guardian_.watch_master(pid);
    if (fd < 0) {
        mark_dead(slot);
        return Watched::gone;
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return Watched::yes;
}

void Watcher::mark_dead(std::uint32_t slot)
{
    slots_[slot].dead.store(true, std::memory_order_release);
    handover_give(&region_.slot(slot).turn, CARRIER_DEAD);
}

bool Watcher::watch_output(std::uint32_t slot, int fd)
{
    fcntl(fd, F_SETFL, O_NONBLOCK);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        slots_[slot].output = fd;
    }
    return add(fd, Kind::output, slot);
}

pid_t Watcher::pid(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return slots_[slot].pid;
}

std::string Watcher::take_output(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    read_output(s, most_taken_bytes);
    if (s.full) {
        s.full.store(false, std::memory_order_release);
        listen_to(slot, true);
    }
    return std::exchange(s.printed, {});
}

bool Watcher::has_printed(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return !slots_[slot].printed.empty();
}

void Watcher::clear(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    if (s.pidfd >= 0)
        stop_watching(s.pidfd);
    if (s.output >= 0)
        stop_watching(s.output);
    s.pidfd = s.output = -1;
    s.pid = 0;
    s.ticket = 0;
    s.is_master = false;
    s.printed.clear();
    s.dead.store(false, std::memory_order_release);
    s.wants_turn.store(false, std::memory_order_release);
    s.full.store(false, std::memory_order_release);
}

} // namespace ap1000
