/* task_output.hpp - what a task's program prints: it becomes lines of the machine, or messages to the task that
 * collects them. */
#pragma once

#include <string>

#include "kernel/lines.hpp"
#include "kernel/machine_parts.hpp"
#include "kernel/task.hpp"

namespace ap1000
{

class TaskOutput
{
  public:
    /* Both must outlive it. */
    TaskOutput(MachineParts &machine, Task &task) : machine_(machine), task_(task)
    {
    }

    /* Takes what the program has printed; `at_end`: the last line may be without an end. */
    void collect(bool at_end);

    /* ExecutionOwner::pass_on_output. */
    void pass_on();

    /* The same as collect when the machine ends: nobody is there any more to send messages to. */
    void flush();

    /* There is no more, and who collects it is told. As in PVM, for a spawned task that is when its process has ended,
     * for others when they leave. */
    void end();

    /* The task had left, and comes back as a new one: the output of the old one has ended. */
    void begin_again();

  private:
    void send(bool whole_messages);
    std::string take();

    MachineParts &machine_;
    Task &task_;
    Lines lines_;
    std::string to_collector_; /* printed, for the task that collects it */
    bool end_told_ = false;
};

} // namespace ap1000
