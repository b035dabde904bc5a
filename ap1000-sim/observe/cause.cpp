/* cause.cpp - see cause.hpp. */
#include "observe/cause.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "networks/ap1000/network_ap1000.hpp"
#include "observe/computing_words.hpp"
#include "observe/report_words.hpp"
#include "observe/run_totals.hpp"

namespace ap1000
{
namespace
{

constexpr double contended = 25;   /* % of the path: waiting for links is the cause */
constexpr double to_blame = 50;    /* % of the path: one task's own work is the cause */
constexpr double waited_for = 10;  /* % of the path: somebody waits for it */
constexpr double uneven = 1.2;     /* the busiest task over the mean */
constexpr double alone = 0.25;     /* the next one works less than this part of the busiest: it alone works */
constexpr double gets_most = 0.4;  /* of all messages: their receiver is a place that all go to */
constexpr double in_turn = 1.5;    /* the path's work over the mean of the tasks: not all of them work at once */
constexpr double of_its_cell = 20; /* % of the path: a task that shares a processor counts */

template <typename Key> std::pair<Key, Ns> greatest(const std::map<Key, Ns> &of)
{
    const auto most =
        std::max_element(of.begin(), of.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == of.end() ? std::pair<Key, Ns>{} : std::pair<Key, Ns>(*most);
}

/* What a task does itself: on the path, or in the whole run. Calls without those of other kinds (cause_kinds.cpp). */
struct OwnTime {
    int tid = 0;
    Ns computing = 0, sleeping = 0, calls = 0;
    Ns all() const
    {
        return computing + sleeping + calls;
    }
    const char *most() const
    {
        if (calls > std::max(computing, sleeping))
            return "PVM calls";
        return sleeping > computing ? "sleeping" : "computing";
    }
};

/* Of this time on the path, as much as `part` is of `whole` in the run. */
Ns share(Ns of, Ns part, Ns whole)
{
    return whole > 0 ? static_cast<Ns>(static_cast<double>(of) * static_cast<double>(part) / static_cast<double>(whole))
                     : 0;
}

OwnTime own_on_path(const VerdictInput &in, int tid)
{
    OwnTime own{tid};
    const auto &of = in.path.path().of_tasks;
    const auto parts = of.find(tid);
    const auto task = in.tasks.find(tid);
    if (parts == of.end() || task == in.tasks.end() || is_server(task->second))
        return own;
    const auto in_part = [&](PathPart part) { return parts->second[static_cast<std::size_t>(part)]; };
    own.computing = in_part(PathPart::computing);
    own.sleeping = in_part(PathPart::sleeping);
    const Ns calls = in_part(PathPart::software_host) + in_part(PathPart::software_cell);
    const CallTotals all = task->second.all();
    own.calls = calls - share(calls, in_other_kinds(task->second), all.in_call - all.waiting);
    return own;
}

OwnTime own_in_run(const TaskTotals &t)
{
    OwnTime own{t.track.tid, t.computing, t.sleeping};
    const CallTotals c = t.all();
    own.calls = c.in_call - c.waiting - in_other_kinds(t);
    return own;
}

OwnTime most_on_path(const VerdictInput &in)
{
    OwnTime most;
    for (const auto &[tid, parts] : in.path.path().of_tasks)
        if (const OwnTime own = own_on_path(in, tid); own.all() > most.all())
            most = own;
    return most;
}

bool has_started_others(const VerdictInput &in, int tid)
{
    return std::any_of(in.tasks.begin(), in.tasks.end(),
                       [&](const auto &t) { return t.second.track.parent_tid == tid && !is_server(t.second); });
}

/* How long each task waits for it. */
std::map<int, Ns> waits_for(const VerdictInput &in, int tid)
{
    std::map<int, Ns> all;
    for (const auto &[who, t] : in.path.waits())
        if (who.second == tid && t > 0)
            all[who.first] = t;
    return all;
}

/* "and t40002 (cell 0) waits for it, 20.000 ms", or how many do. */
std::string who_waits_for(const VerdictInput &in, int tid)
{
    const std::map<int, Ns> waiting = waits_for(in, tid);
    if (waiting.empty())
        return "and no task waits for it";
    if (waiting.size() == 1)
        return fmt::format("and {} waits for it, {:.3f} ms", task_name(in, waiting.begin()->first),
                           ms(waiting.begin()->second));
    Ns all = 0;
    for (const auto &[who, t] : waiting)
        all += t;
    return fmt::format("and {} tasks wait for it, {:.3f} ms together", waiting.size(), ms(all));
}

/* For a noticeable part of the path. */
bool is_waited_for(const VerdictInput &in, int tid)
{
    return percent(greatest(waits_for(in, tid)).second, in.path.path().all()) >= waited_for;
}

/* Most messages go to it, from several tasks: they wait until it has dealt with those before. */
bool all_send_to(const VerdictInput &in, int tid)
{
    std::int64_t all = 0, to_it = 0;
    int senders = 0;
    for (const auto &[who, traffic] : in.matrix) {
        all += traffic.messages;
        to_it += who.second == tid ? traffic.messages : 0;
        senders += who.second == tid;
    }
    return senders > 1 && static_cast<double>(to_it) >= gets_most * static_cast<double>(all);
}

/* Most of the task's own time in calls is in those that send. */
bool mostly_sends(const TaskTotals &task)
{
    Ns sending = 0, all = 0;
    for (const auto &[name, c] : task.calls) {
        all += c.in_call - c.waiting;
        sending += c.sent.messages > 0 && c.received.messages == 0 ? c.in_call - c.waiting : 0;
    }
    return 2 * sending > all;
}

/* Tasks that have one processor, and of which at least two are on the path for long. */
std::optional<std::string> of_shared_processor(const VerdictInput &in)
{
    const Ns whole = in.path.path().all();
    std::map<int, std::pair<int, Ns>> nodes;
    for (const auto &[tid, parts] : in.path.path().of_tasks)
        if (const OwnTime own = own_on_path(in, tid); percent(own.all() - own.sleeping, whole) >= of_its_cell / 4) {
            auto &[tasks, t] = nodes[in.tasks.at(tid).track.node];
            tasks++;
            t += own.all() - own.sleeping;
        }
    for (const auto &[node, of] : nodes)
        if (of.first > 1 && percent(of.second, whole) >= to_blame)
            return fmt::format(
                "a shared processor: {} tasks work on {} one after the other, {:.1f} % of the critical path.", of.first,
                in.machine.place(node), percent(of.second, whole));
    return std::nullopt;
}

/* Not on the host, or on a machine that has none. */
bool is_on_cell(const VerdictInput &in, const TaskTotals &t)
{
    return t.track.node > 0 || !in.machine.has_host();
}

double mean_of(const VerdictInput &in, const std::string &program, Ns (*what)(const TaskTotals &))
{
    double sum = 0, n = 0;
    for (const auto &[tid, t] : in.tasks)
        if (t.track.program == program && is_on_cell(in, t)) {
            sum += static_cast<double>(what(t));
            n++;
        }
    return n > 0 ? sum / n : 0;
}

/* What the busiest has more of than the others. */
std::string unbalanced(const VerdictInput &in, const Spread &spread)
{
    const auto computing = [](const TaskTotals &t) { return t.computing; };
    const auto sleeping = [](const TaskTotals &t) { return t.sleeping; };
    const auto calls = [](const TaskTotals &t) { return own_in_run(t).calls; };
    const TaskTotals &busiest = in.tasks.at(spread.busiest);
    const auto more = [&](Ns (*what)(const TaskTotals &)) {
        return static_cast<double>(what(busiest)) - mean_of(in, spread.program, what);
    };
    const double of_work = more(computing), of_sleep = more(sleeping), of_calls = more(calls);
    const std::string times = fmt::format("{:.2f} times; {}.", static_cast<double>(spread.most) / spread.mean,
                                          who_waits_for(in, spread.busiest));
    const std::string name = task_name(in, spread.busiest);
    if (of_calls > std::max(of_work, of_sleep)) {
        const auto messages = [](const TaskTotals &t) { return t.all().sent.messages + t.all().received.messages; };
        return fmt::format(
            "unbalanced messages: {} sends and receives {}, the {} tasks of {} {:.0f} on average, and is in "
            "PVM calls for {:.3f} ms: {}",
            name, messages(busiest), spread.tasks, spread.program, mean_of(in, spread.program, messages),
            ms(own_in_run(busiest).calls), times);
    }
    const bool sleeps = of_sleep > of_work;
    return fmt::format("unbalanced {}: {} {} {:.3f} ms, the {} tasks of {} {:.3f} ms on average: {}",
                       sleeps ? "sleeping" : "work", name, sleeps ? "sleeps" : "works",
                       ms(sleeps ? busiest.sleeping : spread.most), spread.tasks, spread.program,
                       (sleeps ? mean_of(in, spread.program, sleeping) : spread.mean) / 1e6, times);
}

/* One task's own work is most of the path. "": it is as busy as all of its program. */
std::string of_task(const VerdictInput &in, const OwnTime &own)
{
    const int tid = own.tid;
    const TaskTotals &task = in.tasks.at(tid);
    const std::string most = own.most();
    const std::string work = fmt::format("{:.1f} % of the critical path is its own {}, most of it {}",
                                         percent(own.all(), in.path.path().all()), most == "sleeping" ? "time" : "work",
                                         most == "PVM calls" ? "in PVM calls" : most);
    const auto spread = spread_of_work(in);
    const double times = spread && spread->mean > 0 ? static_cast<double>(spread->most) / spread->mean : 1;
    const bool is_peer = spread && task.track.program == spread->program && is_on_cell(in, task);
    const auto named = [&](const char *as) {
        return fmt::format("{}, {}: {}, {}.", as, task_name(in, tid), work, who_waits_for(in, tid));
    };
    if (!is_peer && has_started_others(in, tid))
        return named("the master");
    if (is_peer && times < uneven)
        return "";
    if (all_send_to(in, tid) && !(most == "PVM calls" && mostly_sends(task)))
        return named("a busy receiver");
    if (is_peer && static_cast<double>(spread->next) >= alone * static_cast<double>(spread->most))
        return unbalanced(in, *spread);
    return named(is_waited_for(in, tid) ? "a late sender" : "a busy task");
}

/* The two calls in which most of this time is: ", in pvm_gettid, pvm_gsize"; "": the path leads through no call. */
std::string calls_of(const KindTime &of)
{
    std::vector<std::pair<Ns, std::string>> calls;
    for (const auto &[name, t] : of.calls)
        if (!name.empty() && name != server_call)
            calls.emplace_back(t, name);
    std::sort(calls.rbegin(), calls.rend());
    if (calls.empty())
        return "";
    return ", in " + calls[0].second +
           (calls.size() > 1 && calls[1].first * 4 > calls[0].first ? ", " + calls[1].second : "");
}

/* The tasks of the path work as long as the path does, or less: then some of them wait while others work. */
std::string of_work(const VerdictInput &in, CauseKind kind, Ns t)
{
    const std::string what = kind == CauseKind::sleeping ? "sleep" : "work";
    const auto spread = spread_of_work(in);
    const std::string share = fmt::format("{:.1f} % of the critical path", percent(t, in.path.path().all()));
    if (!spread)
        return fmt::format("{}: {}.", kind == CauseKind::sleeping ? "sleeping" : "computing", share);
    if (static_cast<double>(t) > in_turn * spread->mean)
        return fmt::format("tasks one after the other: {}, in which they {} in turn, each of the {} tasks of {} about "
                           "{:.3f} ms.",
                           share, what, spread->tasks, spread->program, spread->mean / 1e6);
    if (kind == CauseKind::sleeping)
        return fmt::format(
            "sleeping: each of the {} tasks of {} sleeps about {:.3f} ms, {}.", spread->tasks, spread->program,
            mean_of(in, spread->program, [](const TaskTotals &one) { return one.sleeping; }) / 1e6, share);
    return fmt::format("the work itself, evenly spread: each of the {} tasks of {} works about {:.3f} ms, most of it "
                       "computing.",
                       spread->tasks, spread->program, spread->mean / 1e6);
}

/* Messages between cells. */
std::string of_tnet(const VerdictInput &in)
{
    const PathSums &path = in.path.path();
    const Ns queued = queued_in_tnet(in), all = path.of(PathPart::messages_tnet);
    if (percent(queued, path.all()) >= contended) {
        const auto [link, t] = greatest(carried_by_links(in));
        return fmt::format("contention in the T-Net: of the {:.3f} ms of messages between cells on the critical path, "
                           "{:.3f} ms are waiting for links; the link that carries most is {}, for {:.3f} ms.",
                           ms(all), ms(queued), Torus(in.machine.grid.nx, in.machine.grid.ny).link_name(link), ms(t));
    }
    return fmt::format(
        "bytes on the links of the T-Net: {:.1f} % of the critical path is messages between cells, {} of "
        "them, {} bytes, {:.3f} ms of it waiting for links.",
        percent(all, path.all()), path.times(PathPart::messages_tnet), path.carried(PathPart::messages_tnet),
        ms(queued));
}

std::string of_host_path(const VerdictInput &in)
{
    const PathSums &path = in.path.path();
    const Ns queued = queued_for_host(in), all = path.of(PathPart::messages_host);
    if (2 * queued >= all)
        return fmt::format(
            "the queue for the host interface: of the {:.3f} ms of messages between the host and the cells "
            "on the critical path, {:.3f} ms are waiting for others to cross.",
            ms(all), ms(queued));
    return fmt::format("{}: {:.1f} % of the critical path, {} of them, {:.3f} ms of it in the queue for the host "
                       "interface.",
                       words_on(in.machine, PathPart::messages_host), percent(all, path.all()),
                       path.times(PathPart::messages_host), ms(queued));
}

/* Calls that send and receive: how many messages, of which size. */
std::string of_messages(const VerdictInput &in, const char *what, const KindTime &of)
{
    Traffic all;
    for (const auto &[who, traffic] : in.matrix)
        all.add(traffic);
    return fmt::format("{}: {:.1f} % of the critical path is PVM calls{}; {} messages of {} bytes on average.", what,
                       percent(of.all, in.path.path().all()), calls_of(of), all.messages,
                       all.messages > 0 ? all.bytes / all.messages : 0);
}

/* "": nobody polls for a noticeable time. */
std::string of_polls(const VerdictInput &in)
{
    const Polls most = most_polls(in);
    const Ns whole = in.path.path().all();
    if (percent(most.time, whole) < contended)
        return "";
    return fmt::format("a poll loop: {} in {}, {} times, {} of them in vain: {:.3f} ms.", task_name(in, most.tid),
                       most.call, most.times, most.in_vain, ms(most.time));
}

/* The task that works most while another one polls, for most of the path; "": there is none, and the polls are it. */
std::string of_polled_for(const VerdictInput &in)
{
    const int poller = most_polls(in).tid;
    OwnTime most;
    for (const auto &[tid, t] : in.tasks)
        if (const OwnTime own = own_in_run(t); tid != poller && !is_server(t) && own.all() > most.all())
            most = own;
    if (percent(most.all(), in.path.path().all()) < to_blame)
        return "";
    return fmt::format("what is polled for: {} works {:.3f} ms meanwhile, most of it {}.", task_name(in, most.tid),
                       ms(most.all()), most.most());
}

std::string of_kind(const VerdictInput &in, CauseKind kind, const KindTime &of)
{
    const std::string share = fmt::format("{:.1f} % of the critical path", percent(of.all, in.path.path().all()));
    static const std::map<CauseKind, const char *> of_calls = {
        {CauseKind::joining, "joining groups"},
        {CauseKind::collectives, "collective calls"},
        {CauseKind::asking, "the group server pvmgs, which answers one after the other"},
        {CauseKind::mailboxes, "mailboxes, each call a request to the host"},
        {CauseKind::requests, "requests to the control program on the host"},
        {CauseKind::packing, "packing and unpacking in many calls"},
        {CauseKind::polling, "looking for messages again and again"},
        {CauseKind::time_outs, "time-outs, for messages that do not come"}};
    if (const auto words = of_calls.find(kind); words != of_calls.end())
        return fmt::format("{}: {}{}.", words->second, share, calls_of(of));
    switch (kind) {
    case CauseKind::computing:
    case CauseKind::sleeping:
        return of_work(in, kind, of.all);
    case CauseKind::copies:
        return of_messages(in, "copies of messages", of);
    case CauseKind::small_messages:
        return of_messages(in, "small messages", of);
    case CauseKind::starts:
        return fmt::format("starting tasks: {}, in pvm_spawn and until the tasks begin.", share);
    case CauseKind::barriers:
        return fmt::format("barriers: {}{} ({}).", share,
                           of.calls.count(server_call) > 0 ? ", much of it in pvmgs, the group server" : calls_of(of),
                           lowers_barriers(in.machine));
    case CauseKind::host_path:
        return of_host_path(in);
    case CauseKind::tnet:
        return of_tnet(in);
    case CauseKind::bnet:
        return fmt::format("messages to many, over the B-Net: {}.", share);
    case CauseKind::net:
        return fmt::format("{}: {}.", words_on(in.machine, PathPart::messages_net), share);
    case CauseKind::node:
        return fmt::format("{}: {}.", words_on(in.machine, PathPart::messages_node), share);
    default:
        return fmt::format("{}: {}.", words_on(in.machine, PathPart::other), share);
    }
}

/* All that has to do with groups competes as one, and the greatest of it is named. */
bool is_of_groups(CauseKind k)
{
    return k >= CauseKind::joining && k <= CauseKind::asking;
}

/* What the path says; polls are no part of it if their task is not on it. */
std::string of_path(const VerdictInput &in)
{
    const Ns whole = in.path.path().all();
    if (percent(queued_in_tnet(in), whole) >= contended)
        return of_tnet(in);
    const std::map<CauseKind, KindTime> kinds = kinds_of(in);
    std::map<CauseKind, Ns> shares, of_groups;
    for (const auto &[kind, of] : kinds) {
        shares[is_of_groups(kind) ? CauseKind::asking : kind] += of.all;
        if (is_of_groups(kind))
            of_groups[kind] = of.all;
    }
    const OwnTime own = most_on_path(in);
    CauseKind kind = greatest(shares).first;
    const bool to_one = percent(own.all(), whole) >= to_blame;
    if (to_one || is_of_tasks(kind))
        if (const auto shared = of_shared_processor(in))
            return *shared;
    if (to_one)
        if (const std::string said = of_task(in, own); !said.empty())
            return said;
    if (is_of_groups(kind))
        kind = greatest(of_groups).first;
    const auto of = kinds.find(kind);
    if (of == kinds.end())
        return "nothing took any time.";
    if (kind == CauseKind::polling)
        if (const std::string polls = of_polls(in); !polls.empty()) {
            const std::string polled_for = of_polled_for(in);
            return polled_for.empty() ? polls : polled_for;
        }
    return of_kind(in, kind, of->second);
}

/* By pvmsim_charge. What a library does counts as little of it. */
bool charges_itself(const VerdictInput &in)
{
    return std::any_of(in.tasks.begin(), in.tasks.end(),
                       [&in](const auto &t) { return t.second.computing * 100 > in.end && !is_server(t.second); });
}

} // namespace

std::optional<Spread> spread_of_work(const VerdictInput &in)
{
    std::map<std::string, std::vector<std::pair<Ns, int>>> programs;
    for (const auto &[tid, t] : in.tasks)
        if (!is_server(t) && is_on_cell(in, t))
            programs[t.track.program].emplace_back(t.ended - t.began - t.all().waiting - t.outside - in_other_kinds(t),
                                                   tid);
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

std::map<int, Ns> own_times(const VerdictInput &in)
{
    std::map<int, Ns> own = in.path.path().tasks;
    for (auto &[tid, t] : own) {
        const auto task = in.tasks.find(tid);
        if (task == in.tasks.end())
            continue;
        const CallTotals all = task->second.all();
        const auto &parts = in.path.path().of_tasks.at(tid);
        const Ns calls = parts[static_cast<std::size_t>(PathPart::software_host)] +
                         parts[static_cast<std::size_t>(PathPart::software_cell)];
        t -= share(calls, in_polls(task->second), all.in_call - all.waiting);
    }
    return own;
}

std::string cause(const VerdictInput &in)
{
    const std::string said = of_path(in), polls = of_polls(in);
    const bool is_free = !in.is_real && all_computing(in.tasks).how == WorkDone::How::free && !charges_itself(in);
    return "Cause: " + said + (polls.empty() || polls == said ? "" : " Beside it, " + polls) +
           (is_free ? free_computing : "");
}

} // namespace ap1000
