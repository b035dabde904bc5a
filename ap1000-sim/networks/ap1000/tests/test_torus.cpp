/* test_torus.cpp - which links a message uses. */
#include "networks/ap1000/torus.hpp"
#include "expectation.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

using namespace ap1000;

/* A route as text: its start, then its ports in order. */
static std::string ports(const Torus &torus, int src, int dst)
{
    static const char *const names[] = {"in", "x+", "x-", "y+", "y-", "out"};
    std::string s;
    for (int link : torus.route(src, dst))
        s += std::to_string(Torus::link_cell(link)) + names[Torus::link_port(link)] + " ";
    return s;
}

TEST(routes_by_hand)
{
    const Torus t(8, 8);
    expectation("0 to 1, one step in x", "0in 0x+ 1out ", ports(t, 0, 1));
    expectation("9 (1,1) to 19 (3,2), x first, then y", "9in 9x+ 10x+ 11y+ 19out ", ports(t, 9, 19));
    expectation("19 to 9: the way back turns elsewhere", "19in 19x- 18x- 17y- 9out ", ports(t, 19, 9));
    expectation("0 to 7, wraps around in x", "0in 0x- 7out ", ports(t, 0, 7));
    expectation("0 to 63, wraps around in both", "0in 0x- 7y- 63out ", ports(t, 0, 63));
    expectation("0 to 4, both ways equally long: increasing", "0in 0x+ 1x+ 2x+ 3x+ 4out ", ports(t, 0, 4));
    expectation("4 to 0, likewise", "4in 4x+ 5x+ 6x+ 7x+ 0out ", ports(t, 4, 0));
    expectation("5 to 5, no network", "", ports(t, 5, 5));
}

TEST(thin_grids)
{
    const Torus line(4, 1), pair(2, 2), one(1, 1);
    expectation("4x1, 3 to 0 wraps", "3in 3x+ 0out ", ports(line, 3, 0));
    expectation("2x2, 3 to 0: rings of two, increasing", "3in 3x+ 2y+ 0out ", ports(pair, 3, 0));
    expectation("1x1", "", ports(one, 0, 0));
}

/* For every pair: the route starts and ends right, each link leads to the cell of the next one, x comes before y, no
 * link occurs twice, and there are hops + 2 links, where hops is the shortest distance. */
static void check_all_routes(const Torus &t)
{
    for (int src = 0; src < t.ncells(); src++)
        for (int dst = 0; dst < t.ncells(); dst++) {
            const std::vector<int> r = t.route(src, dst);
            const int dx = abs(t.x(src) - t.x(dst)), dy = abs(t.y(src) - t.y(dst));
            const int shortest = std::min(dx, t.nx() - dx) + std::min(dy, t.ny() - dy);
            assert_int_equal(t.hops(src, dst), shortest);
            if (src == dst) {
                assert_true(r.empty());
                continue;
            }
            assert_int_equal(r.size(), shortest + 2);
            assert_int_equal(r.front(), t.link(src, Torus::inject));
            assert_int_equal(r.back(), t.link(dst, Torus::eject));
            assert_int_equal(std::set<int>(r.begin(), r.end()).size(), r.size());
            int at = src;
            bool in_y = false;
            for (std::size_t i = 1; i + 1 < r.size(); i++) {
                assert_int_equal(Torus::link_cell(r[i]), at);
                const Torus::Port p = Torus::link_port(r[i]);
                in_y = in_y || p == Torus::y_plus || p == Torus::y_minus;
                assert_true(in_y == (p == Torus::y_plus || p == Torus::y_minus));
                const int sx = (p == Torus::x_plus) - (p == Torus::x_minus),
                          sy = (p == Torus::y_plus) - (p == Torus::y_minus);
                at = t.cell(t.x(at) + sx, t.y(at) + sy);
            }
            assert_int_equal(at, dst);
        }
}

TEST(all_routes)
{
    for (const auto &[nx, ny] : {std::pair{8, 8}, {16, 8}, {5, 3}, {7, 1}, {2, 2}, {1, 6}})
        check_all_routes(Torus(nx, ny));
}

TEST(names_and_numbers)
{
    const Torus t(16, 8);
    expectation("cell (3,2) of 16x8 = 2 * 16 + 3", 35, t.cell(3, 2));
    expectation("cell (-1,-1) wraps to (15,7)", 127, t.cell(-1, -1));
    expectation("number of links = 128 * 6", 768, t.nlinks());
    expectation("a link's name", "cell 35 (3,2) y-", t.link_name(t.link(35, Torus::y_minus)));
}

TEST(impossible_sizes)
{
    for (const auto &[nx, ny] : {std::pair{0, 1}, {1, 0}, {-4, -4}, {257, 256}, {65536, 65536}}) {
        bool refused = false;
        try {
            Torus t(nx, ny);
        } catch (const std::invalid_argument &) {
            refused = true;
        }
        assert_true(refused);
    }
}

TEST_MAIN
