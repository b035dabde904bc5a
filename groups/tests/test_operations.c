/* test_operations.c - PvmMax, PvmMin, PvmSum, PvmProduct, item by item, against the rule written down once more. */
#include <limits.h>
#include <math.h>

#include "datatype.h"
#include "pvm3.h"

#include "testing.h"

enum { N = 3 }; /* in each: the second is larger, equal, smaller */

typedef void operation(int *, void *, void *, int *, int *);

/* Runs one operation with `count` items; returns what it says. */
static int run(operation *op, int type, void *x, const void *y, int count)
{
    int info = 77;
    op(&type, x, (void *)(uintptr_t)y, &count, &info);
    return info;
}

#define CHECK_REAL(TYPE, T)                                                      \
    do {                                                                         \
        const T x[N + 1] = {2, 5, 7, 1}, y[N + 1] = {3, 5, 4, 9};                \
        const T max[N + 1] = {3, 5, 7, 1}, min[N + 1] = {2, 5, 4, 1};            \
        T a[N + 1];                                                              \
        memcpy(a, x, sizeof a);                                                  \
        assert_int_equal(run(PvmMax, TYPE, a, y, N), PvmOk);                     \
        assert_memory_equal(a, max, sizeof a); /* the last one is not touched */ \
        memcpy(a, x, sizeof a);                                                  \
        assert_int_equal(run(PvmMin, TYPE, a, y, N), PvmOk);                     \
        assert_memory_equal(a, min, sizeof a);                                   \
    } while (0)

#define CHECK_NUMBER(TYPE, T)                                                 \
    CHECK_REAL(TYPE, T);                                                      \
    do {                                                                      \
        const T x[N + 1] = {2, 5, 7, 1}, y[N + 1] = {3, 5, 4, 9};             \
        const T sum[N + 1] = {5, 10, 11, 1}, product[N + 1] = {6, 25, 28, 1}; \
        T a[N + 1];                                                           \
        memcpy(a, x, sizeof a);                                               \
        assert_int_equal(run(PvmSum, TYPE, a, y, N), PvmOk);                  \
        assert_memory_equal(a, sum, sizeof a);                                \
        memcpy(a, x, sizeof a);                                               \
        assert_int_equal(run(PvmProduct, TYPE, a, y, N), PvmOk);              \
        assert_memory_equal(a, product, sizeof a);                            \
    } while (0)

TEST(real_numbers)
{
    CHECK_REAL(PVM_BYTE, signed char);
    CHECK_NUMBER(PVM_SHORT, short);
    CHECK_NUMBER(PVM_INT, int);
    CHECK_NUMBER(PVM_LONG, long);
    CHECK_NUMBER(PVM_FLOAT, float);
    CHECK_NUMBER(PVM_DOUBLE, double);
}

/* By the modulus: 1+1i is nearer than 0+2i; of equal ones the first stays. */
#define CHECK_COMPLEX(TYPE, T)                                                                     \
    do {                                                                                           \
        const T x[8] = {1, 1, 3, 4, 0, -9, 1, 2}, y[8] = {0, 2, -4, 3, 5, 5, 8, 8};                \
        const T max[8] = {0, 2, 3, 4, 0, -9, 1, 2}, min[8] = {1, 1, 3, 4, 5, 5, 1, 2};             \
        const T sum[8] = {1, 3, -1, 7, 5, -4, 1, 2}, product[8] = {-2, 2, -24, -7, 45, -45, 1, 2}; \
        const T *const expected[] = {max, min, sum, product};                                      \
        operation *const ops[] = {PvmMax, PvmMin, PvmSum, PvmProduct};                             \
        for (int i = 0; i < 4; i++) {                                                              \
            T a[8];                                                                                \
            memcpy(a, x, sizeof a);                                                                \
            assert_int_equal(run(ops[i], TYPE, a, y, 3), PvmOk);                                   \
            assert_memory_equal(a, expected[i], sizeof a);                                         \
        }                                                                                          \
    } while (0)

TEST(complex_numbers)
{
    CHECK_COMPLEX(PVM_CPLX, float);
    CHECK_COMPLEX(PVM_DCPLX, double);
}

TEST(what_has_no_meaning_is_refused)
{
    static const int strange[] = {PVM_STR, PVM_USHORT, PVM_UINT, PVM_ULONG, -1, 99};
    operation *const ops[] = {PvmMax, PvmMin, PvmSum, PvmProduct};
    long x = 5, y = 6;
    for (int op = 0; op < 4; op++)
        for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
            assert_int_equal(run(ops[op], strange[i], &x, &y, 1), PvmBadParam);
            assert_int_equal(x, 5);
        }
    assert_int_equal(run(PvmSum, PVM_BYTE, &x, &y, 1), PvmBadParam);
    assert_int_equal(run(PvmProduct, PVM_BYTE, &x, &y, 1), PvmBadParam);
    assert_int_equal(run(PvmMax, PVM_INT, &x, &y, 0), PvmOk);
    assert_int_equal(x, 5);
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

TEST(types_have_sizes)
{
    static const struct {
        int type;
        size_t bytes;
    } rows[] = {{PVM_BYTE, 1},  {PVM_SHORT, 2}, {PVM_INT, 4},    {PVM_LONG, 8},
                {PVM_FLOAT, 4}, {PVM_CPLX, 8},  {PVM_DOUBLE, 8}, {PVM_DCPLX, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_non_null(grp_datatype(rows[i].type));
        assert_int_equal(grp_datatype(rows[i].type)->size_bytes, rows[i].bytes);
    }
    for (int type = -1; type < 100; type++) {
        size_t i = 0;
        while (i < sizeof rows / sizeof *rows && rows[i].type != type)
            i++;
        assert_int_equal(grp_datatype(type) != NULL, i < sizeof rows / sizeof *rows);
    }
}

TEST_MAIN
