/* stop_order.hpp - the order to end the run, as a number that any thread may read at any time.
 *
 * guardian.hpp ensures that the order is followed.
 */
#ifndef AP1000_STOP_ORDER_HPP
#define AP1000_STOP_ORDER_HPP

#include <atomic>
#include <csignal>

namespace ap1000
{

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

} // namespace ap1000

#endif
