/* task.c - the machine interface (machine.h) of a task that is a process on a node of a real cluster: joining, leaving,
 * time, waiting. Requests are in requests.c, frames in frames.c, broadcasts and barriers in hardware.c. */
#include "cluster/task/task.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "run_events.h"
#include "pvm3.h"

/* ---- joining, leaving -------------------------------------------------------------------------------------------- */

static void drop_all(struct cluster_machine *c)
{
    cluster_look(c);
    while (c->slot->taken != 0) {
        uint64_t at = c->slot->taken;
        c->slot->taken = cluster_note(&c->region, at)->next;
        cluster_note_free(&c->region, at);
    }
    c->last_taken = 0;
    while (c->slot->early != 0) {
        uint64_t at = c->slot->early;
        c->slot->early = cluster_note(&c->region, at)->early_next;
        cluster_note_free(&c->region, at);
    }
}

static int op_join(void *m, struct mach_identity *who)
{
    struct cluster_machine *c = m;
    char program[4096];
    struct wire_out body = {NULL, 0, 0, 0};
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = 0;
    cluster_join_put(&body, &(struct cluster_join){getpid(), program});
    int code = cluster_ask(c, CLUSTER_JOIN, body.bytes, body.len, NULL);
    free(body.bytes);
    if (code < 0)
        return code;
    c->joined = true;
    *who = c->slot->who;
    who->attention = &c->attention;
    cluster_watch_begin(c);
    return 0;
}

static void op_leave(void *m, const struct mach_want *left)
{
    (void)left; /* nobody asks a real machine */
    struct cluster_machine *c = m;
    if (!c->joined)
        return;
    cluster_direct_end(c);
    drop_all(c);
    cluster_watch_end(c);
    c->joined = false;
    (void)cluster_ask(c, CLUSTER_LEAVE, NULL, 0, NULL);
    drop_all(c);
    cluster_direct_close(c); /* one that came meanwhile */
}

/* ---- time, waiting ----------------------------------------------------------------------------------------------- */

static mach_ns op_now(void *m)
{
    const struct cluster_machine *c = m;
    return cluster_now(&c->region);
}

static void op_charge(void *m, mach_ns cost)
{
    (void)m;
    (void)cost; /* it has been spent already */
}

static mach_ns op_idle(void *m, mach_ns span)
{
    struct cluster_machine *c = m;
    struct timespec ts = {span / NS_PER_S, span % NS_PER_S}, left = {0, 0};
    cluster_watch_note(c, CLUSTER_EVENT_SLEEP, 0, 0);
    c->attention |= MACH_ATTENTION_INSIDE;
    bool cut = syscall(SYS_nanosleep, &ts, &left) != 0 && errno == EINTR;
    c->attention &= ~MACH_ATTENTION_INSIDE;
    cluster_watch_note(c, CLUSTER_EVENT_WAKE, 0, 0);
    return cut ? left.tv_sec * NS_PER_S + left.tv_nsec : 0;
}

/* 1 and *out: a message has come; 0: it is time; PvmNoMem, PvmSysErr. waits_then: if it is time, it waits again. */
static int come(struct cluster_machine *c, mach_ns until, bool waits_then, struct mach_frame **out, bool *over)
{
    bool late = until != MACH_FOREVER && cluster_monotonic() >= until;
    if (c->slot->taken == 0)
        cluster_look_before(c, !late || waits_then);
    *over = true;
    if (c->slot->taken != 0) {
        int code = cluster_receive(c, out);
        return code < 0 ? code : 1;
    }
    if (c->gone)
        return PvmSysErr;
    if (late && !c->consumed)
        cluster_count_all(c);
    c->consumed &= !late;
    *over = late;
    return 0;
}

/* The poll that this wait follows: then the library looked whether it has what it waits for. If a signal's handler is
 * given frames from then on, the library is to look again. */
static struct polled *poll_of(struct cluster_machine *c, const struct mach_want *want)
{
    for (int i = 0; i < CLUSTER_NESTED; i++)
        if (want != NULL && c->polled[i].want == want)
            return &c->polled[i];
    return NULL;
}

static int give(struct cluster_machine *c, const struct mach_want *want, int code)
{
    if (code == 1) {
        c->given++;
        __atomic_add_fetch(&c->slot->bell, 1, __ATOMIC_ACQ_REL); /* for a call that we have interrupted */
    }
    struct polled *p = poll_of(c, want);
    if (p == NULL && want != NULL && want->values.then_forever && code == 0)
        p = &c->polled[c->npolled++ % CLUSTER_NESTED];
    if (p != NULL)
        *p = (struct polled){code == 0 || code == MACH_SIGNALLED ? want : NULL, c->given};
    return code;
}

static int op_wait(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out)
{
    struct cluster_machine *c = m;
    mach_ns until = deadline == MACH_FOREVER ? deadline : deadline > 0 ? deadline + c->region.header->zero_ns : 0;
    bool over, waits_then = want != NULL && want->values.then_forever;
    const struct polled *poll = poll_of(c, want);
    const uint64_t given = poll != NULL ? poll->given : c->given;
    int code = come(c, until, waits_then, out, &over);
    if (over)
        return give(c, want, code);
    cluster_watch_note(c, CLUSTER_EVENT_WAIT, want != NULL ? want->values.tid : MACH_ANY,
                       want != NULL ? want->values.tag : MACH_ANY);
    while (!over) {
        uint32_t bell = cluster_bell(c);
        over = c->given != given || ((void)cluster_sleep(c, until, bell), c->given != given);
        code = over ? MACH_SIGNALLED : come(c, until, waits_then, out, &over);
    }
    cluster_watch_goes_on(c, code == 1 ? (const struct cluster_frame *)*out : NULL);
    return give(c, want, code);
}

/* The daemon sends them as the system's own. */
static uint64_t op_signals(void *m)
{
    (void)m;
    return 0;
}

const struct mach_ops cluster_ops = {.size = sizeof(struct mach_ops),
                                     .name = "cluster",
                                     .join = op_join,
                                     .leave = op_leave,
                                     .now = op_now,
                                     .charge = op_charge,
                                     .idle = op_idle,
                                     .frame = cluster_frame_new,
                                     .drop = cluster_frame_drop,
                                     .post = cluster_post,
                                     .wait = op_wait,
                                     .control = cluster_control,
                                     .broadcast = cluster_broadcast,
                                     .barrier = cluster_barrier,
                                     .status = cluster_status,
                                     .multicast = cluster_multicast,
                                     .covers = cluster_covers,
                                     .meet = cluster_meet,
                                     .mark = cluster_mark,
                                     .signals = op_signals};
