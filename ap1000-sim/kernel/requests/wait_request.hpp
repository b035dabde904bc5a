/* wait_request.hpp - a task waits for a message, or looks whether there is one, or sleeps. */
#ifndef AP1000_REQUESTS_WAIT_REQUEST_HPP
#define AP1000_REQUESTS_WAIT_REQUEST_HPP

#include "kernel/requests/request.hpp"

namespace ap1000
{

class WaitRequest : public TaskRequest
{
  public:
    using TaskRequest::TaskRequest;

    void begin();

  private:
    void poll_found_nothing();
    void wait(Ns left);
    void end();
    void note_heard(bool waited);
};

/* It does nothing until a time; messages are left where they are. */
class SleepRequest : public TaskRequest
{
  public:
    using TaskRequest::TaskRequest;

    void begin();

  private:
    void end();
};

} // namespace ap1000

#endif
