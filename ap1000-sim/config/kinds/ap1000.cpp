/* ap1000.cpp - the AP1000 as a kind of machine: a host, and an array of cells. */
#include <fmt/format.h>

#include "config/parameters.hpp"

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

std::vector<ParameterRow> table_of_ap1000()
{
    std::vector<ParameterRow> rows;
    rows.push_back({"machine", "cells", Unit::count, 1, max_cells, {}, {}, {}});
    add_node(rows, "cell", &Parameters::cell);
    add_node(rows, "host", &Parameters::host);
    add_us(rows, "tnet", "hop_us", [](Parameters &p) -> std::int64_t & { return p.tnet.hop; });
    add_mb_per_s(rows, "tnet", "link_mb_per_s", [](Parameters &p) -> std::int64_t & { return p.tnet.bandwidth; });
    rows.push_back({"tnet",
                    "buffer_bytes",
                    Unit::bytes,
                    0,
                    1 << 20,
                    [](Parameters &p) -> std::int64_t & { return p.tnet.buffer_bytes; },
                    {},
                    {}});
    rows.push_back({"tnet",
                    "channels",
                    Unit::count,
                    2,
                    4,
                    [](Parameters &p) -> std::int64_t & { return p.tnet.channels; },
                    {},
                    {}});
    add_us(rows, "bnet", "arbitration_us", [](Parameters &p) -> std::int64_t & { return p.bnet.arbitration; });
    add_us(rows, "bnet", "release_us", [](Parameters &p) -> std::int64_t & { return p.bnet.release; });
    add_mb_per_s(rows, "bnet", "bus_mb_per_s", [](Parameters &p) -> std::int64_t & { return p.bnet.bandwidth; });
    add_us(rows, "snet", "barrier_us", [](Parameters &p) -> std::int64_t & { return p.snet_barrier; });
    add_us(rows, "host_interface", "latency_us",
           [](Parameters &p) -> std::int64_t & { return p.host_interface.latency; });
    add_mb_per_s(rows, "host_interface", "interface_mb_per_s",
                 [](Parameters &p) -> std::int64_t & { return p.host_interface.bandwidth; });
    add_control(rows);
    return rows;
}

std::string words_of_ap1000(const Parameters &p)
{
    return fmt::format("{} cells, {}x{}, and a host", p.grid.cells(), p.grid.nx, p.grid.ny);
}

std::unique_ptr<Network> network_of_ap1000(const Parameters &p, NetworkSurroundings with)
{
    return std::make_unique<Ap1000Network>(
        Ap1000NetworkParameters{p.grid.nx, p.grid.ny, p.tnet, p.bnet, p.host_interface}, with.events, with.usage,
        std::move(with.flows));
}

} // namespace

const MachineKind ap1000_kind = {
    "ap1000",        "ap1000",         "cells", "cell", true, true, false, true, made_once<table_of_ap1000>,
    words_of_ap1000, network_of_ap1000};

} // namespace ap1000
