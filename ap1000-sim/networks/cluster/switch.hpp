/* switch.hpp - a switch with a full-duplex port for each node: sending does not delay receiving, and two pairs of nodes
 * do not delay each other.
 *
 * A frame takes the sender's wire when it is free, for as long as its bytes take. The switch forwards the frame when it
 * has all of it (store and forward), or the first bytes, which name the receiver (cut-through); this takes the latency
 * of the switch. Then the frame takes the receiver's wire when that is free, in the order of arrival.
 *
 * A frame takes room in the queue of the receiver's port from its forwarding until its last bit has left. A frame for
 * which there is no room is dropped.
 *
 * Simplifications: each port has a queue of its own, none of it shared; nobody is told to wait (IEEE 802.3x); of a
 * network that is blocked back to the sender (Myrinet's wormholes) the receiver's wire alone is held. All ports have
 * one rate, and what the switch does inside is never the limit. */
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "networks/cluster/medium.hpp"

namespace ap1000
{

struct SwitchParameters {
    Ns latency;              /* from having what it needs of a frame to its first bit on the other wire [ns] */
    std::int64_t forwarding; /* 0: store and forward; 1: cut-through */
    std::int64_t head;       /* cut-through: so much of a frame must be there [byte] */
    std::int64_t queue;      /* of a port, frames with their overhead [byte]; 0: it has no end */
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

    bool drops() const override
    {
        return p_.queue > 0;
    }

  private:
    Span take(std::size_t wire, Ns takes);
    bool has_room(int port, std::int64_t bytes);
    void forward(int to, std::int64_t bytes, std::function<void()> there);

    struct Queue { /* of a port */
        std::int64_t bytes = 0;
        std::deque<std::pair<Ns, std::int64_t>> frames; /* when its last bit leaves, and how long it is */
    };

    SwitchParameters p_;
    EthernetParameters wire_;
    Events &events_;
    Observer observer_;
    std::vector<Ns> free_;      /* by wire: to the switch 2 * node, from it 2 * node + 1 */
    std::vector<Queue> queues_; /* by port */
};

} // namespace ap1000
