/* patience.hpp - decides whether to wait longer for a process that does not give its turn back. Not if it has left, is
 * stopped, computes without end, or waits itself for something that only the others can do. */
#pragma once

#include <sys/types.h>

#include "carriers/process/simulator/process_execution.hpp"
#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{

class ProcessCarrier;

/* So often in a row a process started by hand is seen asleep before the others go on without it. */
constexpr int asleep_looks = 4;

/* A process at work for a task, seen from time to time: does it sleep all the while, for people or for another
 * program? */
struct Sleeper {
    long long spent_before = -1;
    int looks = 0;

    bool still(pid_t pid)
    {
        long long spent = sleeps_after(pid);
        looks = spent >= 0 && spent == spent_before ? looks + 1 : 0;
        spent_before = spent;
        return looks >= asleep_looks;
    }
};

/* The process computes without a call for longer than we have patience, or a signal has stopped it, and it has been
 * complained of. It is looked at once at each call. */
bool is_stopped_or_endless(ProcessCarrier &carrier, ProcessExecution &e);

/* The task has left, or its process waits. waited_ms: for it, in this turn (real time); sleeper: of this turn. */
bool is_to_be_detached(ProcessCarrier &carrier, ProcessExecution &e, int waited_ms, Sleeper &sleeper);

/* Does this process, or one that it has started, want to join, or has it begun to; but for `self`? */
bool has_joining_child(ProcessCarrier &carrier, pid_t ancestor, const ProcessExecution *self);

} // namespace ap1000
