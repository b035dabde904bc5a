/* network_workstations.cpp - see network_workstations.hpp. */
#include "networks/workstations/network_workstations.hpp"

namespace ap1000
{

WorkstationNetwork::WorkstationNetwork(int hosts, const WorkstationNetworkParameters &p, Events &events, Processors run,
                                       Unreachable unreachable, const Usage &usage)
    : p_(p), run_(std::move(run)), ethernet_(p_.ethernet, events, usage.of(Resource::ethernet)),
      udp_(events, ethernet_, p_.udp), pvmds_(events, udp_, run_, p_.pvmd, hosts, unreachable),
      direct_(events, ethernet_.wire(), pvmds_, run_, p_.tcp, p_.pvmd),
      datagrams_(events, udp_, run_, p_.udp, p_.pvmd.header), suci_(p_.suci, udp_, events, run_, unreachable)
{
}

void WorkstationNetwork::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    if (p_.transport == static_cast<std::int64_t>(WorkstationTransport::suci))
        suci_.send(from, to, bytes, std::move(arrived));
    else
        pvmds_.send(from, to, bytes, std::move(arrived));
}

void WorkstationNetwork::send_between(const Ends &ends, std::int64_t bytes, bool direct, std::function<void()> arrived)
{
    if (ends.from_tid != ends.to_tid && (direct || direct_.connects(ends)))
        direct_.send(ends, bytes, std::move(arrived));
    else
        send(ends.from_node, ends.to_node, bytes, std::move(arrived));
}

bool WorkstationNetwork::may_give_up() const
{
    return p_.udp.may_lose();
}

std::int64_t WorkstationNetwork::longest_datagram() const
{
    return datagrams_.longest();
}

void WorkstationNetwork::send_datagram(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived)
{
    datagrams_.send(ends, bytes, std::move(arrived));
}

} // namespace ap1000
