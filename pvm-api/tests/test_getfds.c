/* test_getfds.c - pvm_getfds, and what select and poll give for its descriptor.
 *
 * It behaves like a socket on which messages come: it is ready while there is a message that no call has read in. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "tasks.h"

#define TAG 7
#define MS 1000000

static int message_fd(void)
{
    int *fds = NULL;
    assert_int_equal(pvm_getfds(&fds), 1);
    assert_non_null(fds);
    return fds[0];
}

static int selected(int fd, int ms)
{
    struct timeval span = {ms / 1000, ms % 1000 * 1000};
    fd_set r;
    FD_ZERO(&r);
    FD_SET(fd, &r);
    int n = select(fd + 1, &r, NULL, NULL, ms < 0 ? NULL : &span);
    assert_int_equal(FD_ISSET(fd, &r) != 0, n > 0);
    return n;
}

TEST_WITH(the_list_stays, alone_setup, alone_teardown)
{
    int fd = message_fd();
    assert_true(fd >= 0);
    assert_int_equal(message_fd(), fd);
    assert_int_equal(pvm_getfds(NULL), 1);
}

TEST_WITH(ready_until_a_call_has_looked, alone_setup, alone_teardown)
{
    int fd = message_fd();
    assert_int_equal(selected(fd, 0), 0);
    send_int(pvm_mytid(), TAG, 3);
    assert_int_equal(selected(fd, 0), 1);
    assert_int_equal(selected(fd, -1), 1);
    assert_true(pvm_probe(-1, TAG) > 0);
    assert_int_equal(selected(fd, 0), 0); /* the message has been read in, though not received */
    assert_true(pvm_recv(-1, TAG) > 0);
    assert_int_equal(received_int(), 3);
}

TEST_WITH(a_time_limit_is_simulated, alone_setup, alone_teardown)
{
    int fd = message_fd();
    mach_ns began = now_ns();
    assert_int_equal(selected(fd, 50), 0);
    mach_ns span = now_ns() - began;
    assert_true(span >= 50 * MS && span < 51 * MS);
}

TEST_WITH(others_are_looked_at_too, alone_setup, alone_teardown)
{
    int fd = message_fd(), pipe_fds[2];
    assert_int_equal(pipe(pipe_fds), 0);
    struct pollfd both[2] = {{fd, POLLIN, 0}, {pipe_fds[0], POLLIN, 0}};
    assert_int_equal(poll(both, 2, 5), 0);
    assert_int_equal(write(pipe_fds[1], "x", 1), 1);
    assert_int_equal(poll(both, 2, -1), 1);
    assert_int_equal(both[0].revents, 0);
    assert_int_equal(both[1].revents, POLLIN);
    send_int(pvm_mytid(), TAG, 3);
    assert_int_equal(poll(both, 2, -1), 2);
    assert_int_equal(both[0].revents, POLLIN);
    assert_int_equal(both[0].fd, fd);
    assert_int_equal(pvm_nrecv(-1, TAG + 1), 0);
    assert_int_equal(poll(both, 2, 0), 1);
    close(pipe_fds[0]);
    close(pipe_fds[1]);
}

TEST_WITH(no_descriptor_is_left, alone_setup, alone_teardown)
{
    struct rlimit was, none;
    int *fds;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
    none = (struct rlimit){0, was.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    int code = pvm_getfds(&fds);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
    assert_int_equal(code, PvmOutOfRes);
    assert_true(message_fd() >= 0);
}

/* The task is told that there is a message, and leaves without having received it. */
TEST_WITH(a_message_that_nobody_receives, alone_setup, alone_teardown)
{
    int fd = message_fd();
    send_int(pvm_mytid(), TAG, 3);
    assert_int_equal(selected(fd, 0), 1);
    assert_int_equal(pvm_exit(), 0);
    assert_int_equal(close(fd), -1); /* it went with the task */
    assert_int_equal(pvm_nrecv(-1, TAG), 0);
}

/* Nobody has waited for a message that came while the task worked: the work counts once, and no less. */
TEST_WITH(an_earlier_message_took_no_wait, alone_setup, alone_teardown)
{
    struct loop_settings set = loop_defaults();
    loop_reset();
    set.cost_ns[MACH_COST_INITSEND] = 20 * MS;
    loop_configure(&set);
    int fd = message_fd();
    send_int(pvm_mytid(), TAG, 3);
    pvm_initsend(PvmDataDefault);
    assert_int_equal(clock(), 40 * CLOCKS_PER_SEC / 1000);
    assert_int_equal(selected(fd, -1), 1);
    assert_int_equal(clock(), 40 * CLOCKS_PER_SEC / 1000);
}

/* ---- a handler ends the wait ---- */

static volatile sig_atomic_t rung;

static void ring(int number)
{
    rung++;
}

TEST_WITH(an_alarm_ends_the_wait, alone_setup, alone_teardown)
{
    const struct itimerval soon = {{0, 0}, {0, 20000}};
    int fd = message_fd();
    mach_ns began = now_ns();
    rung = 0;
    signal(SIGALRM, ring);
    assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
    struct pollfd one = {fd, POLLIN, 0};
    errno = 0;
    assert_int_equal(poll(&one, 1, 100), -1);
    assert_int_equal(errno, EINTR);
    assert_int_equal(rung, 1);
    assert_in_range(now_ns() - began, 20 * MS, 21 * MS);
    assert_int_equal(selected(fd, 100), 0); /* once only */
    assert_int_equal(rung, 1);
    signal(SIGALRM, SIG_DFL);
}

/* However a poll has ended, its list is what it was, and the next one sees a message in the same place. */
enum ending { BY_A_MESSAGE, BY_THE_TIME, BY_AN_ALARM, BY_ANOTHER_FILE, ENDINGS };

static void poll_until(enum ending how, struct pollfd *both, const int *ends)
{
    static const int expected[ENDINGS] = {1, 0, -1, 1};
    const struct itimerval soon = {{0, 0}, {0, 20000}};
    char byte = 'x';
    if (how == BY_A_MESSAGE)
        send_int(pvm_mytid(), TAG, 3);
    if (how == BY_AN_ALARM)
        assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
    if (how == BY_ANOTHER_FILE)
        assert_int_equal(write(ends[1], &byte, 1), 1);
    assert_int_equal(poll(both, 2, 100), expected[how]);
    if (how == BY_A_MESSAGE)
        assert_true(pvm_recv(-1, TAG) > 0);
    if (how == BY_ANOTHER_FILE)
        assert_int_equal(read(ends[0], &byte, 1), 1);
}

TEST_WITH(the_list_of_a_poll_stays, alone_setup, alone_teardown)
{
    int fd = message_fd(), ends[2];
    assert_int_equal(pipe(ends), 0);
    signal(SIGALRM, ring);
    for (int i = 0; i < 2 * ENDINGS; i++) {
        struct pollfd both[2], *message = &both[i % 2], *other = &both[1 - i % 2];
        *message = (struct pollfd){fd, POLLIN, 0};
        *other = (struct pollfd){ends[0], POLLRDNORM, 0};
        poll_until((enum ending)(i / 2), both, ends);
        assert_int_equal(message->fd, fd);
        assert_int_equal(message->events, POLLIN);
        assert_int_equal(other->fd, ends[0]);
        assert_int_equal(other->events, POLLRDNORM);
        send_int(pvm_mytid(), TAG, 4);
        assert_int_equal(poll(both, 2, 0), 1);
        assert_int_equal(message->revents, POLLIN);
        assert_int_equal(other->revents, 0);
        assert_true(pvm_recv(-1, TAG) > 0);
    }
    signal(SIGALRM, SIG_DFL);
    close(ends[0]);
    close(ends[1]);
}
/* ---- another task's message ends the wait ---- */

#define LATENCY (3 * MS)

static void waiter_and_sender(int index, void *arg)
{
    if (index == 0) {
        int fd = message_fd();
        mach_ns began = now_ns();
        assert_int_equal(selected(fd, 100), 1);
        mach_ns waited = now_ns() - began;
        assert_true(waited >= LATENCY && waited < 2 * LATENCY);
        assert_int_equal(selected(fd, -1), 1);
        assert_true(pvm_nrecv(-1, TAG) > 0);
    } else {
        send_int(LOOP_FIRST_TID, TAG, 1);
    }
}

TEST(a_message_ends_the_wait)
{
    struct loop_settings set = loop_defaults();
    set.latency_ns = LATENCY;
    loop_configure(&set);
    assert_int_equal(loop_run(2, waiter_and_sender, NULL), 0);
    loop_configure(NULL);
}

TEST_MAIN
