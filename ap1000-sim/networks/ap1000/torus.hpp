/* torus.hpp - the shape of the T-Net: where each cell is, and which links a message uses from one cell to another. It
 * has no times; tnet.hpp has.
 *
 * nx x ny cells, cell id = y * nx + x. A message goes along x first, then along y, each the shorter way round; if both
 * ways are equally long, it goes the way of increasing coordinates. Every cell has six ports, each a directed link: its
 * processor into the network, four to its neighbours, and the network to its processor. */
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

namespace ap1000
{

class Torus
{
  public:
    enum Port { inject, x_plus, x_minus, y_plus, y_minus, eject, nports };

    Torus(int nx, int ny); /* both >= 1, nx * ny <= 65536; else std::invalid_argument */

    int nx() const
    {
        return nx_;
    }
    int ny() const
    {
        return ny_;
    }
    int ncells() const
    {
        return nx_ * ny_;
    }
    int nlinks() const; /* link ids are 0..nlinks-1. The links of a ring of one cell have ids but are never used */

    int cell(int x, int y) const; /* coordinates are taken modulo the size */
    int x(int cell) const
    {
        return cell % nx_;
    }
    int y(int cell) const
    {
        return cell / nx_;
    }

    int link(int cell, Port port) const /* id of the link that leaves through this port */
    {
        return cell * nports + port;
    }
    static int link_cell(int link); /* the cell whose port it is */
    static Port link_port(int link);
    std::string link_name(int link) const; /* "cell 5 (1,1) x+", for reports */

    /* The steps from a to b on a ring of n, with their sign: the shorter way, or the increasing one if both are
     * equal. */
    static int ring_steps(int a, int b, int n)
    {
        const int up = b >= a ? b - a : b - a + n;
        return 2 * up <= n ? up : up - n;
    }

    /* The number of links between cells on the way from src to dst. */
    int hops(int src, int dst) const
    {
        return std::abs(ring_steps(x(src), x(dst), nx_)) + std::abs(ring_steps(y(src), y(dst), ny_));
    }

    /* The ids of the links in the order in which a message uses them: inject of src, hops(src, dst) links, eject of
     * dst. Empty if src is dst, as such a message does not enter the network. */
    std::vector<int> route(int src, int dst) const;
    void route(int src, int dst, std::vector<int> &links) const; /* the same, written over `links` */

  private:
    int nx_, ny_;
};

} // namespace ap1000
