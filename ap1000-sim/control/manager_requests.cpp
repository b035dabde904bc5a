/* manager_requests.cpp - what resource managers ask the system for: starting tasks on a node, adding hosts. */
#include "control/system_roles.hpp"

#include <cstdlib>

#include "control/body_strings.hpp"
#include "control/host_control.hpp"
#include "pvm3.h"

namespace ap1000
{

struct ExecRequest {
    Program program;
    TaskOrigin origin{};
    int count = 0, which = 0, of = 0;
};

namespace
{

/* Returns the value of NAME=value, or "" if there is none. */
std::string value_of(const std::vector<std::string> &env, const std::string &name)
{
    for (const std::string &e : env)
        if (e.compare(0, name.size() + 1, name + "=") == 0)
            return e.substr(name.size() + 1);
    return "";
}

ExecRequest read_exec(wire_in &in)
{
    system_exec e = system_exec_get(&in);
    ExecRequest r;
    r.program.file = e.file;
    r.program.args = system_strings(e.args);
    r.program.exports = system_strings(e.variables);
    r.origin.parent_tid = e.parent_tid;
    r.origin.flags = e.flags;
    r.origin.output = e.output;
    r.origin.trace = e.trace;
    r.count = e.count;
    r.which = e.which;
    r.of = e.of;
    if ((r.origin.flags & PvmNoSpawnParent) != 0)
        r.origin.parent_tid = PvmParentNotSet;
    r.origin.context = static_cast<int>(std::strtol(value_of(r.program.exports, "PVMCTX").c_str(), nullptr, 0));
    return r;
}

/* The request does not say which folders the spawner has, but the spawner's process does. */
void find_folders(Program &p, const Task *spawner)
{
    if (spawner != nullptr) {
        Folders own = spawner->execution->folders();
        p.folder = own.current;
        p.spawner_folder = own.program;
    }
    std::string wanted = value_of(p.exports, "PVMSPAWNWD");
    if (!wanted.empty())
        p.folder = wanted[0] == '/' ? wanted : p.folder + "/" + wanted;
    if (const char *path = std::getenv("PVM_PATH"))
        p.pvm_path = path;
}

} // namespace

/* Requests with the same wait id are parts of one spawn: their tasks are siblings. */
int SystemRoles::spawn_id_of(const Asker &from, int parent)
{
    if (from.wait_id == 0)
        return control_.machine.tasks.new_spawn_id();
    int &id = spawns_[{from.tid, parent, from.wait_id}];
    if (id == 0)
        id = control_.machine.tasks.new_spawn_id();
    return id;
}

void SystemRoles::exec(Node &n, const Asker &from, wire_in &in)
{
    ExecRequest r = read_exec(in);
    if (r.count < 1 || r.count > static_cast<int>(most_tasks(control_.machine.parameters.grid.cells())))
        in.bad = 1;
    if (in.bad)
        return;
    r.origin.spawn_id = spawn_id_of(from, r.origin.parent_tid);
    const ControlParameters &cost = control_.machine.parameters.control;
    control_.machine.timeline.at(control_.machine.timeline.now() + cost.handle + cost.spawn * r.count,
                                 [this, &n, from, r] { exec_now(n, from, r); });
}

void SystemRoles::exec_now(Node &n, const Asker &from, ExecRequest r)
{
    const Task *spawner = control_.machine.tasks.find(r.origin.parent_tid);
    find_folders(r.program, spawner != nullptr ? spawner : control_.machine.tasks.find(from.tid));
    std::string path = find_program(r.program, control_.machine.options.own_folder);
    r.origin.manager_tid = from.tid;
    control_.inherit(r.origin);
    wire_out body{};
    system_put_int(&body, r.count);
    for (int i = 0; i < r.count; i++) {
        int error = !n.in_machine ? PvmNoHost : PvmNoFile;
        Task *t = nullptr;
        if (n.in_machine && !path.empty())
            t = starts.start(n, path, r.program, r.origin, spawner, {r.which + i, r.of}, &error);
        system_put_int(&body, t != nullptr ? t->tid : error);
    }
    answer(n, from, SM_EXECACK, body);
    std::free(body.bytes);
}

void SystemRoles::add(const Asker &from, wire_in &in)
{
    std::vector<std::string> lines = system_strings(system_hosts_get(&in).names);
    if (lines.empty())
        in.bad = 1;
    if (in.bad)
        return;
    hosts.add(lines, [this, from](int result, const std::vector<int> &codes) {
        wire_out body{};
        system_put_int(&body, result < 0 ? result : static_cast<int>(codes.size()));
        if (result >= 0)
            system_put_int(&body, 0); /* the number of kinds of hosts, which PVM 3.4.6 gives as 0 */
        for (int code : result < 0 ? std::vector<int>() : codes) {
            const Node *n = control_.machine.nodes.find(code);
            const std::string arch = pvm_arch();
            system_node one{code, "", "", 0, 0};
            if (n != nullptr)
                one = {code, n->name.c_str(), arch.c_str(), node_speed, node_data_signature};
            system_node_put(&body, &one);
        }
        answer(control_.machine.nodes[0], from, SM_ADDACK, body);
        std::free(body.bytes);
    });
}

void SystemRoles::answer(const Node &n, const Asker &to, int tag, const wire_out &body)
{
    tell(n, to.tid, tag, to.wait_id, body, to.context);
}

} // namespace ap1000
