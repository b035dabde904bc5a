/* flow_net.hpp - messages as flows of SimGrid, between the nodes of its platform: the T-Net as a torus, a second model
 * to compare the first one (tnet.hpp) with, or the whole network of a machine of kind simgrid.
 *
 * Messages are flows of fluid: those that share a link share its bandwidth, max-min fair, from the first byte to the
 * last; there are no packets and no queues. Unlike in the T-Net's first model, a blocked message does not hold the
 * links behind it. Both have the same routes (x then y, the shorter way), bandwidth and hop time of a link, and ports
 * between a cell and its router, with the bandwidth of a link and no hop time. Results are reproducible on one
 * computer, but come from floating-point numbers. */
#pragma once

#include <functional>
#include <list>
#include <map>

#include "engine/events.hpp"
#include "engine/flow_engine.hpp"

namespace ap1000
{

class FlowNet
{
  public:
    /* Messages from one node to the same other: one after the other, as on a wire that keeps their order, or all at
     * once, so that they share the way, and one may overtake another (kernel/pair_order.hpp). */
    enum class Sends { in_turn, at_once };

    /* The first two must outlive it; it is used only inside FlowEngine::run. */
    FlowNet(Events &timeline, FlowEngine &flows, Sends sends);

    /* A message enters now; `arrived` becomes an event at its arrival. Nodes have the numbers of the engine. Throws
     * std::runtime_error if the platform has no route. */
    void send(int src, int dst, std::int64_t bytes, std::function<void()> arrived);

  private:
    struct Waiting {
        std::int64_t bytes;
        std::function<void()> arrived;
    };
    using Pair = std::pair<int, int>;

    void start(Pair pair);

    Events &timeline_;
    FlowEngine &flows_;
    const Sends sends_;
    std::map<Pair, std::list<Waiting>> queues_; /* in_turn: the first of each queue is under way */
};

} // namespace ap1000
