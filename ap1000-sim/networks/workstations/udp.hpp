/* udp.hpp - datagrams over the Ethernet: what UDP and IP add, IP's fragments, and loss on the way. It has no queues in
 * the hosts and no software costs, which the sender pays (pvmd_link.hpp).
 *
 * A station asks for the medium for one fragment at a time, so that others get theirs in between. A datagram is lost
 * whole, after it has used the medium, with the same probability whatever its length.
 */
#ifndef AP1000_UDP_HPP
#define AP1000_UDP_HPP

#include "networks/workstations/ethernet.hpp"
#include "engine/events.hpp"

namespace ap1000
{

constexpr std::int64_t ip_header_bytes = 20;  /* RFC 791, without options */
constexpr std::int64_t udp_header_bytes = 8;  /* RFC 768 */
constexpr std::int64_t tcp_header_bytes = 20; /* RFC 793, without options */

constexpr std::int64_t million = 1000000;

struct UdpParameters {
    std::int64_t loss_ppm;  /* how many of a million datagrams are lost */
    std::int64_t loss_seed; /* the same seed loses the same datagrams */
};

class Udp
{
  public:
    /* Both must outlive it. */
    Udp(Events &events, Ethernet &ethernet, const UdpParameters &p);

    /* Sends a datagram with `bytes` of user data now. `arrived` is called when the other end has its last fragment;
     * never, if it is lost. */
    void send(std::int64_t bytes, std::function<void()> arrived);

  private:
    void fragment(std::int64_t left, bool lost, std::function<void()> arrived);
    bool loses();

    Events &events_;
    Ethernet &ethernet_;
    UdpParameters p_;
    std::uint64_t random_; /* the state of the generator */
};

} // namespace ap1000

#endif
