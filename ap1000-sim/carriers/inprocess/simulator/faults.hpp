/* faults.hpp - ends a program in process that makes a fault (a wild pointer, a division by zero, a full stack, abort),
 * and only that program, as for a process; sets aside one that computes without end, until the run ends. */
#pragma once

#include <cstdint>
#include <ctime>
#include <vector>

namespace ap1000
{

class InprocessCarrier;

class InprocessExecution;

/* Says which program has been in one call of the system for a second, and all else with it. */
class StandingStill
{
  public:
    /* Whether the program that runs is in one now; stack: where its stack ends. */
    void look(InprocessExecution &e, bool in_call, const void *stack);

  private:
    const InprocessExecution *who_ = nullptr; /* the last look found it in a call, */
    std::int64_t since_ns_ = 0;               /* as those before, since then */
    bool said_ = false;
};

/* From now on; and looks are taken at the program that runs: is the run to end, has it computed for too long? Programs
 * run in the calling thread. A second call does nothing. */
void catch_faults(const InprocessCarrier &carrier);

/* The calling thread is another one in which programs run, as long as it has this: of all signals it gets those of
 * faults, and the call to end a program. */
class FaultStack
{
  public:
    FaultStack();
    ~FaultStack();
    FaultStack(const FaultStack &) = delete;
    FaultStack &operator=(const FaultStack &) = delete;

  private:
    std::vector<char> room_;
};

/* The program that is to end (InprocessExecution::is_to_end_elsewhere), if it is in this thread (the system's number of
 * it), ends when it is in its own code. */
void call_to_end(int thread);

/* The clock of the processor time of that thread. */
clockid_t clock_of_thread(int thread);

} // namespace ap1000
