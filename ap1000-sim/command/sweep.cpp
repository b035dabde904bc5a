/* sweep.cpp - `ap1000 sweep`: one program on many machines, one run after the other: every number of cells with every
 * value of each setting. A table of the simulated times, and a figure of times, speed-up and efficiency.
 *
 * Each run is an `ap1000 run` of its own, so that nothing of one reaches the next. */
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/commands.hpp"
#include "command/computing.hpp"
#include "command/drawing.hpp"
#include "command/machine_of.hpp"
#include "command/options.hpp"
#include "command/run_apart.hpp"
#include "command/sweep_table.hpp"

namespace ap1000
{
namespace
{

std::vector<std::string> split(const std::string &text, const std::string &what)
{
    std::vector<std::string> values;
    for (std::size_t at = 0, end; at <= text.size(); at = end + 1) {
        end = std::min(text.find(',', at), text.size());
        values.push_back(text.substr(at, end - at));
        if (values.back().empty())
            throw UsageError(what + " '" + text + "': values with commas between them are wanted, as in 1,4,16");
    }
    return values;
}

std::vector<Axis> axes_of(const Settings &s)
{
    std::vector<Axis> axes;
    if (!s.cells.empty())
        axes.push_back({cells_column, split(s.cells, "--cells")});
    for (const std::string &given : s.set) {
        const auto [name, values] = split_setting(given);
        if (!s.cells.empty() && (name == "machine.cells" || name == "machine.grid"))
            throw UsageError("--cells " + s.cells + " and --set " + given +
                             " both say how many cells: give one of them");
        axes.push_back({name, split(values, "--set " + name)});
    }
    if (axes.empty())
        throw UsageError("sweep: --cells N,M,... or --set NAME=A,B,... is wanted");
    const long long repeats = whole_number("--repeat", s.repeat, 1, 1, 10000, " runs");
    if (repeats > 1 && s.jitter.empty())
        throw UsageError(
            "--repeat: every run would be the same; --jitter MEAN is wanted, which disturbs each otherwise");
    if (repeats > 1 && !s.seed.empty())
        throw UsageError("--repeat and --seed " + s.seed + ": the runs have the seeds 1, 2, ...; give one of them");
    if (repeats > 1) {
        axes.push_back({seed_column, {}});
        for (long long seed = 1; seed <= repeats; seed++)
            axes.back().values.push_back(std::to_string(seed));
    }
    return axes;
}

/* Every value with every other, the first axis fastest. */
std::vector<Point> points_of(const std::vector<Axis> &axes)
{
    std::vector<Point> points(1);
    points[0].values.assign(axes.size(), "");
    for (std::size_t a = axes.size(); a-- > 0;) {
        std::vector<Point> more;
        for (const Point &p : points)
            for (const std::string &value : axes[a].values) {
                more.push_back(p);
                more.back().values[a] = value;
            }
        points = std::move(more);
    }
    return points;
}

/* {cells} stands for the number of cells of the run, {NAME} for the value of that setting. */
std::string filled_in(std::string text, const std::vector<Axis> &axes, const Point &p)
{
    for (std::size_t a = 0; a < axes.size(); a++) {
        const std::string word = "{" + axes[a].name + "}";
        for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += p.values[a].size())
            text.replace(at, word.size(), p.values[a]); /* a value may look like the word itself */
    }
    return text;
}

/* The machine of this point. A word would hide what the environment sets: that comes first. */
Settings machine_of(const Settings &s, const std::vector<Axis> &axes, const Point &p)
{
    const char *cells = std::getenv(variable_of("--cells").c_str()), *set = std::getenv(variable_of("--set").c_str());
    Settings one = s;
    one.cells = s.cells.empty() && cells != nullptr ? cells : "";
    one.set = set != nullptr && *set != 0 ? split(set, "--set") : std::vector<std::string>();
    for (std::size_t a = 0; a < axes.size(); a++)
        (axes[a].name == cells_column  ? one.cells
         : axes[a].name == seed_column ? one.seed
                                       : one.set.emplace_back(axes[a].name + "=")) += p.values[a];
    return one;
}

/* The words of `ap1000 run` for this point. */
std::vector<std::string> words_of(const Settings &s, const std::vector<Axis> &axes, const Point &p,
                                  const std::string &report)
{
    const Settings machine = machine_of(s, axes, p);
    std::vector<std::string> words = {"ap1000", "run", "--report=" + report};
    for (const std::string &word : s.for_each_run)
        words.push_back(filled_in(word, axes, p));
    for (const std::string &set : machine.set)
        words.insert(words.end(), {"--set", set});
    if (!machine.cells.empty())
        words.insert(words.end(), {"--cells", machine.cells});
    if (axes.back().name == seed_column)
        words.insert(words.end(), {"--seed", machine.seed});
    for (const std::string &word : s.command)
        words.push_back(filled_in(word, axes, p));
    return words;
}

/* The last number that the expression finds in what the program has printed: its first group, or all of it. Of a long
 * line it sees the end: a search takes stack for each character. */
std::string number_in(const std::string &output, const std::regex &metric)
{
    constexpr std::size_t longest = 1000;
    std::ifstream in(output);
    std::string found = "-";
    for (std::string line; std::getline(in, line);) {
        line.erase(0, line.size() - std::min(line.size(), longest));
        if (std::smatch at; std::regex_search(line, at, metric) && at.length(at.size() > 1 ? 1 : 0) > 0)
            found = at[at.size() > 1 ? 1 : 0];
    }
    return found;
}

std::regex expression(const std::string &text)
{
    try {
        return std::regex(text);
    } catch (const std::regex_error &) {
        throw UsageError("--metric '" + text + "': a regular expression is wanted, as 'time: ([0-9.]+)'");
    }
}

/* Returns false if no simulated time has passed: the program has made no PVM call. */
bool read_report(const std::string &path, Point &p)
{
    std::ifstream in(path);
    const nlohmann::json report = nlohmann::json::parse(in);
    if (report.at("time_ns") == 0)
        return false;
    p.time_ns = report.at("time_ns").get<double>();
    p.computing = report.at("computing").at("how").get<std::string>();
    p.in_words = report.at("computing").at("in_words").get<std::string>();
    for (const auto &task : report.at("tasks"))
        p.working_ns += task.at("computing_ns").get<double>() + task.at("sleeping_ns").get<double>();
    for (const auto &from : report.at("sent"))
        for (const auto &to : from) {
            p.messages += to.at("messages").get<std::int64_t>();
            p.bytes += to.at("bytes").get<std::int64_t>();
        }
    return true;
}

std::string name_of(const std::vector<Axis> &axes, const Point &p)
{
    std::string name;
    for (std::size_t a = 0; a < axes.size(); a++)
        name += fmt::format("{}{} {}", a == 0 ? "" : ", ", axes[a].name, p.values[a]);
    return name;
}

std::string text_of(const std::string &path)
{
    std::ifstream in(path);
    std::string all;
    for (std::string line; std::getline(in, line);)
        all += "  " + line + "\n";
    return all;
}

/* Speed-up of what costs nothing is no news about the program. */
void say_if_computing_is_free(const std::vector<Axis> &axes, const std::vector<Point> &points)
{
    const auto done = std::find_if(points.begin(), points.end(), [](const Point &p) { return p.time_ns > 0; });
    const bool free = std::all_of(points.begin(), points.end(), [](const Point &p) { return p.working_ns <= 0; });
    if (done != points.end() && free && axes[0].name == cells_column)
        std::fprintf(stderr, "ap1000: sweep: these times are communication alone: %s (ap1000-sim/USING.md, Time)\n",
                     done->in_words.c_str());
}

bool is_number(const std::string &text)
{
    char *end = nullptr;
    std::strtod(text.c_str(), &end);
    return end != text.c_str() && *end == 0;
}

/* Runs the program on each machine. A run that fails is told of, once for each reason. Returns the last code that is
 * not 0. If we are told to end, the points that have not been run go. */
int run_all(const Settings &s, const std::vector<Axis> &axes, std::vector<Point> &points,
            const std::filesystem::path &folder)
{
    const std::string report = (folder / "report.json").string(), complaints = (folder / "complaints").string(),
                      output = s.metric.empty() ? "/dev/null" : (folder / "output").string();
    const std::regex metric = expression(s.metric);
    const bool terminal = isatty(STDERR_FILENO) != 0;
    int failed = 0, as_before = 0;
    std::set<std::string> said;
    for (std::size_t i = 0; i < points.size(); i++) {
        if (terminal)
            std::fprintf(stderr, "\r\033[Ksweep: run %zu of %zu: %s", i + 1, points.size(),
                         name_of(axes, points[i]).c_str());
        const int code = code_of(start_apart(words_of(s, axes, points[i], report), output, complaints));
        if (told_to_end()) {
            points.resize(i);
            break;
        }
        if (!s.metric.empty())
            points[i].metric = number_in(output, metric);
        if (s.keep && code == 0)
            std::filesystem::copy_file(report, folder / fmt::format("report-{}.json", i + 1));
        if (code == 0 && read_report(report, points[i]))
            continue;
        failed = code == 0 ? exit_usage : code;
        const std::string text =
            code == 0 ? "  no simulated time has passed: it has made no PVM call\n" : text_of(complaints);
        if (!said.insert(text).second) {
            as_before++;
            continue;
        }
        std::fprintf(stderr, "%sap1000: sweep: the run with %s has ended with exit code %d:\n%s",
                     terminal ? "\r\033[K" : "", name_of(axes, points[i]).c_str(), code, text.c_str());
    }
    if (terminal)
        std::fprintf(stderr, "\r\033[K");
    if (as_before > 0)
        std::fprintf(stderr, "ap1000: sweep: %d more run%s ended with the same words\n", as_before,
                     as_before == 1 ? "" : "s");
    return failed;
}

} // namespace

int sweep(const Settings &s)
{
    if (s.command.empty())
        throw UsageError("sweep: a program is wanted: ap1000 sweep --cells 1,4,16 -- PROGRAM [ARGUMENTS]");
    const std::vector<Axis> axes = axes_of(s);
    std::vector<Point> points = points_of(axes);
    try { /* what no machine takes is refused before the first run: the environment's under its own names */
        (void)parameters_of(machine_of(s, {}, {}));
    } catch (const std::exception &e) {
        const std::string text = e.what(), option = text.substr(0, text.find_first_of(" :"));
        if (option != "--cells" && option != "--set")
            throw;
        throw UsageError(text + " (" + variable_of(option) + " in the environment)");
    }
    for (const Point &p : points)
        if (axes.back().name != seed_column || p.values.back() == "1")
            (void)parameters_of(machine_of(s, axes, p));
    (void)computing_of(filled_in(s.cpu, axes, points[0]), parameters_of(machine_of(s, axes, points[0])));
    const std::string prefix = s.out.empty() ? "sweep" : s.out, name = prefix + ".tsv";
    const auto refuse = [&name](int error) {
        if (error != 0)
            throw UsageError("sweep: '" + name + "': cannot be written: " + std::strerror(error) +
                             "; --out wants the beginning of a path in a folder you may write to");
    };
    refuse(std::ofstream(name, std::ios::app).good() ? 0 : errno); /* before the runs: nothing is cut off */
    const WorkFolder work;
    const int failed = run_all(s, axes, points, work.path);
    say_if_computing_is_free(axes, points);
    const std::string table = table_of(s, axes, points);
    const int error = (std::ofstream(name) << table).flush() ? 0 : errno;
    std::printf("%s", table.c_str()); /* whose reader may have gone: the file is written then */
    std::fflush(stdout);
    refuse(error);
    const bool numbers = !told_to_end() && std::all_of(axes[0].values.begin(), axes[0].values.end(), is_number);
    if (std::any_of(points.begin(), points.end(), [](const Point &p) { return p.time_ns >= 0; }) && numbers) {
        write_figure(axes, points, s.title, work.path);
        draw_figures("sweep", {"scaling"}, work.path, prefix, s.keep);
    }
    return failed;
}

} // namespace ap1000
