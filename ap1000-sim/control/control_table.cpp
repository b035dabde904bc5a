/* control_table.cpp - see host_control.hpp. */

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "control/body_strings.hpp"
#include "control/host_control.hpp"
#include "kernel/program.hpp"
#include "pvm3.h"

namespace ap1000
{

control_about about_task(const Task &t)
{
    control_about a{};
    const char *file = t.file.c_str();
    int shown = t.execution->number_for_users();
    a.task.tid = t.tid;
    a.task.parent_tid = t.origin.parent_tid;
    a.task.node_tid = t.node->tid;
    a.task.flags = (t.program.is_child ? CONTROL_TASK_SPAWNED : 0) | (t.joined ? CONTROL_TASK_JOINED : 0);
    a.task.file = t.program.is_spawned() ? file : "";
    a.task.pid = shown != 0 ? shown : t.program.stand_in_pid;
    a.file = t.program.is_child ? file : "";
    a.output = t.origin.output;
    a.trace = t.origin.trace;
    a.service = t.origin.service;
    a.exit_status = t.program.exit_status;
    return a;
}

namespace
{

HostControl &control(void *m)
{
    return *static_cast<HostControl *>(m);
}

Machine &machine(void *m)
{
    return control(m).machine;
}

/* ---- what the machine has -------------------------------------------------------------------------------------- */

int node(void *m, int number, control_node *out)
{
    static const std::string arch = pvm_arch();
    Nodes &nodes = machine(m).nodes;
    if (number < 0 || number >= nodes.count())
        return -1;
    const Node &n = nodes[number];
    *out = {n.tid, n.name.c_str(), arch.c_str(), node_speed, node_data_signature};
    return n.in_machine;
}

int task(void *m, std::int32_t tid, control_about *out)
{
    const Task *t = machine(m).tasks.find(tid);
    if (t != nullptr)
        *out = about_task(*t);
    return t != nullptr;
}

int give_list(const std::vector<int> &list, std::int32_t **tids)
{
    *tids = static_cast<std::int32_t *>(std::calloc(list.size() + 1, sizeof **tids));
    if (*tids == nullptr)
        return PvmNoMem;
    std::copy(list.begin(), list.end(), *tids);
    return static_cast<int>(list.size());
}

int tasks(void *m, std::int32_t **tids)
{
    std::vector<int> list;
    for (const auto &[tid, t] : machine(m).tasks.living())
        list.push_back(tid);
    return give_list(list, tids);
}

int siblings(void *m, std::int32_t tid, std::int32_t **tids)
{
    const TaskOrigin &origin = machine(m).tasks.find(tid)->origin;
    return origin.parent_tid == PvmNoParent ? PvmNoParent : give_list(machine(m).tasks.of_spawn(origin.spawn_id), tids);
}

std::int32_t home(void *m, std::int32_t tid)
{
    return machine(m).tasks.home_of(tid);
}

/* ---- what the machine does ------------------------------------------------------------------------------------- */

/* The nodes that are still in the machine. As in PVM, a task that was to go to one that has left goes to another,
 * unless the spawner has named it. */
std::vector<Node *> still_there(std::vector<Node *> nodes, const control_spawn &r)
{
    if ((r.flags & (PvmTaskHost | PvmTaskArch)) == 0)
        nodes.erase(std::remove_if(nodes.begin(), nodes.end(), [](const Node *n) { return !n->in_machine; }),
                    nodes.end());
    return nodes;
}

/* The names of hosts in a program are often those of the cluster it was written for. */
std::string no_host(Machine &m, const control_spawn &r)
{
    return std::string("no host in the machine ") + ((r.flags & PvmHostCompl) != 0 ? "is other than '" : "fits '") +
           r.where + "': hosts are called " + m.nodes[0].name + " to " + m.nodes[m.nodes.count() - 1].name +
           ", and their kind is " + pvm_arch();
}

/* All tasks start at the same time, so their tids follow each other. */
int start(void *opaque, const control_start *s, std::int32_t *tids)
{
    Machine &m = machine(opaque);
    const control_spawn &r = *s->request;
    Task &asker = *m.tasks.find(s->spawner_tid);
    if (s->nnodes == 0) {
        m.reports.not_found(asker, r.file, no_host(m, r));
        return PvmNoHost;
    }
    if (r.count > static_cast<int>(most_tasks(m.parameters.grid.cells())))
        return PvmBadParam;
    Program program;
    program.file = r.file;
    program.args = wire_strings(r.args);
    program.exports = wire_strings(r.variables);
    program.folder = r.folder;
    program.spawner_folder = r.spawner_folder;
    program.pvm_path = r.pvm_path;
    program.service = s->service != 0;
    TaskOrigin origin{s->parent_tid};
    origin.context = r.context;
    origin.output = s->output;
    origin.trace = s->trace;
    origin.service = program.service;
    origin.spawn_id = m.tasks.new_spawn_id();
    origin.flags = s->flags;
    std::vector<Node *> nodes;
    for (int i = 0; i < s->nnodes; i++)
        nodes.push_back(&m.nodes[s->nodes[i]]);
    std::string path = find_program(program, m.options.own_folder);
    if (path.empty())
        m.reports.not_found(asker, program.file, why_not_found(program, m.options.own_folder));
    asker.asker->pass(m.parameters.control.spawn * r.count);
    nodes = still_there(std::move(nodes), r);
    int started = 0;
    for (int i = 0; i < r.count; i++) {
        Node *n = nodes.empty() ? nullptr : &m.nodes.next(nodes);
        int error = n == nullptr || !n->in_machine ? PvmHostFail : PvmNoFile;
        const Task *t =
            path.empty() || error == PvmHostFail
                ? nullptr
                : control(opaque).roles.starts.start(*n, path, program, origin, &asker, {i, r.count}, &error);
        tids[i] = t != nullptr ? t->tid : error;
        started += t != nullptr;
    }
    asker.program.has_spawned = asker.program.has_spawned || (started > 0 && !origin.service);
    return started;
}

void signal(void *opaque, std::int32_t from_tid, std::int32_t tid, int number)
{
    Machine &m = machine(opaque);
    if (from_tid == 0)
        m.lifecycle.signal(*m.tasks.find(tid), number);
    else
        m.delivery.do_behind(from_tid, tid, [&m, number](Task &still) { m.lifecycle.signal(still, number); });
}

void deliver(void *m, const control_delivery *l)
{
    control(m).deliver(*l);
}

int hold(void *m, std::int32_t asker_tid)
{
    return machine(m).tasks.find(asker_tid)->asker->hold() ? 0 : PvmSysErr;
}

void release(void *m, std::int32_t tid)
{
    machine(m).lifecycle.release_held(tid);
}

void set_output(void *m, std::int32_t tid, mach_sink to)
{
    machine(m).tasks.find(tid)->origin.output = to;
}

void set_trace(void *m, std::int32_t tid, mach_sink to)
{
    machine(m).tasks.find(tid)->origin.trace = to;
}

void set_outside(void *m, std::int32_t tid, int on)
{
    machine(m).tasks.find(tid)->execution->set_outside(on != 0);
}

/* The asker waits until the hoster, if there is one, has answered. */
int add_nodes(void *opaque, std::int32_t asker_tid, const body_strs *names, std::int32_t *codes)
{
    struct Outcome {
        bool known = false;
        int result = 0;
        std::vector<int> codes;
    };
    Machine &m = machine(opaque);
    Task &asker = *m.tasks.find(asker_tid);
    auto outcome = std::make_shared<Outcome>();
    auto known = [&m, outcome, asker_tid](int result, const std::vector<int> &each) {
        *outcome = {true, result, each};
        m.lifecycle.release_held(asker_tid);
    };
    control(opaque).roles.hosts.add(wire_strings(*names), known);
    while (!outcome->known)
        if (!asker.asker->hold(true))
            return PvmSysErr;
    std::copy(outcome->codes.begin(), outcome->codes.end(), codes);
    return outcome->result;
}

void delete_node(void *m, int number)
{
    machine(m).lifecycle.delete_node(machine(m).nodes[number]);
}

void halt(void *m)
{
    if (machine(m).run_ahead)
        machine(m).run_ahead->catch_up();
    machine(m).run_end.halt();
}

int parameter(void *m, const char *name, double *value)
{
    const LayerNumber *n = machine(m).parameters.layer_number(name);
    if (n != nullptr)
        *value = n->origin.written;
    else if (machine(m).options.observer)
        machine(m).options.observer->lacks(name);
    return n != nullptr;
}

mach_ns now(void *m)
{
    return machine(m).timeline.now();
}

} // namespace

/* In the order of the slots. */
const control_ops control_table = {node,        task,      tasks,       siblings, home,       start,
                                   signal,      deliver,   hold,        release,  set_output, set_trace,
                                   set_outside, add_nodes, delete_node, halt,     parameter,  now};

} // namespace ap1000
