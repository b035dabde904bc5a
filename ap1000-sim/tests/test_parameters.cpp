/* test_parameters.cpp - the table of parameters, grids, and that machines/ap1000.toml gives the paper's measurements.
 *
 * argv[1] is the folder of the machine files. */
#include "config/parameters.hpp"
#include "networks/ap1000/network_ap1000.hpp"
#include "expectation.hpp"

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>

#include "snet.hpp"

using namespace ap1000;

static Parameters machine;
static std::vector<std::string> folders;
static Ap1000NetworkParameters networks; /* its own */

static Ns sum(const NodeParameters &n, std::initializer_list<mach_cost> costs)
{
    return std::accumulate(costs.begin(), costs.end(), Ns{0}, [&n](Ns s, mach_cost c) { return s + n.cost_ns[c]; });
}

/* Software at one end of a transfer: PVM's cost, the native call, the copy. */
static Ns sender(const NodeParameters &n, int bytes)
{
    return sum(n, {MACH_COST_INITSEND, MACH_COST_PACK, MACH_COST_SEND}) + n.send + transfer_time(bytes, n.copy);
}

static Ns receiver(const NodeParameters &n, int bytes)
{
    return n.recv + transfer_time(bytes, n.copy) + sum(n, {MACH_COST_RECV, MACH_COST_UNPACK});
}

static Ns cell_to_cell(int bytes)
{
    Events events;
    TNet net(Torus(8, 8), networks.tnet, events);
    Ns end = 0;
    events.advance(sender(machine.cell, bytes));
    net.send(0, 1, bytes, [&] { end = events.now(); });
    while (!events.empty())
        events.step();
    return end + receiver(machine.cell, bytes);
}

static Ns host_cell(HostPath::Way way, int bytes)
{
    const bool down = way == HostPath::Way::host_to_cell;
    BNet bnet(networks.bnet);
    HostPath path(bnet, networks.host_interface);
    const Span a = path.first(way, bytes, sender(down ? machine.host : machine.cell, bytes));
    return path.second(way, bytes, a.end).end + receiver(down ? machine.cell : machine.host, bytes);
}

static Ns host_cell_mean(int bytes)
{
    return (host_cell(HostPath::Way::host_to_cell, bytes) + host_cell(HostPath::Way::cell_to_host, bytes)) / 2;
}

TEST(calibration_cell_to_cell)
{
    expectation("paper: 100 us at 0 byte", 100000, cell_to_cell(0));
    expectation("paper: 100 us + 0.172 us * 4000", 788000, cell_to_cell(4000));
    const Ns pvm =
        sum(machine.cell, {MACH_COST_INITSEND, MACH_COST_PACK, MACH_COST_SEND, MACH_COST_RECV, MACH_COST_UNPACK});
    expectation("paper: PVM's share at 0 byte, per cent", 70, 100 * pvm / cell_to_cell(0));
}

TEST(calibration_host_cell)
{
    expectation("paper: 2450 us at 0 byte", 2450000, host_cell_mean(0));
    expectation("paper: 2450 us + 0.536 us * 4000", 4594000, host_cell_mean(4000));
    const Ns pvm_of_both =
        sum(machine.cell, {MACH_COST_INITSEND, MACH_COST_PACK, MACH_COST_SEND, MACH_COST_RECV, MACH_COST_UNPACK}) +
        sum(machine.host, {MACH_COST_INITSEND, MACH_COST_PACK, MACH_COST_SEND, MACH_COST_RECV, MACH_COST_UNPACK});
    expectation("paper: PVM's share at 0 byte, per cent", 9, 100 * (pvm_of_both / 2) / host_cell_mean(0));
}

TEST(calibration_native_barrier)
{
    SNet snet(1, networks.snet_barrier);
    const Ns cells = snet.enter(SNet::Group::cells, 0, 0, machine.cell.sync_call)->release;
    expectation("paper: sync() on cells 0.18 ms", 180000, cells);
    snet.enter(SNet::Group::cells_and_host, 0, 0, 1000000);
    const Ns start = 1000000;
    const auto all = snet.enter(SNet::Group::cells_and_host, SNet::host, 0, start + machine.host.sync_call);
    expectation("paper: sync() on host and cells 1.35 ms", 1350000, all->release - start);
}

TEST(grids)
{
    const struct {
        int cells, nx, ny;
    } rows[] = {{1, 1, 1},  {2, 2, 1},    {4, 2, 2},     {7, 7, 1},     {12, 4, 3},
                {64, 8, 8}, {128, 16, 8}, {256, 16, 16}, {512, 32, 16}, {1024, 32, 32}};
    for (const auto &row : rows) {
        const Grid g = grid_for(row.cells);
        expectation(std::to_string(row.cells).c_str(), std::to_string(row.nx) + "x" + std::to_string(row.ny),
                    std::to_string(g.nx) + "x" + std::to_string(g.ny));
    }
    for (int cells = 1; cells <= max_cells; cells++) {
        const Grid g = grid_for(cells);
        assert_int_equal(g.cells(), cells);
        assert_true(g.nx >= g.ny);
    }
    assert_int_equal(parse_grid("3x5").nx, 3);
    assert_int_equal(parse_grid("3x5").ny, 5);
}

template <class F> static std::string error_of(F f)
{
    try {
        f();
    } catch (const MachineFileError &e) {
        return e.what();
    }
    return "no error";
}

TEST(impossible_grids)
{
    const char *accepted =
        "a whole number from 1 to 65536 (cells) or XxY with at most 65536 cells (cells along x and y)";
    expectation("cells 0", std::string("cells: 0 is not accepted; accepted: ") + accepted,
                error_of([] { grid_for(0); }));
    for (const char *text :
         {"", "8", "8x", "x8", "8x8x8", "8 x 8", "-8x8", "0x8", "257x256", "65536x65536", "99999x99999", "8x8 "})
        expectation("grid", std::string("grid: \"") + text + "\" is not accepted; accepted: " + accepted,
                    error_of([text] { parse_grid(text); }));
    Parameters p = machine;
    expectation("--cells 70000",
                "--cells: machine.cells = 70000 is not accepted: it must be a whole number from 1 to 65536",
                error_of([&p] { set_cells(p, 70000, "--cells"); }));
    assert_int_equal(p.grid.cells(), machine.grid.cells());
    set_grid(p, "3x2", "--grid");
    assert_int_equal(p.grid.nx, 3);
    expectation("where it was set", "--grid", p.origins[0].source);
}

/* Each name ends in its unit, no name occurs twice in a section, and each row has a variable of its own. */
static void check_table(const MachineKind &kind)
{
    /* by Unit */
    const char *const suffix[] = {"",       "_ns",      "_us",  "_ms", "_ns_per_byte", "_mb_per_s",
                                  "_bytes", "_percent", "_ppm", "",    "_ns",          "_cycles"};
    std::set<std::string> names;
    std::set<std::int64_t *> places;
    Parameters p{};
    set_kind(p, kind);
    for (const ParameterRow &row : parameter_table(kind)) {
        const std::string end = suffix[static_cast<int>(row.unit)];
        assert_true(row.name.size() > end.size());
        assert_string_equal(row.name.substr(row.name.size() - end.size()).c_str(), end.c_str());
        assert_true(names.insert(row.section + "." + row.name).second);
        assert_true(row.low <= row.high);
        if (row.at)
            assert_true(places.insert(&row.at(p)).second);
    }
    assert_int_equal(places.size(), parameter_table(kind).size() - 1); /* machine.cells and machine.hosts share the
                                                                          grid */
}

TEST(the_tables)
{
    for (const MachineKind *kind : machine_kinds())
        check_table(*kind);
}

TEST(units)
{
    expectation("0.16 us", 160, to_integer(0.16, Unit::us));
    expectation("66 ns/byte in ps", 66000, to_integer(66, Unit::ns_per_byte));
    expectation("25 MB/s in ps/byte", 40000, to_integer(25, Unit::mb_per_s));
    expectation("2 ms in ns", 2000000, to_integer(2, Unit::ms));
    expectation("0.5 % in parts of a million", 5000, to_integer(0.5, Unit::percent));
    expectation("3 MB/s in ps/byte, to the nearest", 333333, to_integer(3, Unit::mb_per_s));
    expectation("20 times 0.05 cycles", MACH_WORK_UNITS, 20 * to_integer(0.05, Unit::cycles));
}

TEST(a_host_of_a_platform_computes_as_fast_as_that_says)
{
    Parameters p = load_machine("fat-tree", folders);
    for (const double speed : {1e6, 30e9, 1.3e12, 5e12}) {
        p.simgrid.hosts = {{"host", 1, speed}};
        const mach_work_price price = p.work_price(0);
        expectation("ps that 1000 additions take", std::llround(1e15 / speed),
                    std::llround(1000.0 * static_cast<double>(price.weight[PVMSIM_WORK_DADD] * price.cycle_ps) /
                                 MACH_WORK_UNITS));
    }
}

TEST(info_shows_every_parameter)
{
    char *text = nullptr;
    std::size_t size = 0;
    std::FILE *out = open_memstream(&text, &size);
    print_info(out, machine);
    std::fclose(out);
    const std::string info(text);
    std::free(text);
    std::size_t from = 0;
    for (const auto &[row, origin] : given_numbers(machine)) {
        const std::size_t at = info.find("\n  " + row.name + " ", from);
        assert_true(at != std::string::npos);
        const std::string line = info.substr(at + 1, info.find('\n', at + 1) - at - 1);
        assert_true(line.find(kind_name(origin.kind)) != std::string::npos);
        assert_true(line.find(origin.source) != std::string::npos);
        assert_true(line.find(origin.plausible.because) != std::string::npos);
        from = at + 1;
    }
    assert_true(info.find("; plausible 1 to 5: what is recalled\n") != std::string::npos);
    assert_true(info.find("  link_mb_per_s                  25 MB/s     sourced ") != std::string::npos);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER_OF_MACHINE_FILES\n", argv[0]);
        return 2;
    }
    folders = {argv[1]};
    machine = load_machine("ap1000", folders);
    networks = machine.own<Ap1000NetworkParameters>();
    return run_all_tests(nullptr, nullptr);
}
