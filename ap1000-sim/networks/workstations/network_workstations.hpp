/* network_workstations.hpp - workstations on one Ethernet with a PVM daemon on each. By default a message goes through
 * the daemons, even within a host, or by Suci in their place; tasks that ask for it get a TCP connection, which the
 * daemons arrange, or send raw datagrams. */
#pragma once

#include "networks/cluster/hub.hpp"
#include "networks/network.hpp"
#include "networks/suci/suci_transport.hpp"
#include "networks/workstations/datagrams.hpp"
#include "networks/workstations/direct_route.hpp"

namespace ap1000
{

enum class WorkstationTransport { daemons, suci };

struct WorkstationNetworkParameters {
    EthernetParameters ethernet;
    UdpParameters udp;
    PvmdParameters pvmd;
    TcpParameters tcp;
    std::int64_t transport; /* enum class WorkstationTransport */
    SuciParameters suci;
};

class WorkstationNetwork : public Network
{
  public:
    /* events must outlive it. */
    WorkstationNetwork(int hosts, const WorkstationNetworkParameters &p, Events &events, Processors run,
                       Unreachable unreachable, const Usage &usage);

    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) override;
    void send_between(const Ends &ends, std::int64_t bytes, bool direct, std::function<void()> arrived) override;
    bool may_give_up() const override;
    std::int64_t longest_datagram() const override;
    void send_datagram(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived) override;

  private:
    const WorkstationNetworkParameters p_; /* its parts refer to these */
    Processors run_;
    Hub ethernet_;
    Udp udp_;
    Pvmds pvmds_;
    DirectRoutes direct_;
    Datagrams datagrams_;
    SuciTransport suci_; /* in the daemons' place, if that is the transport */
};

} // namespace ap1000
