/* report_terminal.cpp - see report_content.hpp. */
#include "observe/report_content.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/how_many.hpp"
#include "observe/computing_words.hpp"
#include "observe/report_words.hpp"
#include "observe/resource_words.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_in_full = 16;  /* of the tasks; more do not fit side by side on a terminal */
constexpr std::size_t most_rows = 20;     /* of a table that is shortened */
constexpr std::size_t rows_on_screen = 6; /* the same, of a report that is to fit on a screen */
constexpr std::size_t all_rows = SIZE_MAX;

void add_provenance(std::string &text, const ReportContent &r)
{
    if (!r.by.command.empty())
        text += fmt::format("of: {}\n", fmt::join(r.by.command, " "));
    for (const Provenance::Setting &s : r.by.settings)
        text += fmt::format("set: {} {} ({})\n", s.option, s.value, s.from);
}

/* Tables of more tasks than that are cut, to so many rows. */
struct Rows {
    std::size_t uncut, most;
};

/* If there are many tasks, it prints those that wait longest, as they show where a run is slow. */
void add_tasks(std::string &text, const ReportContent &r, const Rows &rows)
{
    std::vector<const TaskTotals *> shown;
    for (const auto &[tid, t] : r.run.tasks)
        shown.push_back(&t);
    const bool cut = shown.size() > rows.uncut;
    auto waiting = [](const TaskTotals *t) { return t->all().waiting + t->outside; };
    if (cut) {
        std::stable_sort(shown.begin(), shown.end(), [&](auto *a, auto *b) { return waiting(a) > waiting(b); });
        shown.resize(std::min(shown.size(), rows.most));
    }
    text += fmt::format("\n{:<34}{:>11}{:>8}{:>8}{:>8}{:>8}{:>9}{:>13}{:>9}{:>13}\n",
                        cut ? "the tasks that wait longest" : "tasks", "life ms", "comp. %", "sleep %", "calls %",
                        "wait %", "sent", "bytes", "received", "bytes");
    for (const TaskTotals *t : shown) {
        const CallTotals c = t->all();
        const Ns life = t->ended - t->began;
        text += fmt::format("{:<34}{:>11.3f}{:>8.1f}{:>8.1f}{:>8.1f}{:>8.1f}{:>9}{:>13}{:>9}{:>13}\n",
                            name_of(t->track), ms(life), percent(t->computing, life), percent(t->sleeping, life),
                            percent(c.in_call - c.waiting, life), percent(waiting(t), life), c.sent.messages,
                            c.sent.bytes, c.received.messages, c.received.bytes);
    }
    if (shown.size() < r.run.tasks.size())
        text += fmt::format("... and {} more\n", r.run.tasks.size() - shown.size());
}

void add_call_head(std::string &text, const std::string &title)
{
    text += fmt::format("\n{:<34}{:>11}{:>12}{:>12}{:>12}{:>9}{:>13}{:>9}{:>13}\n", title, "times", "total ms",
                        "waiting ms", "mean us", "sent", "bytes", "received", "bytes");
}

void add_call(std::string &text, const std::string &name, const CallTotals &c)
{
    const double mean = c.times > 0 ? static_cast<double>(c.in_call) / 1e3 / static_cast<double>(c.times) : 0;
    text += fmt::format("{:<34}{:>11}{:>12.3f}{:>12.3f}{:>12.3f}{:>9}{:>13}{:>9}{:>13}\n", name, c.times, ms(c.in_call),
                        ms(c.waiting), mean, c.sent.messages, c.sent.bytes, c.received.messages, c.received.bytes);
}

/* If they are more than `most`, those that take longest. */
void add_calls(std::string &text, const ReportContent &r, std::size_t most)
{
    std::map<std::string, CallTotals> sums;
    for (const auto &[tid, t] : r.run.tasks)
        for (const auto &[name, c] : t.calls)
            sums[name].add(c);
    std::vector<std::pair<std::string, CallTotals>> shown(sums.begin(), sums.end());
    if (shown.size() > most) {
        std::stable_sort(shown.begin(), shown.end(),
                         [](const auto &a, const auto &b) { return a.second.in_call > b.second.in_call; });
        shown.resize(most);
    }
    add_call_head(text, "calls of all tasks (wait in total)");
    for (const auto &[name, c] : shown)
        add_call(text, call_name(name), c);
    if (shown.size() < sums.size())
        text += fmt::format("... and {} more\n", sums.size() - shown.size());
}

/* Which lines of the programs wait longest: in a sentence, or with all others in a table. */
void add_lines(std::string &text, const ReportContent &r, bool all)
{
    std::vector<std::pair<std::string, CallTotals>> lines;
    Ns waiting = 0;
    for (const auto &[who, c] : r.lines) {
        lines.emplace_back(call_name(who.second) + " at " + who.first, c);
        waiting += c.waiting;
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto &a, const auto &b) { return a.second.waiting > b.second.waiting; });
    if (all && !lines.empty()) {
        add_call_head(text, "calls by line of the source");
        for (const auto &[name, c] : lines)
            add_call(text, name, c);
        return;
    }
    std::vector<std::string> told;
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 3) && lines[i].second.waiting > 0; i++)
        told.push_back(fmt::format("{}, {:.3f} ms ({:.1f} %)", lines[i].first, ms(lines[i].second.waiting),
                                   percent(lines[i].second.waiting, waiting)));
    if (!told.empty())
        text += fmt::format("Waits by line of the source: {}.\n", fmt::join(told, "; "));
}

void add_calls_by_task(std::string &text, const ReportContent &r)
{
    for (const auto &[tid, t] : r.run.tasks) {
        add_call_head(text, name_of(t.track));
        for (const auto &[name, c] : t.calls)
            add_call(text, "  " + call_name(name), c);
    }
}

void add_matrix(std::string &text, const ReportContent &r)
{
    text += "\nmessages / bytes sent, from (row) to (column)\n";
    std::string line = fmt::format("{:<10}", "");
    for (const auto &[to, t] : r.run.tasks)
        line += fmt::format("{:>16}", fmt::format("t{:x}", to));
    text += line + "\n";
    for (const auto &[from, t] : r.run.tasks) {
        line = fmt::format("{:<10}", fmt::format("t{:x}", from));
        for (const auto &[to, u] : r.run.tasks) {
            const auto m = r.run.matrix.find({from, to});
            line += fmt::format(
                "{:>16}", m == r.run.matrix.end() ? "." : fmt::format("{} / {}", m->second.messages, m->second.bytes));
        }
        text += line + "\n";
    }
}

void add_busiest_pairs(std::string &text, const ReportContent &r)
{
    std::vector<std::pair<std::pair<int, int>, Traffic>> pairs(r.run.matrix.begin(), r.run.matrix.end());
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const auto &a, const auto &b) { return a.second.bytes > b.second.bytes; });
    Traffic sum;
    for (const auto &[who, m] : pairs)
        sum.add(m);
    text += fmt::format("\n{} pairs of tasks exchanged {} messages of {} bytes; the busiest:\n", pairs.size(),
                        sum.messages, sum.bytes);
    pairs.resize(std::min(pairs.size(), most_rows));
    for (const auto &[who, m] : pairs)
        text += fmt::format("  t{:<8x} to t{:<8x}{:>12} messages{:>16} bytes\n", who.first, who.second, m.messages,
                            m.bytes);
}

void add_usage(std::string &text, const ReportContent &r)
{
    std::vector<std::pair<std::pair<Resource, int>, Ns>> units(r.run.usage.busy.begin(), r.run.usage.busy.end());
    std::stable_sort(units.begin(), units.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    if (!units.empty())
        text += fmt::format("\n{:<34}{:>12}{:>8}\n", "networks", "in use ms", "%");
    for (std::size_t i = 0; i < std::min(units.size(), most_rows); i++)
        text += fmt::format("{:<34}{:>12.3f}{:>8.1f}\n",
                            words_of(units[i].first.first).words +
                                name_of_unit(r.run.machine, units[i].first.first, units[i].first.second),
                            ms(units[i].second), percent(units[i].second, r.run.end));
    if (units.size() > most_rows)
        text += fmt::format("... and {} more\n", units.size() - most_rows);
}

void add_verdict(std::string &text, const ReportContent &r)
{
    text += "\nverdict\n";
    for (const std::string &line : verdict(r.run))
        text += line + "\n";
}

void add_regions(std::string &text, const ReportContent &r)
{
    for (const auto &[name, t] : r.regions)
        text += fmt::format("{}{} {:.3f} ms ({:.1f} %)", &name == &r.regions.begin()->first ? "Regions: " : ", ", name,
                            ms(t), percent(t, r.run.end));
    text += r.regions.empty() ? "" : " (--report-from NAME tells of one alone).\n";
}

void add_ends(std::string &text, const ReportContent &r)
{
    if (r.deadlock >= 0)
        text += fmt::format("Deadlock at {:.3f} ms: every task waited, and nothing was under way.\n", ms(r.deadlock));
    if (!r.ends.empty())
        text += "Tasks that did not end by themselves:\n";
    for (std::size_t i = 0; i < std::min(r.ends.size(), most_rows); i++)
        text += "  " + r.ends[i] + "\n";
    if (r.ends.size() > most_rows)
        text += fmt::format("  ... and {} more\n", r.ends.size() - most_rows);
}

/* All of them, or those that say what to change. */
void add_remarks(std::string &text, const ReportContent &r, bool all)
{
    for (const std::string &line : r.remarks)
        if (all || line.find("it can be named in") != std::string::npos || line.find("Run ahead:") != 0)
            text += line + "\n";
}

void add_lacking(std::string &text, const ReportContent &r)
{
    if (!r.lacking.empty())
        text += fmt::format("Layers above PVM asked for numbers in [layer.NAME] that machine {} does not have, and "
                            "took 0 or their own: {}\n",
                            r.run.machine.name, fmt::join(r.lacking, ", "));
}

std::string headline(const ReportContent &r)
{
    std::string text =
        fmt::format("ap1000: {}, {:.3f} ms of {} time, machine {} with {}\n", how_many(r.run.tasks.size(), "tasks"),
                    ms(r.run.end), r.by.is_real() ? "real" : "simulated", r.run.machine.name,
                    how_many(r.run.machine.grid.cells(), r.run.machine.kind->nodes));
    for (const Provenance::Setting &s : r.by.settings)
        if (s.option == "--jitter")
            text += "Times are disturbed: each message was held back, by " + s.value + " on average (--jitter).\n";
        else if (s.option.rfind("--report-", 0) == 0)
            text += "Only a part of the run: " + s.option + " " + s.value + ".\n";
    return text;
}

} // namespace

std::string short_text(const ReportContent &r)
{
    std::string text = headline(r);
    if (!r.by.is_real())
        text += computing_line(r.run) + "\n";
    for (const std::string &line : verdict(r.run))
        text += line + "\n";
    add_lines(text, r, false);
    add_regions(text, r);
    add_ends(text, r);
    add_remarks(text, r, false);
    add_lacking(text, r);
    add_tasks(text, r, {rows_on_screen, rows_on_screen});
    add_calls(text, r, rows_on_screen);
    return text + "\nThe rest: --report=full, or --report=FILE.\n";
}

std::string terminal_text(const ReportContent &r)
{
    std::string text = headline(r);
    add_provenance(text, r);
    if (!r.by.is_real())
        text += computing_line(r.run) + "\n";
    add_tasks(text, r, {most_in_full, most_rows});
    add_calls(text, r, all_rows);
    add_lines(text, r, true);
    if (r.run.tasks.size() <= most_in_full) {
        add_calls_by_task(text, r);
        add_matrix(text, r);
    } else {
        add_busiest_pairs(text, r);
    }
    add_usage(text, r);
    add_verdict(text, r);
    add_regions(text, r);
    add_ends(text, r);
    add_remarks(text, r, true);
    add_lacking(text, r);
    return text;
}

} // namespace ap1000
