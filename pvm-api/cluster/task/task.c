/* task.c - the machine interface (machine.h) of a task that is a process on a node of a real cluster: joining, leaving,
 * time, waiting. Requests are in requests.c, frames in frames.c, broadcasts and barriers in hardware.c.
 *
 * A task that waits sleeps: nothing here polls. A signal's handler may run while it does, and may make calls.
 */
#include "cluster/task/task.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "run_events.h"
#include "pvm3.h"

#define MOST_LOOKS 150u /* before sleeping: about what a sleep and a wake cost */
#define FEWEST_LOOKS 8u
#define TRIAL_NS_LOG2 20 /* all tasks of a node look for long at the same times, each of about 1 ms, */
#define TRIAL_EVERY 8    /* which are one in so many */
#define NS_PER_S INT64_C(1000000000)
#define LOOK_FOR_DAEMON_NS NS_PER_S /* for processes that the system does not end with the daemon */

/* ---- what comes -------------------------------------------------------------------------------------------------- */

void cluster_append(struct cluster_machine *c, uint64_t note)
{
    struct cluster_note *n = cluster_note(&c->region, note);
    n->next = 0;
    if (n->arrived < c->last_arrived) /* senders note the time first, and compete then */
        n->arrived = c->last_arrived;
    c->last_arrived = n->arrived;
    if (c->slot->taken == 0)
        c->slot->taken = note;
    else
        cluster_note(&c->region, c->last_taken)->next = note;
    c->last_taken = note;
}

/* What has come by connections was there before what is in the inbox was sent: a notice comes behind the messages. Who
 * finds nothing in the inbox, and then sleeps, is told of the connections there. */
static void look(struct cluster_machine *c, bool sleeps)
{
    uint64_t at = cluster_take(&c->region, c->slot_index);
    if (at != 0 || !sleeps || !cluster_direct_comes(c))
        cluster_direct_look(c);
    while (at != 0) {
        const struct cluster_note *n = cluster_note(&c->region, at);
        uint64_t next = n->next;
        if (n->kind == CLUSTER_ANSWER)
            cluster_answered(c, at);
        else if (n->kind == CLUSTER_CONNECTED)
            cluster_direct_told(c, at);
        else if (n->kind == CLUSTER_FRAME && n->dst_tid == c->slot->tid)
            cluster_direct_sort(c, at);
        else
            cluster_give_back(c, at); /* for the task that had this slot before */
        at = next;
    }
}

void cluster_look(struct cluster_machine *c)
{
    look(c, false);
}

static bool daemon_lives(const struct cluster_machine *c)
{
    struct pollfd p = {.fd = c->socket, .events = 0};
    return syscall(SYS_poll, &p, 1, 0) <= 0 || (p.revents & (POLLHUP | POLLERR)) == 0;
}

static bool looks_empty(const struct cluster_machine *c)
{
    return cluster_is_empty(__atomic_load_n(&c->slot->inbox, __ATOMIC_ACQUIRE));
}

static void pause_processor(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void sleep_on_bell(struct cluster_machine *c, uint32_t seen, mach_ns span)
{
    uint64_t empty = CLUSTER_AWAKE;
    struct timespec ts = {span / NS_PER_S, span % NS_PER_S};
    bool asleep = __atomic_compare_exchange_n(&c->slot->inbox, &empty, CLUSTER_ASLEEP, false, __ATOMIC_ACQ_REL,
                                              __ATOMIC_ACQUIRE) ||
                  empty == CLUSTER_ASLEEP;
    if (!asleep)
        return;
    c->attention |= MACH_ATTENTION_INSIDE;
    (void)syscall(SYS_futex, &c->slot->bell, FUTEX_WAIT, seen, span < MACH_FOREVER ? &ts : NULL, NULL, 0);
    c->attention &= ~MACH_ATTENTION_INSIDE;
}

/* Looks for a while, and for long if that was worth it the last time: it is where a task of this node answers at once,
 * and has a processor for that; where another node does, it takes one from the daemons for nothing. Two tasks that
 * answer each other must both look to find it worth while, so at times all do. Returns true if something has come. */
static bool comes_soon(struct cluster_machine *c)
{
    bool trial = (cluster_monotonic() >> TRIAL_NS_LOG2) % TRIAL_EVERY == 0;
    uint32_t looks = trial ? MOST_LOOKS : c->looks;
    for (uint32_t i = 0; i < looks; i++) {
        if (!looks_empty(c)) {
            c->looks = MOST_LOOKS;
            return true;
        }
        pause_processor();
    }
    c->looks = c->looks / 2 > FEWEST_LOOKS ? c->looks / 2 : FEWEST_LOOKS;
    return false;
}

bool cluster_sleep(struct cluster_machine *c, mach_ns until)
{
    uint32_t seen = __atomic_load_n(&c->slot->bell, __ATOMIC_ACQUIRE);
    bool polls = cluster_direct_comes(c);
    if (!polls && comes_soon(c))
        return true;
    mach_ns span = until == MACH_FOREVER ? until : until - cluster_monotonic();
    if (span <= 0)
        return true;
    bool looks = !c->is_child && span > LOOK_FOR_DAEMON_NS;
    if (polls)
        cluster_direct_sleep(c, looks ? LOOK_FOR_DAEMON_NS : span);
    else
        sleep_on_bell(c, seen, looks ? LOOK_FOR_DAEMON_NS : span);
    if (!c->is_child && looks_empty(c) && !daemon_lives(c))
        c->gone = true;
    return !c->gone;
}

/* ---- joining, leaving -------------------------------------------------------------------------------------------- */

static void drop_all(struct cluster_machine *c)
{
    cluster_look(c);
    while (c->slot->taken != 0) {
        uint64_t at = c->slot->taken;
        c->slot->taken = cluster_note(&c->region, at)->next;
        cluster_give_back(c, at);
    }
    c->last_taken = 0;
    cluster_free_chain(&c->region, c->slot->early);
    c->slot->early = 0;
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

static void op_leave(void *m)
{
    struct cluster_machine *c = m;
    if (!c->joined)
        return;
    cluster_direct_end(c);
    drop_all(c);
    cluster_watch_end(c);
    c->joined = false;
    (void)cluster_ask(c, CLUSTER_LEAVE, NULL, 0, NULL);
    drop_all(c);
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
        look(c, !late || waits_then);
    *over = true;
    if (c->slot->taken != 0) {
        int code = cluster_receive(c, out);
        return code < 0 ? code : 1;
    }
    if (c->gone)
        return PvmSysErr;
    *over = late;
    return 0;
}

static int op_wait(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out)
{
    struct cluster_machine *c = m;
    mach_ns until = deadline == MACH_FOREVER ? deadline : deadline > 0 ? deadline + c->region.header->zero_ns : 0;
    bool over, waits_then = want != NULL && want->values.then_forever;
    int code = come(c, until, waits_then, out, &over);
    if (over)
        return code;
    cluster_watch_note(c, CLUSTER_EVENT_WAIT, want != NULL ? want->values.tid : MACH_ANY,
                       want != NULL ? want->values.tag : MACH_ANY);
    while (!over) {
        (void)cluster_sleep(c, until);
        code = come(c, until, waits_then, out, &over);
    }
    cluster_watch_goes_on(c, code == 1 ? (const struct cluster_frame *)*out : NULL);
    return code;
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
