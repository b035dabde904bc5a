/* test_options.c - pvm_setopt and pvm_getopt. All defaults and limits were measured on PVM 3.4.6. */
#define PVMSIM_STRONG
#include "pvmsim.h"

#include <stdbool.h>

#include "control.h"
#include "task.h"
#include "tasks.h"

static const struct row {
    const char *name;
    int what, initial;
    int good, bad; /* bad 0: every value is accepted */
} rows[] = {
    {"PvmRoute", PvmRoute, PvmAllowDirect, PvmRouteDirect, 4},
    {"PvmRoute of pvmsim.h", PvmRoute, PvmAllowDirect, PvmRouteDatagram, PvmRouteDatagram + 1},
    {"PvmRoute below", PvmRoute, PvmAllowDirect, PvmDontRoute, -1},
    {"PvmDebugMask", PvmDebugMask, 0, -1, 0},
    {"PvmOutputTid", PvmOutputTid, 0, LOOP_FIRST_TID, 5},
    {"PvmOutputTid of a daemon", PvmOutputTid, 0, LOOP_FIRST_TID, (int)0x80040000},
    {"PvmOutputCode", PvmOutputCode, 0, -1, 0},
    {"PvmTraceTid", PvmTraceTid, 0, LOOP_FIRST_TID, -1},
    {"PvmTraceCode", PvmTraceCode, 0, 17, 0},
    {"PvmTraceBuffer", PvmTraceBuffer, 0, 4096, 0},
    {"PvmTraceOptions", PvmTraceOptions, 0, PvmTraceCount, 4},
    {"PvmFragSize least", PvmFragSize, 4080, 52, 51},
    {"PvmFragSize most", PvmFragSize, 4080, 1048576, 1048577},
    {"PvmResvTids", PvmResvTids, 0, 1, 0},
    {"PvmSelfOutputTid", PvmSelfOutputTid, 0, LOOP_FIRST_TID, 0},
    {"PvmSelfOutputCode", PvmSelfOutputCode, 0, 99, 0},
    {"PvmSelfTraceTid", PvmSelfTraceTid, 0, LOOP_FIRST_TID, 0},
    {"PvmSelfTraceCode", PvmSelfTraceCode, 0, 99, 0},
    {"PvmSelfTraceBuffer", PvmSelfTraceBuffer, 0, 99, 0},
    {"PvmSelfTraceOptions", PvmSelfTraceOptions, 0, PvmTraceFull, 4},
    {"PvmShowTids", PvmShowTids, 1, 0, 0},
    {"PvmOutputContext", PvmOutputContext, 0, 5, 0},
    {"PvmTraceContext", PvmTraceContext, 0, 5, 0},
    {"PvmNoReset", PvmNoReset, 0, 1, 0},
};
enum { NROWS = sizeof rows / sizeof *rows };

TEST_OF_ROWS(default_limits_and_old_value, rows, alone_setup, alone_teardown)
{
    const struct row *row = *state;
    assert_int_equal(pvm_getopt(row->what), row->initial);
    assert_int_equal(pvm_setopt(row->what, row->good), row->initial);
    assert_int_equal(pvm_getopt(row->what), row->good);
    if (row->bad != 0) {
        pvm_errno = 0;
        assert_int_equal(pvm_setopt(row->what, row->bad), PvmBadParam);
        assert_int_equal(pvm_errno, PvmBadParam);
        assert_int_equal(pvm_getopt(row->what), row->good);
    }
    assert_int_equal(pvm_setopt(row->what, row->good), row->good);
}

ALONE_TEST(auto_err_is_on_at_first)
{
    assert_int_equal(pvm_setopt(PvmAutoErr, 1), 0); /* 0 was set by the fixture */
    loop_reset();
    assert_int_equal(pvm_getopt(PvmAutoErr), 1);
}

/* There is no queue in shared memory that could be polled. */
ALONE_TEST(poll_options)
{
    for (int what = PvmPollType; what <= PvmPollTime; what++) {
        assert_int_equal(pvm_getopt(what), PvmBadParam);
        assert_int_equal(pvm_setopt(what, 1), PvmNotImpl);
    }
}

ALONE_TEST(negative_old_value_is_no_error)
{
    pvm_errno = 0;
    pvm_setopt(PvmDebugMask, PvmBadParam);
    assert_int_equal(pvm_getopt(PvmDebugMask), PvmBadParam);
    assert_int_equal(pvm_setopt(PvmDebugMask, 3), PvmBadParam);
    assert_int_equal(pvm_errno, 0);
}

ALONE_TEST(own_output_takes_the_childrens_along)
{
    pvm_setopt(PvmSelfOutputTid, pvm_mytid());
    pvm_setopt(PvmSelfOutputCode, 99);
    assert_int_equal(pvm_getopt(PvmOutputTid), pvm_mytid());
    assert_int_equal(pvm_getopt(PvmOutputContext), 0);
    assert_int_equal(pvm_getopt(PvmOutputCode), 99);
    struct wire_in told = loop_last_request(CONTROL_OUTPUT);
    struct mach_sink to = control_sink_get(&told).to;
    assert_int_equal(to.tid, pvm_mytid());
    assert_int_equal(to.context, 0);
    assert_int_equal(to.tag, 99);
    loop_print("to myself\n");
    assert_true(pvm_nrecv(-1, 99) > 0);
}

ALONE_TEST(library_options_need_no_machine)
{
    loop_reset();
    assert_int_equal(pvm_setopt(PvmRoute, PvmRouteDirect), PvmAllowDirect);
    assert_int_equal(pvm_setopt(PvmAutoErr, 0), 1);
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID); /* it enrolls only now */
    assert_int_equal(pvm_getopt(PvmRoute), PvmRouteDirect);
}

/* What depends on who the task is makes the caller one; the rest does not. */
ALONE_TEST(options_that_enroll)
{
    static const int others[] = {PvmRoute,        PvmDebugMask, PvmAutoErr,  PvmTraceBuffer,
                                 PvmTraceOptions, PvmFragSize,  PvmResvTids, PvmShowTids};
    for (int i = 0; i < NROWS; i++) {
        bool enrolls = true;
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            enrolls &= rows[i].what != others[k];
        loop_reset();
        assert_int_equal(pvm_getopt(rows[i].what), rows[i].initial);
        assert_int_equal(pvmi_self() != NULL, enrolls);
    }
}

ALONE_TEST(no_reset_is_known_to_all)
{
    int *tids, n;
    assert_int_equal(pvm_getnoresets(&tids, &n), 0);
    assert_int_equal(n, 0);
    pvm_setopt(PvmNoReset, 1);
    assert_int_equal(pvm_setopt(PvmNoReset, 1), 1);
    assert_int_equal(pvm_getnoresets(&tids, &n), 0);
    assert_int_equal(n, 1);
    assert_int_equal(tids[0], pvm_mytid());
    assert_int_equal(pvm_setopt(PvmNoReset, 2), 1); /* it is on already: there is one entry still */
    assert_int_equal(pvm_getnoresets(&tids, &n), 0);
    assert_int_equal(n, 1);
    assert_int_equal(pvm_setopt(PvmNoReset, 0), 2);
    pvm_getnoresets(&tids, &n);
    assert_int_equal(n, 0);
}

TEST_MAIN
