/* test_leaving.c - a handler runs in the middle of a call: the call goes on, or, if the handler has left the machine,
 * says so; nothing is lost or used that has gone, and the task can enroll again. A signal handler runs where the
 * machine interrupts a wait (some slots of the loop machine are replaced for that), a message handler or the user's
 * matching function where a message is looked at. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/select.h>
#include <unistd.h>

#include "pvmi_group.h"
#include "task.h"
#include "tasks.h"

#define TAG 7
#define OTHER 8

/* ---- a machine that interrupts ----------------------------------------------------------------------------------- */

static struct mach_ops machine;
static const struct mach_ops *real;
static int waits_left; /* a signal comes instead of the end of this wait; 0: of none */
static bool due;

static bool comes(void)
{
    return waits_left > 0 && --waits_left == 0 ? (due = true) : false;
}

static int earlier; /* so many frames were there before the last message was taken */
static bool behind; /* or came right behind it */

static int wait(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out)
{
    if (comes())
        return MACH_SIGNALLED;
    int code = real->wait(m, deadline, want, out);
    if (code > 0)
        (*out)->behind = ((*out)->earlier = earlier-- > 0) && behind;
    return code;
}

static int control(void *m, int request, const void *body, uint32_t len, struct mach_frame **reply)
{
    return comes() ? MACH_SIGNALLED : real->control(m, request, body, len, reply);
}

/* This task alone is the whole machine. */
static int covers(void *m, const int32_t *tids, int n)
{
    return n == 1;
}

static int meet(void *m, const int32_t *tids, int n)
{
    return comes() ? MACH_SIGNALLED : 0;
}

static uint64_t signals(void *m)
{
    uint64_t now = due ? UINT64_C(1) << (SIGUSR1 - 1) : 0;
    due = false;
    return now;
}

static int handled;

static void goes_on(int number)
{
    handled++;
}

static void leaves(int number)
{
    handled++;
    pvm_exit();
}

static int set_up(void **state)
{
    alone_setup(state);
    struct pvm_task *t = pvmi_self();
    real = t->ops;
    machine = *real;
    machine.wait = wait;
    machine.control = control;
    machine.covers = covers;
    machine.meet = meet;
    machine.signals = signals;
    t->ops = &machine;
    t->who.hardware = 1;
    waits_left = handled = earlier = 0;
    due = behind = false;
    return 0;
}

static int tear_down(void **state)
{
    signal(SIGUSR1, SIG_DFL);
    return alone_teardown(state);
}

/* ---- calls that wait --------------------------------------------------------------------------------------------- */

static int receives(void)
{
    return pvm_recv(-1, TAG);
}

static int receives_for_a_second(void)
{
    return pvm_trecv(-1, TAG, &(struct timeval){1, 0});
}

static int looks_for_one(void)
{
    return pvm_nrecv(-1, TAG);
}

static int probes(void)
{
    return pvm_probe(-1, TAG);
}

static int receives_at_once(void)
{
    int got;
    return pvm_precv(-1, TAG, &got, 1, PVM_INT, NULL, NULL, NULL);
}

static int asks(void)
{
    return pvm_recvinfo((char *)"nothing", 0, PvmMboxDefault);
}

static int lists(void)
{
    int n;
    return pvm_tasks(0, &n, NULL);
}

static int finds(void)
{
    return pvm_pstat(pvm_mytid());
}

static int meets(void)
{
    int me = pvm_mytid();
    return pvmi_meet(&me, 1);
}

static int message_fd(void)
{
    int *fds;
    assert_int_equal(pvm_getfds(&fds), 1);
    return fds[0];
}

static int polls_for_one(void)
{
    struct pollfd one = {message_fd(), POLLIN, 0};
    return poll(&one, 1, 1000);
}

/* With another descriptor, which is looked at in turn, and without end, as both are the same here. */
static int polls_for_two(void)
{
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    struct pollfd two[] = {{message_fd(), POLLIN, 0}, {fds[0], POLLIN, 0}};
    int code = poll(two, 2, -1);
    close(fds[0]);
    close(fds[1]);
    return code;
}

static int selects(void)
{
    fd_set r;
    int fd = message_fd();
    FD_ZERO(&r);
    FD_SET(fd, &r);
    return select(fd + 1, &r, NULL, NULL, NULL);
}

/* Each with a message that it would get in the end, or none, and interrupted in this wait: the code if the handler goes
 * on, and if it leaves. MESSAGE: the message's mid. */
enum { MESSAGE = 77777, INTERRUPTED = -1 };
static const struct row {
    const char *name;
    int (*call)(void);
    int nth, messages, goes_on, leaves;
} rows[] = {
    {"recv", receives, 1, 1, MESSAGE, PvmSysErr},
    {"recv that waits", receives, 2, 0, PvmSysErr, PvmSysErr},
    {"trecv", receives_for_a_second, 1, 0, 0, PvmSysErr},
    {"trecv that waits", receives_for_a_second, 2, 0, 0, PvmSysErr},
    {"nrecv", looks_for_one, 1, 1, MESSAGE, PvmSysErr},
    {"probe", probes, 1, 1, MESSAGE, PvmSysErr},
    {"precv", receives_at_once, 1, 1, 0, PvmSysErr},
    {"recvinfo", asks, 1, 0, PvmNotFound, PvmSysErr},
    {"tasks", lists, 1, 0, 0, PvmSysErr},
    {"pstat", finds, 1, 0, PvmOk, PvmSysErr},
    {"a barrier of the hardware", meets, 1, 0, 0, PvmSysErr},
    {"poll", polls_for_one, 1, 1, INTERRUPTED, INTERRUPTED},
    {"poll of two", polls_for_two, 1, 1, INTERRUPTED, INTERRUPTED},
    {"poll of two that waits", polls_for_two, 4, 0, INTERRUPTED, INTERRUPTED},
    {"select", selects, 1, 1, INTERRUPTED, INTERRUPTED},
};

static void check_message(int code, int expected)
{
    if (expected != MESSAGE)
        assert_int_equal(code, expected);
    else
        assert_int_equal(tag_of(code), TAG);
}

TEST_OF_ROWS(a_signal, rows, set_up, tear_down)
{
    const struct row *row = *state;
    for (int i = 0; i < 2; i++) {
        int first = pvm_mytid();
        signal(SIGUSR1, i == 0 ? goes_on : leaves);
        for (int k = 0; k < row->messages; k++)
            send_int(first, TAG, k);
        handled = 0;
        waits_left = row->nth;
        errno = 0;
        int code = row->call();
        assert_int_equal(handled, 1);
        check_message(code, i == 0 ? row->goes_on : row->leaves);
        if (row->goes_on == INTERRUPTED)
            assert_int_equal(errno, EINTR);
        assert_int_equal(pvmi_self() != NULL, i == 0);
        while (i == 0 && pvm_nrecv(-1, -1) > 0)
            ;
        assert_true((pvm_mytid() == first) == (i == 0));
        pvm_setopt(PvmAutoErr, 0);
    }
    assert_int_equal(send_int(pvm_mytid(), OTHER, 3), 0); /* it is a task as before */
    assert_int_equal(pvm_nrecv(-1, OTHER) > 0 ? received_int() : -1, 3);
}

/* A message that was there earlier counts as read in for select, and is found by a call. */
TEST_WITH(messages_from_earlier, set_up, tear_down)
{
    struct pollfd one = {message_fd(), POLLIN, 0};
    for (int n = 0; n <= 3; n++) {
        for (int i = 0; i < 2; i++)
            send_int(pvm_mytid(), TAG, i);
        earlier = n;
        assert_int_equal(poll(&one, 1, 1), n < 2);
        for (int i = 0; i < 2; i++)
            assert_int_equal(pvm_recv(-1, TAG) > 0 ? received_int() : -1, i);
        for (int i = 0; i < 2; i++)
            send_int(pvm_mytid(), OTHER + i, i);
        earlier = n;
        assert_true(pvm_recv(-1, OTHER + 1) > 0);
        assert_true(pvm_nrecv(-1, OTHER) > 0);
    }
    pvm_addmhf(-1, OTHER, 0, pvm_freebuf); /* for what lies behind the message that has been taken */
    send_int(pvm_mytid(), OTHER, 0);
    earlier = 1;
    assert_true(pvm_nrecv(-1, OTHER) > 0);
    send_int(pvm_mytid(), OTHER, 0);
    earlier = behind = true;
    assert_int_equal(pvm_nrecv(-1, OTHER), 0);
}

/* ---- handlers of messages, and the user's matching --------------------------------------------------------------- */

static int leaves_with(int mid)
{
    handled++;
    return pvm_exit();
}

static int says; /* of the user's matching function, before it leaves or gives the library its own back */

static int match_and_leave(int mid, int tid, int tag)
{
    leaves_with(mid);
    return says;
}

static int match_by_the_library(int mid, int tid, int tag)
{
    handled++;
    pvm_recvf(NULL);
    return 0;
}

/* The handler of the first message leaves; behind it are others, with handlers and without. */
TEST_WITH(a_message_handler_leaves, set_up, tear_down)
{
    for (int read_before = 0; read_before < 2; read_before++) { /* then the search finds it, not the pull */
        int me = pvm_mytid();
        pvm_setopt(PvmAutoErr, 0);
        handled = 0;
        send_int(me, OTHER, 9);
        for (int i = 0; i < 3; i++)
            send_int(me, TAG, i);
        if (read_before)
            assert_true(pvm_nrecv(-1, OTHER) > 0);
        pvm_addmhf(-1, TAG, -1, leaves_with);
        assert_int_equal(pvm_recv(-1, OTHER + 1), PvmSysErr);
        assert_int_equal(handled, 1);
        assert_null(pvmi_self());
    }
}

/* It also enrolls again, and gets what the call waits for: the buffers of before are gone. */
static int comes_back(int mid)
{
    leaves_with(mid);
    return send_int(pvm_mytid(), TAG, 5);
}

TEST_WITH(a_message_handler_comes_back, set_up, tear_down)
{
    int me = pvm_mytid(), got = 0;
    send_int(me, TAG, 1);
    assert_true(pvm_mkbuf(PvmDataRaw) < pvm_recv(-1, TAG));
    pvm_addmhf(-1, OTHER, -1, comes_back);
    send_int(me, OTHER, 9);
    assert_int_equal(pvm_precv(-1, TAG, &got, 1, PVM_INT, NULL, NULL, NULL), 0);
    assert_int_equal(got, 5);
    assert_int_equal(pvm_getrbuf(), 0);
}

TEST_WITH(the_matching_function_leaves, set_up, tear_down)
{
    for (says = -5; says <= 2; says++) {
        int me = pvm_mytid();
        pvm_setopt(PvmAutoErr, 0);
        handled = 0;
        for (int i = 0; i < 3; i++)
            send_int(me, TAG, i);
        pvm_recvf(match_and_leave);
        assert_true(pvm_nrecv(-1, TAG) < 0);
        assert_int_equal(handled, 1);
        pvm_recvf(NULL);
    }
}

/* The function is set back while it is asked: the rest of the messages are matched by the library. */
TEST_WITH(the_matching_function_is_set_back, set_up, tear_down)
{
    static const struct {
        int tid, tag;
        bool fits;
    } wanted[] = {{-1, TAG, true}, {-1, OTHER, false}, {LOOP_FIRST_TID, TAG, true}, {1, TAG, false}, {-1, -1, true}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        handled = 0;
        send_int(pvm_mytid(), TAG, 1);
        send_int(pvm_mytid(), TAG, 2);
        pvm_recvf(match_by_the_library);
        int mid = pvm_trecv(wanted[i].tid, wanted[i].tag, &(struct timeval){0, 0});
        assert_int_equal(handled, 1);
        assert_int_equal(mid > 0, wanted[i].fits);
        if (mid > 0)
            assert_int_equal(received_int(), 2); /* about the first one the function has said no */
        while (pvm_nrecv(-1, -1) > 0)
            ;
    }
}

/* A handler that is added while messages are asked about gets those that nobody has gone past. */
static int counts(int mid)
{
    handled++;
    return mid;
}

static int adds_a_handler(int mid, int tid, int tag)
{
    if (tag_of(mid) == OTHER)
        pvm_addmhf(-1, TAG, -1, counts);
    return tag_of(mid) == tag;
}

TEST_WITH(a_handler_comes_while_messages_are_matched, set_up, tear_down)
{
    handled = 0;
    send_int(pvm_mytid(), OTHER, 1);
    send_int(pvm_mytid(), TAG, 2);
    send_int(pvm_mytid(), TAG + 5, 3);
    pvm_recvf(adds_a_handler);
    assert_true(pvm_recv(-1, TAG + 5) > 0);
    assert_int_equal(received_int(), 3);
    assert_int_equal(handled, 1);
    pvm_recvf(NULL);
    assert_true(pvm_nrecv(-1, OTHER) > 0);
    assert_int_equal(pvm_nrecv(-1, -1), 0);
}

/* ---- the end itself ---------------------------------------------------------------------------------------------- */

static int times_left;

static void leave(void *m, const struct mach_want *left)
{
    times_left++;
    real->leave(m, left);
}

/* pvm_exit waits for the children's output; a handler leaves meanwhile. The machine is left once. */
TEST_WITH(a_handler_leaves_in_the_end_itself, set_up, tear_down)
{
    FILE *f = tmpfile();
    machine.leave = leave;
    times_left = 0;
    signal(SIGUSR1, leaves);
    assert_int_equal(pvm_catchout(f), 0);
    waits_left = 1;
    assert_int_equal(pvm_exit(), 0);
    assert_int_equal(handled, 1);
    assert_int_equal(times_left, 1);
    assert_null(pvmi_self());
    fclose(f);
}

TEST_MAIN
