/* real_run.cpp - see real_run.hpp. */
#include "observe/real_run.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

/* Says which message an event is about: what wakes a task or is accepted came from `other`. */
bool names_message(const cluster_event &e)
{
    return e.number != 0 && (e.kind == CLUSTER_EVENT_ACCEPT || e.kind == CLUSTER_EVENT_GOES_ON);
}

Mark::What mark_of(int kind)
{
    switch (kind) {
    case CLUSTER_EVENT_CALL:
        return Mark::What::call;
    case CLUSTER_EVENT_RETURN:
        return Mark::What::returns;
    case CLUSTER_EVENT_ACCEPT:
        return Mark::What::accepts;
    case CLUSTER_EVENT_SLEEP:
        return Mark::What::sleeps;
    default:
        return Mark::What::wakes;
    }
}

} // namespace

RealRun::RealRun(const std::string &records)
{
    std::size_t at = 0;
    while (at < records.size()) {
        Event e;
        if (records.size() - at < sizeof e.what)
            throw std::runtime_error(fmt::format("the records of the run end in the middle of one, at byte {}", at));
        std::memcpy(&e.what, records.data() + at, sizeof e.what);
        at += sizeof e.what;
        if (e.what.kind == CLUSTER_EVENT_BEGIN) {
            if (records.size() - at < e.what.len_bytes)
                throw std::runtime_error(fmt::format("the records of the run end in a name, at byte {}", at));
            const std::string names = records.substr(at, e.what.len_bytes);
            at += e.what.len_bytes;
            e.place = names.substr(0, names.find('\0'));
            e.program = names.substr(std::min(names.size(), e.place.size() + 1));
            e.program = e.program.substr(0, e.program.find('\0'));
            if (e.what.number >= INT_MAX)
                throw std::runtime_error(fmt::format("the records of the run name a node {}", e.what.number));
            nodes_ = std::max(nodes_, static_cast<int>(e.what.number) + 1);
            zero_ = zero_ == 0 ? e.what.t_ns : std::min(zero_, static_cast<Ns>(e.what.t_ns));
        }
        courses_[e.what.tid].left.push_back(std::move(e));
    }
}

/* A task's clock never goes back; node 0 notes beginnings and ends. */
Ns RealRun::time_of(const Course &c) const
{
    return std::max(c.now, static_cast<Ns>(c.left.front().what.t_ns) - zero_);
}

/* The message that it is about is still to be sent. */
bool RealRun::awaits_sender(const Event &e) const
{
    const auto sender = courses_.find(e.what.other);
    return names_message(e.what) && sender != courses_.end() && !sender->second.left.empty() &&
           sent_.count({e.what.other, e.what.tid, e.what.number}) == 0;
}

void RealRun::queue(int tid)
{
    const Course &c = courses_.at(tid);
    if (c.left.empty())
        return;
    const cluster_event &e = c.left.front().what;
    if (awaits_sender(c.left.front()))
        parked_[{e.other, tid, e.number}] = tid;
    else
        ready_.insert({time_of(c), tid});
}

void RealRun::tell_mark(const Event &e, Ns t, std::uint64_t serial, TraceRecorder &to)
{
    Mark m{};
    m.what = mark_of(e.what.kind);
    m.clock = t;
    m.src_tid = e.what.other;
    m.len_bytes = e.what.len_bytes;
    m.serial = serial;
    m.call = std::string_view(e.what.text, strnlen(e.what.text, sizeof e.what.text));
    to.pass(e.what.tid, Stretch{t, 0, t, t, t, t}, {&m, &m + 1});
}

void RealRun::tell_wait(const Event &e, Ns t, std::uint64_t by, TraceRecorder &to)
{
    const int tid = e.what.tid;
    if (e.what.kind == CLUSTER_EVENT_GOES_ON)
        to.go_on(tid, by, t);
    else if (e.what.kind == CLUSTER_EVENT_WAIT)
        to.wait(tid, Wait::message, e.what.other, e.what.tag, t);
    else
        to.wait(tid, e.what.kind == CLUSTER_EVENT_ASK ? Wait::host : Wait::barrier, -1, -1, t);
}

/* Whoever awaits it goes on. */
void RealRun::tell_sent(const Event &e, Ns t, TraceRecorder &to)
{
    Header h;
    h.dst_tid = e.what.other;
    h.tag = e.what.tag;
    h.len_bytes = e.what.len_bytes;
    const MessageName name{e.what.tid, e.what.other, e.what.number};
    sent_[name] = {to.send(e.what.tid, h, t), t};
    const auto waiting = parked_.find(name);
    if (waiting == parked_.end())
        return;
    const int tid = waiting->second;
    parked_.erase(waiting);
    queue(tid);
}

void RealRun::tell_next(TraceRecorder &to)
{
    const int tid = ready_.begin()->second;
    ready_.erase(ready_.begin());
    Course &c = courses_.at(tid);
    Ns t = time_of(c);
    const Event e = std::move(c.left.front());
    c.left.pop_front();
    const auto message = sent_.find({e.what.other, tid, names_message(e.what) ? e.what.number : 0});
    const std::uint64_t serial = message != sent_.end() ? message->second.serial : 0;
    if (message != sent_.end())
        t = std::max(t, message->second.at);
    c.now = t;
    switch (e.what.kind) {
    case CLUSTER_EVENT_BEGIN:
        to.begin(
            {tid, static_cast<int>(e.what.number), e.place, e.program.substr(e.program.rfind('/') + 1), e.what.other},
            t);
        break;
    case CLUSTER_EVENT_END:
        if (e.what.tag != 0)
            to.die(tid, signal_name(e.what.tag), t);
        to.end(tid, t);
        break;
    case CLUSTER_EVENT_SENT:
        tell_sent(e, t, to);
        break;
    case CLUSTER_EVENT_WAIT:
    case CLUSTER_EVENT_ASK:
    case CLUSTER_EVENT_MEET:
    case CLUSTER_EVENT_GOES_ON:
        tell_wait(e, t, serial, to);
        break;
    case CLUSTER_EVENT_LOST:
        lost_ += e.what.number;
        break;
    default:
        tell_mark(e, t, serial, to);
        if (e.what.kind == CLUSTER_EVENT_ACCEPT && message != sent_.end())
            sent_.erase(message);
    }
    queue(tid);
    last_ = std::max(last_, t);
}

void RealRun::tell(TraceRecorder &to)
{
    for (const auto &[tid, c] : courses_)
        queue(tid);
    while (!ready_.empty() || !parked_.empty()) {
        if (ready_.empty()) { /* the records of its sender are lost */
            const int tid = parked_.begin()->second;
            parked_.erase(parked_.begin());
            ready_.insert({time_of(courses_.at(tid)), tid});
        }
        tell_next(to);
    }
    if (lost_ > 0)
        to.remark(fmt::format("{} records of tasks were lost: there was no memory for them.", lost_));
    to.finish(last_);
}

} // namespace ap1000
