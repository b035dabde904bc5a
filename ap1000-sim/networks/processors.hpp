/* processors.hpp - how a network model uses the processors of the nodes. Somebody else keeps the processors. */
#ifndef AP1000_PROCESSORS_HPP
#define AP1000_PROCESSORS_HPP

#include <functional>

#include "ns.hpp"

namespace ap1000
{

/* Gives the processor of `node` work for `cost` ns now, behind what it already has to do. Returns when that is done
 * [ns]. */
using Processors = std::function<Ns(int node, Ns cost)>;

} // namespace ap1000

#endif
