/* test_direct_route.cpp - TCP from task to task: setting a connection up, segments, sharing it, order.
 *
 * With the numbers of network_fixture.hpp, all in ns: a segment costs each kernel 50000; connecting and accepting cost
 * 300000 each. The frame of a segment with d byte takes (d + 40 + 26) * 800, at least 57600. PVM puts 16 byte before
 * each fragment. */
#include "network_fixture.hpp"

using namespace ap1000;

/* Through the daemons, an empty message takes 857600 (test_pvmd.cpp). The answer to the request is read at 857600 and
 * sent at once: its daemon has had no acknowledgement to send since 757600. */
constexpr Ns request = 857600, answer = 857600;

/* connect 300000; SYN 57600, accept 300000; SYN+ACK 57600 + 50000; ACK 57600 + 50000. */
constexpr Ns hands = 300000 + 57600 + 300000 + 57600 + 50000 + 57600 + 50000;

static const Ends ends{0, 1, 100, 200}, back{1, 0, 200, 100};

/* When an empty message is there, and with it the connection. */
static Ns connected(Site &site)
{
    Ns there;
    site.direct.send(ends, 0, site.note(there));
    site.finish();
    return site.events.now();
}

TEST(first_message)
{
    Site site;
    Ns there;
    assert_false(site.direct.connects(ends));
    site.direct.send(ends, 0, site.note(there));
    assert_true(site.direct.connects(back));
    site.finish();
    expectation("request 857600 + answer 857600 + shaking hands 872800 + segment 50000 + (16 + 66) * 800 + 50000",
                request + answer + hands + 50000 + 65600 + 50000, there);
}

TEST(next_messages)
{
    Site site;
    const Ns t = connected(site);
    Ns a, b;
    site.direct.send(ends, 0, site.note(a));
    site.finish();
    expectation("no set-up any more: 50000 + 65600 + 50000", t + 165600, a);
    const Ns u = site.events.now();
    site.direct.send(back, 1000, site.note(b));
    site.finish();
    expectation("the same connection back, after the other's acknowledgement: 67200 + (1016 + 66) * 800 + 50000",
                u + 982800, b);
}

/* 4000 + 16 byte are 1460 + 1460 + 1096. Preparing a segment takes no extra time, as the frame before it is being sent.
 * The first segment is the second of the connection, so it is acknowledged; that frame (57600 and a gap) gets the
 * medium before the third segment asks for it. */
TEST(bytes_4000)
{
    Site site;
    const Ns t = connected(site);
    Ns a;
    site.direct.send(ends, 4000, site.note(a));
    site.finish();
    expectation("arrival = 50000 + 2 * (1220800 + 9600) + 67200 + (1096 + 66) * 800 + 50000", t + 3557600, a);
}

/* 4081 byte are a fragment of 4080 and one more, with a head each: 1460 + 1460 + 1193. */
TEST(each_fragment_has_a_head)
{
    Site site;
    const Ns t = connected(site);
    Ns a;
    site.direct.send(ends, 4081, site.note(a));
    site.finish();
    expectation("arrival = 50000 + 2 * (1220800 + 9600) + 67200 + (1193 + 66) * 800 + 50000", t + 3635200, a);
}

/* 10000 byte in 3 fragments, with 16 each, are 7 segments, the second to the eighth of the connection. */
TEST(every_second_segment_is_acknowledged)
{
    std::vector<Booking> seen;
    Site site(0, record(seen));
    Ns there;
    connected(site);
    seen.clear();
    site.direct.send(ends, 10000, site.note(there));
    site.finish();
    expectation("frames = 7 and, for the 2nd, 4th, 6th and 8th, 4", 11, static_cast<std::int64_t>(seen.size()));
}

TEST(on_one_host)
{
    Site site;
    const Ends here{2, 2, 100, 200};
    Ns there;
    site.direct.send(here, 0, site.note(there));
    site.finish();
    const Ns t = site.events.now();
    Ns a;
    site.direct.send(here, 1444, site.note(a));
    site.finish();
    expectation("no frames: 50000 + 50000", t + 100000, a);
}

/* Messages that were with the daemons when the connection was asked for are not overtaken, in either direction. */
TEST(order_is_kept)
{
    Site site;
    std::vector<int> there, here;
    site.pvmds.send(0, 1, 100000, [&] { there.push_back(1); });
    site.pvmds.send(1, 0, 100000, [&] { here.push_back(1); });
    site.direct.send(ends, 5, [&] { there.push_back(2); });
    site.direct.send(back, 50000, [&] { here.push_back(2); });
    site.direct.send(ends, 5000, [&] { there.push_back(3); });
    site.direct.send(back, 0, [&] { here.push_back(3); });
    site.finish();
    assert_true(there == (std::vector<int>{1, 2, 3}));
    assert_true(here == (std::vector<int>{1, 2, 3}));
}

TEST_MAIN
