/* test_pvmsim.c - pvmsim.h on the loop machine: time is spent to the nanosecond, numbers are found, calls nest. That
 * they are shown as they should be is tested on the simulated machine (../../ap1000-sim/tests/programs/layer.sh). */
#define PVMSIM_STRONG /* the core is linked in as an archive */
#include "pvmsim.h"

#include "call.h"
#include "tasks.h"

ALONE_TEST(charge_is_exact)
{
    static const int64_t spans[] = {0, 1, 999, 1234567, INT64_C(1000000000000000000)};
    struct pvm_task *t = pvmi_self();
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        mach_ns before = t->ops->now(t->m);
        pvmsim_charge(spans[i]);
        assert_int_equal(t->ops->now(t->m) - before, spans[i]);
    }
}

ALONE_TEST(a_wrong_charge_is_refused)
{
    static const int64_t spans[] = {-1, INT64_MIN, INT64_C(1000000000000000001), INT64_MAX};
    struct pvm_task *t = pvmi_self();
    pvm_setopt(PvmAutoErr, 1);
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        mach_ns before = t->ops->now(t->m);
        struct captured c = capture_begin();
        pvmsim_charge(spans[i]);
        char *said = capture_end(&c);
        assert_string_equal(said, "libpvm [t40002]: pvmsim_charge(): Bad parameter\n");
        free(said);
        assert_int_equal(t->ops->now(t->m), before);
        assert_int_equal(pvm_errno, PvmBadParam);
    }
}

/* Before it is a task, a process has a clock too, and brings it along. */
ALONE_TEST(charge_before_enrolling)
{
    struct timeval begin, end;
    pvm_exit();
    gettimeofday(&begin, NULL);
    pvmsim_charge(7000000);
    gettimeofday(&end, NULL);
    assert_int_equal((end.tv_sec - begin.tv_sec) * 1000000 + end.tv_usec - begin.tv_usec, 7000);
    assert_null(pvmi_self());
    assert_true(pvm_mytid() > 0);
    struct pvm_task *t = pvmi_self();
    assert_int_equal(t->ops->now(t->m) / 1000000, 7);
}

ALONE_TEST(numbers_of_layers)
{
    static const struct loop_parameter numbers[] = {{"jpi.send_us", 12.25}, {"jpi.zero_us", 0}, {NULL, 0}};
    struct loop_settings set = loop_defaults();
    double value = -1;
    set.parameters = numbers;
    set.control_ns = 1000000;
    loop_reset();
    loop_configure(&set);
    assert_true(pvm_mytid() > 0);
    pvm_setopt(PvmAutoErr, 0);
    struct pvm_task *t = pvmi_self();
    mach_ns before = t->ops->now(t->m);
    assert_int_equal(pvmsim_parameter("jpi.send_us", &value), 1);
    assert_true(value == 12.25);
    assert_int_equal(pvmsim_parameter("jpi.zero_us", &value), 1);
    assert_true(value == 0);
    value = -1;
    assert_int_equal(pvmsim_parameter("jpi.recv_us", &value), 0);
    assert_int_equal(pvmsim_parameter("", &value), 0);
    assert_true(value == -1);
    assert_true(pvmsim_number("jpi.send_us") == 12.25);
    assert_true(pvmsim_number("jpi.recv_us") == 0);
    assert_int_equal(t->ops->now(t->m), before); /* it is no part of the machine */
    assert_int_equal(pvmsim_parameter(NULL, &value), PvmBadParam);
    assert_int_equal(pvmsim_parameter("jpi.send_us", NULL), PvmBadParam);
}

/* A named call is counted, so that calls inside are known to be inside; and never below 0. */
ALONE_TEST(named_calls_nest)
{
    struct pvm_task *t = pvmi_self();
    pvmsim_leave();
    assert_int_equal(t->layers.named, 0);
    pvmsim_enter("outer");
    pvmsim_enter("inner");
    pvmsim_enter(NULL);
    assert_int_equal(t->layers.named, 3);
    assert_string_equal(t->layers.name, "outer");
    assert_int_equal(send_int(pvm_mytid(), 5, 42), 0);
    assert_int_equal(tag_of(pvm_recv(-1, 5)), 5);
    pvmsim_leave();
    pvmsim_leave();
    assert_int_equal(t->layers.named, 1);
    pvmsim_leave();
    pvmsim_leave();
    assert_int_equal(t->layers.named, 0);
    assert_null(t->layers.name);
    pvmsim_enter(NULL); /* no name, but it counts */
    assert_int_equal(t->layers.named, 1);
    assert_null(t->layers.name);
    pvmsim_leave();
    assert_int_equal(t->layers.named, 0);
    assert_false(t->layers.shown); /* the loop machine wants no marks */
}

/* A call inside a named one reports its error as ever. */
ALONE_TEST(errors_inside_are_reported)
{
    pvm_setopt(PvmAutoErr, 1);
    pvmsim_enter("layer");
    struct captured c = capture_begin();
    assert_int_equal(pvm_send(-5, 1), PvmBadParam);
    char *said = capture_end(&c);
    pvmsim_leave();
    assert_string_equal(said, "libpvm [t40002]: pvm_send(): Bad parameter\n");
    free(said);
}

TEST_MAIN
