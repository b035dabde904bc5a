/* flow_net.hpp - the T-Net by SimGrid's own flow model on its torus: a second model, to compare the first one
 * (tnet.hpp) with.
 *
 * Messages are flows of fluid: those that share a link share its bandwidth, max-min fair, from the first byte to the
 * last. Unlike the first model, a blocked message does not hold the links behind it, and a cell's port to its processor
 * is no link, so a cell may receive from all four sides at full speed. Both have the same routes (x then y, the shorter
 * way), bandwidth and hop time of a link. Results are reproducible on one computer, but come from floating-point
 * numbers.
 */
#ifndef AP1000_FLOW_NET_HPP
#define AP1000_FLOW_NET_HPP

#include <deque>
#include <functional>
#include <map>

#include "engine/timeline.hpp"

namespace ap1000
{

class FlowNet
{
  public:
    /* Both must outlive it; it is used only inside FlowEngine::run. */
    FlowNet(Timeline &timeline, FlowEngine &flows);

    /* A message enters now; `arrived` becomes an event at its arrival. Messages from one cell to another are sent one
     * after the other, so they keep their order. */
    void send(int src, int dst, std::int64_t bytes, std::function<void()> arrived);

  private:
    struct Waiting {
        std::int64_t bytes;
        std::function<void()> arrived;
    };
    using Pair = std::pair<int, int>;

    void start(Pair pair);

    Timeline &timeline_;
    FlowEngine &flows_;
    std::map<Pair, std::deque<Waiting>> queues_; /* the first of each queue is under way */
};

} // namespace ap1000

#endif
