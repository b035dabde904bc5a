/* test_ethernet.cpp - frames on the shared medium, and datagrams that are cut into frames. */
#include "network_fixture.hpp"

using namespace ap1000;

TEST(one_frame)
{
    std::vector<Booking> seen;
    Ethernet ethernet(ten_megabit, record(seen));
    const Span f = ethernet.frame(1500, 1000);
    expectation("a free medium: at once", 1000, f.start);
    expectation("whole = 1000 + (1500 + 26) * 800", 1221800, f.end);
    expectation("medium taken", 1000, seen.at(0).start);
    expectation("the gap is nobody's", 1221800, seen.at(0).end);
}

TEST(short_frames_are_padded)
{
    Ethernet ethernet(ten_megabit);
    expectation("empty = (46 + 26) * 800", 57600, ethernet.frame(0, 0).end);
    Ethernet other(ten_megabit);
    expectation("46 byte as long", 57600, other.frame(46, 0).end);
    Ethernet third(ten_megabit);
    expectation("47 byte a byte longer", 58400, third.frame(47, 0).end);
}

TEST(one_frame_at_a_time)
{
    Ethernet ethernet(ten_megabit);
    ethernet.frame(46, 0);
    const Span second = ethernet.frame(46, 100), third = ethernet.frame(46, 100);
    expectation("second waits for the first and the gap = 57600 + 9600", 67200, second.start);
    expectation("third waits for the second = 67200 + 57600 + 9600", 134400, third.start);
    expectation("a free medium after the gap", 300000, ethernet.frame(46, 300000).start);
}

static std::function<void(Room)> without_room(std::function<void()> note)
{
    return [note = std::move(note)](const Room &) { note(); };
}

/* 4096 byte of a full packet and 8 of UDP: 1480 + 1480 + 1144 in IP's fragments, each with 20 byte of IP. */
TEST(a_datagram)
{
    std::vector<Booking> seen;
    Site site(0, record(seen));
    Ns there;
    site.udp.send({0, 1, 0, 0}, 4096, without_room(site.note(there)));
    site.finish();
    expectation("fragments", 3, static_cast<std::int64_t>(seen.size()));
    expectation("third starts = 2 * (1526 * 800 + 9600)", 2460800, seen.at(2).start);
    expectation("arrival = 2460800 + (1164 + 26) * 800", 3412800, there);
}

TEST(two_share_the_medium)
{
    std::vector<Booking> seen;
    Site site(0, record(seen));
    Ns a, b;
    site.udp.send({0, 1, 0, 0}, 4096, without_room(site.note(a)));
    site.udp.send({0, 1, 0, 0}, 4096, without_room(site.note(b)));
    site.finish();
    expectation("frames", 6, static_cast<std::int64_t>(seen.size()));
    expectation("they take turns: fifth starts = 4 * (1220800 + 9600)", 4921600, seen.at(4).start);
    expectation("first arrives = 4921600 + 952000", 5873600, a);
    expectation("second arrives = 5873600 + 9600 + 952000", 6835200, b);
}

/* Half of the datagrams are lost. The random generator decides which; the test checks that it is half, and the same
 * half in a second run. */
TEST(loss)
{
    std::vector<int> arrived[2];
    for (auto &list : arrived) {
        Site site(500000);
        for (int i = 0; i < 1000; i++)
            site.udp.send({0, 1, 0, 0}, 0, [&list, i](const Room &) { list.push_back(i); });
        site.finish();
    }
    std::printf("    Expectation: 500 of 1000 arrive, give or take 3 standard deviations of 16\n    Actual:      %zu\n",
                arrived[0].size());
    assert_in_range(arrived[0].size(), 452, 548);
    assert_true(arrived[0] == arrived[1]);
}

TEST_MAIN
