/* cause.hpp - the sentence that a verdict begins with: what the run's time went to, and which task or link is to
 * blame.
 *
 * It goes by the critical path: what is on it, and not who waits, says what to change. */
#pragma once

#include <map>
#include <optional>
#include <string>

#include "observe/verdict.hpp"

namespace ap1000
{

/* The time of the critical path by what a user could change, for the first line of a verdict. A public call tells
 * more than a part of the path: one pvm_spawn, one pvm_barrier or one mailbox is one kind, whether the path finds
 * it in the call, in a message or in a server. */
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

/* How evenly the tasks of one program work, the one that has most tasks outside the host. Work is all that is no
 * wait, sleeping too, but not calls whose own kind of cause they are (cause_kinds.cpp): polls, spawns, groups. */
struct Spread {
    std::string program;
    std::size_t tasks;
    int busiest; /* its tid */
    Ns most, next;
    double mean;
};
std::optional<Spread> spread_of_work(const VerdictInput &in); /* none: there are no two such tasks */

/* What each task of the critical path does on it itself, without its polls [ns]. */
std::map<int, Ns> own_times(const VerdictInput &in);

/* How long each link of the T-Net carried bytes, by who sent how much to whom [ns], without the time that blocked
 * messages held it. Copies that went over the B-Net count, too. */
std::map<int, Ns> carried_by_links(const VerdictInput &in);

/* How long the messages of the critical path waited for links of the T-Net [ns]. */
Ns queued_in_tnet(const VerdictInput &in);

/* How long its messages between the host and the cells waited for the host interface and the B-Net [ns]. */
Ns queued_for_host(const VerdictInput &in);

/* Ends with this sentence if nothing is charged for computing. */
constexpr const char *free_computing = " (Computing costs nothing here: --cpu.)";

std::string cause(const VerdictInput &in);

} // namespace ap1000
