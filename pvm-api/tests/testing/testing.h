/* testing.h - CMocka with all that it wants before it, and tests that stand in no list: TEST(name) { ... } is one, in
 * the order of the file, and the last line is TEST_MAIN, or main returns run_all_tests(NULL, NULL). For C and C++; the
 * last to be included: CMocka's macros have common names. */
#ifndef TESTING_H
#define TESTING_H

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

static struct CMUnitTest testing_all[100];
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

#define TEST_MAIN                         \
    int main(void)                        \
    {                                     \
        return run_all_tests(NULL, NULL); \
    }

#endif
