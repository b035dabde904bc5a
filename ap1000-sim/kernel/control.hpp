/* control.hpp - the interface to the host's control program, which answers requests of tasks and is notified of what
 * happens to tasks and nodes. control/ implements it. */
#pragma once

#include <string>

#include "kernel/message.hpp"

namespace ap1000
{

struct Node;
class Task;

/* The task whose request the control program serves. Call these only during that request. */
class Asker
{
  public:
    virtual ~Asker() = default;

    /* Lets time pass. */
    virtual void pass(Ns span) = 0;

    /* Waits until the task is released (Task::release); fast: signals wait. False: it is over before that. */
    virtual bool hold(bool fast = false) = 0;
};

struct Answer {
    int result;       /* as mach_ops.control gives it */
    std::string body; /* "": none */
};

/* The kernel calls these in simulated order. What they send and start happens at the present simulated time. */
class Control
{
  public:
    virtual ~Control() = default;

    /* Serves the task's request (control.h). Runs on a worker, and may hold the task or let time pass. */
    virtual Answer answer(Task &asker, int request, const std::string &body) = 0;

    /* A message for the system of this node (in PVM: for its daemon) has arrived. */
    virtual void hear(Node &n, const Message &m) = 0;

    /* A task has been spawned: it has a tid, and its program has just begun. */
    virtual void made(Task &t) = 0;

    /* A task's program has made its first PVM call. For a task that nobody spawned, this is the first call here. */
    virtual void joined(Task &t) = 0;

    /* Sends count bytes of text, or CONTROL_OUTPUT_END (the last), to the task that collects the lines (origin.output),
     * if any. */
    virtual void printed(Task &t, int count, const std::string &text) = 0;

    /* ended: it is no longer a task. The second call, later, also ends it for the tasks that collect its output: for a
     * spawned task when its process has ended, for others at once. */
    virtual void ended(Task &t) = 0;
    virtual void output_ended(Task &t) = 0;

    /* The node has left the machine. Its tasks end after this. */
    virtual void deleted(Node &n) = 0;

    /* Returns the tid of the resource manager for the tasks of a node, or 0. */
    virtual int manager_of(const Node &n) const = 0;
};

} // namespace ap1000
