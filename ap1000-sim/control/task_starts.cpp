/* task_starts.cpp - see task_starts.hpp. */
#include "control/task_starts.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "kernel/machine.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "pvm3.h"
#include "system_body.h"

namespace ap1000
{
namespace
{

constexpr int look_ms = 5; /* real time between looks at a tasker's processes */
/* Real time that a process which a tasker has forked may take until it runs a program; after that it is one of the
 * tasker's own, which nobody waits for. */
constexpr std::int64_t patience_ms = 2000;

std::int64_t real_ms()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

std::string contents(pid_t pid, const char *name)
{
    std::ifstream f("/proc/" + std::to_string(pid) + "/" + name, std::ios::binary);
    std::ostringstream all;
    all << f.rdbuf();
    return all.str();
}

/* Living processes by their parents. */
std::multimap<pid_t, pid_t> children_by_parent()
{
    std::multimap<pid_t, pid_t> all;
    std::error_code gone;
    for (const auto &entry : std::filesystem::directory_iterator("/proc", gone)) {
        pid_t pid = static_cast<pid_t>(std::strtol(entry.path().filename().c_str(), nullptr, 10));
        std::string stat = pid > 0 ? contents(pid, "stat") : "";
        std::size_t name_end = stat.rfind(')');
        char state = 0;
        int parent = 0;
        if (name_end != std::string::npos && std::sscanf(stat.c_str() + name_end + 1, " %c %d", &state, &parent) == 2 &&
            state != 'Z' && state != 'X')
            all.emplace(parent, pid);
    }
    return all;
}

std::vector<pid_t> descendants(pid_t ancestor)
{
    std::multimap<pid_t, pid_t> children = children_by_parent();
    std::vector<pid_t> found{ancestor};
    for (std::size_t i = 0; i < found.size(); i++)
        for (auto [c, end] = children.equal_range(found[i]); c != end; ++c)
            found.push_back(c->second);
    found.erase(found.begin());
    return found;
}

/* What PVM passes to every task, unless the spawner has said something else. */
void add_defaults(std::vector<std::string> &env, const TaskOrigin &origin)
{
    char context[24];
    std::snprintf(context, sizeof context, "PVMCTX=0x%x", static_cast<unsigned>(origin.context));
    const std::string defaults[] = {"PVMTMASK=" + std::string(35, '@'), "PVMTRCBUF=0", "PVMTRCOPT=0", context};
    std::size_t at = 0;
    for (const std::string &d : defaults) {
        std::string name = d.substr(0, d.find('=') + 1);
        bool there = std::any_of(env.begin(), env.end(), [&](const std::string &e) { return e.compare(0, name.size(), name) == 0; });
        if (!there)
            env.insert(env.begin() + static_cast<std::ptrdiff_t>(at++), d);
    }
}

} // namespace

/* ---- asking ------------------------------------------------------------------------------------------------------ */

Task *TaskStarts::start(Node &n, const std::string &path, const Program &program, const TaskOrigin &origin, const Task *spawner,
                        Place place, int *error)
{
    int tasker = machine_.registrar.tasker_of(n);
    if (tasker == 0 || origin.service)
        return machine_.spawn(n, path, program, origin, spawner, error);
    Start s{nullptr, tasker, ""};
    s.task = machine_.promise(n, program, origin, spawner, &s.ticket, error);
    if (s.task == nullptr)
        return nullptr;
    s.task->stand_in_pid = next_number_++;
    outstanding_.push_back(s);
    ask(s, path, program, origin, place);
    return s.task;
}

void TaskStarts::ask(const Start &s, const std::string &path, const Program &program, const TaskOrigin &origin, Place place)
{
    std::vector<std::string> env = program.exports;
    add_defaults(env, origin);
    env.insert(env.begin(), "PVMEPID=" + std::to_string(s.task->stand_in_pid));
    env.push_back(CARRIER_ENV_SOCKET "=" + machine_.session.socket_name);
    env.push_back(CARRIER_ENV_TICKET "=" + s.ticket);
    env.push_back(CARRIER_ENV_CLOCK "=" + std::to_string(machine_.timeline.now()));
    wire_out body{};
    system_put_int(&body, s.task->tid);
    system_put_int(&body, origin.flags);
    system_put_str(&body, path.c_str());
    system_put_int(&body, static_cast<int>(program.args.size()) + 1);
    system_put_str(&body, path.c_str());
    for (const std::string &a : program.args)
        system_put_str(&body, a.c_str());
    system_put_int(&body, static_cast<int>(env.size()));
    for (const std::string &e : env)
        system_put_str(&body, e.c_str());
    system_put_int(&body, place.which);
    system_put_int(&body, place.of); /* PVM 3.4.6 calls this the number of hosts, and says that of tasks */
    system_put_int(&body, place.of);
    machine_.registrar.tell(*s.task->node, s.tasker, SM_STTASK, s.task->stand_in_pid, body);
    std::free(body.bytes);
}

/* ---- ends -------------------------------------------------------------------------------------------------------- */

/* An end may bring about others: each look begins anew. */
bool TaskStarts::withdraw_if(const std::function<bool(const Start &)> &fits)
{
    bool any = false;
    for (auto s = outstanding_.begin(); s != outstanding_.end();) {
        if (!fits(*s)) {
            ++s;
            continue;
        }
        Task *t = s->task;
        outstanding_.erase(s);
        machine_.break_promise(*t);
        s = outstanding_.begin();
        any = true;
    }
    return any;
}

void TaskStarts::reported(const Node &n, int tasker, wire_in &in)
{
    int tid = system_get_int(&in), status = system_get_int(&in);
    for (int i = 0; i < 4; i++)
        (void)system_get_int(&in); /* times of this computer */
    Task *t = machine_.find(tid);
    if (in.bad || t == nullptr || tasker != machine_.registrar.tasker_of(n) || t->node != &n || t->stand_in_pid == 0)
        return;
    t->exit_status = status;
    if (withdraw_if([t](const Start &s) { return s.task == t; }))
        return;
    if (!machine_.watcher.dead(t->slot)) /* it has no daemon any more */
        machine_.signal(*t, SIGKILL);
}

void TaskStarts::tasker_ended(int tid)
{
    withdraw_if([tid](const Start &s) { return s.tasker == tid; });
}

void TaskStarts::node_deleted(const Node &n)
{
    withdraw_if([&n](const Start &s) { return s.task->node == &n; });
}

/* ---- births ------------------------------------------------------------------------------------------------------ */

bool TaskStarts::take_born(int tasker)
{
    bool any = false;
    for (auto s = outstanding_.begin(); s != outstanding_.end();) {
        if (s->tasker != tasker || machine_.watcher.pid(s->task->slot) == 0) {
            ++s;
            continue;
        }
        machine_.keep_promise(*s->task);
        s = outstanding_.erase(s);
        any = true;
    }
    return any;
}

/* Is there a process that runs what it was asked to start, or that has just been forked for that? */
bool TaskStarts::may_become(const Task &tasker)
{
    std::set<pid_t> known;
    std::string own = contents(tasker.pid, "environ");
    std::map<int, std::int64_t> idle;
    bool any = false;
    for (const Task *t : machine_.tasks())
        known.insert(t->pid);
    for (pid_t pid : descendants(tasker.pid)) {
        std::string env = contents(pid, "environ");
        if (known.count(pid) != 0 || env.empty())
            continue;
        bool asked = std::any_of(outstanding_.begin(), outstanding_.end(), [&](const Start &s) {
            return s.tasker == tasker.tid && env.find(CARRIER_ENV_TICKET "=" + s.ticket) != std::string::npos;
        });
        if (asked)
            any = true;
        if (asked || env != own)
            continue;
        auto seen = idle_children_.find(pid);
        std::int64_t since = seen != idle_children_.end() ? seen->second : real_ms();
        idle[pid] = since;
        any = any || real_ms() - since < patience_ms;
    }
    idle_children_ = std::move(idle);
    return any;
}

bool TaskStarts::look_for_births(const Task &tasker, bool waits)
{
    auto awaited = [&] {
        return std::any_of(outstanding_.begin(), outstanding_.end(), [&](const Start &s) { return s.tasker == tasker.tid; });
    };
    bool any = false;
    if (waits)
        return awaited() && process_sleeps(tasker.pid) && take_born(tasker.tid);
    while (awaited() && machine_.watcher.stop() == 0) {
        any = take_born(tasker.tid) || any;
        if (!awaited() || !may_become(tasker))
            break;
        machine_.watcher.wait_for_news(look_ms);
    }
    return take_born(tasker.tid) || any;
}

} // namespace ap1000
