/* plot_data.cpp - see plot_data.hpp. The file is read twice: for its end and its tasks, then for the columns. */
#include "command/plot_data.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <set>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/task_slices.hpp"
#include "group_names.h"

namespace ap1000
{
namespace
{

using nlohmann::json;

/* Public calls in which a task waits for all the others of a group. */
bool is_barrier(const std::string &call)
{
    static const std::set<std::string> barriers = {GROUP_BARRIER, "pvm_barrier_", "sync", "hsync", "csync"};
    return barriers.count(call) != 0;
}

/* Spreads numbers that follow each other over all 64 bits, so that what is chosen by them has no pattern (the finishing
 * steps of MurmurHash3, public domain). */
std::uint64_t hash(std::uint64_t x)
{
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdULL;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

/* The same by the rows' new places. */
std::map<std::pair<std::size_t, std::size_t>, std::int64_t>
moved(const std::map<std::pair<std::size_t, std::size_t>, std::int64_t> &by_row, const std::vector<std::size_t> &place)
{
    std::map<std::pair<std::size_t, std::size_t>, std::int64_t> out;
    for (const auto &[who, n] : by_row)
        out[{place[who.first], place[who.second]}] = n;
    return out;
}

/* One row: the time that each state takes of each column. */
struct Row {
    std::vector<std::array<Ns, plot_states>> columns;
    TaskSlices slices;
    bool active = false; /* does something in the window, other than waiting, or is sent something */
    bool server = false; /* what it does counts only if it has messages: the rest is its start and its end */
};

class Painter
{
  public:
    Painter(PlotData &d, std::size_t columns, std::size_t most_messages)
        : d_(d), columns_(columns), rows_(d.tasks.size()),
          width_(std::max<Ns>(1, (d.end - d.from + static_cast<Ns>(columns) - 1) / static_cast<Ns>(columns))),
          most_messages_(most_messages)
    {
        for (std::size_t r = 0; r < d.tasks.size(); r++) {
            row_of_[d.tasks[r].tid] = r;
            rows_[r].columns.assign(columns, {});
            rows_[r].server = d.tasks[r].server;
        }
        for (auto leg = d.path.rbegin(); leg != d.path.rend(); ++leg)
            if (leg->from_tid == leg->to_tid)
                on_path_[leg->from_tid].push_back(*leg);
            else
                d.on_path[plot_states] += leg->to - leg->from;
    }

    void event(const json &e)
    {
        if (!is_task_event(e))
            return;
        if (const auto legs = on_path_.find(e.at("tid")); legs != on_path_.end())
            if (const std::string &phase = e.at("ph"); phase == "B" || phase == "E")
                path_slices_[legs->first].take(e, phase == "B", [&](const OpenSlice &s, Ns from, Ns to) {
                    d_.on_path[s.state] += inside(legs->second, from, to);
                });
        if (row_of_.count(e.at("tid")) == 0)
            return;
        const std::size_t row = row_of_.at(e.at("tid"));
        const std::string phase = e.at("ph");
        if (phase == "B" || phase == "E")
            rows_[row].slices.take(e, phase == "B", [this, row](const OpenSlice &s, Ns from, Ns to) {
                fill(rows_[row], std::max(from, d_.from), std::min(to, d_.end), s.state);
            });
        else if (phase == "s")
            sent(row, e);
        else if (phase == "f")
            accepted(row, e);
    }

    void finish()
    {
        leave_out_idle();
        for (std::size_t r = 0; r < rows_.size(); r++)
            make_runs(r);
    }

  private:
    /* How much of this time the legs of a task, in their order, have. */
    static Ns inside(const std::vector<PathLeg> &legs, Ns from, Ns to)
    {
        Ns sum = 0;
        auto leg = std::upper_bound(legs.begin(), legs.end(), from, [](Ns t, const PathLeg &l) { return t < l.to; });
        for (; leg != legs.end() && leg->from < to; ++leg)
            sum += std::max<Ns>(0, std::min(to, leg->to) - std::max(from, leg->from));
        return sum;
    }

    void fill(Row &row, Ns from, Ns to, PlotState state)
    {
        const bool does = state == plot_computing || state == plot_call || state == plot_sleeping;
        row.active = row.active || (!row.server && from < to && does);
        while (from < to) {
            const auto column = std::min(static_cast<std::size_t>((from - d_.from) / width_), columns_ - 1);
            const Ns edge = column + 1 == columns_ ? to : std::min(to, d_.from + static_cast<Ns>(column + 1) * width_);
            row.columns[column][state] += edge - from;
            from = edge;
        }
    }

    void sent(std::size_t row, const json &e)
    {
        const json &args = e.at("args");
        const auto to = row_of_.find(args.at("to"));
        if (to == row_of_.end())
            return;
        const Ns t = time_of(e);
        under_way_[e.at("id")] = {row, t};
        if (t < d_.from || t > d_.end)
            return;
        rows_[row].active = rows_[to->second].active = true; /* the matrix has a cell of both */
        d_.bytes[{row, to->second}] += args.at("bytes").get<std::int64_t>();
        d_.counts[{row, to->second}]++;
    }

    void accepted(std::size_t row, const json &e)
    {
        const auto m = under_way_.find(e.at("id"));
        if (m == under_way_.end())
            return;
        const Ns t = time_of(e);
        if (t >= d_.from && m->second.second <= d_.end) {
            rows_[m->second.first].active = rows_[row].active = true;
            d_.all_messages++;
            candidates_.push({hash(m->first), {m->second.first, row, m->second.second, t}});
            if (candidates_.size() > most_messages_)
                candidates_.pop();
        }
        under_way_.erase(m);
    }

    /* Those with the smallest hashes are drawn. */
    void choose_messages()
    {
        for (; !candidates_.empty(); candidates_.pop())
            d_.messages.push_back(candidates_.top().second);
        const auto drawn = static_cast<std::int64_t>(d_.messages.size());
        d_.every = drawn > 0 ? (d_.all_messages + drawn / 2) / drawn : 1;
        std::sort(d_.messages.begin(), d_.messages.end(), [](const PlotMessage &a, const PlotMessage &b) {
            return std::tie(a.sent, a.from_row, a.accepted, a.to_row) <
                   std::tie(b.sent, b.from_row, b.accepted, b.to_row);
        });
    }

    /* Rows without anything but waiting make the others thin. If all are so, all stay. */
    void leave_out_idle()
    {
        choose_messages();
        const auto active = std::count_if(rows_.begin(), rows_.end(), [](const Row &r) { return r.active; });
        if (active == 0)
            return;
        std::vector<std::size_t> place(rows_.size()); /* of those that stay */
        std::vector<PlotTask> tasks;
        std::vector<Row> rows;
        for (std::size_t r = 0; r < rows_.size(); r++) {
            if (!rows_[r].active) {
                ++(rows_[r].server ? d_.servers : d_.idle_tasks);
                continue;
            }
            place[r] = rows.size();
            tasks.push_back(d_.tasks[r]);
            rows.push_back(std::move(rows_[r]));
        }
        rows_ = std::move(rows);
        d_.tasks = std::move(tasks);
        for (PlotMessage &m : d_.messages) {
            m.from_row = place[m.from_row];
            m.to_row = place[m.to_row];
        }
        d_.bytes = moved(d_.bytes, place);
        d_.counts = moved(d_.counts, place);
    }

    void make_runs(std::size_t r)
    {
        for (std::size_t c = 0; c < columns_; c++) {
            const auto &shares = rows_[r].columns[c];
            const auto most = std::max_element(shares.begin(), shares.end());
            if (*most == 0)
                continue;
            const auto state = static_cast<PlotState>(most - shares.begin());
            const Ns from = d_.from + static_cast<Ns>(c) * width_, to = std::min(from + width_, d_.end);
            if (!d_.runs.empty() && d_.runs.back().row == r && d_.runs.back().state == state &&
                d_.runs.back().to == from)
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
    std::map<int, std::vector<PathLeg>> on_path_; /* by tid */
    std::map<int, TaskSlices> path_slices_;
    std::map<std::uint64_t, std::pair<std::size_t, Ns>> under_way_;
    struct SmallerHash {
        bool operator()(const std::pair<std::uint64_t, PlotMessage> &a,
                        const std::pair<std::uint64_t, PlotMessage> &b) const
        {
            return a.first < b.first;
        }
    };
    std::priority_queue<std::pair<std::uint64_t, PlotMessage>, std::vector<std::pair<std::uint64_t, PlotMessage>>,
                        SmallerHash>
        candidates_;
    std::size_t most_messages_;
};

} // namespace

PlotState state_of(const json &e, const std::string &within)
{
    const std::string category = e.value("cat", "");
    if (category == "call")
        return plot_call;
    if (category == "sleeping")
        return plot_sleeping;
    if (category != "wait")
        return plot_computing;
    const std::string reason = e.at("args").value("for", "");
    if (reason == "host")
        return plot_wait_host;
    if (reason == "processor")
        return plot_wait_processor;
    return reason == "barrier" || is_barrier(within) ? plot_wait_barrier : plot_wait_message;
}

PlotData read_trace(const std::string &path, const PlotWanted &wanted, std::size_t columns, std::size_t most_messages)
{
    PlotData d;
    std::map<int, std::string> names;
    std::set<int> servers;
    PathFinder finder;
    Ns first = std::numeric_limits<Ns>::max(), last = 0;
    try {
        for_each_event(path, [&](const json &e) {
            if (e.contains("ts")) {
                first = std::min(first, time_of(e));
                last = std::max(last, time_of(e));
            }
            if (is_task_event(e))
                finder.event(e);
            if (is_task_event(e) && e.value("name", "") == "thread_name")
                names[e.at("tid")] = e.at("args").at("name");
            if (is_task_event(e) && e.value("name", "") == "begins" &&
                e.at("args").value("program", "") == GROUP_SERVER)
                servers.insert(e.at("tid").get<int>());
        });
        for (const auto &[tid, name] : names) {
            if (!wanted.window.tasks.has(tid, place_in(name)))
                continue;
            if (!wanted.servers && servers.count(tid) != 0)
                d.servers++;
            else
                d.tasks.push_back({tid, name, servers.count(tid) != 0});
        }
        if (names.empty())
            throw std::runtime_error("'" + path + "': no task in it; a trace that ap1000 run --trace wrote is wanted");
        if (d.tasks.empty())
            throw std::runtime_error("'" + path + "': none of its tasks is wanted; it has " + names.begin()->second +
                                     " to " + names.rbegin()->second);
        d.from = wanted.window.from > 0 ? wanted.window.from : beginning(first, last);
        d.end = std::min(last, wanted.window.to);
        refuse_nothing(path, d.from, d.end, first, last);
        d.path = finder.find();
        d.regions = finder.regions();
        Painter painter(d, columns, most_messages);
        const json by = for_each_event(path, [&](const json &e) { painter.event(e); });
        d.is_real = has_real_time(by);
        painter.finish();
    } catch (const json::exception &) {
        throw std::runtime_error("'" + path + "': not a trace of ap1000 run --trace");
    }
    return d;
}

} // namespace ap1000
