/* watched_processes.hpp - the process of each slot: which one is expected there, and whether it still lives.
 *
 * Any thread may call it. task_outputs.hpp has the output of processes, clients.hpp their connections. */
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <sys/types.h>
#include <vector>

#include "carriers/process/simulator/guardian.hpp"
#include "carriers/slots/simulator/region.hpp"
#include "carriers/process/simulator/watched_files.hpp"

namespace ap1000
{

class WatchedProcesses
{
  public:
    struct Expected {
        std::uint32_t slot;
        bool is_master; /* with whom the run ends */
    };

    /* All must outlive it. */
    WatchedProcesses(Region &region, Guardian &guardian, WatchedFiles &files);
    ~WatchedProcesses();

    /* A process with this ticket will become the task of this slot. */
    void expect(std::uint64_t ticket, std::uint32_t slot, bool is_master);

    /* No process will become the task of this slot any more: it is as one that died. False: one has already. */
    bool withdraw(std::uint32_t slot);

    /* May another process still become the task of this slot, in which one has died? */
    bool expects_heir(std::uint32_t slot);

    /* None may any more. False: one has just come. */
    bool disinherit(std::uint32_t slot);

    /* A process shows this ticket, which is good only once. Nothing: none is expected with it. */
    std::optional<Expected> take_expected(std::uint64_t ticket);

    /* Tell when this process dies. A pidfd of it belongs to this object. A slot has one process: the first that is
     * told, or the one that has connected. gone: it has died already. no_means: the computer gives no pidfd; nobody
     * watches it. */
    enum class Watched { yes, gone, no_means };
    Watched watch(std::uint32_t slot, pid_t pid);

    /* The same for the process with this ticket, which has connected, whichever was told before; if that has died, its
     * heir has the turn. no_means: errno says why, ECANCELED if its start was given up meanwhile. */
    Watched watch_connected(std::uint32_t slot, pid_t pid, std::uint64_t ticket);

    /* The pidfd of this slot has become ready. False: it was that of an earlier process. */
    bool note_death(std::uint32_t slot);

    bool dead(std::uint32_t slot) const
    {
        return slots_[slot].dead.load(std::memory_order_acquire);
    }
    pid_t pid(std::uint32_t slot);

    /* Has any process died since the last call? */
    bool take_deaths()
    {
        return deaths_.load(std::memory_order_acquire) && deaths_.exchange(false, std::memory_order_acq_rel);
    }

    /* How many have begun and not died. */
    std::uint32_t count_living();

    /* The slot is free for another process. */
    void clear(std::uint32_t slot);

  private:
    struct Slot {
        std::atomic<bool> dead{false};
        std::uint64_t ticket = 0; /* of the process that the slot is meant for; 0: it has come */
        bool is_master = false;
        pid_t pid = 0;
        int pidfd = -1;
    };

    Watched start_watching(std::uint32_t slot, pid_t pid);
    void mark_dead(std::uint32_t slot);

    Region &region_;
    Guardian &guardian_;
    WatchedFiles &files_;
    std::vector<Slot> slots_;
    std::map<std::uint64_t, Expected> expected_; /* by ticket */
    std::atomic<bool> deaths_{false};
    std::mutex mutex_;
};

} // namespace ap1000
