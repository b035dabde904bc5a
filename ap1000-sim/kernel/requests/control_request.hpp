/* control_request.hpp - a task asks the control program: the message to the host and back, and the control program
 * itself, which may hold the task or let time pass in the middle: it runs on a worker (engine/worker.hpp). */
#ifndef AP1000_REQUESTS_CONTROL_REQUEST_HPP
#define AP1000_REQUESTS_CONTROL_REQUEST_HPP

#include <string>

#include "kernel/control.hpp"
#include "kernel/requests/request.hpp"

namespace ap1000
{

class ControlRequest : public TaskRequest, public Asker
{
  public:
    explicit ControlRequest(Parts &parts) : TaskRequest(parts)
    {
        task_.asker = this;
    }

    void begin();

    /* While the control program deals with it: on the worker. */
    void pass(Ns span) override;
    bool hold(bool fast) override;

  private:
    void reached();
    void asked();
    void goes_on();
    void answered();
    void end();
    void give_answer();

    Worker *worker_ = nullptr; /* on which the control program deals with it */
    std::string body_;         /* of the request, then of the answer */
};

} // namespace ap1000

#endif
