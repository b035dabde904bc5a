/* network.hpp - how messages get from node to node: what every kind of machine gives, and which kinds there are. */
#ifndef AP1000_NETWORK_HPP
#define AP1000_NETWORK_HPP

#include <functional>
#include <memory>

#include "networks/workstations/direct_route.hpp"
#include "engine/events.hpp"
#include "config/parameters.hpp"
#include "networks/processors.hpp"
#include "kernel/run_observer.hpp"

namespace ap1000
{

/* Nodes are numbered as in machine.h: from 0 to the machine's number of nodes, less one. */
class Network
{
  public:
    virtual ~Network() = default;

    /* A message of `bytes` enters now at node `from`; `arrived` is called when node `to` has it whole. */
    virtual void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) = 0;

    /* The same from one task to another, which may have a way of their own; `direct`: the sender asks for one. */
    virtual void send_between(const Ends &ends, std::int64_t bytes, bool direct, std::function<void()> arrived);

    /* Can one transfer reach all nodes, and is there a barrier in hardware? Without, both are made of messages. */
    virtual bool reaches_all() const;

    /* Only if reaches_all(): a message to all nodes; `arrived(cells)` is called with true when all cells have it, with false
     * when the host has it (not for a message of the host, nor if the host does not listen: then its interface stays
     * free). Throws std::logic_error if not. */
    virtual void broadcast(int from, std::int64_t bytes, bool host_listens, std::function<void(bool cells)> arrived);
};

/* unreachable(from, to): node `from` has found that `to` does not answer any more. */
using Unreachable = std::function<void(int from, int to)>;

/* Another T-Net than the machine's own (tnet.hpp): a message enters now at cell src. */
using CellWay = std::function<void(int src, int dst, std::int64_t bytes, std::function<void()> arrived)>;

/* The network of a machine of the kind that p names; p and events must outlive it. observer: who is told how busy it is;
 * nullptr: nobody. between_cells: instead of the T-Net, if it has one; it tells nobody how busy it is. */
std::unique_ptr<Network> make_network(const Parameters &p, Events &events, Processors run, Unreachable unreachable,
                                      RunObserver *observer, CellWay between_cells = {});

} // namespace ap1000

#endif
