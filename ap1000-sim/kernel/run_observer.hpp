/* run_observer.hpp - what the simulator tells those who look into a run, as it happens. Nobody who listens changes what
 * happens or when; a machine without an observer pays one branch at each of these places.
 */
#ifndef AP1000_RUN_OBSERVER_HPP
#define AP1000_RUN_OBSERVER_HPP

#include <functional>
#include <string>
#include <vector>

#include "kernel/execution.hpp"
#include "networks/network.hpp"

namespace ap1000
{

class Task;

/* A stretch of a task's own clock, and when it came to pass: first without the processor, then, as soon as the other
 * tasks of the node let it, with it. */
struct Stretch {
    Ns own_from, span; /* of the task's clock [ns] */
    Ns begin, ready;   /* simulated: from begin to ready without the processor, */
    Ns start, end;     /* then it wants the processor, and has it from start to end */
};

enum class Wait { message, host, barrier }; /* for a message, an answer of the control program, the S-Net */

class RunObserver
{
  public:
    virtual ~RunObserver() = default;

    /* The task is known by its tid from now on; told again when its process has made itself known. `place`: its node in
     * words. */
    virtual void began(const Task &t, const std::string &place, Ns now) = 0;
    virtual void ended(const Task &t, Ns now) = 0;

    /* The task has come through this stretch; marks: what it noted on the way, not yet checked. */
    virtual void passed(const Task &t, const Stretch &s, const std::vector<Mark> &marks) = 0;

    virtual void waits(const Task &t, Wait what, Ns now) = 0;
    /* The wait is over. by: the number of the message that ended it; 0: something else. */
    virtual void goes_on(const Task &t, std::uint64_t by, Ns now) = 0;

    /* The task has sent a message. The number by which its acceptance will be told, never 0. */
    virtual std::uint64_t sent(const Task &t, const Header &m, Ns now) = 0;

    /* The task has sent a message to all: to be called with each copy, whose number it sets. */
    virtual std::function<void(Header &)> sent_to_all(const Task &t, Ns now) = 0;

    /* One unit of the resource is held from start to end; both may lie in the future. */
    virtual void holds(Resource what, int unit, Ns start, Ns end) = 0;

    /* Every task waits, and nothing is under way. */
    virtual void deadlock(Ns now) = 0;

    /* Its process did not end as it should have: "SIGSEGV". */
    virtual void died(const Task &t, const std::string &how, Ns now) = 0;

    /* A layer above PVM has asked for a number that the machine file has not: "jpi.send_us". May be told again. */
    virtual void lacks(const std::string &number) = 0;

    /* So many more of the resource are held from now on, fewer if less than 0: this unit of it. */
    virtual void changes(Resource what, int unit, int units, Ns now) = 0;

    /* A word about the run itself, in a line. */
    virtual void remark(const std::string &)
    {
    }

    /* The run is over. */
    virtual void finish(Ns now) = 0;
};

/* What the models of resources call for each booking; nullptr: nobody listens. */
inline Usage usage_for(RunObserver *observer)
{
    if (observer == nullptr)
        return {};
    return {[observer](Resource what, int unit, Ns start, Ns end) { observer->holds(what, unit, start, end); },
            [observer](Resource what, int unit, int units, Ns now) { observer->changes(what, unit, units, now); }};
}

} // namespace ap1000

#endif
