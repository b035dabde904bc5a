/* watcher_clients.cpp - the watcher's dealings with processes that connect: tasks that are expected, newcomers, the
 * master that waits in its exit, `ap1000 down`. */
#include "carriers/process/simulator/watcher.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pvm3.h"
#include "carriers/process/wire/handover.h"
#include "sockets.h"

namespace ap1000
{
namespace
{

/* Real time between looks while the whole computer has no descriptor, and how often one looks before the run ends. */
constexpr useconds_t no_descriptor_us = 10000;
constexpr int most_refusals = 500;
constexpr int hello_ms = 100; /* real time that a hello may take which follows its connection */

/* Takes what one who has connected says, which is not heard: if a socket is closed with something unread, or before it
 * is written to, its other end reads an error instead of the answer. */
void wait_for_hello(int fd)
{
    pollfd there{fd, POLLIN, 0};
    carrier_hello h{};
    if (poll(&there, 1, hello_ms) == 1)
        (void)recv(fd, &h, sizeof h, MSG_DONTWAIT);
}

} // namespace

void Watcher::accept_clients()
{
    for (;;) {
        int fd = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0 && (errno == EINTR || errno == ECONNABORTED || refuse_client()))
            continue;
        if (fd < 0)
            return;
        refusals_ = 0;
        ucred who{};
        socklen_t n = sizeof who;
        if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) != 0 || who.uid != getuid()) {
            close(fd);
            continue;
        }
        watch_client(fd);
    }
}

/* accept failed. If for want of a descriptor, the one kept for this serves to tell the first who waits that there is no
 * room. */
bool Watcher::refuse_client()
{
    if (errno != EMFILE && errno != ENFILE)
        return false;
    if (spare_ >= 0)
        close(spare_);
    int fd = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) {
        wait_for_hello(fd);
        send_welcome(fd, 0, PvmOutOfRes, false);
        close(fd);
        refusals_ = 0;
    } else if (++refusals_ < most_refusals) {
        usleep(no_descriptor_us);
    } else if (refusals_ == most_refusals) {
        std::fprintf(stderr, "ap1000: a task cannot join: %s; the run is ended\n", std::strerror(errno));
        end_at_once();
    }
    spare_ = fcntl(quit_, F_DUPFD_CLOEXEC, 0);
    return fd >= 0;
}

bool Watcher::watch_client(int fd)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const std::uint32_t connection = ++last_connection_;
    bool watched = add(fd, Kind::client, connection);
    if (watched)
        connections_[connection] = fd;
    else
        close(fd);
    return watched;
}

/* -1: it is gone. */
int Watcher::socket_of(std::uint32_t connection)
{
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = connections_.find(connection);
    return found != connections_.end() ? found->second : -1;
}

/* Whoever is at the other end is gone, or talks nonsense: nobody is to answer it. */
void Watcher::hang_up(std::uint32_t connection)
{
    std::lock_guard<std::mutex> lock(mutex_);
    stop_watching(connections_.at(connection));
    connections_.erase(connection);
    if (connection == master_connection_)
        master_connection_ = 0;
    auto drop_from = [connection](std::deque<Client> &all, std::atomic<bool> &waiting) {
        all.erase(std::remove_if(all.begin(), all.end(),
                                 [connection](const Client &c) { return c.connection == connection; }),
                  all.end());
        waiting.store(!all.empty(), std::memory_order_release);
    };
    drop_from(newcomers_, newcomers_waiting_);
    drop_from(inquirers_, inquirers_waiting_);
}

void Watcher::read_client(std::uint32_t connection)
{
    const int fd = socket_of(connection);
    if (fd < 0)
        return;
    carrier_hello h{};
    ucred who{};
    socklen_t n = sizeof who;
    int terminal_fd = -1;
    bool got = sockets_receive(fd, &h, sizeof h, &terminal_fd);
    auto terminal = std::make_shared<Terminal>(terminal_fd);
    if (!got || h.magic != CARRIER_MAGIC || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) != 0) {
        hang_up(connection);
        return;
    }
    if (h.version != CARRIER_VERSION) {
        send_welcome(fd, 0, PvmBadVersion, false);
        return;
    }
    h.program[sizeof h.program - 1] = 0;
    if (h.word == CARRIER_EXITING)
        master_is_exiting(connection);
    else if (h.word == CARRIER_TURN)
        task_wants_turn(h.ticket);
    else if (h.word == CARRIER_DOWN)
        end_as_asked(fd);
    else if (h.word == CARRIER_PS)
        keep_inquirer({connection, h.pid, h.program, terminal});
    else
        welcome(fd, h.ticket, {connection, who.pid != 0 ? who.pid : h.pid, h.program, terminal});
}

void Watcher::master_is_exiting(std::uint32_t connection)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        master_connection_ = connection;
    }
    master_exits_.store(true, std::memory_order_release);
    ring();
}

void Watcher::task_wants_turn(std::uint64_t slot)
{
    if (slot >= slots_.size())
        return;
    slots_[slot].wants_turn.store(true, std::memory_order_release);
    turn_wanted_.store(true, std::memory_order_release);
    ring();
}

void Watcher::end_as_asked(int fd)
{
    carrier_down_answer answer{};
    answer.ntasks = tasks_in_process_.load(std::memory_order_acquire);
    for (std::uint32_t slot = 0; slot < slots_.size(); slot++)
        answer.ntasks += pid(slot) > 0 && !dead(slot);
    sockets_send(fd, &answer, sizeof answer, -1);
    end_at_once();
}

void Watcher::keep_inquirer(Client c)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        inquirers_.push_back(std::move(c));
    }
    inquirers_waiting_.store(true, std::memory_order_release);
    ring();
}

/* One that is expected gets its slot at once; others are newcomers, for whom the kernel finds one. */
void Watcher::welcome(int fd, std::uint64_t ticket, Client c)
{
    Expected e{0, false};
    const pid_t from = c.pid;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        auto found = ticket != 0 ? expected_.find(ticket) : expected_.end();
        if (found != expected_.end()) {
            e = found->second;
            expected_.erase(found);
        } else {
            newcomers_.push_back(std::move(c));
            newcomers_waiting_.store(true, std::memory_order_release);
        }
    }
    if (e.slot != 0 && watch_expected(e.slot, from, ticket) == Watched::no_means) {
        send_welcome(fd, 0, PvmOutOfRes, false);
        kill(from, SIGKILL);
    } else if (e.slot != 0) {
        send_welcome(fd, e.slot, 0, e.is_master);
    }
    ring();
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
    if (!sockets_send(fd, &w, sizeof w, status == 0 ? region_.memory() : -1))
        shutdown(fd, SHUT_RDWR); /* it is not to wait for that; it says so itself */
}

void Watcher::expect(std::uint64_t ticket, std::uint32_t slot, bool is_master)
{
    std::lock_guard<std::mutex> lock(mutex_);
    expected_[ticket] = {slot, is_master};
    slots_[slot].ticket = ticket;
    slots_[slot].is_master = is_master;
}

void Watcher::forget(std::uint64_t ticket)
{
    std::lock_guard<std::mutex> lock(mutex_);
    expected_.erase(ticket);
}

bool Watcher::withdraw(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    for (auto e = expected_.begin(); e != expected_.end(); ++e)
        if (e->second.slot == slot) {
            expected_.erase(e);
            slots_[slot].dead.store(true, std::memory_order_release);
            return true;
        }
    return false;
}

void Watcher::welcome(const Client &n, std::uint32_t slot, int status, bool is_master)
{
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = connections_.find(n.connection);
    if (found != connections_.end())
        send_welcome(found->second, slot, status, is_master);
}

void Watcher::answer(const Client &c, const void *record, std::size_t n)
{
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = connections_.find(c.connection);
    if (found != connections_.end())
        sockets_send(found->second, record, n, -1);
}

void Watcher::let_master_go()
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (master_connection_ != 0)
        shutdown(connections_.at(master_connection_), SHUT_RDWR);
}

bool Watcher::has_newcomer(const std::function<bool(pid_t)> &fits)
{
    std::lock_guard<std::mutex> lock(mutex_);
    for (const Client &n : newcomers_)
        if (fits(n.pid))
            return true;
    return false;
}

std::deque<Client> Watcher::take_inquirers()
{
    std::lock_guard<std::mutex> lock(mutex_);
    inquirers_waiting_.store(false, std::memory_order_release);
    return std::move(inquirers_);
}

std::deque<Client> Watcher::take_joined()
{
    std::lock_guard<std::mutex> lock(mutex_);
    newcomers_waiting_.store(false, std::memory_order_release);
    return std::move(newcomers_);
}

} // namespace ap1000
