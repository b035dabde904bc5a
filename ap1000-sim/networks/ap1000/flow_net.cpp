/* flow_net.cpp - see flow_net.hpp. */
#include "networks/ap1000/flow_net.hpp"

#include <simgrid/s4u.hpp>

namespace ap1000
{

namespace s4u = simgrid::s4u;

FlowNet::FlowNet(Timeline &timeline, std::vector<s4u::Host *> cells) : timeline_(timeline), cells_(std::move(cells))
{
    timeline_.move_simgrid_clock();
}

void FlowNet::send(int src, int dst, std::int64_t bytes, std::function<void()> arrived)
{
    timeline_.expect_from_outside();
    auto &queue = queues_[{src, dst}];
    queue.push_back({bytes, std::move(arrived)});
    if (queue.size() == 1)
        start({src, dst});
}

void FlowNet::start(Pair pair)
{
    s4u::Host *from = cells_[static_cast<std::size_t>(pair.first)], *to = cells_[static_cast<std::size_t>(pair.second)];
    s4u::Actor::create("flow", from, [this, pair, from, to] {
        auto &queue = queues_[pair];
        s4u::Comm::sendto(from, to, static_cast<std::uint64_t>(queue.front().bytes));
        auto arrived = std::move(queue.front().arrived);
        queue.pop_front();
        if (!queue.empty())
            start(pair);
        timeline_.come_from_outside(std::move(arrived)); /* must be the last statement: everything may end with it */
    });
}

} // namespace ap1000
