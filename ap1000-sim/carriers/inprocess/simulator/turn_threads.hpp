/* turn_threads.hpp - threads in which tasks in process have turns that take long, so that they compute at the same time
 * on several processors.
 *
 * Such a thread has the simulator's folder for itself, gets no signal but faults and the call to end a program, and
 * touches nothing of the simulator: what a program has come to there is looked at by the simulator's thread when the
 * slot says that the turn is back (slot_execution.hpp). */
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <sched.h>
#include <thread>
#include <vector>

#include "carriers/inprocess/simulator/folder.hpp"

namespace ap1000
{

class InprocessExecution;

class TurnThreads
{
  public:
    /* So many, from the first call of `begin` on; they are in this folder. */
    TurnThreads(int n, const Folder &folder);
    ~TurnThreads();
    TurnThreads(const TurnThreads &) = delete;
    TurnThreads &operator=(const TurnThreads &) = delete;

    /* Can this computer have them? Only where a thread changes its pointer without a call of the system. */
    bool are_possible() const
    {
        return possible_;
    }

    /* Is there at least one? If the system gives none, all turns stay on the simulator's thread, and it is said. */
    bool begin();

    /* The task's turn is the next that a free one takes up. */
    void run(InprocessExecution &e);

    /* Returns true if none had taken it up, and none does any more. */
    bool take_back(InprocessExecution &e);

    /* One of them is busy for good: there is one more. */
    void add_one();

  private:
    void work();

    int wanted_;
    const Folder &folder_;
    cpu_set_t processors_; /* that the run may use */
    bool possible_;
    std::mutex mutex_;
    std::condition_variable bell_;
    std::deque<InprocessExecution *> waiting_;
    bool over_ = false;
    std::vector<std::thread> threads_;
};

} // namespace ap1000
