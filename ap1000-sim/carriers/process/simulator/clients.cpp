/* clients.cpp - see clients.hpp. */
#include "carriers/process/simulator/clients.hpp"

#include <algorithm>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "sockets.h"

namespace ap1000
{

Clients::Clients(WatchedFiles &files, const Welcomes &welcomes) : files_(files), welcomes_(welcomes)
{
}

bool Clients::watch(int fd)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const std::uint32_t connection = ++last_connection_;
    bool watched = files_.add(fd, WatchedFiles::Kind::client, connection);
    if (watched)
        sockets_[connection] = fd;
    else
        close(fd);
    return watched;
}

int Clients::socket_of(std::uint32_t connection)
{
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = sockets_.find(connection);
    return found != sockets_.end() ? found->second : -1;
}

void Clients::hang_up(std::uint32_t connection)
{
    std::lock_guard<std::mutex> lock(mutex_);
    files_.close_file(sockets_.at(connection));
    sockets_.erase(connection);
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

/* The socket stays open meanwhile. */
template <typename F> void Clients::with_socket(const Client &c, F use)
{
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = sockets_.find(c.connection);
    if (found != sockets_.end())
        use(found->second);
}

/* ---- those that want to join ------------------------------------------------------------------------------------- */

void Clients::add_newcomer(Client c)
{
    std::lock_guard<std::mutex> lock(mutex_);
    newcomers_.push_back(std::move(c));
    newcomers_waiting_.store(true, std::memory_order_release);
}

std::deque<Client> Clients::take_newcomers()
{
    std::lock_guard<std::mutex> lock(mutex_);
    newcomers_waiting_.store(false, std::memory_order_release);
    return std::move(newcomers_);
}

bool Clients::has_newcomer(const std::function<bool(pid_t)> &fits)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return std::any_of(newcomers_.begin(), newcomers_.end(), [&fits](const Client &c) { return fits(c.pid); });
}

void Clients::welcome(const Client &c, std::uint32_t slot, bool is_master)
{
    if (is_master)
        note_master(c.connection);
    with_socket(c, [&](int fd) { welcomes_.send(fd, slot, is_master); });
}

void Clients::refuse(const Client &c, int status)
{
    with_socket(c, [&](int fd) { welcomes_.refuse(fd, status); });
}

void Clients::turn_away()
{
    for (const Client &c : take_newcomers())
        with_socket(c, [](int fd) { shutdown(fd, SHUT_RDWR); });
}

/* ---- others ------------------------------------------------------------------------------------------------------ */

void Clients::add_inquirer(Client c)
{
    std::lock_guard<std::mutex> lock(mutex_);
    inquirers_.push_back(std::move(c));
    inquirers_waiting_.store(true, std::memory_order_release);
}

std::deque<Client> Clients::take_inquirers()
{
    std::lock_guard<std::mutex> lock(mutex_);
    inquirers_waiting_.store(false, std::memory_order_release);
    return std::move(inquirers_);
}

void Clients::answer(const Client &c, const void *record, std::size_t n)
{
    with_socket(c, [&](int fd) { sockets_send(fd, record, n, -1); });
}

void Clients::note_master(std::uint32_t connection)
{
    std::lock_guard<std::mutex> lock(mutex_);
    master_connection_ = connection;
}

void Clients::note_master_exits(std::uint32_t connection)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (connection == master_connection_)
        master_exits_.store(true, std::memory_order_release);
}

void Clients::let_master_go()
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (master_connection_ != 0 && master_exits())
        shutdown(sockets_.at(master_connection_), SHUT_RDWR);
}

} // namespace ap1000
