/* system_roles.cpp - see system_roles.hpp: dispatches the messages. */
#include "control/system_roles.hpp"

#include "control/host_control.hpp"
#include "pvm3.h"

namespace ap1000
{

SystemRoles::SystemRoles(HostControl &control) : starts(control), hosts(control), control_(control)
{
}

int SystemRoles::tasker_of(const Node &n) const
{
    return control_.role(ROLE_TASKER, n);
}

int SystemRoles::hoster() const
{
    return control_.role(ROLE_HOSTER, control_.machine.nodes[0]);
}

/* ---- what happens to tasks and nodes ----------------------------------------------------------------------------- */

void SystemRoles::joined(const Task &t)
{
    wire_out body{};
    system_put_int(&body, 1);
    system_put_int(&body, t.tid);
    tell(*t.node, t.manager_tid, SM_EXECACK, 0, body);
    std::free(body.bytes);
}

void SystemRoles::task_ended(const Task &t)
{
    hosts.hoster_ended(t.tid);
    starts.tasker_ended(t.tid);
    if (t.manager_tid == 0 || t.manager_tid == t.tid)
        return;
    wire_out body{};
    /* The processor time that it has used on this computer is not time of the machine. */
    const system_end end{t.tid, t.program.exit_status, 0, 0, 0, 0};
    system_end_put(&body, &end);
    tell(*t.node, t.manager_tid, SM_TASKX, 0, body);
    std::free(body.bytes);
}

/* A new node gets the manager of the host, like a daemon that the master daemon starts. */
void SystemRoles::node_added(const Node &n)
{
    control_.set_role(ROLE_MANAGER, n, control_.manager_of(control_.machine.nodes[0]));
}

void SystemRoles::node_deleted(const Node &n)
{
    wire_out body{};
    const system_tid gone{tid_system_of(n.tid)};
    starts.node_deleted(n);
    system_tid_put(&body, &gone);
    tell(control_.machine.nodes[0], control_.manager_of(control_.machine.nodes[0]), SM_HOSTX, 0, body);
    std::free(body.bytes);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

void SystemRoles::tell(const Node &from, int tid, int tag, int wait_id, const wire_out &body, int context)
{
    if (body.bad)
        return;
    control_delivery l{};
    l.from_node_tid = from.tid;
    l.src = TID_SYSTEM;
    l.dst = tid;
    l.tag = tag;
    l.context = context;
    l.wait_id = wait_id;
    l.bytes = body.bytes;
    l.len_bytes = body.len;
    l.counted_bytes = system_counted_bytes(tag, body.len);
    control_.deliver(l);
}

void SystemRoles::hear(Node &n, const Message &m)
{
    if ((m.encoding & ((1 << MACH_ENCODING_BITS) - 1)) != PvmDataDefault || !n.in_machine)
        return;
    wire_in in{m.bytes(), m.len_bytes, 0, 0};
    Asker from{m.src_tid, m.context, m.wid};
    if (m.tag == SM_TASKX)
        starts.reported(n, m.src_tid, in);
    else if (m.tag == SM_STHOSTACK)
        hosts.answered(m.src_tid, m.wid, in);
    else if (m.tag == SM_EXEC)
        exec(n, from, in);
    else if (m.tag == SM_ADD)
        add(from, in);
    else if (m.tag == SM_HANDOFF)
        control_.set_role(ROLE_MANAGER, n, system_tid_get(&in).tid);
    Task *sender = control_.machine.tasks.find(m.src_tid);
    if (in.bad && sender != nullptr)
        control_.machine.reports.complain(*sender, "sent the system a message of tag " +
                                                       std::to_string(m.tag - SM_SPAWN) +
                                                       " after SM_SPAWN that cannot be read: it is dropped");
}

} // namespace ap1000
