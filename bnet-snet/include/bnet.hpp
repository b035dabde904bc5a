/* bnet.hpp - B-Net, the broadcast network of the AP1000: one bus that joins all cells and the host.
 * It models who has the bus and for how long, not who listens: whatever is on the bus reaches all at once.
 *
 * A transfer: request; once the bus is free, arbitration; the data; an explicit release, and only then may the next
 * master be chosen. Requests are served first come first served; equal times in the order of the calls. Approximate:
 * the ring that joins the cell cabinets adds no delay, and arbitration never overlaps the transfer before it.
 */
#ifndef AP1000_BNET_HPP
#define AP1000_BNET_HPP

#include "ns.hpp"

namespace ap1000
{

struct BNetParameters {
    Ns arbitration;      /* from a free bus to the grant [ns] */
    Ns release;          /* from the last byte to a free bus [ns] */
    PsPerByte bandwidth; /* of the data [ps/byte] */
};

class BNet
{
  public:
    explicit BNet(const BNetParameters &p, Observer observer = {});

    /* A master asks at time t to send `bytes`. start: the grant; end: every receiver has the last byte [ns].
     * t must not be less than in any earlier call. The observer sees resource 0, from arbitration to release. */
    Span transfer(std::int64_t bytes, Ns t);

    /* When the last transfer booked so far gives the bus back [ns]; 0 if there was none. */
    Ns free_at() const;

  private:
    BNetParameters p_;
    Observer observer_;
    Ns free_ = 0;
    Ns last_ = 0;
};

} // namespace ap1000

#endif
