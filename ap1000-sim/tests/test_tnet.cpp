/* test_tnet.cpp - messages on the T-Net, alone and in each other's way. Every number is derived by hand. */
#include "networks/ap1000/tnet.hpp"
#include "expectation.hpp"

#include <algorithm>

using namespace ap1000;

static const TNetParameters params{160, 40000}; /* hop 0.16 us, 25 MB/s = 40 ns/byte; 4 byte pass in one hop time */
static const Torus torus(8, 8);

static void one_message(void **)
{
    std::vector<Booking> seen;
    TNet net(torus, params, record(seen));
    const Span m = net.send(0, 1, 1000, 500);
    expectation("enters at once", 500, m.start);
    expectation("arrival = 500 + hop 160 + 1000 byte * 40", 40660, m.end);
    expectation("links: inject, x+, eject", 3, static_cast<int>(seen.size()));
    expectation("x+ taken by the head", 500, seen[1].start);
    expectation("x+ freed by the tail = 500 + 40000", 40500, seen[1].end);
    expectation("eject taken one hop later", 660, seen[2].start);
    expectation("eject freed at the arrival", 40660, seen[2].end);
}

static void distance_costs_hops(void **)
{
    TNet net(torus, params);
    expectation("0 to (4,4), 8 hops: 8 * 160 + 40000", 41280, net.send(0, 36, 1000, 0).end);
    expectation("empty message, 2 hops: 2 * 160", 320, net.send(9, 18, 0, 0).end);
    expectation("to itself: no network", 7, net.send(5, 5, 1000, 7).end);
}

static void wrap_around(void **)
{
    TNet net(torus, params);
    expectation("0 to 7: one hop backwards in x", 40160, net.send(0, 7, 1000, 0).end);
    expectation("16 to 16 + 40: three hops backwards in y", 40480, net.send(16, 56, 1000, 0).end);
    expectation("63 to 0: one hop forwards in x, one in y", 40320, net.send(63, 0, 1000, 0).end);
}

static void two_share_a_link(void **)
{
    TNet net(torus, params);
    const Span a = net.send(0, 2, 1000, 0), b = net.send(1, 3, 1000, 10);
    expectation("first = 2 * 160 + 40000", 40320, a.end);
    expectation("second enters its own port", 10, b.start);
    expectation("second = link 1 x+ free at 160 + 40000, + 2 * 160 + 40000", 80480, b.end);
}

static void two_share_no_link(void **)
{
    TNet net(torus, params);
    expectation("0 to 1", 40160, net.send(0, 1, 1000, 0).end);
    expectation("1 to 2, the next link", 40160, net.send(1, 2, 1000, 0).end);
    expectation("9 to 8", 40160, net.send(9, 8, 1000, 0).end);
    expectation("8 to 9, the other direction of the same neighbours", 40160, net.send(8, 9, 1000, 0).end);
}

static void two_to_one_cell(void **)
{
    TNet net(torus, params);
    expectation("from the left = 160 + 40000", 40160, net.send(0, 1, 1000, 0).end);
    expectation("from above: waits for the eject port = 40160 + 40000", 80160, net.send(9, 1, 1000, 0).end);
}

/* A long message 2 -> 3 holds link 2 x+ until 4 ms. B, 0 -> 3, stops before it and holds 0's port, 0 x+ and 1 x+. */
static void blocked_head_holds_links_behind(void **)
{
    TNet net(torus, params);
    expectation("A, 100000 byte = 160 + 4000000", 4000160, net.send(2, 3, 100000, 0).end);
    expectation("B: gets 2 x+ at 4000000, but 3's eject only at 4000160, + 40000", 4040160,
                net.send(0, 3, 1000, 100).end);
    expectation("C, 0 to 8: 0's port is held until B's tail is in = 4040160 - 3 * 160", 4039680,
                net.send(0, 8, 1000, 200).start);
    expectation("D, 1 to 2: 1 x+ is held until 4040160 - 2 * 160, + 160 + 40000", 4080000,
                net.send(1, 2, 1000, 300).end);
    expectation("E, 8 to 9: not in the way = 400 + 160 + 40000", 40560, net.send(8, 9, 1000, 400).end);
}

/* The same with a B so short that it fits into the links it stands in: those behind it are free. */
static void short_blocked_message_frees_what_it_left(void **)
{
    std::vector<Booking> seen;
    TNet net(torus, params, record(seen));
    net.send(2, 3, 100000, 0);
    seen.clear();
    expectation("B, 4 byte = 4000160 + 4 * 40", 4000320, net.send(0, 3, 4, 100).end);
    expectation("0's port is free when the tail is in: the head is before 1 x+ at 260", 260, seen[0].end);
    expectation("0 x+ likewise", 260, seen[1].end);
    expectation("1 x+, where B stands, goes on when 2 x+ is free, 4000000", 4000000, seen[2].end);
    expectation("C, 0 to 8, is not held up", 40460, net.send(0, 8, 1000, 300).end);
}

/* A, 2 -> 3, holds 2 x+ until 4 ms; B, 1 -> 4, waits for it and has 3 x+ booked from 4000160 on, 400000 long. Before that
 * 3 x+ is idle: C goes through at once, and what still fits after C, but nothing longer. */
static Ns end_after_c(std::int64_t bytes)
{
    TNet net(torus, params);
    net.send(2, 3, 100000, 0);
    expectation("B = 4000160 + 160 + 10000 * 40", 4400320, net.send(1, 4, 10000, 100).end);
    expectation("C, 3 to 4, 1000 byte = 300 + 160 + 40000", 40460, net.send(3, 4, 1000, 300).end);
    return net.send(3, 4, bytes, 400).end;
}

static void gaps_are_given_to_what_fits(void **)
{
    expectation("98996 byte: 3 x+ from 40300 to 4000140, + 160", 4000300, end_after_c(98996));
    expectation("98997 byte would end at 4000180: after B, 4400160 + 160 + 98997 * 40", 8360200, end_after_c(98997));
}

static void order_between_two_cells(void **)
{
    TNet net(torus, params);
    Ns last = 0;
    for (int i = 0; i < 100; i++) {
        const Span m = net.send(3, 42, i % 3 == 0 ? 10000 : 0, 5 * i);
        assert_true(m.end >= last);
        last = m.end;
    }
    expectation("34 long ones one behind the other = 4 * 160 + 34 * 400000, an empty one between them takes no time",
                13600640, last);
}

static void bytes_beyond_float(void **)
{
    TNet net(torus, params);
    expectation("2^32 byte * 40 + 160", 171798692000, net.send(0, 1, max_bytes, 0).end);
    expectation("16777217 byte (2^24 + 1) * 40 + 160", 671088840, net.send(8, 9, 16777217, 0).end);
}

/* The paper's point: processors copy 132 ns for every 40 ns that a link is busy, so about four streams share a link. */
static void four_streams_share_a_link(void **)
{
    TNet net(torus, params);
    Ns end = 0;
    for (int k = 0; k < 4; k++) /* from x = 0..3 of row 0 to x = 4 of rows 1..4: all use 3 x+ */
        end = net.send(k, torus.cell(4, k + 1), 1000, k * 43000).end;
    expectation("fourth, spaced by 1000 * 172 / 4: not delayed = 129000 + (1 + 4) * 160 + 40000", 169800, end);
}

/* When each link of one message is free, byte by byte, from when the head took the links: byte b is in link i once it has
 * passed link i-1 (160 ns, the ports none), 40 ns after byte b-1, and when there is room: byte b-4 (ports: b) has gone on. */
static std::vector<Ns> tails_by_the_byte(const std::vector<Booking> &m, int bytes)
{
    const int n = static_cast<int>(m.size());
    std::vector<std::vector<Ns>> in(bytes + 1, std::vector<Ns>(n));
    for (int i = 0; i < n; i++)
        in[0][i] = m[i].start;
    for (int b = 1; b <= bytes; b++) {
        for (int i = 0; i < n; i++) {
            const Ns arrived = i == 0 ? 0 : in[b][i - 1] + (i == 1 ? 0 : 160);
            const Ns room = i > 0 && i + 1 < n && b >= 4 ? in[b - 4][i + 1] : 0;
            in[b][i] = std::max({arrived, in[b - 1][i] + 40, room});
        }
        in[b][0] = in[b][1];
    }
    return in[bytes];
}

static void tails_agree_with_a_count_by_bytes(void **)
{
    std::vector<Booking> seen;
    TNet net(Torus(4, 4), params, record(seen));
    std::uint32_t n = 1; /* a plain linear congruence: the same traffic everywhere */
    const auto next = [&n](std::uint32_t below) {
        return static_cast<int>(((n = n * 1664525u + 1013904223u) >> 8) % below);
    };
    int held_up = 0;
    Ns t = 0;
    for (int i = 0; i < 3000; i++) {
        const int src = next(16), dst = next(16), bytes = 1 + next(60);
        t += next(400);
        seen.clear();
        const Span m = net.send(src, dst, bytes, t);
        if (src == dst)
            continue;
        const std::vector<Ns> tails = tails_by_the_byte(seen, bytes);
        for (std::size_t k = 0; k < seen.size(); k++)
            assert_int_equal(seen[k].end, tails[k]);
        held_up += m.end > t + (static_cast<int>(seen.size()) - 2) * 160 + bytes * 40;
    }
    std::printf("    Expectation: among 3000 messages many are held up\n    Actual:      %d\n", held_up);
    assert_in_range(held_up, 500, 3000);
}

int main()
{
    const CMUnitTest tests[] = {
        cmocka_unit_test(one_message),
        cmocka_unit_test(distance_costs_hops),
        cmocka_unit_test(wrap_around),
        cmocka_unit_test(two_share_a_link),
        cmocka_unit_test(two_share_no_link),
        cmocka_unit_test(two_to_one_cell),
        cmocka_unit_test(blocked_head_holds_links_behind),
        cmocka_unit_test(short_blocked_message_frees_what_it_left),
        cmocka_unit_test(gaps_are_given_to_what_fits),
        cmocka_unit_test(tails_agree_with_a_count_by_bytes),
        cmocka_unit_test(order_between_two_cells),
        cmocka_unit_test(bytes_beyond_float),
        cmocka_unit_test(four_streams_share_a_link),
    };
    return cmocka_run_group_tests_name("tnet", tests, nullptr, nullptr);
}
