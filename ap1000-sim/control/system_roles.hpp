/* system_roles.hpp - tasks that have taken over a part of the system: a tasker starts the tasks of its node, the hoster
 * starts hosts, and a resource manager decides for the tasks of its node.
 *
 * The control program keeps who has which role. Here are the messages between these tasks and the system
 * (system_messages.h). A task asks its manager itself (pvm-api/src/calls/manager.c). */
#pragma once

#include <functional>
#include <list>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "kernel/message.hpp"
#include "kernel/program.hpp"
#include "system_messages.h"
#include "wire.h"

namespace ap1000
{

class HostControl;
struct Node;
class Task;
struct TaskOrigin;

/* Tasks that a tasker is to start: from the request until a process becomes the task. */
class TaskStarts
{
  public:
    explicit TaskStarts(HostControl &control) : control_(control)
    {
    }

    /* The number of a task among those of one request. */
    struct Place {
        int which, of;
    };

    /* Starts the task on the node, through the node's tasker if it has one. Returns nullptr and *error (PVM's) if that
     * is not possible. */
    Task *start(Node &n, const std::string &path, const Program &program, const TaskOrigin &origin, const Task *spawner,
                Place place, int *error);

    /* A message SM_TASKX of that node's tasker: one of its tasks has ended, or could not be started. */
    void reported(const Node &n, int tasker, wire_in &in);

    /* When a tasker or its node goes, tasks that have not been started yet go, too. */
    void tasker_ended(int tid);
    void node_deleted(const Node &n);

  private:
    struct Start {
        int tid, tasker;
    };
    void ask(const Task &t, int tasker, const std::string &path, const Program &program,
             const std::vector<std::string> &environment, Place place);
    bool withdraw_if(const std::function<bool(const Task &, int tasker)> &fits);

    HostControl &control_;
    std::list<Start> outstanding_; /* requests without an answer; the process may have been started */
    int next_number_ = 10000000;   /* the PVMEPID of the next one; no process of this computer has such a number */
};

/* Hosts that are added to the machine: at once or, if a task is registered as hoster, when the hoster says that it
 * has started them. There is one request at a time, as in PVM. */
class HostStarts
{
  public:
    explicit HostStarts(HostControl &control) : control_(control)
    {
    }

    /* result: how many were added, or an error. codes: a node's tid or an error for each name, unless result is an
     * error. */
    using Done = std::function<void(int result, const std::vector<int> &codes)>;

    /* Each line begins with a name; the rest are options for a daemon. `done` is called once, perhaps before add
     * returns. */
    void add(const std::vector<std::string> &lines, Done done);

    /* A message SM_STHOSTACK. */
    void answered(int from, int wait_id, wire_in &in);

    void hoster_ended(int tid);

  private:
    void ask(const std::vector<std::string> &lines);
    int bring_in();
    void finish(int result);

    HostControl &control_;
    bool busy_ = false;
    int hoster_ = 0, wait_id_ = 0; /* hoster_: who has been asked; 0: nobody */
    std::vector<int> codes_;       /* a node's tid, if the node is not added yet; or an error */
    Done done_;
};

class SystemRoles
{
  public:
    explicit SystemRoles(HostControl &control);

    /* Return tids, or 0 if there is none. Each node has its own tasker. */
    int tasker_of(const Node &n) const;
    int hoster() const;

    void joined(const Task &t);     /* a process that nobody spawned has become a task: its manager is told */
    void task_ended(const Task &t); /* the task's roles return to the system, and its manager is told */
    void node_added(const Node &n);
    void node_deleted(const Node &n);

    /* A message for the system of this node has arrived. If the system cannot read it, it is dropped, as in PVM. */
    void hear(Node &n, const Message &m);

    /* Sends a message of the system of that node; wait_id 0: it has none. It is dropped if there is no such task. */
    void tell(const Node &from, int tid, int tag, int wait_id, const wire_out &body, int context = 0);

    TaskStarts starts;
    HostStarts hosts;

  private:
    struct Asker {
        int tid, context, wait_id;
    };
    void exec(Node &n, const Asker &from, wire_in &in);
    void exec_now(Node &n, const Asker &from, struct ExecRequest r);
    void add(const Asker &from, wire_in &in);
    void answer(const Node &n, const Asker &to, int tag, const wire_out &body);
    int spawn_id_of(const Asker &from, int parent);

    HostControl &control_;
    std::map<std::tuple<int, int, int>, int> spawns_; /* by manager, parent and wait id: the spawn that such requests
                                                         belong to */
};

} // namespace ap1000
