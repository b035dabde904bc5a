/* kind.cpp - the AP1000 as a kind of machine: a host, and an array of cells. */
#include <fmt/format.h>

#include "config/parameter_rows.hpp"
#include "engine/how_many.hpp"
#include "networks/ap1000/network_ap1000.hpp"

namespace ap1000
{

extern const MachineKind ap1000_kind;

namespace
{

void add_node(std::vector<ParameterRow> &rows, const char *section, NodeParameters Parameters::*node)
{
    add_us(rows, section, "sync_call_us", [node](Parameters &p) -> std::int64_t & { return (p.*node).sync_call; });
    add_costs(rows, section, node, true);
}

/* Where a number of the networks is. */
#define AT(PLACE) [](Parameters &p) -> std::int64_t & { return p.own<Ap1000NetworkParameters>().PLACE; }

std::vector<ParameterRow> table_of_ap1000()
{
    std::vector<ParameterRow> rows;
    add_nodes(rows, "cells", max_cells);
    add_node(rows, "cell", &Parameters::cell);
    add_processor(rows, "cell", &Parameters::cell);
    add_node(rows, "host", &Parameters::host);
    add_processor(rows, "host", &Parameters::host, true);
    add_us(rows, "tnet", "hop_us", AT(tnet.hop));
    add_mb_per_s(rows, "tnet", "link_mb_per_s", AT(tnet.bandwidth));
    add_number(rows, "tnet", "buffer_bytes", Unit::bytes, 0, 1 << 20, AT(tnet.buffer_bytes));
    add_number(rows, "tnet", "channels", Unit::count, 2, 4, AT(tnet.channels));
    add_us(rows, "bnet", "arbitration_us", AT(bnet.arbitration));
    add_us(rows, "bnet", "release_us", AT(bnet.release));
    add_mb_per_s(rows, "bnet", "bus_mb_per_s", AT(bnet.bandwidth));
    add_us(rows, "snet", "barrier_us", AT(snet_barrier));
    add_us(rows, "host_interface", "latency_us", AT(host_interface.latency));
    add_mb_per_s(rows, "host_interface", "interface_mb_per_s", AT(host_interface.bandwidth));
    add_control(rows);
    return rows;
}
#undef AT

std::string words_of_ap1000(const Parameters &p)
{
    return fmt::format("{}, {}x{}, and a host", how_many(p.grid.cells(), "cells"), p.grid.nx, p.grid.ny);
}

std::unique_ptr<Network> network_of_ap1000(const Parameters &p, NetworkSurroundings with)
{
    return std::make_unique<Ap1000Network>(p.grid.nx, p.grid.ny, p.own<Ap1000NetworkParameters>(), with.events,
                                           with.usage, std::move(with.flows));
}

} // namespace

const MachineKind ap1000_kind = {"ap1000",
                                 "ap1000",
                                 "cells",
                                 "cell",
                                 true,
                                 true,
                                 false,
                                 true,
                                 made_once<table_of_ap1000>,
                                 zeros<Ap1000NetworkParameters>,
                                 words_of_ap1000,
                                 network_of_ap1000};

} // namespace ap1000
