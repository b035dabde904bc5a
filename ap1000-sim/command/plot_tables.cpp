/* plot_tables.cpp - see plot_tables.hpp. */
#include "command/plot_tables.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "command/drawing.hpp"
#include "engine/how_many.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_numbers = 12; /* tasks in whose matrix the numbers can be read */

/* Marks on an axis of tasks: all while they can be told apart, else every so many. */
std::string tics(const PlotData &d, bool whole_names)
{
    const std::size_t step = (d.tasks.size() + 63) / 64;
    std::string out = "noenhanced (";
    for (std::size_t r = 0; r < d.tasks.size(); r += step) {
        std::string name = d.tasks[r].name;
        name.resize(whole_names ? name.size() : std::min(name.find(' '), name.size()));
        out += (r == 0 ? "" : ", ") + gnuplot_tic(std::move(name), r);
    }
    return out + ")";
}

/* "critical path: messages 60.1 %, in calls 30.0 %, ..." */
std::string shares_of_path(const PlotData &d)
{
    static const std::array<const char *, plot_states + 1> names = {
        "computing", "in calls", "other waits", "barriers", "control program", "processor", "sleeping", "messages"};
    Ns whole = 0;
    for (Ns t : d.on_path)
        whole += t;
    std::vector<std::pair<Ns, const char *>> shares;
    for (std::size_t i = 0; i < names.size(); i++)
        if (d.on_path[i] * 200 >= whole && whole > 0)
            shares.emplace_back(d.on_path[i], names[i]);
    std::stable_sort(shares.begin(), shares.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::string out = "critical path";
    for (const auto &[t, name] : shares)
        out += fmt::format("{} {} {:.1f} %", out == "critical path" ? ":" : ",", name,
                           100 * static_cast<double>(t) / static_cast<double>(whole));
    return out;
}

} // namespace

std::string left_out(const PlotData &d)
{
    std::string out;
    if (d.idle_tasks > 0)
        out = how_many(d.idle_tasks, "tasks") + (d.idle_tasks == 1 ? " that does" : " that do") + " nothing but wait";
    if (d.servers > 0)
        out += (out.empty() ? "" : ", ") + how_many(d.servers, "group servers");
    return out.empty() ? out : "not drawn: " + out;
}

void write_tables(const PlotData &d, const std::string &caption, Ns longest, const std::filesystem::path &folder,
                  Ns zero)
{
    const auto [unit, in_ns] = time_unit(longest - zero);
    const auto shown = [zero, ns = in_ns](Ns t) { return static_cast<double>(t - zero) / ns; };
    std::ofstream set(folder / "set.gp"), runs(folder / "runs.tsv"), messages(folder / "messages.tsv"),
        matrix(folder / "matrix.tsv");
    fmt::print(set, "n = {}\nunit = '{}'\nfrom = {:.6f}\nend = {:.6f}\nevery = {}\nmessages = {}\nnumbers = {}\n",
               d.tasks.size(), unit, shown(d.from), shown(d.end), d.every, d.all_messages,
               d.tasks.size() <= most_numbers ? 1 : 0);
    fmt::print(set, "time = '{}{}'\n", d.is_real ? "real time" : "simulated time",
               zero > 0 ? fmt::format(" after {:.9f} s", static_cast<double>(zero) / 1e9) : "");
    std::set<int> states;
    for (const PlotRun &r : d.runs)
        states.insert(static_cast<int>(r.state));
    fmt::print(set, "states = '{}'\ndrawn = {}\n", fmt::join(states, " "), d.messages.size());
    fmt::print(set, "caption = {}\nleft_out = {}\n", gnuplot_text(caption), gnuplot_text(left_out(d)));
    std::ofstream(folder / "tasks.gp") << fmt::format("set ytics {}\n", tics(d, true));
    std::ofstream(folder / "pairs.gp") << fmt::format("set ytics {0}\nset xtics {0} rotate by 60 right\n",
                                                      tics(d, false));
    fmt::print(runs, "row\tfrom\tto\tstate\n");
    for (const PlotRun &r : d.runs)
        fmt::print(runs, "{}\t{:.6f}\t{:.6f}\t{}\n", r.row, shown(r.from), shown(r.to), static_cast<int>(r.state));
    std::map<int, std::size_t> row_of;
    for (std::size_t r = 0; r < d.tasks.size(); r++)
        row_of[d.tasks[r].tid] = r;
    std::ofstream path(folder / "path.tsv"), regions(folder / "regions.gp");
    fmt::print(path, "from\trow\tto\trow\n");
    std::size_t legs = 0;
    for (const PathLeg &leg : d.path)
        if (row_of.count(leg.from_tid) != 0 && row_of.count(leg.to_tid) != 0 && ++legs > 0)
            fmt::print(path, "{:.6f}\t{}\t{:.6f}\t{}\n", shown(leg.from), row_of[leg.from_tid], shown(leg.to),
                       row_of[leg.to_tid]);
    fmt::print(set, "legs = {}\npath = {}\n", legs, gnuplot_text(shares_of_path(d)));
    for (const auto &[name, t] : d.regions)
        if (t >= d.from && t <= d.end)
            fmt::print(
                regions,
                "set arrow from {0:.6f}, graph 0 to {0:.6f}, graph 1 nohead front dt 2 lc rgb '#444444'\nset label {1} "
                "at {0:.6f}, graph 1 offset 0.3, -0.6 noenhanced front font ',9'\n",
                shown(t), gnuplot_text(name));
    fmt::print(messages, "sent\tfrom\taccepted\tto\n");
    for (const PlotMessage &m : d.messages)
        fmt::print(messages, "{:.6f}\t{}\t{:.6f}\t{}\n", shown(m.sent), m.from_row, shown(m.accepted), m.to_row);
    fmt::print(matrix, "from\tto\tmessages\tbytes\n");
    std::int64_t low = INT64_MAX, top = 1; /* a message may be empty: it counts as one byte on a logarithmic scale */
    for (const auto &[who, bytes] : d.bytes) {
        low = std::min(low, std::max<std::int64_t>(bytes, 1));
        top = std::max(top, bytes);
    }
    fmt::print(set, "pairs = {}\nlow = {}\ntop = {}\n", d.bytes.size(), std::min(low, top), top);
    for (const auto &[who, bytes] : d.bytes)
        fmt::print(matrix, "{}\t{}\t{}\t{}\n", who.first, who.second, d.counts.at(who), bytes);
}

} // namespace ap1000
