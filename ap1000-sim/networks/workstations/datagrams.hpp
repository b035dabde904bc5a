/* datagrams.hpp - raw messages from task to task, each one UDP datagram, which may be lost and are never sent again
 * (PvmRouteDatagram of pvmsim.h). There is no daemon and no connection on the way.
 *
 * Both kernels work for each fragment, in one piece: the sender's before the first goes out, the receiver's when the
 * last is there. The tasks pay for their sides of the sockets by a native send or receive of the machine file. */
#pragma once

#include "networks/processors.hpp"
#include "networks/workstations/udp.hpp"

namespace ap1000
{

class Datagrams
{
  public:
    /* All must outlive it. header: what the library puts before each message [byte]. */
    Datagrams(Events &events, Udp &udp, const Processors &run, const UdpParameters &p, std::int64_t header)
        : events_(events), udp_(udp), run_(run), p_(p), header_(header)
    {
    }

    /* The longest message [byte]. */
    std::int64_t longest() const
    {
        return udp_max_bytes - header_;
    }

    /* As Network::send_datagram. */
    void send(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived);

  private:
    Events &events_;
    Udp &udp_;
    const Processors &run_;
    const UdpParameters &p_;
    const std::int64_t header_;
};

} // namespace ap1000
