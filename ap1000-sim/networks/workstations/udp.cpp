/* udp.cpp - see udp.hpp. */
#include "networks/workstations/udp.hpp"

#include <algorithm>
#include <utility>

namespace ap1000
{

Udp::Udp(Events &events, Medium &medium, const UdpParameters &p)
    : events_(events), medium_(medium), p_(p), losses_(p.loss_ppm, p.loss_seed)
{
}

/* All fragments but the last carry a multiple of 8 byte (RFC 791). */
std::int64_t Udp::room_in_frame() const
{
    return (medium_.max_payload() - ip_header_bytes) / 8 * 8;
}

std::int64_t Udp::fragments(std::int64_t bytes) const
{
    const std::int64_t room = room_in_frame();
    return (bytes + udp_header_bytes + room - 1) / room;
}

void Udp::send(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived)
{
    if (ends.from_node == ends.to_node) {
        complete({ends, bytes, 0, false, std::move(arrived)});
        return;
    }
    const bool lost = losses_.next();
    fragment(std::make_shared<Datagram>(Datagram{ends, bytes, fragments(bytes), lost, std::move(arrived)}),
             bytes + udp_header_bytes);
}

void Udp::fragment(const std::shared_ptr<Datagram> &d, std::int64_t left)
{
    const std::int64_t piece = std::min(left, room_in_frame());
    const Ns wire_free = medium_.frame(d->ends.from_node, d->ends.to_node, piece + ip_header_bytes, [this, d] {
        if (--d->missing == 0)
            complete(*d);
    });
    if (left > piece)
        events_.at(wire_free, [this, d, left = left - piece] { fragment(d, left); });
}

void Udp::complete(const Datagram &d)
{
    if (d.lost)
        return;
    if (p_.receive_buffer == 0) {
        d.arrived(nullptr);
        return;
    }
    std::shared_ptr<std::int64_t> &used = sockets_[{d.ends.to_node, d.ends.to_tid}];
    if (!used)
        used = std::make_shared<std::int64_t>(0);
    if (*used + d.bytes > p_.receive_buffer)
        return;
    *used += d.bytes;
    d.arrived(Room(used.get(), [used, bytes = d.bytes](void *) { *used -= bytes; }));
}

} // namespace ap1000
