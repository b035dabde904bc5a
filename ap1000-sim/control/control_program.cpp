/* control_program.cpp - see control_program.hpp: which request goes where, and the short ones. */
#include "control/control_program.hpp"

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>

#include "control/control_spawn.hpp"
#include "control/limits.hpp"
#include "control.h"
#include "control/host_control.hpp"
#include "pvm3.h"
#include "wire.h"

namespace ap1000
{
namespace
{

using Handler = Answer (*)(HostControl &, Task &, wire_in &);

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

Answer kill_task(HostControl &c, Task &, wire_in &in)
{
    Task *t = c.machine.tasks.find(wire_get_int(&in));
    if (t == nullptr)
        return {PvmNoTask, ""};
    c.machine.lifecycle.signal(*t, SIGTERM);
    return {0, ""};
}

Answer send_signal(HostControl &c, Task &asker, wire_in &in)
{
    Task *t = c.machine.tasks.find(wire_get_int(&in));
    int number = wire_get_int(&in);
    if (t == nullptr)
        return {PvmNoTask, ""};
    if (number > 0 && number < NSIG) /* another number does nothing and is no error, as in PVM */
        c.machine.delivery.do_behind(asker.tid, t->tid, [&m = c.machine, number](Task &still) { m.lifecycle.signal(still, number); });
    return {0, ""};
}

Answer task_status(HostControl &c, Task &, wire_in &in)
{
    return {c.machine.tasks.find(wire_get_int(&in)) != nullptr ? 0 : PvmNoTask, ""};
}

Answer host_status(HostControl &c, Task &, wire_in &in)
{
    Node *n = c.machine.nodes.find(std::string(wire_get_str(&in)));
    return {n == nullptr ? PvmNoHost : n->in_machine ? 0 : PvmNoHost, ""};
}

/* As PVM's console shows them: 2, started by the machine (f); 4, has made itself known (c). */
int status_flags(const Task &t)
{
    return (t.is_child ? 2 : 0) | (t.joined ? 4 : 0);
}

Answer list_tasks(HostControl &c, Task &, wire_in &in)
{
    int where = wire_get_int(&in);
    Node *node = where != 0 ? c.machine.nodes.find(tid_node(where)) : nullptr;
    if (where != 0 && (node == nullptr || !node->in_machine))
        return {PvmNoHost, ""};
    Task *one = nullptr;
    if (tid_local(where) != 0) {
        one = c.machine.tasks.find(where);
        node = nullptr;
        if (one == nullptr)
            return {PvmNoTask, ""};
    }
    Body body;
    int n = 0;
    for (const auto &[tid, t] : c.machine.tasks.living()) {
        if ((node != nullptr && t->node != node) || (one != nullptr && t != one))
            continue;
        body.add(t->tid).add(t->origin.parent_tid).add(t->node->tid).add(status_flags(*t));
        int shown = t->execution->number_for_users();
        body.add(t->is_spawned() ? t->file : "").add(shown != 0 ? shown : t->stand_in_pid);
        n++;
    }
    return {n, body.take()};
}

Answer list_hosts(HostControl &c, Task &, wire_in &)
{
    Body body;
    int n = 0;
    body.add(1);
    for (const Node &node : c.machine.nodes) {
        if (!node.in_machine)
            continue;
        body.add(node.tid).add(node.name).add(pvm_arch()).add(node_speed).add(node_data_signature);
        n++;
    }
    return {n, body.take()};
}

/* PVM takes it from the tid itself, whatever that is; so do we for tids that no task ever had. */
Answer host_of_task(HostControl &c, Task &, wire_in &in)
{
    int tid = wire_get_int(&in), home = c.machine.tasks.home_of(tid);
    return {home != PvmNoTask ? home : tid_node(tid), ""};
}

Answer list_siblings(HostControl &c, Task &asker, wire_in &)
{
    if (asker.origin.parent_tid == PvmNoParent)
        return {PvmNoParent, ""};
    Body body;
    int n = 0;
    for (int tid : c.machine.tasks.of_spawn(asker.origin.spawn_id))
        body.add(tid), n++;
    return {n, body.take()};
}

Answer notify(HostControl &c, Task &asker, wire_in &in)
{
    int what = wire_get_int(&in);
    Notices::Notice n{};
    n.what = what & ~PvmNotifyCancel;
    n.to = asker.tid;
    n.tag = wire_get_int(&in);
    n.context = wire_get_int(&in);
    n.remaining = wire_get_int(&in);
    bool cancels = (what & PvmNotifyCancel) != 0;
    auto put = [&](const Notices::Notice &one) { cancels ? c.notices.cancel(one) : c.notices.add(one); };
    if (n.what == PvmHostAdd) {
        put(n);
        return {0, ""};
    }
    if (n.what != PvmTaskExit && n.what != PvmHostDelete)
        return {PvmBadParam, ""};
    for (int i = 0, count = n.remaining; i < count && !in.bad; i++) {
        n.about = wire_get_int(&in);
        int home = c.machine.tasks.home_of(n.about); /* a task's tid stands for its node */
        n.node = home != PvmNoTask ? home : n.about;
        put(n);
        Node *node = c.machine.nodes.find(n.node);
        if (!cancels && n.what == PvmTaskExit && c.machine.tasks.find(n.about) == nullptr)
            c.notices.task_ended(n.about);
        if (!cancels && n.what == PvmHostDelete && (node == nullptr || !node->in_machine))
            c.notices.host_deleted(n.node);
    }
    return {0, ""};
}

/* The asker waits until the hoster, if there is one, has answered. */
Answer add_hosts(HostControl &c, Task &asker, wire_in &in)
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
    c.registrar.hosts.add(lines, [&m = c.machine, outcome](int result, const std::vector<int> &codes) {
        *outcome = {true, result, codes};
        m.lifecycle.release_held();
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
Answer delete_hosts(HostControl &c, Task &, wire_in &in)
{
    Body body;
    std::vector<Node *> leaving;
    for (int i = 0, count = wire_get_int(&in); i < count && !in.bad; i++) {
        Node *n = c.machine.nodes.find(std::string(wire_get_str(&in)));
        int code = n == nullptr || !n->in_machine ? PvmNoHost : n->index == 0 ? PvmBadParam : 0;
        if (code == 0 && std::find(leaving.begin(), leaving.end(), n) != leaving.end())
            code = PvmDupHost;
        if (code == 0)
            leaving.push_back(n);
        body.add(code);
    }
    for (Node *n : leaving)
        c.machine.lifecycle.delete_node(*n);
    return {static_cast<int>(leaving.size()), body.take()};
}

Answer put_info(HostControl &c, Task &asker, wire_in &in)
{
    const char *name = wire_get_str(&in);
    int flags = wire_get_int(&in), index = wire_get_int(&in);
    int len = wire_get_int(&in);
    const unsigned char *bytes = wire_get_bytes(&in, len);
    if (in.bad)
        return {PvmBadParam, ""};
    int at = mailstore_put(c.mailboxes(), asker.tid, name, flags, index, bytes, static_cast<std::uint32_t>(len));
    if (at >= 0)
        c.machine.lifecycle.release_held();
    return {at, ""};
}

Answer receive_info(HostControl &c, Task &asker, wire_in &in)
{
    const char *name = wire_get_str(&in);
    int index = wire_get_int(&in), flags = wire_get_int(&in), code;
    Body body;
    while ((code = mailstore_get(c.mailboxes(), asker.tid, name, index, flags, body.out())) == PvmNotFound &&
           (flags & PvmMboxWaitForInfo) != 0)
        if (!asker.hold())
            return {PvmSysErr, ""};
    return {code, body.take()};
}

Answer delete_info(HostControl &c, Task &asker, wire_in &in)
{
    const char *name = wire_get_str(&in);
    int index = wire_get_int(&in);
    return {mailstore_remove(c.mailboxes(), asker.tid, name, index), ""};
}

Answer list_info(HostControl &c, Task &, wire_in &in)
{
    Body body;
    int n = mailstore_list(c.mailboxes(), wire_get_str(&in), body.out());
    return {n, body.take()};
}

Answer halt(HostControl &c, Task &, wire_in &)
{
    c.machine.run_end.halt();
    return {0, ""};
}

Answer remove_orphans(HostControl &c, Task &, wire_in &in)
{
    const char *name = wire_get_str(&in);
    int index = wire_get_int(&in);
    if (!in.bad)
        mailstore_remove_orphans(c.mailboxes(), name, index);
    return {0, ""};
}

Answer wait_outside(HostControl &, Task &asker, wire_in &in)
{
    asker.execution->set_outside(in.len == 0 || wire_get_int(&in) != 0);
    return {0, ""};
}

Answer stand_in(HostControl &c, Task &asker, wire_in &in)
{
    int role = wire_get_int(&in), on = wire_get_int(&in);
    if (in.bad)
        return {PvmBadParam, ""};
    int result = c.registrar.enlist(asker, role, on != 0);
    const Node &host = c.machine.nodes[0];
    Body body;
    body.add(host.tid).add(host.name).add(pvm_arch()).add(node_speed);
    return {result, result < 0 ? "" : body.take()};
}

Answer own_output(HostControl &, Task &asker, wire_in &in)
{
    asker.origin.output.tid = wire_get_int(&in);
    asker.origin.output.context = wire_get_int(&in);
    asker.origin.output.tag = wire_get_int(&in);
    return {0, ""};
}

Answer own_trace(HostControl &c, Task &asker, wire_in &in)
{
    mach_sink sink{};
    sink.tid = wire_get_int(&in);
    sink.context = wire_get_int(&in);
    sink.tag = wire_get_int(&in);
    c.life_events.changed(asker, sink);
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

Answer answer_request(HostControl &control, Task &asker, int request, const std::string &body)
{
    auto h = handlers.find(request);
    if (h == handlers.end())
        return {PvmBadParam, ""};
    int refused = limit_on_request(control.machine.session, asker, request);
    if (refused != 0)
        return {refused, ""};
    wire_in in{reinterpret_cast<const unsigned char *>(body.data()), static_cast<std::uint32_t>(body.size()), 0, 0};
    Answer a = h->second(control, asker, in);
    return in.bad ? Answer{PvmBadParam, ""} : a;
}

} // namespace ap1000
