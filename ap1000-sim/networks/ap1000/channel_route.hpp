/* channel_route.hpp - which channels of which links a worm takes from one cell to another: the links of the torus, and
 * the rule that keeps worms from waiting for each other in a circle (tnet.hpp). It knows no times, and not who is under
 * way. */
#ifndef AP1000_CHANNEL_ROUTE_HPP
#define AP1000_CHANNEL_ROUTE_HPP

#include <vector>

#include "networks/ap1000/torus.hpp"

namespace ap1000
{

/* Which of the two channels of which link. */
enum class ChannelIndex : int {};

constexpr ChannelIndex channel_of(int link, int channel)
{
    return ChannelIndex{2 * link + channel};
}
constexpr int link_of(ChannelIndex c)
{
    return static_cast<int>(c) / 2;
}
constexpr ChannelIndex other_channel(ChannelIndex c) /* of its link */
{
    return ChannelIndex{static_cast<int>(c) ^ 1};
}

/* The port of src into the network, where a worm stands before it has entered. Ports have one channel, 0. */
inline ChannelIndex entry_of(const Torus &torus, int src)
{
    return channel_of(torus.link(src, Torus::inject), 0);
}

/* Appends the rest of the way from src to dst, whose first channel, entry_of(src), is there: hops channels between
 * cells, and the port out of the network. */
void enter_route(const Torus &torus, int src, int dst, int hops, std::vector<ChannelIndex> &route);

} // namespace ap1000

#endif
