/* network.cpp - see network.hpp. */
#include "network.hpp"

namespace ap1000
{

Network::Network(const Parameters &p, Timeline &timeline)
    : timeline_(timeline), bnet_(p.bnet), tnet_(Torus(p.grid.nx, p.grid.ny), p.tnet),
      host_path_(bnet_, p.host_interface)
{
}

void Network::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    if (from == to) {
        timeline_.at(timeline_.now(), std::move(arrived));
        return;
    }
    if (from != 0 && to != 0) {
        timeline_.at(tnet_.send(from - 1, to - 1, bytes, timeline_.now()).end, std::move(arrived));
        return;
    }
    auto way = from == 0 ? HostPath::Way::host_to_cell : HostPath::Way::cell_to_host;
    Ns half_way = host_path_.first(way, bytes, timeline_.now()).end;
    timeline_.at(half_way, [this, way, bytes, arrived = std::move(arrived)]() mutable {
        timeline_.at(host_path_.second(way, bytes, timeline_.now()).end, std::move(arrived));
    });
}

void Network::broadcast(int from, std::int64_t bytes, bool host_listens, std::function<void(bool)> arrived)
{
    if (from == 0) {
        Ns half_way = host_path_.first(HostPath::Way::host_to_cell, bytes, timeline_.now()).end;
        timeline_.at(half_way, [this, bytes, arrived = std::move(arrived)] {
            Ns end = host_path_.second(HostPath::Way::host_to_cell, bytes, timeline_.now()).end;
            timeline_.at(end, [arrived] { arrived(true); });
        });
        return;
    }
    Ns on_bus = host_path_.first(HostPath::Way::cell_to_host, bytes, timeline_.now()).end;
    timeline_.at(on_bus, [this, bytes, host_listens, arrived = std::move(arrived)] {
        arrived(true);
        if (!host_listens)
            return;
        Ns end = host_path_.second(HostPath::Way::cell_to_host, bytes, timeline_.now()).end;
        timeline_.at(end, [arrived] { arrived(false); });
    });
}

} // namespace ap1000
