/* test_what_if.cpp - what changes would save, derived by hand from the sums of a path [ns]; and the names of parts and
 * wires. */
#include "verdict_story.hpp"

using namespace ap1000;

namespace
{

struct Part {
    PathPart part;
    Ns time;
    std::int64_t count = 0, bytes = 0;
};

PathSums sums(const std::vector<Part> &parts)
{
    PathSums out;
    for (const Part &p : parts) {
        const auto i = static_cast<std::size_t>(p.part);
        out.time[i] = p.time;
        out.count[i] = p.count;
        out.bytes[i] = p.bytes;
    }
    return out;
}

/* The changes that are offered, with the time that the path would take then; '!' if no run can be shorter. */
std::string offered(const Parameters &p, const PathSums &path)
{
    std::string out;
    for (const WhatIf &w : what_ifs(p, path))
        out += (out.empty() ? "" : ", ") + w.name + (w.at_best ? "! " : " ") + std::to_string(w.then);
    return out;
}

/* Of 2000000 ns, 1000000 are 10 messages of the host path, and 400000 calls on the host. On a cell: 10 messages, each 3
 * hops of 100, and 2000 bytes * 40; half of 400000 - 2000 * 50; 2000 * 30; 3 requests * 2 * 5700. */
TEST(the_host_on_a_cell)
{
    PathSums path = sums({{PathPart::messages_host, 1000000, 10, 2000},
                          {PathPart::software_host, 400000},
                          {PathPart::computing, 600000}});
    path.control_from_host = 3;
    const std::string others = ", host_path_twice 1500000, computing_free! 1400000";
    expectation("all of it", "on_cell " + std::to_string(600000 + 3000 + 80000 + 150000 + 60000 + 34200) + others,
                offered(machine(), path));
    Parameters small = machine();
    small.grid = {2, 1};
    expectation("one hop", "on_cell " + std::to_string(600000 + 1000 + 80000 + 150000 + 60000 + 34200) + others,
                offered(small, path));
    path.time[static_cast<std::size_t>(PathPart::software_host)] = 50000;
    path.time[static_cast<std::size_t>(PathPart::computing)] = 950000;
    expectation("calls that take less than the copies",
                "on_cell " + std::to_string(950000 + 3000 + 80000 + 60000 + 34200) +
                    ", host_path_twice 1500000, computing_free! 1050000",
                offered(machine(), path));
    Parameters free_of_cost = machine();
    free_of_cost.host = NodeParameters{}; /* so nothing says how much longer a cell would take */
    expectation("a host that costs nothing", "host_path_twice 1500000, computing_free! 1050000",
                offered(free_of_cost, path));
    Parameters slow = machine();
    slow.host = slow.cell; /* and slower to reach: 100000 + 3 * 2 * 5700 + ... for 100000 */
    slow.own<Ap1000NetworkParameters>().tnet.hop = 1000000;
    expectation("a cell would be no better", "host_path_twice 1500000, computing_free! 1050000", offered(slow, path));
}

/* From 5 % of the path on. */
TEST(changes_are_worth_it)
{
    const struct {
        PathPart part;
        const char *change;
    } rows[] = {{PathPart::computing, "computing_free! 950"},
                {PathPart::software_cell, "software_cell_free! 950"},
                {PathPart::messages_net, "messages_net_free! 950"},
                {PathPart::control, "control_free! 950"},
                {PathPart::spawn, "control_free! 950"},
                {PathPart::messages_node, ""},
                {PathPart::barrier, ""},
                {PathPart::other, ""},
                {PathPart::software_host, ""}};
    for (const auto &row : rows) {
        expectation("5 %", row.change, offered(machine(), sums({{row.part, 50}, {PathPart::sleeping, 950}})));
        expectation("4.9 %", "", offered(machine(), sums({{row.part, 49}, {PathPart::sleeping, 951}})));
    }
    expectation("3 % and 2 %", "control_free! 950",
                offered(machine(), sums({{PathPart::control, 30}, {PathPart::spawn, 20}, {PathPart::sleeping, 950}})));
    expectation("the host path", "on_cell 950, host_path_twice 975",
                offered(machine(), sums({{PathPart::messages_host, 50}, {PathPart::sleeping, 950}})));
    expectation("the host path, less", "",
                offered(machine(), sums({{PathPart::messages_host, 49}, {PathPart::sleeping, 951}})));
}

/* Two hops are 200 of 1000. */
TEST(faster_links)
{
    PathSums path = sums({{PathPart::messages_tnet, 1000}, {PathPart::sleeping, 15000}});
    path.hops = 2;
    expectation("5 %", "tnet_links_twice 15600, messages_tnet_free! 15000", offered(machine(), path));
    expectation("its words", "T-Net links twice as fast (--set tnet.link_mb_per_s=50)",
                what_ifs(machine(), path).at(0).change);
    path.time[static_cast<std::size_t>(PathPart::sleeping)] = 15001;
    expectation("less", "messages_tnet_free! 15001", offered(machine(), path));
    expectation("a machine without a T-Net", "messages_tnet_free! 15001", offered(workstations(), path));
}

TEST(free_barriers)
{
    PathSums path = sums({{PathPart::sleeping, 1000}});
    path.in_call("pvm_barrier", PathPart::control) = 50;
    expectation("5 %", "barriers_free! 950", offered(machine(), path));
    path.in_call("pvm_barrier", PathPart::control) = 49;
    expectation("less", "", offered(machine(), path));
    expectation("no path", "", offered(machine(), PathSums{}));
}

TEST(parts_have_names)
{
    const char *const names[] = {"computing",     "sleeping",      "software_host", "software_cell", "control",
                                 "spawn",         "messages_tnet", "messages_host", "messages_bnet", "messages_net",
                                 "messages_node", "barrier",       "other"};
    for (std::size_t i = 0; i < path_parts; i++)
        expectation("a part", names[i], name_of(static_cast<PathPart>(i)));
    expectation("on cells", "PVM calls on the cells", words_on(machine(), PathPart::software_cell));
    expectation("on workstations", "PVM calls", words_on(workstations(), PathPart::software_cell));
    expectation("computing there", "computing", words_on(workstations(), PathPart::computing));
}

TEST(wires_have_names)
{
    const char *const names[] = {"from ap1000", "to ap1000", "from cell0", "to cell0", "from cell1"};
    for (int i = 0; i < 5; i++)
        expectation("a wire", names[i], wire_name(machine(), i));
}

} // namespace

TEST_MAIN
