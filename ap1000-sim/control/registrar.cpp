/* registrar.cpp - see registrar.hpp: who stands in for what, and which message goes where. */
#include "control/registrar.hpp"

#include "control/host_control.hpp"
#include "pvm3.h"
#include "system_body.h"

namespace ap1000
{
namespace
{

int of_node(const std::map<int, int> &roles, const Node &n)
{
    auto r = roles.find(n.index);
    return r != roles.end() ? r->second : 0;
}

/* A role that one task has at a time. */
int change(int &holder, int tid, bool on)
{
    if (on && holder != 0)
        return PvmAlready;
    if (!on && holder != tid)
        return PvmNoTask;
    holder = on ? tid : 0;
    return 0;
}

} // namespace

Registrar::Registrar(HostControl &control) : starts(control), hosts(control), control_(control) {}

int Registrar::enlist(const Task &t, int role, bool on)
{
    if (role == ROLE_HOSTER)
        return t.node->index != 0 ? PvmHostrNMstr : change(hoster_, t.tid, on);
    if (role == ROLE_TASKER)
        return change(taskers_[t.node->index], t.tid, on);
    if (role != ROLE_MANAGER || !on)
        return PvmBadParam;
    int before = manager_of(*t.node);
    managers_[t.node->index] = t.tid;
    return before;
}

int Registrar::tasker_of(const Node &n) const
{
    return of_node(taskers_, n);
}

int Registrar::manager_of(const Node &n) const
{
    return of_node(managers_, n);
}

/* ---- what happens to tasks and nodes ----------------------------------------------------------------------------- */

void Registrar::joined(const Task &t)
{
    wire_out body{};
    system_put_int(&body, 1);
    system_put_int(&body, t.tid);
    tell(*t.node, t.manager_tid, SM_EXECACK, 0, body);
    std::free(body.bytes);
}

void Registrar::task_ended(const Task &t)
{
    if (hoster_ == t.tid)
        hoster_ = 0;
    for (std::map<int, int> *roles : {&taskers_, &managers_})
        for (auto &[node, tid] : *roles)
            tid = tid == t.tid ? 0 : tid;
    hosts.hoster_ended(t.tid);
    starts.tasker_ended(t.tid);
    if (t.manager_tid == 0 || t.manager_tid == t.tid)
        return;
    wire_out body{};
    system_put_int(&body, t.tid);
    system_put_int(&body, t.exit_status);
    for (int i = 0; i < 4; i++)
        system_put_int(&body, 0); /* what it used of this computer's processor is no time of the machine's */
    tell(*t.node, t.manager_tid, SM_TASKX, 0, body);
    std::free(body.bytes);
}

/* It has the manager of the host, as a daemon that the master starts. */
void Registrar::node_added(const Node &n)
{
    managers_[n.index] = manager_of(control_.machine.nodes[0]);
}

void Registrar::node_deleted(const Node &n)
{
    wire_out body{};
    taskers_.erase(n.index);
    managers_.erase(n.index);
    starts.node_deleted(n);
    system_put_int(&body, tid_system_of(n.tid));
    tell(control_.machine.nodes[0], manager_of(control_.machine.nodes[0]), SM_HOSTX, 0, body);
    std::free(body.bytes);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

void Registrar::tell(const Node &from, int tid, int tag, int wait_id, const wire_out &body, int context)
{
    if (control_.machine.tasks.find(tid) == nullptr || body.bad)
        return;
    Header f;
    f.src_tid = TID_SYSTEM;
    f.dst_tid = tid;
    f.tag = tag;
    f.context = context;
    f.wid = wait_id;
    f.encoding = PvmDataDefault;
    control_.machine.delivery.send_from_node(from.index, control_.message(f, body.bytes, body.len));
}

void Registrar::hear(Node &n, const Message &m)
{
    if (m.encoding != PvmDataDefault || !n.in_machine)
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
        managers_[n.index] = system_get_int(&in);
    Task *sender = control_.machine.tasks.find(m.src_tid);
    if (in.bad && sender != nullptr)
        control_.machine.reports.complain(*sender, "sent the system a message of tag " + std::to_string(m.tag - SM_SPAWN) +
                                       " after SM_SPAWN that cannot be read: it is dropped");
}

} // namespace ap1000
