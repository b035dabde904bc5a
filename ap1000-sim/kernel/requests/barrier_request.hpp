/* barrier_request.hpp - a task enters a barrier of the machine: of all tasks, of those on cells, or of a list
 * (barriers.hpp). */
#ifndef AP1000_REQUESTS_BARRIER_REQUEST_HPP
#define AP1000_REQUESTS_BARRIER_REQUEST_HPP

#include "kernel/requests/request.hpp"

namespace ap1000
{

class BarrierRequest : public TaskRequest
{
  public:
    using TaskRequest::TaskRequest;

    void begin();      /* Request::barrier */
    void begin_meet(); /* Request::meet */

  private:
    void call(Barriers::Team team, std::uint32_t status);
    void enter();
    void end();

    Barriers::Team team_;      /* whose barrier it is in, */
    std::uint32_t status_ = 0; /* and what it brings there */
};

} // namespace ap1000

#endif
