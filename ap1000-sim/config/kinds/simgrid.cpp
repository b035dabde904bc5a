/* simgrid.cpp - a machine on any platform file of SimGrid: its hosts are the nodes, its flow model is the network. */
#include <filesystem>

#include <fmt/format.h>

#include "config/parameters.hpp"
#include "networks/simgrid/network_simgrid.hpp"

namespace ap1000
{

extern const MachineKind simgrid_kind;

namespace
{

/* How many nodes: the first so many hosts of the platform; all, if the machine file does not say. */
bool nodes_are_known(const Parameters &p)
{
    return p.grid.cells() > 0;
}

std::vector<ParameterRow> make_table()
{
    std::vector<ParameterRow> rows;
    rows.push_back({"machine", "nodes", Unit::count, 1, max_cells, {}, nodes_are_known, {}});
    add_costs(rows, "node", &Parameters::workstation, false);
    rows.push_back({"network",
                    "model",
                    Unit::word,
                    0,
                    1,
                    [](Parameters &p) -> std::int64_t & { return p.simgrid.platform.model; },
                    {},
                    {"CM02", "LV08"}}); /* enum flow_model */
    add_control(rows);
    return rows;
}

std::string in_words(const Parameters &p)
{
    const std::string file = std::filesystem::path(p.simgrid.platform.file).filename().string();
    return fmt::format("{} hosts of SimGrid's platform {}", p.nodes(), file);
}

std::unique_ptr<Network> make_network(const Parameters &, NetworkSurroundings with)
{
    return std::make_unique<SimgridNetwork>(std::move(with.flows));
}

} // namespace

const MachineKind simgrid_kind = {
    "simgrid", "fat-tree", "nodes", "node", false, false, true, true, made_once<make_table>, in_words, make_network};

} // namespace ap1000
