/* cause.cpp - see cause.hpp. */
#include "observe/cause.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "networks/ap1000/network_ap1000.hpp"
#include "observe/report_words.hpp"
#include "observe/run_totals.hpp"

namespace ap1000
{
namespace
{

constexpr double contended = 0.25; /* of the path: waiting for links is the cause */
constexpr double to_blame = 0.5;   /* of the path: one task's own work is the cause */
constexpr double waited_for = 0.1; /* of the path: somebody waits for it */
constexpr double uneven = 1.2;     /* the busiest task over the mean */
constexpr double alone = 0.25;     /* the next one works less than this part of the busiest: it alone works */

template <typename Key> std::pair<Key, Ns> greatest(const std::map<Key, Ns> &of)
{
    const auto most =
        std::max_element(of.begin(), of.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == of.end() ? std::pair<Key, Ns>{} : std::pair<Key, Ns>(*most);
}

constexpr auto own_parts = {PathPart::computing, PathPart::sleeping, PathPart::software_host, PathPart::software_cell};

/* Of the path, what the task itself did: how long, and which part of it took most. */
struct OwnTime {
    int tid = 0;
    Ns all = 0, most = 0;
    PathPart greatest = PathPart::computing;
};

OwnTime own_time(const PathSums &path, int tid)
{
    OwnTime own{tid};
    const auto parts = path.of_tasks.find(tid);
    for (PathPart part : own_parts) {
        const Ns t = parts == path.of_tasks.end() ? 0 : parts->second[static_cast<std::size_t>(part)];
        own.all += t;
        if (t > own.most) {
            own.most = t;
            own.greatest = part;
        }
    }
    return own;
}

/* Which task did most of the path itself. */
OwnTime most_on_path(const PathSums &path)
{
    OwnTime most;
    for (const auto &[tid, parts] : path.of_tasks)
        if (const OwnTime own = own_time(path, tid); own.all > most.all)
            most = own;
    return most;
}

/* One spawn is one class, wherever the path leaves it: the request and its answer, or the beginning of the task. */
Ns in_starts(const PathSums &path)
{
    return path.of(PathPart::spawn) + path.in_call("pvm_spawn");
}

bool has_started_others(const VerdictInput &in, int tid)
{
    return std::any_of(in.tasks.begin(), in.tasks.end(),
                       [&](const auto &t) { return t.second.track.parent_tid == tid && !is_server(t.second); });
}

/* "and t40002 (cell 0) waits for it, 20.000 ms", or how many do. */
std::string who_waits_for(const VerdictInput &in, int tid)
{
    std::set<int> waiting;
    Ns all = 0;
    for (const auto &[who, t] : in.path.waits())
        if (who.second == tid && t > 0) {
            waiting.insert(who.first);
            all += t;
        }
    if (waiting.empty())
        return "and no task waits for it";
    if (waiting.size() > 1)
        return fmt::format("and {} tasks wait for it, {:.3f} ms together", waiting.size(), ms(all));
    return fmt::format("and {} waits for it, {:.3f} ms", task_name(in, *waiting.begin()), ms(all));
}

/* For a noticeable part of the path. */
bool is_waited_for(const VerdictInput &in, int tid)
{
    Ns most = 0;
    for (const auto &[who, t] : in.path.waits())
        most = who.second == tid ? std::max(most, t) : most;
    return percent(most, in.path.path().all()) >= 100 * waited_for;
}

/* One task's own work is most of the path. */
std::string of_task(const VerdictInput &in, const OwnTime &own)
{
    const int tid = own.tid;
    const auto task = in.tasks.find(tid);
    const char *const kind = own.greatest == PathPart::sleeping ? "time" : "work";
    const std::string work =
        fmt::format("{:.1f} % of the critical path is its own {}, most of it {}",
                    percent(own.all, in.path.path().all()), kind, words_on(in.machine, own.greatest));
    if (task != in.tasks.end() && is_server(task->second))
        return fmt::format("barriers and groups: {}: {}, {}.", task_name(in, tid), work, who_waits_for(in, tid));
    const auto spread = spread_of_work(in);
    const double times = spread && spread->mean > 0 ? static_cast<double>(spread->most) / spread->mean : 1;
    const bool is_peer = spread && task != in.tasks.end() && task->second.track.program == spread->program &&
                         (task->second.track.node > 0 || !in.machine.has_host());
    if (!is_peer && has_started_others(in, tid))
        return fmt::format("the master, {}: {}, {}.", task_name(in, tid), work, who_waits_for(in, tid));
    if (is_peer && times >= uneven && static_cast<double>(spread->next) >= alone * static_cast<double>(spread->most))
        return fmt::format(
            "unbalanced work: {} works {:.3f} ms, the {} tasks of {} {:.3f} ms on average: {:.2f} times; {}.",
            task_name(in, spread->busiest), ms(spread->most), spread->tasks, spread->program, spread->mean / 1e6, times,
            who_waits_for(in, tid));
    if (is_peer && times < uneven)
        return fmt::format(
            "the work itself, evenly spread: each of the {} tasks of {} works about {:.3f} ms, most of it {}.",
            spread->tasks, spread->program, spread->mean / 1e6, words_on(in.machine, own.greatest));
    return fmt::format("a {}, {}: {}, {}.", is_waited_for(in, tid) ? "late sender" : "busy task", task_name(in, tid),
                       work, who_waits_for(in, tid));
}

/* No task is to blame: what most of the path is. */
std::string of_part(const VerdictInput &in)
{
    const PathSums &path = in.path.path();
    std::map<PathPart, Ns> parts;
    for (std::size_t i = 0; i < path_parts; i++)
        parts[static_cast<PathPart>(i)] = path.time[i];
    const Ns requests = std::min(path.of(PathPart::control), path.in_call("pvm_spawn"));
    parts[PathPart::control] -= requests;
    parts[PathPart::spawn] += requests;
    const auto [part, t] = greatest(parts);
    std::string line =
        fmt::format("{}: {:.1f} % of the critical path", words_on(in.machine, part), percent(t, path.all()));
    if (path.times(part) > 0)
        line += fmt::format(", {} of them", path.times(part));
    if (part == PathPart::messages_tnet)
        line += fmt::format(", {:.3f} ms of it waiting for links", ms(queued_in_tnet(in)));
    if (part == PathPart::messages_host && queued_for_host(in) > 0)
        line += fmt::format(", {:.3f} ms of it in the queue for the host interface", ms(queued_for_host(in)));
    return line + ".";
}

} // namespace

std::optional<Spread> spread_of_work(const VerdictInput &in)
{
    std::map<std::string, std::vector<std::pair<Ns, int>>> programs;
    for (const auto &[tid, t] : in.tasks)
        if (!is_server(t) && (t.track.node > 0 || !in.machine.has_host()))
            programs[t.track.program].emplace_back(t.ended - t.began - t.all().waiting - t.outside, tid);
    const auto most = std::max_element(programs.begin(), programs.end(),
                                       [](const auto &a, const auto &b) { return a.second.size() < b.second.size(); });
    if (most == programs.end() || most->second.size() < 2)
        return std::nullopt;
    auto &all = most->second;
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    double sum = 0;
    for (const auto &one : all)
        sum += static_cast<double>(one.first);
    return Spread{most->first,  all.size(),   all[0].second,
                  all[0].first, all[1].first, sum / static_cast<double>(all.size())};
}

std::map<int, Ns> carried_by_links(const VerdictInput &in)
{
    std::map<int, Ns> carried;
    if (!in.machine.has_host() || in.matrix.empty() || in.machine.grid.cells() < 1)
        return carried;
    const Torus torus(in.machine.grid.nx, in.machine.grid.ny);
    const PsPerByte bandwidth = in.machine.own<Ap1000NetworkParameters>().tnet.bandwidth;
    std::vector<int> links;
    for (const auto &[who, traffic] : in.matrix) {
        const auto from = in.tasks.find(who.first), to = in.tasks.find(who.second);
        if (from == in.tasks.end() || to == in.tasks.end() || from->second.track.node == 0 ||
            to->second.track.node == 0)
            continue;
        torus.route(from->second.track.node - 1, to->second.track.node - 1, links);
        for (int link : links)
            carried[link] += traffic.bytes * bandwidth / 1000;
    }
    return carried;
}

Ns queued_in_tnet(const VerdictInput &in)
{
    const PathSums &path = in.path.path();
    const TNetParameters &tnet = in.machine.own<Ap1000NetworkParameters>().tnet;
    const Ns free = path.hops * tnet.hop + path.carried(PathPart::messages_tnet) * tnet.bandwidth / 1000;
    return std::max<Ns>(0, path.of(PathPart::messages_tnet) - free);
}

Ns queued_for_host(const VerdictInput &in)
{
    const PathSums &path = in.path.path();
    const auto &p = in.machine.own<Ap1000NetworkParameters>();
    const Ns free = path.times(PathPart::messages_host) * (p.host_interface.latency + p.bnet.arbitration) +
                    path.carried(PathPart::messages_host) * (p.host_interface.bandwidth + p.bnet.bandwidth) / 1000;
    return in.machine.has_host() ? std::max<Ns>(0, path.of(PathPart::messages_host) - free) : 0;
}

std::string cause(const VerdictInput &in)
{
    const PathSums &path = in.path.path();
    const Ns queued = queued_in_tnet(in);
    if (percent(queued, path.all()) >= 100 * contended) {
        const auto [link, t] = greatest(carried_by_links(in));
        return fmt::format("Cause: contention in the T-Net: of the {:.3f} ms of messages between cells on the critical "
                           "path, {:.3f} ms "
                           "are waiting for links; the link that carries most is {}, for {:.3f} ms.",
                           ms(path.of(PathPart::messages_tnet)), ms(queued),
                           Torus(in.machine.grid.nx, in.machine.grid.ny).link_name(link), ms(t));
    }
    if (percent(queued_for_host(in), path.all()) >= 100 * to_blame)
        return fmt::format("Cause: the queue for the host interface: of the {:.3f} ms of messages between the host and "
                           "the cells on the critical path, {:.3f} ms are waiting for others to cross.",
                           ms(path.of(PathPart::messages_host)), ms(queued_for_host(in)));
    if (percent(in_starts(path), path.all()) >= 100 * to_blame)
        return fmt::format(
            "Cause: starting tasks: {:.1f} % of the critical path, in pvm_spawn and until the tasks begin.",
            percent(in_starts(path), path.all()));
    const OwnTime own = most_on_path(path);
    return "Cause: " + (percent(own.all, path.all()) >= 100 * to_blame ? of_task(in, own) : of_part(in));
}

} // namespace ap1000
