/* sleep_request.hpp - a task does nothing until a time; messages are left where they are. */
#ifndef AP1000_REQUESTS_SLEEP_REQUEST_HPP
#define AP1000_REQUESTS_SLEEP_REQUEST_HPP

#include "kernel/requests/request.hpp"

namespace ap1000
{

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
