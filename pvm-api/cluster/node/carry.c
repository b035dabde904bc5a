/* carry.c - see carry.h.
 *
 * An engine has no descriptor, so whoever sleeps must be woken by a connection. Each node tells another that it
 * sleeps (WORD_ASLEEP), and how many of its messages it has got. The other one rings (WORD_BELL) if it has sent more,
 * or once it does; who is rung looks until all that has been announced is there. So nothing is overlooked, whatever
 * overtakes what, and nobody waits for a timer.
 */
#include "cluster/node/carry.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOKS 16                  /* between two looks at the descriptors */
#define STUCK_NS INT64_C(2000000) /* without progress: then it naps between looks */
#define QUIET_NS INT64_C(5000000) /* without a message from a rank that is gone: nothing of it is under way */
#define QUIET_LOOKS 500

struct partner {
    uint64_t sent, got;  /* messages, all in all */
    uint64_t announced;  /* of those to us that it has rung for */
    bool sleeps;         /* it must be rung for what we send */
    bool thinks_we_look; /* it has rung, and we have not said since that we sleep */
    bool gone, failed, drains, drained;
    mach_ns heard_ns; /* while it drains: when something came from it last, */
    int looks;        /* and how often we have looked since */
};

struct carrier {
    const struct engine_ops *ops;
    void *engine;
    int rank, ranks;
    struct partner *partners;
    mach_ns look_until_ns, progress_ns;
    int draining, announced; /* partners that drain; that have announced more than has come */
    bool any_failed;
    bool closing; /* what comes is for nobody */
};

/* ---- what the engine calls --------------------------------------------------------------------------------------- */

/* A message is named by its note; another word by its own copy, at an odd number. */
static struct word *word_of(uint64_t what)
{
    return (what & 1) != 0 ? (struct word *)(uintptr_t)(what - 1) : NULL;
}

static void *user_begin(void *user, int from, const void *head, uint32_t body_bytes, uint64_t *what)
{
    struct node *n = user;
    struct word w;
    void *body;
    (void)from;
    memcpy(&w, head, sizeof w);
    w.len_bytes = body_bytes;
    if (w.kind == WORD_FRAME) {
        *what = route_begin(n, &w, &body);
        return *what == 0 ? NULL : body != NULL ? body : n;
    }
    struct word *copy = body_bytes == 0 ? malloc(sizeof *copy) : NULL;
    if (copy == NULL)
        return NULL;
    *copy = w;
    *what = (uint64_t)(uintptr_t)copy + 1;
    return copy;
}

static void user_dropped(void *user, uint64_t what)
{
    struct node *n = user;
    if (word_of(what) != NULL)
        free(word_of(what));
    else
        cluster_note_free(&n->region, what);
}

static void user_arrived(void *user, int from, uint64_t what)
{
    struct node *n = user;
    struct partner *p = &n->carrier->partners[from];
    struct word *w = word_of(what);
    p->got++;
    p->looks = 0;
    if (n->carrier->closing) {
        user_dropped(user, what);
        return;
    }
    if (p->announced == p->got)
        n->carrier->announced--;
    if (w == NULL) {
        route_arrived(n, from, what);
        return;
    }
    node_serve(n, from, w, NULL);
    free(w);
}

static void user_sent(void *user, uint64_t what)
{
    struct node *n = user;
    cluster_note_free(&n->region, what);
}

/* It is asked for in the middle of something; the loop sees to it. */
static void user_failed(void *user, int rank)
{
    struct node *n = user;
    n->carrier->partners[rank].failed = n->carrier->any_failed = true;
}

/* ---- sending ----------------------------------------------------------------------------------------------------- */

bool carry_reaches(const struct node *n, int number)
{
    const struct carrier *c = n->carrier;
    return c != NULL && number < c->ranks && !c->partners[number].gone;
}

/* As cluster_monotonic, but without a system call: no library stands before the daemon's clock. */
static mach_ns clock_ns(void)
{
    struct timespec t = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (mach_ns)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void stay_awake(struct node *n)
{
    mach_ns now = clock_ns();
    n->carrier->progress_ns = now;
    n->carrier->look_until_ns = now + n->look_ns;
}

static void ring(struct node *n, int number)
{
    struct partner *p = &n->carrier->partners[number];
    struct word w = {.kind = WORD_BELL, .round = p->sent};
    p->sleeps = false;
    link_send(n, number, &w, NULL);
}

static bool send(struct node *n, int number, const struct word *w, const void *body, uint64_t note)
{
    struct carrier *c = n->carrier;
    struct partner *p = &c->partners[number];
    if (p->drains)
        return false;
    p->sent++;
    if (p->sleeps)
        ring(n, number); /* so that it wakes while we send */
    if (!c->ops->send(c->engine, number, w, body, w->len_bytes, note)) {
        p->failed = c->any_failed = true;
        return false;
    }
    stay_awake(n);
    return true;
}

void carry_note(struct node *n, int number, uint64_t note)
{
    const struct cluster_note *f = cluster_note(&n->region, note);
    struct word w = route_word(f);
    if (!send(n, number, &w, n->region.base + f->body, note) || w.len_bytes == 0)
        cluster_note_free(&n->region, note);
}

void carry_word(struct node *n, int number, const struct word *w)
{
    (void)send(n, number, w, NULL, 0);
}

/* ---- who sleeps -------------------------------------------------------------------------------------------------- */

void carry_heard(struct node *n, int from, const struct word *w)
{
    struct carrier *c = n->carrier;
    if (!carry_reaches(n, from))
        return;
    struct partner *p = &c->partners[from];
    if (w->kind == WORD_ASLEEP) {
        p->sleeps = true;
        if (p->sent > w->round)
            ring(n, from);
        return;
    }
    bool before = p->announced > p->got;
    p->thinks_we_look = true;
    p->announced = w->round;
    c->announced += (p->announced > p->got) - before;
    stay_awake(n);
}

static void say_asleep(struct node *n)
{
    struct carrier *c = n->carrier;
    for (int i = 0; i < c->ranks; i++) {
        struct partner *p = &c->partners[i];
        if (!p->thinks_we_look || p->gone)
            continue;
        struct word w = {.kind = WORD_ASLEEP, .round = p->got};
        p->thinks_we_look = false;
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
        p->heard_ns = clock_ns();
        n->carrier->draining++;
        stay_awake(n);
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
        node_lost(n, i);
    }
}

static void lose_failed(struct node *n)
{
    struct carrier *c = n->carrier;
    c->any_failed = false;
    for (int i = 0; i < c->ranks; i++)
        if (c->partners[i].failed && !c->partners[i].gone && !c->partners[i].drains)
            node_lost(n, i);
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

static bool something_waits(const struct node *n)
{
    return __atomic_load_n(&cluster_slot(&n->region, 0)->inbox, __ATOMIC_ACQUIRE) > CLUSTER_ASLEEP;
}

bool carry_turn(struct node *n)
{
    struct carrier *c = n->carrier;
    int events = 0;
    if (c == NULL)
        return n->polls;
    for (int i = 0; i < LOOKS && events == 0 && !something_waits(n); i++)
        events = c->ops->look(c->engine);
    mach_ns now = clock_ns();
    if (events > 0) {
        c->progress_ns = now;
        c->look_until_ns = now + n->look_ns;
    } else if (!n->polls) {
        (void)sched_yield(); /* on a node that has more to do */
    }
    if (c->draining > 0)
        look_for_quiet(n, now);
    if (c->any_failed)
        lose_failed(n);
    if (n->polls || now < c->look_until_ns || c->draining > 0)
        return true;
    if (c->announced > 0 || c->ops->work(c->engine) != ENGINE_NONE) {
        n->naps = now > c->progress_ns + STUCK_NS;
        return !n->naps;
    }
    say_asleep(n);
    return false;
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
    struct engine_user user = {.user = n,
                               .head_bytes = sizeof(struct word),
                               .begin = user_begin,
                               .arrived = user_arrived,
                               .dropped = user_dropped,
                               .sent = user_sent,
                               .failed = user_failed};
    struct carrier *c = calloc(1, sizeof *c);
    if (c == NULL || (c->ops = load(library)) == NULL || (c->engine = c->ops->open(&user, rank, ranks)) == NULL)
        return false;
    c->rank = *rank;
    c->ranks = *ranks;
    c->partners = calloc((size_t)c->ranks, sizeof *c->partners);
    if (c->partners == NULL)
        return false;
    for (int i = 0; i < c->ranks; i++)
        c->partners[i].sleeps = true;
    n->carrier = c;
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
