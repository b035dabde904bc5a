/* computing_words.cpp - see computing_words.hpp. */
#include "observe/computing_words.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernel/computing_policy.hpp"
#include "observe/report_words.hpp"

namespace ap1000
{
namespace
{

using How = WorkDone::How;

constexpr std::size_t most_classes = 4, most_programs = 3;

/* The classes that cost the most, each with its part of the whole. */
std::string parts(const VerdictInput &run)
{
    std::vector<std::pair<double, std::size_t>> cost(PVMSIM_WORK_CLASSES);
    double all = 0;
    for (const auto &[tid, t] : run.tasks) {
        const mach_work_price price = run.machine.work_price(t.track.node);
        for (std::size_t i = 0; i < cost.size(); i++) {
            const double ps = static_cast<double>(t.work.count[i]) * static_cast<double>(price.weight[i]) *
                              static_cast<double>(price.cycle_ps);
            cost[i].first += ps;
            cost[i].second = i;
            all += ps;
        }
    }
    std::stable_sort(cost.begin(), cost.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<std::string> said;
    for (const auto &[ps, i] : cost)
        if (ps > 0 && said.size() < most_classes)
            said.push_back(fmt::format("{} {:.0f} %", work_class_name(i), 100 * ps / all));
    return fmt::format("{}", fmt::join(said, ", "));
}

/* Those of whose programs nothing was counted. */
std::set<std::string> plain_programs(const std::map<int, TaskTotals> &tasks)
{
    std::set<std::string> names;
    for (const auto &[tid, t] : tasks)
        if (!t.work.is_counted && !is_server(t))
            names.insert(t.track.program);
    return names;
}

std::string some_of(const std::set<std::string> &names)
{
    std::vector<std::string> some(names.begin(), names.end());
    if (some.size() > most_programs) {
        some.resize(most_programs);
        some.emplace_back("...");
    }
    return fmt::format("{}", fmt::join(some, ", "));
}

/* What is wrong with the first, and that it is so with the others. */
std::string uncounted(const std::set<std::string> &plain)
{
    const std::set<std::string> others(std::next(plain.begin()), plain.end());
    return *plain.begin() + " " + how_to_count(*plain.begin()) + (others.empty() ? "" : ", nor " + some_of(others));
}

std::string free_line(const VerdictInput &run)
{
    const std::set<std::string> plain = plain_programs(run.tasks);
    if (plain.empty())
        return "computing costs nothing here: --cpu none";
    return "computing costs nothing here: " + uncounted(plain);
}

std::string counted_line(const VerdictInput &run, const WorkDone &all)
{
    const std::set<std::string> plain = plain_programs(run.tasks);
    const auto tasks = std::count_if(run.tasks.begin(), run.tasks.end(),
                                     [](const auto &t) { return t.second.work.how == How::counted; });
    std::string line =
        fmt::format("computing is counted: {:.3f} ms in {} task{}", ms(all.charged), tasks, tasks == 1 ? "" : "s");
    if (const std::string what = parts(run); !what.empty())
        line += ": " + what;
    else if (std::any_of(all.count.begin(), all.count.end(), [](std::int64_t n) { return n > 0; }))
        line += ": machine " + run.machine.name + " does not say how fast its processors are";
    if (!plain.empty())
        line += "; what else computes costs nothing: " + uncounted(plain);
    return line;
}

} // namespace

WorkDone all_computing(const std::map<int, TaskTotals> &tasks)
{
    WorkDone all;
    for (const auto &[tid, t] : tasks) {
        if (is_server(t))
            continue;
        all.how = std::max(all.how, t.work.how);
        all.charged += t.work.charged;
        for (std::size_t i = 0; i < all.count.size(); i++)
            all.count[i] += t.work.count[i];
    }
    return all;
}

std::string computing_line(const VerdictInput &run)
{
    const WorkDone all = all_computing(run.tasks);
    if (all.how == How::measured)
        return "computing is measured on this computer (--cpu): another run gives other times";
    return all.how == How::counted ? counted_line(run, all) : free_line(run);
}

} // namespace ap1000
