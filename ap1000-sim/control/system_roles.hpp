/* system_roles.hpp - tasks that stand in for a part of the system: taskers start the tasks of their node, the hoster
 * brings up hosts, a resource manager decides for the tasks of its node. The control program knows who does; here is
 * what they and the system tell each other (system_messages.h). A task that asks its manager does so itself
 * (pvm-api/src/core/manager.c).
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

    /* Tids; 0: nobody. Taskers are each node's own. */
    int tasker_of(const Node &n) const;
    int hoster() const;

    void joined(const Task &t);     /* a process that nobody spawned has become a task: its manager is told */
    void task_ended(const Task &t); /* what it stood in for is the system's again; its manager is told */
    void node_added(const Node &n);
    void node_deleted(const Node &n);

    /* A message for the system of this node has come. What it cannot be the system drops, as PVM does. */
    void hear(Node &n, const Message &m);

    /* A message of the system of that node; wait_id 0: none; dropped if there is no such task. */
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
    std::map<std::tuple<int, int, int>, int> spawns_; /* by manager, parent and wait id: requests that are one spawn */
};

} // namespace ap1000

#endif
