/* tasks.h - for tests of calls between tasks: fixtures on the loop machine. */
#pragma once

#include "testing.h"

#include "loop.h"
#include "pvm3.h"

/* The calling test is the only task of a fresh machine with default settings, and errors are not printed. */
static inline int alone_setup(void **state)
{
    loop_configure(NULL);
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
    pvm_setopt(PvmAutoErr, 0);
    return 0;
}

static inline int alone_teardown(void **state)
{
    loop_reset();
    loop_configure(NULL);
    return 0;
}

#define ALONE_TEST(name) TEST_WITH(name, alone_setup, alone_teardown)

/* Sends a message of one int. */
static inline int send_int(int tid, int tag, int value)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    return pvm_send(tid, tag);
}

/* Returns the int of the message received last. */
static inline int received_int(void)
{
    int value = -12345;
    assert_int_equal(pvm_upkint(&value, 1, 1), 0);
    return value;
}

static inline int tag_of(int mid)
{
    int tag = -12345;
    assert_int_equal(pvm_bufinfo(mid, NULL, &tag, NULL), 0);
    return tag;
}

/* Collects what goes to stderr between the two calls, as a string that the caller frees. */
struct captured {
    FILE *file;
    int saved;
};
struct captured capture_begin(void);
char *capture_end(struct captured *c);
