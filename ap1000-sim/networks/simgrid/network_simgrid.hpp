/* network_simgrid.hpp - the network of a machine that a platform file of SimGrid describes: every message is a flow on
 * the platform (flow_net.hpp), also between tasks of one node, over its loopback. Software at both sides is not part of
 * it. */
#ifndef AP1000_NETWORK_SIMGRID_HPP
#define AP1000_NETWORK_SIMGRID_HPP

#include "networks/network.hpp"

namespace ap1000
{

class SimgridNetwork : public Network
{
  public:
    /* flows: node i is host i of the platform. */
    explicit SimgridNetwork(FlowWay flows);

    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) override;

  private:
    FlowWay flows_;
};

} // namespace ap1000

#endif
