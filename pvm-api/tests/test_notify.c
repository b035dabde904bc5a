/* test_notify.c - pvm_notify: what is refused, who is notified, and what a cancelled request sends. */
#include "extra.h"
#include "tasks.h"

enum { ME = LOOP_FIRST_TID, NOBODY = 0x40999, HOST = (int)0x80040000 };

static const struct row {
    const char *name;
    int what, tag, n, tid, code; /* tid 0: no list */
} rows[] = {
    {"a task", PvmTaskExit, 5, 1, ME, 0},
    {"a task that is gone", PvmTaskExit, 5, 1, NOBODY, 0},
    {"a negative tag", PvmTaskExit, -5, 1, ME, PvmBadParam},
    {"no tids", PvmTaskExit, 5, 0, ME, PvmBadParam},
    {"less than no tids", PvmTaskExit, 5, -1, ME, PvmBadParam},
    {"no list", PvmTaskExit, 5, 1, 0, PvmBadParam},
    {"no task", PvmTaskExit, 5, 1, -1, PvmBadParam},
    {"a host as a task", PvmTaskExit, 5, 1, HOST, PvmBadParam},
    {"a host", PvmHostDelete, 5, 1, HOST, 0},
    {"a task as a host", PvmHostDelete, 5, 1, ME, 0},
    {"new hosts for ever", PvmHostAdd, 5, -1, 0, 0},
    {"no more new hosts", PvmHostAdd, 5, 0, 0, 0},
    {"a route", PvmRouteAdd, 5, 1, ME, 0},
    {"a route's end", PvmRouteDelete, 5, 1, ME, 0},
    {"no such event", 9, 5, 1, ME, PvmBadParam},
    {"event 0", 0, 5, 1, ME, PvmBadParam},
};
enum { NROWS = sizeof rows / sizeof *rows };

static void arguments(void **state)
{
    const struct row *row = *state;
    int tids[] = {row->tid};
    assert_int_equal(pvm_notify(row->what, row->tag, row->n, row->tid == 0 ? NULL : tids), row->code);
}

static void told_at_once_of_the_gone(void **state)
{
    int tids[] = {NOBODY, ME, NOBODY + 1};
    pvm_setcontext(3);
    assert_int_equal(pvm_notify(PvmTaskExit, 5, 3, tids), 0);
    pvm_setcontext(0);
    assert_int_equal(pvm_nrecv(-1, 5), 0); /* the notice has the context of the request */
    pvm_setcontext(3);
    for (int i = 0; i < 3; i += 2) {
        int mid = pvm_nrecv(-1, 5);
        assert_true(mid > 0);
        assert_true(source_of(mid) < 0); /* a tid of a host */
        assert_int_equal(received_int(), tids[i]);
    }
    assert_int_equal(pvm_nrecv(-1, 5), 0);
}

/* A cancelled request sends its message as if the event had happened. The second time there is nothing to cancel. */
static void cancelled_is_told(void **state)
{
    int me[] = {ME};
    pvm_notify(PvmTaskExit, 6, 1, me);
    assert_int_equal(pvm_notify(PvmTaskExit | PvmNotifyCancel, 6, 1, me), 0);
    assert_true(pvm_nrecv(-1, 6) > 0);
    assert_int_equal(received_int(), ME);
    assert_int_equal(pvm_notify(PvmTaskExit | PvmNotifyCancel, 6, 1, me), 0);
    assert_int_equal(pvm_nrecv(-1, 6), 0);
}

static void watch(int index, void *arg)
{
    int others[] = {ME + 1, ME + 2};
    (void)arg;
    pvm_mytid();
    if (index > 0) {
        pvmsleep(index);
        return; /* without pvm_exit */
    }
    pvm_notify(PvmTaskExit, 8, 2, others);
    for (int i = 0; i < 2; i++) {
        assert_true(pvm_recv(-1, 8) > 0);
        assert_int_equal(received_int(), others[i]);
    }
}

static void each_end_is_told(void **state)
{
    assert_int_equal(loop_run(3, watch, NULL), 0);
}

int main(void)
{
    struct CMUnitTest tests[NROWS + 3] = {
        [NROWS] = alone_test(told_at_once_of_the_gone),
        alone_test(cancelled_is_told),
        alone_test(each_end_is_told),
    };
    for (int i = 0; i < NROWS; i++)
        tests[i] = (struct CMUnitTest)alone_row(arguments, &rows[i], rows[i].name);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
