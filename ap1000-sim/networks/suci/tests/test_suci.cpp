/* test_suci.cpp - messages between nodes over Suci, on a switch of 100 Mb/s and on the Ethernet of workstations. All
 * times in ns. The protocol itself has its tests in pvm-api/suci/tests.
 *
 * 100 Mb/s: 80 ns a byte; a frame with p byte takes (p + 26) * 80 on each of two wires, then a gap of 960; the switch
 * needs 10000. A packet of n byte has 36 + 8 + 20 more: 1436 fill a frame, 122080; an acknowledgement takes 7200. A
 * packet costs either processor 50000, an acknowledgement 20000, so it takes 20000 + 24400 + 20000. */
#include <algorithm>
#include <map>

#include "expectation.hpp"
#include "networks/cluster/network_cluster.hpp"
#include "networks/workstations/network_workstations.hpp"

using namespace ap1000;

constexpr Ns ms = 1000000, s = 1000 * ms;

static SuciParameters numbers(std::int64_t window)
{
    SuciParameters p{};
    p.flow = static_cast<std::int64_t>(SuciFlow::fixed);
    p.window = window;
    p.ack_every = 1;
    p.first_resend = 200 * ms;
    p.least_resend = 10 * ms;
    p.most_resend = 2 * s;
    p.payload = 1436;
    p.message_header = 16;
    p.packet = 50000;
    p.ack = 20000;
    return p;
}

struct Place {
    explicit Place(const SuciParameters &suci, const UdpParameters &udp = {0, 1, 0, 20000}, std::int64_t queue = 0)
        : network({static_cast<std::int64_t>(Transport::suci),
                   0,
                   {80000, 46, 1500, 26, 960},
                   {10000, 0, 14, queue},
                   {50000, 20000, 300000, 100 * 1460, 2, 200000000, 1, 16, 0, 1, 1000000000, 1, 0},
                   {},
                   udp,
                   {},
                   suci},
                  8, events, {work(), work()},
                  [this](int from, int to, Ns) {
                      unreachable.push_back({from, to});
                  },
                  {})
    {
    }

    Processors work()
    {
        return [this](int node, Ns cost) { return free[node] = std::max(free[node], events.now()) + cost; };
    }

    void finish()
    {
        while (!events.empty())
            events.step();
    }

    /* How long one message takes alone. */
    Ns alone(const Ends &ends, std::int64_t bytes)
    {
        const Ns start = events.now();
        Ns there = -1;
        network.send_between(ends, bytes, false, [&] {
            assert_int_equal(there, -1);
            there = events.now() - start;
        });
        finish();
        return there;
    }

    std::map<int, Ns> free;
    Events events;
    std::vector<std::pair<int, int>> unreachable;
    ClusterNetwork network;
};

static const Ends tasks{0, 1, 100, 200};

TEST(lossless)
{
    Place wide(numbers(32)), narrow(numbers(1));
    expectation("50000, (16 + 64 + 26) * 80 on two wires and 10000, 50000", 126960, wide.alone(tasks, 0));
    expectation("three packets, prepared while others are on the wire: 50000 + 2 * 123040 + 254160 + 50000", 600240,
                wide.alone(tasks, 3 * 1436 - 16));
    expectation("one at a time: 3 * (50000 + 254160 + 50000) + 2 * (20000 + 24400 + 20000)", 1191280,
                narrow.alone(tasks, 3 * 1436 - 16));
    expectation("within a node: both ends", 100000, wide.alone({2, 2, 100, 300}, 1000000));
    SuciParameters copies = numbers(32);
    copies.copy = 10000;
    Place copying(copies);
    expectation("a copy of 16 byte at each end, 10 ns a byte", 126960 + 2 * 160, copying.alone(tasks, 0));
    assert_false(wide.network.may_give_up());
}

TEST(lost)
{
    /* This seed loses the first datagram, and not the second. */
    Place p(numbers(32), {500000, 2, 0, 0});
    expectation("again 200 ms after it was given to the processor", 200 * ms + 126960, p.alone(tasks, 0));
    assert_true(p.network.may_give_up());
}

/* Messages of all lengths, both ways, from several tasks: each once, in order between two tasks. */
TEST(all_arrive)
{
    for (SuciFlow flow : {SuciFlow::fixed, SuciFlow::reno, SuciFlow::rate})
        for (std::int64_t loss_ppm : {0, 10000, 100000, 500000})
            for (std::int64_t seed = 1; seed <= 5; seed++) {
                SuciParameters n = numbers(flow == SuciFlow::fixed ? 1 + 9 * seed : 3);
                n.flow = static_cast<std::int64_t>(flow);
                n.ack_every = seed;
                n.ack_delay = ms;
                Place p(n, {loss_ppm, seed, 0, 0});
                int there[2] = {0, 0};
                for (int i = 0; i < 100; i++)
                    for (int back : {0, 1})
                        p.network.send_between({back, 1 - back, 100, 200}, i % 7 * 3000, false,
                                               [&there, back] { there[back]++; });
                p.finish();
                assert_true(there[0] == 100 && there[1] == 100);
                assert_true(p.unreachable.empty());
            }
}

/* Four senders into one port that keeps ten frames: a window of one is never dropped, one of 32 is, and both arrive. */
TEST(four_into_one)
{
    Ns took[2];
    const std::int64_t windows[] = {1, 32};
    for (int k : {0, 1}) {
        Place p(numbers(windows[k]), {0, 1, 0, 0}, 10 * 1526);
        int there = 0;
        for (int from = 1; from <= 4; from++)
            p.network.send_between({from, 0, 0, 0}, 300000, false, [&there] { there++; });
        p.finish();
        expectation("all arrive", 4, there);
        took[k] = p.events.now();
    }
    assert_true(took[0] > 4 * 209 * Ns{122080}); /* 209 packets each, on one wire */
    assert_true(took[1] > 4 * 209 * Ns{122080});
}

TEST(silence)
{
    SuciParameters impatient = numbers(32);
    impatient.give_up = 5 * s;
    Place p(impatient, {million, 1, 0, 0});
    int there = 0;
    for (int i = 0; i < 100; i++)
        p.network.send_between(tasks, 1000, false, [&there] { there++; });
    p.finish();
    expectation("nobody waits", 100, there);
    assert_true((p.unreachable == std::vector<std::pair<int, int>>{{0, 1}}));
    assert_in_range(p.events.now(), 5 * s, 7 * s);
    p.network.send_between(tasks, 1000, false, [&there] { there++; });
    p.finish();
    expectation("nor later", 101, there);
}

/* 10 Mb/s: 800 ns a byte, one medium. */
TEST(on_workstations)
{
    Events events;
    std::map<int, Ns> free;
    WorkstationNetwork network(
        4,
        {{800000, 46, 1500, 26, 9600},
         {0, 1, 0, 0},
         {4080, 16, 100000, 200000, 100000, 10000000, 9000000000, 2, 30, 100000000, million},
         {50000, 300000},
         static_cast<std::int64_t>(WorkstationTransport::suci),
         numbers(32)},
        events, [&](int node, Ns cost) { return free[node] = std::max(free[node], events.now()) + cost; }, {}, {});
    Ns there = -1;
    network.send_between(tasks, 0, false, [&] { there = events.now(); });
    while (!events.empty())
        events.step();
    expectation("50000 + (16 + 64 + 26) * 800 + 50000", 184800, there);
}

TEST_MAIN
