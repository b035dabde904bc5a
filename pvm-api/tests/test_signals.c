/* test_signals.c - the alarm clock in simulated time, and handlers that run inside calls that wait. */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "tasks.h"

#define S INT64_C(1000000000)

static volatile sig_atomic_t rings;
static jmp_buf out;

static void rings_once(int number)
{
    rings++;
}

static void sends(int number)
{
    rings++;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    pvm_send(pvm_mytid(), 5);
}

static int set_up(void **state)
{
    struct loop_settings s = loop_defaults();
    s.cost_ns[MACH_COST_CLOCK] = 0;
    loop_configure(&s);
    unsetenv("AP1000_TIME");
    rings = 0;
    signal(SIGALRM, rings_once);
    return 0;
}

static int set_up_task(void **state)
{
    set_up(state);
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
    pvm_setopt(PvmAutoErr, 0);
    return 0;
}

static int tear_down(void **state)
{
    alarm(0);
    signal(SIGALRM, SIG_DFL);
    loop_reset();
    return 0;
}

/* ---- what it ends ------------------------------------------------------------------------------------------------ */

static int by_sleep(void)
{
    return sleep(10) == 7;
}

static int by_pause(void)
{
    return pause() == -1 && errno == EINTR;
}

static int by_nanosleep(void)
{
    struct timespec left;
    return nanosleep(&(struct timespec){5, 0}, &left) == -1 && errno == EINTR && left.tv_sec == 2;
}

static int by_select(void)
{
    struct timeval tv = {5, 0};
    return select(0, NULL, NULL, NULL, &tv) == -1 && errno == EINTR && tv.tv_sec == 2;
}

static int by_poll(void)
{
    return poll(NULL, 0, 5000) == -1 && errno == EINTR;
}

static int polls(const sigset_t *mask)
{
    return ppoll(NULL, 0, &(struct timespec){5, 0}, mask);
}

static int selects(const sigset_t *mask)
{
    return pselect(0, NULL, NULL, NULL, &(struct timespec){5, 0}, mask);
}

/* `wait` lets signals through that are blocked before and after it. */
static int lets_through(int (*wait)(const sigset_t *mask))
{
    sigset_t none, usr2, after;
    sigemptyset(&none);
    sigemptyset(&usr2);
    sigaddset(&usr2, SIGUSR2);
    sigprocmask(SIG_BLOCK, &usr2, NULL);
    bool ended = wait(&none) == -1 && errno == EINTR;
    sigprocmask(SIG_UNBLOCK, &usr2, &after);
    return ended && sigismember(&after, SIGUSR2) == 1;
}

static int by_ppoll(void)
{
    return lets_through(polls);
}

static int by_pselect(void)
{
    return lets_through(selects);
}

static int by_pselect_without_mask(void)
{
    return selects(NULL) == -1 && errno == EINTR;
}

static int by_sigsuspend(void)
{
    return lets_through(sigsuspend);
}

static const struct row {
    const char *name;
    int (*ended)(void);
} rows[] = {{"sleep", by_sleep},
            {"pause", by_pause},
            {"nanosleep", by_nanosleep},
            {"select", by_select},
            {"poll", by_poll},
            {"ppoll", by_ppoll},
            {"pselect", by_pselect},
            {"pselect without a mask", by_pselect_without_mask},
            {"sigsuspend", by_sigsuspend}};

TEST_OF_ROWS(alarm_ends_a_wait, rows, set_up, tear_down)
{
    const struct row *row = *state;
    int64_t began = now_ns();
    assert_int_equal(alarm(3), 0);
    assert_true(row->ended());
    assert_int_equal(now_ns() - began, 3 * S);
    assert_int_equal(rings, 1);
    assert_int_equal(alarm(0), 0);
}

TEST_OF_ROWS(alarm_ends_a_wait_of_a_task, rows, set_up_task, tear_down)
{
    alarm_ends_a_wait(state);
}

/* The wait goes on to its own end, and the handler's messages arrive. */
TEST_WITH(receive_goes_on, set_up_task, tear_down)
{
    int number = 0;
    int64_t began = now_ns();
    signal(SIGALRM, sends);
    alarm(2);
    assert_int_equal(pvm_trecv(-1, 4, &(struct timeval){5, 0}), 0);
    assert_int_equal(now_ns() - began, 5 * S);
    assert_int_equal(rings, 1);
    alarm(2);
    assert_true(pvm_recv(-1, 5) > 0);
    assert_true(pvm_recv(-1, 5) > 0);
    assert_int_equal(pvm_upkint(&number, 1, 1), 0);
    assert_int_equal(number, SIGALRM);
    assert_int_equal(now_ns() - began, 7 * S);
}

/* A loop that only reads clocks. */
TEST_WITH(clock_reading_rings, set_up_task, tear_down)
{
    struct loop_settings s = loop_defaults();
    s.cost_ns[MACH_COST_CLOCK] = 1000;
    loop_configure(&s);
    loop_reset();
    pvm_mytid();
    int64_t began = now_ns();
    ualarm(5000, 0);
    while (rings == 0)
        (void)now_ns();
    assert_int_equal(now_ns() - began, 5000000 + 1000);
}

/* The second argument is the time between those after the first. */
TEST_WITH(first_and_every, set_up_task, tear_down)
{
    int64_t began = now_ns();
    assert_int_equal(ualarm(500000, 200000), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pause(), -1);
        assert_int_equal(now_ns() - began, S / 2 + i * S / 5);
    }
    assert_int_equal(ualarm(0, 0), 200000);
    assert_int_equal(sleep(5), 0);
    assert_int_equal(rings, 4);
}

TEST_WITH(interval, set_up_task, tear_down)
{
    struct itimerval every = {{0, 250000}, {1, 0}}, was;
    int64_t began = now_ns();
    assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pause(), -1);
        assert_int_equal(now_ns() - began, S + i * S / 4);
    }
    assert_int_equal(getitimer(ITIMER_REAL, &was), 0);
    assert_int_equal(was.it_value.tv_sec, 0);
    assert_int_equal(was.it_value.tv_usec, 250000);
    assert_int_equal(was.it_interval.tv_usec, 250000);
    every.it_value.tv_usec = 1000000;
    assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(alarm(0), 1);
    assert_int_equal(sleep(5), 0);
    assert_int_equal(rings, 4);
}

/* A call that takes longer than several periods: the alarm rings once after it, and next at its usual time. */
TEST_WITH(several_periods_late, set_up_task, tear_down)
{
    struct loop_settings s = loop_defaults();
    struct itimerval every = {{1, 0}, {1, 0}}, left;
    s.cost_ns[MACH_COST_CLOCK] = 0;
    s.cost_ns[MACH_COST_INITSEND] = 33 * S / 10;
    loop_reset();
    loop_configure(&s);
    pvm_mytid();
    int64_t began = now_ns();
    setitimer(ITIMER_REAL, &every, NULL);
    pvm_initsend(PvmDataRaw);
    assert_int_equal(now_ns() - began, 33 * S / 10);
    assert_int_equal(rings, 1);
    getitimer(ITIMER_REAL, &left);
    assert_int_equal(left.it_value.tv_sec, 0);
    assert_int_equal(left.it_value.tv_usec, 700000);
    for (int i = 4; i <= 5; i++) {
        assert_int_equal(pause(), -1);
        assert_int_equal(now_ns() - began, i * S);
        assert_int_equal(rings, i - 2);
    }
}

/* What is left is never 0 before the alarm has rung, because 0 would mean that it is not set. */
TEST_WITH(last_microsecond, set_up_task, tear_down)
{
    struct itimerval once = {{0, 0}, {0, 10}}, left;
    setitimer(ITIMER_REAL, &once, NULL);
    nanosleep(&(struct timespec){0, 9500}, NULL);
    getitimer(ITIMER_REAL, &left);
    assert_int_equal(rings, 0);
    assert_int_equal(left.it_value.tv_sec, 0);
    assert_int_equal(left.it_value.tv_usec, 1);
    assert_int_equal(ualarm(20, 0), 1);
    nanosleep(&(struct timespec){0, 19500}, NULL);
    assert_int_equal(alarm(0), 1);
    getitimer(ITIMER_REAL, &left);
    assert_int_equal(left.it_value.tv_usec, 0);
}

/* Returns how many lines a wrong call prints on stderr. Only the outermost call prints one. */
static int lines_of_a_wrong_call(void)
{
    int lines = 0;
    struct captured c = capture_begin();
    pvm_setopt(PvmAutoErr, 1);
    pvm_bufinfo(999, NULL, NULL, NULL);
    pvm_setopt(PvmAutoErr, 0);
    char *said = capture_end(&c);
    for (const char *at = said; *at != 0; at++)
        lines += *at == '\n';
    free(said);
    return lines;
}

/* After a handler has left a call by longjmp, or has returned into it, calls are outermost ones again. The handler's
 * own calls are, too. */
static volatile int lines_in_handler;

static void is_wrong_and_leaps(int number)
{
    lines_in_handler = lines_of_a_wrong_call();
    siglongjmp(out, number);
}

static void is_wrong(int number)
{
    lines_in_handler = lines_of_a_wrong_call();
}

TEST_WITH(errors_after_a_handler, set_up_task, tear_down)
{
    signal(SIGALRM, is_wrong);
    alarm(1);
    assert_int_equal(pvm_trecv(-1, 99, &(struct timeval){2, 0}), 0);
    assert_int_equal(lines_in_handler, 1);
    assert_int_equal(lines_of_a_wrong_call(), 1);
    signal(SIGALRM, is_wrong_and_leaps);
    for (volatile int i = 0; i < 3; i++) {
        lines_in_handler = 0;
        if (sigsetjmp(out, 1) == 0) {
            alarm(1);
            pvm_recv(-1, 99);
            fail();
        }
        assert_int_equal(lines_in_handler, 1);
        assert_int_equal(lines_of_a_wrong_call(), 1);
    }
}

/* Matches any message, and makes a wrong call, which prints nothing because it is inside another call. */
static int is_wrong_and_matches(int mid, int tid, int tag)
{
    pvm_bufinfo(999, NULL, NULL, NULL);
    return 1;
}

TEST_WITH(errors_inside_a_call_after_a_handler, set_up_task, tear_down)
{
    signal(SIGALRM, sends);
    pvm_recvf(is_wrong_and_matches);
    struct captured c = capture_begin();
    pvm_setopt(PvmAutoErr, 1);
    alarm(1);
    int mid = pvm_recv(-1, -1); /* the handler has run inside this call, which goes on */
    pvm_setopt(PvmAutoErr, 0);
    char *said = capture_end(&c);
    pvm_recvf(NULL);
    assert_true(mid > 0);
    assert_string_equal(said, "");
    free(said);
}

/* A sleep uses no processor time, whether it is whole or cut short by the alarm or by a signal of another task. */
TEST_WITH(processor_time_of_a_sleep, set_up_task, tear_down)
{
    struct loop_settings s = loop_defaults();
    s.cost_ns[MACH_COST_CLOCK] = 0;
    s.cost_ns[MACH_COST_INITSEND] = S;
    loop_reset();
    loop_configure(&s);
    pvm_mytid();
    pvm_initsend(PvmDataRaw);
    pvm_initsend(PvmDataRaw);
    clock_t used = clock();
    assert_int_equal(used, 2 * CLOCKS_PER_SEC);
    alarm(3);
    assert_int_equal(sleep(10), 7);
    assert_int_equal(clock(), used);
    signal(SIGUSR1, rings_once);
    loop_signal_after(4 * S, SIGUSR1);
    assert_int_equal(sleep(10), 6);
    signal(SIGUSR1, SIG_DFL);
    assert_int_equal(rings, 2);
    assert_int_equal(clock(), used);
    assert_int_equal(sleep(5), 0);
    pvm_initsend(PvmDataRaw);
    assert_int_equal(clock(), used + CLOCKS_PER_SEC);
}

/* Whole seconds, rounded down as libc of this computer does it. */
TEST_WITH(what_is_left_of_a_sleep, set_up_task, tear_down)
{
    ualarm(600000, 0);
    assert_int_equal(sleep(3), 2);
    ualarm(600000, 0);
    assert_int_equal(sleep(1), 0);
    alarm(1);
    assert_int_equal(sleep(1), 0);
}

/* A signal that is ignored or blocked ends no sleep. */
TEST_WITH(unheard, set_up_task, tear_down)
{
    sigset_t set, before;
    signal(SIGALRM, SIG_IGN);
    alarm(1);
    assert_int_equal(sleep(3), 0);
    signal(SIGALRM, rings_once);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, &before);
    alarm(1);
    assert_int_equal(sleep(3), 0);
    assert_int_equal(rings, 0);
    assert_int_equal(sigsuspend(&before), -1); /* it was pending */
    assert_int_equal(rings, 1);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* What is no set, or no place for an answer, is what it is for the system. */
TEST_WITH(pointers_to_nothing, set_up_task, tear_down)
{
    static const struct timespec none = {0, 0};
    int (*volatile suspend)(const sigset_t *) = sigsuspend;
    int (*volatile wait_for)(const sigset_t *, siginfo_t *) = sigwaitinfo;
    int (*volatile wait_until)(const sigset_t *, siginfo_t *, const struct timespec *) = sigtimedwait;
    int (*volatile wait)(const sigset_t *, int *) = sigwait;
    sigset_t usr1, before;
    siginfo_t info;
    int number;
    if (getenv("AP1000_TEST_FEW") != NULL)
        return; /* valgrind would take them for errors of ours */
    for (uintptr_t bad = 0; bad <= 64; bad += 64) {
        int codes[] = {suspend((sigset_t *)bad), wait_for((sigset_t *)bad, &info),
                       wait_until((sigset_t *)bad, NULL, &none), bad == 0 ? -1 : polls((sigset_t *)bad),
                       bad == 0 ? -1 : selects((sigset_t *)bad)};
        assert_int_equal(errno, EFAULT);
        for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
            assert_int_equal(codes[i], -1);
        assert_int_equal(wait((sigset_t *)bad, &number), EFAULT);
    }
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    sigprocmask(SIG_BLOCK, &usr1, &before);
    raise(SIGUSR1);
    assert_int_equal(wait_for(&usr1, &info), SIGUSR1);
    assert_int_equal(info.si_code, SI_USER);
    raise(SIGUSR1);
    errno = 0;
    assert_int_equal(wait_for(&usr1, (siginfo_t *)64), -1);
    assert_int_equal(errno, EFAULT);
    assert_int_equal(wait_until(&usr1, NULL, &none), -1); /* it has taken the signal nevertheless */
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* An alarm that was set before the first PVM call rings after it. */
TEST_WITH(across_enrolling, set_up, tear_down)
{
    sleep(2);
    alarm(5);
    sleep(3);
    assert_int_equal(rings, 0);
    pvm_mytid();
    assert_int_equal(sleep(10), 8);
    assert_int_equal(rings, 1);
    pvm_exit();
    alarm(5);
    assert_int_equal(sleep(10), 5);
    assert_int_equal(rings, 2);
}

TEST_MAIN
