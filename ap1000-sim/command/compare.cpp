/* compare.cpp - `ap1000 compare A B`: two runs, by their traces or by their reports for programs: a table of what
 * differs, and, of traces, both over one axis of time. */
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "command/commands.hpp"
#include "command/drawing.hpp"
#include "command/plot_data.hpp"
#include "command/plot_tables.hpp"
#include "command/report_reader.hpp"
#include "command/run_sums.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t columns_each = 1500;       /* about the pixels of the picture */
constexpr std::size_t most_messages_each = 1200; /* more lines make one grey, in half the height */

std::string number(double x)
{
    return x == std::floor(x) && std::fabs(x) < 1e15 ? fmt::format("{:.0f}", x) : fmt::format("{:.3f}", x);
}

std::string change(double a, double b)
{
    if (a == b)
        return "same";
    return a == 0 ? "new" : b == 0 ? "gone" : fmt::format("{:+.1f} %", 100 * (b - a) / a);
}

/* What was set differently: it comes before what follows from it. */
void print_settings(const MadeBy &a, const MadeBy &b)
{
    if (a.empty() || b.empty())
        return; /* by an ap1000 that did not write it down */
    std::set<std::string> names;
    for (const MadeBy *one : {&a, &b})
        for (const auto &[name, value] : *one)
            names.insert(name);
    auto value = [](const MadeBy &by, const std::string &name) {
        const auto at = by.find(name);
        return at == by.end() ? "default" : at->second;
    };
    bool any = false;
    for (const std::string &name : names)
        if (value(a, name) != value(b, name)) {
            fmt::print("{}{}: A {}; B {}\n", any ? "  " : "set differently:\n  ", name, value(a, name), value(b, name));
            any = true;
        }
    if (!any)
        fmt::print("nothing was set differently\n");
}

/* The numbers that differ, or all of them; a number that only one of the two has is 0 in the other. */
void print_table(const Settings &s, const RunSums &a, const RunSums &b)
{
    std::set<RunSums::Key> keys;
    for (const auto &[key, value] : a.values)
        keys.insert(key);
    for (const auto &[key, value] : b.values)
        keys.insert(key);
    auto value = [](const RunSums &sums, const RunSums::Key &key) {
        const auto at = sums.values.find(key);
        return at == sums.values.end() ? 0 : at->second;
    };
    fmt::print("A: {}\nB: {}\n", s.trace, s.second);
    print_settings(a.made_by, b.made_by);
    if (a.computing != b.computing)
        fmt::print("computing is {} in A and {} in B: what differs may be that alone\n", a.computing, b.computing);
    fmt::print("{:<40} {:>18} {:>18} {:>18} {:>10}\n",
               s.tasks.empty() && !s.no_servers ? "sum over all tasks" : "sum over the chosen tasks", "A", "B", "B - A",
               "change");
    int same = 0;
    for (const RunSums::Key &key : keys) {
        const double x = value(a, key), y = value(b, key);
        if (x == y && !s.all)
            same++;
        else
            fmt::print("{:<40} {:>18} {:>18} {:>18} {:>10}\n", key.name, number(x), number(y), number(y - x),
                       change(x, y));
    }
    if (same > 0)
        fmt::print("{} more numbers are the same (--all shows them)\n", same);
}

/* "A: ./matmul, tnet.link_mb_per_s 25 (a.json)": the program, what differs from the other run, and the file. */
std::string caption_of(const char *name, const MadeBy &by, const MadeBy &other, const std::string &file)
{
    constexpr std::size_t most_told = 3;
    std::string out = by.count("program") != 0 ? by.at("program") : "";
    std::size_t told = 0;
    for (const auto &[what, value] : by)
        if (const auto same = other.find(what); what != "program" && what != "build id of the program" &&
                                                what != "--cells" && (same == other.end() || same->second != value) &&
                                                told++ < most_told)
            out += ", " + what + " " + value;
    return std::string(name) + ": " + (out.empty() ? file : out + " (" + file + ")");
}

void draw(const Settings &s, const PlotData &a, const PlotData &b, const MadeBy &by_a, const MadeBy &by_b)
{
    const Ns from = std::min(a.from, b.from), end = std::max(a.end, b.end);
    const auto [unit, ns] = time_unit(end);
    const WorkFolder work;
    std::filesystem::create_directory(work.path / "a");
    std::filesystem::create_directory(work.path / "b");
    write_tables(a, caption_of("A", by_a, by_b, s.trace), end, work.path / "a");
    write_tables(b, caption_of("B", by_b, by_a, s.second), end, work.path / "b");
    std::ofstream set(work.path / "set.gp");
    fmt::print(set, "n = {}\nunit = '{}'\naxis_from = {:.6f}\naxis_end = {:.6f}\ncaption = {}\n",
               a.tasks.size() + b.tasks.size(), unit, static_cast<double>(from) / ns, static_cast<double>(end) / ns,
               gnuplot_text(s.title));
    set.close();
    draw_figures("compare", {"compare"}, work.path, s.out.empty() ? trace_stem(s.second) : s.out, s.keep);
}

} // namespace

int compare(const Settings &s)
{
    for (const std::string &name : {s.trace, s.second})
        if (!std::ifstream(name))
            throw UsageError("compare: '" + name + "': cannot be read: " + std::strerror(errno));
    const bool reports = is_report(s.trace);
    if (reports != is_report(s.second))
        throw UsageError(fmt::format("compare: '{}' is a report and '{}' is none: two of one kind are wanted",
                                     reports ? s.trace : s.second, reports ? s.second : s.trace));
    if (reports)
        refuse_part_of_report("compare", s);
    try {
        if (reports) {
            print_table(s, sums_of_report(s.trace), sums_of_report(s.second));
        } else {
            const PlotWanted wanted{read_window(s.from, s.to, s.tasks, "--"), !s.no_servers};
            const RunSums a = sums_of_trace(s.trace, wanted), b = sums_of_trace(s.second, wanted);
            const PlotData drawn_a = read_trace(s.trace, wanted, columns_each, most_messages_each),
                           drawn_b = read_trace(s.second, wanted, columns_each, most_messages_each);
            print_table(s, a, b);
            std::fflush(stdout);
            draw(s, drawn_a, drawn_b, a.made_by, b.made_by);
        }
    } catch (const UsageError &) {
        throw;
    } catch (const std::runtime_error &e) {
        throw UsageError(std::string("compare: ") + e.what());
    }
    return 0;
}

} // namespace ap1000
