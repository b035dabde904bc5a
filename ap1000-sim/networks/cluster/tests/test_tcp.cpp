/* test_tcp.cpp - TCP where segments are lost: Reno's window and timer alone, then whole connections over a switch. All
 * times in ns. What TCP does where nothing is lost is in test_cluster.cpp.
 *
 * 100 Mb/s: 80 ns a byte; a frame with p byte, at least 46, takes (p + 26) * 80, then a gap of 960: a segment without
 * data 5760, a full one 122080, each on two wires, and the switch needs 10000. A segment costs each kernel 50000, an
 * acknowledgement 20000, so it takes 61520 from one kernel to the other; a connection 300000; 16 byte before a message.
 */
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "expectation.hpp"
#include "tests/processing.hpp"
#include "networks/cluster/switch.hpp"
#include "networks/cluster/tcp.hpp"

using namespace ap1000;

constexpr Ns ms = 1000000, s = 1000 * ms, delay = 200 * ms;
constexpr std::int64_t full = 1460;

/* ---- Reno alone -------------------------------------------------------------------------------------------------- */

/* Sends so many segments of 100 byte. */
static void send(TcpReno &r, int segments, Ns now = 0)
{
    for (int i = 0; i < segments; i++)
        r.sent(r.next(), 100, now);
}

TEST(time_outs)
{
    TcpReno r(100, 10000, 10, 0);
    expectation("before there is a measurement", s, r.timeout());
    send(r, 1, 0);
    r.heard(100, true, 100 * ms);
    expectation("100 ms: 100 + 4 * 50", 300 * ms, r.timeout());
    send(r, 1, s);
    r.heard(200, true, s + 200 * ms);
    expectation("then 200: variation 50 + 50 / 4, mean 100 + 100 / 8: 112.5 + 4 * 62.5", 362500000, r.timeout());
    send(r, 2, 2 * s);
    r.timed_out();
    expectation("doubled", 725 * ms, r.timeout());
    r.timed_out();
    expectation("and again", 1450 * ms, r.timeout());
    send(r, 1, 4 * s);
    r.heard(300, true, 4 * s + ms);
    expectation("what was sent twice is not measured", 1450 * ms, r.timeout());
    send(r, 2, 5 * s); /* the second is new */
    r.heard(500, true, 5 * s + 112500000);
    expectation("what was sent once is: 112.5 + 4 * 62.5 * 3 / 4", 300 * ms, r.timeout());
    for (int i = 0; i < 20; i++)
        r.timed_out();
    expectation("never more than a minute", 60 * s, r.timeout());
    TcpReno slow(100, 10000, 10, 0);
    send(slow, 1, 0);
    slow.heard(100, true, 50000 * s);
    for (int i = 0; i < 20; i++)
        slow.timed_out();
    expectation("but as long as was learnt: 50000 + 4 * 25000", 150000 * s, slow.timeout());
    TcpReno least(100, 10000, 10, s);
    send(least, 1, 0);
    least.heard(100, true, ms);
    expectation("never less than the least", s, least.timeout());
}

TEST(windows)
{
    TcpReno r(100, 2000, 2, s);
    expectation("initial", 200, r.window());
    send(r, 2);
    r.heard(100, true, 0);
    r.heard(200, true, 0);
    expectation("slow start: one more for each acknowledgement", 400, r.window());
    send(r, 8); /* whoever asks does not send so much; 800 byte are under way */
    r.timed_out();
    expectation("after a time-out one segment", 100, r.window());
    expectation("from the oldest on", 200, r.next());
    assert_true(r.sends_again());
    r.timed_out(); /* the threshold, 800 / 2, is not halved again */
    send(r, 1);
    r.heard(300, true, 0);
    r.heard(400, true, 0);
    r.heard(500, true, 0);
    expectation("slow start again", 400, r.window());
    r.heard(600, true, 0);
    expectation("beyond half of what was under way 100 * 100 / 400 more", 425, r.window());
    r.heard(1000, true, 0);
    expectation("100 * 100 / 425 more", 448, r.window());
    TcpReno narrow(100, 250, 2, s);
    send(narrow, 2);
    narrow.heard(200, true, 0);
    expectation("never wider than the receiver lets it be", 250, narrow.window());
}

TEST(fast_retransmit)
{
    TcpReno r(100, 2000, 10, s);
    send(r, 10);
    assert_true(r.heard(100, true, 0) == TcpReno::Does::news);
    assert_true(r.heard(100, true, 0) == TcpReno::Does::nothing);
    assert_true(r.heard(100, false, 0) == TcpReno::Does::nothing); /* it had data: not counted */
    assert_true(r.heard(100, true, 0) == TcpReno::Does::nothing);
    expectation("no change yet", 1100, r.window());
    assert_true(r.heard(100, true, 0) == TcpReno::Does::send_again);
    expectation("900 / 2 + 3 segments", 750, r.window());
    assert_true(r.heard(100, true, 0) == TcpReno::Does::nothing);
    expectation("one more for the next", 850, r.window());
    expectation("what is new goes on from", 1000, r.next());
    assert_true(r.heard(1000, true, 0) == TcpReno::Does::news);
    expectation("then half", 450, r.window());
    send(r, 10);
    r.timed_out();
    send(r, 10);
    for (int i = 0; i < 5; i++)
        assert_true(r.heard(1000, true, 0) == TcpReno::Does::nothing); /* of what was sent before the time-out */
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

/* A switch that drops the frames that it is told to, by their number from 0 on, after they have used the wires. */
class Picky : public Medium
{
  public:
    Picky(Events &events, std::set<int> drop)
        : switch_({10000, 0, 14, 0}, {80000, 46, 1500, 26, 960}, 8, events, {}), drop_(std::move(drop))
    {
    }
    Ns frame(int from, int to, std::int64_t payload, std::function<void()> there) override
    {
        const bool lost = drop_.count(seen++) != 0;
        return switch_.frame(from, to, payload, lost ? [] {} : std::move(there));
    }
    std::int64_t max_payload() const override
    {
        return switch_.max_payload();
    }
    bool drops() const override
    {
        return true;
    }
    int seen = 0;

  private:
    Switch switch_;
    std::set<int> drop_;
};

static ClusterTcpParameters numbers(std::int64_t initial_segments = 2)
{
    return {50000, 20000, 300000, 100 * full, initial_segments, delay, 1, 16, 0, 1, s, 3, 1000 * s};
}

struct Place : Processing {
    explicit Place(std::set<int> drop = {}, const ClusterTcpParameters &p = numbers())
        : medium(events, std::move(drop)), connections(p, medium, events, run, [this](int from, int to, Ns) {
              unreachable.push_back({from, to});
          })
    {
    }

    std::function<void()> note(Ns &when)
    {
        when = -1;
        return [this, &when] {
            assert_int_equal(when, -1);
            when = events.now();
        };
    }

    std::vector<std::pair<int, int>> unreachable;
    Picky medium;
    ClusterTcp connections;
};

static const Ends tasks{0, 1, 100, 200}, systems{0, 1, 0, 0};

/* 56 byte with the headers: (56 + 26) * 80 on each wire. */
constexpr Ns small_frame = 2 * 6560 + 10000;

TEST(one_is_lost)
{
    Place p({0}), more({0, 1, 2});
    Ns there, later;
    p.connections.send(systems, 0, p.note(there));
    p.finish();
    expectation("it goes out at 50000, again 1 s later: 50000 + 1 s + 50000 + 23120 + 50000", s + 173120, there);
    more.connections.send(systems, 0, more.note(later));
    more.finish();
    expectation("three are lost: 1 + 2 + 4 s", 7 * s + 173120, later);
}

TEST(its_acknowledgement_is_lost)
{
    Place p({1});
    Ns there;
    p.connections.send(systems, 0, p.note(there));
    p.finish();
    expectation("it is there at once, and once", 50000 + small_frame + 50000, there);
    expectation("it comes again 1 s later, and is acknowledged at once", s + 173120 + 61520, p.events.now());
}

/* Ten full segments go out one behind the other, each 123040 after the one before; the first is there at 354160. The
 * second is lost. The third to sixth bring acknowledgements of the first; with the last of these, at 969360 + 61520,
 * the second is sent again. Seven are under way then, and the ninth in the kernel: 3.5 + 3 are allowed, and one more
 * with each of the seventh, eighth and ninth, which is there at 1338480. Then the tenth may go: 8 + 1 of 9.5. */
TEST(one_of_many_is_lost)
{
    Place without({}, numbers(10)), with({1}, numbers(10));
    Ns a, b;
    without.connections.send(systems, 10 * full - 16, without.note(a));
    without.finish();
    expectation("nothing lost: 354160 + 9 * 123040", 1461520, a);
    with.connections.send(systems, 10 * full - 16, with.note(b));
    with.finish();
    expectation("without a time-out: 1338480 + 61520 + 50000 + 254160 + 50000", 1754160, b);
}

/* A line that may lose, and does not. Asked at 300000, open at 663040. */
TEST(no_request_is_lost)
{
    Place p;
    Ns there;
    p.connections.send(tasks, 2 * full - 16, p.note(there));
    p.finish();
    expectation("a window of two: 663040 + 50000 + 254160 + 50000 + 123040", 1140240, there);
}

TEST(request_is_lost)
{
    Place p({0});
    Ns there;
    p.connections.send(tasks, 2 * full - 16, p.note(there));
    p.finish();
    /* Asked at 300000 and 1 s later, open at 1 s + 663040. The first segment is there at 1 s + 1017200. */
    expectation("a window of one: its acknowledgement after 200 ms and 61520, then 50000 + 254160 + 50000",
                s + 1017200 + delay + 61520 + 354160, there);
    Place answer({1});
    answer.connections.send(tasks, 0, answer.note(there));
    answer.finish();
    /* The second request needs no socket any more: 21520 + 20000 + 21520 + 20000. */
    expectation("the answer is lost", 300000 + s + 83040 + 50000 + small_frame + 50000, there);
}

TEST(nobody_is_there)
{
    std::set<int> all;
    for (int i = 0; i < 1000; i++)
        all.insert(i);
    ClusterTcpParameters patient = numbers();
    patient.give_up = 6 * s; /* and more than 3 time-outs in a row */
    Place p(all, patient), new_one(all, patient);
    Ns first, second, third;
    p.connections.send(systems, 0, p.note(first));
    p.connections.send(systems, 5000, p.note(second));
    p.finish();
    expectation("time-outs after 1, 2, 4 s, when it has been silent for 6, and 8 s", 15 * s + 50000, first);
    expectation("nobody waits", first, second);
    assert_true((p.unreachable == std::vector<std::pair<int, int>>{{0, 1}}));
    p.connections.send(systems, 0, p.note(third));
    p.finish();
    expectation("nor later", first, third);
    new_one.connections.send(tasks, 0, new_one.note(first));
    new_one.finish();
    expectation("requests at 0.3 ms and after 1 and 2 s; after 4 more none", 7 * s + 300000, first);
}

/* Messages of all lengths, both ways, over lines of all qualities: each once, in order. */
TEST(all_arrive)
{
    for (std::int64_t loss_ppm : {0, 1000, 50000, 300000, 600000})
        for (std::int64_t seed = 1; seed <= 20; seed++)
            for (std::int64_t nodelay : {0, 1}) {
                ClusterTcpParameters lossy = numbers();
                lossy.loss_ppm = loss_ppm;
                lossy.loss_seed = seed;
                lossy.nodelay = nodelay;
                lossy.give_up = 1000000 * s;
                Place p({}, lossy);
                std::vector<int> there[2], wanted;
                for (int i = 0; i < 30; i++) {
                    wanted.push_back(i);
                    const std::int64_t bytes = i % 3 == 0 ? 20000 : 500 * i;
                    p.connections.send(tasks, bytes, [&there, i] { there[0].push_back(i); });
                    p.connections.send({1, 0, 200, 100}, bytes, [&there, i] { there[1].push_back(i); });
                }
                p.finish();
                assert_true(there[0] == wanted && there[1] == wanted);
                assert_true(p.unreachable.empty());
            }
}

/* Four senders into a port that keeps five frames. */
TEST(a_port_that_drops)
{
    Events events;
    std::map<int, Ns> free;
    const Processors run = [&](int node, Ns cost) { return free[node] = std::max(free[node], events.now()) + cost; };
    Switch ports({10000, 0, 14, 5 * 1526}, {80000, 46, 1500, 26, 960}, 8, events, {});
    ClusterTcp connections(numbers(), ports, events, run, {});
    int there = 0;
    Ns last = 0;
    for (int from = 1; from <= 4; from++)
        connections.send({from, 0, 0, 0}, 500000, [&] { there++, last = events.now(); });
    while (!events.empty())
        events.step();
    expectation("all arrive", 4, there);
    /* 4 * 500016 byte in 343 segments each: 1372 frames, 123040 each, on the receiver's wire. */
    assert_true(last > 1372 * Ns{122000} + 500 * ms); /* and some were lost */
}

/* Padhye, Firoiu, Towsley, Kurose, Modeling TCP Throughput (1998), equation 30: what a segment of a long stream takes
 * [s], where so many of 1 are lost and a round trip takes so long; two segments an acknowledgement, first time-out of
 * 1 s. */
static double padhye_s(double lost, double round_trip_s)
{
    return round_trip_s * std::sqrt(4 * lost / 3) +
           std::min(1.0, 3 * std::sqrt(3 * lost / 4)) * lost * (1 + 32 * lost * lost);
}

/* A switch that takes 50 ms, so round trips of 100.6 ms; 1500 segments, mean of ten seeds. Here acknowledgements are
 * lost, too. */
TEST(long_streams)
{
    for (std::int64_t ppm : {3000, 10000, 30000}) {
        constexpr int segments = 1500, seeds = 10;
        double mean_s = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            Events events;
            std::map<int, Ns> free;
            const Processors run = [&](int node, Ns cost) {
                return free[node] = std::max(free[node], events.now()) + cost;
            };
            ClusterTcpParameters lossy = numbers();
            lossy.window = 1000 * full;
            lossy.loss_ppm = ppm;
            lossy.loss_seed = seed;
            Switch far({50 * ms, 0, 14, 0}, {80000, 46, 1500, 26, 960}, 2, events, {});
            ClusterTcp connections(lossy, far, events, run, {});
            connections.send(systems, segments * full - 16,
                             [&] { mean_s += static_cast<double>(events.now()) / 1e9 / segments / seeds; });
            while (!events.empty())
                events.step();
        }
        const double expected_s = padhye_s(static_cast<double>(ppm) / 1e6, 0.1006);
        std::printf("    Expectation: %g ms a segment, by the formula, give or take 40 %%\n    Actual:      %g\n",
                    1e3 * expected_s, 1e3 * mean_s);
        assert_true(mean_s > 0.6 * expected_s && mean_s < 1.4 * expected_s);
    }
}

TEST_MAIN
