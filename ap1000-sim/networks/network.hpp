/* network.hpp - the interface of a network: how messages get from node to node, on every kind of machine.
 * config/machine_kind.hpp has the list of networks. */
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

/* Two tasks, and the nodes they are on. */
struct Ends {
    int from_node, to_node, from_tid, to_tid;
};

/* The room of a message in the socket of its receiver; it is free again when the last copy of this is gone. Empty:
 * sockets are unlimited. */
using Room = std::shared_ptr<void>;

/* Nodes have the numbers of machine.h: from 0 to the machine's number of nodes, less one. */
class Network
{
  public:
    virtual ~Network() = default;

    /* A message of `bytes` enters now at node `from`. `arrived` is called when node `to` has all of it. */
    virtual void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) = 0;

    /* The same from one task to another, which may have a route of their own; `direct`: the sender asks for one. */
    virtual void send_between(const Ends &ends, std::int64_t bytes, bool direct, std::function<void()> arrived);

    /* Returns the longest message that may go as a datagram [byte]; 0: there are no datagrams. */
    virtual std::int64_t longest_datagram() const;

    /* Only if longest_datagram(), and not for a longer one: a message that may be lost. `arrived` is called when the
     * receiver's node has all of it; if it is lost, `arrived` is destroyed without a call. Throws std::logic_error if
     * the network cannot. */
    virtual void send_datagram(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived);

    /* Returns true if it may find that a node no longer answers (Unreachable), after which messages never arrive. */
    virtual bool may_give_up() const;

    /* Returns true if one transfer can reach all nodes, and there is a barrier in hardware. Without these, both are
     * made of messages. */
    virtual bool reaches_all() const;

    /* Only if reaches_all(): a message to all nodes. `arrived(cells)` is called with true when all cells have it, and
     * with false when the host has it. The second call is left out for a message of the host, and if the host does not
     * listen: its interface stays free then. Throws std::logic_error if the network cannot. */
    virtual void broadcast(int from, std::int64_t bytes, bool host_listens, std::function<void(bool cells)> arrived);

    /* Returns true if one transfer can reach the cells of a row or of a column of the array. */
    virtual bool reaches_lines() const;

    /* Only if reaches_lines(): a message from a cell to the others of its row or column. `arrived(nodes)` is called
     * with nodes that have it: each node once, and all of them in the end. Throws std::logic_error if the network
     * cannot. */
    enum class Line { row, column };
    virtual void broadcast_on(Line line, int from, std::int64_t bytes,
                              std::function<void(const std::vector<int> &nodes)> arrived);
};

/* A message enters SimGrid's flow model now (simgrid/flow_net.hpp); nodes have the numbers of that model. */
using FlowWay = std::function<void(int from, int to, std::int64_t bytes, std::function<void()> arrived)>;

/* unreachable(from, to, after): node `from` has found that `to` no longer answers, for at least so long [ns]. */
using Unreachable = std::function<void(int from, int to, Ns after)>;

/* Resources of networks whose use is counted, for traces and reports. */
enum class Resource { tnet_links, bnet, host_interface, ethernet, ports, links };
constexpr std::size_t resources = 6;

/* Callbacks for the use of resources; both may be empty. A resource is reported in only one of the two ways. */
struct Usage {
    /* This unit is held from start to end; called when that is booked. */
    std::function<void(Resource, int unit, Ns start, Ns end)> holds;
    /* `units` more (if below 0, fewer) of this unit are held from now on. */
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
