/* test_bnet.cpp - the B-Net has one master at a time; what a transfer costs. */
#include "bnet.hpp"
#include "expectation.hpp"

using namespace ap1000;

static const BNetParameters bus{1000, 200, 20000}; /* arbitration 1 us, release 0.2 us, 50 MB/s = 20 ns/byte */

TEST(one_broadcast)
{
    std::vector<Booking> seen;
    BNet bnet(bus, record(seen));
    const Span s = bnet.transfer(1000, 5000);
    expectation("grant = request 5000 + arbitration 1000", 6000, s.start);
    expectation("all have it = 6000 + 1000 byte * 20", 26000, s.end);
    expectation("bookings seen", 1, static_cast<int>(seen.size()));
    expectation("bus taken at the request", 5000, seen[0].start);
    expectation("bus held until the release: 26000 + 200", 26200, seen[0].end);
}

TEST(two_broadcasts_at_once)
{
    BNet bnet(bus);
    const Span a = bnet.transfer(1000, 0), b = bnet.transfer(1000, 0);
    expectation("first: all have it = 1000 + 20000", 21000, a.end);
    expectation("second: grant = free 21200 + arbitration 1000", 22200, b.start);
    expectation("second: all have it = 22200 + 20000", 42200, b.end);
}

TEST(an_idle_bus_keeps_nobody_waiting)
{
    BNet bnet(bus);
    bnet.transfer(1000, 0);
    const Span s = bnet.transfer(10, 21200);
    expectation("request as the bus is released: grant = 21200 + 1000", 22200, s.start);
    expectation("request long after: grant = 1000000 + 1000", 1001000, bnet.transfer(0, 1000000).start);
}

TEST(all_to_all_of_64)
{
    BNet bnet(bus);
    Ns end = 0;
    for (int master = 0; master < 64; master++)
        end = bnet.transfer(4000, 0).end;
    expectation("last of 64 broadcasts of 4000 byte = 64 * (1000 + 80000) + 63 * 200", 5196600, end);
}

TEST(bytes_beyond_float)
{
    BNet bnet(bus);
    expectation("2^32 byte * 20 + 1000", 85899346920, bnet.transfer(max_bytes, 0).end);
    expectation("3 byte at 333333 ps = 999.999 ns, to the nearest", 1000, transfer_time(3, 333333));
    expectation("1 byte at 500 ps, halves up", 1, transfer_time(1, 500));
    expectation("1 byte at 499 ps", 0, transfer_time(1, 499));
}

TEST_MAIN
