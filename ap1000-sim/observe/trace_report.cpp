/* trace_report.cpp - see trace_report.hpp. */
#include "observe/trace_report.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "group_names.h"
#include "observe/report_file.hpp"
#include "observe/tid_pair.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_in_full = 16; /* of the tasks; more do not fit side by side on a terminal */
constexpr std::size_t most_rows = 20;    /* of a table that is shortened */

double ms(Ns t)
{
    return static_cast<double>(t) / 1e6;
}

double percent(Ns part, Ns whole)
{
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string name_of(const Track &t)
{
    return fmt::format("t{:x} {} ({})", t.tid, t.program, t.place);
}

std::string call_name(const std::string &call)
{
    return call.empty() ? "(outside calls)" : call;
}

} // namespace

bool CallTotals::is_nothing() const
{
    return times == 0 && in_call == 0 && waiting == 0 && sent.messages == 0 && received.messages == 0;
}

void CallTotals::add(const CallTotals &o)
{
    times += o.times;
    in_call += o.in_call;
    waiting += o.waiting;
    sent.add(o.sent);
    received.add(o.received);
}

CallTotals TaskTotals::all() const
{
    CallTotals sum;
    for (const auto &[name, c] : calls)
        sum.add(c);
    return sum;
}

TraceReport::TraceReport(std::string path, const Parameters &p, Provenance by)
    : file_name_(std::move(path)), out_(file_name_ == "-" ? stderr : std::fopen(file_name_.c_str(), "we")), machine_(p),
      by_(std::move(by)), path_(p)
{
    if (out_ == nullptr)
        throw std::runtime_error("--report '" + file_name_ + "': cannot be written: " + std::strerror(errno) +
                                 "; the path of a file in a folder you may write to, or - for stderr, is wanted");
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
    c.of(s.call).times++;
}

void TraceReport::leave(int tid, Activity what, Ns t)
{
    Count &c = count(tid);
    path_.leave(tid, what, t);
    c.waits = c.waits && what == Activity::call;
    if (what == Activity::call) {
        c.of(c.call).in_call += t - c.call_since;
        c.call.clear();
    } else if (what == Activity::computing) {
        c.totals->computing += t - c.inner_since;
    } else if (what == Activity::sleeping) {
        c.totals->sleeping += t - c.inner_since;
    } else if (c.call.empty()) {
        c.totals->outside += t - c.inner_since;
    } else {
        c.of(c.call).waiting += t - c.inner_since;
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
    of.times++;
    of.in_call += to - from;
}

/* What was counted by numbers, by names and tids. */
void TraceReport::sum_up()
{
    for (const auto &[tid, c] : counts_)
        for (std::size_t i = 0; i < c.calls.size(); i++)
            if (!c.calls[i].is_nothing())
                c.totals->calls[CallName::text_of(i)] = c.calls[i];
    sent_.each([this](std::uint64_t who, const Traffic &traffic) { matrix_[tids_of(who)] = traffic; });
}

void TraceReport::woken(int tid, std::uint64_t serial)
{
    path_.woken(tid, serial);
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
    if (is_for_programs(file_name_))
        std::fputs(
            report_text(file_name_,
                        {{machine_, path_, usage_, tasks_, matrix_, t}, by_, matrix_, deadlock_, ends_, lacking_})
                .c_str(),
            out_);
    else
        print(t);
    const bool bad = std::ferror(out_) != 0;
    whole_ = (out_ == stderr || std::fclose(out_) == 0) && !bad;
    if (!whole_)
        std::fprintf(stderr, "ap1000: report '%s': could not be written whole: %s\n", file_name_.c_str(),
                     std::strerror(errno));
    out_ = nullptr;
}

void TraceReport::print(Ns t) const
{
    std::fputs(fmt::format("ap1000: {} tasks, {:.3f} ms of {} time, machine {} with {} {}\n", tasks_.size(), ms(t),
                           by_.is_real() ? "real" : "simulated", machine_.name, machine_.grid.cells(),
                           machine_.kind->nodes)
                   .c_str(),
               out_);
    print_provenance();
    print_tasks();
    print_calls();
    if (tasks_.size() <= most_in_full)
        print_calls_by_task();
    if (tasks_.size() <= most_in_full)
        print_matrix();
    else
        print_busiest_pairs();
    print_verdict(t);
    print_ends();
    print_lacking();
}

void TraceReport::print_provenance() const
{
    if (!by_.command.empty())
        std::fputs(fmt::format("of: {}\n", fmt::join(by_.command, " ")).c_str(), out_);
    for (const Provenance::Setting &s : by_.settings)
        std::fputs(fmt::format("set: {} {} ({})\n", s.option, s.value, s.from).c_str(), out_);
}

/* If there are many tasks, it prints those that wait longest, as they show where a run is slow. */
void TraceReport::print_tasks() const
{
    std::vector<const TaskTotals *> shown;
    for (const auto &[tid, t] : tasks_)
        shown.push_back(&t);
    const bool cut = shown.size() > most_in_full;
    auto waiting = [](const TaskTotals *t) { return t->all().waiting + t->outside; };
    if (cut) {
        std::stable_sort(shown.begin(), shown.end(), [&](auto *a, auto *b) { return waiting(a) > waiting(b); });
        shown.resize(std::min(shown.size(), most_rows));
    }
    std::fputs(fmt::format("\n{:<34}{:>11}{:>8}{:>8}{:>8}{:>8}{:>9}{:>13}{:>9}{:>13}\n",
                           cut ? "the tasks that wait longest" : "tasks", "life ms", "comp. %", "sleep %", "calls %",
                           "wait %", "sent", "bytes", "received", "bytes")
                   .c_str(),
               out_);
    for (const TaskTotals *t : shown) {
        const CallTotals c = t->all();
        const Ns life = t->ended - t->began;
        std::fputs(fmt::format("{:<34}{:>11.3f}{:>8.1f}{:>8.1f}{:>8.1f}{:>8.1f}{:>9}{:>13}{:>9}{:>13}\n",
                               name_of(t->track), ms(life), percent(t->computing, life), percent(t->sleeping, life),
                               percent(c.in_call - c.waiting, life), percent(waiting(t), life), c.sent.messages,
                               c.sent.bytes, c.received.messages, c.received.bytes)
                       .c_str(),
                   out_);
    }
    if (shown.size() < tasks_.size())
        std::fputs(fmt::format("... and {} more\n", tasks_.size() - shown.size()).c_str(), out_);
}

namespace
{

void print_call_head(std::FILE *out, const std::string &title)
{
    std::fputs(fmt::format("\n{:<34}{:>11}{:>12}{:>12}{:>12}{:>9}{:>13}{:>9}{:>13}\n", title, "times", "total ms",
                           "waiting ms", "mean us", "sent", "bytes", "received", "bytes")
                   .c_str(),
               out);
}

void print_call(std::FILE *out, const std::string &name, const CallTotals &c)
{
    const double mean = c.times > 0 ? static_cast<double>(c.in_call) / 1e3 / static_cast<double>(c.times) : 0;
    std::fputs(fmt::format("{:<34}{:>11}{:>12.3f}{:>12.3f}{:>12.3f}{:>9}{:>13}{:>9}{:>13}\n", name, c.times,
                           ms(c.in_call), ms(c.waiting), mean, c.sent.messages, c.sent.bytes, c.received.messages,
                           c.received.bytes)
                   .c_str(),
               out);
}

} // namespace

void TraceReport::print_calls() const
{
    std::map<std::string, CallTotals> sums;
    for (const auto &[tid, t] : tasks_)
        for (const auto &[name, c] : t.calls)
            sums[name].add(c);
    print_call_head(out_, "calls of all tasks (wait in total)");
    for (const auto &[name, c] : sums)
        print_call(out_, call_name(name), c);
}

void TraceReport::print_calls_by_task() const
{
    for (const auto &[tid, t] : tasks_) {
        print_call_head(out_, name_of(t.track));
        for (const auto &[name, c] : t.calls)
            print_call(out_, "  " + call_name(name), c);
    }
}

void TraceReport::print_matrix() const
{
    std::fputs("\nmessages / bytes sent, from (row) to (column)\n", out_);
    std::string line = fmt::format("{:<10}", "");
    for (const auto &[to, t] : tasks_)
        line += fmt::format("{:>16}", fmt::format("t{:x}", to));
    std::fputs((line + "\n").c_str(), out_);
    for (const auto &[from, t] : tasks_) {
        line = fmt::format("{:<10}", fmt::format("t{:x}", from));
        for (const auto &[to, u] : tasks_) {
            const auto m = matrix_.find({from, to});
            line += fmt::format("{:>16}",
                                m == matrix_.end() ? "." : fmt::format("{} / {}", m->second.messages, m->second.bytes));
        }
        std::fputs((line + "\n").c_str(), out_);
    }
}

void TraceReport::print_busiest_pairs() const
{
    std::vector<std::pair<std::pair<int, int>, Traffic>> pairs(matrix_.begin(), matrix_.end());
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const auto &a, const auto &b) { return a.second.bytes > b.second.bytes; });
    Traffic sum;
    for (const auto &[who, m] : pairs)
        sum.add(m);
    std::fputs(fmt::format("\n{} pairs of tasks exchanged {} messages of {} bytes; the busiest:\n", pairs.size(),
                           sum.messages, sum.bytes)
                   .c_str(),
               out_);
    pairs.resize(std::min(pairs.size(), most_rows));
    for (const auto &[who, m] : pairs)
        std::fputs(
            fmt::format("  t{:<8x} to t{:<8x}{:>12} messages{:>16} bytes\n", who.first, who.second, m.messages, m.bytes)
                .c_str(),
            out_);
}

void TraceReport::print_verdict(Ns end) const
{
    std::fputs("\nverdict\n", out_);
    for (const std::string &line : verdict({machine_, path_, usage_, tasks_, matrix_, end}))
        std::fputs((line + "\n").c_str(), out_);
}

void TraceReport::print_ends() const
{
    if (deadlock_ >= 0)
        std::fputs(fmt::format("Deadlock at {:.3f} ms: every task waited, and nothing was under way.\n", ms(deadlock_))
                       .c_str(),
                   out_);
    if (!ends_.empty())
        std::fputs("Ends that were not the tasks' own:\n", out_);
    for (std::size_t i = 0; i < std::min(ends_.size(), most_rows); i++)
        std::fputs(("  " + ends_[i] + "\n").c_str(), out_);
    if (ends_.size() > most_rows)
        std::fputs(fmt::format("  ... and {} more\n", ends_.size() - most_rows).c_str(), out_);
    for (const std::string &line : remarks_)
        std::fputs((line + "\n").c_str(), out_);
}

void TraceReport::print_lacking() const
{
    if (!lacking_.empty())
        std::fputs(fmt::format("Numbers that layers above PVM asked for and machine {} has not, in [layer.NAME]; they "
                               "took 0 or their own: {}\n",
                               machine_.name, fmt::join(lacking_, ", "))
                       .c_str(),
                   out_);
}

} // namespace ap1000
