/* test_tnet.cpp - messages on the T-Net, alone and blocking each other. Every number is derived by hand. */
#include "networks/ap1000/tnet.hpp"
#include "expectation.hpp"

#include <algorithm>
#include <memory>

using namespace ap1000;

static const TNetParameters params{160, 40000}; /* hop 0.16 us, 25 MB/s = 40 ns/byte; 4 byte pass in one hop time */
static const Torus torus(8, 8);

/* A network, the observed uses of its links, and when each message has arrived. */
struct Run {
    explicit Run(bool observed = false, const Torus &shape = torus)
        : net(shape, params, events,
              observed ? TNet::LinkObserver([this](int link, bool held, Ns now) {
                  if (held)
                      seen.push_back({link, now, -1});
                  else
                      std::find_if(seen.rbegin(), seen.rend(), [link](const Booking &b) {
                          return b.resource == link;
                      })->end = now;
              })
                       : TNet::LinkObserver())
    {
    }

    /* Sends a message that enters at t. Returns the variable that gets its arrival. */
    const Ns &send(int src, int dst, std::int64_t bytes, Ns t)
    {
        arrivals.push_back(std::make_unique<Ns>(-1));
        Ns *arrival = arrivals.back().get();
        events.at(t, [this, src, dst, bytes, arrival] {
            net.send(src, dst, bytes, [this, arrival] { *arrival = events.now(); });
        });
        return *arrival;
    }

    void finish()
    {
        while (!events.empty())
            events.step();
    }

    /* When a link came into use for the n-th time, from 0, and when it was free again. */
    Booking use(int cell, Torus::Port port, int n = 0) const
    {
        for (const Booking &b : seen)
            if (b.resource == net.torus().link(cell, port) && n-- == 0)
                return b;
        return {-1, -1, -1};
    }

    Events events;
    std::vector<Booking> seen;
    std::vector<std::unique_ptr<Ns>> arrivals;
    TNet net;
};

static Ns alone(int src, int dst, std::int64_t bytes, Ns t)
{
    Run r;
    const Ns &end = r.send(src, dst, bytes, t);
    r.finish();
    expectation("on a free way nobody is looked at inside the network", 0, static_cast<Ns>(r.net.looks()));
    return end;
}

TEST(one_message)
{
    Run r(true);
    const Ns &m = r.send(0, 1, 1000, 500);
    r.finish();
    expectation("arrival = 500 + hop 160 + 1000 byte * 40", 40660, m);
    expectation("links: inject, x+, eject", 3, static_cast<int>(r.seen.size()));
    expectation("x+ taken by the head", 500, r.use(0, Torus::x_plus).start);
    expectation("x+ freed by the tail = 500 + 40000", 40500, r.use(0, Torus::x_plus).end);
    expectation("eject taken one hop later", 660, r.use(1, Torus::eject).start);
    expectation("eject freed at the arrival", 40660, r.use(1, Torus::eject).end);
}

TEST(distance_costs_hops)
{
    expectation("0 to (4,4), 8 hops: 8 * 160 + 40000", 41280, alone(0, 36, 1000, 0));
    expectation("empty message, 2 hops: 2 * 160", 320, alone(9, 18, 0, 0));
    expectation("to itself: no network", 7, alone(5, 5, 1000, 7));
}

TEST(wrap_around)
{
    expectation("0 to 7: one hop backwards in x", 40160, alone(0, 7, 1000, 0));
    expectation("16 to 16 + 40: three hops backwards in y", 40480, alone(16, 56, 1000, 0));
    expectation("63 to 0: one hop forwards in x, one in y", 40320, alone(63, 0, 1000, 0));
}

/* A long message 2 -> 3 holds link 2 x+ until 4 ms. B, 0 -> 3, stops before it, and holds 0's port, 0 x+ and 1 x+. */
TEST(blocked_head_holds_links_behind)
{
    Run r;
    const Ns &a = r.send(2, 3, 100000, 0), &b = r.send(0, 3, 1000, 100), &c = r.send(0, 8, 1000, 200);
    const Ns &d = r.send(1, 2, 1000, 300), &e = r.send(8, 9, 1000, 400);
    r.finish();
    expectation("A, 100000 byte = 160 + 4000000", 4000160, a);
    expectation("B: gets 2 x+ at 4000000, 3's eject at 4000160, + 40000", 4040160, b);
    expectation("C, 0 to 8: 0's port is held until B's tail is in = 4040160 - 3 * 160; + 160 + 40000", 4079840, c);
    expectation("D, 1 to 2: 1 x+ is held until 4040160 - 2 * 160, + 160 + 40000", 4080000, d);
    expectation("E, 8 to 9: not in the way = 400 + 160 + 40000", 40560, e);
}

/* A, 6 -> 0, has the dateline between 7 and 0 ahead of it, and is on the first channel of 6 x+; B, 5 -> 7, is on its
 * second channel. At 160 both have come 160 ns far. From then on each has half of the link until A's tail is in: 39840
 * more at half speed, which is at 79840. Then B has come 40000 far, too; both have 320 to go. */
TEST(two_channels_share_a_link)
{
    Run r(true);
    const Ns &a = r.send(6, 0, 1000, 0), &b = r.send(5, 7, 1000, 0);
    r.finish();
    expectation("A = 79840 + 320", 80160, a);
    expectation("B likewise", 80160, b);
    expectation("6 x+ is in use once", 0, r.use(6, Torus::x_plus).start);
    expectation("until B's tail is in: 2000 byte * 40, no cycle lost", 80000, r.use(6, Torus::x_plus).end);
}

/* Each of four messages goes half way round a ring of four, and stands where the next one began, except B: C has the
 * dateline ahead, so the second channel of 2 x+ is free. B goes on, and the others follow one after the other. */
TEST(a_full_ring_moves)
{
    Run r(false, Torus(4, 1));
    const Ns &a = r.send(0, 2, 1000, 0), &b = r.send(1, 3, 1000, 0), &c = r.send(2, 0, 1000, 0),
             &d = r.send(3, 1, 1000, 0);
    r.finish();
    expectation("B, beside C that stands = 2 * 160 + 40000", 40320, b);
    expectation("A, from when B's tail is in 1 x+, 40000; + 160 + 40000", 80160, a);
    expectation("D, from when A's tail is in 0 x+, 80160 - 320; + 160 + 40000", 120000, d);
    expectation("C, from when D's tail is in 3 x+, 120000 - 320; + 160 + 40000", 159840, c);
}

/* Cell (x, y) of 8x8 sends 10000 byte to (y, x). The messages of row 0 turn in cell 0: those of (1,0), (2,0), (3,0) and
 * (4,0) go on by 0 y+. The first is there at 160; each holds it for 400000; the last, to (0,4), has 4 hops from
 * there. */
TEST(transpose_takes_what_its_busiest_link_takes)
{
    Run r;
    Ns last = 0;
    for (int c = 0; c < 64; c++)
        r.send(c, torus.cell(torus.y(c), torus.x(c)), 10000, 0);
    r.finish();
    for (const auto &t : r.arrivals)
        last = std::max(last, *t);
    expectation("160 + 4 * 400000 + 4 * 160", 1600800, last);
}

TEST(bytes_beyond_float)
{
    expectation("2^32 byte * 40 + 160", 171798692000, alone(0, 1, max_bytes, 0));
    expectation("16777217 byte (2^24 + 1) * 40 + 160", 671088840, alone(8, 9, 16777217, 0));
}

/* All send to one cell, five times. Returns how often stages were looked at; a model that looks at the same moment
 * again and again does not get far. */
static std::uint64_t looks_of_crowd(int nx, int ny, Ns hop)
{
    TNetParameters p{hop, params.bandwidth};
    p.buffer_bytes = 64;
    Events events;
    TNet net(Torus(nx, ny), p, events);
    int arrived = 0;
    for (int i = 1; i < 5 * nx * ny; i++)
        if (i % (nx * ny) != 0)
            events.at(i, [&net, &arrived, i, n = nx * ny] { net.send(i % n, 0, 100, [&arrived] { arrived++; }); });
    while (!events.empty() && net.looks() < 100000000)
        events.step();
    std::printf("    %d cells, hop %lld ns: %llu looks\n", nx * ny, static_cast<long long>(hop),
                static_cast<unsigned long long>(net.looks()));
    expectation("all have arrived", 5 * (nx * ny - 1), arrived);
    return net.looks();
}

/* Those that stand cost nothing. So with twice the cells there are four times the looks, not eight times as many. */
TEST(crowd_with_buffers_costs_the_square)
{
    const std::uint64_t a = looks_of_crowd(8, 4, params.hop), b = looks_of_crowd(8, 8, params.hop);
    assert_true(b < 5 * a && looks_of_crowd(16, 8, params.hop) < 5 * b);
}

TEST(crowd_with_buffers_and_no_hop_time)
{
    looks_of_crowd(8, 4, 0);
}

TEST_MAIN
