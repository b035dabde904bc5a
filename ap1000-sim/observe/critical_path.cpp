/* critical_path.cpp - see critical_path.hpp. */
#include "observe/critical_path.hpp"

#include <algorithm>

#include "observe/tid_pair.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_broadcasts = 8; /* how many broadcasts of one task may be under way at once and still be
                                              followed back */
constexpr std::size_t pieces_expected = 4; /* of a step: few kinds of time in few calls */

} // namespace

/* A piece of the path in one task, and the way that led to it. `before` never has fewer steps behind it than this step
 * has. A step that others continue from does not change, except that older steps may be folded into it. */
struct CriticalPath::Step {
    Way before;
    std::vector<PathPiece> own;
    std::unique_ptr<PathSums> older; /* the sum of the steps that were before this one */
    std::uint64_t number = 0;        /* the number of steps up to here */
    std::uint64_t folded = 0;        /* the number of the step that holds the sum of older ones, as far as is known */
    std::shared_ptr<std::size_t> alive;

    Step(Way from, std::shared_ptr<std::size_t> counter)
        : before(std::move(from)), number(before ? before->number + 1 : 1), folded(before ? before->folded : 0),
          alive(std::move(counter))
    {
        ++*alive;
        own.reserve(pieces_expected);
    }
    /* Without recursion, because a chain may be long. */
    ~Step()
    {
        --*alive;
        Way next = std::move(before);
        while (next && next.use_count() == 1)
            next = std::exchange(next->before, nullptr);
    }
    void add_to(PathSums &sum) const
    {
        for (const PathPiece &p : own)
            sum.add(p);
        if (older)
            sum.add(*older);
    }
    Step(const Step &) = delete;
    Step &operator=(const Step &) = delete;
};

CriticalPath::CriticalPath(const Parameters &p, std::size_t most_steps)
    : has_host_(p.has_host()), torus_(std::max(1, p.grid.nx), std::max(1, p.grid.ny)), most_steps_(most_steps)
{
}

CriticalPath::~CriticalPath() = default;

CriticalPath::Tip *CriticalPath::find(int tid)
{
    auto t = tips_.find(tid);
    return t != tips_.end() ? &t->second : nullptr;
}

/* Makes one sum of all steps older than the last most_steps_, for all ways that share them. */
void CriticalPath::fold(const Way &way)
{
    if (way->number - way->folded <= 2 * most_steps_)
        return;
    Step *at = way.get();
    for (std::size_t i = 0; i < most_steps_ && at->before; i++)
        at = at->before.get();
    if (!at->before) {
        way->folded = at->number;
        return;
    }
    auto sum = std::make_unique<PathSums>();
    for (const Step *older = at->before.get(); older != nullptr; older = older->before.get())
        older->add_to(*sum);
    at->older = std::move(sum);
    at->before.reset();
    way->folded = at->number;
}

/* Of a task's last step, what is counted for the call that it is in. */
PathPiece &CriticalPath::piece(int tid, Tip &tip, PathPart part)
{
    std::vector<PathPiece> &own = tip.way->own;
    const auto same = std::find_if(own.rbegin(), own.rend(), [&](const PathPiece &p) {
        return p.part == part && p.call == tip.call && p.tid == tid;
    });
    if (same != own.rend())
        return *same;
    PathPiece fresh;
    fresh.part = part;
    fresh.call = tip.call;
    fresh.tid = tid;
    own.push_back(fresh);
    return own.back();
}

void CriticalPath::count(int tid, Tip &tip, PathPart part, Ns span)
{
    piece(tid, tip, part).time += span;
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
        tip.tail_call = tip.call;
        return;
    }
    tip.tail = 0;
}

/* Returns the way up to this moment, which does not change any more; the task goes on from it. */
CriticalPath::Way CriticalPath::freeze(int tid, Tip &tip, Ns t)
{
    advance(tid, tip, t);
    Way frozen = tip.way;
    tip.way = std::make_shared<Step>(frozen, alive_);
    fold(tip.way);
    return frozen;
}

/* The task is where it is because of `way`, which had come to `from`. The time in between is `part`, which is returned
 * to be counted: it is not time of the task itself. */
PathPiece &CriticalPath::come_from(Tip &tip, Way way, PathPart part, Ns from, Ns t)
{
    tip.way = std::make_shared<Step>(std::move(way), alive_);
    fold(tip.way);
    tip.since = t;
    tip.tail = 0;
    PathPiece &p = piece(0, tip, part);
    p.time += t - from;
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
    tip.server = track.program == "pvmgs";
    tip.since = t;
    residents_[track.node]++;
    Tip *parent = find(track.parent_tid);
    if (parent != nullptr) {
        const Ns from = parent->since;
        come_from(tip, freeze(track.parent_tid, *parent, from), PathPart::spawn, from, t).count++;
    } else {
        tip.way = std::make_shared<Step>(nullptr, alive_);
        piece(0, tip, PathPart::other).time += t; /* nothing but time led to it */
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
        last_in_barrier_ = {tid, freeze(tid, *tip, t), t};
    if (s.what == Activity::wait_host) {
        PathPiece &p = piece(tid, *tip, PathPart::control);
        p.count++;
        p.control_from_host += tip->node == 0;
    }
    tip->inside.push_back(s.what);
    tip->waits_since = t;
    tip->woken_by = 0;
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

void CriticalPath::waited(int tid, int for_tid, Ns span)
{
    waiting_[pair_of(tid, for_tid)] += span;
}

void CriticalPath::end_message_wait(int tid, Tip &tip, Ns t)
{
    const auto m = under_way_.find(tip.woken_by);
    if (m == under_way_.end())
        return;
    const Sent &sent = m->second;
    const int from_node = nodes_[sent.message.src_tid];
    const PathPart part = way_of_message(from_node, tip.node);
    waited(tid, sent.message.src_tid, t - tip.waits_since);
    PathPiece &p = come_from(tip, sent.way, part, sent.at, t);
    p.count++;
    p.bytes += sent.message.bytes;
    if (part == PathPart::messages_tnet)
        p.hops += torus_.hops(from_node - 1, tip.node - 1);
}

/* It ends for all tasks when the last one has come. */
void CriticalPath::end_barrier(int tid, Tip &tip, Ns t)
{
    if (last_in_barrier_.tid == 0)
        return;
    if (last_in_barrier_.tid != tid)
        waited(tid, last_in_barrier_.tid, t - tip.waits_since);
    come_from(tip, last_in_barrier_.way, PathPart::barrier, last_in_barrier_.at, t).count++;
}

/* Until now, another task had the processor, or else the node's system. */
void CriticalPath::end_processor(int tid, Tip &tip, Ns t)
{
    const auto user = processors_.find(tip.node);
    if (user == processors_.end() || user->second.at != t || user->second.tid == tid)
        return;
    tip.way = std::make_shared<Step>(user->second.way, alive_);
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
    if (t < tip->since && b == tip->broadcasts.end())
        return;
    under_way_[m.serial] = {t < tip->since ? b->second : freeze(m.src_tid, *tip, t), t, m};
}

void CriticalPath::accepted(const TracedMessage &m, CallName, Ns)
{
    under_way_.erase(m.serial);
}

void CriticalPath::woken(int tid, std::uint64_t serial)
{
    Tip *tip = find(tid);
    if (tip != nullptr)
        tip->woken_by = serial;
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
    for (const Step *s = last_.way.get(); s != nullptr; s = s->before.get())
        s->add_to(path_);
    path_.time[static_cast<std::size_t>(PathPart::other)] -= last_tail_;
    path_.in_call(last_tail_call_.number()) -= last_tail_;
    path_.tasks[last_.tid] -= last_tail_;
    for (const auto &[who, span] : waiting_)
        waits_[tids_of(who)] = span;
    end_ = last_.at;
    last_tid_ = last_.tid;
}

std::map<std::tuple<int, int, int>, CriticalPath::Lost> CriticalPath::never_received() const
{
    std::map<std::tuple<int, int, int>, Lost> out;
    for (const auto &[serial, s] : under_way_) {
        if (nodes_.count(s.message.dst_tid) == 0)
            continue; /* the system was to get it */
        Lost &l = out[{s.message.src_tid, s.message.dst_tid, s.message.tag}];
        l.messages++;
        l.bytes += s.message.bytes;
    }
    return out;
}

std::size_t CriticalPath::steps_kept() const
{
    return *alive_;
}

} // namespace ap1000
