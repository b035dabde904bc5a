/* flow_net.cpp - see flow_net.hpp. */
#include "networks/simgrid/flow_net.hpp"

namespace ap1000
{

FlowNet::FlowNet(Events &timeline, FlowEngine &flows, Sends sends) : timeline_(timeline), flows_(flows), sends_(sends)
{
    timeline_.take_along(flows);
}

void FlowNet::send(int src, int dst, std::int64_t bytes, std::function<void()> arrived)
{
    timeline_.expect_from_outside();
    if (sends_ == Sends::at_once) {
        flows_.send(src, dst, bytes, [this, arrived = std::move(arrived)]() mutable {
            timeline_.come_from_outside(std::move(arrived)); /* must be the last statement, as below */
        });
        return;
    }
    auto &queue = queues_[{src, dst}];
    queue.push_back({bytes, std::move(arrived)});
    if (queue.size() == 1)
        start({src, dst});
}

void FlowNet::start(Pair pair)
{
    flows_.send(pair.first, pair.second, queues_[pair].front().bytes, [this, pair] {
        auto &queue = queues_[pair];
        auto arrived = std::move(queue.front().arrived);
        queue.pop_front();
        if (!queue.empty())
            start(pair);
        timeline_.come_from_outside(std::move(arrived)); /* must be the last statement: everything may end with it */
    });
}

} // namespace ap1000
