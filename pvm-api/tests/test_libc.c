/* test_libc.c - libc's calls of time and waiting with the arguments at their edges, and where the program sees real
 * time (AP1000_TIME=real): there each does what the system's own call does. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "tasks.h"

static int64_t ns_of(struct timespec t)
{
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t system_ns(clockid_t id)
{
    struct timespec t = {0, 0};
    syscall(SYS_clock_gettime, id, &t);
    return ns_of(t);
}

static int64_t own_ns(clockid_t id)
{
    struct timespec t = {0, 0};
    assert_int_equal(clock_gettime(id, &t), 0);
    return ns_of(t);
}

#define FAILS(why, call) (errno = 0, assert_int_equal(call, -1), assert_int_equal(errno, why))

static volatile int rings;

/* The header forbids NULL, the system allows it. */
static int (*volatile gettimeofday_of_null)(struct timeval *, void *) = gettimeofday;

static void ring(int number)
{
    rings++;
}

static void on_alarm(void)
{
    struct sigaction act = {.sa_handler = ring};
    rings = 0;
    sigaction(SIGALRM, &act, NULL);
}

/* ---- real time --------------------------------------------------------------------------------------------------- */

static int real_setup(void **state)
{
    loop_reset();
    setenv("AP1000_TIME", "real", 1);
    return alone_setup(state);
}

static int real_teardown(void **state)
{
    unsetenv("AP1000_TIME");
    return alone_teardown(state);
}

static struct timespec span_2ms = {0, 2000000};

static int by_usleep(void)
{
    return usleep(2000);
}

static int by_nanosleep(void)
{
    return nanosleep(&span_2ms, NULL);
}

static int by_clock_nanosleep(void)
{
    return clock_nanosleep(CLOCK_MONOTONIC, 0, &span_2ms, NULL);
}

static int by_select(void)
{
    struct timeval t = {0, 2000};
    return select(0, NULL, NULL, NULL, &t);
}

static int by_pselect(void)
{
    sigset_t none;
    sigemptyset(&none);
    int code = pselect(0, NULL, NULL, NULL, &span_2ms, &none);
    assert_int_equal(span_2ms.tv_nsec, 2000000); /* the system stores what was left, pselect does not */
    return code;
}

static int by_poll(void)
{
    return poll(NULL, 0, 2);
}

static int by_ppoll(void)
{
    return ppoll(NULL, 0, &span_2ms, NULL);
}

TEST_WITH(waits_take_real_time, real_setup, real_teardown)
{
    int (*const waits[])(void) = {by_usleep, by_nanosleep, by_clock_nanosleep, by_select, by_pselect,
                                  by_poll,   by_ppoll};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        int64_t before = system_ns(CLOCK_MONOTONIC);
        assert_int_equal(waits[i](), 0);
        assert_true(system_ns(CLOCK_MONOTONIC) - before >= 2000000);
    }
    assert_int_equal(sleep(0), 0);
}

/* Each is between two of the system's own. */
TEST_WITH(clocks_are_the_systems, real_setup, real_teardown)
{
    static const clockid_t ids[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID};
    struct timeval tv;
    struct timezone tz;
    struct timespec mine, theirs;
    struct rusage usage, later;
    for (int i = 0; i < 3; i++) {
        int64_t before = system_ns(ids[i]), now = own_ns(ids[i]);
        assert_true(before <= now && now <= system_ns(ids[i]));
    }
    int64_t before = system_ns(CLOCK_REALTIME_COARSE);
    assert_int_equal(gettimeofday(&tv, &tz), 0);
    assert_int_equal(gettimeofday_of_null(NULL, &tz), 0);
    assert_true(before / 1000 <= (int64_t)tv.tv_sec * 1000000 + tv.tv_usec);
    assert_true((int64_t)tv.tv_sec * 1000000 + tv.tv_usec <= system_ns(CLOCK_REALTIME) / 1000);
    time_t s = time(NULL), stored = 0;
    assert_true(s >= tv.tv_sec && time(&stored) >= s && stored >= s);
    assert_int_equal(clock_getres(CLOCK_MONOTONIC_COARSE, &mine), 0);
    syscall(SYS_clock_getres, CLOCK_MONOTONIC_COARSE, &theirs);
    assert_int_equal(ns_of(mine), ns_of(theirs));
    before = system_ns(CLOCK_PROCESS_CPUTIME_ID);
    clock_t used = clock();
    assert_true(used >= before / 1000 && used <= system_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000);
    struct tms t, after;
    clock_t ticks = times(&t);
    assert_true(ticks <= (clock_t)syscall(SYS_times, &after));
    assert_true(t.tms_utime <= after.tms_utime);
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    syscall(SYS_getrusage, RUSAGE_SELF, &later);
    assert_true(usage.ru_utime.tv_sec <= later.ru_utime.tv_sec);
    assert_true(usage.ru_maxrss > 0);
}

/* The alarm is the system's, too, and ends what waits. */
TEST_WITH(alarms_end_waits, real_setup, real_teardown)
{
    /* The alarm rings again: on a busy computer the first time may be before the wait. */
    struct itimerval soon = {{0, 2000}, {0, 2000}}, off = {{0, 0}, {0, 0}}, late = {{0, 0}, {1000, 0}}, now;
    sigset_t none;
    sigemptyset(&none);
    on_alarm();
    assert_int_equal(setitimer(ITIMER_REAL, &late, NULL), 0);
    assert_int_equal(getitimer(ITIMER_REAL, &now), 0);
    assert_in_range(now.it_value.tv_sec, 900, 1000);
    /* Not ppoll under valgrind: if it is interrupted twice, that gives the system a mask that is not the program's. */
    for (int i = 0; i < (getenv("AP1000_TEST_FEW") != NULL ? 4 : 5); i++) {
        struct timespec left = {0, 0}, minute = {60, 0};
        rings = 0;
        assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
        errno = 0;
        if (i == 0)
            assert_in_range(sleep(60), 1, 60);
        else if (i == 1)
            assert_int_equal(nanosleep(&minute, &left), -1);
        else if (i == 2)
            assert_int_equal(clock_nanosleep(CLOCK_MONOTONIC, 0, &minute, &left), EINTR);
        else
            assert_int_equal(i == 3 ? pause() : ppoll(NULL, 0, NULL, &none), -1);
        int why = errno;
        setitimer(ITIMER_REAL, &off, NULL);
        assert_true(rings >= 1);
        assert_int_equal(why, i == 2 ? 0 : EINTR);
        if (i == 1 || i == 2)
            assert_in_range(left.tv_sec, 1, 60);
    }
}

/* ---- simulated time: what is right, and what is refused ---------------------------------------------------------- */

static int64_t passed(int64_t before)
{
    return own_ns(CLOCK_MONOTONIC) - before - 1; /* a reading costs 1 ns */
}

#define TAKES(ns, call)                           \
    do {                                          \
        int64_t before = own_ns(CLOCK_MONOTONIC); \
        assert_int_equal(call, 0);                \
        assert_int_equal(passed(before), ns);     \
    } while (0)

ALONE_TEST(waits_take_what_they_say)
{
    struct timespec ms = {0, 1000000}, half = {0, 500};
    struct timeval tv = {0, 1000};
    static const clockid_t ids[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_TAI};
    for (int i = 0; i < 4; i++)
        TAKES(1000000, clock_nanosleep(ids[i], 0, &ms, NULL));
    TAKES(3000000000, sleep(3));
    TAKES(7000, usleep(7));
    TAKES(1000001, select(0, NULL, NULL, NULL, &tv)); /* a look at descriptors costs as much as a reading */
    assert_int_equal(tv.tv_usec, 0);
    tv.tv_usec = 1000;
    TAKES(1000001, select(FD_SETSIZE + 1, NULL, NULL, NULL, &tv)); /* more than a set has */
    TAKES(1000001, poll(NULL, 0, 1));
    TAKES(1000001, ppoll(NULL, 0, &half, NULL));            /* at least a millisecond, as poll counts */
    TAKES(1001, pselect(0, NULL, NULL, NULL, &half, NULL)); /* at least a microsecond */
    struct timespec past = {1, 0}, until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 2;
    TAKES(1, clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &past, NULL)); /* it is over, but the clock was read */
    assert_int_equal(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL), 0);
    assert_int_equal(own_ns(CLOCK_REALTIME) - ns_of(until), 1);
}

ALONE_TEST(bad_spans_are_refused)
{
    static const struct timespec bad[] = {{-1, 0}, {0, -1}, {0, 1000000000}};
    struct timeval negative[] = {{-1, 0}, {0, -1}};
    int64_t t = own_ns(CLOCK_MONOTONIC);
    for (int i = 0; i < 3; i++) {
        FAILS(EINVAL, nanosleep(&bad[i], NULL));
        errno = 0;
        assert_int_equal(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad[i], NULL), EINVAL);
        assert_int_equal(errno, 0);
        FAILS(EINVAL, ppoll(NULL, 0, &bad[i], NULL));
        FAILS(EINVAL, pselect(0, NULL, NULL, NULL, &bad[i], NULL));
    }
    for (int i = 0; i < 2; i++) {
        FAILS(EINVAL, select(0, NULL, NULL, NULL, &negative[i]));
    }
    const struct timespec *volatile none = NULL;
    errno = 0;
    if (getenv("AP1000_TEST_FEW") == NULL) { /* valgrind would take them for errors of ours */
        FAILS(EFAULT, nanosleep(none, NULL));
        assert_int_equal(clock_nanosleep(CLOCK_MONOTONIC, 0, none, NULL), EFAULT);
    }
    struct timeval ms = {0, 1000};
    FAILS(EINVAL, select(-1, NULL, NULL, NULL, &ms));
    assert_int_equal(passed(t), 0);
}

ALONE_TEST(clocks_by_number)
{
    struct timespec ts = {5, 5};
    struct timezone tz = {5, 5};
    struct timeval tv;
    struct rusage mine, theirs;
    struct tms t;
    assert_int_equal(clock_getres(CLOCK_MONOTONIC, &ts), 0);
    assert_int_equal(ns_of(ts), 1);
    assert_int_equal(clock_getres(CLOCK_PROCESS_CPUTIME_ID, NULL), 0);
    for (int i = 0; i < 2; i++) {
        FAILS(EINVAL, i == 0 ? clock_gettime(12345, &ts) : clock_getres(12345, &ts));
    }
    assert_int_equal(gettimeofday_of_null(NULL, &tz), 0);
    assert_int_equal(gettimeofday(&tv, &tz), 0);
    assert_int_equal(tz.tz_minuteswest, 0);
    assert_int_equal(tz.tz_dsttime, 0);
    sleep(2);
    assert_int_equal(times(NULL), times(&t));
    assert_int_equal(times(&t), 200);
    assert_int_equal(t.tms_utime, 0); /* it has slept all the time */
    assert_int_equal(t.tms_stime, 0);
    assert_int_equal(getrusage(RUSAGE_SELF, &mine), 0);
    assert_int_equal(mine.ru_utime.tv_sec, 0);
    assert_int_equal(mine.ru_stime.tv_sec + mine.ru_stime.tv_usec, 0);
    pid_t child = fork();
    if (child == 0) {
        while (system_ns(CLOCK_PROCESS_CPUTIME_ID) < 12000000)
            ;
        _exit(0);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &mine), 0); /* they are no tasks */
    assert_true(mine.ru_utime.tv_usec + mine.ru_stime.tv_usec > 0);
    syscall(SYS_getrusage, RUSAGE_CHILDREN, &theirs);
    assert_memory_equal(&mine.ru_utime, &theirs.ru_utime, sizeof mine.ru_utime);
    assert_int_equal(getrusage(77, &mine), -1);
}

ALONE_TEST(timers)
{
    static const struct itimerval bad[] = {
        {{0, 0}, {-1, 0}}, {{0, 0}, {0, -1}}, {{0, 0}, {0, 1000000}}, {{0, 1000000}, {1, 0}}};
    static const struct {
        struct timeval left;
        unsigned seconds;
    } rounded[] = {{{1, 600000}, 2}, {{1, 400000}, 1}, {{0, 300000}, 1}, {{0, 0}, 0}};
    struct itimerval now, old, set = {{0, 0}, {1000, 0}}, none = {{0, 0}, {0, 0}}, ever = {{0, 0}, {INT64_MAX / 2, 0}};
    on_alarm();
    for (int i = 0; i < 4; i++) {
        FAILS(EINVAL, setitimer(ITIMER_REAL, &bad[i], NULL));
        set.it_value = rounded[i].left;
        assert_int_equal(setitimer(ITIMER_REAL, &set, NULL), 0);
        assert_int_equal(alarm(0), rounded[i].seconds);
    }
    set.it_value = (struct timeval){1000, 0};
    for (int which = ITIMER_VIRTUAL; which <= ITIMER_PROF; which++) { /* the system's: of processor time */
        assert_int_equal(setitimer(which, &set, NULL), 0);
        assert_int_equal(getitimer(which, &now), 0);
        assert_in_range(now.it_value.tv_sec, 900, 1001);
        assert_int_equal(getitimer(ITIMER_REAL, &now), 0);
        assert_int_equal(now.it_value.tv_sec, 0);
        assert_int_equal(setitimer(which, &none, &old), 0);
        assert_in_range(old.it_value.tv_sec, 900, 1001);
    }
    assert_int_equal(setitimer(ITIMER_REAL, &ever, NULL), 0);
    assert_int_equal(getitimer(ITIMER_REAL, &now), 0);
    assert_true(now.it_value.tv_sec > 1000000000);
    assert_int_equal(setitimer(ITIMER_REAL, NULL, &old), 0); /* as none, on Linux */
    assert_int_equal(ualarm(1500, 0), 0);
    assert_in_range(ualarm(0, 0), 1, 1500);
    assert_int_equal(rings, 0);
}

/* With a message, and with a byte in a pipe, each at once, with and without a limit. */
ALONE_TEST(what_is_ready_is_told)
{
    struct timespec ms = {0, 1000000}, *spans[] = {NULL, &ms};
    sigset_t none;
    int *fds, pipes[2];
    char byte = 'x';
    sigemptyset(&none);
    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(pvm_getfds(&fds), 1);
    assert_int_equal(write(pipes[1], &byte, 1), 1);
    send_int(pvm_mytid(), 3, 1);
    for (int i = 0; i < 4; i++) {
        const struct timespec *span = spans[i % 2];
        const sigset_t *mask = i < 2 ? NULL : &none;
        struct pollfd both[] = {{pipes[0], POLLIN, 0}, {fds[0], POLLIN, 0}};
        fd_set r;
        assert_int_equal(ppoll(both, 1, span, mask), 1);
        assert_int_equal(both[0].revents, POLLIN);
        assert_int_equal(ppoll(both, 2, span, mask), 2);
        assert_int_equal(both[1].revents, POLLIN);
        FD_ZERO(&r);
        FD_SET(pipes[0], &r);
        assert_int_equal(pselect(pipes[0] + 1, &r, NULL, NULL, span, mask), 1);
        assert_true(FD_ISSET(pipes[0], &r));
        FD_SET(fds[0], &r);
        assert_int_equal(pselect((fds[0] > pipes[0] ? fds[0] : pipes[0]) + 1, &r, NULL, NULL, span, mask), 2);
        assert_true(FD_ISSET(pipes[0], &r) && FD_ISSET(fds[0], &r));
    }
    assert_true(pvm_recv(-1, 3) > 0);
    struct pollfd quiet[] = {{fds[0], POLLIN, 0}, {pipes[1], 0, 0}};
    int64_t t = own_ns(CLOCK_MONOTONIC);
    assert_int_equal(poll(quiet, 2, 5), 0);
    assert_true(passed(t) >= 5000000);
    assert_int_equal(poll(quiet + 1, 1, 5), 0);
    close(pipes[0]);
    close(pipes[1]);
}

/* What is asked of nobody, of a descriptor that is none, or for longer than can be counted. */
ALONE_TEST(odd_lists)
{
    struct timespec longest = {INT64_MAX, 0};
    sigset_t none;
    int *fds, pipes[2], other;
    char byte = 'x';
    fd_set r;
    sigemptyset(&none);
    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(write(pipes[1], &byte, 1), 1);
    assert_int_equal(pvm_getfds(&fds), 1);
    other = dup(pipes[0]);
    close(other);
    send_int(pvm_mytid(), 3, 1);

    struct pollfd ready[] = {{pipes[0], POLLIN, 0}, {fds[0], POLLOUT, 0}};
    assert_int_equal(ppoll(ready, 1, &longest, &none), 1);
    assert_true(poll(ready, 2, 0) >= 1); /* who does not ask for input hears of no message */
    assert_int_equal(ready[1].revents & POLLIN, 0);
    struct pollfd bad[] = {{fds[0], POLLIN, 0}, {other, POLLIN, 0}};
    assert_int_equal(poll(bad, 2, 0), 2);
    assert_int_equal(bad[1].revents, POLLNVAL);
    FD_ZERO(&r);
    FD_SET(fds[0], &r);
    FD_SET(other, &r);
    FAILS(EBADF, select((fds[0] > other ? fds[0] : other) + 1, &r, NULL, NULL, &(struct timeval){0, 0}));
    FAILS(EINVAL, select(other + 1, &(fd_set){{0}}, NULL, NULL, &(struct timeval){-1, 0}));
    FD_ZERO(&r);
    FD_SET(fds[0], &r); /* below n alone counts */
    assert_int_equal(select(fds[0], &r, NULL, NULL, &(struct timeval){0, 1000}), 0);
    FD_ZERO(&r);
    FD_SET(pipes[0], &r);
    assert_int_equal(select(pipes[0] + 1, &r, NULL, NULL, &(struct timeval){5, 0}), 1);
    assert_int_equal(select(0, NULL, NULL, NULL, &(struct timeval){0, 0}), 0);
    fd_set written;
    FD_ZERO(&written);
    FD_SET(pipes[1], &written);
    FD_ZERO(&r);
    FD_SET(fds[0], &r);
    assert_int_equal(select((fds[0] > pipes[1] ? fds[0] : pipes[1]) + 1, &r, &written, NULL, &(struct timeval){1, 0}),
                     2);
    assert_true(pvm_recv(-1, 3) > 0);
    FD_ZERO(&r);
    FD_SET(fds[0], &r);
    FD_ZERO(&written);
    assert_int_equal(select(fds[0] + 1, &r, &written, NULL, &(struct timeval){0, 1000}), 0);
    assert_int_equal(FD_ISSET(fds[0], &r), 0);
    close(pipes[0]);
    close(pipes[1]);
}

/* As a task, before it is one, and when it is none any more. */
ALONE_TEST(asked_by_whom)
{
    struct timespec zero = {0, 0}, longest = {INT64_MAX, 0}, later;
    struct tms used;
    on_alarm();
    for (int i = 0; i < 3; i++) {
        if (i == 0)
            loop_reset();
        else if (i == 1)
            pvm_mytid();
        else
            pvm_exit();
        times(&used);
        assert_true(used.tms_utime >= 0 && used.tms_stime == 0);
        assert_int_equal(clock_nanosleep(CLOCK_TAI, 0, &zero, NULL), 0);
        assert_int_equal(clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, 0, &zero, NULL), 0);
        rings = 0;
        alarm(1);
        assert_int_equal(nanosleep(&longest, NULL), -1);
        assert_int_equal(rings, 1);
        clock_gettime(CLOCK_REALTIME, &later);
        later.tv_sec += 10;
        alarm(1);
        assert_int_equal(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &later, NULL), EINTR);
        assert_int_equal(rings, 2);
    }
    signal(SIGALRM, SIG_DFL);
}

/* ---- each call that takes a mask, with each signal that is pending, as the system does --------------------------- */

enum { CALLS = 3, PENDINGS = 4, MASKS = 2, ALARMS = 2, ROWS = CALLS * PENDINGS * MASKS * ALARMS };

struct outcome {
    int code, why, user_rings, rings, user_pending, alarm_pending, blocked;
};
static struct outcome outcomes[2][ROWS]; /* in real time, in simulated time */

static volatile sig_atomic_t user_rings;

static void rings_for_the_user(int number)
{
    user_rings++;
}

/* open: the call's mask lets all signals through; else it is the one that holds already. The alarm rings again: on a
 * busy computer the first time may be before the wait, or behind it; that is seen, and all is done anew. */
static struct outcome outcome_of(int call, int pending, bool open, bool with_alarm)
{
    struct itimerval soon = {{0, 20000}, {0, 20000}}, off = {{0, 0}, {0, 0}};
    struct timespec longer = {0, 40000000};
    struct outcome o;
    sigset_t mask, now;
    rings = user_rings = 0;
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    sigaddset(&mask, SIGCHLD);
    sigprocmask(SIG_BLOCK, &mask, NULL);
    if (pending != 0)
        raise(pending);
    if (with_alarm || pending == SIGALRM)
        setitimer(ITIMER_REAL, &soon, NULL);
    if (open)
        sigemptyset(&mask);
    errno = 0;
    o.code = call == 0   ? pselect(0, NULL, NULL, NULL, &longer, &mask)
             : call == 1 ? ppoll(NULL, 0, &longer, &mask)
                         : sigsuspend(&mask);
    o.why = o.code < 0 ? errno : 0;
    o.user_rings = user_rings;
    o.rings = rings;
    sigpending(&now);
    o.user_pending = sigismember(&now, SIGUSR1);
    o.alarm_pending = sigismember(&now, SIGALRM);
    setitimer(ITIMER_REAL, &off, NULL);
    sigprocmask(SIG_BLOCK, NULL, &now);
    o.blocked = sigismember(&now, SIGUSR1) && sigismember(&now, SIGCHLD) && !sigismember(&now, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &now, NULL);
    const bool too_late = o.rings > 1 + (pending == SIGALRM) || (o.rings > 0 && o.user_rings > 0);
    return too_late && !pvmi_clock_simulated() ? outcome_of(call, pending, open, with_alarm) : o;
}

TEST_WITH(masks_and_pending_signals, real_setup, real_teardown)
{
    static const int pendings[PENDINGS] = {0, SIGUSR1, SIGCHLD, SIGALRM};
    struct outcome *to = outcomes[pvmi_clock_simulated()];
    on_alarm();
    signal(SIGUSR1, rings_for_the_user);
    signal(SIGCHLD, SIG_DFL); /* to be ignored */
    for (int i = 0; i < ROWS; i++) {
        const int call = i % CALLS, pending = pendings[i / CALLS % PENDINGS];
        const bool open = i / CALLS / PENDINGS % MASKS, with_alarm = i / CALLS / PENDINGS / MASKS;
        const bool comes = with_alarm || pending == SIGALRM || (pending == SIGUSR1 && open);
        if (call < 2 || comes) /* else it would wait for ever */
            to[i] = outcome_of(call, pending, open, with_alarm);
    }
    signal(SIGUSR1, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
}

ALONE_TEST(masks_and_pending_signals_of_a_task)
{
    masks_and_pending_signals(state);
}

TEST(as_the_system_does)
{
    for (int i = 0; i < ROWS; i++) {
        const struct outcome *real = &outcomes[0][i], *own = &outcomes[1][i];
        if (memcmp(real, own, sizeof *real) != 0)
            fail_msg("row %d: the system %d %d %d %d %d %d %d, here %d %d %d %d %d %d %d", i, real->code, real->why,
                     real->user_rings, real->rings, real->user_pending, real->alarm_pending, real->blocked, own->code,
                     own->why, own->user_rings, own->rings, own->user_pending, own->alarm_pending, own->blocked);
    }
}

/* A signal of another process comes at any moment around the wait: a wait that misses one never ends. */
TEST(no_signal_is_missed)
{
    enum { ROUNDS = 30000 };
    int ready[2];
    char byte = 0;
    sigset_t mask, none;
    pid_t me = getpid();
    sigemptyset(&none);
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    signal(SIGUSR1, rings_for_the_user);
    sigprocmask(SIG_BLOCK, &mask, NULL);
    assert_int_equal(pipe(ready), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(ready[1]);
        for (int i = 0; read(ready[0], &byte, 1) == 1; i++) {
            for (volatile int k = 0; k < i % 3000; k++)
                ;
            kill(me, SIGUSR1);
        }
        _exit(0);
    }
    close(ready[0]);
    for (int i = 0; i < ROUNDS; i++) {
        user_rings = 0;
        assert_int_equal(write(ready[1], &byte, 1), 1);
        while (user_rings == 0)
            assert_int_equal(sigsuspend(&none), -1);
        assert_int_equal(user_rings, 1);
    }
    close(ready[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    sigprocmask(SIG_UNBLOCK, &mask, NULL);
    signal(SIGUSR1, SIG_DFL);
}

/* A wait of the system's without a limit ends when the alarm rings, not when it is looked at before. */
ALONE_TEST(endless_waits_end_by_the_alarm)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pvm_mytid();
    for (int how = 0; how < 2; how++) {
        struct pollfd fd = {ends[0], POLLIN, 0};
        fd_set set;
        FD_ZERO(&set);
        FD_SET(ends[0], &set);
        on_alarm();
        alarm(1);
        FAILS(EINTR, how == 0 ? poll(&fd, 1, -1) : select(ends[0] + 1, &set, NULL, NULL, NULL));
        assert_int_equal(rings, 1);
    }
    close(ends[0]);
    close(ends[1]);
}

TEST_MAIN
