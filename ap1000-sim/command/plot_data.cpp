/* plot_data.cpp - see plot_data.hpp. The file is read twice: for its end and its tasks, then for the columns. */
#include "command/plot_data.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace ap1000
{
namespace
{

using nlohmann::json;

/* Call `use` with each event. */
void for_each_event(const std::string &path, const std::function<void(const json &)> &use)
{
    std::ifstream in(path);
    if (!in)
        throw std::runtime_error("'" + path + "': cannot be read: " + std::strerror(errno) +
                                 "; a trace that ap1000 run --trace wrote is wanted");
    bool any = false;
    auto keep = [&](int depth, json::parse_event_t what, json &parsed) {
        if (depth != 2 || what != json::parse_event_t::object_end || !parsed.contains("ph"))
            return true;
        any = true;
        use(parsed);
        return false; /* it has been dealt with */
    };
    try {
        const json rest = json::parse(in, keep);
        any = any && rest.contains("traceEvents");
    } catch (const json::exception &e) {
        throw std::runtime_error("'" + path + "': not a whole trace of ap1000 run --trace: " + e.what());
    }
    if (!any)
        throw std::runtime_error("'" + path + "': no event in it; a trace that ap1000 run --trace wrote is wanted");
}

Ns time_of(const json &e)
{
    return std::llround(e.at("ts").get<double>() * 1000);
}

bool is_task_event(const json &e)
{
    return e.value("pid", 0) == 1 && e.contains("tid");
}

PlotState state_of(const json &e)
{
    const std::string category = e.value("cat", "");
    if (category == "call")
        return plot_call;
    if (category == "sleeping")
        return plot_sleeping;
    if (category == "wait")
        return e.at("args").value("for", "") == "message" ? plot_wait : plot_other_wait;
    return plot_computing;
}

/* One row: the time that each state takes of each column. */
struct Row {
    std::vector<std::array<Ns, plot_states>> columns;
    std::vector<PlotState> open;
    Ns since = 0;
};

class Painter
{
  public:
    Painter(PlotData &d, std::size_t columns)
        : d_(d), columns_(columns), rows_(d.tasks.size()), width_(std::max<Ns>(1, (d.end + static_cast<Ns>(columns) - 1) / static_cast<Ns>(columns)))
    {
        for (std::size_t r = 0; r < d.tasks.size(); r++) {
            row_of_[d.tasks[r].tid] = r;
            rows_[r].columns.assign(columns, {});
        }
    }

    void event(const json &e)
    {
        if (!is_task_event(e) || row_of_.count(e.at("tid")) == 0)
            return;
        const std::size_t row = row_of_.at(e.at("tid"));
        const std::string phase = e.at("ph");
        if (phase == "B" || phase == "E")
            slice(rows_[row], e, phase == "B");
        else if (phase == "s")
            sent(row, e);
        else if (phase == "f")
            accepted(row, e);
    }

    void finish()
    {
        for (std::size_t r = 0; r < rows_.size(); r++)
            make_runs(r);
    }

  private:
    void slice(Row &row, const json &e, bool begins)
    {
        const Ns t = time_of(e);
        if (!row.open.empty())
            fill(row, row.since, t, row.open.back());
        row.since = t;
        if (begins)
            row.open.push_back(state_of(e));
        else if (!row.open.empty())
            row.open.pop_back();
    }

    void fill(Row &row, Ns from, Ns to, PlotState state)
    {
        while (from < to) {
            const auto column = std::min(static_cast<std::size_t>(from / width_), columns_ - 1);
            const Ns edge = column + 1 == columns_ ? to : std::min(to, static_cast<Ns>(column + 1) * width_);
            row.columns[column][state] += edge - from;
            from = edge;
        }
    }

    void sent(std::size_t row, const json &e)
    {
        const json &args = e.at("args");
        const auto to = row_of_.find(args.at("to"));
        under_way_[e.at("id")] = {row, time_of(e)};
        if (to == row_of_.end())
            return;
        d_.bytes[{row, to->second}] += args.at("bytes").get<std::int64_t>();
        d_.counts[{row, to->second}]++;
    }

    void accepted(std::size_t row, const json &e)
    {
        const auto m = under_way_.find(e.at("id"));
        if (m == under_way_.end())
            return;
        if (seen_++ % d_.every == 0)
            d_.messages.push_back({m->second.first, row, m->second.second, time_of(e)});
        under_way_.erase(m);
    }

    void make_runs(std::size_t r)
    {
        for (std::size_t c = 0; c < columns_; c++) {
            const auto &shares = rows_[r].columns[c];
            const auto most = std::max_element(shares.begin(), shares.end());
            if (*most == 0)
                continue;
            const auto state = static_cast<PlotState>(most - shares.begin());
            const Ns from = static_cast<Ns>(c) * width_, to = std::min(from + width_, d_.end);
            if (!d_.runs.empty() && d_.runs.back().row == r && d_.runs.back().state == state && d_.runs.back().to == from)
                d_.runs.back().to = to;
            else
                d_.runs.push_back({r, from, to, state});
        }
    }

    PlotData &d_;
    std::size_t columns_;
    std::vector<Row> rows_;
    Ns width_;
    std::map<int, std::size_t> row_of_;
    std::map<std::uint64_t, std::pair<std::size_t, Ns>> under_way_;
    std::int64_t seen_ = 0;
};

} // namespace

PlotData read_trace(const std::string &path, std::size_t columns, std::size_t most_messages)
{
    PlotData d;
    std::map<int, std::string> names;
    try {
        for_each_event(path, [&](const json &e) {
            if (e.contains("ts"))
                d.end = std::max(d.end, time_of(e));
            if (is_task_event(e) && e.value("name", "") == "thread_name")
                names[e.at("tid")] = e.at("args").at("name");
            d.all_messages += e.at("ph") == "f";
        });
        for (const auto &[tid, name] : names)
            d.tasks.push_back({tid, name});
        if (d.tasks.empty())
            throw std::runtime_error("'" + path + "': no task in it; a trace that ap1000 run --trace wrote is wanted");
        d.every = std::max<std::int64_t>(1, (d.all_messages + static_cast<std::int64_t>(most_messages) - 1) / static_cast<std::int64_t>(most_messages));
        Painter painter(d, columns);
        for_each_event(path, [&](const json &e) { painter.event(e); });
        painter.finish();
    } catch (const json::exception &e) {
        throw std::runtime_error("'" + path + "': not a trace of ap1000 run --trace: " + e.what());
    }
    return d;
}

} // namespace ap1000
