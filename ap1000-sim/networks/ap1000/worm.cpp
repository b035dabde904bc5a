/* worm.cpp - see worm.hpp: the way of a worm. */
#include "networks/ap1000/worm.hpp"

namespace ap1000
{
namespace
{

/* Enters so many steps (with their sign) along x or y from there on: channel 0 as long as the dateline is ahead. */
void enter_ring(const Torus &torus, int x, int y, int steps, bool along_x, std::vector<ChannelIndex> &route)
{
    const int size = along_x ? torus.nx() : torus.ny(), sign = steps < 0 ? -1 : 1, count = sign * steps;
    const Torus::Port port =
        along_x ? (sign > 0 ? Torus::x_plus : Torus::x_minus) : (sign > 0 ? Torus::y_plus : Torus::y_minus);
    int at = along_x ? x : y;
    const int to_dateline = sign > 0 ? size - 1 - at : at; /* so many links before it */
    for (int i = 0; i < count; i++) {
        const int cell = along_x ? y * torus.nx() + at : at * torus.nx() + x;
        const bool ahead = to_dateline < count && i < to_dateline;
        route.push_back(channel_of(torus.link(cell, port), ahead ? 0 : 1));
        at += sign;
        at = at < 0 ? size - 1 : at == size ? 0 : at;
    }
}

} // namespace

void enter_route(const Torus &torus, int src, int dst, int hops, std::vector<ChannelIndex> &route)
{
    const int x = torus.x(src), y = torus.y(src), to_x = torus.x(dst);
    route.reserve(static_cast<std::size_t>(hops) + 2);
    enter_ring(torus, x, y, Torus::ring_steps(x, to_x, torus.nx()), true, route);
    enter_ring(torus, to_x, y, Torus::ring_steps(y, torus.y(dst), torus.ny()), false, route);
    route.push_back(channel_of(torus.link(dst, Torus::eject), 0));
}

} // namespace ap1000
