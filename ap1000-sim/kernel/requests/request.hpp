/* request.hpp - the base of all pending requests of tasks (Request, call.hpp). Each kind of request is a class with
 * the steps from its beginning to its answer, and the data that only it needs. */
#pragma once

#include <deque>
#include <vector>

#include "kernel/machine_parts.hpp"
#include "kernel/outbox.hpp"
#include "kernel/task.hpp"
#include "kernel/task_clock.hpp"
#include "kernel/task_output.hpp"

namespace ap1000
{

class TaskRequest
{
  public:
    /* The parts of a task that its requests use. */
    struct Parts {
        MachineParts &machine;
        Task &task;
        TaskClock &clock;
        Outbox &outbox;
        TaskOutput &output;
        Step served;                /* the step that follows an answer (Task::reply) */
        std::deque<Message> answer; /* of the control program, until the program gets it */
        std::deque<Message> *gives; /* the messages that go with the answer: those, or Task::arrived */
    };

    explicit TaskRequest(Parts &parts)
        : parts_(parts), machine_(parts.machine), task_(parts.task), clock_(parts.clock), reply_(parts.task.reply),
          served_(parts.served)
    {
    }

  protected:
    /* Ends the task: it has made a request that our library never makes. */
    void misuse(const char *what)
    {
        machine_.end_for_misuse(task_, what);
        served_();
    }

    /* Reads the body of the call as a list of tids. Returns false if it is none; the task is ended then. */
    bool read_tids(std::vector<int> &tids);

    Parts &parts_;
    MachineParts &machine_;
    Task &task_;
    TaskClock &clock_;
    Reply &reply_;
    const Step &served_; /* to be called when the answer is known */
};

} // namespace ap1000
