/* verdict_story.hpp - runs that tests tell to a report by hand, and what its verdict is.
 *
 * Times of a run are in us, as a report says ms with three decimals; those of costs are in ns. */
#pragma once

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

#include <unistd.h>

#include "alike_nodes.hpp"
#include "expectation.hpp"
#include "networks/ap1000/network_ap1000.hpp"
#include "observe/trace_report.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{

constexpr Ns us = 1000;
constexpr int master = 0x40001;

/* A message of n bytes takes 40 n ns on a link, and a copy of it 30 n on a cell and 50 n on the host. In software an
 * exchange takes 45 ns on a cell (10 + 20 + 1 + 2 + 3 + 4 + 5), and 90 on the host. */
inline Parameters machine()
{
    Parameters p{};
    p.name = "m";
    p.grid = {8, 4};
    auto &networks = p.own<Ap1000NetworkParameters>();
    networks.tnet.hop = 100;
    networks.tnet.bandwidth = 40000;
    networks.host_interface.latency = 5000;
    networks.bnet.arbitration = 700;
    p.cell.cost_ns.fill(999);
    p.host.cost_ns.fill(999);
    const int parts[] = {MACH_COST_INITSEND, MACH_COST_PACK, MACH_COST_SEND, MACH_COST_RECV, MACH_COST_UNPACK};
    for (int i = 0; i < 5; i++) {
        p.cell.cost_ns[static_cast<std::size_t>(parts[i])] = i + 1;
        p.host.cost_ns[static_cast<std::size_t>(parts[i])] = 2 * (i + 2);
    }
    p.cell.send = 10;
    p.cell.recv = 20;
    p.cell.copy = 30000;
    p.host.send = 20;
    p.host.recv = 30;
    p.host.copy = 50000;
    return p;
}

/* Tells a report of tasks. */
class Story
{
  public:
    explicit Story(TraceReport &to) : to_(to)
    {
    }
    void begins(int tid, int node, const char *program, Ns t = 0, int parent = 0)
    {
        to_.begin_track({tid, node, node == 0 ? "host" : "cell " + std::to_string(node - 1), program, parent}, t * us);
    }
    void enters(int tid, Activity what, Ns t, const char *call = "")
    {
        to_.enter(tid, {what, call}, t * us);
    }
    void leaves(int tid, Activity what, Ns t)
    {
        to_.leave(tid, what, t * us);
    }
    void passes(int tid, Activity what, Ns from, Ns to)
    {
        enters(tid, what, from);
        leaves(tid, what, to);
    }
    void computes(int tid, Ns from, Ns to)
    {
        passes(tid, Activity::computing, from, to);
    }
    void calls(int tid, const char *name, Ns from, Ns to)
    {
        to_.whole_call(tid, name, from * us, to * us);
    }
    /* It waits from then until the message has come. */
    void gets(int to, int from, std::int64_t bytes, Ns sent, Ns waits_from, Ns comes, const char *send = "",
              const char *recv = "")
    {
        const TracedMessage m{++serial_, from, to, 5, bytes};
        to_.sent(m, send, sent * us);
        to_.enter(to, {Activity::wait_message, ""}, waits_from * us);
        to_.woken(to, m.serial);
        to_.leave(to, Activity::wait_message, comes * us);
        to_.accepted(m, recv, comes * us);
    }
    void never_gets(int to, int from, int tag, std::int64_t bytes, Ns sent)
    {
        to_.sent({++serial_, from, to, tag, bytes}, "", sent * us);
    }
    void ends(int tid, Ns t)
    {
        to_.end_track(tid, t * us);
    }
    /* A task that works for so long, from the beginning of the run. */
    void works(int tid, int node, const char *program, Ns t)
    {
        begins(tid, node, program);
        computes(tid, 0, t);
        ends(tid, t);
    }

  private:
    TraceReport &to_;
    std::uint64_t serial_ = 0;
};

using Lines = std::vector<std::string>;

/* The report of a run that ends at `end`, in a file whose name ends so. */
inline std::string report_of(const Parameters &p, Ns end, const std::function<void(Story)> &tell,
                             const UsageTotals &used = {}, const std::string &ending = "", const Provenance &by = {})
{
    std::string name = "/tmp/verdict-XXXXXX" + ending;
    const int fd = mkstemps(name.data(), static_cast<int>(ending.size()));
    assert_true(fd >= 0);
    close(fd);
    TraceReport report(name, p, by);
    tell(Story(report));
    report.used(used);
    report.finish(end * us);
    assert_true(report.is_whole());
    std::ifstream in(name);
    std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    unlink(name.c_str());
    return text;
}

/* The lines of the verdict in it. */
inline Lines verdict_of(const Parameters &p, Ns end, const std::function<void(Story)> &tell,
                        const UsageTotals &used = {})
{
    std::istringstream in(report_of(p, end, tell, used));
    Lines all;
    for (std::string line; std::getline(in, line);)
        all.push_back(line);
    return {std::find(all.begin(), all.end(), "verdict") + 1, all.end()};
}

inline void expect_lines(const Lines &wanted, const Lines &said)
{
    for (std::size_t i = 0; i < std::max(wanted.size(), said.size()); i++)
        expectation("a line", i < wanted.size() ? wanted[i] : "(no more)", i < said.size() ? said[i] : "(no more)");
}

/* The first line that begins so; "": there is none. */
inline std::string line_of(const Lines &all, const std::string &begin)
{
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const auto &l) { return l.compare(0, begin.size(), begin) == 0; });
    return at == all.end() ? "" : *at;
}

/* The master asks for two workers: 20 in pvm_spawn, 60 for the answer, 10 until the first has started. That one
 * computes for 410 and sends 200 bytes, which the second has after 20 (one hop 0.1, 200 * 0.04 = 8 on the link, and it
 * waits for links). The second computes for 380; the master has its message after 100, and takes 10 more. */
inline void master_and_workers(Story s)
{
    const int one = master + 1, two = master + 2;
    s.begins(master, 0, "master");
    s.enters(master, Activity::call, 0, "pvm_spawn");
    s.passes(master, Activity::wait_host, 20, 80);
    s.begins(one, 1, "worker", 90, master);
    s.begins(two, 2, "worker", 95, master);
    s.leaves(master, Activity::call, 100);
    s.computes(one, 90, 500);
    s.gets(two, one, 200, 500, 95, 520);
    s.ends(one, 505);
    s.computes(two, 520, 900);
    s.never_gets(one, two, 7, 30, 900);
    s.enters(master, Activity::call, 100, "pvm_recv");
    s.gets(master, two, 400, 900, 100, 1000);
    s.leaves(master, Activity::call, 1000);
    s.ends(two, 905);
    s.calls(master, "pvm_exit", 1000, 1010);
    s.ends(master, 1010);
}

} // namespace ap1000
