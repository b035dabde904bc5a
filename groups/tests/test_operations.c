/* test_operations.c - what PvmSum and PvmProduct do where a sum does not fit, and PvmMax with what is no number. What
 * they do with each type collectives.c shows, as PVM 3.4.6 does. */
#include <limits.h>
#include <math.h>

#include "pvm3.h"

#include "testing.h"

typedef void operation(int *, void *, void *, int *, int *);

/* Runs one operation with `count` items; returns what it says. */
static int run(operation *op, int type, void *x, const void *y, int count)
{
    int info = 77;
    op(&type, x, (void *)(uintptr_t)y, &count, &info);
    return info;
}

TEST(integers_wrap_around)
{
    int i = INT_MAX, one = 1, two = 2;
    short s = SHRT_MAX, s_one = 1;
    long l = LONG_MAX, l_one = 1, l_two = 2;
    float f = NAN, f_one = 1;
    assert_int_equal(run(PvmSum, PVM_INT, &i, &one, 1), PvmOk);
    assert_int_equal(i, INT_MIN);
    assert_int_equal(run(PvmProduct, PVM_INT, &i, &two, 1), PvmOk);
    assert_int_equal(i, 0);
    assert_int_equal(run(PvmSum, PVM_SHORT, &s, &s_one, 1), PvmOk);
    assert_int_equal(s, SHRT_MIN);
    assert_int_equal(run(PvmSum, PVM_LONG, &l, &l_one, 1), PvmOk);
    assert_int_equal(l, LONG_MIN);
    assert_int_equal(run(PvmProduct, PVM_LONG, &l, &l_two, 1), PvmOk);
    assert_int_equal(l, 0);
    l = LONG_MAX;
    assert_int_equal(run(PvmProduct, PVM_LONG, &l, &l_two, 1), PvmOk);
    assert_int_equal(l, -2);
    assert_int_equal(run(PvmMax, PVM_FLOAT, &f, &f_one, 1), PvmOk); /* it compares with nothing, and stays */
    assert_true(isnan(f));
}

TEST_MAIN
