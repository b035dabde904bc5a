/* watcher.hpp - notes what comes from outside, at any real time: processes that die or want to join, their output, and
 * signals.
 *
 * A thread of its own notes each of these in its part, and decides nothing; the simulator reads them when simulated
 * order allows. */
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "carriers/process/simulator/clients.hpp"
#include "carriers/process/simulator/entrance.hpp"
#include "carriers/process/simulator/guardian.hpp"
#include "carriers/slots/simulator/region.hpp"
#include "carriers/process/simulator/task_outputs.hpp"
#include "carriers/process/simulator/watched_files.hpp"
#include "carriers/process/simulator/watched_processes.hpp"

namespace ap1000
{

/* The tasks with a signal handler that wants, in real time, the turn that its process has given away. */
class WantedTurns
{
  public:
    explicit WantedTurns(std::uint32_t nslots) : slots_(nslots)
    {
    }

    /* Whoever says so may name any slot. Returns whether there is such a slot. */
    bool want(std::uint64_t slot)
    {
        if (slot >= slots_.size())
            return false;
        slots_[slot].store(true, std::memory_order_release);
        any_.store(true, std::memory_order_release);
        return true;
    }

    /* Does the task of this slot want it? Until it gets it. */
    bool is_wanted(std::uint32_t slot) const
    {
        return slots_[slot].load(std::memory_order_acquire);
    }

    /* It has got it, or is gone. */
    void clear(std::uint32_t slot)
    {
        slots_[slot].store(false, std::memory_order_release);
    }

    /* Has any begun to want it since the last call? */
    bool take_any()
    {
        return any_.load(std::memory_order_acquire) && any_.exchange(false, std::memory_order_acq_rel);
    }

  private:
    std::vector<std::atomic<bool>> slots_;
    std::atomic<bool> any_{false};
};

/* Wakes the simulator when something has come from outside. */
class NewsBell
{
  public:
    /* Something has changed. Any thread may say so. */
    void ring()
    {
        changes_.store(true, std::memory_order_release);
        {
            std::lock_guard<std::mutex> lock(mutex_);
            news_ = true;
        }
        bell_.notify_all();
    }

    /* Sleep (real time) until something has changed since the last call, at most `ms`. */
    void wait(int ms)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        bell_.wait_for(lock, std::chrono::milliseconds(ms), [this] { return news_; });
        news_ = false;
    }

    /* Has anything changed since the last call of take_changes? At first it has. */
    bool take_changes()
    {
        return has_changes() && changes_.exchange(false, std::memory_order_acq_rel);
    }
    bool has_changes() const
    {
        return changes_.load(std::memory_order_acquire);
    }

  private:
    std::atomic<bool> changes_{true};
    bool news_ = false;
    std::mutex mutex_;
    std::condition_variable bell_;
};

class Watcher
{
    WatchedFiles files_; /* the parts have it */
    const Welcomes welcomes_;

  public:
    /* listening: the machine's socket, of this name. Region and guardian must outlive it. Throws std::system_error. */
    Watcher(Region &region, int listening, std::string socket_name, Guardian &guardian);
    ~Watcher();

    NewsBell bell; /* rung for all that follows, and for the order to stop */
    WatchedProcesses processes;
    TaskOutputs outputs;
    WantedTurns turns;
    Clients clients;

    /* Adds to the number of tasks that are not processes (below 0: subtracts): `down` says how many it has ended. */
    void count_in_process(int more)
    {
        tasks_in_process_.fetch_add(static_cast<std::uint32_t>(more), std::memory_order_acq_rel);
    }

    /* Returns the signal that requests the end at once (SIGTERM for `ap1000 down`), or 0. */
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

    /* The slot is free for another process: forget all about this one. */
    void clear(std::uint32_t slot);

  private:
    void run();
    void handle(const WatchedFiles::Ready &one);
    void clear_guardian_bell();

    /* What a client says, each word of carrier_hello. */
    void read_client(std::uint32_t connection);
    void end_as_asked(int fd);
    void join(int fd, std::uint64_t ticket, Client c);

    Guardian &guardian_;
    Entrance entrance_;
    int quit_; /* readable when the thread is to end */
    std::atomic<std::uint32_t> tasks_in_process_{0};
    std::thread thread_;
};

} // namespace ap1000
