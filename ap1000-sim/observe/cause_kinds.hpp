/* cause_kinds.hpp - the time of the critical path by what a user could change, for the first line of a verdict.
 *
 * A public call tells more than a part of the path: one pvm_spawn, one pvm_barrier or one mailbox is one kind, whether
 * the path finds it in the call, in a message or in a server.
 */
#ifndef AP1000_CAUSE_KINDS_HPP
#define AP1000_CAUSE_KINDS_HPP

#include <map>
#include <string>
#include <vector>

#include "observe/verdict.hpp"

namespace ap1000
{

enum class CauseKind {
    computing, /* what tasks do themselves, up to small_messages */
    sleeping,
    copies,         /* in calls that send or receive, most of it for bytes, */
    small_messages, /* or most of it for each message */
    starts,
    joining,
    barriers,
    collectives,
    asking, /* the group server, for tids and sizes */
    mailboxes,
    requests,
    packing,
    polling,
    time_outs,
    host_path, /* messages between the host and the cells */
    tnet,
    bnet,
    net,
    node,
    other
};

inline bool is_of_tasks(CauseKind k)
{
    return k <= CauseKind::small_messages;
}

/* The kinds that have any time, and in which calls they have it [ns]. */
struct KindTime {
    Ns all = 0;
    std::map<std::string, Ns> calls;
};
std::map<CauseKind, KindTime> kinds_of(const VerdictInput &in);

/* What the task did in calls of such kinds as are not its own, without waits, in the whole run [ns]. */
Ns in_other_kinds(const TaskTotals &t);

/* How long it polled: looked for messages that need not have been there. */
Ns in_polls(const TaskTotals &t);

/* The task that looked for messages longest without waiting for one, and the call with which it did. */
struct Polls {
    std::string call;
    int tid = 0;
    std::int64_t times = 0, in_vain = 0;
    Ns time = 0;
};
Polls most_polls(const VerdictInput &in);

} // namespace ap1000

#endif
