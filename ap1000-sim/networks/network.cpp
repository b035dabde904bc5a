/* network.cpp - see network.hpp. */
#include "networks/network.hpp"

#include <stdexcept>

#include "networks/ap1000/network_ap1000.hpp"
#include "networks/workstations/network_workstations.hpp"

namespace ap1000
{

void Network::send_between(const Ends &ends, std::int64_t bytes, bool, std::function<void()> arrived)
{
    send(ends.from_node, ends.to_node, bytes, std::move(arrived));
}

bool Network::reaches_all() const
{
    return false;
}

void Network::broadcast(int, std::int64_t, bool, std::function<void(bool)>)
{
    throw std::logic_error("a broadcast on a network that has none");
}

std::unique_ptr<Network> make_network(const Parameters &p, Events &events, Processors run, Unreachable unreachable,
                                      RunObserver *observer, CellWay between_cells)
{
    if (p.kind == MachineKind::workstations)
        return std::make_unique<WorkstationNetwork>(p, events, std::move(run), std::move(unreachable), observer);
    return std::make_unique<Ap1000Network>(p, events, observer, std::move(between_cells));
}

} // namespace ap1000
