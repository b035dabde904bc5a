/* news_bell.hpp - wakes the simulator when something has come from outside. The parts of the watcher know what. */
#ifndef AP1000_NEWS_BELL_HPP
#define AP1000_NEWS_BELL_HPP

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ap1000
{

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

} // namespace ap1000

#endif
