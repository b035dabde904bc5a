/* verdict.cpp - see verdict.hpp. */
#include "observe/verdict.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "group_names.h"
#include "networks/ap1000/network_ap1000.hpp"
#include "observe/cause.hpp"
#include "observe/report_words.hpp"
#include "observe/resource_words.hpp"
#include "observe/run_totals.hpp"

namespace ap1000
{
namespace
{

constexpr double least_share = 0.5; /* the least share of the path that is mentioned [%] */
constexpr double worth_a_change = 5;
constexpr std::size_t most_named = 5;

struct PartWords {
    const char *name, *words;
};

const PartWords &words_of(PathPart part)
{
    static const PartWords all[path_parts] = {
        {"computing", "computing"},
        {"sleeping", "sleeping"},
        {"software_host", "PVM calls on the host"},
        {"software_cell", "PVM calls on the cells"},
        {"control", "requests to the control program on the host (spawn, lists, mailboxes) and their answers"},
        {"spawn", "starting tasks"},
        {"messages_tnet", "messages between cells, over the T-Net"},
        {"messages_host", "messages between the host and the cells, over the host path"},
        {"messages_bnet", "messages to many, over the B-Net"},
        {"messages_net", "messages between the nodes, over their network"},
        {"messages_node", "messages within a node"},
        {"barrier", "barriers in hardware"},
        {"other", "waits that no task ended: a time that passed, notices of the system"},
    };
    return all[static_cast<std::size_t>(part)];
}

/* The greatest first; equal ones by their key. */
template <typename Key> std::vector<std::pair<Key, Ns>> by_size(const std::map<Key, Ns> &what)
{
    std::vector<std::pair<Key, Ns>> out(what.begin(), what.end());
    std::stable_sort(out.begin(), out.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    return out;
}

using Lines = std::vector<std::string>;

void say_path(const VerdictInput &in, Lines &out)
{
    const PathSums &path = in.path.path();
    const Ns whole = path.all();
    out.push_back(fmt::format("The critical path takes {:.3f} ms and ends with {}. Its time goes into:", ms(whole),
                              task_name(in, in.path.last_tid())));
    std::map<PathPart, Ns> parts;
    for (std::size_t i = 0; i < path_parts; i++)
        parts[static_cast<PathPart>(i)] = path.time[i];
    for (const auto &[part, t] : by_size(parts)) {
        if (percent(t, whole) < least_share)
            continue;
        std::string line =
            fmt::format("  {:5.1f} %{:>14.3f} ms  {}", percent(t, whole), ms(t), words_on(in.machine, part));
        if (path.times(part) > 0)
            line += fmt::format(": {} of them", path.times(part));
        if (path.carried(part) > 0)
            line += fmt::format(", {} bytes", path.carried(part));
        if (part == PathPart::messages_host && percent(queued_for_host(in), whole) >= least_share)
            line += fmt::format("; {:.3f} ms of it in the queue for the host interface", ms(queued_for_host(in)));
        out.push_back(line);
    }
    std::string line = "Tasks on it by their own time:";
    std::size_t named = 0;
    for (const auto &[tid, t] : by_size(own_times(in)))
        if (named++ < most_named && t > 0)
            line += fmt::format("{} {} {:.1f} %", named > 1 ? "," : "", task_name(in, tid), percent(t, whole));
    out.push_back(line + ".");
}

/* Those who work longest on the critical path come first: others wait for them. Who is waited for because he waits
 * himself comes last. */
void say_waits(const VerdictInput &in, Lines &out)
{
    const PathSums &path = in.path.path();
    const auto on_path = [&](int tid) {
        const auto t = path.tasks.find(tid);
        return t == path.tasks.end() ? 0 : t->second;
    };
    auto pairs = by_size(in.path.waits());
    std::stable_sort(pairs.begin(), pairs.end(),
                     [&](const auto &a, const auto &b) { return on_path(a.first.second) > on_path(b.first.second); });
    std::size_t named = 0;
    for (const auto &[who, t] : pairs) {
        if (t == 0)
            continue;
        if (named++ == most_named)
            break;
        const auto waiter = in.tasks.find(who.first);
        const Ns life = waiter != in.tasks.end() ? waiter->second.ended - waiter->second.began : in.end;
        out.push_back(fmt::format("{}{} by {}, {:.3f} ms: {:.1f} % of its life.",
                                  named == 1 ? "Who is waited for: " : "  ", task_name(in, who.second),
                                  task_name(in, who.first), ms(t), percent(t, life)));
    }
}

/* Compares only tasks that are alike: those of the program that has the most of them. */
void say_imbalance(const VerdictInput &in, Lines &out)
{
    const auto spread = spread_of_work(in);
    if (!spread || spread->mean <= 0)
        return;
    out.push_back(fmt::format("Imbalance: of the {} tasks of {}{} the busiest, {}, works {:.3f} ms, "
                              "the mean is {:.3f} ms: {:.2f} times.",
                              spread->tasks, spread->program, in.machine.has_host() ? " outside the host" : "",
                              task_name(in, spread->busiest), ms(spread->most), spread->mean / 1e6,
                              static_cast<double>(spread->most) / spread->mean));
}

std::string unit_name(const VerdictInput &in, Resource what, int unit)
{
    return words_of(what).words + name_of_unit(in.machine, what, unit);
}

/* By what it carries: links that blocked messages hold are in use, too, and all that lead to a narrow place tie.
 * "": none. */
std::string busiest_link(const VerdictInput &in)
{
    const auto links = by_size(carried_by_links(in));
    if (links.empty() || links[0].second == 0)
        return "";
    const int link = links[0].first;
    const auto held = in.usage.busy.find({Resource::tnet_links, link});
    std::string line = fmt::format("{} {:.1f} % carrying", unit_name(in, Resource::tnet_links, link),
                                   percent(links[0].second, in.end));
    if (held != in.usage.busy.end())
        line += fmt::format(" ({:.1f} % in use, with what blocked messages hold)", percent(held->second, in.end));
    return line;
}

void say_limits(const VerdictInput &in, Lines &out)
{
    std::map<std::string, Ns> waiting;
    for (const auto &[tid, t] : in.tasks)
        for (const auto &[name, c] : t.calls)
            if (t.track.program != GROUP_SERVER)
                waiting[name] += c.waiting;
    const auto calls = by_size(waiting);
    if (!calls.empty() && calls[0].second > 0)
        out.push_back(fmt::format("Most waited in: {}, {:.3f} ms of all tasks together.",
                                  calls[0].first.empty() ? "no call" : calls[0].first, ms(calls[0].second)));
    std::string line;
    std::map<Resource, std::pair<Ns, int>> busiest;
    for (const auto &[what, t] : in.usage.busy)
        if (what.first != Resource::tnet_links)
            busiest[what.first] = std::max(busiest[what.first], {t, -what.second});
    line = busiest_link(in);
    for (const auto &[what, most] : busiest)
        line += fmt::format("{}{} {:.1f} %", line.empty() ? "" : ", ", unit_name(in, what, -most.second),
                            percent(most.first, in.end));
    const auto nodes = by_size(in.usage.processors);
    if (!nodes.empty())
        line += fmt::format("{}the {} of {} {:.1f} %", line.empty() ? "" : ", ",
                            in.machine.processors_of(nodes[0].first) > 1 ? "processors" : "processor",
                            in.machine.place(nodes[0].first),
                            percent(nodes[0].second, in.end) / in.machine.processors_of(nodes[0].first));
    if (!line.empty())
        out.push_back("Busiest, of the run's time: " + line + ".");
}

void say_order(const VerdictInput &in, Lines &out)
{
    if (const CriticalPath::Choices &c = in.path.choices(); c.contested > 0)
        out.push_back(
            fmt::format("Order: {} of {} waits for anybody's message ended while messages of several tasks were "
                        "on their way: another could have come first (ap1000 shuffle tries it).",
                        c.contested, c.waits));
}

void say_changes(const VerdictInput &in, Lines &out)
{
    const auto changes = what_ifs(in.machine, in.path.path());
    if (changes.empty())
        return;
    const Ns whole = in.path.path().all();
    out.push_back("What a change would save, estimated by following this path with other costs (another path may then "
                  "be longer, and queues shorter):");
    for (const WhatIf &w : changes)
        out.push_back(fmt::format("  {}: {:.3f} -> {}{:.3f} ms", w.change, ms(whole), w.at_best ? "at best " : "about ",
                                  ms(w.then)));
}

void say_lost(const VerdictInput &in, Lines &out)
{
    std::int64_t messages = 0, bytes = 0;
    std::string examples;
    std::size_t named = 0;
    for (const auto &[who, lost] : in.path.never_received()) {
        messages += lost.messages;
        bytes += lost.bytes;
        if (named++ < most_named)
            examples += fmt::format("{}{} from t{:x} to t{:x} with tag {}", named > 1 ? ", " : "", lost.messages,
                                    std::get<0>(who), std::get<1>(who), std::get<2>(who));
    }
    if (messages > 0)
        out.push_back(fmt::format("Never received: {} message{} of {} bytes: {}{}.", messages, messages == 1 ? "" : "s",
                                  bytes, examples, named > most_named ? ", ..." : ""));
}

/* What one exchange of empty messages costs in software, at both ends [ns]. */
Ns exchange(const NodeParameters &n)
{
    Ns sum = n.send + n.recv;
    for (int c : {MACH_COST_INITSEND, MACH_COST_PACK, MACH_COST_SEND, MACH_COST_RECV, MACH_COST_UNPACK})
        sum += n.cost_ns[static_cast<std::size_t>(c)];
    return sum;
}

Ns of_bytes(std::int64_t bytes, PsPerByte cost)
{
    return bytes * cost / 1000;
}

/* What if the host's tasks were on a cell? Their calls and copies would cost what a cell's do, their messages
 * would go over the T-Net, and their requests to the control program would cross the host path twice. Each message
 * of the host path has one copy on the host. */
Ns on_a_cell(const Parameters &p, const PathSums &path)
{
    const auto &networks = p.own<Ap1000NetworkParameters>();
    const double ratio = static_cast<double>(exchange(p.cell)) / static_cast<double>(exchange(p.host));
    const double mean_hops = std::max(1.0, (p.grid.nx + p.grid.ny) / 4.0);
    const auto n = static_cast<double>(path.times(PathPart::messages_host));
    const std::int64_t bytes = path.carried(PathPart::messages_host);
    const Ns tnet = static_cast<Ns>(n * mean_hops * static_cast<double>(networks.tnet.hop)) +
                    of_bytes(bytes, networks.tnet.bandwidth);
    const Ns copies = std::min(of_bytes(bytes, p.host.copy), path.of(PathPart::software_host));
    const Ns calls = static_cast<Ns>(ratio * static_cast<double>(path.of(PathPart::software_host) - copies)) +
                     of_bytes(bytes, p.cell.copy);
    const Ns requests = 2 * path.control_from_host * (networks.host_interface.latency + networks.bnet.arbitration);
    return path.all() - path.of(PathPart::messages_host) - path.of(PathPart::software_host) + tnet + calls + requests;
}

/* Time inside barriers of groups: in the call, and in the group server for it. */
Ns in_barriers(const PathSums &path)
{
    return path.in_call(GROUP_BARRIER);
}

std::string faster_host_path(const Ap1000NetworkParameters &networks)
{
    std::string all;
    const auto set = [&all](const char *name, double value) {
        all += fmt::format("{}{}={:g}", all.empty() ? "--set " : ",", name, value);
    };
    const auto speed = [&set](const char *name, PsPerByte cost) {
        if (cost > 0)
            set(name, 2e6 / static_cast<double>(cost));
    };
    set("host_interface.latency_us", static_cast<double>(networks.host_interface.latency) / 2e3);
    speed("host_interface.interface_mb_per_s", networks.host_interface.bandwidth);
    set("bnet.arbitration_us", static_cast<double>(networks.bnet.arbitration) / 2e3);
    speed("bnet.bus_mb_per_s", networks.bnet.bandwidth);
    return all;
}

/* All that a cell's calls cost: 0. "": this machine has no cells. */
std::string free_calls(const Parameters &p)
{
    std::string all;
    for (const ParameterRow &row : parameter_table(*p.kind)) {
        const std::string name = row.name;
        if (row.section == std::string("cell") &&
            (name.rfind("pvm_", 0) == 0 || name == "send_us" || name == "recv_us" || name == "copy_ns_per_byte"))
            all += (all.empty() ? "--set cell." : ",cell.") + name + "=0";
    }
    return all;
}

} // namespace

std::string words_on(const Parameters &p, PathPart part)
{
    return part == PathPart::software_cell && !p.has_host() ? "PVM calls" : words_of(part).words;
}

std::string task_name(const VerdictInput &in, int tid)
{
    const auto t = in.tasks.find(tid);
    if (t == in.tasks.end())
        return fmt::format("t{:x}", tid);
    if (is_server(t->second))
        return fmt::format("the group server {} (t{:x}, {})", GROUP_SERVER, tid, t->second.track.place);
    return fmt::format("t{:x} ({})", tid, t->second.track.place);
}

const char *lowers_barriers(const Parameters &p)
{
    return p.has_host() ? "--barrier tree or dissemination, and --hardware-collectives, lower it"
                        : "--barrier tree or dissemination lowers it";
}

const char *name_of(PathPart part)
{
    return words_of(part).name;
}

std::vector<WhatIf> what_ifs(const Parameters &p, const PathSums &path)
{
    std::vector<WhatIf> out;
    const Ns whole = path.all();
    const auto &networks = p.own<Ap1000NetworkParameters>();
    if (p.has_host() && percent(path.of(PathPart::messages_host), whole) >= worth_a_change) {
        const Ns then = exchange(p.host) > 0 ? on_a_cell(p, path) : whole; /* else nothing to compare a cell with */
        if (then < whole)
            out.push_back({"--on cell, the tasks of the host on a cell", "on_cell", then, false, "--on cell"});
        out.push_back({"a host path twice as fast", "host_path_twice", whole - path.of(PathPart::messages_host) / 2,
                       false, faster_host_path(networks)});
    }
    if (percent(in_barriers(path), whole) >= worth_a_change)
        out.push_back({std::string("pvm_barrier at no cost (") + lowers_barriers(p) + ")", "barriers_free",
                       whole - in_barriers(path), true, p.has_host() ? "--hardware-collectives" : "--barrier tree"});
    const Ns over_links = path.of(PathPart::messages_tnet) - path.hops * networks.tnet.hop;
    if (p.has_host() && percent(over_links, whole) >= worth_a_change) {
        const std::string set =
            fmt::format("--set tnet.link_mb_per_s={:g}", 2e6 / static_cast<double>(networks.tnet.bandwidth));
        out.push_back(
            {"T-Net links twice as fast (" + set + ")", "tnet_links_twice", whole - over_links / 2, false, set});
    }
    const std::map<PathPart, std::string> free = {{PathPart::computing, "--cpu none"},
                                                  {PathPart::software_cell, free_calls(p)},
                                                  {PathPart::messages_tnet, ""},
                                                  {PathPart::messages_net, ""}};
    for (const auto &[part, options] : free)
        if (percent(path.of(part), whole) >= worth_a_change)
            out.push_back({words_on(p, part) + " at no cost", std::string(words_of(part).name) + "_free",
                           whole - path.of(part), true, options});
    if (percent(path.of(PathPart::control) + path.of(PathPart::spawn), whole) >= worth_a_change)
        out.push_back({"starting tasks and asking for lists at no cost", "control_free",
                       whole - path.of(PathPart::control) - path.of(PathPart::spawn), true,
                       p.has_host() ? "--set control.handle_us=0,control.spawn_us=0" : ""});
    return out;
}

std::string wire_name(const Parameters &p, int wire)
{
    return (wire % 2 == 0 ? "from " : "to ") + p.node_name(wire / 2);
}

std::vector<std::string> verdict(const VerdictInput &in)
{
    if (in.path.last_tid() == 0)
        return {"No task did anything."};
    Lines out{cause(in)};
    say_path(in, out);
    say_waits(in, out);
    say_imbalance(in, out);
    say_limits(in, out);
    say_order(in, out);
    say_changes(in, out);
    say_lost(in, out);
    return out;
}

} // namespace ap1000
