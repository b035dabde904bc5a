/* test_tnet_flits.cpp - holds the T-Net, without and with buffers, against a simulator of single flits that shares no
 * code with it: flits of 4 byte, cycles of 160 ns, so a link moves 25 MB/s and a hop takes a cycle.
 *
 * Where nothing is decided by who comes first in the same cycle, both must agree to a hop or so. In a crowd a tie turns
 * the order, and with it the end: there they agree within a tenth. */
#include "networks/ap1000/flit_tnet.hpp"
#include "networks/ap1000/tnet.hpp"

#include <cmath>
#include <cstdio>

#include "expectation.hpp"

using namespace ap1000;

static constexpr Ns cycle_ns = 160;
static constexpr int flit_bytes = 4;

struct Message {
    int src, dst, bytes;
    long cycle;
};

struct Case {
    const char *name;
    int nx, ny;
    std::vector<Message> messages;
    double alike_percent; /* how far the last arrival may differ */
};

struct Wanted {
    int buffer_bytes, channels;
};

static double mean(const std::vector<Ns> &all)
{
    double sum = 0;
    for (Ns t : all)
        sum += static_cast<double>(t);
    return sum / static_cast<double>(all.size());
}

static std::vector<Ns> by_model(const Case &c, const Wanted &w)
{
    Events events;
    TNetParameters p{cycle_ns, 40000};
    p.buffer_bytes = w.buffer_bytes;
    p.channels = w.channels;
    TNet net(Torus(c.nx, c.ny), p, events);
    std::vector<Ns> arrivals(c.messages.size(), -1);
    for (std::size_t n = 0; n < c.messages.size(); n++)
        events.at(c.messages[n].cycle * cycle_ns, [&, n] {
            const Message &m = c.messages[n];
            net.send(m.src, m.dst, m.bytes, [&, n] { arrivals[n] = events.now(); });
        });
    while (!events.empty())
        events.step();
    return arrivals;
}

static std::vector<Ns> by_flits(const Case &c, const Wanted &w)
{
    FlitTNet net(c.nx, c.ny, w.buffer_bytes / flit_bytes, w.channels);
    for (const Message &m : c.messages)
        net.send(m.src, m.dst, m.bytes / flit_bytes, m.cycle);
    std::vector<Ns> arrivals;
    for (long t : net.run())
        arrivals.push_back(t * cycle_ns);
    return arrivals;
}

static void alike(const Case &c, const Wanted &w)
{
    const std::vector<Ns> model = by_model(c, w), flits = by_flits(c, w);
    assert_int_equal(flits.size(), c.messages.size());
    const auto last = [](const std::vector<Ns> &all) {
        return static_cast<double>(*std::max_element(all.begin(), all.end()));
    };
    const double off = 100 * (last(model) / last(flits) - 1), mean_off = 100 * (mean(model) / mean(flits) - 1);
    std::printf("    %-34s %dx%d buffer %5d byte, %d channels: last %9.2f us, flits %9.2f (%+.2f %%); mean %+.2f %%\n",
                c.name, c.nx, c.ny, w.buffer_bytes, w.channels, last(model) * 1e-3, last(flits) * 1e-3, off, mean_off);
    assert_true(*std::min_element(model.begin(), model.end()) > 0);
    assert_true(std::fabs(off) <= c.alike_percent && std::fabs(mean_off) <= c.alike_percent);
}

static const Wanted settings[] = {{0, 2}, {64, 2}, {256, 2}, {4096, 2}, {0, 4}, {256, 4}};

static std::uint32_t random_below(std::uint32_t &state, int n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % static_cast<std::uint32_t>(n);
}

static void held(Case c)
{
    std::stable_sort(c.messages.begin(), c.messages.end(),
                     [](const Message &a, const Message &b) { return a.cycle < b.cycle; });
    for (const Wanted &w : settings)
        alike(c, w);
}

TEST(free_ways)
{
    held({"one message", 8, 8, {{0, 27, 1000, 0}}, 0.1});
    held({"one after the other", 4, 1, {{0, 2, 1000, 0}, {0, 2, 400, 0}, {0, 1, 200, 3}}, 1});
    Case shift{"shift", 4, 4, {}, 0.1};
    for (int c = 0; c < 16; c++)
        shift.messages.push_back({c, c / 4 * 4 + (c + 1) % 4, 1000, 0});
    held(shift);
}

TEST(few_that_meet)
{
    held({"two to one port", 4, 1, {{0, 1, 1000, 0}, {2, 1, 1000, 7}}, 1});
    held({"one stands, its tail lets go", 8, 1, {{2, 4, 4000, 0}, {1, 4, 1000, 20}, {0, 2, 1000, 60}}, 2});
    held({"a short one behind a long one", 8, 1, {{0, 3, 2000, 0}, {1, 3, 400, 30}, {1, 2, 400, 40}}, 2});
    held({"two channels of a link", 8, 1, {{5, 1, 2000, 0}, {6, 0, 2000, 11}}, 2});
}

TEST(crowds)
{
    Case transpose{"transpose", 4, 4, {}, 1};
    for (int c = 0; c < 16; c++)
        if (c % 4 != c / 4)
            transpose.messages.push_back({c, c % 4 * 4 + c / 4, 1000, 0});
    held(transpose);
    Case hot{"all to one", 4, 4, {}, 2};
    for (int c = 1; c < 16; c++)
        hot.messages.push_back({c, 0, 400, c});
    held(hot);
    for (std::uint32_t seed = 1; seed <= 3; seed++) {
        std::uint32_t state = seed;
        Case crowd{"random pairs, one each", 4, 4, {}, 1};
        for (int c = 0; c < 16; c++)
            if (const int to = static_cast<int>(random_below(state, 16)); to != c)
                crowd.messages.push_back({c, to, 800, 7 * c % 31});
        held(crowd);
    }
    Case all{"all to all, a message each 60 cycles", 4, 4, {}, 10};
    for (int k = 1; k < 16; k++)
        for (int c = 0; c < 16; c++)
            all.messages.push_back({c, (c + k) % 16, 400, 60 * k + 7 * c % 31});
    held(all);
}

TEST_MAIN
