/* wanted_turns.hpp - the tasks with a signal handler that wants, in real time, the turn that its process has given
 * away. Any thread may call it. */
#ifndef AP1000_WANTED_TURNS_HPP
#define AP1000_WANTED_TURNS_HPP

#include <atomic>
#include <cstdint>
#include <vector>

namespace ap1000
{

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

} // namespace ap1000

#endif
