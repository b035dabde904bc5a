/* trace_recorder.cpp - see trace_recorder.hpp. */
#include "observe/trace_recorder.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "kernel/nodes.hpp"
#include "kernel/task.hpp"

namespace ap1000
{
namespace
{

/* Returns when a moment of the task's clock happened. Waiting for the processor comes before its first use. */
Ns simulated(const Stretch &s, Ns own)
{
    const Ns at = s.begin + std::clamp<Ns>(own - s.own_from, 0, s.span);
    return at > s.ready ? at + (s.start - s.ready) : at;
}

/* One that cannot be told stays at the most. */
void add(std::int64_t &count, std::uint64_t more)
{
    const auto most = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    count = std::int64_t(std::min(most, std::uint64_t(count) + std::min(most, more)));
}

Activity activity(Wait what)
{
    switch (what) {
    case Wait::message:
        return Activity::wait_message;
    case Wait::host:
        return Activity::wait_host;
    default:
        return Activity::wait_barrier;
    }
}

} // namespace

TraceRecorder::TraceRecorder(std::vector<std::unique_ptr<TraceSink>> sinks)
    : sinks_(std::move(sinks)),
      usage_(std::any_of(sinks_.begin(), sinks_.end(), [](const auto &s) { return s->wants_levels(); }))
{
}

TraceRecorder::Open *TraceRecorder::find(int tid)
{
    if (last_found_ == nullptr || last_found_->first != tid) {
        const auto o = open_.find(tid);
        if (o == open_.end())
            return nullptr;
        last_found_ = &*o;
    }
    return &last_found_->second;
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

void TraceRecorder::began(const Task &t, const std::string &place, Ns now)
{
    const std::string the = "the ";
    begin({t.tid, t.node->index, place.compare(0, the.size(), the) == 0 ? place.substr(the.size()) : place,
           t.file.substr(t.file.rfind('/') + 1), t.origin.parent_tid},
          now, t.origin.service ? "" : t.program.path); /* the lines of the library's servers are not the user's */
}

void TraceRecorder::begin(const Track &track, Ns now, const std::string &file)
{
    SourceLines &lines = lines_.try_emplace(file, file).first->second;
    if (!open_.emplace(track.tid, Open{now, track.node, "", &lines, {}, {}, {}}).second)
        return;
    each([&](TraceSink &s) { s.begin_track(track, now); });
}

void TraceRecorder::ended(const Task &t, Ns now)
{
    const WorkDone work = t.execution->work();
    if (Open *o = find(t.tid); o != nullptr) {
        for (std::size_t i = 0; i < work.count.size(); i++)
            if (work.count[i] > o->told[i])
                add(o->work[i], std::uint64_t(work.count[i] - o->told[i]));
        each([&](TraceSink &s) { s.computed(t.tid, work); });
    }
    end(t.tid, now);
}

void TraceRecorder::end(int tid, Ns t)
{
    Open *o = find(tid);
    if (o == nullptr)
        return;
    while (!o->inside.empty())
        leave(tid, *o, t);
    if (!o->call.empty())
        each([&](TraceSink &s) { s.leave(tid, Activity::call, t); });
    else
        pause(tid, *o, t);
    each([&](TraceSink &s) { s.end_track(tid, t); });
    open_.erase(tid);
    last_found_ = nullptr;
}

void TraceRecorder::finish(Ns now)
{
    std::set<int> left;
    for (const auto &[tid, o] : open_)
        left.insert(tid);
    for (int tid : left)
        each([tid, now](TraceSink &s) { s.unfinished(tid, now); });
    for (int tid : left)
        end(tid, now);
    tell_levels(std::numeric_limits<Ns>::max());
    const UsageTotals totals = usage();
    each([&](TraceSink &s) {
        s.used(totals);
        s.finish(now);
    });
}

bool TraceRecorder::is_whole() const
{
    return std::all_of(sinks_.begin(), sinks_.end(), [](const auto &s) { return s->is_whole(); });
}

/* ---- slices ------------------------------------------------------------------------------------------------------ */

/* If the task is computing, that ends here. */
void TraceRecorder::pause(int tid, Open &o, Ns t)
{
    if (!o.call.empty() || t <= o.since)
        return;
    each([&](TraceSink &s) {
        s.enter(tid, {Activity::computing, {}, -1, -1, &o.work}, o.since);
        s.leave(tid, Activity::computing, t);
    });
    o.work = {};
    o.since = t;
}

void TraceRecorder::enter(int tid, Open &o, const Slice &slice, Ns t)
{
    if (o.inside.empty())
        pause(tid, o, t);
    o.inside.push_back(slice.what);
    each([&](TraceSink &s) { s.enter(tid, slice, t); });
}

void TraceRecorder::leave(int tid, Open &o, Ns t)
{
    if (o.inside.empty())
        return;
    const Activity what = o.inside.back();
    o.inside.pop_back();
    each([&](TraceSink &s) { s.leave(tid, what, t); });
    o.since = std::max(o.since, t);
}

/* The call of the mark, and the line that makes it. */
CallName TraceRecorder::made(const Open &o, const Mark &m)
{
    return (m.call.empty() ? "?" : m.call).at(o.lines->of(m.serial));
}

void TraceRecorder::mark(int tid, Open &o, const Mark &m, Ns t)
{
    if (m.what == Mark::What::call && o.call.empty()) {
        pause(tid, o, t);
        o.call = made(o, m);
        each([&](TraceSink &s) { s.enter(tid, {Activity::call, o.call, -1, -1}, t); });
    } else if (m.what == Mark::What::returns && !o.call.empty()) {
        o.call.clear();
        o.since = t;
        each([&](TraceSink &s) { s.leave(tid, Activity::call, t); });
    } else if (m.what == Mark::What::accepts) {
        const TracedMessage got{m.serial, m.src_tid, tid, 0, m.len_bytes};
        each([&](TraceSink &s) { s.accepted(got, o.call, t); });
    } else if (m.what == Mark::What::computes && std::size_t(m.src_tid) < o.work.size()) {
        add(o.work[std::size_t(m.src_tid)], m.serial);
        add(o.told[std::size_t(m.src_tid)], m.serial);
    } else if (m.what == Mark::What::sleeps && o.inside.empty()) {
        enter(tid, o, {Activity::sleeping, {}, -1, -1}, t);
    } else if (m.what == Mark::What::wakes && !o.inside.empty() && o.inside.back() == Activity::sleeping) {
        leave(tid, o, t);
    }
}

void TraceRecorder::whole_call(int tid, Open &o, const Mark &m, Ns from, Ns to)
{
    Mark end = m;
    end.what = Mark::What::returns;
    if (!o.call.empty()) {
        mark(tid, o, end, to);
        return;
    }
    pause(tid, o, from);
    const CallName call = made(o, m);
    each([&](TraceSink &s) { s.whole_call(tid, call, from, to); });
    o.since = to;
}

void TraceRecorder::wait_for_processor(int tid, Open &o, const Stretch &s)
{
    enter(tid, o, {Activity::wait_processor, {}, -1, -1}, s.ready);
    leave(tid, o, s.start);
}

void TraceRecorder::passed(const Task &t, const Stretch &s, MarkRange marks)
{
    pass(t.tid, s, marks);
}

void TraceRecorder::pass(int tid, const Stretch &s, MarkRange marks)
{
    Open *o = find(tid);
    if (o == nullptr)
        return;
    bool waited = s.start == s.ready;
    Ns last = s.begin;
    for (const Mark &m : marks) {
        const bool whole = m.what == Mark::What::whole_call;
        const Ns t = std::clamp(simulated(s, m.clock), last, s.end);
        last = whole ? std::clamp(simulated(s, m.returned), t, s.end) : t;
        if (!waited && t > s.ready) {
            waited = true;
            wait_for_processor(tid, *o, s);
        }
        if (whole && (waited || last <= s.ready)) {
            whole_call(tid, *o, m, t, last);
        } else if (whole) {
            Mark part = m;
            part.what = Mark::What::call;
            mark(tid, *o, part, t);
            waited = true;
            wait_for_processor(tid, *o, s);
            part.what = Mark::What::returns;
            mark(tid, *o, part, last);
        } else {
            mark(tid, *o, m, t);
        }
    }
    if (!waited)
        wait_for_processor(tid, *o, s);
    if (s.start == s.end)
        return;
    const auto node = static_cast<std::size_t>(o->node);
    if (processors_.size() <= node)
        processors_.resize(node + 1);
    processors_[node] += s.end - s.start;
    each([&](TraceSink &sink) { sink.used_processor(tid, s.start, s.end); });
}

void TraceRecorder::waits(const Task &t, Wait what, Ns now)
{
    wait(t.tid, what, t.call.want.tid, t.call.want.tag, now);
}

void TraceRecorder::wait(int tid, Wait what, int want_tid, int want_tag, Ns now)
{
    Open *o = find(tid);
    if (o != nullptr)
        enter(tid, *o, {activity(what), {}, want_tid, want_tag}, now);
    tell_levels(now);
}

void TraceRecorder::goes_on(const Task &t, std::uint64_t by, Ns now)
{
    go_on(t.tid, by, now);
}

void TraceRecorder::go_on(int tid, std::uint64_t by, Ns now)
{
    Open *o = find(tid);
    if (o == nullptr)
        return;
    if (by != 0)
        each([&](TraceSink &s) { s.woken(tid, by); });
    leave(tid, *o, now);
}

void TraceRecorder::all_came(const std::vector<int> &tids, int last)
{
    each([&](TraceSink &s) { s.all_came(tids, last); });
}

void TraceRecorder::deadlock(Ns now)
{
    each([&](TraceSink &s) { s.deadlock(now); });
}

void TraceRecorder::remark(const std::string &line)
{
    each([&](TraceSink &s) { s.remark(line); });
}

void TraceRecorder::died(const Task &t, const std::string &how, Ns now)
{
    die(t.tid, how, now);
}

void TraceRecorder::die(int tid, const std::string &how, Ns now)
{
    each([&](TraceSink &s) { s.died(tid, how, now); });
}

void TraceRecorder::lacks(const std::string &number)
{
    each([&](TraceSink &s) { s.lacks(number); });
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

std::uint64_t TraceRecorder::sent(const Task &t, const Header &h, Ns now)
{
    return send(t.tid, h, now);
}

std::uint64_t TraceRecorder::send(int src_tid, const Header &h, Ns now)
{
    const Open *o = find(src_tid);
    const TracedMessage m{++serials_, src_tid, h.dst_tid, h.tag, h.len_bytes};
    each([&](TraceSink &s) { s.sent(m, o != nullptr ? o->call : CallName(), now); });
    return m.serial;
}

std::function<void(Header &)> TraceRecorder::sent_to_all(const Task &t, Ns now)
{
    const Open *o = find(t.tid);
    each([&](TraceSink &s) { s.broadcasts(t.tid, now); });
    return [this, now, src = t.tid, call = o != nullptr ? o->call : CallName()](Header &h) {
        const TracedMessage m{++serials_, src, h.dst_tid, h.tag, h.len_bytes};
        each([&](TraceSink &s) { s.sent(m, call, now); });
        h.serial = m.serial;
    };
}

/* ---- networks ---------------------------------------------------------------------------------------------------- */

void TraceRecorder::holds(Resource what, int unit, Ns start, Ns end)
{
    usage_.holds(what, unit, start, end);
}

void TraceRecorder::changes(Resource what, int unit, int units, Ns now)
{
    usage_.changes(what, unit, units, now);
}

void TraceRecorder::tell_levels(Ns until)
{
    usage_.take_levels(
        until, [this](Resource what, int level, Ns at) { each([&](TraceSink &s) { s.level(what, level, at); }); });
}

/* The totals of links, buses and processors that were in use at all. */
UsageTotals TraceRecorder::usage() const
{
    UsageTotals out;
    out.busy = usage_.totals();
    for (std::size_t node = 0; node < processors_.size(); node++)
        if (processors_[node] > 0)
            out.processors[static_cast<int>(node)] = processors_[node];
    return out;
}

} // namespace ap1000
