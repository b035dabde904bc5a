/* trace_report_print.cpp - see trace_report.hpp: the report for a terminal. */
#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "observe/report_words.hpp"
#include "observe/trace_report.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_in_full = 16; /* of the tasks; more do not fit side by side on a terminal */
constexpr std::size_t most_rows = 20;    /* of a table that is shortened */

double percent(Ns part, Ns whole)
{
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

} // namespace

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
