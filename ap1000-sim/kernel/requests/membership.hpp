/* membership.hpp - the requests by which a program becomes a task, and stops being one. */
#ifndef AP1000_REQUESTS_MEMBERSHIP_HPP
#define AP1000_REQUESTS_MEMBERSHIP_HPP

#include "kernel/requests/request.hpp"

namespace ap1000
{

class Membership : public TaskRequest
{
  public:
    using TaskRequest::TaskRequest;

    void join();  /* Request::join */
    void leave(); /* Request::leave */

    /* What has reached the task, and its program has not had, never will be. */
    void drop_messages();

  private:
    void introduce();
};

} // namespace ap1000

#endif
