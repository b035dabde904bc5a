/* udp.cpp - see udp.hpp. */
#include "networks/workstations/udp.hpp"

#include <algorithm>
#include <utility>

namespace ap1000
{

Udp::Udp(Events &events, Ethernet &ethernet, const UdpParameters &p)
    : events_(events), ethernet_(ethernet), p_(p), random_(static_cast<std::uint64_t>(p.loss_seed))
{
}

/* SplitMix64 (Steele, Lea, Flood 2014): a Weyl sequence, mixed. The generator is our own, so that the same datagrams
 * are lost on every computer. */
bool Udp::loses()
{
    random_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = random_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return static_cast<std::int64_t>(z % million) < p_.loss_ppm;
}

void Udp::send(std::int64_t bytes, std::function<void()> arrived)
{
    fragment(bytes + udp_header_bytes, p_.loss_ppm > 0 && loses(), std::move(arrived));
}

/* All fragments but the last carry a multiple of 8 byte (RFC 791). */
void Udp::fragment(std::int64_t left, bool lost, std::function<void()> arrived)
{
    const std::int64_t room = (ethernet_.max_payload() - ip_header_bytes) / 8 * 8;
    const std::int64_t piece = std::min(left, room);
    const Ns end = ethernet_.frame(piece + ip_header_bytes, events_.now()).end;
    events_.at(end, [this, left = left - piece, lost, arrived = std::move(arrived)]() mutable {
        if (left > 0)
            fragment(left, lost, std::move(arrived));
        else if (!lost)
            arrived();
    });
}

} // namespace ap1000
