/* expect.h - checks for PVM programs that are tests: prints what differs, and counts it; main returns expect_failures
 * != 0. */
#pragma once

#include <stdio.h>

static int expect_failures;

#define EXPECT(GOT, WANTED) expect_eq((long)(GOT), (long)(WANTED), #GOT, __LINE__)

static inline void expect_eq(long got, long wanted, const char *what, int line)
{
    if (got == wanted)
        return;
    expect_failures++;
    printf("line %d: %s is %ld, not %ld\n", line, what, got, wanted);
}
