/* conformance_loop.c - runs the suite on the `loop` machine with several numbers of tasks, and checks what only a
 * machine that survives a deadlock can show. */

#include "conformance.h"
#include "loop.h"
#include "pvm3.h"

#include "testing.h"

struct result {
    int failures, ended, deadlock_code;
};

static void suite(int index, void *arg)
{
    struct result *all = arg;
    const struct mach_ops *ops;
    void *m;
    (void)index;
    if (mach_open(&ops, &m) < 0) {
        all->failures++;
        return;
    }
    all->failures += conformance_main(ops, m);
    all->ended++;
}

static void run_suite(int ntasks, mach_ns latency_ns, int hardware)
{
    struct loop_settings s = loop_defaults();
    struct result all = {0, 0, 0};
    s.nodes = 3;
    s.hardware = hardware;
    s.latency_ns = latency_ns;
    s.control_ns = latency_ns * 2;
    loop_configure(&s);
    assert_int_equal(loop_run(ntasks, suite, &all), 0);
    assert_int_equal(all.failures, 0);
    assert_int_equal(all.ended, ntasks);
}

TEST(test_two_tasks)
{
    run_suite(2, 0, 0);
    run_suite(2, 100, 1);
}

TEST(test_many_tasks)
{
    run_suite(3, 100, 0);
    run_suite(3, 100, 1);
    run_suite(16, 12345, 0);
}

static void wait_for_ever(int index, void *arg)
{
    struct result *all = arg;
    const struct mach_ops *ops;
    struct mach_identity who;
    struct mach_frame *f;
    void *m;
    (void)index;
    if (mach_open(&ops, &m) < 0 || ops->join(m, &who) < 0)
        return;
    all->deadlock_code += ops->wait(m, MACH_FOREVER, NULL, &f);
    ops->leave(m, NULL);
}

TEST(test_deadlock)
{
    struct result all = {0, 0, 0};
    loop_configure(NULL);
    assert_int_equal(loop_run(4, wait_for_ever, &all), 1);
    assert_int_equal(all.deadlock_code, 4 * PvmSysErr);
}

TEST_MAIN
