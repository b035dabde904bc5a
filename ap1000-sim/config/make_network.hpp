/* make_network.hpp - makes the network of each kind of machine, from the numbers of a machine file. */
#ifndef AP1000_MAKE_NETWORK_HPP
#define AP1000_MAKE_NETWORK_HPP

#include <memory>

#include "config/parameters.hpp"
#include "engine/events.hpp"
#include "networks/ap1000/network_ap1000.hpp"
#include "networks/network.hpp"
#include "networks/processors.hpp"

namespace ap1000
{

/* The network of a machine of the kind that p names; events must outlive it. work, unreachable: only for networks whose
 * software uses the processors of the nodes. usage: who is told how busy it is. between_cells: instead of the T-Net, if
 * the machine has one; it tells nobody how busy it is; may be empty. */
std::unique_ptr<Network> make_network(const Parameters &p, Events &events, NodeWork work, Unreachable unreachable,
                                      const Usage &usage, CellWay between_cells);

} // namespace ap1000

#endif
