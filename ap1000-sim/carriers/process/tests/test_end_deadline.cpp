/* test_end_deadline.cpp - how long the simulator may take to end, told in looks every 20 ms: what the system says of
 * its thread. Expectation, in its own time: 500 ms to begin after a signal, then 10 s as long as it is never still for
 * 300; after its master's death 10 s to begin, if it is never still for 800, and then as long as it likes. */
#include "carriers/process/simulator/end_deadline.hpp"

#include "testing.h"

using namespace ap1000;

namespace
{

constexpr std::int64_t ms = 1000000, look_ms = 20, never = -1;

/* A thread in one manner, from a time of its life on that is not 0. */
struct Thread {
    std::int64_t now = 5000 * ms, used = 700 * ms, delayed = 90 * ms, span = look_ms * ms;
    std::int64_t owed = 0; /* it waits for a processor so long already: told when it has one */
    int looks = 0;

    EndDeadline::Look asleep()
    {
        now += span;
        return {true, used, delayed, false};
    }

    EndDeadline::Look works()
    {
        now += span;
        used += span;
        return {true, used, delayed, true};
    }

    /* A thread that begins and sleeps at each look. */
    EndDeadline::Look works_a_little()
    {
        now += span;
        used += 1;
        return {true, used, delayed, false};
    }

    EndDeadline::Look waits_for_a_processor()
    {
        now += span;
        owed += span;
        return {true, used, delayed, true};
    }

    /* Others have nine of ten shares: it gets half of every fifth span. */
    EndDeadline::Look works_among_others()
    {
        if (++looks % 5 != 0)
            return waits_for_a_processor();
        now += span;
        used += span / 2;
        delayed += owed + span / 2;
        owed = 0;
        return {true, used, delayed, looks % 2 == 0};
    }

    EndDeadline::Look is_unknown()
    {
        now += span;
        return {false, 0, 0, false};
    }
};

using Manner = EndDeadline::Look (Thread::*)();

/* After how many ms as it sees them is it late? `begins_ms`: when it has begun to end all. `between_ms`: two looks. */
std::int64_t late_after_ms(bool by_order, Manner manner, std::int64_t begins_ms = INT64_MAX,
                           std::int64_t between_ms = look_ms)
{
    Thread t;
    t.span = between_ms * ms;
    EndDeadline d;
    assert_false(d.is_set());
    d.begin(by_order, t.now, {true, t.used, t.delayed, true});
    assert_true(d.is_set());
    assert_int_equal(d.by_order(), by_order);
    assert_int_equal(d.spent_ns(), 0);
    const std::int64_t began = t.now;
    for (int i = 0; i < 20000; i++) {
        const EndDeadline::Look look = (t.*manner)();
        if (d.is_late((t.now - began) / ms >= begins_ms, t.now, look))
            return (t.now - began) / ms;
    }
    return never;
}

TEST(after_a_signal)
{
    assert_int_equal(late_after_ms(true, &Thread::asleep), 500);
    assert_int_equal(late_after_ms(true, &Thread::works), 500);
    assert_int_equal(late_after_ms(true, &Thread::works_a_little), 500);
    assert_int_equal(late_after_ms(true, &Thread::is_unknown), 500);
}

TEST(when_it_has_begun)
{
    assert_int_equal(late_after_ms(true, &Thread::asleep, 0), 300);
    assert_int_equal(late_after_ms(true, &Thread::works, 0), 10000);
    assert_int_equal(late_after_ms(true, &Thread::works_a_little, 0), 10000);
    assert_int_equal(late_after_ms(true, &Thread::works, 400), 10000);
    assert_int_equal(late_after_ms(true, &Thread::asleep, 400), 400);
    assert_int_equal(late_after_ms(true, &Thread::is_unknown, 0), 300);
}

TEST(after_its_master)
{
    assert_int_equal(late_after_ms(false, &Thread::asleep), 800);
    assert_int_equal(late_after_ms(false, &Thread::works), 10000);
    assert_int_equal(late_after_ms(false, &Thread::works_a_little), 10000);
    assert_int_equal(late_after_ms(false, &Thread::asleep, 0), 800);
    assert_int_equal(late_after_ms(false, &Thread::works, 0), never);
    assert_int_equal(late_after_ms(false, &Thread::is_unknown), 800);
}

/* The thread has 50 ms of each 500 ms that pass, and as much time as else. */
TEST(a_computer_that_is_busy_with_others)
{
    const std::int64_t late_ms = late_after_ms(true, &Thread::works_among_others);
    assert_in_range(late_ms, 4000, 6000);
    assert_in_range(late_after_ms(true, &Thread::works_among_others, 0), 90000, 110000);
    assert_int_equal(late_after_ms(true, &Thread::waits_for_a_processor), never);
    assert_int_equal(late_after_ms(false, &Thread::waits_for_a_processor), never);
}

TEST(a_computer_that_stands_still)
{
    assert_int_equal(late_after_ms(true, &Thread::asleep, INT64_MAX, 1500), 5 * 1500);
    assert_int_equal(late_after_ms(false, &Thread::asleep, INT64_MAX, 1500), 8 * 1500);
}

TEST(what_it_has_had)
{
    Thread t;
    EndDeadline d;
    d.begin(false, t.now, {true, t.used, t.delayed, true});
    for (int i = 0; i < 10; i++) {
        const EndDeadline::Look look = t.works();
        assert_false(d.is_late(false, t.now, look));
    }
    assert_int_equal(d.spent_ns(), 200 * ms);
    d.begin(true, t.now, {true, t.used, t.delayed, true});
    assert_int_equal(d.spent_ns(), 0);
    assert_true(d.by_order());
}

/* Each thing that it does begins its time to be still anew. */
TEST(between_two_things)
{
    Thread t;
    EndDeadline d;
    d.begin(true, t.now, {true, t.used, t.delayed, true});
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 14; k++) {
            const EndDeadline::Look look = t.asleep();
            assert_false(d.is_late(true, t.now, look));
        }
        const EndDeadline::Look look = t.works();
        assert_false(d.is_late(true, t.now, look));
    }
}

} // namespace

TEST_MAIN
