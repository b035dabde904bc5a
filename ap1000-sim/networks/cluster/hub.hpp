/* hub.hpp - a hub (repeater): all nodes of the cluster share one medium, one frame at a time, as on the Ethernet of
 * workstations (ethernet.hpp, which also says what is not modelled: collisions above all). */
#pragma once

#include "networks/cluster/medium.hpp"

namespace ap1000
{

class Hub : public Medium
{
  public:
    /* events must outlive it. The observer sees resource 0, for each frame. */
    Hub(const EthernetParameters &p, Events &events, Observer observer) : events_(events), wire_(p, std::move(observer))
    {
    }

    Ns frame(int, int, std::int64_t payload, std::function<void()> there) override
    {
        const Ns end = wire_.frame(payload, events_.now()).end;
        events_.at(end, std::move(there));
        return end;
    }

    std::int64_t max_payload() const override
    {
        return wire_.max_payload();
    }

    /* For who is content with the time at which a frame will be there. */
    Ethernet &wire()
    {
        return wire_;
    }

  private:
    Events &events_;
    Ethernet wire_;
};

} // namespace ap1000
