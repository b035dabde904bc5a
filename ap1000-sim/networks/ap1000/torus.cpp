/* torus.cpp - see torus.hpp. */
#include "networks/ap1000/torus.hpp"

#include <cassert>
#include <stdexcept>

namespace ap1000
{

Torus::Torus(int nx, int ny) : nx_(nx), ny_(ny)
{
    constexpr int most = 65536;
    if (nx < 1 || ny < 1 || ny > most || nx > most / ny)
        throw std::invalid_argument("torus of " + std::to_string(nx) + "x" + std::to_string(ny) + " cells: 1 to " +
                                    std::to_string(most) + " cells are possible");
}

int Torus::nlinks() const
{
    return ncells() * nports;
}

int Torus::cell(int x, int y) const
{
    return (y % ny_ + ny_) % ny_ * nx_ + (x % nx_ + nx_) % nx_;
}

int Torus::link_cell(int link)
{
    return link / nports;
}

Torus::Port Torus::link_port(int link)
{
    return static_cast<Port>(link % nports);
}

std::string Torus::link_name(int link) const
{
    static const char *const names[nports] = {"inject", "x+", "x-", "y+", "y-", "eject"};
    const int c = link_cell(link);
    return "cell " + std::to_string(c) + " (" + std::to_string(x(c)) + "," + std::to_string(y(c)) + ") " +
           names[link_port(link)];
}

std::vector<int> Torus::route(int src, int dst) const
{
    std::vector<int> links;
    route(src, dst, links);
    return links;
}

void Torus::route(int src, int dst, std::vector<int> &links) const
{
    assert(src >= 0 && src < ncells() && dst >= 0 && dst < ncells());
    links.clear();
    if (src == dst)
        return;
    links.reserve(hops(src, dst) + 2);
    links.push_back(link(src, inject));
    int cx = x(src), cy = y(src);
    for (int steps = ring_steps(cx, x(dst), nx_), sign = steps < 0 ? -1 : 1; steps != 0; steps -= sign) {
        links.push_back(link(cell(cx, cy), sign > 0 ? x_plus : x_minus));
        cx += sign;
    }
    for (int steps = ring_steps(cy, y(dst), ny_), sign = steps < 0 ? -1 : 1; steps != 0; steps -= sign) {
        links.push_back(link(cell(cx, cy), sign > 0 ? y_plus : y_minus));
        cy += sign;
    }
    links.push_back(link(dst, eject));
}

} // namespace ap1000
