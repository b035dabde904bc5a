/* clients.hpp - the connected processes: those that want to join, those that ask for the list of tasks, and the master
 * that waits in its exit. Each has a number, and can be answered as long as it is connected.
 *
 * Any thread may call it; but only the watcher's thread, which reads the sockets, hangs up. */
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <sys/types.h>

#include "carriers/process/simulator/watched_files.hpp"
#include "carriers/process/simulator/entrance.hpp"
#include "kernel/terminal.hpp"

namespace ap1000
{

/* A process that a user started on a machine that is up, or that a task started by itself. */
struct Client {
    std::uint32_t connection; /* the number of its socket, never used again */
    pid_t pid;
    std::string program;
    std::shared_ptr<Terminal> terminal;
};

class Clients
{
  public:
    /* Both must outlive it. */
    Clients(WatchedFiles &files, const Welcomes &welcomes);

    /* ---- connections ---- */

    /* A socket on which a process has connected or will say hello; it is closed if it cannot be watched: false. */
    bool watch(int fd);

    /* -1: it is gone. */
    int socket_of(std::uint32_t connection);

    /* Whoever is at the other end is gone, or talks nonsense: nobody is to answer it. */
    void hang_up(std::uint32_t connection);

    /* ---- those that want to join ---- */

    void add_newcomer(Client c);
    std::deque<Client> take_newcomers();
    bool has_newcomer(const std::function<bool(pid_t)> &fits);
    bool has_newcomers() const
    {
        return newcomers_waiting_.load(std::memory_order_acquire);
    }

    /* Answer a newcomer: its slot; or that it cannot join, and why (PvmOutOfRes). Its socket is still watched. One that
     * is gone gets nothing, likewise with answer. */
    void welcome(const Client &c, std::uint32_t slot, bool is_master);
    void refuse(const Client &c, int status);

    /* The run is over: those who want to join are told that the machine has ended. */
    void turn_away();

    /* ---- those that want to be shown the tasks; each is to be answered ---- */

    void add_inquirer(Client c);
    std::deque<Client> take_inquirers();
    bool has_inquirers() const
    {
        return inquirers_waiting_.load(std::memory_order_acquire);
    }
    void answer(const Client &c, const void *record, std::size_t n);

    /* ---- the master ---- */

    /* Its process has this connection. Then: it has come to its exit, and waits there until the machine has ended;
     * nobody else can say so. */
    void note_master(std::uint32_t connection);
    void note_master_exits(std::uint32_t connection);
    bool master_exits() const
    {
        return master_exits_.load(std::memory_order_acquire);
    }

    /* Let it go. */
    void let_master_go();

  private:
    template <typename F> void with_socket(const Client &c, F use);

    WatchedFiles &files_;
    const Welcomes &welcomes_;
    std::map<std::uint32_t, int> sockets_; /* by connection; only the watcher's thread closes one */
    std::uint32_t last_connection_ = 0, master_connection_ = 0;
    std::deque<Client> newcomers_, inquirers_;
    std::atomic<bool> newcomers_waiting_{false}, inquirers_waiting_{false}, master_exits_{false};
    std::mutex mutex_;
};

} // namespace ap1000
