/* requests.hpp - finds the class of each request of a task. To add a request, add a row to Request (call.hpp), a class
 * or a function of a class here, and a case in requests.cpp. */
#pragma once

#include <string>

#include "kernel/control.hpp"
#include "kernel/requests/request.hpp"

namespace ap1000
{

/* A task waits for a message, or looks whether there is one, or sleeps. */
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

/* A task asks the control program: the message to the host and back, and the control program itself, which may hold
 * the task or let time pass in the middle: it runs on a worker (engine/worker.hpp). */
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

/* A task enters a barrier of the machine: of all tasks, of those on cells, or of a list (barriers.hpp). */
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

/* What a task asks and is answered at once: status lines, whom a broadcast reaches, whether a list covers the
 * cells. */
class Questions : public TaskRequest
{
  public:
    using TaskRequest::TaskRequest;

    void status();   /* Request::status */
    void audience(); /* Request::audience */
    void covers();   /* Request::covers */
};

/* The requests by which a program becomes a task, and stops being one. */
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
