/* task_starts.cpp - see system_roles.hpp. */
#include "control/system_roles.hpp"

#include <algorithm>
#include <csignal>

#include "control/body_strings.hpp"
#include "control/host_control.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* What PVM passes to every task, unless the spawner has set it. */
void add_defaults(std::vector<std::string> &env, const TaskOrigin &origin)
{
    char context[24];
    std::snprintf(context, sizeof context, "PVMCTX=0x%x", static_cast<unsigned>(origin.context));
    const std::string defaults[] = {"PVMTMASK=" + std::string(35, '@'), "PVMTRCBUF=0", "PVMTRCOPT=0", context};
    std::size_t at = 0;
    for (const std::string &d : defaults) {
        std::string name = d.substr(0, d.find('=') + 1);
        bool there = std::any_of(env.begin(), env.end(),
                                 [&](const std::string &e) { return e.compare(0, name.size(), name) == 0; });
        if (!there)
            env.insert(env.begin() + static_cast<std::ptrdiff_t>(at++), d);
    }
}

} // namespace

/* ---- asking ------------------------------------------------------------------------------------------------------ */

Task *TaskStarts::start(Node &n, const std::string &path, const Program &program, const TaskOrigin &origin,
                        const Task *spawner, Place place, int *error)
{
    Machine &m = control_.machine;
    const Task *tasker = origin.service ? nullptr : m.tasks.find(control_.roles.tasker_of(n));
    std::vector<std::string> environment;
    Task *t = tasker == nullptr ? m.lifecycle.spawn(n, path, program, origin, spawner)
                                : m.lifecycle.promise(n, program, origin, spawner, *tasker, &environment);
    *error = t == nullptr ? PvmOutOfRes : *error;
    if (t == nullptr || tasker == nullptr)
        return t;
    t->program.stand_in_pid = next_number_++;
    outstanding_.push_back({t->tid, tasker->tid});
    ask(*t, tasker->tid, path, program, environment, place);
    return t;
}

void TaskStarts::ask(const Task &t, int tasker, const std::string &path, const Program &program,
                     const std::vector<std::string> &environment, Place place)
{
    std::vector<std::string> env = program.exports;
    add_defaults(env, t.origin);
    env.insert(env.begin(), "PVMEPID=" + std::to_string(t.program.stand_in_pid));
    env.insert(env.end(), environment.begin(), environment.end());
    std::vector<std::string> argv = program.args;
    argv.insert(argv.begin(), path);
    wire_out body{}, words{}, variables{};
    system_start start{};
    start.tid = t.tid;
    start.flags = t.origin.flags;
    start.path = path.c_str();
    start.argv = system_strs(argv, words);
    start.variables = system_strs(env, variables);
    start.which = place.which;
    start.hosts = start.of = place.of; /* PVM 3.4.6 gives the number of tasks for both */
    system_start_put(&body, &start);
    std::free(words.bytes);
    std::free(variables.bytes);
    control_.roles.tell(*t.node, tasker, SM_STTASK, t.program.stand_in_pid, body);
    std::free(body.bytes);
}

/* ---- ends -------------------------------------------------------------------------------------------------------- */

/* One end may cause others, so each search starts again. A start that has become a task meanwhile cannot be
 * withdrawn. */
bool TaskStarts::withdraw_if(const std::function<bool(const Task &, int tasker)> &fits)
{
    bool any = false;
    for (auto s = outstanding_.begin(); s != outstanding_.end();) {
        Task *t = control_.machine.tasks.find(s->tid);
        bool begun = t == nullptr || !t->execution->is_promised();
        bool due = !begun && fits(*t, s->tasker);
        if (!begun && !due) {
            ++s;
            continue;
        }
        s = outstanding_.erase(s);
        if (!due)
            continue;
        control_.machine.lifecycle.break_promise(*t);
        s = outstanding_.begin();
        any = true;
    }
    return any;
}

void TaskStarts::reported(const Node &n, int tasker, wire_in &in)
{
    system_end end = system_end_get(&in); /* its times are those of this computer */
    Task *t = control_.machine.tasks.find(end.tid);
    if (in.bad || t == nullptr || tasker != control_.roles.tasker_of(n) || t->node != &n ||
        t->program.stand_in_pid == 0)
        return;
    t->program.exit_status = end.status;
    if (withdraw_if([t](const Task &one, int) { return &one == t; }))
        return;
    if (!t->execution->dead()) /* it has no daemon any more */
        control_.machine.lifecycle.signal(*t, SIGKILL);
}

void TaskStarts::tasker_ended(int tid)
{
    withdraw_if([tid](const Task &, int tasker) { return tasker == tid; });
}

void TaskStarts::node_deleted(const Node &n)
{
    withdraw_if([&n](const Task &t, int) { return t.node == &n; });
}

} // namespace ap1000
