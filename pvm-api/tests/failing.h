/* failing.h - for tests of what happens when memory runs out: the n-th allocation of a test's task fails.
 *
 * A test that is linked with failing.c and the arguments in meson.build (failing_args) has malloc, calloc, realloc,
 * strdup, strndup and free counted in all objects that are linked into it, for the calling thread alone; what is inside
 * shared libraries goes on as ever. */
#pragma once

/* The allocations number first, first + 1, ... (`count` of them; the first from now is 1) fail. */
void failing_begin(int first, int count);
/* Nothing fails any more. Returns how many have failed. */
int failing_end(void);

/* How many blocks the calling thread has more than at its start: what is the same before and after has lost nothing. */
int failing_blocks(void);

/* In a function that makes calls until one fails: returns what this one gives, if that is below 0. */
#define TRY(CALL)           \
    do {                    \
        int code_ = (CALL); \
        if (code_ < 0)      \
            return code_;   \
    } while (0)
