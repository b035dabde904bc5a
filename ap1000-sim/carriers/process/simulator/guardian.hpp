/* guardian.hpp - ensures that the run ends when a signal requests it, or when its master has died, whatever state the
 * simulator is in: stuck behind a lock that a task in process has left, in a loop, or at a pipe that nobody reads.
 *
 * A thread of its own reads the signals and gives the order to end. The simulator then has a moment to end in its own
 * way, with its last messages, trace and report. If it does not, the thread kills all started processes and ends this
 * process. It allocates no memory, takes no lock, and calls only the system, so it works whatever else is broken. */
#pragma once

#include <csignal>
#include <atomic>
#include <cstdint>
#include <sys/types.h>

#include "carriers/process/simulator/end_deadline.hpp"

namespace ap1000
{

/* The order to end the run, as a number that any thread may read at any time. */
class StopOrder
{
  public:
    /* 0, or the signal by which the run ends. */
    int signal() const
    {
        return signal_.load(std::memory_order_acquire);
    }

    /* Somebody outside wants the end at once: a signal, or `ap1000 down`. Async-signal-safe, like the rest. */
    void end_at_once(int number)
    {
        at_once_.store(true, std::memory_order_release);
        signal_.store(number, std::memory_order_release);
    }

    /* A task has asked for the end (pvm_halt): programs that are told so may take their time. */
    void end_in_order()
    {
        signal_.store(SIGTERM, std::memory_order_release);
    }

    bool at_once() const
    {
        return at_once_.load(std::memory_order_acquire);
    }

  private:
    std::atomic<int> signal_{0};
    std::atomic<bool> at_once_{false};
};

/* Guards until the process has ended, and is never destroyed: one that is static guards the last functions, too. */
class Guardian
{
  public:
    /* In the thread that simulates; block_watched_signals has been called. shares_terminal: an interrupt from the
     * terminal is first of all for the program that runs there. Throws std::system_error. */
    explicit Guardian(bool shares_terminal);
    Guardian(const Guardian &) = delete;
    Guardian &operator=(const Guardian &) = delete;

    StopOrder order;

    /* Readable when an order has been given by a signal. */
    int bell() const
    {
        return bell_;
    }

    /* Somebody else gives the order, at once: as SIGTERM does. */
    void end_at_once();

    /* The run ends with this process. */
    void watch_master(pid_t pid);

    /* The simulator has begun to end all: what it still does has an end, as long as it does something. */
    void note_ending()
    {
        ending_.store(true, std::memory_order_release);
    }

  private:
    static void *run(void *self);
    void guard();
    void ring();
    void read_signals(std::int64_t since_first_ns);
    bool master_is_dead() const;
    EndDeadline::Look look() const;
    bool kill_processes() const;
    [[noreturn]] void end_all_now();

    const bool shares_terminal_;
    int signals_, bell_, wake_;
    int times_, state_; /* files of the system about the thread that simulates: its processor time, what it does */
    int children_;      /* and which processes it has started, or has as orphans */
    std::atomic<int> master_{-1}; /* a descriptor of its process; -1: none, or not known */
    std::atomic<pid_t> master_pid_{0};
    std::atomic<bool> ending_{false};
    int orders_ = 0; /* signals that were one */
};

/* Block the signals that it reads, in this thread and those it starts. Before any thread. A hangup that our parent
 * ignores (nohup) is none of them. */
void block_watched_signals();

} // namespace ap1000
