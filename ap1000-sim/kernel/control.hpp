/* control.hpp - what the kernel asks of the host's control program, and tells it: answers to requests of tasks, and
 * what happens to tasks and nodes. Who implements it is in control/. */
#ifndef AP1000_CONTROL_HPP
#define AP1000_CONTROL_HPP

#include <string>

#include "kernel/message.hpp"

namespace ap1000
{

struct Node;
class Task;

struct Answer {
    int result;       /* as mach_ops.control gives it */
    std::string body; /* "": none */
};

/* Called in simulated order. What it sends and starts by this happens at the present simulated time. */
class Control
{
  public:
    virtual ~Control() = default;

    /* Do what the task asks (control.h). Runs on a fiber, and may hold the task or let time pass. */
    virtual Answer answer(Task &asker, int request, const std::string &body) = 0;

    /* A message for the system of this node (in PVM: for its daemon) has come. */
    virtual void hear(Node &n, const Message &m) = 0;

    /* A task has been spawned: it has a tid, its program has only begun. */
    virtual void made(Task &t) = 0;

    /* A task's program has made itself known; of one that nobody spawned it is the first that is heard. */
    virtual void joined(Task &t) = 0;

    /* To who collects the task's lines (origin.output), if anybody: count bytes of text, or CONTROL_OUTPUT_END: there
     * are no more. */
    virtual void printed(Task &t, int count, const std::string &text) = 0;

    /* It is no task any more. Later: it is over also for those who collect its output; of a task that was spawned when
     * its process has ended, of others at once. */
    virtual void ended(Task &t) = 0;
    virtual void output_ended(Task &t) = 0;

    /* The node has left the machine; its tasks end after this. */
    virtual void deleted(Node &n) = 0;

    /* The tid of the resource manager of the tasks of a node; 0: none. */
    virtual int manager_of(const Node &n) const = 0;
};

} // namespace ap1000

#endif
