/* watcher.hpp - what comes from outside, at any real time: processes that die or want to join, what they print,
 * signals.
 *
 * A thread of its own notes these things and decides nothing; the simulator looks at them when simulated order allows.
 */
#ifndef AP1000_WATCHER_HPP
#define AP1000_WATCHER_HPP

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "carriers/process/simulator/guardian.hpp"
#include "carriers/process/simulator/region.hpp"
#include "kernel/terminal.hpp"

namespace ap1000
{

/* A process that a user started on a machine that is up, or that a task started by itself. */
struct Client {
    std::uint32_t connection; /* the watcher's number for its socket, never used again */
    pid_t pid;
    std::string program;
    std::shared_ptr<Terminal> terminal;
};

class Watcher
{
  public:
    /* listening: the machine's socket, of this name. The guardian must outlive it. */
    Watcher(Region &region, int listening, std::string socket_name, Guardian &guardian);
    ~Watcher();

    /* A process with this ticket will become the task of this slot. */
    void expect(std::uint64_t ticket, std::uint32_t slot, bool is_master);
    void forget(std::uint64_t ticket);

    /* No process will become the task of this slot any more: it is as one that died. False: one has already. */
    bool withdraw(std::uint32_t slot);

    /* Tell when this process dies. The watcher owns a pidfd of it. A slot has one process: the first that is told, or
     * the one that has connected. gone: it has died already. no_means: the computer gives no pidfd; nobody watches
     * it. */
    enum class Watched { yes, gone, no_means };
    Watched watch_process(std::uint32_t slot, pid_t pid);

    /* Collect what is printed into this pipe; the watcher owns it. False: it cannot. */
    bool watch_output(std::uint32_t slot, int fd);

    /* A socket on which a process has connected or will say hello; it is closed if it cannot be watched. */
    bool watch_client(int fd);

    /* Answer a newcomer: its slot, or 0 and why. The watcher goes on watching its socket. One that is gone gets
     * nothing, likewise with answer. */
    void welcome(const Client &n, std::uint32_t slot, int status, bool is_master);
    void answer(const Client &c, const void *record, std::size_t n);

    bool dead(std::uint32_t slot) const
    {
        return slots_[slot].dead.load(std::memory_order_acquire);
    }
    pid_t pid(std::uint32_t slot);

    /* Does a signal handler of this task, in real time, want the turn that its process has given away? Until it gets
     * it. */
    bool wants_turn(std::uint32_t slot) const
    {
        return slots_[slot].wants_turn.load(std::memory_order_acquire);
    }
    void turn_given(std::uint32_t slot)
    {
        slots_[slot].wants_turn.store(false, std::memory_order_release);
    }
    /* Has any begun to want it since the last call? */
    bool take_turn_wanted()
    {
        return turn_wanted_.load(std::memory_order_acquire) && turn_wanted_.exchange(false, std::memory_order_acq_rel);
    }

    /* Has any process died since the last call? */
    bool take_deaths()
    {
        return deaths_.load(std::memory_order_acquire) && deaths_.exchange(false, std::memory_order_acq_rel);
    }

    /* Everything printed into the slot's pipe up to now. Of what nobody takes only so much is kept; then the pipe
     * fills, and who prints waits. */
    std::string take_output(std::uint32_t slot);
    bool has_printed(std::uint32_t slot);
    bool is_full(std::uint32_t slot) const
    {
        return slots_[slot].full.load(std::memory_order_acquire);
    }
    /* Has any become full since the last call? */
    bool take_full()
    {
        return full_.load(std::memory_order_acquire) && full_.exchange(false, std::memory_order_acq_rel);
    }

    /* The slot is free for another process: forget all about this one. */
    void clear(std::uint32_t slot);

    std::deque<Client> take_joined();
    bool has_newcomer(const std::function<bool(pid_t)> &fits);
    bool has_newcomers() const
    {
        return newcomers_waiting_.load(std::memory_order_acquire);
    }

    /* Who wants to be shown the tasks; each is to be answered. */
    std::deque<Client> take_inquirers();
    bool has_inquirers() const
    {
        return inquirers_waiting_.load(std::memory_order_acquire);
    }

    /* The master has come to its exit and waits until the machine has ended. */
    bool master_exits() const
    {
        return master_exits_.load(std::memory_order_acquire);
    }

    /* Let the master, which waits in its exit, go. */
    void let_master_go();

    /* So many tasks more (or, below 0, less) that are no processes: `down` says how many it has ended. */
    void count_in_process(int more)
    {
        tasks_in_process_.fetch_add(static_cast<std::uint32_t>(more), std::memory_order_acq_rel);
    }

    /* A signal, or `ap1000 down`: end at once. 0, or the signal (SIGTERM for down). */
    int stop() const
    {
        return guardian_.order.signal();
    }
    bool stop_at_once() const
    {
        return guardian_.order.at_once();
    }

    /* A task has asked for the end. */
    void stop_in_order();

    /* Sleep (real time) until something of all this has changed since the last call, at most `ms`. */
    void wait_for_news(int ms);

    /* Has anything of all this changed since the last call? */
    bool take_changes()
    {
        return has_changes() && changes_.exchange(false, std::memory_order_acq_rel);
    }
    bool has_changes() const
    {
        return changes_.load(std::memory_order_acquire);
    }

  private:
    struct Slot {
        std::atomic<bool> dead{false}, wants_turn{false}, full{false};
        std::uint64_t ticket = 0; /* of the process that the slot is meant for */
        bool is_master = false;   /* with whom the run ends */
        pid_t pid = 0;
        int pidfd = -1, output = -1;
        std::string printed;
    };
    struct Expected {
        std::uint32_t slot;
        bool is_master;
    };
    enum class Kind : std::uint64_t { listening, client, process, output, signals, quit }; /* of what epoll tells */

    void run();
    Watched watch_expected(std::uint32_t slot, pid_t pid, std::uint64_t ticket);
    Watched watch(std::uint32_t slot, pid_t pid);
    void mark_dead(std::uint32_t slot);
    void handle(Kind kind, std::uint32_t number);
    void accept_clients();
    bool refuse_client();
    int socket_of(std::uint32_t connection);
    void hang_up(std::uint32_t connection);
    /* What a client says, each word of carrier_hello. */
    void read_client(std::uint32_t connection);
    void master_is_exiting(std::uint32_t connection);
    void task_wants_turn(std::uint64_t slot);
    void end_as_asked(int fd);
    void keep_inquirer(Client c);
    void welcome(int fd, std::uint64_t ticket, Client c);
    void end_at_once();
    void clear_bell();
    void read_output(Slot &s, std::size_t most_bytes);
    void collect_output(std::uint32_t slot);
    void listen_to(std::uint32_t slot, bool listens);
    void process_died(std::uint32_t slot);
    void send_welcome(int fd, std::uint32_t slot, int status, bool is_master);
    bool add(int fd, Kind kind, std::uint32_t number = 0); /* a slot or a connection; false: the computer cannot */
    void stop_watching(int fd);                            /* and close it */
    void ring();

    Region &region_;
    Guardian &guardian_;
    int listening_, epoll_, quit_;
    int spare_;        /* a descriptor to refuse with, when there are no others */
    int refusals_ = 0; /* in a row for which not even that was enough */
    std::string socket_name_;
    std::vector<Slot> slots_;
    std::map<std::uint64_t, Expected> expected_;
    std::deque<Client> newcomers_, inquirers_;
    std::atomic<bool> inquirers_waiting_{false};
    std::atomic<std::uint32_t> tasks_in_process_{0};
    std::atomic<bool> newcomers_waiting_{false}, master_exits_{false}, deaths_{false}, turn_wanted_{false},
        full_{false}, changes_{true};
    std::map<std::uint32_t, int> connections_; /* the sockets of those who have connected, by number; only the thread
                                                  closes one */
    std::uint32_t last_connection_ = 0, master_connection_ = 0;
    bool news_ = false;
    std::mutex mutex_;
    std::condition_variable bell_;
    std::thread thread_;
};

} // namespace ap1000

#endif
