/* network_ap1000.hpp - chooses the network for a message: the T-Net between cells, the host path from and to
 * the host, the B-Net to all, and none within a node. */
#pragma once

#include "engine/events.hpp"
#include "engine/pool.hpp"
#include "networks/ap1000/hostpath.hpp"
#include "networks/ap1000/tnet.hpp"
#include "networks/network.hpp"

namespace ap1000
{

struct Ap1000NetworkParameters {
    TNetParameters tnet;
    BNetParameters bnet;
    HostPathParameters host_interface;
    Ns snet_barrier; /* in hardware, from the last arrival to the release [ns]; kernel/barriers.hpp has the S-Net */
};

/* Node 0 is the host, 1..nx*ny the cells. */
class Ap1000Network : public Network
{
  public:
    /* nx, ny: cells along x and y. events must outlive it; between_cells, by the numbers of cells, stands in for the
     * T-Net; it may be empty. */
    Ap1000Network(int nx, int ny, const Ap1000NetworkParameters &p, Events &events, const Usage &usage,
                  FlowWay between_cells);

    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) override;
    bool reaches_all() const override;
    void broadcast(int from, std::int64_t bytes, bool host_listens, std::function<void(bool cells)> arrived) override;
    bool reaches_lines() const override;

    /* The T-Net's own broadcast (Brent; the AP1000+ library has x, y and xy broadcasts): every cell of the row or
     * column copies the message when it passes on the ring. It takes as long as a message half way round the ring; both
     * halves go at the same time. Approximate: all cells have it when the last one has, at most half a ring of hops
     * late (2.6 us in a row of 32), and only the links of one half are held. */
    void broadcast_on(Line line, int from, std::int64_t bytes,
                      std::function<void(const std::vector<int> &nodes)> arrived) override;

  private:
    Events &events_;
    BNet bnet_;
    TNet tnet_;
    FlowWay between_cells_; /* may be empty */
    HostPath host_path_;
    struct HalfWay { /* a message between interface and B-Net */
        HostPath::Way way = HostPath::Way::host_to_cell;
        std::int64_t bytes = 0;
        std::function<void()> arrived;
    };
    Pool<HalfWay> half_way_;
};

} // namespace ap1000
