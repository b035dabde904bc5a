/* arrivals.c - what comes to a task, and its sleep until something does: nothing here polls. A signal's handler may run
 * while it sleeps, and may make calls. */
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cluster/task/task.h"
#include "sockets.h"

#define MOST_LOOKS 150u /* before sleeping: about what a sleep and a wake cost */
#define FEWEST_LOOKS 8u
#define TRIAL_NS_LOG2 20            /* all tasks of a node look for long at the same times, each of about 1 ms, */
#define TRIAL_EVERY 8               /* which are one in so many */
#define UNSAID_NS INT64_C(10000000) /* between looks for room to tell the daemon something */
#define LOOK_FOR_DAEMON_NS NS_PER_S /* for processes that the system does not end with the daemon */

static void take(struct cluster_machine *c, uint64_t at)
{
    struct cluster_note *n = cluster_note(&c->region, at);
    bool is_message = n->kind == CLUSTER_FRAME && n->dst_tid == c->slot->tid;
    if (is_message) {
        cluster_count_in(c, n);
        cluster_direct_sort(c, at);
    }
    cluster_took(&c->region, c->slot_index, at);
    if (n->kind == CLUSTER_ANSWER) { /* its note stays until who asked looks */
        n->next = c->slot->answers;
        c->slot->answers = at;
    } else if (n->kind == CLUSTER_CONNECTED) {
        cluster_direct_told(c, at);
    } else if (!is_message) {
        cluster_note_free(&c->region, at); /* for the task that had this slot before */
    }
}

void cluster_look_before(struct cluster_machine *c, bool sleeps)
{
    bool polls = (c->attention & MACH_ATTENTION_INSIDE) != 0 &&
                 __atomic_load_n(&c->slot->inbox, __ATOMIC_ACQUIRE) == CLUSTER_POLLS;
    uint64_t at = cluster_take_first(&c->region, c->slot_index), later;
    if (polls) /* the call that a handler interrupts is to look again */
        cluster_wake_by_socket(&c->region, c->slot_index);
    if (at != 0 || !sleeps || !cluster_direct_comes(c))
        cluster_direct_look(c);
    for (; at != 0; at = later) {
        later = cluster_note(&c->region, at)->later;
        take(c, at);
    }
}

void cluster_look(struct cluster_machine *c)
{
    cluster_look_before(c, false);
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
    const uint32_t inside = c->attention & MACH_ATTENTION_INSIDE; /* of a call that a handler interrupts, which is us */
    c->attention |= MACH_ATTENTION_INSIDE;
    (void)syscall(SYS_futex, &c->slot->bell, FUTEX_WAIT, seen, span < MACH_FOREVER ? &ts : NULL, NULL, 0);
    c->attention = (c->attention & ~MACH_ATTENTION_INSIDE) | inside;
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

uint32_t cluster_bell(const struct cluster_machine *c)
{
    return __atomic_load_n(&c->slot->bell, __ATOMIC_ACQUIRE);
}

bool cluster_sleep(struct cluster_machine *c, mach_ns until, uint32_t bell)
{
    bool polls = cluster_direct_comes(c);
    if (!polls && comes_soon(c))
        return true;
    mach_ns span = until == MACH_FOREVER ? until : until - cluster_monotonic();
    if (span <= 0)
        return true;
    cluster_count_all(c);
    cluster_trim(&c->arena, &c->trimmed_ns);
    if (c->must_say)
        span = span < UNSAID_NS ? span : UNSAID_NS;
    bool looks = !c->is_child && span > LOOK_FOR_DAEMON_NS;
    if (polls)
        cluster_direct_sleep(c, looks ? LOOK_FOR_DAEMON_NS : span, bell);
    else
        sleep_on_bell(c, bell, looks ? LOOK_FOR_DAEMON_NS : span);
    if (!c->is_child && looks_empty(c) && !sockets_partner_lives(c->socket))
        c->gone = true;
    return !c->gone;
}

void cluster_nap(struct cluster_machine *c, mach_ns until)
{
    (void)cluster_sleep(c, until, cluster_bell(c));
    cluster_look(c);
}
