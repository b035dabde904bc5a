/* make_network.cpp - see make_network.hpp. */
#include "config/make_network.hpp"

#include "networks/cluster/network_cluster.hpp"
#include "networks/workstations/network_workstations.hpp"

namespace ap1000
{

std::unique_ptr<Network> make_network(const Parameters &p, Events &events, NodeWork work, Unreachable unreachable,
                                      const Usage &usage, CellWay between_cells)
{
    if (p.kind == MachineKind::workstations)
        return std::make_unique<WorkstationNetwork>(
            WorkstationNetworkParameters{p.nodes(), p.ethernet, p.udp, p.pvmd, p.tcp}, events, std::move(work.in_turn),
            std::move(unreachable), usage);
    if (p.kind == MachineKind::cluster)
        return std::make_unique<ClusterNetwork>(p.cluster, p.nodes(), events, std::move(work.interrupt), usage);
    return std::make_unique<Ap1000Network>(
        Ap1000NetworkParameters{p.grid.nx, p.grid.ny, p.tnet, p.bnet, p.host_interface}, events, usage,
        std::move(between_cells));
}

} // namespace ap1000
