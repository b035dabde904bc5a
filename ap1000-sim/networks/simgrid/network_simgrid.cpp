/* network_simgrid.cpp - see network_simgrid.hpp. */
#include "networks/simgrid/network_simgrid.hpp"

#include <stdexcept>

namespace ap1000
{

SimgridNetwork::SimgridNetwork(FlowWay flows) : flows_(std::move(flows))
{
    if (!flows_)
        throw std::logic_error("a platform of SimGrid without SimGrid");
}

void SimgridNetwork::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    flows_(from, to, bytes, std::move(arrived));
}

} // namespace ap1000
