/* switch.hpp - a switch with a full-duplex port for each node: what a node sends does not hinder what it receives, and
 * two pairs of nodes do not hinder each other.
 *
 * A frame takes the sender's wire when it is free, for as long as its bytes take. The switch forwards it when it has it
 * whole (store and forward), or when the first bytes, that name the receiver, are there (cut-through); it needs its
 * latency for that. Then the frame takes the receiver's wire when that is free, in the order of arrival.
 *
 * Approximate: the queue of a port has no end, so nothing is lost and nobody is told to wait (IEEE 802.3x); of a
 * network that is blocked back to the sender (Myrinet's wormholes) the receiver's wire alone is held. All ports have
 * one rate, and what the switch does inside is never the limit.
 */
#ifndef AP1000_SWITCH_HPP
#define AP1000_SWITCH_HPP

#include <vector>

#include "networks/cluster/medium.hpp"

namespace ap1000
{

struct SwitchParameters {
    Ns latency;              /* from having what it needs of a frame to its first bit on the other wire [ns] */
    std::int64_t forwarding; /* 0: store and forward; 1: cut-through */
    std::int64_t head;       /* cut-through: so much of a frame must be there [byte] */
};

class Switch : public Medium
{
  public:
    /* events must outlive it. The observer sees resource 2 * node for what the node sends, 2 * node + 1 for what it
     * receives, for each frame, without the gap. */
    Switch(const SwitchParameters &p, const EthernetParameters &wire, int ports, Events &events, Observer observer);

    Ns frame(int from, int to, std::int64_t payload, std::function<void()> there) override;

    std::int64_t max_payload() const override
    {
        return wire_.max_payload;
    }

  private:
    Span take(std::size_t wire, Ns takes);

    SwitchParameters p_;
    EthernetParameters wire_;
    Events &events_;
    Observer observer_;
    std::vector<Ns> free_; /* by wire: to the switch 2 * node, from it 2 * node + 1 */
};

} // namespace ap1000

#endif
