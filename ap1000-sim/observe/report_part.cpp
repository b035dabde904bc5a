/* report_part.cpp - see report_part.hpp. */
#include "observe/report_part.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>

#include "group_names.h"
#include "observe/report_words.hpp"
#include "observe/trace_window.hpp"

namespace ap1000
{
Moment read_moment(const std::string &option, const std::string &text)
{
    Moment m;
    if (text.empty())
        return m;
    m.option = option + " " + text;
    if (std::isdigit(static_cast<unsigned char>(text[0])) != 0) {
        m.time = parse_time(option, text);
        return m;
    }
    const std::size_t colon = text.find(':');
    const std::string name = text.substr(0, colon), number = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (name == "region" || (colon == std::string::npos && name != "barrier" && name.compare(0, 4, "pvm_") != 0)) {
        m.call = region_call + (name == "region" ? number : name);
        m.call.resize(std::min<std::size_t>(m.call.size(), 23)); /* as much of it is shown (pvmsim.h) */
        if (m.call != region_call)
            return m;
    }
    char *end = nullptr;
    m.number = number.empty() ? 1 : std::strtol(number.c_str(), &end, 10);
    if (name.empty() || name == "region" || m.number < 1 || (end != nullptr && *end != 0))
        throw std::invalid_argument(option + " '" + text +
                                    "': a moment is wanted: a time (12.5ms), the end of a barrier (barrier:3), a call "
                                    "by its number (pvm_recv:10), or a region (solve)");
    m.at_its_end = name == "barrier";
    m.call = m.at_its_end ? GROUP_BARRIER : name;
    return m;
}

ReportPart::ReportPart(std::unique_ptr<TraceSink> to, Moment from, Moment until)
    : to_(std::move(to)), from_(std::move(from)), until_(std::move(until))
{
    if (from_.option.empty())
        begin_part(0);
}

/* ---- where the run is -------------------------------------------------------------------------------------------- */

bool ReportPart::is_at(const Moment &m, const Kept &k, const std::string &call, bool ends) const
{
    return m.call == call && m.at_its_end == ends && k.calls.at(call) == m.number;
}

/* A task comes to a call, or leaves it. */
void ReportPart::look(Kept &k, const std::string &call, bool ends, Ns t)
{
    look_at_time(t);
    k.calls[call] += ends ? 0 : 1;
    if (where_ == Where::before && is_at(from_, k, call, ends))
        begin_part(t);
    else if (where_ == Where::inside && is_at(until_, k, call, ends))
        end_part(t);
    else if (where_ == Where::inside && until_.option.empty() && is_region(from_.call) && is_region(call) &&
             call != from_.call)
        end_part(t);
}

void ReportPart::look_at_time(Ns t)
{
    if (where_ == Where::before && from_.time >= 0 && t >= from_.time)
        begin_part(from_.time);
    if (where_ == Where::inside && until_.time >= 0 && t > until_.time)
        end_part(until_.time);
}

void ReportPart::begin_part(Ns t)
{
    where_ = Where::inside;
    began_ = t;
    for (auto &[tid, k] : tasks_) {
        if (!k.lives)
            continue;
        k.is_told = true;
        to_->begin_track(k.track, 0);
        for (const Slice &s : k.open)
            to_->enter(tid, s, 0);
    }
}

void ReportPart::end_part(Ns t)
{
    ended_ = t - began_;
    for (auto &[tid, k] : tasks_) {
        if (!k.lives)
            continue;
        const Ns at = time_of(k, t);
        for (std::size_t i = k.open.size(); i-- > 0;)
            to_->leave(tid, k.open[i].what, at);
        to_->end_track(tid, at);
        ended_ = std::max(ended_, at);
    }
    where_ = Where::after;
}

/* In the part. Another task may have opened it, so that this one comes from before. */
Ns ReportPart::time_of(Kept &k, Ns t)
{
    return k.last = std::max(k.last, std::max<Ns>(0, t - began_));
}

bool ReportPart::is_in(int tid) const
{
    return where_ == Where::inside && tasks_.count(tid) != 0;
}

/* ---- what happens ------------------------------------------------------------------------------------------------ */

void ReportPart::begin_track(const Track &track, Ns t)
{
    look_at_time(t);
    Kept &k = tasks_[track.tid] = Kept{};
    k.track = track;
    k.is_told = where_ == Where::inside;
    if (k.is_told)
        to_->begin_track(track, time_of(k, t));
}

void ReportPart::end_track(int tid, Ns t)
{
    look_at_time(t);
    Kept &k = tasks_.at(tid);
    if (where_ == Where::inside)
        to_->end_track(tid, time_of(k, t));
    k.lives = false;
}

void ReportPart::enter(int tid, const Slice &s, Ns t)
{
    Kept &k = tasks_.at(tid);
    if (s.what == Activity::call)
        look(k, s.call.text(), false, t);
    else
        look_at_time(t);
    if (where_ == Where::inside)
        to_->enter(tid, s, time_of(k, t));
    k.open.push_back(s);
}

void ReportPart::leave(int tid, Activity what, Ns t)
{
    Kept &k = tasks_.at(tid);
    look_at_time(t);
    if (k.open.empty())
        return;
    const Slice ended = k.open.back();
    if (where_ == Where::inside)
        to_->leave(tid, what, time_of(k, t));
    k.open.pop_back();
    if (what == Activity::call)
        look(k, ended.call.text(), true, t);
}

void ReportPart::sent(const TracedMessage &m, CallName call, Ns t)
{
    if (!is_in(m.src_tid) || tasks_.count(m.dst_tid) == 0)
        return;
    if (first_serial_ == 0)
        first_serial_ = m.serial;
    to_->sent(m, call, time_of(tasks_.at(m.src_tid), t));
}

void ReportPart::accepted(const TracedMessage &m, CallName call, Ns t)
{
    if (is_in(m.dst_tid) && first_serial_ != 0 && m.serial >= first_serial_)
        to_->accepted(m, call, time_of(tasks_.at(m.dst_tid), t));
}

void ReportPart::computed(int tid, const WorkDone &work)
{
    if (tasks_.at(tid).is_told)
        to_->computed(tid, work);
}

void ReportPart::woken(int tid, std::uint64_t serial)
{
    if (is_in(tid) && first_serial_ != 0 && serial >= first_serial_)
        to_->woken(tid, serial);
}

void ReportPart::all_came(const std::vector<int> &tids, int last)
{
    if (where_ == Where::inside)
        to_->all_came(tids, last);
}

void ReportPart::used_processor(int tid, Ns start, Ns end)
{
    if (is_in(tid) && end > began_)
        to_->used_processor(tid, std::max<Ns>(0, start - began_), end - began_);
}

void ReportPart::broadcasts(int tid, Ns t)
{
    if (is_in(tid))
        to_->broadcasts(tid, time_of(tasks_.at(tid), t));
}

void ReportPart::deadlock(Ns t)
{
    if (where_ == Where::inside)
        to_->deadlock(t - began_);
}

void ReportPart::died(int tid, const std::string &how, Ns t)
{
    if (is_in(tid))
        to_->died(tid, how, t - began_);
}

void ReportPart::unfinished(int tid, Ns t)
{
    if (is_in(tid))
        to_->unfinished(tid, time_of(tasks_.at(tid), t));
}

void ReportPart::lacks(const std::string &number)
{
    to_->lacks(number);
}

void ReportPart::remark(const std::string &line)
{
    to_->remark(line);
}

void ReportPart::finish(Ns t)
{
    if (where_ == Where::before)
        to_->remark("Nothing is told: the moment of " + from_.option + " has not come.");
    else
        to_->remark(fmt::format("Only a part of the run, from {:.3f} ms{}{}.", ms(began_),
                                where_ == Where::after ? fmt::format(" to {:.3f} ms", ms(began_ + ended_)) : "",
                                where_ == Where::inside && !until_.option.empty()
                                    ? ": the moment of " + until_.option + " has not come"
                                    : ""));
    to_->finish(where_ == Where::inside ? std::max<Ns>(0, t - began_) : ended_);
}

} // namespace ap1000
