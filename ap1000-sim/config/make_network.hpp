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

/* Makes the network for the kind of machine that p names; events must outlive it. run, unreachable: only used by
 * networks whose software runs on the processors of the nodes. usage: is told how busy the network is. between_cells:
 * replaces the T-Net, if the machine has one, and tells nothing to usage; may be empty. */
std::unique_ptr<Network> make_network(const Parameters &p, Events &events, Processors run, Unreachable unreachable,
                                      const Usage &usage, CellWay between_cells);

} // namespace ap1000

#endif
