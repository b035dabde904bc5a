/* plot.cpp - `ap1000 plot`: writes a trace's data as tables into a folder of its own, lets gnuplot draw them (the
 * scripts in plot/), and puts the figures where they are wanted. */
#include <cstdio>
#include <stdexcept>

#include "command/commands.hpp"
#include "command/drawing.hpp"
#include "command/plot_data.hpp"
#include "command/plot_tables.hpp"
#include "command/report_reader.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t columns = 1500;       /* about the pixels of the picture */
constexpr std::size_t most_messages = 2500; /* more lines make one grey */

int plot_use(const Settings &s)
{
    refuse_part_of_report("plot", s);
    const WorkFolder work;
    const char *figure = nullptr;
    try {
        figure = write_use(s.trace, work.path, s.title);
    } catch (const std::runtime_error &e) {
        throw UsageError(std::string("plot: ") + e.what());
    }
    draw_figures("plot", {figure}, work.path, s.out.empty() ? trace_stem(s.trace) : s.out, s.keep);
    return 0;
}

} // namespace

void refuse_part_of_report(const std::string &word, const Settings &s)
{
    if (!(s.from + s.to + s.tasks).empty() || s.no_servers)
        throw UsageError(word + ": --from, --to, --tasks and --no-servers are about traces: a report has no parts");
}

std::string trace_stem(const std::string &trace)
{
    std::string stem = trace;
    for (const std::string ending : {".gz", ".json"})
        if (stem.size() > ending.size() && stem.compare(stem.size() - ending.size(), ending.size(), ending) == 0)
            stem.resize(stem.size() - ending.size());
    return stem;
}

int plot(const Settings &s)
{
    if (is_report(s.trace))
        return plot_use(s);
    PlotData d;
    try {
        d = read_trace(s.trace, {read_window(s.from, s.to, s.tasks, "--"), !s.no_servers}, columns, most_messages);
    } catch (const std::runtime_error &e) {
        throw UsageError(std::string("plot: ") + e.what());
    }
    std::string prefix = s.out;
    if (prefix.empty())
        prefix = trace_stem(s.trace);
    const WorkFolder work;
    const bool far = d.end - d.from < d.from / 100000; /* from the run's beginning: marks would have all digits alike */
    write_tables(d, s.title, d.end, work.path, far ? d.from : 0);
    draw_figures("plot", {"spacetime", "matrix"}, work.path, prefix, s.keep);
    if (!left_out(d).empty())
        std::printf("%s\n", left_out(d).c_str());
    return 0;
}

} // namespace ap1000
