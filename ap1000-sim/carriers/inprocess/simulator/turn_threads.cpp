/* turn_threads.cpp - see turn_threads.hpp. */
#include "carriers/inprocess/simulator/turn_threads.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "carriers/inprocess/simulator/faults.hpp"
#include "carriers/inprocess/simulator/inprocess_execution.hpp"

namespace ap1000
{

/* A sandbox may refuse what such a thread needs (work); in the simulator's it changes nothing. */
TurnThreads::TurnThreads(int n, const Folder &folder) : wanted_(n), folder_(folder)
{
    possible_ = n > 1 && (stacks_are_told || thread_pointer_is_cheap()) &&
                sched_getaffinity(0, sizeof processors_, &processors_) == 0 && unshare(CLONE_FS) == 0;
}

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

/* A new thread has the mask of signals of who makes it, until it has one of its own. */
bool TurnThreads::begin()
{
    if (!possible_ || threads_.size() >= static_cast<std::size_t>(wanted_))
        return possible_;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        while (threads_.size() < static_cast<std::size_t>(wanted_))
            threads_.emplace_back([this] { work(); });
    } catch (const std::system_error &e) {
        wanted_ = static_cast<int>(threads_.size());
        possible_ = wanted_ > 0;
        std::fprintf(stderr, "ap1000: no more than %d threads for long turns of tasks: %s\n", wanted_,
                     e.code().message().c_str());
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return possible_;
}

void TurnThreads::run(InprocessExecution &e)
{
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
    (void)begin();
}

/* The simulator's thread may share a processor with processes beside. */
void TurnThreads::work()
{
    const FaultStack stack;
    sched_setaffinity(0, sizeof processors_, &processors_);
    if (unshare(CLONE_FS) != 0) /* a task with a folder of its own takes the simulator's thread there */
        std::abort();
    folder_.enter(); /* the simulator's thread may have been elsewhere when it went apart */
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
