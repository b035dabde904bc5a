/* host_control.cpp - see host_control.hpp. */
#include "control/host_control.hpp"

#include "control/control_program.hpp"
#include "pvm3.h"

namespace ap1000
{

HostControl::HostControl(Machine &m) : machine(m), notices(*this), life_events(*this), registrar(*this) {}

Answer HostControl::answer(Task &asker, int request, const std::string &body)
{
    return answer_request(*this, asker, request, body);
}

void HostControl::hear(Node &n, const Message &m)
{
    registrar.hear(n, m);
}

void HostControl::made(Task &t)
{
    life_events.began(t, t.origin.parent_tid, t.origin.flags, t.file);
}

void HostControl::joined(Task &t)
{
    if (t.origin.parent_tid == PvmNoParent)
        life_events.came(t);
    if (!t.is_child && t.stand_in_pid == 0 && t.manager_tid != 0)
        registrar.joined(t);
}

void HostControl::ended(Task &t)
{
    mailstore_task_ended(mailboxes(), t.tid);
    notices.task_ended(t.tid);
    registrar.task_ended(t);
}

void HostControl::output_ended(Task &t)
{
    life_events.ended(t);
}

void HostControl::deleted(Node &n)
{
    notices.host_deleted(n.tid);
    registrar.node_deleted(n);
}

int HostControl::manager_of(const Node &n) const
{
    return registrar.manager_of(n);
}

Message HostControl::message(const Header &h, const void *bytes, std::size_t len) const
{
    return Message(h, machine.carrier->bodies(), bytes, static_cast<std::uint32_t>(len));
}

} // namespace ap1000
