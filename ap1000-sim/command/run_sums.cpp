/* run_sums.cpp - see run_sums.hpp. */
#include "command/run_sums.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/report_reader.hpp"
#include "command/task_slices.hpp"
#include "group_names.h"
#include "observe/report_part.hpp"

namespace ap1000
{
namespace
{

using nlohmann::json;

enum Order { of_run, of_regions, of_messages, of_time, of_calls };

constexpr std::array<const char *, plot_states> state_names = {
    "computing [ms]",
    "in calls, working [ms]",
    "waiting for messages [ms]",
    "waiting in barriers [ms]",
    "waiting for the control program [ms]",
    "waiting for the processor [ms]",
    "sleeping [ms]",
};

double ms(double ns)
{
    return ns / 1e6;
}

/* Adds what lies in the part that is wanted: calls with their time in it, messages that are sent in it. */
class Adder
{
  public:
    explicit Adder(const PlotWanted &wanted) : wanted_(wanted)
    {
    }

    void event(const json &e)
    {
        if (e.contains("ts"))
            last_ = std::max(last_, time_of(e));
        if (!is_task_event(e))
            return;
        const int tid = e.at("tid");
        const std::string phase = e.at("ph");
        if (phase == "M" && e.at("name") == "thread_name" &&
            wanted_.window.tasks.has(tid, place_in(e.at("args").at("name"))))
            add(tid, of_run, "tasks", 1);
        if (phase == "i" && e.at("name") == "begins" && e.at("args").at("program") == GROUP_SERVER && !wanted_.servers)
            tasks_.erase(tid);
        if (phase == "M" && e.at("name") == "computing")
            computing = e.at("args").at("how").get<std::string>();
        if (phase == "B" && is_region(e.at("name")))
            comes_to_region(e.at("name"), time_of(e));
        if (phase == "B" || phase == "E")
            slice(tid, e, phase == "B");
        else if (phase == "s")
            sent(tid, e);
    }

    std::string computing = "free"; /* as of RunSums */

    /* The sums of the tasks that are wanted. */
    void add_to(std::map<RunSums::Key, double> &all)
    {
        comes_to_region("", last_);
        for (const auto &[name, t] : regions_)
            all[{of_regions, name + " [ms]"}] = t;
        const bool whole = wanted_.window.from == 0 && wanted_.window.to >= last_;
        all[{of_run, whole ? "time of the run [ms]" : "time of the part [ms]"}] = inside(0, last_);
        for (const auto &[tid, task] : tasks_)
            for (const auto &[key, value] : task.sums)
                all[key] += value;
        for (const auto &[who, sums] : sent_)
            if (tasks_.count(who.first) != 0 && tasks_.count(who.second) != 0) {
                all[{of_messages, "messages"}] += sums.first;
                all[{of_messages, "bytes"}] += sums.second;
            }
    }

  private:
    struct Task {
        TaskSlices slices;
        std::map<RunSums::Key, double> sums;
    };

    /* How much of it is in the part. */
    double inside(Ns from, Ns to) const
    {
        const Ns most = std::min(to, wanted_.window.to) - std::max(from, wanted_.window.from);
        return ms(static_cast<double>(std::max<Ns>(0, most)));
    }

    bool is_in(Ns t) const
    {
        return t >= wanted_.window.from && t <= wanted_.window.to;
    }

    void slice(int tid, const json &e, bool begins)
    {
        const auto task = tasks_.find(tid);
        if (task == tasks_.end())
            return;
        const auto done = task->second.slices.take(e, begins, [&](const OpenSlice &s, Ns from, Ns to) {
            if (inside(from, to) > 0)
                add(tid, of_time, state_names[s.state], inside(from, to));
        });
        if (!done || !done->is_call || (inside(done->began, time_of(e)) <= 0 && !is_in(done->began)))
            return;
        add(tid, of_calls, done->call + ", times", 1);
        add(tid, of_calls, done->call + " [ms]", inside(done->began, time_of(e)));
    }

    void comes_to_region(const std::string &name, Ns t)
    {
        if (name == region_)
            return;
        if (!region_.empty())
            regions_[region_] += inside(region_since_, t);
        region_ = name;
        region_since_ = t;
    }

    void sent(int tid, const json &e)
    {
        if (!is_in(time_of(e)))
            return;
        auto &[messages, bytes] = sent_[{tid, e.at("args").at("to")}];
        messages++;
        bytes += e.at("args").at("bytes").get<double>();
    }

    void add(int tid, Order order, const std::string &name, double value)
    {
        tasks_[tid].sums[{order, name}] += value;
    }

    PlotWanted wanted_;
    std::map<int, Task> tasks_;                                     /* those that are wanted, by tid */
    std::map<std::pair<int, int>, std::pair<double, double>> sent_; /* messages and bytes by sender and receiver */
    Ns last_ = 0;
    std::map<std::string, double> regions_; /* how long the run was in each */
    std::string region_;                    /* the one that it is in */
    Ns region_since_ = 0;
};

/* Options that may be given several times are one entry. */
MadeBy made_by(const json &of_machine, const json &by)
{
    MadeBy all;
    all["machine"] = of_machine.at("machine").get<std::string>();
    all["version"] = by.at("version").get<std::string>();
    for (const json &word : by.value("command", json::array()))
        all["program"] += (all["program"].empty() ? "" : " ") + word.get<std::string>();
    if (by.contains("build_id"))
        all["build id of the program"] = by.at("build_id").get<std::string>();
    const bool has_numbers = of_machine.contains("numbers"); /* the number of cells too */
    if (!has_numbers)
        all["cells"] = std::to_string(of_machine.at("cells").get<int>());
    else
        for (const auto &one : of_machine.at("numbers").items())
            all[one.key()] = one.value().is_string() ? one.value().get<std::string>()
                                                     : fmt::format("{}", one.value().get<double>()); /* 64, not 64.0 */
    for (const json &s : by.value("settings", json::array())) {
        if (has_numbers && s.at("option") == "--set") /* they are among the numbers */
            continue;
        std::string &value = all[s.at("option").get<std::string>()];
        value += (value.empty() ? "" : ", ") + s.at("value").get<std::string>() + " (" +
                 s.at("from").get<std::string>() + ")";
    }
    return all;
}

} // namespace

RunSums sums_of_trace(const std::string &path, const PlotWanted &wanted)
{
    RunSums sums;
    Adder adder(wanted);
    try {
        const json other = for_each_event(path, [&adder](const json &e) { adder.event(e); });
        sums.computing = has_real_time(other) ? "real" : adder.computing;
        if (other.contains("command"))
            sums.made_by = made_by(other, other);
    } catch (const json::exception &) {
        throw std::runtime_error("'" + path + "': not a trace of ap1000 run --trace");
    }
    adder.add_to(sums.values);
    return sums;
}

RunSums sums_of_report(const std::string &path)
{
    RunSums sums;
    auto add = [&sums](Order order, const std::string &name, double value) { sums.values[{order, name}] += value; };
    try {
        const json report = read_report(path), none = json::object();
        if (report.contains("computing"))
            sums.computing = report.at("computing").at("how").get<std::string>();
        if (report.contains("made_by"))
            sums.made_by = made_by(report, report.at("made_by"));
        add(of_run, "time of the run [ms]", ms(report.at("time_ns")));
        add(of_run, "tasks", static_cast<double>(report.at("tasks").size()));
        const json regions = report.value("regions_ns", none);
        for (const auto &region : regions.items())
            add(of_regions, "region " + region.key() + " [ms]", ms(region.value()));
        for (const auto &from : report.at("sent"))
            for (const auto &to : from) {
                add(of_messages, "messages", to.at("messages"));
                add(of_messages, "bytes", to.at("bytes"));
            }
        for (const auto &task : report.at("tasks")) {
            add(of_time, "computing [ms]", ms(task.at("computing_ns")));
            add(of_time, "sleeping [ms]", ms(task.at("sleeping_ns")));
            add(of_time, "waiting [ms]", ms(task.at("waiting_ns")));
            const json calls = task.value("calls", none);
            for (const auto &call : calls.items()) {
                add(of_calls, call.key() + ", times", call.value().at("times"));
                add(of_calls, call.key() + " [ms]", ms(call.value().at("total_ns")));
            }
        }
    } catch (const json::exception &) {
        throw std::runtime_error("'" + path + "': not a report of ap1000 run --report=FILE.json, .tsv or .csv");
    }
    return sums;
}

} // namespace ap1000
