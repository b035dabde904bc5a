/* system_roles.hpp - tasks that have taken over a part of the system: a tasker starts the tasks of its node, the hoster
 * starts hosts, and a resource manager decides for the tasks of its node.
 *
 * The control program keeps who has which role. Here are the messages between these tasks and the system
 * (system_messages.h). A task asks its manager itself (pvm-api/src/calls/manager.c).
 */
#ifndef AP1000_SYSTEM_ROLES_HPP
#define AP1000_SYSTEM_ROLES_HPP

#include <map>
#include <tuple>

#include "control/host_starts.hpp"
#include "control/task_starts.hpp"
#include "kernel/message.hpp"
#include "system_messages.h"

namespace ap1000
{

class HostControl;
struct Node;
class Task;

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

#endif
