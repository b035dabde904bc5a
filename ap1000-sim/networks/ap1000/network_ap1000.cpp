/* network_ap1000.cpp - see network_ap1000.hpp. */
#include "networks/ap1000/network_ap1000.hpp"

namespace ap1000
{

namespace
{

/* The ports of a cell to the network do not count as links. */
TNet::LinkObserver without_ports(const Usage &usage)
{
    if (!usage.changes)
        return {};
    return [changes = usage.changes](int link, bool held, Ns now) {
        const Torus::Port port = Torus::link_port(link);
        if (port != Torus::inject && port != Torus::eject)
            changes(Resource::tnet_links, link, held ? 1 : -1, now);
    };
}

} // namespace

Ap1000Network::Ap1000Network(int nx, int ny, const Ap1000NetworkParameters &p, Events &events, const Usage &usage,
                             FlowWay between_cells)
    : events_(events), bnet_(p.bnet, usage.of(Resource::bnet)),
      tnet_(Torus(nx, ny), p.tnet, events, without_ports(usage)), between_cells_(std::move(between_cells)),
      host_path_(bnet_, p.host_interface, usage.of(Resource::host_interface))
{
}

void Ap1000Network::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    if (from == to) {
        events_.at(events_.now(), std::move(arrived));
        return;
    }
    if (from != 0 && to != 0 && between_cells_) {
        between_cells_(from - 1, to - 1, bytes, std::move(arrived));
        return;
    }
    if (from != 0 && to != 0) {
        tnet_.send(from - 1, to - 1, bytes, std::move(arrived));
        return;
    }
    auto way = from == 0 ? HostPath::Way::host_to_cell : HostPath::Way::cell_to_host;
    HalfWay &half = half_way_.take();
    half = {way, bytes, std::move(arrived)};
    events_.at(host_path_.first(way, bytes, events_.now()).end, [this, &half] {
        events_.at(host_path_.second(half.way, half.bytes, events_.now()).end, std::move(half.arrived));
        half_way_.give_back(half);
    });
}

bool Ap1000Network::reaches_all() const
{
    return true;
}

void Ap1000Network::broadcast(int from, std::int64_t bytes, bool host_listens, std::function<void(bool)> arrived)
{
    if (from == 0) {
        Ns half_way = host_path_.first(HostPath::Way::host_to_cell, bytes, events_.now()).end;
        events_.at(half_way, [this, bytes, arrived = std::move(arrived)] {
            Ns end = host_path_.second(HostPath::Way::host_to_cell, bytes, events_.now()).end;
            events_.at(end, [arrived] { arrived(true); });
        });
        return;
    }
    Ns on_bus = host_path_.first(HostPath::Way::cell_to_host, bytes, events_.now()).end;
    events_.at(on_bus, [this, bytes, host_listens, arrived = std::move(arrived)] {
        arrived(true);
        if (!host_listens)
            return;
        Ns end = host_path_.second(HostPath::Way::cell_to_host, bytes, events_.now()).end;
        events_.at(end, [arrived] { arrived(false); });
    });
}

bool Ap1000Network::reaches_lines() const
{
    return true;
}

/* The longer half of the ring goes upwards, as does a message to the last cell of that half (torus.cpp). */
void Ap1000Network::broadcast_on(Line line, int from, std::int64_t bytes,
                                 std::function<void(const std::vector<int> &)> arrived)
{
    const Torus &torus = tnet_.torus();
    const bool row = line == Line::row;
    const int x = torus.x(from - 1), y = torus.y(from - 1), length = row ? torus.nx() : torus.ny();
    std::vector<int> nodes;
    for (int steps = 1; steps < length; steps++)
        nodes.push_back(1 + (row ? torus.cell(x + steps, y) : torus.cell(x, y + steps)));
    if (!nodes.empty())
        send(from, nodes[static_cast<std::size_t>(length / 2) - 1], bytes, [nodes, arrived] { arrived(nodes); });
}

} // namespace ap1000
