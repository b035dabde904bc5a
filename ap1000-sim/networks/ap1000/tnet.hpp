/* tnet.hpp - T-Net, the torus network of the AP1000: wormhole routing with contention for its links, as a booking model.
 * It is no flit simulator, and it knows nothing of the software at either end.
 *
 * The head of a message takes the links of its route one after another: it takes link i at max(its arrival there, link i is
 * free), and a link between cells passes it on after `hop`. The body follows at the bandwidth of a link. Each link can hold
 * as many bytes as pass in one hop time; when the head is blocked the body fills those behind it and then stands, and every
 * link it stands in stays held. A link is free as soon as the tail has passed.
 *
 * What is approximate:
 * - A route is booked whole when the message enters the network, first come first served. Where two messages want a link
 *   at the same time, the one that entered first goes first, even if the other one would have been there earlier; a gap
 *   between bookings is given to a later message if its whole hold fits. So no deadlock can occur, with no need to model
 *   the buffers by which the real network avoids it.
 * - Message headers take no time of their own: an empty message holds its links for no time. Their cost is inside the
 *   software cost that was calibrated with an empty message.
 * - The ports between a cell and the network have the bandwidth of a link and no hop time.
 */
#ifndef AP1000_TNET_HPP
#define AP1000_TNET_HPP

#include <map>
#include <utility>
#include <vector>

#include "ns.hpp"
#include "networks/ap1000/torus.hpp"

namespace ap1000
{

struct TNetParameters {
    Ns hop;              /* the head, over one link between cells [ns] */
    PsPerByte bandwidth; /* of a link [ps/byte] */
};

class TNet
{
  public:
    TNet(const Torus &torus, const TNetParameters &p, Observer observer = {});

    /* Cell src gives a message of `bytes` for cell dst to the network at time t, not less than in any earlier call.
     * start: the head enters the network; end: the tail has arrived [ns]. Messages from one cell to another keep their
     * order. A message of a cell to itself does not enter: start and end are t. The observer sees a link id (torus.hpp)
     * and from when until when this message holds it, once for each link of the route. */
    Span send(int src, int dst, std::int64_t bytes, Ns t);

    const Torus &torus() const;

    /* When the last message booked so far has passed the link [ns]; 0 if there was none. */
    Ns free_at(int link) const;

  private:
    /* When a link is held, from now on: intervals that do not overlap. */
    class Bookings
    {
      public:
        Ns fit(Ns from, Ns span) const;
        void add(Ns start, Ns end);
        void forget(Ns now);
        Ns last() const
        {
            return last_;
        }

      private:
        std::map<Ns, Ns> held_; /* end by start */
        Ns last_ = 0;
    };

    const Bookings &bookings(int link) const
    {
        return links_[static_cast<std::size_t>(link)];
    }
    std::vector<Ns> heads(const std::vector<int> &route, Ns body, Ns t) const;
    std::vector<Ns> tails(const std::vector<int> &route, const std::vector<Ns> &head, Ns body) const;
    Ns cost(int link) const;

    Torus torus_;
    TNetParameters p_;
    Observer observer_;
    std::vector<Bookings> links_; /* by link id */
    std::map<std::pair<int, int>, Ns> arrived_; /* the last message from one cell to another [ns] */
    Ns last_ = 0;
};

} // namespace ap1000

#endif
