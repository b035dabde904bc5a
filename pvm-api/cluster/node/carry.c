/* carry.c - see carry.h: polling the engine, and sleeping.
 *
 * An engine has no descriptor, so a node that sleeps must be woken through a connection. A node that polls says so with
 * each of its messages. When it stops, it says so (WORD_ASLEEP), with the number of messages it has got by the engine.
 * A node that has sent it more answers with WORD_WAKE; so does a node that sends by the engine to one that sleeps. The
 * woken node polls until all announced messages are there. So no message is overlooked, in whatever order they come,
 * and nobody waits for a timer.
 *
 * An MPI may call a message sent of which it still holds the last piece, and lets that go only when it is called. So
 * whoever has sent goes on looking, with naps, until the other one says how many it has got. */
#include "cluster/node/carry_state.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

#define LOOKS 16                  /* between two looks at the descriptors */
#define NAP_NS INT64_C(50000)     /* between looks, if it has to look and others want the processor */
#define STUCK_NS INT64_C(2000000) /* without progress: then the naps are longer */
#define LONG_NAP_NS INT64_C(1000000)
#define QUIET_NS INT64_C(5000000) /* without a message from a rank that is gone: nothing of it is under way */
#define QUIET_LOOKS 500
#define OTHERS_NS INT64_C(10000)     /* so long takes no call when nobody else wants the processor */
#define CROWDED_NS INT64_C(20000000) /* then it does not look after messages for so long */

/* ---- who sleeps -------------------------------------------------------------------------------------------------- */

bool carry_heard(struct node *n, int from, const struct word *w, const void *body)
{
    struct carrier *c = n->carrier;
    if (!carry_reaches(n, from))
        return true;
    struct partner *p = &c->partners[from];
    if (w->kind == WORD_ASLEEP) {
        p->sleeps = true;
        p->asleep_since = w->number;
        carry_count(c, p, p->by_engine, w->round);
        if (p->by_engine > w->round)
            carry_wake(n, from);
        return true;
    }
    bool before = p->announced > p->got;
    p->owes = true;
    p->announced = w->round;
    c->announced += (p->announced > p->got) - before;
    carry_stays_awake(n);
    return true;
}

static void say_asleep(struct node *n)
{
    struct carrier *c = n->carrier;
    for (int i = 0; i < c->ranks; i++) {
        struct partner *p = &c->partners[i];
        if (!p->owes || p->gone)
            continue;
        struct word w = {.kind = WORD_ASLEEP, .round = p->got, .number = p->sent};
        p->owes = false;
        link_send(n, i, &w, NULL);
    }
}

/* ---- ranks that are gone ----------------------------------------------------------------------------------------- */

bool carry_drains(struct node *n, int number)
{
    if (!carry_reaches(n, number))
        return false;
    struct partner *p = &n->carrier->partners[number];
    if (p->drained) {
        carry_forget(n, number);
        return false;
    }
    if (!p->drains) {
        p->drains = true;
        p->looks = 0;
        p->heard_ns = cluster_monotonic();
        n->carrier->draining++;
        carry_stays_awake(n);
    }
    return true;
}

void carry_forget(struct node *n, int number)
{
    struct carrier *c = n->carrier;
    if (!carry_reaches(n, number))
        return;
    struct partner *p = &c->partners[number];
    c->draining -= p->drains;
    c->announced -= p->announced > p->got;
    carry_count(c, p, 0, 0);
    carry_drop_early(n, p);
    p->gone = true;
    c->ops->forget(c->engine, number);
}

/* Those from which nothing has come for a while, although we have looked, have nothing under way any more. */
static void look_for_quiet(struct node *n, mach_ns now)
{
    struct carrier *c = n->carrier;
    for (int i = 0; i < c->ranks && c->draining > 0; i++) {
        struct partner *p = &c->partners[i];
        if (!p->drains || p->gone)
            continue;
        if (p->looks == 0)
            p->heard_ns = now;
        p->looks += LOOKS;
        if (p->looks < QUIET_LOOKS || now < p->heard_ns + QUIET_NS)
            continue;
        p->drained = true;
        n->hooks->link_lost(n, i);
    }
}

static void lose_failed(struct node *n)
{
    struct carrier *c = n->carrier;
    if (!c->any_failed)
        return;
    c->any_failed = false;
    for (int i = 0; i < c->ranks; i++)
        if (c->partners[i].failed && !c->partners[i].gone && !c->partners[i].drains)
            n->hooks->link_lost(n, i);
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

static bool something_waits(const struct node *n)
{
    return !cluster_is_empty(__atomic_load_n(&cluster_slot(&n->region, 0)->inbox, __ATOMIC_ACQUIRE));
}

/* Lets others use this processor now. If that takes long, and no task has sent something in the meantime, this node
 * sleeps for a while instead of polling: a wake-up comes at once, but a process that only yields waits for its turn.
 * Returns the time. */
static mach_ns offer_processor(struct node *n, mach_ns now)
{
    (void)sched_yield();
    mach_ns then = cluster_monotonic();
    if (then > now + OTHERS_NS && !something_waits(n))
        n->carrier->crowded_until_ns = then + CROWDED_NS;
    return then;
}

/* Messages are under way that go on only by looking, or have been announced. */
static bool must_look(const struct carrier *c)
{
    return c->draining > 0 || c->announced > 0 || c->ops->work(c->engine) != ENGINE_NONE;
}

static void look(struct node *n, mach_ns now)
{
    struct carrier *c = n->carrier;
    int events = 0;
    for (int i = 0; i < LOOKS && events == 0 && !something_waits(n); i++)
        events = c->ops->look(c->engine);
    if (events > 0)
        carry_stays_awake(n);
    else if (!n->polls && now >= c->crowded_until_ns)
        now = offer_processor(n, now);
    if (c->draining > 0)
        look_for_quiet(n, now);
    lose_failed(n);
}

bool carry_turn(struct node *n)
{
    struct carrier *c = n->carrier;
    if (c == NULL)
        return n->polls;
    mach_ns now = cluster_monotonic();
    carry_guard_turn(c, now);
    lose_failed(n); /* a message that could not be sent may be the last thing before it sleeps */
    bool wants = n->polls || (now < c->look_until_ns && now >= c->crowded_until_ns);
    n->nap_ns = 0;
    if (!wants && !must_look(c)) {
        say_asleep(n);
        if (c->unconfirmed == 0)
            return false;
    }
    look(n, now);
    if (!wants && c->draining == 0)
        n->nap_ns = now > c->progress_ns + STUCK_NS ? LONG_NAP_NS : NAP_NS;
    return n->nap_ns == 0;
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

static const struct engine_ops *load(const char *library)
{
    void *opened = dlopen(library, RTLD_NOW | RTLD_GLOBAL); /* an MPI opens parts of its own, which need it */
    const struct engine_ops *ops = opened != NULL ? dlsym(opened, ENGINE_SYMBOL) : NULL;
    if (ops == NULL)
        fprintf(stderr, "pvmnode: %s: %s\n", library, dlerror());
    else if (ops->version != ENGINE_VERSION || ops->size != sizeof *ops)
        fprintf(stderr, "pvmnode: %s is version %u of an engine, this pvmnode wants version %u\n", library,
                ops->version, ENGINE_VERSION);
    else
        return ops;
    return NULL;
}

bool carry_open(struct node *n, const char *library, int *rank, int *ranks)
{
    struct engine_user user = carry_user;
    struct carrier *c = calloc(1, sizeof *c);
    user.user = n;
    if (c == NULL || (c->ops = load(library)) == NULL || (c->engine = c->ops->open(&user, rank, ranks)) == NULL)
        return false;
    c->ranks = *ranks;
    c->partners = calloc((size_t)c->ranks, sizeof *c->partners);
    if (c->partners == NULL)
        return false;
    for (int i = 0; i < c->ranks; i++)
        c->partners[i].sleeps = true;
    n->carrier = c;
    carry_guard_open(n);
    return true;
}

bool carry_exchange(struct node *n, const void *mine, void *all, int bytes)
{
    return n->carrier->ops->exchange(n->carrier->engine, mine, all, bytes);
}

const char *carry_name(const struct node *n)
{
    return n->carrier->ops->name;
}

void carry_close(struct node *n)
{
    n->carrier->closing = true;
    n->carrier->ops->close(n->carrier->engine);
}
