/* turn_threads.cpp - see turn_threads.hpp. */
#include "carriers/inprocess/simulator/turn_threads.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sched.h>
#include <unistd.h>

#include "carriers/inprocess/simulator/faults.hpp"
#include "carriers/inprocess/simulator/inprocess_execution.hpp"

namespace ap1000
{

TurnThreads::~TurnThreads()
{
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        over_ = true;
    }
    bell_.notify_all();
    for (std::thread &t : threads_)
        t.join();
}

/* A sandbox may refuse what such a thread needs (work); in the simulator's it changes nothing. */
bool TurnThreads::are_possible() const
{
    return wanted_ > 1 && (stacks_are_told || thread_pointer_is_cheap()) && unshare(CLONE_FS) == 0;
}

void TurnThreads::run(InprocessExecution &e)
{
    while (threads_.size() < static_cast<std::size_t>(wanted_))
        threads_.emplace_back([this] { work(); });
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        waiting_.push_back(&e);
    }
    bell_.notify_one();
}

bool TurnThreads::take_back(InprocessExecution &e)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto at = std::find(waiting_.begin(), waiting_.end(), &e);
    const bool waits = at != waiting_.end();
    if (waits)
        waiting_.erase(at);
    return waits;
}

void TurnThreads::add_one()
{
    wanted_++;
}

void TurnThreads::work()
{
    const FaultStack stack;
    if (unshare(CLONE_FS) != 0) /* a task with a folder of its own takes the simulator's thread there */
        std::abort();
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
        bell_.wait(lock, [this] { return over_ || !waiting_.empty(); });
        if (waiting_.empty())
            return;
        InprocessExecution *e = waiting_.front();
        waiting_.pop_front();
        lock.unlock();
        e->run_elsewhere();
        lock.lock();
    }
}

} // namespace ap1000
