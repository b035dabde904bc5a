/* plot.cpp - `ap1000 plot`: writes a trace's data as tables into a folder of its own, lets gnuplot draw them (the
 * scripts in plot/), and puts the figures where they are wanted.
 */
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <vector>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "command/commands.hpp"
#include "command/data_folder.hpp"
#include "command/plot_data.hpp"
#include "command/torus_plot.hpp"

namespace ap1000
{
namespace
{

namespace fs = std::filesystem;

constexpr std::size_t columns = 1500;       /* about the pixels of the picture */
constexpr std::size_t most_messages = 2500; /* more lines make one grey */
constexpr std::size_t most_numbers = 12;    /* tasks in whose matrix the numbers can be read */

/* A folder that goes when it is out of sight. */
struct WorkFolder {
    fs::path path;
    WorkFolder()
    {
        std::string name = (fs::temp_directory_path() / "ap1000-plot-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            throw std::runtime_error(fmt::format("no folder for the figures' data: {}", std::strerror(errno)));
        path = name;
    }
    ~WorkFolder()
    {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

/* The unit in which the run's time is a handy number, and its length in ns. */
std::pair<const char *, double> time_unit(Ns end)
{
    if (end < 10'000)
        return {"ns", 1};
    if (end < 10'000'000)
        return {"us", 1e3};
    if (end < 10'000'000'000)
        return {"ms", 1e6};
    return {"s", 1e9};
}

/* A text inside gnuplot's single quotes. */
std::string quoted(const std::string &text)
{
    std::string out = "'";
    for (char c : text)
        out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + "'";
}

/* Marks on an axis of tasks: all while they can be told apart, else every so many. */
std::string tics(const PlotData &d, bool whole_names)
{
    const std::size_t step = (d.tasks.size() + 31) / 32;
    std::string out = "(";
    for (std::size_t r = 0; r < d.tasks.size(); r += step) {
        const std::string &name = d.tasks[r].name;
        out +=
            fmt::format("{}{} {}", r == 0 ? "" : ", ", quoted(whole_names ? name : name.substr(0, name.find(' '))), r);
    }
    return out + ")";
}

/* What has no row, in words; "": everything has one. */
std::string left_out(const PlotData &d)
{
    std::string out;
    if (d.idle_tasks > 0)
        out = fmt::format("{} that {} nothing but wait",
                          d.idle_tasks == 1 ? std::string("1 task") : fmt::format("{} tasks", d.idle_tasks),
                          d.idle_tasks == 1 ? "does" : "do");
    if (d.servers > 0)
        out += fmt::format("{}{} group server{}", out.empty() ? "" : ", ", d.servers, d.servers == 1 ? "" : "s");
    return out.empty() ? out : "not drawn: " + out;
}

void write_tables(const PlotData &d, const std::string &caption, const fs::path &folder)
{
    const auto [unit, ns] = time_unit(d.end);
    std::ofstream set(folder / "set.gp"), runs(folder / "runs.tsv"), messages(folder / "messages.tsv"),
        matrix(folder / "matrix.tsv");
    fmt::print(set, "n = {}\nunit = '{}'\nfrom = {:.6f}\nend = {:.6f}\nevery = {}\nmessages = {}\nnumbers = {}\n",
               d.tasks.size(), unit, static_cast<double>(d.from) / ns, static_cast<double>(d.end) / ns, d.every,
               d.all_messages, d.tasks.size() <= most_numbers ? 1 : 0);
    std::set<int> states;
    for (const PlotRun &r : d.runs)
        states.insert(static_cast<int>(r.state));
    fmt::print(set, "states = '{}'\ndrawn = {}\n", fmt::join(states, " "), d.messages.size());
    fmt::print(set, "caption = {}\nleft_out = {}\n", quoted(caption), quoted(left_out(d)));
    fmt::print(set,
               "task_tics = \"set ytics {0}\"\nfrom_tics = \"set ytics {1}\"\nto_tics = \"set xtics {1} rotate by 60 "
               "right\"\n",
               tics(d, true), tics(d, false));
    fmt::print(runs, "row\tfrom\tto\tstate\n");
    for (const PlotRun &r : d.runs)
        fmt::print(runs, "{}\t{:.6f}\t{:.6f}\t{}\n", r.row, static_cast<double>(r.from) / ns,
                   static_cast<double>(r.to) / ns, static_cast<int>(r.state));
    fmt::print(messages, "sent\tfrom\taccepted\tto\n");
    for (const PlotMessage &m : d.messages)
        fmt::print(messages, "{:.6f}\t{}\t{:.6f}\t{}\n", static_cast<double>(m.sent) / ns, m.from_row,
                   static_cast<double>(m.accepted) / ns, m.to_row);
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

/* Run gnuplot on a script inside the folder. Throws UsageError if it is not there or fails. */
void draw(const fs::path &folder, const fs::path &script)
{
    const pid_t child = fork();
    if (child == 0) {
        if (chdir(folder.c_str()) != 0)
            _exit(126);
        execlp("gnuplot", "gnuplot", script.c_str(), static_cast<char *>(nullptr));
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        throw UsageError("plot: gnuplot is not to be found (Debian package gnuplot-nox)");
    if (child < 0 || status != 0)
        throw std::runtime_error("plot: gnuplot failed on " + script.string());
}

/* The scripts' figures of the tables in `folder`, put where they are wanted and named. */
void draw_all(const std::vector<const char *> &figures, const fs::path &folder, const std::string &prefix)
{
    const fs::path scripts = fs::absolute(data_folder("plot", "AP1000_PLOT_PATH"));
    for (const char *figure : figures) {
        draw(folder, scripts / (std::string(figure) + ".gp"));
        for (const char *kind : {".png", ".svg"}) {
            const std::string to = prefix + "-" + figure + kind;
            std::error_code bad;
            fs::copy_file(folder / (std::string(figure) + kind), to, fs::copy_options::overwrite_existing, bad);
            if (bad)
                throw UsageError("plot: '" + to + "': cannot be written: " + bad.message() +
                                 "; --out wants the beginning of a path in a folder you may write to");
            std::printf("%s\n", to.c_str());
        }
    }
}

int plot_torus(const Settings &s)
{
    const WorkFolder work;
    try {
        write_torus(s.trace, work.path, s.title);
    } catch (const std::exception &e) {
        throw UsageError(std::string("plot: ") + e.what());
    }
    draw_all({"torus"}, work.path, s.out.empty() ? trace_stem(s.trace) : s.out);
    return 0;
}

} // namespace

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
        return plot_torus(s);
    PlotData d;
    try {
        d = read_trace(s.trace, {read_window(s.from, s.to, s.tasks, "--"), !s.no_servers}, columns, most_messages);
    } catch (const std::runtime_error &e) {
        throw UsageError(std::string("plot: ") + e.what());
    } catch (const std::invalid_argument &e) {
        throw UsageError(std::string("plot: ") + e.what());
    }
    std::string prefix = s.out;
    if (prefix.empty())
        prefix = trace_stem(s.trace);
    const WorkFolder work;
    write_tables(d, s.title, work.path);
    draw_all({"spacetime", "matrix"}, work.path, prefix);
    if (!left_out(d).empty())
        std::printf("%s\n", left_out(d).c_str());
    return 0;
}

} // namespace ap1000
