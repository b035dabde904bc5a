/* control_program.cpp - see control_program.hpp: which request goes where, and the short ones. */
#include "control/control_program.hpp"

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>

#include "control/control_spawn.hpp"
#include "control/limits.hpp"
#include "kernel/machine.hpp"
#include "pvm3.h"
#include "wire.h"

namespace ap1000
{
namespace
{

using Handler = Answer (*)(Machine &, Task &, wire_in &);

/* The body of an answer while it is written. */
class Body
{
  public:
    ~Body()
    {
        std::free(out_.bytes);
    }
    Body &add(int v)
    {
        wire_put_int(&out_, v);
        return *this;
    }
    Body &add(const std::string &s)
    {
        wire_put_str(&out_, s.c_str());
        return *this;
    }
    wire_out *out()
    {
        return &out_;
    }
    std::string take() const
    {
        return out_.len > 0 ? std::string(reinterpret_cast<const char *>(out_.bytes), out_.len) : std::string();
    }

  private:
    wire_out out_{};
};

Answer kill_task(Machine &m, Task &, wire_in &in)
{
    Task *t = m.find(wire_get_int(&in));
    if (t == nullptr)
        return {PvmNoTask, ""};
    m.signal(*t, SIGTERM);
    return {0, ""};
}

Answer send_signal(Machine &m, Task &asker, wire_in &in)
{
    Task *t = m.find(wire_get_int(&in));
    int number = wire_get_int(&in);
    if (t == nullptr)
        return {PvmNoTask, ""};
    if (number > 0 && number < NSIG) /* another number does nothing and is no error, as in PVM */
        m.signal_behind(asker.tid, *t, number);
    return {0, ""};
}

Answer task_status(Machine &m, Task &, wire_in &in)
{
    return {m.find(wire_get_int(&in)) != nullptr ? 0 : PvmNoTask, ""};
}

Answer host_status(Machine &m, Task &, wire_in &in)
{
    Node *n = m.find_node(std::string(wire_get_str(&in)));
    return {n == nullptr ? PvmNoHost : n->in_machine ? 0 : PvmNoHost, ""};
}

/* As PVM's console shows them: 2, started by the machine (f); 4, has made itself known (c). */
int status_flags(const Task &t)
{
    return (t.is_child ? 2 : 0) | (t.joined ? 4 : 0);
}

Answer list_tasks(Machine &m, Task &, wire_in &in)
{
    int where = wire_get_int(&in);
    Node *node = where != 0 ? m.find_node(tid_node(where)) : nullptr;
    if (where != 0 && (node == nullptr || !node->in_machine))
        return {PvmNoHost, ""};
    Task *one = nullptr;
    if (tid_local(where) != 0) {
        one = m.find(where);
        node = nullptr;
        if (one == nullptr)
            return {PvmNoTask, ""};
    }
    Body body;
    int n = 0;
    for (const Task *t : m.tasks()) {
        if ((node != nullptr && t->node != node) || (one != nullptr && t != one))
            continue;
        body.add(t->tid).add(t->origin.parent_tid).add(t->node->tid).add(status_flags(*t));
        body.add(t->is_spawned() ? t->file : "").add(t->pid != 0 ? static_cast<int>(t->pid) : t->stand_in_pid);
        n++;
    }
    return {n, body.take()};
}

Answer list_hosts(Machine &m, Task &, wire_in &)
{
    Body body;
    int n = 0;
    body.add(1);
    for (const Node &node : m.nodes) {
        if (!node.in_machine)
            continue;
        body.add(node.tid).add(node.name).add(pvm_arch()).add(node_speed).add(node_data_signature);
        n++;
    }
    return {n, body.take()};
}

/* PVM takes it from the tid itself, whatever that is; so do we for tids that no task ever had. */
Answer host_of_task(Machine &m, Task &, wire_in &in)
{
    int tid = wire_get_int(&in), home = m.home_of(tid);
    return {home != PvmNoTask ? home : tid_node(tid), ""};
}

Answer list_siblings(Machine &m, Task &asker, wire_in &)
{
    if (asker.origin.parent_tid == PvmNoParent)
        return {PvmNoParent, ""};
    Body body;
    int n = 0;
    for (int tid : m.tids_of_spawn(asker.origin.spawn_id))
        body.add(tid), n++;
    return {n, body.take()};
}

Answer notify(Machine &m, Task &asker, wire_in &in)
{
    int what = wire_get_int(&in);
    Notices::Notice n{};
    n.what = what & ~PvmNotifyCancel;
    n.to = asker.tid;
    n.tag = wire_get_int(&in);
    n.context = wire_get_int(&in);
    n.remaining = wire_get_int(&in);
    bool cancels = (what & PvmNotifyCancel) != 0;
    auto put = [&](const Notices::Notice &one) { cancels ? m.notices.cancel(one) : m.notices.add(one); };
    if (n.what == PvmHostAdd) {
        put(n);
        return {0, ""};
    }
    if (n.what != PvmTaskExit && n.what != PvmHostDelete)
        return {PvmBadParam, ""};
    for (int i = 0, count = n.remaining; i < count && !in.bad; i++) {
        n.about = wire_get_int(&in);
        int home = m.home_of(n.about); /* a task's tid stands for its node */
        n.node = home != PvmNoTask ? home : n.about;
        put(n);
        Node *node = m.find_node(n.node);
        if (!cancels && n.what == PvmTaskExit && m.find(n.about) == nullptr)
            m.notices.task_ended(n.about);
        if (!cancels && n.what == PvmHostDelete && (node == nullptr || !node->in_machine))
            m.notices.host_deleted(n.node);
    }
    return {0, ""};
}

/* The asker waits until the hoster, if there is one, has answered. */
Answer add_hosts(Machine &m, Task &asker, wire_in &in)
{
    struct Outcome {
        bool known = false;
        int result = 0;
        std::vector<int> codes;
    };
    auto outcome = std::make_shared<Outcome>();
    std::vector<std::string> lines;
    for (int i = 0, count = wire_get_int(&in); i < count && !in.bad; i++)
        lines.push_back(wire_get_str(&in)); /* a name, then perhaps options for a daemon */
    if (in.bad)
        return {PvmBadParam, ""};
    m.registrar.hosts.add(lines, [&m, outcome](int result, const std::vector<int> &codes) {
        *outcome = {true, result, codes};
        m.release_held();
    });
    while (!outcome->known)
        if (!asker.hold(true))
            return {PvmSysErr, ""};
    Body body;
    for (int code : outcome->codes)
        body.add(code);
    return {outcome->result, outcome->result < 0 ? "" : body.take()};
}

/* As in PVM the host of the daemon cannot be deleted, one's own other host can: the asker ends with it. */
Answer delete_hosts(Machine &m, Task &, wire_in &in)
{
    Body body;
    std::vector<Node *> leaving;
    for (int i = 0, count = wire_get_int(&in); i < count && !in.bad; i++) {
        Node *n = m.find_node(std::string(wire_get_str(&in)));
        int code = n == nullptr || !n->in_machine ? PvmNoHost : n->index == 0 ? PvmBadParam : 0;
        if (code == 0 && std::find(leaving.begin(), leaving.end(), n) != leaving.end())
            code = PvmDupHost;
        if (code == 0)
            leaving.push_back(n);
        body.add(code);
    }
    for (Node *n : leaving)
        m.delete_node(*n);
    return {static_cast<int>(leaving.size()), body.take()};
}

Answer put_info(Machine &m, Task &asker, wire_in &in)
{
    const char *name = wire_get_str(&in);
    int flags = wire_get_int(&in), index = wire_get_int(&in);
    int len = wire_get_int(&in);
    const unsigned char *bytes = wire_get_bytes(&in, len);
    if (in.bad)
        return {PvmBadParam, ""};
    int at = mailstore_put(m.mailboxes(), asker.tid, name, flags, index, bytes, static_cast<std::uint32_t>(len));
    if (at >= 0)
        m.release_held();
    return {at, ""};
}

Answer receive_info(Machine &m, Task &asker, wire_in &in)
{
    const char *name = wire_get_str(&in);
    int index = wire_get_int(&in), flags = wire_get_int(&in), code;
    Body body;
    while ((code = mailstore_get(m.mailboxes(), asker.tid, name, index, flags, body.out())) == PvmNotFound &&
           (flags & PvmMboxWaitForInfo) != 0)
        if (!asker.hold())
            return {PvmSysErr, ""};
    return {code, body.take()};
}

Answer delete_info(Machine &m, Task &asker, wire_in &in)
{
    const char *name = wire_get_str(&in);
    int index = wire_get_int(&in);
    return {mailstore_remove(m.mailboxes(), asker.tid, name, index), ""};
}

Answer list_info(Machine &m, Task &, wire_in &in)
{
    Body body;
    int n = mailstore_list(m.mailboxes(), wire_get_str(&in), body.out());
    return {n, body.take()};
}

Answer halt(Machine &m, Task &, wire_in &)
{
    m.halt();
    return {0, ""};
}

Answer remove_orphans(Machine &m, Task &, wire_in &in)
{
    const char *name = wire_get_str(&in);
    int index = wire_get_int(&in);
    if (!in.bad)
        mailstore_remove_orphans(m.mailboxes(), name, index);
    return {0, ""};
}

Answer wait_outside(Machine &, Task &asker, wire_in &in)
{
    asker.outside = in.len == 0 || wire_get_int(&in) != 0;
    return {0, ""};
}

Answer stand_in(Machine &m, Task &asker, wire_in &in)
{
    int role = wire_get_int(&in), on = wire_get_int(&in);
    if (in.bad)
        return {PvmBadParam, ""};
    int result = m.registrar.enlist(asker, role, on != 0);
    const Node &host = m.nodes[0];
    Body body;
    body.add(host.tid).add(host.name).add(pvm_arch()).add(node_speed);
    return {result, result < 0 ? "" : body.take()};
}

Answer own_output(Machine &, Task &asker, wire_in &in)
{
    asker.origin.output.tid = wire_get_int(&in);
    asker.origin.output.context = wire_get_int(&in);
    asker.origin.output.tag = wire_get_int(&in);
    return {0, ""};
}

Answer own_trace(Machine &m, Task &asker, wire_in &in)
{
    mach_sink sink{};
    sink.tid = wire_get_int(&in);
    sink.context = wire_get_int(&in);
    sink.tag = wire_get_int(&in);
    m.life_events.changed(asker, sink);
    return {0, ""};
}

const std::map<int, Handler> handlers = {
    {CONTROL_SPAWN, spawn_tasks},     {CONTROL_KILL, kill_task},         {CONTROL_SENDSIG, send_signal},
    {CONTROL_PSTAT, task_status},     {CONTROL_MSTAT, host_status},      {CONTROL_TASKS, list_tasks},
    {CONTROL_CONFIG, list_hosts},     {CONTROL_TIDTOHOST, host_of_task}, {CONTROL_SIBLINGS, list_siblings},
    {CONTROL_NOTIFY, notify},         {CONTROL_ADDHOSTS, add_hosts},     {CONTROL_DELHOSTS, delete_hosts},
    {CONTROL_PUTINFO, put_info},      {CONTROL_RECVINFO, receive_info},  {CONTROL_DELINFO, delete_info},
    {CONTROL_MBOXINFO, list_info},    {CONTROL_HALT, halt},              {CONTROL_OUTPUT, own_output},
    {CONTROL_ORPHANS, remove_orphans}, {CONTROL_OUTSIDE, wait_outside},
    {CONTROL_TRACE, own_trace},
    {CONTROL_REGISTER, stand_in}};

} // namespace

Answer answer_request(Machine &machine, Task &asker, int request, const std::string &body)
{
    auto h = handlers.find(request);
    if (h == handlers.end())
        return {PvmBadParam, ""};
    int refused = limit_on_request(machine, asker, request);
    if (refused != 0)
        return {refused, ""};
    wire_in in{reinterpret_cast<const unsigned char *>(body.data()), static_cast<std::uint32_t>(body.size()), 0, 0};
    Answer a = h->second(machine, asker, in);
    return in.bad ? Answer{PvmBadParam, ""} : a;
}

} // namespace ap1000
