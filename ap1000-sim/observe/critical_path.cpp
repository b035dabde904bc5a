/* critical_path.cpp - see critical_path.hpp. */
#include "observe/critical_path.hpp"

#include <algorithm>
#include <limits>

#include "group_names.h"

namespace ap1000
{
namespace
{

constexpr std::size_t most_broadcasts = 8; /* how many broadcasts of one task may be under way at once and still be
                                              followed back */
constexpr int any_tag = std::numeric_limits<int>::min(); /* no message has it */

} // namespace

CriticalPath::CriticalPath(const Parameters &p, std::size_t most_steps)
    : has_host_(p.has_host()), torus_(std::max(1, p.grid.nx), std::max(1, p.grid.ny)), most_steps_(most_steps)
{
}

CriticalPath::~CriticalPath() = default;

CriticalPath::Tip *CriticalPath::look_up(int tid)
{
    const auto t = tips_.find(tid);
    if (t == tips_.end())
        return nullptr;
    last_found_ = &*t;
    return &t->second;
}

/* Makes one sum of all steps older than the last most_steps_, for all ways that share them. The sum of older ones is
 * gone on with, if no other way has it. */
void CriticalPath::fold(const Way &way)
{
    if (way->number - way->folded <= 2 * most_steps_)
        return;
    PathStep *at = way.get();
    for (std::size_t i = 0; i < most_steps_ && at->before; i++)
        at = at->before.get();
    way->folded = at->number;
    if (!at->before)
        return;
    PathStep *oldest = at->before.get();
    bool is_only_ours = oldest->holders == 1;
    for (; oldest->before; oldest = oldest->before.get())
        is_only_ours = is_only_ours && oldest->before->holders == 1;
    auto sum = is_only_ours && oldest->older ? std::move(oldest->older) : std::make_unique<PathSums>();
    PathAdder all(*sum);
    for (const PathStep *older = at->before.get(); older != nullptr; older = older->before.get())
        older->add_to(all);
    at->older = std::move(sum);
    at->before = Way();
}

/* To a task's last step, for the call that it is in. */
void CriticalPath::count(int tid, Tip &tip, PathPart part, Ns span)
{
    tip.way->spend(tid, part, call_of(tip), span);
}

/* Counts the time until t for what the task was doing. */
void CriticalPath::advance(int tid, Tip &tip, Ns t)
{
    const Ns span = t - tip.since;
    if (span <= 0)
        return;
    tip.since = t;
    const Activity what = !tip.inside.empty() ? tip.inside.back()
                          : tip.call.empty()  ? Activity::computing
                                              : Activity::call;
    switch (what) {
    case Activity::computing:
        count(tid, tip, PathPart::computing, span);
        break;
    case Activity::call:
        count(tid, tip, has_host_ && tip.node == 0 ? PathPart::software_host : PathPart::software_cell, span);
        break;
    case Activity::sleeping:
        count(tid, tip, PathPart::sleeping, span);
        break;
    case Activity::wait_host:
        count(tid, tip, PathPart::control, span);
        break;
    default:
        count(tid, tip, PathPart::other, span);
        tip.tail += span;
        tip.tail_call = call_of(tip);
        return;
    }
    tip.tail = 0;
}

/* Returns the way up to this moment, which does not change any more; the task goes on from it. */
CriticalPath::Way CriticalPath::freeze(int tid, Tip &tip, Ns t)
{
    advance(tid, tip, t);
    Way frozen = tip.way;
    tip.way = steps_.after(frozen);
    fold(tip.way);
    return frozen;
}

/* The task is where it is because of `way`, which had come to `from`. The time in between is `part`, which is returned
 * to be counted: it is not time of the task itself. */
PathPiece &CriticalPath::come_from(Tip &tip, Way way, PathPart part, Ns from, Ns t)
{
    tip.way = steps_.after(std::move(way));
    fold(tip.way);
    tip.since = t;
    tip.tail = 0;
    PathPiece &p = tip.way->came;
    p.part = part;
    p.call = call_of(tip);
    p.time = t - from;
    return p;
}

PathPart CriticalPath::way_of_message(int from_node, int to_node) const
{
    if (from_node == to_node)
        return PathPart::messages_node;
    if (!has_host_)
        return PathPart::messages_net;
    return from_node == 0 || to_node == 0 ? PathPart::messages_host : PathPart::messages_tnet;
}

/* ---- what happens ------------------------------------------------------------------------------------------------ */

void CriticalPath::begin_track(const Track &track, Ns t)
{
    Tip &tip = tips_[track.tid];
    tip = Tip{};
    tip.node = nodes_[track.tid] = track.node;
    tip.server = track.program == GROUP_SERVER;
    tip.since = t;
    residents_[track.node]++;
    Tip *parent = find(track.parent_tid);
    if (parent != nullptr) {
        const Ns from = parent->since;
        come_from(tip, freeze(track.parent_tid, *parent, from), PathPart::spawn, from, t).count++;
    } else {
        tip.way = steps_.after({});
        tip.way->came.time = t; /* nothing but time led to it */
    }
}

void CriticalPath::end_track(int tid, Ns t)
{
    Tip *tip = find(tid);
    if (tip == nullptr)
        return;
    advance(tid, *tip, t);
    const Ns active = tip->since - tip->tail;
    if (!tip->server && (active > last_.at || last_.tid == 0)) {
        last_ = {tid, tip->way, active};
        last_tail_ = tip->tail;
        last_tail_call_ = tip->tail_call;
    }
    residents_[tip->node]--;
    tips_.erase(tid);
    last_found_ = nullptr;
}

void CriticalPath::enter(int tid, const Slice &s, Ns t)
{
    Tip *tip = find(tid);
    if (tip == nullptr)
        return;
    advance(tid, *tip, t);
    if (s.what == Activity::call) {
        tip->call = s.call;
        return;
    }
    if (s.what == Activity::wait_barrier)
        tip->came = {tid, freeze(tid, *tip, t), t};
    if (s.what == Activity::wait_host) {
        tip->way->requests++;
        tip->way->requests_of_the_host += tip->node == 0;
    }
    tip->inside.push_back(s.what);
    tip->waits_since = t;
    tip->woken_by = 0;
    tip->want_tid = s.want_tid;
    tip->want_tag = s.want_tag;
}

void CriticalPath::leave(int tid, Activity what, Ns t)
{
    Tip *tip = find(tid);
    if (tip == nullptr)
        return;
    if (what == Activity::wait_message)
        end_message_wait(tid, *tip, t);
    else if (what == Activity::wait_barrier)
        end_barrier(tid, *tip, t);
    else if (what == Activity::wait_processor)
        end_processor(tid, *tip, t);
    advance(tid, *tip, t);
    if (what == Activity::call)
        tip->call.clear();
    else if (!tip->inside.empty())
        tip->inside.pop_back();
}

void CriticalPath::whole_call(int tid, CallName call, Ns from, Ns to)
{
    Tip *tip = find(tid);
    if (tip == nullptr)
        return;
    advance(tid, *tip, from);
    tip->call = call;
    advance(tid, *tip, to);
    tip->call.clear();
}

void CriticalPath::waited(int tid, int for_tid, Ns span)
{
    waiting_[pair_of(tid, for_tid)] += span;
}

void CriticalPath::end_message_wait(int tid, Tip &tip, Ns t)
{
    const Sent *const found = under_way_.find(tip.woken_by);
    if (found == nullptr)
        return;
    const Sent &sent = *found;
    const PathPart part = sent.to_many ? PathPart::messages_bnet : way_of_message(sent.from_node, tip.node);
    waited(tid, sent.message.src_tid, t - tip.waits_since);
    PathPiece &p = come_from(tip, sent.way, part, sent.at, t);
    p.count++;
    p.bytes += sent.message.bytes;
    if (part == PathPart::messages_tnet)
        p.hops += torus_.hops(sent.from_node - 1, tip.node - 1);
}

void CriticalPath::all_came(const std::vector<int> &tids, int last)
{
    const Tip *of_last = find(last);
    if (of_last == nullptr)
        return;
    const Moment came = of_last->came;
    for (int tid : tids)
        if (Tip *tip = find(tid))
            tip->last = came;
}

/* A barrier ends for all its tasks when the last of them has come. */
void CriticalPath::end_barrier(int tid, Tip &tip, Ns t)
{
    const Moment last = std::exchange(tip.last, {});
    tip.came = {};
    if (last.tid == 0)
        return;
    if (last.tid != tid)
        waited(tid, last.tid, t - tip.waits_since);
    come_from(tip, last.way, PathPart::barrier, last.at, t).count++;
}

/* Until now, another task had the processor, or else the node's system. */
void CriticalPath::end_processor(int tid, Tip &tip, Ns t)
{
    const auto user = processors_.find(tip.node);
    if (user == processors_.end() || user->second.at != t || user->second.tid == tid)
        return;
    tip.way = steps_.after(user->second.way);
    fold(tip.way);
    tip.since = t;
    tip.tail = 0;
}

void CriticalPath::broadcasts(int tid, Ns t)
{
    Tip *tip = find(tid);
    if (tip == nullptr)
        return;
    tip->broadcasts.emplace_back(t, freeze(tid, *tip, t));
    if (tip->broadcasts.size() > most_broadcasts)
        tip->broadcasts.erase(tip->broadcasts.begin());
}

/* A copy of a broadcast is told of when it arrives, with the time at which it was sent. */
void CriticalPath::sent(const TracedMessage &m, CallName, Ns t)
{
    Tip *tip = find(m.src_tid);
    if (tip == nullptr)
        return;
    const auto b =
        std::find_if(tip->broadcasts.begin(), tip->broadcasts.end(), [t](const auto &one) { return one.first == t; });
    const bool to_many = b != tip->broadcasts.end();
    if (t < tip->since && !to_many)
        return;
    for (int tag : {m.tag, any_tag})
        rivals_[{m.dst_tid, tag}][m.src_tid]++;
    under_way_[m.serial] = {t < tip->since ? b->second : freeze(m.src_tid, *tip, t), t, m, tip->node, to_many};
}

void CriticalPath::accepted(const TracedMessage &m, CallName, Ns)
{
    const Sent *const sent = under_way_.find(m.serial);
    if (sent == nullptr)
        return;
    for (int tag : {sent->message.tag, any_tag}) {
        const auto to = rivals_.find({sent->message.dst_tid, tag});
        if (--to->second[sent->message.src_tid] == 0)
            to->second.erase(sent->message.src_tid);
        if (to->second.empty())
            rivals_.erase(to);
    }
    under_way_.erase(m.serial);
}

void CriticalPath::woken(int tid, std::uint64_t serial)
{
    Tip *tip = find(tid);
    if (tip == nullptr)
        return;
    tip->woken_by = serial;
    if (tip->want_tid >= 0 || tip->server || tip->inside.empty() || tip->inside.back() != Activity::wait_message)
        return;
    choices_.waits++;
    const auto to = rivals_.find({tid, tip->want_tag < 0 ? any_tag : tip->want_tag});
    choices_.contested += to != rivals_.end() && to->second.size() > 1;
}

void CriticalPath::used_processor(int tid, Ns, Ns end)
{
    Tip *tip = find(tid);
    if (tip == nullptr || residents_[tip->node] < 2)
        return;
    processors_[tip->node] = {tid, freeze(tid, *tip, end), end};
}

void CriticalPath::finish(Ns)
{
    PathAdder all(path_);
    for (const PathStep *s = last_.way.get(); s != nullptr; s = s->before.get())
        s->add_to(all);
    path_.time[static_cast<std::size_t>(PathPart::other)] -= last_tail_;
    path_.in_call(last_tail_call_, PathPart::other) -= last_tail_;
    path_.tasks[last_.tid] -= last_tail_;
    path_.of_tasks[last_.tid][static_cast<std::size_t>(PathPart::other)] -= last_tail_;
    waiting_.each([this](std::uint64_t who, Ns span) { waits_[tids_of(who)] = span; });
    end_ = last_.at;
    last_tid_ = last_.tid;
}

std::map<std::tuple<int, int, int>, CriticalPath::Lost> CriticalPath::never_received() const
{
    std::map<std::tuple<int, int, int>, Lost> out;
    under_way_.each([&](std::uint64_t, const Sent &s) {
        if (nodes_.count(s.message.dst_tid) == 0)
            return; /* the system was to get it */
        Lost &l = out[{s.message.src_tid, s.message.dst_tid, s.message.tag}];
        l.messages++;
        l.bytes += s.message.bytes;
    });
    return out;
}

std::size_t CriticalPath::steps_kept() const
{
    return steps_.count();
}

} // namespace ap1000
