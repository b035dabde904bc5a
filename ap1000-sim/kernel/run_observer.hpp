/* run_observer.hpp - what the simulator tells those who watch a run, while it happens.
 *
 * Observers never change what happens or when. A machine without an observer pays for one branch at each of these
 * places. */
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernel/execution.hpp"
#include "networks/network.hpp"

namespace ap1000
{

class Task;

/* A piece of a task's own clock, and when it happened in simulated time: first the part without the processor; then the
 * part with the processor, as soon as the other tasks of the node leave it. */
struct Stretch {
    Ns own_from, span; /* by the task's clock [ns] */
    Ns begin, ready;   /* in simulated time: from begin to ready it does not need the processor, */
    Ns start, end;     /* then it waits for the processor, which it has from start to end */
};

enum class Wait { message, host, barrier }; /* for a message, for an answer of the control program, for a barrier */

class RunObserver
{
  public:
    virtual ~RunObserver() = default;

    /* Others know the task by its tid from now on; called again after its first PVM call. `place`: its node in
     * words. */
    virtual void began(const Task &t, const std::string &place, Ns now) = 0;
    virtual void ended(const Task &t, Ns now) = 0;

    /* The task has done this piece. marks: what it noted on the way, not checked yet. */
    virtual void passed(const Task &t, const Stretch &s, MarkRange marks) = 0;

    virtual void waits(const Task &t, Wait what, Ns now) = 0;
    /* The wait is over. by: the number of the message that ended it; 0: something else did. */
    virtual void goes_on(const Task &t, std::uint64_t by, Ns now) = 0;

    /* All these tasks are in one barrier, which will end their waits; `last` was the last to come. */
    virtual void all_came(const std::vector<int> &, int)
    {
    }

    /* The task has sent a message. Returns the number that will name the message when it is accepted, never 0. */
    virtual std::uint64_t sent(const Task &t, const Header &m, Ns now) = 0;

    /* The task has sent a message to all. Returns a function that is called with each copy, and sets its number. */
    virtual std::function<void(Header &)> sent_to_all(const Task &t, Ns now) = 0;

    /* One unit of the resource is held from start to end, both of which may lie in the future. */
    virtual void holds(Resource what, int unit, Ns start, Ns end) = 0;

    /* Every task waits, and nothing is under way. */
    virtual void deadlock(Ns now) = 0;

    /* The task's process has ended badly; how: "SIGSEGV". */
    virtual void died(const Task &t, const std::string &how, Ns now) = 0;

    /* A layer above PVM has asked for a number that the machine file has not: "jpi.send_us". May be told again. */
    virtual void lacks(const std::string &number) = 0;

    /* So many units more (fewer, if below 0) of this unit's resource are held from now on. */
    virtual void changes(Resource what, int unit, int units, Ns now) = 0;

    /* A word about the run itself, in a line. */
    virtual void remark(const std::string &)
    {
    }

    /* The run is over. */
    virtual void finish(Ns now) = 0;

    /* After that: has all been written that was to be? If not, a line has said so. */
    virtual bool is_whole() const
    {
        return true;
    }
};

/* What the models of resources call for each booking; empty if there is no observer. */
inline Usage usage_for(RunObserver *observer)
{
    if (observer == nullptr)
        return {};
    return {[observer](Resource what, int unit, Ns start, Ns end) { observer->holds(what, unit, start, end); },
            [observer](Resource what, int unit, int units, Ns now) { observer->changes(what, unit, units, now); }};
}

} // namespace ap1000
