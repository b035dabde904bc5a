/* network_cluster.cpp - see network_cluster.hpp. */
#include "networks/cluster/network_cluster.hpp"

namespace ap1000
{

ClusterNetwork::ClusterNetwork(const ClusterNetworkParameters &p, int nodes, Events &events, Processors run,
                               const Usage &usage)
    : run_(std::move(run))
{
    if (p.medium == 0)
        medium_ = std::make_unique<Switch>(p.ports, p.link, nodes, events, usage.of(Resource::ports));
    else
        medium_ = std::make_unique<Hub>(p.link, events, usage.of(Resource::ethernet));
    if (p.transport == 0)
        tcp_ = std::make_unique<ClusterTcp>(p.tcp, *medium_, events, run_);
    else
        pm_ = std::make_unique<Pm>(p.pm, *medium_, events, run_);
}

void ClusterNetwork::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    send_between({from, to, 0, 0}, bytes, false, std::move(arrived));
}

void ClusterNetwork::send_between(const Ends &ends, std::int64_t bytes, bool, std::function<void()> arrived)
{
    if (tcp_)
        tcp_->send(ends, bytes, std::move(arrived));
    else
        pm_->send(ends.from_node, ends.to_node, bytes, std::move(arrived));
}

} // namespace ap1000
