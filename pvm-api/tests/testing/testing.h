/* testing.h - CMocka with all that it wants before it, and tests that stand in no list: TEST(name) { ... } is one, in
 * the order of the file, and the last line is TEST_MAIN, or main returns run_all_tests(NULL, NULL). For C and C++; the
 * last to be included: CMocka's macros have common names. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
extern "C" {
#endif
#include <cmocka.h>
#ifdef __cplusplus
}
#endif

static struct CMUnitTest testing_all[300];
static size_t testing_count;

static inline void testing_add(const char *name, CMUnitTestFunction test, CMFixtureFunction before,
                               CMFixtureFunction after)
{
    if (testing_count == sizeof testing_all / sizeof *testing_all)
        abort();
    testing_all[testing_count].name = name;
    testing_all[testing_count].test_func = test;
    testing_all[testing_count].setup_func = before;
    testing_all[testing_count++].teardown_func = after;
}

/* before and after: what is called once for all of them, or NULL. */
static inline int run_all_tests(CMFixtureFunction before, CMFixtureFunction after)
{
    return _cmocka_run_group_tests("tests", testing_all, testing_count, before, after);
}

/* before and after: what is called for this one. */
#define TEST_WITH(name, before, after)                              \
    static void name(void **state);                                 \
    __attribute__((constructor)) static void name##_is_a_test(void) \
    {                                                               \
        testing_add(#name, name, before, after);                    \
    }                                                               \
    static void name(__attribute__((unused)) void **state)
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* A test of each row of an array, whose member `name` is the test's; *state is the row. */
#define TEST_OF_ROWS(test, rows, before, after)                                  \
    static void test(void **state);                                              \
    __attribute__((constructor)) static void test##_is_of_rows(void)             \
    {                                                                            \
        for (size_t row = 0; row < sizeof(rows) / sizeof *(rows); row++) {       \
            testing_add((rows)[row].name, test, before, after);                  \
            testing_all[testing_count - 1].initial_state = (void *)&(rows)[row]; \
        }                                                                        \
    }                                                                            \
    static void test(void **state)

#define TEST_MAIN                         \
    int main(void)                        \
    {                                     \
        return run_all_tests(NULL, NULL); \
    }
