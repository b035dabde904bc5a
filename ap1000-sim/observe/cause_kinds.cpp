/* cause_kinds.cpp - see cause.hpp. */
#include "observe/cause.hpp"

#include <algorithm>

#include "observe/run_totals.hpp"

namespace ap1000
{
namespace
{

/* Kinds that a call's name decides. A name that ends in '*' is the beginning of many. */
struct Named {
    const char *call;
    CauseKind kind;
    bool receives = false; /* a poll: what it finds; others leave that to other calls */
};
constexpr Named named[] = {
    {"pvm_spawn", CauseKind::starts},        {"pvm_joingroup", CauseKind::joining},
    {"pvm_lvgroup", CauseKind::joining},     {"pvm_freezegroup", CauseKind::joining},
    {GROUP_BARRIER, CauseKind::barriers},    {"pvm_bcast", CauseKind::collectives},
    {"pvm_reduce", CauseKind::collectives},  {"pvm_gather", CauseKind::collectives},
    {"pvm_scatter", CauseKind::collectives}, {"pvm_gettid", CauseKind::asking},
    {"pvm_getinst", CauseKind::asking},      {"pvm_gsize", CauseKind::asking},
    {"pvm_putinfo", CauseKind::mailboxes},   {"pvm_recvinfo", CauseKind::mailboxes},
    {"pvm_delinfo", CauseKind::mailboxes},   {"pvm_getmboxinfo", CauseKind::mailboxes},
    {"pvm_pk*", CauseKind::packing},         {"pvm_upk*", CauseKind::packing},
    {"pvm_packf", CauseKind::packing},       {"pvm_unpackf", CauseKind::packing},
    {"pvm_nrecv", CauseKind::polling, true}, {"pvm_probe", CauseKind::polling},
    {"pvm_trecv", CauseKind::time_outs},
};

/* Of a call without such a kind, all that is not its own. */
CauseKind kind_of(PathPart part)
{
    switch (part) {
    case PathPart::computing:
        return CauseKind::computing;
    case PathPart::sleeping:
        return CauseKind::sleeping;
    case PathPart::spawn:
        return CauseKind::starts;
    case PathPart::control:
        return CauseKind::requests;
    case PathPart::messages_host:
        return CauseKind::host_path;
    case PathPart::messages_tnet:
        return CauseKind::tnet;
    case PathPart::messages_bnet:
        return CauseKind::bnet;
    case PathPart::messages_net:
        return CauseKind::net;
    case PathPart::messages_node:
        return CauseKind::node;
    case PathPart::barrier:
        return CauseKind::barriers;
    case PathPart::other:
        return CauseKind::other;
    default:
        return CauseKind::small_messages;
    }
}

const Named *find_named(const std::string &call)
{
    const auto *const found = std::find_if(std::begin(named), std::end(named), [&](const Named &n) {
        const std::string name = n.call;
        return name.back() == '*' ? call.compare(0, name.size() - 1, name, 0, name.size() - 1) == 0 : call == name;
    });
    return found != std::end(named) ? found : nullptr;
}

/* A message that a poll or a wait with a time-out gets is a message, and a spawn is a spawn everywhere. */
CauseKind kind_of(const std::string &call, PathPart part)
{
    const Named *const n = find_named(call);
    const bool is_software = part == PathPart::software_host || part == PathPart::software_cell;
    if (n == nullptr || part == PathPart::spawn || part == PathPart::sleeping)
        return kind_of(part);
    if (n->kind == CauseKind::polling && !is_software)
        return kind_of(part);
    if (n->kind == CauseKind::time_outs)
        return part == PathPart::other ? CauseKind::time_outs : kind_of(part);
    return n->kind;
}

/* Which kind the group server works for: the one in whose calls the tasks are longest. */
CauseKind served_by_groups(const VerdictInput &in)
{
    std::map<CauseKind, Ns> in_call;
    for (const auto &[tid, t] : in.tasks)
        for (const auto &[name, c] : t.calls)
            if (const Named *n = find_named(name);
                n != nullptr && n->kind >= CauseKind::joining && n->kind <= CauseKind::asking)
                in_call[n->kind] += c.in_call;
    const auto most = std::max_element(in_call.begin(), in_call.end(),
                                       [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == in_call.end() ? CauseKind::asking : most->first;
}

/* Whether calls that send or receive take most of their time for bytes. */
bool is_for_bytes(const VerdictInput &in, const std::string &call)
{
    double copies = 0, all = 0;
    for (const auto &[tid, t] : in.tasks)
        if (const auto c = t.calls.find(call); c != t.calls.end() && !is_server(t)) {
            copies += static_cast<double>(c->second.sent.bytes + c->second.received.bytes) *
                      static_cast<double>(in.machine.node(t.track.node).copy) / 1000;
            all += static_cast<double>(c->second.in_call - c->second.waiting);
        }
    return copies > all / 2;
}

/* In calls whose names decide such a kind, without waits. */
Ns in_calls_of(const TaskTotals &t, bool (*is_wanted)(CauseKind))
{
    Ns sum = 0;
    for (const auto &[name, c] : t.calls)
        if (const Named *n = find_named(name); n != nullptr && is_wanted(n->kind))
            sum += c.in_call - c.waiting;
    return sum;
}

} // namespace

std::map<CauseKind, KindTime> kinds_of(const VerdictInput &in)
{
    std::map<CauseKind, KindTime> out;
    const PathSums &path = in.path.path();
    const CauseKind served = served_by_groups(in);
    for (std::size_t i = 0; i < path.calls.size(); i++) {
        const std::string &call = CallName::text_of(i);
        for (std::size_t part = 0; part < path_parts; part++) {
            const Ns t = path.calls[i][part];
            if (t == 0)
                continue;
            CauseKind kind = call == server_call ? served : kind_of(call, static_cast<PathPart>(part));
            if (kind == CauseKind::small_messages && is_for_bytes(in, call))
                kind = CauseKind::copies;
            out[kind].all += t;
            out[kind].calls[call] += t;
        }
    }
    return out;
}

Ns in_other_kinds(const TaskTotals &t)
{
    return in_calls_of(t, [](CauseKind) { return true; });
}

Ns in_polls(const TaskTotals &t)
{
    return in_calls_of(t, [](CauseKind kind) { return kind == CauseKind::polling; });
}

Polls most_polls(const VerdictInput &in)
{
    Polls most;
    for (const auto &[tid, t] : in.tasks)
        for (const auto &[name, c] : t.calls)
            if (const Named *n = find_named(name);
                n != nullptr && n->kind == CauseKind::polling && c.in_call - c.waiting > most.time) {
                const Traffic found = n->receives ? c.received : t.all().received;
                most = {name, tid, c.times, std::max<std::int64_t>(0, c.times - found.messages), c.in_call - c.waiting};
            }
    return most;
}

} // namespace ap1000
