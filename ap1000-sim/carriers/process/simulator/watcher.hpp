/* watcher.hpp - notes what comes from outside, at any real time: processes that die or want to join, their output, and
 * signals.
 *
 * A thread of its own notes each of these in its part, and decides nothing; the simulator reads them when simulated
 * order allows.
 */
#ifndef AP1000_WATCHER_HPP
#define AP1000_WATCHER_HPP

#include <atomic>
#include <string>
#include <thread>

#include "carriers/process/simulator/clients.hpp"
#include "carriers/process/simulator/entrance.hpp"
#include "carriers/process/simulator/guardian.hpp"
#include "carriers/process/simulator/news_bell.hpp"
#include "carriers/slots/simulator/region.hpp"
#include "carriers/process/simulator/task_outputs.hpp"
#include "carriers/process/simulator/wanted_turns.hpp"
#include "carriers/process/simulator/watched_files.hpp"
#include "carriers/process/simulator/watched_processes.hpp"
#include "carriers/process/simulator/welcomes.hpp"

namespace ap1000
{

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

#endif
