/* network_cluster.hpp - a cluster of PCs: a switch or a hub, and on it the transport of every message.
 *     - TCP: tasks reach each other directly, and so do the systems of nodes;
 *     - PM: the same without connections;
 *     - daemons: PVM's, one on each node; tasks that ask for it get a TCP connection;
 *     - Suci: reliable UDP with a window, from node to node; TCP for tasks that ask for it.
 * With all but PM tasks may send raw datagrams. */
#pragma once

#include <memory>

#include "networks/cluster/hub.hpp"
#include "networks/cluster/medium.hpp"
#include "networks/cluster/switch.hpp"
#include "networks/cluster/tcp.hpp"
#include "networks/network.hpp"
#include "networks/processors.hpp"
#include "networks/suci/suci_transport.hpp"
#include "networks/workstations/datagrams.hpp"
#include "networks/workstations/pvmd.hpp"

namespace ap1000
{

enum class Transport { tcp, pm, daemons, suci };

/* Messages by PM on Myrinet: the library at each side has a fixed cost, and the interface does the rest. It cuts a
 * message into packets that fill a frame and sends them one after the other, without the processor. There are no
 * losses, no acknowledgements and no connections. Simplifications: the receiver always has room, so the sender
 * never waits for it; within a node a message costs only both sides of the library. */
struct PmParameters {
    Ns send, recv;       /* of a message, on the processor of the node [ns] */
    std::int64_t header; /* before the data of each packet [byte] */
};

class Pm
{
  public:
    /* All must outlive it. */
    Pm(const PmParameters &p, Medium &medium, Events &events, const Processors &run);

    /* A message of `bytes` is to go now; `arrived` is called when the receiver's library has it. */
    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived);

  private:
    struct Message {
        int from, to;
        std::int64_t left;
        std::function<void()> arrived;
    };
    void next_packet(const std::shared_ptr<Message> &m);

    const PmParameters p_;
    Medium &medium_;
    Events &events_;
    const Processors &run_;
    const std::int64_t most_; /* bytes of a message in one packet */
};

struct ClusterNetworkParameters {
    std::int64_t transport; /* enum class Transport */
    std::int64_t medium;    /* 0: a switch; 1: a hub */
    EthernetParameters link;
    SwitchParameters ports;
    ClusterTcpParameters tcp;
    PmParameters pm;
    UdpParameters udp;
    PvmdParameters pvmd;
    SuciParameters suci;

    bool is(Transport t) const
    {
        return transport == static_cast<std::int64_t>(t);
    }
};

class ClusterNetwork : public Network
{
  public:
    /* events must outlive it. */
    ClusterNetwork(const ClusterNetworkParameters &p, int nodes, Events &events, NodeWork work, Unreachable unreachable,
                   const Usage &usage);

    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) override;
    void send_between(const Ends &ends, std::int64_t bytes, bool direct, std::function<void()> arrived) override;
    bool may_give_up() const override;
    std::int64_t longest_datagram() const override;
    void send_datagram(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived) override;

  private:
    const ClusterNetworkParameters p_; /* its parts refer to these */
    NodeWork work_;
    std::unique_ptr<Medium> medium_;
    /* What its transport has; the others are empty. */
    std::unique_ptr<Pm> pm_;
    std::unique_ptr<ClusterTcp> tcp_;
    std::unique_ptr<Udp> udp_;
    std::unique_ptr<Datagrams> datagrams_;
    std::unique_ptr<Pvmds> daemons_;
    std::unique_ptr<SuciTransport> suci_;
};

} // namespace ap1000
