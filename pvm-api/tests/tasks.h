/* tasks.h - for tests of calls between tasks: fixtures on the loop machine. */
#ifndef TASKS_H
#define TASKS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include <cmocka.h>

#include "loop.h"
#include "pvm3.h"

/* The calling test is the only task of a fresh machine of the default settings, and errors are silent. */
static inline int alone_setup(void **state)
{
    (void)state;
    loop_configure(NULL);
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
    pvm_setopt(PvmAutoErr, 0);
    return 0;
}

static inline int alone_teardown(void **state)
{
    (void)state;
    loop_reset();
    loop_configure(NULL);
    return 0;
}

#define alone_test(F) cmocka_unit_test_setup_teardown(F, alone_setup, alone_teardown)
/* A row of a table is the test's state; its name is the test's name. */
#define alone_row(F, ROW, NAME)                             \
    {                                                       \
        NAME, F, alone_setup, alone_teardown, (void *)(ROW) \
    }

/* A message of one int. */
static inline int send_int(int tid, int tag, int value)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    return pvm_send(tid, tag);
}

/* The int of the message just received. */
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

static inline int source_of(int mid)
{
    int tid = -12345;
    assert_int_equal(pvm_bufinfo(mid, NULL, NULL, &tid), 0);
    return tid;
}

/* What goes to stderr between the two, as a string to free. */
struct captured {
    FILE *file;
    int saved;
};
struct captured capture_begin(void);
char *capture_end(struct captured *c);

#endif
