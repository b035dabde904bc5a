/* sweep_table.cpp - see sweep_table.hpp. */
#include "command/sweep_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "command/drawing.hpp"
#include "command/options.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_marks = 12;

/* The points that differ from p only along the first axis, in their order. */
bool same_series(const Point &a, const Point &b)
{
    return std::equal(a.values.begin() + 1, a.values.end(), b.values.begin() + 1, b.values.end());
}

struct Ratio {
    double speedup = NAN, efficiency = NAN;
};

double first_of(const Point &p)
{
    return std::atof(p.values[0].c_str());
}

/* Of the series of p, that with the fewest cells, or the first along another axis; of those that did not fail. */
const Point &measure_of(const std::vector<Axis> &axes, const std::vector<Point> &points, const Point &p)
{
    const Point *measure = nullptr;
    for (const Point &other : points)
        if (other.time_ns > 0 && same_series(p, other) &&
            (measure == nullptr || (axes[0].name == cells_column && first_of(other) < first_of(*measure))))
            measure = &other;
    return measure != nullptr ? *measure : p;
}

/* Against the measure of its series; efficiency where the first axis is the number of cells. */
Ratio ratio_of(const std::vector<Axis> &axes, const std::vector<Point> &points, const Point &p)
{
    const Point &measure = measure_of(axes, points, p);
    if (p.time_ns <= 0)
        return {};
    Ratio r;
    r.speedup = measure.time_ns / p.time_ns;
    if (axes[0].name == cells_column)
        r.efficiency = r.speedup * first_of(measure) / first_of(p);
    return r;
}

/* Of a comment in the table. */
std::string one_line(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    return text;
}

/* What the environment has set for all runs. */
std::string of_environment(const std::vector<Axis> &axes)
{
    std::string out;
    for (const char *option : {"--cells", "--set"}) {
        const std::string variable = variable_of(option);
        const char *value = std::getenv(variable.c_str());
        if (value != nullptr && *value != 0 && (option != std::string("--cells") || axes[0].name != cells_column))
            out += ", " + variable + "=" + one_line(value);
    }
    return out;
}

std::string shown(double x, const char *format)
{
    return std::isnan(x) ? "-" : fmt::format(fmt::runtime(format), x);
}

} // namespace

std::string table_of(const Settings &s, const std::vector<Axis> &axes, const std::vector<Point> &points)
{
    std::string out =
        fmt::format("# {}, machine {}{}\n# speedup: against the {} of the same other settings; "
                    "efficiency: the same by the number of cells\n",
                    one_line(fmt::format("{}", fmt::join(s.command, " "))), s.machine.empty() ? "ap1000" : s.machine,
                    of_environment(axes), axes[0].name == cells_column ? "fewest cells" : "first row");
    for (const Axis &a : axes)
        out += a.name + "\t";
    const bool metric = !s.metric.empty();
    out += fmt::format("time_ms\tspeedup\tefficiency\tmessages\tbytes\tcomputing{}\n", metric ? "\tmetric" : "");
    for (const Point &p : points) {
        const Ratio r = ratio_of(axes, points, p);
        out += fmt::format("{}\t", fmt::join(p.values, "\t"));
        out += p.time_ns < 0 ? "-\t-\t-\t-\t-\t-"
                             : fmt::format("{:.6f}\t{}\t{}\t{}\t{}\t{}", p.time_ns / 1e6, shown(r.speedup, "{:.4f}"),
                                           shown(r.efficiency, "{:.4f}"), p.messages, p.bytes, p.computing);
        out += (metric ? "\t" + one_line(p.metric) : "") + "\n";
    }
    return out;
}

void write_figure(const std::vector<Axis> &axes, const std::vector<Point> &points, const std::string &caption,
                  const std::filesystem::path &folder)
{
    double most_ns = 0, low = INFINITY, high = 0;
    for (const Point &p : points) {
        if (p.time_ns < 0)
            continue;
        most_ns = std::max(most_ns, p.time_ns);
        low = std::min(low, first_of(p));
        high = std::max(high, first_of(p));
    }
    const auto [unit, ns] = time_unit(static_cast<Ns>(most_ns));
    std::ofstream set(folder / "set.gp"), data(folder / "points.tsv");
    std::vector<std::string> names;
    for (std::size_t i = 0; i < points.size(); i++) {
        const Point &p = points[i];
        if (i == 0 || !same_series(points[i - 1], p)) {
            fmt::print(data, "{}", i == 0 ? "" : "\n\n");
            std::string name;
            for (std::size_t a = 1; a < axes.size(); a++)
                name += fmt::format("{}{} = {}", a == 1 ? "" : ", ", axes[a].name, p.values[a]);
            names.push_back(gnuplot_text(
                name.empty() ? (p.computing == "free" ? "computing costs nothing" : "computing " + p.computing)
                             : name));
        }
        const Ratio r = ratio_of(axes, points, p);
        fmt::print(data, "{}\t{}\t{}\t{}\n", p.values[0], p.time_ns < 0 ? "NaN" : fmt::format("{:.6f}", p.time_ns / ns),
                   std::isnan(r.speedup) ? "NaN" : fmt::format("{:.6f}", r.speedup),
                   std::isnan(r.efficiency) ? "NaN" : fmt::format("{:.6f}", r.efficiency));
    }
    fmt::print(set, "n = 0\nunit = '{}'\nseries = {}\narray names[{}] = [{}]\n", unit, names.size(), names.size(),
               fmt::join(names, ", "));
    const std::vector<std::string> &marks = axes[0].values; /* too many would lie on each other */
    fmt::print(set, "marks = '{}'\n", marks.size() <= most_marks ? fmt::format("{}", fmt::join(marks, ", ")) : "");
    fmt::print(set, "axis = {}\nof_cells = {}\nfirst = {}\nleast = {}\nmost = {}\nwide = {}\ncaption = {}\n",
               gnuplot_text(axes[0].name), axes[0].name == cells_column ? 1 : 0,
               first_of(measure_of(axes, points, points[0])), low, high, low > 0 && high / low >= 8 ? 1 : 0,
               gnuplot_text(caption));
}

} // namespace ap1000
