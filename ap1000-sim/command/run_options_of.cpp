/* run_options_of.cpp - see run_options_of.hpp. */
#include "command/run_options_of.hpp"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>
#include <vector>

#include "command/carriers.hpp"
#include "command/computing.hpp"
#include "command/machine_of.hpp"
#include "command/options.hpp"
#include "command/own_files.hpp"
#include "command/processors.hpp"
#include "command/provenance_of.hpp"
#include "observe/progress.hpp"
#include "observe/report_part.hpp"
#include "observe/trace_json.hpp"
#include "observe/trace_recorder.hpp"
#include "observe/trace_report.hpp"
#include "observe/trace_window.hpp"
#include "observe/wait_graph.hpp"

namespace ap1000
{
namespace
{

/* [s] */
double patience_of(const std::string &patience)
{
    constexpr double by_default_s = 30, most_s = 1e9;
    char *end = nullptr;
    double s = patience.empty() ? by_default_s : std::strtod(patience.c_str(), &end);
    if (end != nullptr && (*end != 0 || !(s > 0) || s > most_s))
        throw UsageError("--patience '" + patience + "': a number of seconds above 0, at most 1000000000, is wanted");
    return s;
}

/* Whether the limits of the original hold. */
bool paper_limits_of(const std::string &limits)
{
    if (!limits.empty() && limits != "none" && limits != "paper")
        throw UsageError("--limits '" + limits + "': none or paper is wanted");
    return limits == "paper";
}

Jitter jitter_of(const std::string &mean, const std::string &seed)
{
    if (mean.empty() && !seed.empty())
        throw UsageError("--seed: only with --jitter");
    const Ns ns = mean.empty() ? 0 : parse_time("--jitter", mean);
    if (ns > Jitter::most)
        throw UsageError("--jitter '" + mean + "': a time of at most 1000s is wanted");
    return {ns, static_cast<std::uint64_t>(whole_number("--seed", seed, 1, 0, INT64_MAX))};
}

/* Does the user's program run on a cell? */
bool on_cell(const std::string &on)
{
    if (!on.empty() && on != "host" && on != "cell")
        throw UsageError("--on '" + on +
                         "': host or cell is wanted (which cell is the program's own choice: PvmTaskHost)");
    return on == "cell";
}

/* The trace, or the part of it that is wanted. A part that cannot be is refused before a file of that name is
 * lost. */
std::unique_ptr<TraceSink> windowed_trace(const Settings &s, const Parameters &p, const std::string &program)
{
    if (s.from.empty() && s.to.empty() && s.tasks.empty())
        return std::make_unique<TraceJson>(s.trace, p, provenance_of(s, program));
    TraceWindow window = read_window(s.from, s.to, s.tasks, "--trace-");
    return std::make_unique<WindowSink>(std::make_unique<TraceJson>(s.trace, p, provenance_of(s, program)),
                                        std::move(window));
}

/* Whether one would be written over the other. */
bool is_same_file(const std::string &one, const std::string &other)
{
    namespace fs = std::filesystem;
    std::error_code none;
    const fs::path a = fs::weakly_canonical(fs::absolute(one), none);
    return a == fs::weakly_canonical(fs::absolute(other), none) &&
           (fs::is_regular_file(a, none) || !fs::exists(a, none));
}

/* The report, or that of a part of the run. */
std::unique_ptr<TraceSink> report_of(const Settings &s, const Parameters &p, const std::string &program)
{
    const Moment from = read_moment("--report-from", s.report_from), to = read_moment("--report-to", s.report_to);
    auto report = std::make_unique<TraceReport>(s.report, p, provenance_of(s, program));
    if (from.option.empty() && to.option.empty())
        return report;
    return std::make_unique<ReportPart>(std::move(report), from, to);
}

} // namespace

RunOptions run_options_of(const Settings &s, const Parameters &p)
{
    RunOptions options;
    options.processors = processors_of(s.processors);
    options.hardware = s.hardware;
    options.quiet = s.quiet;
    options.flows = flows_of(s, p);
    if (s.hardware && !p.kind->has_torus)
        throw UsageError("--hardware-collectives: machine " + p.name +
                         " has neither B-Net nor S-Net; a machine of kind ap1000 is wanted");
    options.barrier = barrier_of(s.barrier);
    options.on_cell = on_cell(s.on);
    options.paper_limits = paper_limits_of(s.limits);
    options.jitter = jitter_of(s.jitter, s.seed);
    if (const char *percent = std::getenv("AP1000_CLOCK_PERCENT"))
        options.clock_percent = static_cast<int>(whole_number("AP1000_CLOCK_PERCENT", percent, 100, 1, 10000));
    options.only_counted = s.cpu == "counted";
    const char *servers = std::getenv("AP1000_SERVERS");
    options.own_folder = servers != nullptr ? servers : own_folder();
    return options;
}

int copies_of(const std::string &copies, std::uint32_t max_tasks)
{
    if (copies.empty())
        return 0;
    if (copies == "p") /* -np 4, as mpirun has it */
        throw UsageError("-np: the option for a number of copies is -n, as in `ap1000 run -n 4 ./prog`");
    char *end = nullptr;
    long n = std::strtol(copies.c_str(), &end, 10);
    if (*end != 0 || n < 1 || n > static_cast<long>(max_tasks) - 2)
        throw UsageError("-n '" + copies + "': a number of copies from 1 to " + std::to_string(max_tasks - 2) +
                         " is wanted");
    return static_cast<int>(n);
}

std::shared_ptr<RunObserver> observer_of(const Settings &s, const Parameters &p, const std::string &program)
{
    std::vector<std::unique_ptr<TraceSink>> sinks;
    if (s.trace.empty() && !(s.from + s.to + s.tasks).empty())
        throw UsageError(std::string(!s.from.empty() ? "--trace-from"
                                     : !s.to.empty() ? "--trace-to"
                                                     : "--trace-tasks") +
                         ": chooses a part of a trace: --trace FILE is wanted too");
    if (s.report.empty() && !(s.report_from + s.report_to).empty())
        throw UsageError(std::string(!s.report_from.empty() ? "--report-from" : "--report-to") +
                         ": chooses a part of a report: --report is wanted too");
    if (!s.trace.empty() && !s.report.empty() && is_same_file(s.trace, s.report))
        throw UsageError("--report=" + s.report + ": it is the file of --trace; another name is wanted");
    try {
        if (!s.trace.empty())
            sinks.push_back(windowed_trace(s, p, program));
        if (!s.trace.empty())
            sinks.push_back(std::make_unique<WaitGraph>(trace_stem(s.trace) + "-waits.dot"));
        if (s.progress && isatty(STDERR_FILENO) != 0)
            sinks.push_back(std::make_unique<Progress>(stderr));
        if (!s.report.empty())
            sinks.push_back(report_of(s, p, program));
    } catch (const MachineFileError &) {
        throw;
    } catch (const std::runtime_error &e) {
        throw UsageError(e.what());
    }
    if (sinks.empty())
        return nullptr;
    return std::make_shared<TraceRecorder>(std::move(sinks));
}

ProcessSettings carrier_of(const Settings &s, const Parameters &p)
{
    ProcessSettings settings;
    settings.max_tasks = most_tasks(p.grid.cells());
    settings.computing = computing_of(s.cpu, p);
    check_tasks(s);
    settings.patience_s = patience_of(s.patience);
    return settings;
}

} // namespace ap1000
