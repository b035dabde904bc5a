/* trace_report.cpp - see trace_report.hpp: counting. */
#include "observe/trace_report.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "engine/number_table.hpp"
#include "group_names.h"
#include "observe/report_content.hpp"
#include "observe/report_part.hpp"
#include "observe/report_words.hpp"

namespace ap1000
{

namespace
{

/* "-": what fits on a screen; "full": all of it. */
bool is_terminal(const std::string &name)
{
    return name == "-" || name == "full";
}

/* People read lines, and what is in them is not to tell their terminal what to do. */
void show_in_line(const std::string &report, std::string &text)
{
    if (!is_for_programs(report))
        std::replace_if(
            text.begin(), text.end(), [](unsigned char c) { return c < 32 || c == 127; }, '?');
}

} // namespace

TraceReport::TraceReport(std::string path, const Parameters &p, Provenance by)
    : file_name_(std::move(path)), out_(is_terminal(file_name_) ? stderr : std::fopen(file_name_.c_str(), "we")),
      machine_(p), by_(std::move(by)), path_(p)
{
    if (out_ == nullptr)
        throw std::runtime_error(
            "--report '" + file_name_ + "': cannot be written: " + std::strerror(errno) +
            "; the path of a file in a folder you may write to, or - or full for stderr, is wanted");
    for (std::string &word : by_.command)
        show_in_line(file_name_, word);
}

TraceReport::~TraceReport()
{
    if (out_ != nullptr && out_ != stderr)
        std::fclose(out_);
}

/* ---- counting ---------------------------------------------------------------------------------------------------- */

TraceReport::Count &TraceReport::look_up(int tid)
{
    const auto found = counts_.find(tid);
    if (found == counts_.end())
        throw std::out_of_range(fmt::format("t{:x} has not begun", tid));
    last_counted_ = &*found;
    return found->second;
}

void TraceReport::begin_track(const Track &track, Ns t)
{
    TaskTotals &totals = tasks_[track.tid];
    totals = TaskTotals{};
    totals.track = track;
    show_in_line(file_name_, totals.track.program);
    totals.began = t;
    counts_[track.tid] = Count{};
    counts_[track.tid].totals = &totals;
    path_.begin_track(track, t);
}

void TraceReport::end_track(int tid, Ns t)
{
    tasks_.at(tid).ended = t;
    path_.end_track(tid, t);
}

void TraceReport::enter(int tid, const Slice &s, Ns t)
{
    Count &c = count(tid);
    path_.enter(tid, s, t);
    if (s.what != Activity::call) {
        c.inner_since = t;
        c.wait = s;
        c.waits = s.what != Activity::sleeping && s.what != Activity::computing;
        return;
    }
    c.call = s.call;
    c.call_since = t;
    if (c.of(s.call).times++ == 0 || !regions_.empty())
        comes_to_region(s.call.text(), t);
}

void TraceReport::leave(int tid, Activity what, Ns t)
{
    Count &c = count(tid);
    path_.leave(tid, what, t);
    c.waits = c.waits && what == Activity::call;
    if (what == Activity::call) {
        c.of(c.call).in_call += t - c.call_since;
        if (c.call.line() != 0)
            at_line(c.call).in_call += t - c.call_since, at_line(c.call).times++;
        c.call.clear();
    } else if (what == Activity::computing) {
        c.totals->computing += t - c.inner_since;
    } else if (what == Activity::sleeping) {
        c.totals->sleeping += t - c.inner_since;
    } else if (c.call.empty()) {
        c.totals->outside += t - c.inner_since;
    } else {
        c.of(c.call).waiting += t - c.inner_since;
        if (c.call.line() != 0)
            at_line(c.call).waiting += t - c.inner_since;
    }
}

void TraceReport::sent(const TracedMessage &m, CallName call, Ns t)
{
    path_.sent(m, call, t);
    count(m.src_tid).of(call).sent.add(m.bytes);
    sent_[pair_of(m.src_tid, m.dst_tid)].add(m.bytes);
}

void TraceReport::accepted(const TracedMessage &m, CallName call, Ns t)
{
    path_.accepted(m, call, t);
    count(m.dst_tid).of(call).received.add(m.bytes);
}

void TraceReport::whole_call(int tid, CallName call, Ns from, Ns to)
{
    path_.whole_call(tid, call, from, to);
    CallTotals &of = count(tid).of(call);
    if (of.times++ == 0 || !regions_.empty())
        comes_to_region(call.text(), from);
    of.in_call += to - from;
    if (call.line() != 0)
        at_line(call).in_call += to - from, at_line(call).times++;
}

CallTotals &TraceReport::at_line(CallName call)
{
    return lines_[std::uint64_t{call.line()} << 32 | call.number()];
}

/* If the call is the beginning of one, and of another than the run is in. */
void TraceReport::comes_to_region(const std::string &name, Ns t)
{
    if (!is_region(name) || name.substr(region_call.size()) == region_)
        return;
    if (!region_.empty())
        regions_[region_] += std::max<Ns>(0, t - region_since_);
    region_ = name.substr(region_call.size());
    region_since_ = t;
    regions_[region_];
}

/* What was counted by numbers, by names and tids. */
void TraceReport::sum_up()
{
    for (const auto &[tid, c] : counts_)
        for (std::size_t i = 0; i < c.calls.size(); i++)
            if (!c.calls[i].is_nothing())
                c.totals->calls[CallName::text_of(i)] = c.calls[i];
    lines_.each([this](std::uint64_t which, const CallTotals &c) {
        by_line_[{CallName::text_of(which >> 32), CallName::text_of(which & UINT32_MAX)}] = c;
    });
    sent_.each([this](std::uint64_t who, const Traffic &traffic) { matrix_[tids_of(who)] = traffic; });
}

void TraceReport::computed(int tid, const WorkDone &work)
{
    tasks_.at(tid).work = work;
}

void TraceReport::woken(int tid, std::uint64_t serial)
{
    path_.woken(tid, serial);
}

void TraceReport::all_came(const std::vector<int> &tids, int last)
{
    path_.all_came(tids, last);
}

void TraceReport::used_processor(int tid, Ns start, Ns end)
{
    path_.used_processor(tid, start, end);
}

void TraceReport::broadcasts(int tid, Ns t)
{
    path_.broadcasts(tid, t);
}

void TraceReport::remark(const std::string &line)
{
    remarks_.push_back(line);
}

void TraceReport::used(const UsageTotals &usage)
{
    usage_ = usage;
}

/* ---- ends that were not as they should be ------------------------------------------------------------------------ */

void TraceReport::deadlock(Ns t)
{
    deadlock_ = t;
}

void TraceReport::died(int tid, const std::string &how, Ns t)
{
    const auto task = tasks_.find(tid);
    ends_.push_back(fmt::format("{} died of {} at {:.3f} ms",
                                task != tasks_.end() ? name_of(task->second.track) : fmt::format("t{:x}", tid), how,
                                ms(t)));
}

void TraceReport::unfinished(int tid, Ns t)
{
    const Count &c = count(tid);
    const Track &track = tasks_.at(tid).track;
    if (track.program == GROUP_SERVER)
        return;
    std::string what = c.call.empty() ? "it computed" : "it was in " + c.call.text();
    if (c.waits && c.wait.what == Activity::wait_message)
        what = fmt::format("it waited in {} for {} with {} since {:.3f} ms", call_name(c.call.text()),
                           c.wait.want_tid < 0 ? "any task" : fmt::format("t{:x}", c.wait.want_tid),
                           c.wait.want_tag < 0 ? "any tag" : fmt::format("tag {}", c.wait.want_tag), ms(c.inner_since));
    ends_.push_back(fmt::format("{} was ended with the run at {:.3f} ms: {}", name_of(track), ms(t), what));
}

void TraceReport::lacks(const std::string &number)
{
    lacking_.insert(number);
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

void TraceReport::finish(Ns t)
{
    path_.finish(t);
    sum_up();
    if (!region_.empty())
        regions_[region_] += std::max<Ns>(0, t - region_since_);
    const ReportContent content{{machine_, path_, usage_, tasks_, matrix_, t, by_.is_real()},
                                by_,
                                deadlock_,
                                ends_,
                                lacking_,
                                remarks_,
                                by_line_,
                                regions_};
    const std::string text = is_for_programs(file_name_) ? report_text(file_name_, content)
                             : file_name_ == "-"         ? short_text(content)
                                                         : terminal_text(content);
    std::fputs(text.c_str(), out_);
    const bool bad = std::ferror(out_) != 0;
    whole_ = (out_ == stderr || std::fclose(out_) == 0) && !bad;
    if (!whole_)
        std::fprintf(stderr, "ap1000: report '%s': could not be written whole: %s\n", file_name_.c_str(),
                     std::strerror(errno));
    out_ = nullptr;
}

} // namespace ap1000
