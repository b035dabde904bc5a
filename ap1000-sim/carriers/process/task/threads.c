/* threads.c - the other threads of a task's process, which look at clocks and sleep while the one that makes the task's
 * calls is anywhere. They never hand over the turn, nor write the clock: what they let pass is added up, and the task
 * puts it onto its clock at its next door. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "carriers/slots/task/task.h"
#include "machines.h"

#define LOOK_NS INT64_C(10000000) /* real time between looks at what the task does while another thread sleeps */

static bool is_inside(const struct carrier_machine *c)
{
    return (__atomic_load_n(&c->attention, __ATOMIC_RELAXED) & MACH_ATTENTION_INSIDE) != 0;
}

/* Never less than it was: the task may be just about to put onto its clock what has been added up. */
static int64_t clock_seen(struct carrier_machine *c)
{
    int64_t now = __atomic_load_n(&c->clock_ns, __ATOMIC_ACQUIRE) + __atomic_load_n(&c->beside_ns, __ATOMIC_ACQUIRE);
    int64_t last = __atomic_load_n(&c->beside_seen_ns, __ATOMIC_RELAXED);
    while (now > last &&
           !__atomic_compare_exchange_n(&c->beside_seen_ns, &last, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return now > last ? now : last;
}

static void let_pass(struct carrier_machine *c, int64_t ns, int64_t cpu_ns)
{
    __atomic_fetch_add(&c->beside_cpu_ns, cpu_ns, __ATOMIC_RELAXED);
    __atomic_fetch_add(&c->beside_ns, ns + cpu_ns, __ATOMIC_RELEASE);
    if (c->charges == CARRIER_CHARGES_NOTHING)
        c->charges = CARRIER_CHARGES_BESIDE;
}

/* What this thread has computed. */
static int64_t counted_ns(struct carrier_machine *c)
{
    if (c->charges != CARRIER_CHARGES_COUNTED || !mach_work_is_counted(c->work))
        return 0;
    mach_work_look(c->work);
    return mach_work_take(c->work, &c->slot->work_price, INT64_MAX);
}

/* What the thread that made the task's last call does: 'S': it is asleep in the system, and not because it waits for
 * the turn; 'Z': it has ended. */
static char caller_does(const struct carrier_machine *c)
{
    char path[64], text[256];
    (void)snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)c->caller_id);
    if (is_inside(c))
        return 0;
    FILE *f = fopen(path, "re");
    if (f == NULL)
        return errno == ENOENT ? 'Z' : 0;
    const char *name_end = fgets(text, sizeof text, f) != NULL ? strrchr(text, ')') : NULL;
    (void)fclose(f);
    return name_end == NULL || is_inside(c) ? 0 : name_end[2];
}

/* Of several threads that sleep when the caller has ended one takes its place. */
static bool takes_place(struct carrier_machine *c, pid_t ended)
{
    if (!__atomic_compare_exchange_n(&c->caller_id, &ended, (pid_t)syscall(SYS_gettid), false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        return false;
    c->caller = pthread_self();
    return true;
}

/* False: this thread makes the task's calls from now on, and sleeps in the machine for b->sleep. */
static bool sleep_beside(struct carrier_machine *c, struct mach_beside *b)
{
    const int64_t begin = clock_seen(c);
    int64_t left = b->sleep, rest;
    for (; left > 0 && (rest = b->sleep - (clock_seen(c) - begin)) > 0; left -= rest < LOOK_NS ? rest : LOOK_NS) {
        const pid_t caller = __atomic_load_n(&c->caller_id, __ATOMIC_ACQUIRE);
        const char does = caller_does(c);
        if (does == 'Z' && takes_place(c, caller)) {
            b->sleep = rest;
            return false;
        }
        if (does == 'S') {
            let_pass(c, rest, 0);
            b->idled = rest;
            return true;
        }
        rest = rest < left ? rest : left;
        struct timespec look = {0, (long)(rest < LOOK_NS ? rest : LOOK_NS)};
        if (syscall(SYS_nanosleep, &look, NULL) != 0 && errno == EINTR) {
            b->left = rest;
            return true;
        }
    }
    return true;
}

bool carrier_beside(void *m, struct mach_beside *b)
{
    struct carrier_machine *c = m;
    if (c->caller_id == 0 || pthread_equal(c->caller, pthread_self()))
        return false;
    const char does = b->sleep == MACH_BESIDE_ENDS ? caller_does(c) : 0;
    if (does == 'S' || does == 'Z')
        return false;
    if (!is_inside(c))
        let_pass(c, b->cost, counted_ns(c));
    if (b->sleep > 0 && !sleep_beside(c, b))
        return false;
    b->now = clock_seen(c);
    return true;
}

void carrier_spend_beside(struct carrier_machine *c)
{
    if (__atomic_load_n(&c->beside_ns, __ATOMIC_ACQUIRE) == 0)
        return;
    int64_t cpu = __atomic_exchange_n(&c->beside_cpu_ns, 0, __ATOMIC_RELAXED);
    int64_t all = __atomic_exchange_n(&c->beside_ns, 0, __ATOMIC_ACQ_REL);
    cpu = cpu < all ? cpu : all;
    c->slot->work.ns += cpu;
    carrier_spend(c, cpu);
    carrier_set_clock(c, c->clock_ns + all - cpu);
}
