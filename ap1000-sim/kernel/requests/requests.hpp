/* requests.hpp - all that a task can ask for: which class has it. To add a request is a row of Request (call.hpp), a
 * class or a function of one here, and a case in requests.cpp. */
#ifndef AP1000_REQUESTS_REQUESTS_HPP
#define AP1000_REQUESTS_REQUESTS_HPP

#include "kernel/requests/barrier_request.hpp"
#include "kernel/requests/control_request.hpp"
#include "kernel/requests/membership.hpp"
#include "kernel/requests/questions.hpp"
#include "kernel/requests/sleep_request.hpp"
#include "kernel/requests/wait_request.hpp"

namespace ap1000
{

class Requests
{
  public:
    /* All references must outlive it. served: the step that follows an answer. */
    Requests(MachineParts &machine, Task &task, TaskClock &clock, Outbox &outbox, TaskOutput &output, Step served)
        : parts_{machine, task, clock, outbox, output, served, {}, nullptr}, wait_(parts_), sleep_(parts_),
          control_(parts_), barrier_(parts_), questions_(parts_), membership_(parts_)
    {
    }

    /* A step: the task's call begins to be served. */
    void begin();

    /* The messages that go with the answer. */
    std::deque<Message> &gives()
    {
        return *parts_.gives;
    }

    void drop_messages()
    {
        membership_.drop_messages();
    }

  private:
    TaskRequest::Parts parts_;
    WaitRequest wait_;
    SleepRequest sleep_;
    ControlRequest control_;
    BarrierRequest barrier_;
    Questions questions_;
    Membership membership_;
};

} // namespace ap1000

#endif
