/* bnet.hpp - B-Net, the broadcast network of the AP1000: one bus that joins all cells and the host. It models who has
 * the bus and for how long. It does not model who listens: what is on the bus reaches all at once.
 *
 * A transfer has four steps: the request; arbitration, once the bus is free; the data; and an explicit release, before
 * which no other master can be chosen. Requests are served first come first served, and those of the same time in the
 * order of the calls. Approximate: the ring that joins the cell cabinets adds no delay, and arbitration never overlaps
 * the transfer before it. */
#ifndef AP1000_BNET_HPP
#define AP1000_BNET_HPP

#include "ns.hpp"

namespace ap1000
{

struct BNetParameters {
    Ns arbitration;      /* from the free bus to the grant [ns] */
    Ns release;          /* from the last byte to the free bus [ns] */
    PsPerByte bandwidth; /* of the data [ps/byte] */
};

class BNet
{
  public:
    explicit BNet(const BNetParameters &p, Observer observer = {});

    /* A master asks at time t for the bus, to send `bytes`; t must not be less than in any earlier call. Returns the
     * grant as start, and as end the time when every receiver has the last byte [ns]. The observer is told of resource
     * 0, from arbitration to release. */
    Span transfer(std::int64_t bytes, Ns t);

  private:
    BNetParameters p_;
    Observer observer_;
    Ns free_ = 0;
    Ns last_ = 0;
};

} // namespace ap1000

#endif
