/* run_sums.cpp - see run_sums.hpp. */
#include "command/run_sums.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <vector>

#include <nlohmann/json.hpp>

#include "command/plot_data.hpp"
#include "command/trace_reader.hpp"

namespace ap1000
{
namespace
{

using nlohmann::json;

enum Order { of_run, of_messages, of_time, of_calls };

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

/* What a task is in: the innermost is what its time goes to. */
struct OpenSlice {
    PlotState state;
    std::string call;
    Ns began;
};

class Adder
{
  public:
    explicit Adder(RunSums &sums) : sums_(sums)
    {
    }

    void event(const json &e)
    {
        if (!is_task_event(e))
            return;
        const int tid = e.at("tid");
        const std::string phase = e.at("ph");
        if (e.contains("ts"))
            last_ = std::max(last_, time_of(e));
        if (phase == "M" && e.at("name") == "thread_name")
            add(of_run, "tasks", 1);
        if (phase == "B" || phase == "E")
            slice(tasks_[tid], e, phase == "B");
        if (phase != "s")
            return;
        add(of_messages, "messages", 1);
        add(of_messages, "bytes", e.at("args").at("bytes").get<double>());
    }

    void finish()
    {
        add(of_run, "time of the run [ms]", ms(static_cast<double>(last_)));
    }

  private:
    struct Row {
        std::vector<OpenSlice> open;
        Ns since = 0;
    };

    void slice(Row &row, const json &e, bool begins)
    {
        const Ns t = time_of(e);
        if (!row.open.empty())
            add(of_time, state_names[row.open.back().state], ms(static_cast<double>(t - row.since)));
        row.since = t;
        if (begins) {
            const PlotState state = state_of(e, row.open.empty() ? "" : row.open.back().call);
            row.open.push_back({state, state == plot_call ? e.at("name").get<std::string>() : "", t});
        } else if (!row.open.empty()) {
            const OpenSlice done = row.open.back();
            row.open.pop_back();
            if (done.call.empty())
                return;
            add(of_calls, done.call + ", times", 1);
            add(of_calls, done.call + " [ms]", ms(static_cast<double>(t - done.began)));
        }
    }

    void add(Order order, const std::string &name, double value)
    {
        sums_.values[{order, name}] += value;
    }

    RunSums &sums_;
    std::map<int, Row> tasks_;
    Ns last_ = 0;
};

/* Options that may be given several times are one entry. */
MadeBy made_by(const json &of_machine, const json &by)
{
    MadeBy all;
    all["machine"] = of_machine.at("machine").get<std::string>();
    all["cells"] = std::to_string(of_machine.at("cells").get<int>());
    all["version"] = by.at("version").get<std::string>();
    for (const json &word : by.at("command"))
        all["program"] += (all["program"].empty() ? "" : " ") + word.get<std::string>();
    for (const json &s : by.at("settings")) {
        std::string &value = all[s.at("option").get<std::string>()];
        value += (value.empty() ? "" : ", ") + s.at("value").get<std::string>() + " (" +
                 s.at("from").get<std::string>() + ")";
    }
    return all;
}

} // namespace

RunSums sums_of_trace(const std::string &path)
{
    RunSums sums;
    Adder adder(sums);
    try {
        const json other = for_each_event(path, [&adder](const json &e) { adder.event(e); });
        if (other.contains("command"))
            sums.made_by = made_by(other, other);
    } catch (const json::exception &) {
        throw std::runtime_error("'" + path + "': not a trace of ap1000 run --trace");
    }
    adder.finish();
    return sums;
}

RunSums sums_of_report(const std::string &path)
{
    RunSums sums;
    auto add = [&sums](Order order, const std::string &name, double value) { sums.values[{order, name}] += value; };
    try {
        std::ifstream in(path);
        const json report = json::parse(in);
        if (report.contains("made_by"))
            sums.made_by = made_by(report, report.at("made_by"));
        add(of_run, "time of the run [ms]", ms(report.at("time_ns")));
        add(of_run, "tasks", static_cast<double>(report.at("tasks").size()));
        for (const auto &from : report.at("sent"))
            for (const auto &to : from) {
                add(of_messages, "messages", to.at("messages"));
                add(of_messages, "bytes", to.at("bytes"));
            }
        for (const auto &task : report.at("tasks")) {
            add(of_time, "computing [ms]", ms(task.at("computing_ns")));
            add(of_time, "sleeping [ms]", ms(task.at("sleeping_ns")));
            add(of_time, "waiting [ms]", ms(task.at("waiting_ns")));
            for (const auto &call : task.at("calls").items()) {
                add(of_calls, call.key() + ", times", call.value().at("times"));
                add(of_calls, call.key() + " [ms]", ms(call.value().at("total_ns")));
            }
        }
    } catch (const json::exception &) {
        throw std::runtime_error("'" + path + "': not a report of ap1000 run --report=FILE.json");
    }
    return sums;
}

} // namespace ap1000
