/* test_hostpath.cpp - host interface and B-Net, in both directions, alone and with others. */
#include "networks/ap1000/hostpath.hpp"
#include "expectation.hpp"

using namespace ap1000;
using Way = HostPath::Way;

/* Arbitration 1 us, release 0.2 us, 50 MB/s; latency 2 ms, 3 MB/s: 1000 byte take 333333 ns. */
static const BNetParameters bus{1000, 200, 20000};
static const HostPathParameters interface {
    2000000, 333333
};

TEST(host_to_cell)
{
    std::vector<Booking> seen;
    BNet bnet(bus);
    HostPath path(bnet, interface, record(seen));
    const Span a = path.first(Way::host_to_cell, 1000, 100);
    expectation("through the interface = 100 + 333333 + latency 2000000", 2333433, a.end);
    const Span b = path.second(Way::host_to_cell, 1000, a.end);
    expectation("arrival = 2333433 + arbitration 1000 + 1000 byte * 20", 2354433, b.end);
    expectation("interface taken", 100, seen.at(0).start);
    expectation("interface free: the latency does not occupy it", 333433, seen.at(0).end);
}

TEST(cell_to_host)
{
    BNet bnet(bus);
    HostPath path(bnet, interface);
    const Span a = path.first(Way::cell_to_host, 1000, 100);
    expectation("through the B-Net = 100 + 1000 + 20000", 21100, a.end);
    const Span b = path.second(Way::cell_to_host, 1000, a.end);
    expectation("arrival = 21100 + 333333 + 2000000, as long as the other way", 2354433, b.end);
}

TEST(empty_message)
{
    BNet bnet(bus);
    HostPath path(bnet, interface);
    const Span a = path.first(Way::host_to_cell, 0, 0);
    expectation("arrival = latency 2000000 + arbitration 1000", 2001000, path.second(Way::host_to_cell, 0, a.end).end);
}

TEST(two_from_the_host)
{
    BNet bnet(bus);
    HostPath path(bnet, interface);
    const Span a = path.first(Way::host_to_cell, 1000, 0), b = path.first(Way::host_to_cell, 1000, 0);
    expectation("second waits for the interface only", 333333, b.start);
    expectation("first before the B-Net", 2333333, a.end);
    expectation("second before the B-Net: latencies overlap", 2666666, b.end);
    expectation("first arrives", 2354333, path.second(Way::host_to_cell, 1000, a.end).end);
    expectation("second arrives = 2666666 + 21000", 2687666, path.second(Way::host_to_cell, 1000, b.end).end);
}

TEST(both_ways_share_the_interface)
{
    BNet bnet(bus);
    HostPath path(bnet, interface);
    path.first(Way::host_to_cell, 1000, 0);
    const Span up = path.first(Way::cell_to_host, 1000, 0);
    expectation("cell's message before the interface", 21000, up.end);
    const Span b = path.second(Way::cell_to_host, 1000, up.end);
    expectation("waits for the host's message", 333333, b.start);
    expectation("arrival = 333333 + 333333 + 2000000", 2666666, b.end);
}

TEST(many_cells_to_the_host)
{
    BNet bnet(bus);
    HostPath path(bnet, interface);
    Ns before[3], arrival = 0;
    for (Ns &t : before)
        t = path.first(Way::cell_to_host, 1000, 0).end;
    for (Ns t : before)
        arrival = path.second(Way::cell_to_host, 1000, t).end;
    expectation("third = first off the B-Net 21000 + 3 * 333333 + 2000000: the interface is the limit", 3020999,
                arrival);
}

TEST(cells_may_use_the_bnet_meanwhile)
{
    BNet bnet(bus);
    HostPath path(bnet, interface);
    const Span a = path.first(Way::host_to_cell, 1000, 0);
    expectation("a cell's broadcast during the interface's work = 50000 + 21000", 71000,
                bnet.transfer(1000, 50000).end);
    expectation("another one just before the host's message", 2351000, bnet.transfer(1000, 2330000).end);
    expectation("that one delays it = 2351200 + 1000 + 20000", 2372200,
                path.second(Way::host_to_cell, 1000, a.end).end);
}

TEST_MAIN
