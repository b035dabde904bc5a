/* requests.hpp - finds the class of each request of a task. To add a request, add a row to Request (call.hpp), a class
 * or a function of a class here, and a case in requests.cpp. */
#ifndef AP1000_REQUESTS_REQUESTS_HPP
#define AP1000_REQUESTS_REQUESTS_HPP

#include "kernel/requests/barrier_request.hpp"
#include "kernel/requests/control_request.hpp"
#include "kernel/requests/membership.hpp"
#include "kernel/requests/questions.hpp"
#include "kernel/requests/wait_request.hpp"

namespace ap1000
{

class Requests
{
  public:
    /* All that it refers to must outlive it. */
    explicit Requests(TaskRequest::Parts &parts)
        : parts_(parts), wait_(parts), sleep_(parts), control_(parts), barrier_(parts), questions_(parts),
          membership_(parts)
    {
    }

    /* A step: the task's call begins to be served. */
    void begin();

    void drop_messages()
    {
        membership_.drop_messages();
    }

  private:
    TaskRequest::Parts &parts_;
    WaitRequest wait_;
    SleepRequest sleep_;
    ControlRequest control_;
    BarrierRequest barrier_;
    Questions questions_;
    Membership membership_;
};

} // namespace ap1000

#endif
