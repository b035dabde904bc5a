/* what_if.cpp - `ap1000 run --what-if`: after the run, the program runs again with each change that the verdict names,
 * and what it said of that change is printed beside what it is. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/commands.hpp"
#include "command/drawing.hpp"
#include "command/options.hpp"
#include "command/run_apart.hpp"

namespace ap1000
{
namespace
{

using Json = nlohmann::ordered_json;

/* Without its tables of tasks: an object that keeps its order looks through all its keys for each new one. */
Json read_report_of(const std::string &path)
{
    static const std::set<std::string> wanted = {"time_ns", "computing", "verdict", "what_if"};
    std::ifstream in(path);
    return Json::parse(
        in,
        [](int depth, Json::parse_event_t event, const Json &read) {
            return depth != 1 || event != Json::parse_event_t::key || wanted.count(read.get<std::string>()) > 0;
        },
        false);
}

double ms_of(const Json &report)
{
    return report.is_object() ? report.at("time_ns").get<double>() / 1e6 : 0;
}

/* The words of the command line, with those of the change (separated by spaces) and another report. */
std::vector<std::string> words_with(const Settings &s, const std::string &change, const std::string &report)
{
    std::vector<std::string> words = {"ap1000", "run", "--report=" + report};
    words.insert(words.end(), s.for_each_run.begin(), s.for_each_run.end());
    const char *set = std::getenv(variable_of("--set").c_str()); /* words would hide it */
    if (set != nullptr && *set != 0)
        words.insert(words.end(), {"--set", set});
    for (std::size_t at = 0, end; at < change.size(); at = end + 1) {
        end = std::min(change.find(' ', at), change.size());
        words.push_back(change.substr(at, end - at));
    }
    words.insert(words.end(), s.command.begin(), s.command.end());
    return words;
}

} // namespace

int what_if(const Settings &s)
{
    if (!s.trace.empty())
        throw UsageError("--what-if: not with --trace " + s.trace + ": a trace is of one run");
    if (!s.report.empty() && s.report != "-")
        throw UsageError("--what-if: not with --report=" + s.report + ": it prints what it has measured");
    const WorkFolder work;
    Settings first = s;
    first.what_if = false;
    first.report = (work.path / "report.json").string();
    const int code = run(first);
    const Json report = read_report_of(first.report);
    if (code != 0 || !report.is_object() || ms_of(report) <= 0)
        return code;
    const double now = ms_of(report);
    fmt::print(stderr,
               "{}\nWhat a change would save of {:.3f} ms, estimated along the critical path, and measured by "
               "another run:\n",
               report.at("verdict").at(0).get<std::string>(), now);
    for (const Json &change : report.at("what_if")) {
        std::string options = change.at("options");
        if (options == "--cpu none" && report.at("computing").at("how") == "free")
            options.clear(); /* what computes there is a server */
        const std::string again = (work.path / "again.json").string();
        std::string measured = "no option for it, not measured";
        if (!options.empty()) {
            std::remove(again.c_str());
            const int ended = code_of(start_apart(words_with(s, options, again), "/dev/null", "/dev/null"));
            if (told_to_end())
                break;
            const double then = ms_of(read_report_of(again));
            measured = ended == 0 && then > 0
                           ? fmt::format("measured {:.3f} ms ({:+.1f} %)", then, 100 * (then - now) / now)
                           : fmt::format("the run with it has ended with exit code {}", ended);
            measured += fmt::format(", with {}", options);
        }
        fmt::print(stderr, "  {}: estimated {}{:.3f} ms; {}\n", change.at("change").get<std::string>(),
                   change.at("at_best").get<bool>() ? "at best " : "", change.at("time_ns").get<double>() / 1e6,
                   measured);
    }
    return code;
}

} // namespace ap1000
