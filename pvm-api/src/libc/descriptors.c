/* descriptors.c - libpvm3's replacements of select and poll. With a time limit they wait in simulated time, and they
 * report the descriptor of pvm_getfds as ready when there is a message. See clocks.c for the rules.
 *
 * All other descriptors are real, and nobody knows at which simulated time they get ready. So they are looked at when
 * the call begins, when a message comes, and when the simulated time is over. Without a time limit the process waits in
 * real time. If it waits for messages too, the machine goes on without it (CONTROL_OUTSIDE), and it looks at both in
 * turn. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "call.h"
#include "calls_state.h"
#include "due.h"
#include "spans.h"

#define LOOK_MS 10 /* for a task that waits for people, too: the real time between looks at messages */

/* A look at descriptors costs simulated time, so that a loop that polls comes to an end. */
static void charge_look(void)
{
    struct pvm_task *t = pvmi_self();
    struct mach_beside b = {0};
    if (t != NULL && !pvmi_clock_beside(t, &b))
        pvmi_charge(t, MACH_COST_CLOCK);
}

/* ---- messages and other descriptors ------------------------------------------------------------------------------ */

/* What select and poll wait for; each has its own kind of list. `look` returns how many of the other descriptors are
 * ready, or -1 with errno. It waits up to real_ms for one. */
struct awaited {
    const char *call;
    mach_ns deadline; /* own clock; MACH_FOREVER */
    bool others;      /* there are other descriptors */
    int (*look)(void *lists, int real_ms);
    void *lists;
};

/* Looks at both. Returns how many of the other descriptors are ready, or -1 with errno; *message: whether that of
 * messages is. */
static int look_once(struct pvm_task *t, const struct awaited *a, int real_ms, bool *message)
{
    int others = a->others ? a->look(a->lists, real_ms) : 0;
    int here = others >= 0 ? pvmi_message_waiting(t, a->call, 0) : 0;
    *message = here > 0;
    return here < 0 ? -1 : others;
}

/* Returns how many of the other descriptors are ready, 0 if none was by the deadline or the machine is gone, or -1 with
 * errno. *message: whether that of messages is ready. */
static int await(struct pvm_task *t, const struct awaited *a, bool *message)
{
    const bool in_real_time = a->others && a->deadline == MACH_FOREVER;
    bool outside = false;
    int others;
    for (;;) {
        const bool over = t->ops->now(t->m) >= a->deadline;
        others = look_once(t, a, outside ? LOOK_MS : 0, message);
        if (others != 0 || *message || over)
            break;
        if (in_real_time && !outside) {
            outside = true;
            (void)pvmi_wait_outside(t, true);
        } else if (!in_real_time) {
            const int here = pvmi_message_waiting(t, a->call, a->deadline);
            others = here < 0 ? -1 : 0;
            if (here < 0 || (here == 0 && a->deadline == MACH_FOREVER))
                break;
        }
    }
    if (outside) {
        int why = errno;
        (void)pvmi_wait_outside(t, false);
        errno = why;
    }
    return others;
}

static mach_ns deadline_after(struct pvm_task *t, mach_ns span)
{
    return span < 0 ? MACH_FOREVER : t->ops->now(t->m) + span;
}

/* ---- poll -------------------------------------------------------------------------------------------------------- */

/* As ppoll of the system, which all processors have; SYS_poll is x86's. */
static int poll_real(struct pollfd *fds, nfds_t n, int ms)
{
    struct timespec span = {ms / 1000, ms % 1000 * 1000000L};
    return (int)syscall(SYS_ppoll, fds, n, &span, NULL, 0);
}

struct poll_lists {
    struct pollfd *fds;
    nfds_t n;
};

static int poll_look(void *lists, int real_ms)
{
    struct poll_lists *l = lists;
    return poll_real(l->fds, l->n, real_ms);
}

/* The entry of the messages' descriptor is taken out while the others are looked at. */
static int poll_messages(struct pvm_task *t, struct pollfd *fds, nfds_t n, nfds_t at, int timeout_ms)
{
    struct poll_lists l = {fds, n};
    struct awaited a = {"poll", deadline_after(t, timeout_ms < 0 ? -1 : (mach_ns)timeout_ms * 1000000), n > 1,
                        poll_look, &l};
    int fd = fds[at].fd;
    bool message;
    for (nfds_t i = 0; i < n; i++)
        fds[i].revents = 0;
    fds[at].fd = -1;
    charge_look();
    int others = await(t, &a, &message);
    fds[at].fd = fd;
    fds[at].revents = others >= 0 && message ? POLLIN : 0;
    return others < 0 ? -1 : others + message;
}

PVM_PUBLIC int poll(struct pollfd *fds, nfds_t n, int timeout_ms)
{
    struct pvm_task *t = pvmi_self();
    pvmi_comes_in(t);
    int messages = fds != NULL ? pvmi_message_fd(t) : -1;
    for (nfds_t i = 0; i < n && messages >= 0; i++)
        if (fds[i].fd == messages && (fds[i].events & POLLIN) != 0)
            return poll_messages(t, fds, n, i, timeout_ms);
    if (timeout_ms < 0)
        return (int)pvmi_wait_in_system(SYS_ppoll, (long)fds, (long)n, 0, 0, 0, 0);
    if (!pvmi_clock_simulated())
        return poll_real(fds, n, timeout_ms);
    charge_look();
    int ready = n > 0 ? poll_real(fds, n, 0) : 0;
    if (ready != 0 || timeout_ms == 0)
        return ready;
    if (pvmi_cut_short(pvmi_clock_idle((mach_ns)timeout_ms * 1000000), NULL))
        return -1;
    return n > 0 ? poll_real(fds, n, 0) : 0;
}

/* ---- select ------------------------------------------------------------------------------------------------------ */

struct sets {
    fd_set set[3];
};

struct select_lists {
    int n;
    struct sets asked;
    fd_set *out[3]; /* may be NULL */
};

static size_t bytes_of(int n)
{
    return (size_t)(n + 63) / 64 * 8;
}

/* Looks at the real descriptors once, and leaves the caller's lists as they were. */
static int select_look(void *lists, int real_ms)
{
    struct select_lists *l = lists;
    struct sets s = l->asked;
    struct timespec limit = {real_ms / 1000, real_ms % 1000 * 1000000L};
    fd_set *p[3];
    for (int i = 0; i < 3; i++)
        p[i] = l->out[i] != NULL ? &s.set[i] : NULL;
    int ready = (int)syscall(SYS_pselect6, l->n, p[0], p[1], p[2], &limit, NULL);
    for (int i = 0; i < 3 && ready >= 0; i++)
        if (l->out[i] != NULL)
            memcpy(l->out[i], &s.set[i], bytes_of(l->n));
    return ready;
}

/* In real time; as Linux does it, *span is then what was left. */
static int select_real(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *span)
{
    struct timespec limit = {span->tv_sec + span->tv_usec / 1000000, span->tv_usec % 1000000 * 1000};
    int ready = (int)syscall(SYS_pselect6, n, r, w, e, &limit, NULL);
    *span = (struct timeval){limit.tv_sec, limit.tv_nsec / 1000};
    return ready;
}

static bool asks_for_any(const struct select_lists *l)
{
    for (int i = 0; i < 3; i++)
        for (int fd = 0; fd < l->n && l->out[i] != NULL; fd++)
            if (FD_ISSET(fd, &l->asked.set[i]))
                return true;
    return false;
}

static int select_messages(struct pvm_task *t, struct select_lists *l, int fd, struct timeval *span)
{
    mach_ns ns = span != NULL ? pvmi_span_ns(span->tv_sec, (int64_t)span->tv_usec * 1000) : -1;
    struct awaited a = {"select", deadline_after(t, ns), false, select_look, l};
    bool message;
    FD_CLR(fd, &l->asked.set[0]);
    a.others = asks_for_any(l);
    charge_look();
    int others = await(t, &a, &message);
    int ready = others < 0 ? -1 : others + message;
    for (int i = 0; i < 3 && ready >= 0 && !a.others; i++)
        if (l->out[i] != NULL)
            memset(l->out[i], 0, bytes_of(l->n));
    if (ready > 0 && message)
        FD_SET(fd, l->out[0]);
    mach_ns left = ns > 0 ? a.deadline - t->ops->now(t->m) : 0;
    if (span != NULL)
        *span = left > 0 ? (struct timeval){left / 1000000000, left % 1000000000 / 1000} : (struct timeval){0, 0};
    return ready;
}

PVM_PUBLIC int select(int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e, struct timeval *restrict span)
{
    struct pvm_task *t = pvmi_self();
    pvmi_comes_in(t);
    if (n > FD_SETSIZE && pvmi_clock_simulated())
        n = FD_SETSIZE; /* Linux takes more numbers than a set has, and looks at those of files */
    struct select_lists l = {n, {{{{0}}}}, {r, w, e}};
    int messages = n >= 0 && n <= FD_SETSIZE && r != NULL ? pvmi_message_fd(t) : -1;
    bool for_messages = messages >= 0 && messages < n && FD_ISSET(messages, r);
    if (!for_messages && span == NULL)
        return (int)pvmi_wait_in_system(SYS_pselect6, n, (long)r, (long)w, (long)e, 0, 0);
    if (!for_messages && (n < 0 || n > FD_SETSIZE || !pvmi_clock_simulated()))
        return select_real(n, r, w, e, span);
    if (span != NULL && (span->tv_sec < 0 || span->tv_usec < 0)) {
        errno = EINVAL;
        return -1;
    }
    for (int i = 0; i < 3; i++)
        if (l.out[i] != NULL)
            memcpy(&l.asked.set[i], l.out[i], bytes_of(n));
    if (for_messages)
        return select_messages(t, &l, messages, span);
    charge_look();
    int ready = select_look(&l, 0);
    mach_ns ns = pvmi_span_ns(span->tv_sec, (int64_t)span->tv_usec * 1000);
    if (ready != 0 || ns == 0)
        return ready;
    struct timespec left = {0, 0};
    bool cut = pvmi_cut_short(pvmi_clock_idle(ns), &left);
    *span = (struct timeval){left.tv_sec, left.tv_nsec / 1000}; /* Linux stores what was left, too */
    if (cut)
        return -1;
    return select_look(&l, 0);
}
