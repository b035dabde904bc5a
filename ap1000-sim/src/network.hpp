/* network.hpp - which of the machine's networks carries a message, and when it is there. */
#ifndef AP1000_NETWORK_HPP
#define AP1000_NETWORK_HPP

#include <functional>

#include "hostpath.hpp"
#include "parameters.hpp"
#include "timeline.hpp"
#include "tnet.hpp"

namespace ap1000
{

/* Nodes are numbered as in machine.h: 0 is the host, 1..ncells the cells. */
class Network
{
  public:
    Network(const Parameters &p, Timeline &timeline);

    /* A message of `bytes` enters now at node `from`; `arrived` is called when node `to` has it whole. Within a node that
     * is at once, between cells it takes the T-Net, from and to the host the host path. */
    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived);

    /* The same to all nodes over the B-Net: `arrived(cells)` is called with true when all cells have it, with false when
     * the host has it (not for a message of the host, nor if the host does not listen: then its interface stays free). */
    void broadcast(int from, std::int64_t bytes, bool host_listens, std::function<void(bool cells)> arrived);

  private:
    Timeline &timeline_;
    BNet bnet_;
    TNet tnet_;
    HostPath host_path_;
};

} // namespace ap1000

#endif
