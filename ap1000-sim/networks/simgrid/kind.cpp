/* kind.cpp - a machine on any platform file of SimGrid: its hosts are the nodes, its flow model is the network. */
#include <filesystem>

#include <fmt/format.h>
#include <stdexcept>

#include "config/parameter_rows.hpp"
#include "engine/how_many.hpp"
#include "networks/network.hpp"

namespace ap1000
{

extern const MachineKind simgrid_kind;

namespace
{

/* The network: every message is a flow on the platform (flow_net.hpp), also between tasks of one node, over its
 * loopback. Software at both sides is not part of it. */
class SimgridNetwork : public Network
{
  public:
    /* flows: node i is host i of the platform. */
    explicit SimgridNetwork(FlowWay flows) : flows_(std::move(flows))
    {
        if (!flows_)
            throw std::logic_error("a platform of SimGrid without SimGrid");
    }

    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) override
    {
        flows_(from, to, bytes, std::move(arrived));
    }

  private:
    FlowWay flows_;
};

/* How many nodes: the first so many hosts of the platform; all, if the machine file does not say. */
bool nodes_are_known(const Parameters &p)
{
    return p.grid.cells() > 0;
}

std::vector<ParameterRow> table_of_simgrid()
{
    std::vector<ParameterRow> rows;
    add_nodes(rows, "nodes", max_cells, nodes_are_known);
    add_costs(rows, "node", &Parameters::workstation, false);
    add_processor(rows, "node", &Parameters::workstation, true);
    add_choice(rows, "network", "model", {"CM02", "LV08"}, /* enum flow_model */
               [](Parameters &p) -> std::int64_t & { return p.simgrid.platform.model; });
    add_control(rows);
    return rows;
}

/* This kind has only the numbers of any machine, and those of the platform. */
std::any no_numbers()
{
    return {};
}

std::string words_of_simgrid(const Parameters &p)
{
    const std::string file = std::filesystem::path(p.simgrid.platform.file).filename().string();
    return fmt::format("{} of SimGrid's platform {}", how_many(p.nodes(), "hosts"), file);
}

std::unique_ptr<Network> network_of_simgrid(const Parameters &, NetworkSurroundings with)
{
    return std::make_unique<SimgridNetwork>(std::move(with.flows));
}

} // namespace

const MachineKind simgrid_kind = {
    "simgrid",  "fat-tree",       "nodes",           "node", false, false, true, true, made_once<table_of_simgrid>,
    no_numbers, words_of_simgrid, network_of_simgrid};

} // namespace ap1000
