/* network.hpp - how messages get from node to node: what every kind of machine gives. Which kinds there are stands in
 * config/make_network.hpp. */
#ifndef AP1000_NETWORK_HPP
#define AP1000_NETWORK_HPP

#include <cstddef>
#include <functional>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

/* Two tasks, and the nodes they are on. */
struct Ends {
    int from_node, to_node, from_tid, to_tid;
};

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

    /* Only if reaches_all(): a message to all nodes; `arrived(cells)` is called with true when all cells have it, with
     * false when the host has it (not for a message of the host, nor if the host does not listen: then its interface
     * stays free). Throws std::logic_error if not. */
    virtual void broadcast(int from, std::int64_t bytes, bool host_listens, std::function<void(bool cells)> arrived);

    /* Can one transfer reach the cells of a row or of a column of the array? */
    virtual bool reaches_lines() const;

    /* Only if reaches_lines(): a message from a cell to the others of its row or column. `arrived(nodes)` is called
     * with those that have it, each node once, all of them in the end. Throws std::logic_error if not. */
    enum class Line { row, column };
    virtual void broadcast_on(Line line, int from, std::int64_t bytes,
                              std::function<void(const std::vector<int> &nodes)> arrived);
};

/* unreachable(from, to): node `from` has found that `to` does not answer any more. */
using Unreachable = std::function<void(int from, int to)>;

/* Resources of networks whose use is counted, for those who look into a run. */
enum class Resource { tnet_links, bnet, host_interface, ethernet, ports };
constexpr std::size_t resources = 5;

/* Who is told of the use of resources; both empty: nobody. A resource is told of in one of the two ways. */
struct Usage {
    /* This unit from start to end, known when it is booked. */
    std::function<void(Resource, int unit, Ns start, Ns end)> holds;
    /* It is held so many times more from now on, fewer if less than 0. */
    std::function<void(Resource, int unit, int units, Ns now)> changes;

    /* For a model that books one resource. */
    Observer of(Resource what) const
    {
        if (!holds)
            return {};
        return [holds = holds, what](int unit, Ns start, Ns end) { holds(what, unit, start, end); };
    }
};

} // namespace ap1000

#endif
