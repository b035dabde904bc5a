/* network_cluster.hpp - a cluster of PCs: a switch or a hub, and on it the transport of every message: TCP, or PM.
 * There are no daemons on the way: tasks reach each other directly, and so do the systems of nodes. */
#ifndef AP1000_NETWORK_CLUSTER_HPP
#define AP1000_NETWORK_CLUSTER_HPP

#include <memory>

#include "networks/cluster/hub.hpp"
#include "networks/cluster/pm.hpp"
#include "networks/cluster/switch.hpp"
#include "networks/cluster/tcp.hpp"
#include "networks/network.hpp"

namespace ap1000
{

struct ClusterNetworkParameters {
    std::int64_t transport; /* 0: TCP; 1: PM */
    std::int64_t medium;    /* 0: a switch; 1: a hub */
    EthernetParameters link;
    SwitchParameters ports;
    ClusterTcpParameters tcp;
    PmParameters pm;
};

class ClusterNetwork : public Network
{
  public:
    /* events must outlive it. */
    ClusterNetwork(const ClusterNetworkParameters &p, int nodes, Events &events, Processors run, const Usage &usage);

    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) override;
    void send_between(const Ends &ends, std::int64_t bytes, bool direct, std::function<void()> arrived) override;

  private:
    Processors run_;
    std::unique_ptr<Medium> medium_;
    std::unique_ptr<ClusterTcp> tcp_; /* one of the two */
    std::unique_ptr<Pm> pm_;
};

} // namespace ap1000

#endif
