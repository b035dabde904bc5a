/* host_control.cpp - see host_control.hpp. */
#include "control/host_control.hpp"

#include <cstdlib>
#include <new>
#include <set>

#include "pvm3.h"

namespace ap1000
{

HostControl::HostControl(Machine &m) : machine(m), roles(*this), control_(control_new(&control_table, this))
{
    if (control_ == nullptr)
        throw std::bad_alloc();
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

namespace
{

/* The limits of the original PVM/AP1000, which `--limits paper` sets. Source: Iwashita, Kunisada, Murakami, PVM/AP1000,
 * Table 2 and the text on spawning. */
const std::set<int> lacked = {CONTROL_ADDHOSTS, CONTROL_CONFIG, CONTROL_DELHOSTS, CONTROL_KILL, CONTROL_MSTAT,
                              CONTROL_NOTIFY,   CONTROL_PSTAT,  CONTROL_SENDSIG,  CONTROL_TASKS};

/* Returns PvmNotImpl for a request of one of the functions that the original lacked, by the paper's Table 2; else 0.
 * One of these, pvm_serror, makes no request, and PVM 3.4 does not have it any more. The library's own servers have no
 * limits. */
int limit_on_request(const RunOptions &s, const Task &asker, int request)
{
    bool refused = s.paper_limits && !asker.origin.service && lacked.count(request) != 0;
    return refused ? PvmNotImpl : 0;
}

/* Only the master could spawn, and only once in a run. Returns PvmNotImpl, PvmAlready or 0. */
int limit_on_spawn(const RunOptions &s, const Task &asker)
{
    if (!s.paper_limits)
        return 0;
    if (asker.program.is_spawned())
        return PvmNotImpl;
    return asker.program.has_spawned ? PvmAlready : 0;
}

/* Returns the error of a request that `--limits` forbids, or 0. */
int refusal(const RunOptions &s, const Task &asker, int request, const std::string &body)
{
    if (request != CONTROL_SPAWN)
        return limit_on_request(s, asker, request);
    wire_in in{reinterpret_cast<const unsigned char *>(body.data()), static_cast<std::uint32_t>(body.size()), 0, 0};
    bool service = (control_spawn_get(&in).flags & CONTROL_SPAWN_SERVICE) != 0;
    return service ? 0 : limit_on_spawn(s, asker);
}

} // namespace

Answer HostControl::answer(Task &asker, int request, const std::string &body)
{
    if (machine.tasks.find(asker.tid) != &asker) /* it is no task: it has not joined, or has left */
        return {PvmSysErr, ""};
    int refused = refusal(machine.options, asker, request, body);
    if (refused != 0)
        return {refused, ""};
    wire_out out{};
    int result =
        control_answer(control_.get(), asker.tid, request, body.data(), static_cast<std::uint32_t>(body.size()), &out);
    Answer a{result, ""};
    if (result >= 0 && out.len > 0)
        a.body.assign(reinterpret_cast<const char *>(out.bytes), out.len);
    std::free(out.bytes);
    return a;
}

/* ---- what happens ------------------------------------------------------------------------------------------------ */

void HostControl::hear(Node &n, const Message &m)
{
    roles.hear(n, m);
}

void HostControl::made(Task &t)
{
    control_about about = about_task(t);
    control_tell_made(control_.get(), &about, t.origin.parent_tid, t.origin.flags, t.file.c_str());
    control_tell_output(control_.get(), &about, CONTROL_OUTPUT_MADE, nullptr);
}

void HostControl::joined(Task &t)
{
    if (t.origin.parent_tid == PvmNoParent) {
        inherit(t.origin);
        control_about about = about_task(t);
        control_tell_made(control_.get(), &about, -1, -1, "-");
        control_tell_output(control_.get(), &about, CONTROL_OUTPUT_MADE, nullptr);
    }
    if (!t.program.is_child && t.program.stand_in_pid == 0 && t.manager_tid != 0)
        roles.joined(t);
}

void HostControl::ended(Task &t)
{
    control_task_ended(control_.get(), t.tid);
    roles.task_ended(t);
}

void HostControl::printed(Task &t, int count, const std::string &text)
{
    control_about about = about_task(t);
    control_tell_output(control_.get(), &about, count, text.data());
}

void HostControl::output_ended(Task &t)
{
    control_about about = about_task(t);
    control_tell_ended(control_.get(), &about);
}

void HostControl::deleted(Node &n)
{
    control_node_deleted(control_.get(), n.tid);
    roles.node_deleted(n);
}

int HostControl::manager_of(const Node &n) const
{
    return role(ROLE_MANAGER, n);
}

/* ---- for the rest of the room ------------------------------------------------------------------------------------ */

void HostControl::inherit(TaskOrigin &origin)
{
    control_inherit(control_.get(), &origin.output, &origin.trace);
}

void HostControl::nodes_added(const std::vector<int> &node_tids)
{
    control_nodes_added(control_.get(), static_cast<int>(node_tids.size()), node_tids.data());
}

int HostControl::role(system_role which, const Node &n) const
{
    return control_role(control_.get(), which, n.tid);
}

void HostControl::set_role(system_role which, const Node &n, int tid)
{
    control_set_role(control_.get(), which, n.tid, tid);
}

void HostControl::deliver(const control_delivery &l)
{
    Header h;
    if (machine.tasks.find(l.dst) == nullptr)
        return;
    h.src_tid = l.src;
    h.dst_tid = l.dst;
    h.tag = l.tag;
    h.context = l.context;
    h.wid = l.wait_id;
    h.encoding = PvmDataDefault;
    Message m(h, machine.carrier->bodies(), l.bytes, l.len_bytes);
    int from = tid_node_number(l.from_node_tid);
    if (l.after_tid != 0)
        machine.delivery.send_behind(l.after_tid, from, std::move(m));
    else
        machine.delivery.send_from_node(from, std::move(m), l.counted_bytes);
}

} // namespace ap1000
