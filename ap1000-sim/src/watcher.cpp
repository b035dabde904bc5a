/* watcher.cpp - see watcher.hpp. */
#include "watcher.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "handover.h"
#include "pvm3.h"
#include "sockets.h"

namespace ap1000
{
namespace
{

/* What an epoll event is about: a kind, and a slot or a descriptor. */
enum Kind : std::uint64_t { listening = 1, client, process, output, signals, quit };

std::uint64_t about(Kind kind, std::uint64_t number)
{
    return static_cast<std::uint64_t>(kind) << 32 | number;
}

sigset_t watched_signals()
{
    sigset_t set;
    sigemptyset(&set);
    for (int s : {SIGTERM, SIGHUP, SIGINT})
        sigaddset(&set, s);
    return set;
}

} // namespace

Terminal::~Terminal()
{
    if (fd >= 0)
        close(fd);
}

void Terminal::write_line(const std::string &line)
{
    std::string whole = line + "\n";
    for (std::size_t at = 0; at < whole.size();) {
        ssize_t n = write(fd, whole.data() + at, whole.size() - at);
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return;
        at += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
}

void block_watched_signals()
{
    sigset_t set = watched_signals();
    sigprocmask(SIG_BLOCK, &set, nullptr);
    signal(SIGPIPE, SIG_IGN);
}

Watcher::Watcher(Region &region, int listening_fd, std::string socket_name, bool interrupts_too)
    : region_(region), listening_(listening_fd), epoll_(epoll_create1(EPOLL_CLOEXEC)), quit_(eventfd(0, EFD_CLOEXEC)),
      socket_name_(std::move(socket_name)), slots_(region.nslots())
{
    sigset_t set = watched_signals();
    if (!interrupts_too)
        sigdelset(&set, SIGINT);
    signals_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    add(listening_, about(Kind::listening, 0));
    add(signals_, about(Kind::signals, 0));
    add(quit_, about(Kind::quit, 0));
    thread_ = std::thread([this] { run(); });
}

Watcher::~Watcher()
{
    std::uint64_t one = 1;
    if (write(quit_, &one, sizeof one) == sizeof one)
        thread_.join();
    else
        thread_.detach();
    for (Slot &s : slots_) {
        if (s.pidfd >= 0)
            close(s.pidfd);
        if (s.output >= 0)
            close(s.output);
    }
    close(listening_);
    close(signals_);
    close(epoll_);
    close(quit_);
}

void Watcher::add(int fd, std::uint64_t what)
{
    epoll_event e{};
    e.events = EPOLLIN;
    e.data.u64 = what;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &e);
}

void Watcher::ring()
{
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

void Watcher::set_stop(int signal_number)
{
    stop_.store(signal_number, std::memory_order_release);
    ring();
}

/* ---- the thread -------------------------------------------------------------------------------------------------- */

void Watcher::run()
{
    for (;;) {
        epoll_event events[32];
        int n = epoll_wait(epoll_, events, 32, -1);
        for (int i = 0; i < n; i++) {
            if (events[i].data.u64 >> 32 == Kind::quit)
                return;
            handle(events[i].data.u64);
        }
    }
}

void Watcher::handle(std::uint64_t what)
{
    auto number = static_cast<std::uint32_t>(what);
    switch (what >> 32) {
    case Kind::listening:
        accept_clients();
        break;
    case Kind::client:
        read_client(static_cast<int>(number));
        break;
    case Kind::process:
        process_died(number);
        break;
    case Kind::output: {
        std::lock_guard<std::mutex> lock(mutex_);
        read_output(slots_[number]);
        break;
    }
    case Kind::signals:
        read_signal();
        break;
    default:
        break;
    }
}

void Watcher::read_signal()
{
    signalfd_siginfo info;
    while (read(signals_, &info, sizeof info) == sizeof info)
        set_stop(static_cast<int>(info.ssi_signo));
}

void Watcher::accept_clients()
{
    for (;;) {
        int fd = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0)
            return;
        ucred who{};
        socklen_t n = sizeof who;
        if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) != 0 || who.uid != getuid()) {
            close(fd);
            continue;
        }
        watch_client(fd);
    }
}

void Watcher::watch_client(int fd)
{
    add(fd, about(Kind::client, static_cast<std::uint64_t>(fd)));
}

void Watcher::read_client(int fd)
{
    carrier_hello h{};
    ucred who{};
    socklen_t n = sizeof who;
    int terminal_fd = -1;
    bool got = sockets_receive(fd, &h, sizeof h, &terminal_fd);
    auto terminal = std::make_shared<Terminal>(terminal_fd);
    if (!got || h.magic != CARRIER_MAGIC ||
        getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) != 0) {
        std::lock_guard<std::mutex> lock(mutex_);
        if (fd == master_socket_)
            master_socket_ = -1;
        close(fd); /* gone, or talking nonsense */
        return;
    }
    if (h.version != CARRIER_VERSION) {
        send_welcome(fd, 0, PvmBadVersion, false);
        return;
    }
    h.program[sizeof h.program - 1] = 0;
    if (h.word == CARRIER_EXITING) {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            master_socket_ = fd;
        }
        master_exits_.store(true, std::memory_order_release);
        ring();
        return;
    }
    if (h.word == CARRIER_DOWN) {
        set_stop(SIGTERM);
        return;
    }
    Expected e{0, false};
    {
        std::lock_guard<std::mutex> lock(mutex_);
        auto found = h.ticket != 0 ? expected_.find(h.ticket) : expected_.end();
        if (found != expected_.end()) {
            e = found->second;
            expected_.erase(found);
        } else {
            newcomers_.push_back({fd, who.pid != 0 ? who.pid : h.pid, h.program, terminal});
            newcomers_waiting_.store(true, std::memory_order_release);
        }
    }
    if (e.slot == 0) {
        ring();
        return;
    }
    pid_t from = who.pid != 0 ? who.pid : h.pid;
    if (pid(e.slot) != from)
        watch_process(e.slot, from); /* started through a wrapper: this is the task, not its parent */
    send_welcome(fd, e.slot, 0, e.is_master);
}

void Watcher::send_welcome(int fd, std::uint32_t slot, int status, bool is_master)
{
    carrier_welcome w{};
    w.magic = CARRIER_MAGIC;
    w.version = CARRIER_VERSION;
    w.status = status;
    w.slot = slot;
    w.nslots = region_.nslots();
    w.is_master = is_master;
    std::strncpy(w.socket, socket_name_.c_str(), sizeof w.socket - 1);
    sockets_send(fd, &w, sizeof w, status == 0 ? region_.memory() : -1);
}

void Watcher::process_died(std::uint32_t slot)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        Slot &s = slots_[slot];
        if (s.pidfd < 0)
            return;
        close(s.pidfd);
        s.pidfd = -1;
        s.dead.store(true, std::memory_order_release);
    }
    handover_give(&region_.slot(slot).turn, CARRIER_DEAD);
    deaths_.store(true, std::memory_order_release);
    ring();
}

/* With the mutex held. */
void Watcher::read_output(Slot &s)
{
    char piece[65536];
    while (s.output >= 0) {
        ssize_t n = read(s.output, piece, sizeof piece);
        if (n > 0) {
            s.printed.append(piece, static_cast<std::size_t>(n));
            continue;
        }
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0) {
            close(s.output);
            s.output = -1;
        }
        return;
    }
}

/* ---- asked by the simulator -------------------------------------------------------------------------------------- */

void Watcher::expect(std::uint64_t ticket, std::uint32_t slot, bool is_master)
{
    std::lock_guard<std::mutex> lock(mutex_);
    expected_[ticket] = {slot, is_master};
}

void Watcher::forget(std::uint64_t ticket)
{
    std::lock_guard<std::mutex> lock(mutex_);
    expected_.erase(ticket);
}

bool Watcher::watch_process(std::uint32_t slot, pid_t pid)
{
    int fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    {
        std::lock_guard<std::mutex> lock(mutex_);
        Slot &s = slots_[slot];
        if (s.pidfd >= 0)
            close(s.pidfd);
        s.pid = pid;
        s.pidfd = fd;
        if (fd < 0)
            s.dead.store(true, std::memory_order_release);
    }
    if (fd < 0) {
        handover_give(&region_.slot(slot).turn, CARRIER_DEAD);
        return false;
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    add(fd, about(Kind::process, slot));
    return true;
}

void Watcher::watch_output(std::uint32_t slot, int fd)
{
    fcntl(fd, F_SETFL, O_NONBLOCK);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        slots_[slot].output = fd;
    }
    add(fd, about(Kind::output, slot));
}

void Watcher::welcome(const Newcomer &n, std::uint32_t slot, int status, bool is_master)
{
    send_welcome(n.socket, slot, status, is_master);
}

void Watcher::let_master_go()
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (master_socket_ >= 0)
        shutdown(master_socket_, SHUT_RDWR);
}

pid_t Watcher::pid(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return slots_[slot].pid;
}

std::string Watcher::take_output(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    read_output(slots_[slot]);
    return std::move(slots_[slot].printed);
}

void Watcher::clear(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    if (s.pidfd >= 0)
        close(s.pidfd);
    if (s.output >= 0)
        close(s.output);
    s.pidfd = s.output = -1;
    s.pid = 0;
    s.printed.clear();
    s.dead.store(false, std::memory_order_release);
}

bool Watcher::has_newcomer(const std::function<bool(pid_t)> &fits)
{
    std::lock_guard<std::mutex> lock(mutex_);
    for (const Newcomer &n : newcomers_)
        if (fits(n.pid))
            return true;
    return false;
}

std::deque<Newcomer> Watcher::take_newcomers()
{
    std::lock_guard<std::mutex> lock(mutex_);
    newcomers_waiting_.store(false, std::memory_order_release);
    return std::move(newcomers_);
}

} // namespace ap1000
