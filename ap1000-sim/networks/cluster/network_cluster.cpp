/* network_cluster.cpp - see network_cluster.hpp. */
#include "networks/cluster/network_cluster.hpp"

#include <utility>

namespace ap1000
{

namespace
{

/* PM relies on a network that holds senders back instead of dropping. */
SwitchParameters ports_of(const ClusterNetworkParameters &p)
{
    SwitchParameters ports = p.ports;
    if (p.is(Transport::pm))
        ports.queue = 0;
    return ports;
}

} // namespace

ClusterNetwork::ClusterNetwork(const ClusterNetworkParameters &p, int nodes, Events &events, NodeWork work,
                               Unreachable unreachable, const Usage &usage)
    : p_(p), work_(std::move(work))
{
    if (p_.medium == 0)
        medium_ = std::make_unique<Switch>(ports_of(p_), p_.link, nodes, events, usage.of(Resource::ports));
    else
        medium_ = std::make_unique<Hub>(p_.link, events, usage.of(Resource::ethernet));
    if (p_.is(Transport::pm)) {
        pm_ = std::make_unique<Pm>(p_.pm, *medium_, events, work_.interrupt);
        return;
    }
    tcp_ = std::make_unique<ClusterTcp>(p_.tcp, *medium_, events, work_.interrupt, unreachable);
    udp_ = std::make_unique<Udp>(events, *medium_, p_.udp);
    datagrams_ = std::make_unique<Datagrams>(events, *udp_, work_.interrupt, p_.udp, p_.tcp.message_header);
    if (p_.is(Transport::daemons))
        daemons_ = std::make_unique<Pvmds>(events, *udp_, work_.in_turn, p_.pvmd, nodes, std::move(unreachable));
    else if (p_.is(Transport::suci))
        suci_ = std::make_unique<SuciTransport>(p_.suci, *udp_, events, work_.interrupt, std::move(unreachable));
}

void ClusterNetwork::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    send_between({from, to, 0, 0}, bytes, false, std::move(arrived));
}

void ClusterNetwork::send_between(const Ends &ends, std::int64_t bytes, bool direct, std::function<void()> arrived)
{
    if (pm_)
        pm_->send(ends.from_node, ends.to_node, bytes, std::move(arrived));
    else if (p_.is(Transport::tcp) || (ends.from_tid != ends.to_tid && (direct || tcp_->connects(ends))))
        tcp_->send(ends, bytes, std::move(arrived));
    else if (suci_)
        suci_->send(ends.from_node, ends.to_node, bytes, std::move(arrived));
    else
        daemons_->send(ends.from_node, ends.to_node, bytes, std::move(arrived));
}

bool ClusterNetwork::may_give_up() const
{
    return tcp_ && (tcp_->may_lose() || (!p_.is(Transport::tcp) && p_.udp.may_lose()));
}

std::int64_t ClusterNetwork::longest_datagram() const
{
    return datagrams_ ? datagrams_->longest() : 0;
}

void ClusterNetwork::send_datagram(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived)
{
    datagrams_->send(ends, bytes, std::move(arrived));
}

} // namespace ap1000
