/* ethernet.hpp - one segment of shared Ethernet that joins all workstations: one frame at a time, as a booking model.
 *
 * A frame takes the medium when it is free: preamble, header and check sequence, and a payload that is padded to the
 * least length, all at the rate of the medium; then a gap in which nobody sends. Frames are served first come first
 * served.
 *
 * These parts of CSMA/CD are not modelled: collisions and back-off, and with them the loss of throughput under load and
 * the unfairness of the capture effect; jam signals; propagation (some 5 us on a whole segment). Here, a station that
 * finds the medium busy gets it as soon as those that asked before have been served. */
#pragma once

#include "ns.hpp"

namespace ap1000
{

struct EthernetParameters {
    PsPerByte bandwidth;                   /* of the medium [ps/byte] */
    std::int64_t min_payload, max_payload; /* of a frame [byte] */
    std::int64_t overhead;                 /* preamble, addresses, type, check sequence of a frame [byte] */
    Ns gap;                                /* between frames [ns] */
};

class Ethernet
{
  public:
    /* The observer is told of resource 0 for each frame, without the gap. */
    explicit Ethernet(const EthernetParameters &p, Observer observer = {});

    /* A station asks at time t to send a frame with `payload` byte, at most max_payload. start: its first bit is on the
     * medium; end: every station has all of it [ns]. t must not be less than in any earlier call. */
    Span frame(std::int64_t payload, Ns t);

    std::int64_t max_payload() const
    {
        return p_.max_payload;
    }

  private:
    EthernetParameters p_;
    Observer observer_;
    Ns free_ = 0;
    Ns last_ = 0;
};

} // namespace ap1000
