/* hostpath.hpp - the path between the host and the cells: the host interface, and the B-Net behind it. The host's
 * software is not part of it (host.*_us in the machine file). It does not own the B-Net, which others use, too.
 *
 * It is store and forward: the whole message is on one side of the interface before it goes on. So a crossing has two
 * legs. Each is booked when it begins, because the B-Net must be asked at the time when the message gets there:
 *     host to cell (or to all cells: the B-Net reaches all at once)     cell to host
 *       leg 1  interface, then latency                                    leg 1  B-Net
 *       leg 2  B-Net; at its end every cell has it                        leg 2  interface, then latency
 * The caller books leg 1 at time t, and leg 2 at the time leg1.end, no earlier:
 *     Span a = path.first(way, bytes, t);   at a.end:   Span b = path.second(way, bytes, a.end);   at b.end: arrived
 * The interface moves one message at a time, in either direction, first come first served. The latency is pipelined:
 * while one message is in it, the interface moves others. */
#pragma once

#include "bnet.hpp"
#include "ns.hpp"

namespace ap1000
{

struct HostPathParameters {
    Ns latency;          /* of the interface, either way [ns] */
    PsPerByte bandwidth; /* of the interface [ps/byte] */
};

class HostPath
{
  public:
    enum class Way { host_to_cell, cell_to_host };

    /* bnet must outlive the path. The observer is told of resource 0, the interface, without the latency. */
    HostPath(BNet &bnet, const HostPathParameters &p, Observer observer = {});

    /* Books one leg [ns]. t must not be less than in any earlier call that books the same resource. */
    Span first(Way way, std::int64_t bytes, Ns t);
    Span second(Way way, std::int64_t bytes, Ns t);

  private:
    Span interface(std::int64_t bytes, Ns t);

    BNet &bnet_;
    HostPathParameters p_;
    Observer observer_;
    Ns free_ = 0;
    Ns last_ = 0;
};

} // namespace ap1000
