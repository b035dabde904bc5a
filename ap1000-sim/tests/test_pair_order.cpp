/* test_pair_order.cpp - messages of a pair of tasks are delivered in the order of sending, in whatever order they come;
 * those of other pairs do not wait. Tids are drawn from few and from many, so that the table grows and shrinks. */
#include "kernel/pair_order.hpp"
#include "expectation.hpp"
#include "repeats.h"

#include <map>
#include <random>
#include <utility>
#include <vector>

using ap1000::PairOrder;

namespace
{

struct Sent {
    int from, to;
    std::uint64_t place;
    int number; /* in the line of its pair, counted here */
};

/* Sends and arrivals in turns, as the dice fall; at most `most` are under way. */
void play(unsigned seed, int tids, std::size_t most)
{
    PairOrder order;
    std::mt19937 dice(seed);
    auto one_of = [&dice](std::size_t n) { return static_cast<std::size_t>(dice() % n); };
    std::vector<Sent> under_way;
    std::map<std::pair<int, int>, int> sent, delivered;
    int arrived = 0, done = 0;
    for (int i = 0; i < 4000 || !under_way.empty(); i++) {
        if (i < 4000 && under_way.size() < most && dice() % 2 == 0) {
            int from = static_cast<int>(one_of(static_cast<std::size_t>(tids))) - 1;
            int to = static_cast<int>(one_of(static_cast<std::size_t>(tids))) << 10;
            under_way.push_back({from, to, order.sent(from, to), sent[{from, to}]++});
        } else if (!under_way.empty()) {
            std::size_t at = one_of(under_way.size());
            const Sent m = under_way[at];
            under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(at));
            arrived++;
            order.arrived(m.from, m.to, m.place, [&delivered, &done, &order, m] {
                assert_int_equal(m.number, (delivered[{m.from, m.to}]++));
                done++;
                std::uint64_t other = order.sent(m.to, m.from); /* the receiver sends at once */
                order.arrived(m.to, m.from, other, [] {});
            });
        }
    }
    assert_int_equal(done, arrived);
    assert_true(sent == delivered);
}

TEST(in_the_order_of_sending)
{
    const auto seeds = static_cast<unsigned>(repeats(20));
    for (unsigned seed = 1; seed <= seeds; seed++) {
        play(seed, 2, 50);
        play(seed, 10, 300);
        play(seed, 1000, 2000);
    }
}

} // namespace

TEST_MAIN
