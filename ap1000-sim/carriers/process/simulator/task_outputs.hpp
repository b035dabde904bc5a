/* task_outputs.hpp - the output in each slot's pipe that nobody has taken yet.
 *
 * Only a limited amount is kept; then the pipe fills, and the process that prints waits. Any thread may call it. */
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "carriers/process/simulator/watched_files.hpp"

namespace ap1000
{

class TaskOutputs
{
  public:
    /* files must outlive it. */
    TaskOutputs(std::uint32_t nslots, WatchedFiles &files);
    ~TaskOutputs();

    /* Collect what is printed into this pipe, which belongs to this object from now on. False: nobody tells when it
     * can be read; it is read when somebody takes. */
    bool watch(std::uint32_t slot, int fd);

    /* The pipe of this slot has become ready: read it. Returns whether it has become full by that. */
    bool collect(std::uint32_t slot);

    /* Everything printed into the slot's pipe up to now. */
    std::string take(std::uint32_t slot);

    bool has_any(std::uint32_t slot);
    bool is_full(std::uint32_t slot) const
    {
        return slots_[slot].full.load(std::memory_order_acquire);
    }

    /* Has any become full since the last call? */
    bool take_full()
    {
        return full_.load(std::memory_order_acquire) && full_.exchange(false, std::memory_order_acq_rel);
    }

    /* The slot is free for another process. */
    void clear(std::uint32_t slot);

  private:
    struct Slot {
        std::atomic<bool> full{false};
        int pipe = -1;
        std::string printed;
    };

    void read_pipe(Slot &s, std::size_t most_bytes);
    void listen_to(std::uint32_t slot, bool listens);

    WatchedFiles &files_;
    std::vector<Slot> slots_;
    std::atomic<bool> full_{false};
    std::mutex mutex_;
};

} // namespace ap1000
