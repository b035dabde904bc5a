/* test_work.c - counted computing is priced exactly, however often and by whichever thread it is looked at. */
#include <pthread.h>

#include "work.h"

#include "testing.h"

static int64_t one[PVMSIM_WORK_CLASSES], two[PVMSIM_WORK_CLASSES];
static _Thread_local int64_t of_thread[PVMSIM_WORK_CLASSES];

static int64_t *of_one(void)
{
    return one;
}
static int64_t *of_two(void)
{
    return two;
}
static int64_t *of_this_thread(void)
{
    return of_thread;
}

/* A cycle of 40 ns; an INT takes 1 cycle, a BRANCH 1.5, a DMUL 4.5, the others nothing. */
static struct mach_work_price cell(void)
{
    struct mach_work_price p = {.cycle_ps = 40000};
    p.weight[PVMSIM_WORK_INT] = MACH_WORK_UNITS;
    p.weight[PVMSIM_WORK_BRANCH] = MACH_WORK_UNITS * 3 / 2;
    p.weight[PVMSIM_WORK_DMUL] = MACH_WORK_UNITS * 9 / 2;
    return p;
}

static struct mach_work begin(mach_work_counters *first)
{
    struct mach_work w;
    memset(&w, 0, sizeof w);
    memset(one, 0, sizeof one);
    memset(two, 0, sizeof two);
    assert_false(mach_work_is_counted(&w));
    assert_true(mach_work_add(&w, first));
    assert_true(mach_work_is_counted(&w));
    return w;
}

static int64_t charge(struct mach_work *w, const struct mach_work_price *p)
{
    mach_work_look(w);
    return mach_work_take(w, p, INT64_MAX);
}

TEST(classes_have_weights)
{
    struct mach_work w = begin(of_one);
    const struct mach_work_price p = cell();
    assert_int_equal(charge(&w, &p), 0);
    one[PVMSIM_WORK_INT] = 10;
    assert_int_equal(charge(&w, &p), 400);
    one[PVMSIM_WORK_INT] = 11;
    one[PVMSIM_WORK_BRANCH] = 2;
    one[PVMSIM_WORK_DMUL] = 4;
    one[PVMSIM_WORK_LIBRARY] = 1000;
    assert_int_equal(charge(&w, &p), 40 + 120 + 720);
    assert_int_equal(charge(&w, &p), 0);
    assert_int_equal(w.total[PVMSIM_WORK_INT], 11);
    assert_int_equal(w.total[PVMSIM_WORK_LIBRARY], 1000);
    mach_work_end(&w);
    assert_false(mach_work_is_counted(&w));
}

/* A sixteenth of a cycle of 1.001 ns is 62.5625 ps: 16,000 of them are 1001 ns, in one piece or in 16,000. */
TEST(remainders_are_kept)
{
    struct mach_work w = begin(of_one);
    struct mach_work_price p = {.cycle_ps = 1001};
    int64_t sum = 0, most = 0;
    p.weight[PVMSIM_WORK_INT] = MACH_WORK_UNITS / 16;
    for (int i = 0; i < 16000; i++) {
        one[PVMSIM_WORK_INT]++;
        int64_t now = charge(&w, &p);
        most = now > most ? now : most;
        sum += now;
    }
    assert_int_equal(sum, 1001);
    assert_int_equal(most, 1);
    one[PVMSIM_WORK_INT] += 16000;
    assert_int_equal(charge(&w, &p), 1001);
    mach_work_end(&w);
}

TEST(what_the_alarm_cuts_off_stays_owed)
{
    struct mach_work w = begin(of_one);
    const struct mach_work_price p = cell();
    one[PVMSIM_WORK_INT] = 100;
    mach_work_look(&w);
    assert_int_equal(mach_work_take(&w, &p, 1500), 1500);
    assert_int_equal(mach_work_take(&w, &p, 0), 0);
    assert_int_equal(mach_work_take(&w, &p, -7), 0);
    one[PVMSIM_WORK_INT] = 101;
    assert_int_equal(charge(&w, &p), 2540);
    mach_work_end(&w);
}

/* Nothing wraps around: a century of the slowest operation, a counter at its end, one that goes back. */
TEST(nothing_overflows)
{
    struct mach_work w = begin(of_one);
    struct mach_work_price p = {.cycle_ps = INT64_C(1000000000)};
    p.weight[PVMSIM_WORK_INT] = p.weight[PVMSIM_WORK_MISS] = INT64_C(100000) * MACH_WORK_UNITS;
    one[PVMSIM_WORK_INT] = one[PVMSIM_WORK_MISS] = INT64_MAX;
    assert_true(charge(&w, &p) == INT64_MAX);
    assert_true(charge(&w, &p) == INT64_MAX);
    w.owed = 0;
    one[PVMSIM_WORK_INT] = 5;
    assert_int_equal(charge(&w, &p), 0);
    one[PVMSIM_WORK_INT] = 6;
    assert_int_equal(charge(&w, &p), INT64_C(100000000000));
    assert_true(mach_work_add(&w, of_two));
    two[PVMSIM_WORK_INT] = INT64_MAX;
    one[PVMSIM_WORK_INT] = INT64_MAX;
    mach_work_look(&w);
    assert_true(w.count[PVMSIM_WORK_INT] == INT64_MAX);
    assert_true(w.total[PVMSIM_WORK_MISS] == INT64_MAX);
    mach_work_end(&w);
}

TEST(objects_add_up)
{
    struct mach_work w = begin(of_one);
    const struct mach_work_price p = cell();
    two[PVMSIM_WORK_INT] = 3; /* before it is known: it counts */
    assert_true(mach_work_add(&w, of_two));
    assert_true(mach_work_add(&w, of_two)); /* one that tells of itself twice counts once */
    one[PVMSIM_WORK_INT] = 1;
    assert_int_equal(charge(&w, &p), 160);
    two[PVMSIM_WORK_INT] = 4;
    assert_int_equal(charge(&w, &p), 40);
    mach_work_end(&w);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

enum { THREADS = 16, ROUNDS = 100 };

static void *compute(void *work)
{
    mach_work_thread_begins(work);
    for (int i = 0; i < ROUNDS; i++) {
        of_thread[PVMSIM_WORK_INT] += 10;
        mach_work_look(work);
    }
    return NULL;
}

/* Some at the same time, and some whose counters lie where those of others did. */
TEST(threads_add_up)
{
    struct mach_work w = begin(of_this_thread);
    const struct mach_work_price p = cell();
    pthread_t threads[THREADS];
    memset(of_thread, 0, sizeof of_thread);
    w.threads = 1;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, compute, &w), 0);
        of_thread[PVMSIM_WORK_INT]++;
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(charge(&w, &p), 40 * (THREADS * ROUNDS * 10 + 1));
    }
    mach_work_end(&w);
}

/* Counters that all threads have in common are no new ones when a thread begins. */
TEST(common_counters_are_not_new)
{
    struct mach_work w = begin(of_one);
    const struct mach_work_price p = cell();
    one[PVMSIM_WORK_INT] = 7;
    assert_int_equal(charge(&w, &p), 280);
    mach_work_thread_begins(&w);
    assert_int_equal(charge(&w, &p), 0);
    mach_work_end(&w);
}

TEST(a_child_of_fork_begins_with_nothing)
{
    struct mach_work w = begin(of_one);
    const struct mach_work_price p = cell();
    one[PVMSIM_WORK_INT] = 7;
    mach_work_look(&w);
    one[PVMSIM_WORK_INT] = 70;
    w.until_ns = 5;
    w.owed = 12345678;
    mach_work_forked(&w);
    assert_int_equal(charge(&w, &p), 0);
    assert_int_equal(w.until_ns, 0);
    one[PVMSIM_WORK_INT] = 71;
    assert_int_equal(charge(&w, &p), 40);
    mach_work_end(&w);
}

/* A cache of 12 KB acts as one of 16 KB that throws out the oldest. A line of 32 bytes takes 15 cycles. */
TEST(data_beyond_the_cache_cost_misses)
{
    const int64_t line_ns = 15 * 40;
    struct mach_work w = begin(of_one);
    struct mach_work_price p = cell();
    p.weight[PVMSIM_WORK_MISS] = 15 * MACH_WORK_UNITS;
    p.cache_bytes = 12288;
    p.line_bytes = 32;
    assert_int_equal(charge(&w, &p), 0);
    for (int i = 0; i < 3; i++) { /* 16 KB forwards: they fit */
        mach_work_stream(&w, 0x100000 + 16384 - 8, 8, 2048);
        assert_int_equal(charge(&w, &p), 0);
    }
    for (int i = 0; i < 3; i++) { /* 32 KB backwards: nothing of them is still there when they come again */
        mach_work_stream(&w, 0x200000, -8, 4096);
        assert_int_equal(charge(&w, &p), 1024 * line_ns);
    }
    for (int i = 0; i < 8; i++) { /* columns of 300 rows: four numbers of each line come one after the other */
        mach_work_stream(&w, 0x300000 + 8 * (uint64_t)i + INT64_C(4096) * 299, 4096, 300);
        assert_int_equal(charge(&w, &p), i % 4 == 0 ? 300 * line_ns : 0);
    }
    w.in_cache = __builtin_frame_address(0); /* a handler's */
    mach_work_stream(&w, 0x500000, -8, 2048);
    assert_int_equal(charge(&w, &p), 0);
    w.in_cache -= 65536; /* after a longjmp: the cache is empty, and fills */
    mach_work_stream(&w, 0x500000, -8, 2048);
    mach_work_stream(&w, 0x500000, -8, 2048);
    mach_work_stream(&w, 0x600000, -8, 2048);
    assert_int_equal(charge(&w, &p), 512 * line_ns);
    assert_null(w.in_cache);
    mach_work_forked(&w); /* empty again */
    mach_work_stream(&w, 0x600000, -8, 2048);
    assert_int_equal(charge(&w, &p), 0);
    mach_work_stream(&w, 0x300000, INT64_MIN, 300); /* nothing that can be */
    mach_work_stream(&w, 0x300000, INT64_MAX, INT64_MAX);
    mach_work_stream(&w, 0x300000, 8, -1);
    assert_int_equal(charge(&w, &p), 0);
    w.threads = 1; /* whose turn it was nobody knows */
    mach_work_stream(&w, 0x200000, -8, 4096);
    assert_int_equal(charge(&w, &p), 0);
    mach_work_end(&w);
}

TEST_MAIN
