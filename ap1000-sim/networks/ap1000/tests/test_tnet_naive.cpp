/* test_tnet_naive.cpp - compares the T-Net with a reference that looks at every worm in every nanosecond.
 *
 * Every arrival and every use of a link must be the same, for all orders of entry of a few worms and for random crowds.
 */
#include "naive_tnet.hpp"
#include "expectation.hpp"
#include "repeats.h"

#include <algorithm>
#include <map>
#include <numeric>

using namespace ap1000;

struct Message {
    int src, dst;
    Ns body, entry;
};

using Uses = std::map<int, std::vector<std::pair<Ns, Ns>>>;

/* The result of a run: arrivals by the number of the message (-1: it never came), their order, and the uses of
 * links. */
struct Outcome {
    std::vector<Ns> arrivals;
    std::vector<int> order;
    Uses uses;
    std::uint64_t looks;
};

static void note_use(Uses &uses, int link, bool held, Ns now)
{
    std::vector<std::pair<Ns, Ns>> &u = uses[link];
    if (!held)
        u.back().second = now;
    else if (!u.empty() && u.back().second == now)
        u.back().second = -1; /* the message that uses it has changed */
    else
        u.push_back({now, -1});
}

/* By the model, at 1 ns a byte; observed: with an observer of its links. */
static Outcome by_model(const Torus &torus, Ns hop, const std::vector<Message> &messages, bool observed)
{
    Outcome out{std::vector<Ns>(messages.size(), -1), {}, {}, 0};
    Events events;
    TNet::LinkObserver observer;
    if (observed)
        observer = [&](int link, bool held, Ns now) { note_use(out.uses, link, held, now); };
    TNet net(torus, {hop, 1000}, events, observer);
    for (std::size_t n = 0; n < messages.size(); n++)
        events.at(messages[n].entry, [&, n] {
            const Message &m = messages[n];
            net.send(m.src, m.dst, m.body, [&, n] {
                assert_int_equal(out.arrivals[n], -1);
                out.arrivals[n] = events.now();
                out.order.push_back(static_cast<int>(n));
            });
        });
    while (!events.empty())
        events.step();
    out.looks = net.looks();
    return out;
}

static Uses joined(const Uses &uses)
{
    Uses all;
    for (const auto &[link, spans] : uses)
        for (const auto &span : spans) {
            if (!all[link].empty() && all[link].back().second == span.first)
                all[link].back().second = span.second;
            else
                all[link].push_back(span);
        }
    return all;
}

/* Sums over all runs of a test, which show that the runs were worth making. */
struct Sum {
    long runs = 0, worms = 0, held_up = 0;
    Ns waited = 0, shared = 0;
    std::uint64_t looks = 0;

    void print() const
    {
        std::printf(
            "    %ld runs, %ld worms, %ld of them held up; %lld ns waited, %lld ns at half speed; %llu looks inside\n",
            runs, worms, held_up, static_cast<long long>(waited), static_cast<long long>(shared),
            static_cast<unsigned long long>(looks));
    }
};

/* Returns true if messages from one cell to another came in the order in which they entered. */
static bool in_order(const std::vector<Message> &messages, const std::vector<int> &order)
{
    std::map<std::pair<int, int>, int> last; /* by pair: the number of the message that came last */
    for (int n : order) {
        const Message &m = messages[static_cast<std::size_t>(n)];
        const auto [at, first] = last.insert({{m.src, m.dst}, n});
        if (!first && at->second > n)
            return false;
        at->second = n;
    }
    return true;
}

/* Prints what a user needs to repeat the case. */
static void print(const Torus &torus, Ns hop, const std::vector<Message> &messages)
{
    std::printf("    %dx%d cells, hop %lld ns; src, dst, body, entry:\n", torus.nx(), torus.ny(),
                static_cast<long long>(hop));
    for (const Message &m : messages)
        std::printf("    {%d, %d, %lld, %lld},\n", m.src, m.dst, static_cast<long long>(m.body),
                    static_cast<long long>(m.entry));
}

static void same_as_naive(const Torus &torus, Ns hop, const std::vector<Message> &messages, Sum &sum)
{
    NaiveTNet naive(torus, hop);
    std::vector<Ns> expected;
    for (const Message &m : messages)
        naive.send(m.src, m.dst, m.body, m.entry);
    const bool all = naive.run();
    for (std::size_t n = 0; n < messages.size(); n++)
        expected.push_back(naive.arrival(static_cast<int>(n)));
    const Outcome lazy = by_model(torus, hop, messages, false), observed = by_model(torus, hop, messages, true);
    const bool same = all && lazy.arrivals == expected && observed.arrivals == expected &&
                      joined(observed.uses) == joined(naive.uses()) && in_order(messages, lazy.order) &&
                      in_order(messages, observed.order);
    if (!same)
        print(torus, hop, messages);
    assert_true(same);
    for (std::size_t n = 0; n < messages.size(); n++) {
        const Message &m = messages[n];
        sum.held_up += expected[n] > m.entry + torus.hops(m.src, m.dst) * hop + m.body;
    }
    sum.runs++;
    sum.worms += static_cast<long>(messages.size());
    sum.waited += naive.waited();
    sum.shared += naive.shared();
    sum.looks += lazy.looks;
}

/* A linear congruential generator: the same crowds on every computer. */
struct Random {
    std::uint32_t state;
    int below(int n)
    {
        state = state * 1664525u + 1013904223u;
        return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(n));
    }
};

static const std::vector<Ns> bodies{0, 1, 2, 7, 20, 33}, gaps{0, 1, 2, 3, 5, 9};

/* All orders of entry of these worms on 4x4 cells, at the same time and one after the other with each of the gaps. */
static void all_orders(const std::vector<Message> &worms, Sum &sum)
{
    std::vector<std::size_t> order(worms.size());
    std::iota(order.begin(), order.end(), 0);
    do {
        for (Ns gap : gaps) {
            std::vector<Message> messages;
            for (std::size_t n : order) {
                messages.push_back(worms[n]);
                messages.back().entry = gap * static_cast<Ns>(messages.size() - 1);
            }
            same_as_naive(Torus(4, 4), 3, messages, sum);
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

/* Every set of `count` different pairs of cells of a ring, from pair number `from` on. The length of a body depends on
 * the pair's number. */
static void all_sets(int count, int from, std::vector<Message> &worms, Sum &sum)
{
    if (count == 0) {
        all_orders(worms, sum);
        return;
    }
    for (int pair = from; pair < 12; pair++) {
        const int src = pair / 3, dst = (src + 1 + pair % 3) % 4;
        worms.push_back({src, dst, bodies[static_cast<std::size_t>(3 + (pair + count) % 3)], 0});
        all_sets(count - 1, pair + 1, worms, sum);
        worms.pop_back();
    }
}

TEST(every_order_of_every_three_on_a_ring)
{
    Sum sum;
    std::vector<Message> worms;
    all_sets(3, 0, worms, sum);
    sum.print();
    assert_int_equal(sum.runs, 220 * 6 * 6); /* 12 over 3 sets, 3! orders, 6 gaps */
    assert_true(sum.held_up > 1000 && sum.shared > 1000);
}

TEST(every_order_of_every_four_on_a_ring)
{
    Sum sum;
    std::vector<Message> worms;
    all_sets(4, 0, worms, sum);
    sum.print();
    assert_int_equal(sum.runs, 495 * 24 * 6); /* 12 over 4 sets, 4! orders, 6 gaps */
    assert_true(sum.held_up > 1000 && sum.shared > 1000);
}

/* Two worms that share a link by its two channels, in each row and in each column, and two random pairs of the 16
 * cells. */
TEST(every_order_of_four_on_the_torus)
{
    Sum sum;
    Random r{3};
    for (int i = 0; i < repeats(150); i++) {
        const int ring = i % 4, first = i % 8 < 4 ? 4 * ring : ring, step = i % 8 < 4 ? 1 : 4;
        std::vector<Message> worms{{first + 2 * step, first, 20, 0}, {first + step, first + 3 * step, 33, 0}};
        while (worms.size() < 4) {
            const int a = r.below(16), b = r.below(16);
            if (a != b)
                worms.push_back({a, b, bodies[static_cast<std::size_t>(r.below(6))], 0});
        }
        all_orders(worms, sum);
    }
    sum.print();
    assert_true(sum.held_up > 1000 && sum.shared > 1000);
}

TEST(random_crowds)
{
    Sum sum;
    Random r{1};
    const int shapes[][2] = {{1, 2}, {1, 3}, {1, 8}, {8, 1}, {2, 2}, {2, 4}, {3, 3}, {3, 5}, {4, 4}, {5, 4}, {8, 8}};
    for (int i = 0; i < repeats(6000); i++) {
        const auto &shape = shapes[r.below(11)];
        const Torus torus(shape[0], shape[1]);
        const Ns hop = r.below(6);
        const int longest = r.below(3) == 0 ? 4 : 60, apart = 1 + r.below(20), empty = 1 + r.below(6);
        std::vector<Message> messages;
        Ns t = 0;
        for (int n = 2 + r.below(40); n > 0; n--) {
            const int src = r.below(torus.ncells()), dst = r.below(torus.ncells());
            t += r.below(apart);
            if (src != dst)
                messages.push_back({src, dst, r.below(empty) == 0 ? 0 : r.below(longest), t});
        }
        same_as_naive(torus, hop, messages, sum);
    }
    sum.print();
    assert_true(sum.held_up > repeats(10000) && sum.shared > repeats(10000));
}

/* Every cell sends to every other one, in an order of its own, faster than the network can take it. It is too much for
 * the naive model. */
static void all_to_all(int nx, int ny)
{
    const Torus torus(nx, ny);
    const int n = torus.ncells();
    Random r{static_cast<std::uint32_t>(nx * 100 + ny)};
    std::vector<std::vector<int>> targets(static_cast<std::size_t>(n));
    for (auto &to : targets) {
        to.resize(static_cast<std::size_t>(n));
        std::iota(to.begin(), to.end(), 0);
        for (int i = n - 1; i > 0; i--)
            std::swap(to[static_cast<std::size_t>(i)], to[static_cast<std::size_t>(r.below(i + 1))]);
    }
    std::vector<Message> messages;
    for (int k = 0; k < n; k++)
        for (int c = 0; c < n; c++)
            if (const int to = targets[static_cast<std::size_t>(c)][static_cast<std::size_t>(k)]; to != c)
                for (int twice = 0; twice < 2; twice++)
                    messages.push_back(
                        {c, to, bodies[static_cast<std::size_t>(r.below(6))] * (1 + r.below(40)), 10 * k});
    const Outcome o = by_model(torus, 3, messages, false);
    std::printf("    %dx%d cells: %zu of %zu messages have arrived, %llu looks inside\n", nx, ny, o.order.size(),
                messages.size(), static_cast<unsigned long long>(o.looks));
    assert_int_equal(o.order.size(), messages.size());
    assert_true(in_order(messages, o.order));
    /* No port passes bytes faster than it can, and no byte is lost: the last arrival at each cell is no earlier than
     * that. */
    std::vector<Ns> into(static_cast<std::size_t>(n)), last(static_cast<std::size_t>(n));
    for (std::size_t m = 0; m < messages.size(); m++) {
        const auto dst = static_cast<std::size_t>(messages[m].dst);
        into[dst] += messages[m].body;
        last[dst] = std::max(last[dst], o.arrivals[m]);
        assert_true(o.arrivals[m] >=
                    messages[m].entry + torus.hops(messages[m].src, messages[m].dst) * 3 + messages[m].body);
    }
    for (std::size_t c = 0; c < into.size(); c++)
        assert_true(last[c] >= into[c]);
}

TEST(no_deadlock)
{
    const int shapes[][2] = {{1, 16}, {16, 1}, {2, 8}, {8, 2}, {2, 2}, {3, 5}, {5, 3}, {7, 7}, {16, 16}};
    for (const auto &s : shapes)
        all_to_all(s[0], s[1]);
}

TEST_MAIN
