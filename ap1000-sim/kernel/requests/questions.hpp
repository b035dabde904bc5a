/* questions.hpp - what a task asks and is answered at once: status lines, whom a broadcast reaches, whether a list
 * covers the cells. */
#ifndef AP1000_REQUESTS_QUESTIONS_HPP
#define AP1000_REQUESTS_QUESTIONS_HPP

#include "kernel/requests/request.hpp"

namespace ap1000
{

class Questions : public TaskRequest
{
  public:
    using TaskRequest::TaskRequest;

    void status();   /* Request::status */
    void audience(); /* Request::audience */
    void covers();   /* Request::covers */
};

} // namespace ap1000

#endif
