/* test_worker.cpp - work that stops in the middle, on stacks of its own. */
#include <memory>
#include <stdexcept>
#include <vector>

#include "engine/worker.hpp"

#include "testing.h"

using ap1000::Worker;
using ap1000::Workers;

TEST(work_stops_and_goes_on)
{
    Worker w;
    std::vector<int> seen;
    assert_false(w.begin([&] {
        seen.push_back(1);
        w.stop();
        seen.push_back(3);
        w.stop();
        seen.push_back(5);
    }));
    seen.push_back(2);
    assert_false(w.go_on());
    seen.push_back(4);
    assert_true(w.go_on());
    assert_true((seen == std::vector<int>{1, 2, 3, 4, 5}));
    assert_true(w.begin([&] { seen.clear(); }));
    assert_true(seen.empty());
}

TEST(two_are_in_the_middle_at_one_time)
{
    Workers all;
    Worker &a = all.take(), &b = all.take();
    int sum = 0;
    auto counts_to_three = [&sum](Worker &w) {
        for (int i = 0; i < 3; i++) {
            sum += 1;
            w.stop();
        }
    };
    assert_false(a.begin([&] { counts_to_three(a); }));
    assert_false(b.begin([&] { counts_to_three(b); }));
    assert_ptr_not_equal(&a, &b);
    assert_false(a.go_on());
    assert_false(a.go_on());
    assert_true(a.go_on());
    assert_int_equal(sum, 4);
    all.give_back(a);
    assert_ptr_equal(&all.take(), &a); /* and b is still busy */
}

/* One piece of work uses another worker, and exceptions pass within each. */
TEST(work_within_work)
{
    Worker outer, inner;
    bool caught = false;
    outer.begin([&] {
        try {
            assert_false(inner.begin([&] {
                try {
                    throw std::runtime_error("inside");
                } catch (const std::runtime_error &) {
                    inner.stop();
                }
            }));
            outer.stop();
            throw std::runtime_error("outside");
        } catch (const std::runtime_error &) {
            caught = inner.go_on();
        }
    });
    assert_false(caught);
    assert_true(outer.go_on());
    assert_true(caught);
}

/* What the functions of work that never goes on hold is destroyed with its worker. */
TEST(work_is_left)
{
    auto held = std::make_shared<int>(1);
    {
        Workers all;
        Worker &w = all.take();
        w.begin([&w, held] {
            auto own = held;
            w.stop();
            fail_msg("it went on");
        });
        assert_int_equal(held.use_count(), 3);
        all.end();
        assert_int_equal(held.use_count(), 1);
    }
    assert_int_equal(held.use_count(), 1);
}

TEST_MAIN
