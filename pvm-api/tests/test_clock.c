/* test_clock.c - the time that a program sees, the calls by which it sleeps, and the name of its host. */
#include <errno.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "call.h"
#include "extra.h"
#include "tasks.h"

#define EPOCH_S 757382400 /* 1994-01-01 00:00:00 UTC */
#define MS 1000000

/* Reading clocks costs nothing here, so that spans are exact. */
static int free_setup(void **state)
{
    struct loop_settings s = loop_defaults();
    s.cost_ns[MACH_COST_CLOCK] = 0;
    s.cost_ns[MACH_COST_PACK] = 3 * MS;
    loop_configure(&s);
    unsetenv("AP1000_TIME");
    return 0;
}

static int free_task_setup(void **state)
{
    free_setup(state);
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
    pvm_setopt(PvmAutoErr, 0);
    return 0;
}

/* ---- ways to let time pass; test_libc.c has the others of libc --------------------------------------------------- */

static int by_sleep(void)
{
    return (int)sleep(2);
}

static int by_nanosleep(void)
{
    return nanosleep(&(struct timespec){1, 5}, NULL);
}

static int by_pvmsleep(void)
{
    return pvmsleep(1);
}

static int by_trecv(void)
{
    return pvm_trecv(-1, -1, &(struct timeval){0, 10});
}

static int by_packing(void)
{
    int x = 1;
    pvm_initsend(PvmDataDefault);
    return pvm_pkint(&x, 1, 1);
}

static const struct row {
    const char *name;
    int (*wait)(void);
    int64_t span_ns, cpu_ns;
} rows[] = {
    {"sleep", by_sleep, 2000 * (int64_t)MS, 0},       {"nanosleep", by_nanosleep, 1000000005, 0},
    {"pvmsleep", by_pvmsleep, 1000 * (int64_t)MS, 0}, {"pvm_trecv", by_trecv, 10000, 0},
    {"packing", by_packing, 3 * MS, 3 * MS},
};

static int64_t cpu_ns(void)
{
    struct timespec ts;
    assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts), 0);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

TEST_OF_ROWS(time_passes, rows, free_task_setup, alone_teardown)
{
    const struct row *row = *state;
    int64_t before = now_ns(), cpu = cpu_ns();
    assert_int_equal(row->wait(), 0);
    assert_int_equal(now_ns() - before, row->span_ns);
    assert_int_equal(cpu_ns() - cpu, row->cpu_ns);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

/* 1.25 s after the start, all clocks agree. */
TEST_WITH(clocks_agree, free_task_setup, alone_teardown)
{
    struct timeval tv;
    struct timespec ts;
    struct tms tms;
    time_t out;
    nanosleep(&(struct timespec){1, 250 * MS}, NULL);
    assert_int_equal(gettimeofday(&tv, NULL), 0);
    assert_int_equal(tv.tv_sec, EPOCH_S + 1);
    assert_int_equal(tv.tv_usec, 250000);
    assert_int_equal(time(&out), EPOCH_S + 1);
    assert_int_equal(out, EPOCH_S + 1);
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &ts), 0);
    assert_int_equal(ts.tv_sec, EPOCH_S + 1);
    assert_int_equal(ts.tv_nsec, 250 * MS);
    assert_int_equal(now_ns(), 1250 * (int64_t)MS);
    assert_int_equal(times(&tms), 125);
    pvmgetclock(&tv);
    assert_int_equal(tv.tv_usec, 250000);
}

TEST_WITH(processor_clocks_agree, free_task_setup, alone_teardown)
{
    struct rusage usage;
    struct tms tms;
    clock_t before = clock();
    for (int i = 0; i < 10; i++)
        by_packing();
    sleep(3);
    assert_int_equal(clock() - before, 30000);
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    assert_int_equal(usage.ru_utime.tv_usec, 30000);
    assert_int_equal(usage.ru_stime.tv_usec, 0);
    times(&tms);
    assert_int_equal(tms.tms_utime, 3);
    assert_int_equal(tms.tms_cutime, 0);
}

/* Before other tests let time pass in this process. */
TEST_WITH(time_before_enrolling, free_setup, alone_teardown)
{
    assert_int_equal(now_ns(), 0);
    sleep(2);
    assert_int_equal(time(NULL), EPOCH_S + 2);
    assert_int_equal(clock(), 0);
    assert_null(*mach_task_slot()); /* nobody was enrolled */
    pvm_mytid();
    assert_int_equal(now_ns(), 2000 * (int64_t)MS);
    assert_int_equal(cpu_ns(), 0);
}

TEST_WITH(reading_costs, free_setup, alone_teardown)
{
    struct loop_settings s = loop_defaults();
    struct timeval tv;
    s.cost_ns[MACH_COST_CLOCK] = 2000;
    loop_configure(&s);
    pvm_mytid();
    for (int i = 1; i <= 3; i++) {
        gettimeofday(&tv, NULL);
        assert_int_equal(tv.tv_usec, 2 * i);
    }
}

/* ---- before, between and after ----------------------------------------------------------------------------------- */

TEST_WITH(time_goes_on_after_exit, free_task_setup, alone_teardown)
{
    sleep(1);
    by_packing();
    pvm_exit();
    assert_int_equal(now_ns(), 1003 * (int64_t)MS);
    assert_int_equal(cpu_ns(), 3 * MS);
    sleep(1);
    assert_int_equal(now_ns(), 2003 * (int64_t)MS);
    assert_int_equal(cpu_ns(), 3 * MS); /* sleeping is no work, for one that has left either */
    assert_int_equal(clock(), 3000);
    pvm_mytid();
    assert_int_equal(now_ns(), 2003 * (int64_t)MS);
    assert_int_equal(cpu_ns(), 3 * MS);
}

TEST_WITH(real_time, free_setup, alone_teardown)
{
    struct timespec ts;
    setenv("AP1000_TIME", "real", 1);
    int64_t before = now_ns();
    assert_int_equal(usleep(2000), 0);
    assert_true(now_ns() - before >= 2000000);
    assert_true(time(NULL) > 1600000000);
    clock_gettime(CLOCK_REALTIME, &ts);
    assert_true(ts.tv_sec > 1600000000);
    unsetenv("AP1000_TIME");
    assert_int_equal(now_ns(), 0);
}

/* A task learns it when it joins, and keeps it until it leaves. */
TEST_WITH(real_time_of_a_task, free_setup, alone_teardown)
{
    setenv("AP1000_TIME", "real", 1);
    pvm_mytid();
    unsetenv("AP1000_TIME");
    assert_true(time(NULL) > 1600000000);
    pvm_exit();
    assert_true(time(NULL) < EPOCH_S + 1000);
}

/* A program that sleeps by other means than libc's calls: at its next call, the task's own clock is as late as the real
 * one, so that what others have sent meanwhile arrives. */
TEST_WITH(real_time_between_calls, free_setup, alone_teardown)
{
    struct loop_settings s = loop_defaults();
    struct timespec ten_ms = {0, 10 * MS};
    s.latency_ns = 95 * MS;
    loop_configure(&s);
    setenv("AP1000_TIME", "real", 1);
    pvm_mytid();
    const int64_t sent = now_ns();
    assert_int_equal(send_int(pvm_mytid(), 2, 7), 0);
    int polls = 0;
    while (pvm_nrecv(-1, 2) == 0 && polls++ < 1000)
        syscall(SYS_nanosleep, &ten_ms, NULL);
    assert_in_range(polls, 0, 10); /* 95 ms later, in pieces of 10 ms or more */
    assert_true(now_ns() - sent >= 95 * MS);
    pvm_exit();
    unsetenv("AP1000_TIME");
    loop_reset();
    assert_int_equal(send_int(pvm_mytid(), 2, 7), 0); /* in simulated time these calls take almost nothing */
    for (polls = 0; pvm_nrecv(-1, 2) == 0 && polls < 20; polls++)
        syscall(SYS_nanosleep, &ten_ms, NULL);
    assert_int_equal(polls, 20);
}

/* In simulated time that is noticed, if it goes on; sleeping by libc between polls is not. */
TEST_WITH(naps_are_noticed, free_setup, alone_teardown)
{
    struct timespec three_ms = {0, 3 * MS};
    pvm_mytid();
    struct pvm_task *t = pvmi_self();
    for (int polls = 0; polls < 200; polls++) {
        usleep(3000);
        pvm_nrecv(-1, 2);
    }
    assert_false(pvmi_clock_naps(t));
    for (int polls = 0; polls < 30; polls++) { /* two looks at it */
        syscall(SYS_nanosleep, &three_ms, NULL);
        pvm_nrecv(-1, 2);
    }
    assert_false(pvmi_clock_naps(t));
    for (int polls = 0; polls < 30; polls++) {
        syscall(SYS_nanosleep, &three_ms, NULL);
        pvm_probe(-1, 2);
    }
    assert_true(pvmi_clock_naps(t));
    pvm_exit();
}

/* A pvm_trecv that may not wait is a poll like others, also with a span below 0. */
TEST_WITH(naps_between_short_waits, free_setup, alone_teardown)
{
    struct timespec three_ms = {0, 3 * MS};
    struct timeval spans[] = {{0, 0}, {-1, 0}, {0, -1}};
    for (int i = 0; i < 3; i++) {
        pvm_mytid();
        struct pvm_task *t = pvmi_self();
        for (int polls = 0; polls < 50; polls++) {
            syscall(SYS_nanosleep, &three_ms, NULL);
            assert_int_equal(pvm_trecv(-1, 2, &spans[i]), 0);
        }
        assert_true(pvmi_clock_naps(t));
        pvm_exit();
        loop_reset();
    }
}

/* ---- descriptors ------------------------------------------------------------------------------------------------- */

TEST_WITH(descriptors, free_task_setup, alone_teardown)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    for (int written = 0; written < 2; written++) {
        struct pollfd fd = {ends[0], POLLIN, 0};
        struct timeval tv = {0, 5000};
        fd_set set;
        int64_t before = now_ns();
        FD_ZERO(&set);
        FD_SET(ends[0], &set);
        assert_int_equal(poll(&fd, 1, 10), written);
        assert_int_equal(now_ns() - before, written ? 0 : 10 * MS);
        before = now_ns();
        assert_int_equal(select(ends[0] + 1, &set, NULL, NULL, &tv), written);
        assert_int_equal(now_ns() - before, written ? 0 : 5 * MS);
        assert_int_equal(FD_ISSET(ends[0], &set) != 0, written);
        assert_int_equal(poll(&fd, 1, 0), written);
        if (!written)
            assert_int_equal(write(ends[1], "x", 1), 1);
    }
    struct pollfd fd = {ends[0], POLLIN, 0};
    assert_int_equal(poll(&fd, 1, -1), 1); /* in real time: there is data */
    close(ends[0]);
    close(ends[1]);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

TEST_WITH(names, free_setup, alone_teardown)
{
    struct utsname u;
    char name[64], real[64], small[4];
    assert_int_equal(gethostname(real, sizeof real), 0);
    pvm_mytid();
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_string_equal(name, "loop0");
    assert_int_equal(uname(&u), 0);
    assert_string_equal(u.nodename, "loop0");
    assert_string_equal(u.sysname, "Linux");
    errno = 0;
    assert_int_equal(gethostname(small, sizeof small), -1);
    assert_int_equal(errno, ENAMETOOLONG);
    assert_memory_equal(small, "loop", 4);
    pvm_exit();
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_string_equal(name, real);
}

TEST_MAIN
