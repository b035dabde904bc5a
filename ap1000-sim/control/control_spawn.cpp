/* control_spawn.cpp - see control_spawn.hpp: on which nodes, which program, how many. */
#include "control/control_spawn.hpp"

#include <algorithm>

#include "control/limits.hpp"
#include "control.h"
#include "control/host_control.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

struct SpawnRequest {
    Program program;
    int flags = 0, count = 0;
    std::string where;
    TaskOrigin origin{};
};

mach_sink read_sink(wire_in &in)
{
    mach_sink s{};
    s.tid = wire_get_int(&in);
    s.context = wire_get_int(&in);
    s.tag = wire_get_int(&in);
    return s;
}

std::vector<std::string> read_strings(wire_in &in)
{
    std::vector<std::string> all;
    for (int i = 0, n = wire_get_int(&in); i < n && !in.bad; i++)
        all.push_back(wire_get_str(&in));
    return all;
}

SpawnRequest read_request(wire_in &in)
{
    SpawnRequest r;
    r.program.file = wire_get_str(&in);
    r.flags = wire_get_int(&in);
    r.where = wire_get_str(&in);
    r.count = wire_get_int(&in);
    r.program.args = read_strings(in);
    r.origin.output = read_sink(in);
    r.origin.trace = read_sink(in);
    r.origin.context = wire_get_int(&in);
    r.program.folder = wire_get_str(&in);
    r.program.spawner_folder = wire_get_str(&in);
    r.program.pvm_path = wire_get_str(&in);
    r.program.exports = read_strings(in);
    return r;
}

/* The nodes that PvmTaskHost and PvmTaskArch leave, or PvmHostCompl all others, in the order in which tasks go to them.
 * Without a choice PvmMppFront leaves the host alone. Empty: none fits. */
std::vector<Node *> allowed_nodes(Nodes &nodes, const Task &asker, const SpawnRequest &r)
{
    std::vector<Node *> named;
    bool by_host = (r.flags & PvmTaskHost) != 0, by_arch = (r.flags & PvmTaskArch) != 0;
    bool on_host = (r.flags & PvmMppFront) != 0;
    for (Node &n : nodes) {
        bool fits = by_host ? (r.where == "." ? &n == asker.node : &n == nodes.find(r.where))
                    : by_arch ? r.where == pvm_arch()
                              : true;
        if ((r.flags & PvmHostCompl) != 0)
            fits = !fits;
        if (on_host && !by_host && !by_arch && n.index != 0)
            fits = false;
        if (fits && n.in_machine)
            named.push_back(&n);
    }
    return named;
}

} // namespace

Answer spawn_tasks(HostControl &c, Task &asker, wire_in &in)
{
    Machine &m = c.machine;
    SpawnRequest r = read_request(in);
    if (in.bad || r.count < 1 || r.count > static_cast<int>(max_tasks))
        return {PvmBadParam, ""};
    r.origin.parent_tid = (r.flags & PvmNoSpawnParent) != 0 ? PvmParentNotSet : asker.tid;
    r.origin.service = (r.flags & CONTROL_SPAWN_SERVICE) != 0;
    r.origin.spawn_id = m.tasks.new_spawn_id();
    r.origin.flags = r.flags & ~CONTROL_SPAWN_SERVICE;
    if (!r.origin.service)
        c.life_events.inherit(r.origin);
    int refused = r.origin.service ? 0 : limit_on_spawn(m.session, asker);
    if (refused != 0)
        return {refused, ""};
    std::vector<Node *> nodes = allowed_nodes(m.nodes, asker, r);
    if (nodes.empty())
        return {PvmNoHost, ""};
    r.program.service = r.origin.service;
    std::string path = find_program(r.program, m.session.own_folder);

    asker.pass(m.parameters.control.spawn * r.count);
    wire_out out{};
    int started = 0;
    std::vector<Task *> children;
    for (int i = 0; i < r.count; i++) { /* all at one time: their tids follow each other */
        int error = PvmNoFile;
        Task *t = path.empty() ? nullptr : c.registrar.starts.start(m.nodes.next(nodes), path, r.program, r.origin, &asker,
                                                                         {i, r.count}, &error);
        wire_put_int(&out, t != nullptr ? t->tid : error);
        started += t != nullptr;
        if (t != nullptr)
            children.push_back(t);
    }
    for (Task *t : children) {
        c.life_events.spawned(*t);
        t->announce(true);
    }
    asker.has_spawned = asker.has_spawned || (started > 0 && !r.origin.service);
    std::string body(reinterpret_cast<const char *>(out.bytes), out.len);
    std::free(out.bytes);
    return {started, body};
}

} // namespace ap1000
