/* membership.cpp - see requests.hpp. */
#include "kernel/requests/requests.hpp"

#include <algorithm>
#include <cstring>

#include "kernel/computing_policy.hpp"
#include "pvm3.h"

namespace ap1000
{

void Membership::join()
{
    if (task_.joined && task_.state != Task::State::left)
        return misuse("a second joining");
    if (machine_.options.only_counted && task_.call.status == 0 && !task_.origin.service) {
        machine_.reports.complain(task_, how_to_count(task_.file));
        task_.reply.result = PvmSysErr;
        return served_();
    }
    if (task_.joined) { /* it had left, and comes back as a new task */
        parts_.output.begin_again();
        task_.tid = machine_.tasks.new_tid();
        task_.origin = {PvmNoParent};
    }
    task_.joined = true;
    if (task_.call.number != 0) {
        machine_.reports.real_time();
        machine_.ahead_rule.stop("simulated time follows the computer's clock (AP1000_TIME=real)");
    }
    task_.state = Task::State::busy;
    machine_.enrolled(task_);
    machine_.control->joined(task_);
    introduce();
    return served_();
}

void Membership::introduce()
{
    const Node &node = *task_.node;
    const NodeParameters &p = machine_.parameters.node(node.index);
    Introduction with{{}, p.send, p.recv, p.copy, machine_.parameters.work_price(node.index)};
    mach_identity &who = with.who;
    who.tid = task_.tid;
    who.parent_tid = task_.origin.parent_tid;
    who.node = node.index;
    who.node_tid = node.tid;
    who.cells_x = machine_.parameters.grid.nx;
    who.cells_y = machine_.parameters.grid.ny;
    who.hardware = machine_.options.hardware;
    who.clock_percent = machine_.options.clock_percent;
    who.barrier = machine_.options.barrier;
    who.datagram_bytes = static_cast<std::int32_t>(machine_.network.longest_datagram());
    who.context = task_.origin.context;
    who.manager_tid = task_.origin.service ? 0 : machine_.control->manager_of(node);
    who.output = task_.origin.output;
    who.trace = task_.origin.trace;
    who.marks = machine_.options.observer != nullptr;
    std::strncpy(who.node_name, node.name.c_str(), sizeof who.node_name - 1);
    std::copy(p.cost_ns.begin(), p.cost_ns.end(), who.cost_ns);
    task_.execution->introduce(with);
}

void Membership::leave()
{
    machine_.leftovers.left(task_, machine_.parameters.place(task_.node->index));
    machine_.ended(task_);
    if (task_.origin.parent_tid == PvmNoParent)
        parts_.output.end();
    drop_messages();
    clock_.begin_state(Task::State::left);
    return served_();
}

void Membership::drop_messages()
{
    task_.arrived.clear();
    if (task_.ahead == nullptr)
        return;
    task_.ahead->state.earlier.clear();
    task_.ahead->state.inbox.clear();
}

} // namespace ap1000
