/* test_timeline.cpp - events in integer nanoseconds: their order, even where a clock in floating-point seconds cannot
 * distinguish them. */
#include <stdexcept>
#include <vector>

#include "engine/events.hpp"

#include "testing.h"

using ap1000::Events;
using ap1000::Ns;

TEST(events_come_in_order_of_time_then_of_call)
{
    Events t;
    std::vector<int> seen;
    const Ns far = Ns{1} << 52; /* 52 days: there, a double in seconds has a resolution of about 1 ns */
    for (Ns base : {Ns{0}, Ns{1000000000}, far}) {
        seen.clear();
        t.at(base + 2, [&] { seen.push_back(3); });
        t.at(base + 1, [&] { seen.push_back(1); });
        t.at(base + 1, [&] { seen.push_back(2); });
        t.at(base + 3, [&] { seen.push_back(4); });
        for (int i = 1; i <= 4; i++)
            t.step();
        assert_true((seen == std::vector<int>{1, 2, 3, 4}));
        assert_int_equal(t.now(), base + 3);
    }
    assert_true(t.empty());
}

TEST(an_event_instead_of_another_has_its_place)
{
    Events t;
    std::vector<int> seen;
    auto first = t.at(5, [&] { seen.push_back(0); });
    t.at(20, [&] { seen.push_back(2); });
    t.step();
    t.instead_of(first, 20, [&] { seen.push_back(1); });
    auto last = t.at(10, [&] { seen.push_back(100); });
    t.at(20, [&] { seen.push_back(3); });
    t.cancel(last);
    auto again = t.instead_of(last, 20, [&] { seen.push_back(100); });
    t.cancel(again);
    while (!t.empty())
        t.step();
    assert_true((seen == std::vector<int>{0, 1, 2, 3}));
}

TEST(an_event_may_add_and_cancel_others)
{
    Events t;
    int seen = 0;
    auto cancelled = t.at(20, [&] { seen += 100; });
    t.at(10, [&] {
        t.cancel(cancelled);
        t.at(10, [&] { seen += 1; });
    });
    while (!t.empty())
        t.step();
    assert_int_equal(seen, 1);
    assert_int_equal(t.now(), 10);
}

TEST(an_alarm_has_the_place_of_its_last_setting)
{
    Events t;
    std::vector<int> seen;
    Events::Alarm a = 0;
    a = t.new_alarm([&] {
        seen.push_back(0);
        if (t.now() < 30)
            t.set_alarm(a, t.now() + 1); /* before the event of 25 again and again, at 25 behind it */
    });
    t.set_alarm(a, 5);
    t.at(10, [&] { seen.push_back(1); });
    t.set_alarm(a, 10); /* behind it */
    t.at(10, [&] { seen.push_back(2); });
    assert_int_equal(t.size(), 3);
    for (int i = 1; i <= 3; i++)
        t.step();
    assert_true((seen == std::vector<int>{1, 0, 2}));
    assert_int_equal(t.next(), 11);
    assert_false(t.pass_to(11));
    t.clear_alarm(a);
    assert_true(t.empty());
    assert_true(t.pass_to(22));
    seen.clear();
    t.at(25, [&] { seen.push_back(1); });
    t.set_alarm(a, 23);
    t.step(); /* 23 and 24 */
    assert_true((seen == std::vector<int>{0, 0}));
    assert_int_equal(t.now(), 24);
    t.step();
    assert_true((seen == std::vector<int>{0, 0, 1}));
    while (!t.empty())
        t.step();
    assert_int_equal(t.now(), 30);
    assert_int_equal(seen.size(), 3 + 6);
}

TEST(the_past_is_refused)
{
    ap1000::Events t;
    t.at(10, [] {});
    t.step();
    bool refused = false;
    try {
        t.at(9, [] {});
    } catch (const std::logic_error &) {
        refused = true;
    }
    assert_true(refused);
}

TEST_MAIN
