/* udp.hpp - datagrams over a medium: what UDP and IP add, IP's fragments, loss on the way and at sockets that are full.
 * It has no software costs, which the sender and the receiver pay (pvmd_link.hpp, datagrams.hpp).
 *
 * A node asks for the medium for one fragment at a time, so that others get theirs in between. A datagram is lost
 *     - whole, after it has used the medium, with the same probability whatever its length (loss_ppm);
 *     - with the first of its fragments that the medium drops (a switch whose queue is full);
 *     - if the receiving socket has no room for all of it. What has been read has left the socket.
 * Within a node nothing but a full socket loses it.
 *
 * Simplifications: the sender's side has room for everything, and fragments that wait for others of their datagram take
 * none at the receiver. */
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "engine/events.hpp"
#include "networks/cluster/medium.hpp"
#include "networks/losses.hpp"
#include "networks/network.hpp"

namespace ap1000
{

constexpr std::int64_t ip_header_bytes = 20;                                       /* RFC 791, without options */
constexpr std::int64_t udp_header_bytes = 8;                                       /* RFC 768 */
constexpr std::int64_t tcp_headers_bytes = ip_header_bytes + 20;                   /* RFC 793, without options */
constexpr std::int64_t udp_max_bytes = 65535 - ip_header_bytes - udp_header_bytes; /* of user data */

struct UdpParameters {
    std::int64_t loss_ppm;       /* how many of a million datagrams are lost */
    std::int64_t loss_seed;      /* the same seed loses the same datagrams */
    std::int64_t receive_buffer; /* of each socket [byte of user data]; 0: it has no end */
    Ns fragment; /* sending or receiving a fragment in the kernel, for datagrams of tasks (datagrams.hpp) [ns] */

    bool may_lose() const
    {
        return loss_ppm > 0 || receive_buffer > 0;
    }
};

class Udp
{
  public:
    /* Both must outlive it. */
    Udp(Events &events, Medium &medium, const UdpParameters &p);

    /* Sends a datagram with `bytes` of user data, at most udp_max_bytes, now. A socket is a node's (tid 0) or a task's.
     * `arrived` is called when the receiving socket has all of it, with its room there; never, if it is lost. */
    void send(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived);

    /* Into how many fragments it is cut. */
    std::int64_t fragments(std::int64_t bytes) const;

  private:
    struct Datagram {
        Ends ends;
        std::int64_t bytes, missing; /* missing: fragments that are not there yet */
        bool lost;
        std::function<void(Room)> arrived;
    };
    void fragment(const std::shared_ptr<Datagram> &d, std::int64_t left);
    void complete(const Datagram &d);
    std::int64_t room_in_frame() const;

    Events &events_;
    Medium &medium_;
    UdpParameters p_;
    Losses losses_;
    /* By node and tid: what is in the socket [byte]. Rooms share it, since they may live longer. */
    std::map<std::pair<int, int>, std::shared_ptr<std::int64_t>> sockets_;
};

} // namespace ap1000
