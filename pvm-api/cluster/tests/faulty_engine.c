/* faulty_engine.c - an engine (engine.h) around another one, for tests: what that promises it keeps, and nothing more.
 * Messages leave late and come late, so that those of one pair of nodes overtake those of another, but never within a
 * pair; bodies are given back late and in any order; there is no room at times; and a pair is cut, or the rank ends.
 * Of messages that have not left it says nothing, as MPIs do that still hold the last piece.
 *
 * FAULTY_MPI=FILE: the library of the engine around which it is. FAULTY=SEED draws the delays; 0: none.
 * FAULTY_CUT=N: rank 1 loses the rank which its N-th message goes to or comes from, with that message and all later
 * ones. FAULTY_END=N: rank 1 dies then. FAULTY_STUCK=N: it does not return from a call then. */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cluster/engine/engine.h"

/* A message that is held back on its way out. Its head lies behind it. */
struct going {
    struct going *next;
    const void *body;
    uint32_t body_bytes;
    uint64_t what;
    _Alignas(16) unsigned char head[];
};

/* One that has begun to come. */
struct coming {
    struct coming *next;
    uint64_t what;
    void *waste; /* where it lies, if nobody wants it */
};

struct pair {
    struct going *going, **last_going;
    struct coming *coming, **last_coming; /* that have come whole */
    bool cut, told;
};

struct body {
    struct body *next;
    uint64_t what;
};

struct faulty {
    const struct engine_ops *ops;
    void *inner;
    struct engine_user user;
    int rank, ranks;
    struct pair *pairs;
    struct body *bodies; /* that are not read any more, and of which nobody has been told */
    int held;            /* messages that came and bodies that are held back, but for those of pairs that are cut */
    int untold;          /* messages that have not left, likewise */
    int events;
    long messages, cut_at, end_at, stuck_at; /* -1: never */
    uint64_t state;                          /* 0: no delays */
};

static unsigned below(struct faulty *f, unsigned n)
{
    f->state = f->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(f->state >> 33) % n;
}

/* Whether what could be done now is done later. */
static bool delays(struct faulty *f)
{
    return f->state != 0 && below(f, 4) != 0;
}

static long setting(const char *name, long otherwise)
{
    const char *value = getenv(name);
    return value != NULL && *value != 0 ? strtol(value, NULL, 10) : otherwise;
}

static void *room_for(size_t bytes)
{
    void *room = calloc(1, bytes);
    if (room == NULL)
        abort();
    return room;
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

static void uncount(struct faulty *f, const struct pair *p)
{
    for (const struct going *g = p->going; g != NULL; g = g->next)
        f->untold--;
    for (const struct coming *c = p->coming; c != NULL; c = c->next)
        f->held--;
}

/* A message goes to that rank, or has come from there. Returns false if it is lost. */
static bool passes(struct faulty *f, int other)
{
    struct pair *p = &f->pairs[other];
    f->messages += !p->cut;
    if (p->cut)
        return false;
    if (f->messages == f->end_at || f->messages == f->cut_at || f->messages == f->stuck_at)
        fprintf(stderr, "faulty_engine: message %ld\n", f->messages); /* faulty_engine.sh wants to know */
    while (f->messages == f->stuck_at)
        ;
    if (f->messages == f->end_at)
        (void)raise(SIGKILL);
    p->cut = f->messages == f->cut_at;
    if (p->cut)
        uncount(f, p);
    return !p->cut;
}

/* ---- what comes -------------------------------------------------------------------------------------------------- */

static void *begin(void *user, int from, const void *head, uint32_t body_bytes, uint64_t *what)
{
    struct faulty *f = user;
    bool cut = f->pairs[from].cut;
    if (!cut && delays(f))
        return NULL;
    struct coming *c = room_for(sizeof *c);
    void *place = c->waste = cut ? room_for(body_bytes + 1) : NULL;
    if (!cut)
        place = f->user.begin(f->user.user, from, head, body_bytes, &c->what);
    if (place == NULL)
        free(c);
    *what = (uint64_t)(uintptr_t)c;
    return place;
}

static void waste(struct faulty *f, struct coming *c)
{
    if (c->waste == NULL)
        f->user.dropped(f->user.user, c->what);
    free(c->waste);
    free(c);
}

static void arrived(void *user, int from, uint64_t what)
{
    struct faulty *f = user;
    struct pair *p = &f->pairs[from];
    struct coming *c = (struct coming *)(uintptr_t)what;
    if (!passes(f, from)) {
        waste(f, c);
        return;
    }
    *p->last_coming = c;
    p->last_coming = &c->next;
    f->held++;
}

static void dropped(void *user, uint64_t what)
{
    waste(user, (struct coming *)(uintptr_t)what);
}

static void sent(void *user, uint64_t what)
{
    struct faulty *f = user;
    struct body *b = room_for(sizeof *b);
    *b = (struct body){f->bodies, what};
    f->bodies = b;
    f->held++;
}

static void failed(void *user, int rank)
{
    struct faulty *f = user;
    f->user.failed(f->user.user, rank);
}

static void give_on(struct faulty *f, int from)
{
    struct pair *p = &f->pairs[from];
    while (p->coming != NULL && !p->cut && !delays(f)) {
        struct coming *c = p->coming;
        uint64_t what = c->what;
        p->coming = c->next;
        if (p->coming == NULL)
            p->last_coming = &p->coming;
        f->held--;
        f->events++;
        free(c);
        f->user.arrived(f->user.user, from, what);
    }
}

/* ---- what goes --------------------------------------------------------------------------------------------------- */

static bool faulty_send(void *e, int to, const void *head, const void *body, uint32_t body_bytes, uint64_t what)
{
    struct faulty *f = e;
    struct pair *p = &f->pairs[to];
    if (!passes(f, to))
        return false;
    struct going *g = room_for(sizeof *g + f->user.head_bytes);
    *g = (struct going){NULL, body, body_bytes, what};
    memcpy(g->head, head, f->user.head_bytes);
    *p->last_going = g;
    p->last_going = &g->next;
    f->untold++;
    return true;
}

static struct going *take_going(struct pair *p)
{
    struct going *g = p->going;
    p->going = g->next;
    if (p->going == NULL)
        p->last_going = &p->going;
    return g;
}

static void pass_on(struct faulty *f, int to)
{
    struct pair *p = &f->pairs[to];
    while (p->going != NULL && !p->cut && !delays(f)) {
        struct going *g = take_going(p);
        f->untold--;
        f->events++;
        if (!f->ops->send(f->inner, to, g->head, g->body, g->body_bytes, g->what)) {
            f->user.failed(f->user.user, to);
            if (g->body_bytes > 0)
                sent(f, g->what);
        }
        free(g);
    }
}

/* Any of the bodies, not the one that was sent first. */
static void give_back(struct faulty *f)
{
    struct body **at = &f->bodies;
    while (*at != NULL) {
        struct body *b = *at;
        if (delays(f)) {
            at = &b->next;
            continue;
        }
        *at = b->next;
        f->held--;
        f->events++;
        f->user.sent(f->user.user, b->what);
        free(b);
    }
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void *faulty_open(const struct engine_user *user, int *rank, int *ranks)
{
    const char *path = getenv("FAULTY_MPI");
    void *library = path != NULL ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
    struct faulty *f = room_for(sizeof *f);
    struct engine_user own = {f, user->head_bytes, begin, arrived, dropped, sent, failed};
    f->ops = library != NULL ? dlsym(library, ENGINE_SYMBOL) : NULL;
    f->user = *user;
    if (f->ops == NULL)
        fprintf(stderr, "faulty_engine: FAULTY_MPI=%s: the library of an engine is wanted\n", path != NULL ? path : "");
    if (f->ops == NULL || (f->inner = f->ops->open(&own, rank, ranks)) == NULL)
        return NULL;
    f->rank = *rank;
    f->ranks = *ranks;
    f->pairs = room_for((size_t)*ranks * sizeof *f->pairs);
    for (int i = 0; i < *ranks; i++) {
        f->pairs[i].last_going = &f->pairs[i].going;
        f->pairs[i].last_coming = &f->pairs[i].coming;
    }
    long seed = setting("FAULTY", 0);
    f->state = seed != 0 ? (uint64_t)seed * 2654435761u + (uint64_t)*rank + 1 : 0;
    f->cut_at = *rank == 1 ? setting("FAULTY_CUT", -1) : -1;
    f->end_at = *rank == 1 ? setting("FAULTY_END", -1) : -1;
    f->stuck_at = *rank == 1 ? setting("FAULTY_STUCK", -1) : -1;
    return f;
}

static bool faulty_exchange(void *e, const void *mine, void *all, int bytes)
{
    const struct faulty *f = e;
    return f->ops->exchange(f->inner, mine, all, bytes);
}

static int faulty_look(void *e)
{
    struct faulty *f = e;
    (void)f->ops->look(f->inner);
    for (int i = 0; i < f->ranks; i++) {
        struct pair *p = &f->pairs[i];
        pass_on(f, i);
        give_on(f, i);
        if (p->cut && !p->told)
            f->user.failed(f->user.user, i);
        p->told = p->cut;
    }
    give_back(f);
    int events = f->events;
    f->events = 0;
    return events;
}

static enum engine_work faulty_work(const void *e)
{
    const struct faulty *f = e;
    return f->held > 0 ? ENGINE_WORKS : f->ops->work(f->inner);
}

static void faulty_forget(void *e, int rank)
{
    struct faulty *f = e;
    struct pair *p = &f->pairs[rank];
    if (!p->cut)
        uncount(f, p);
    p->cut = p->told = true;
    while (p->going != NULL) {
        struct going *g = take_going(p);
        if (g->body_bytes > 0)
            sent(f, g->what);
        free(g);
    }
    while (p->coming != NULL) {
        struct coming *c = p->coming;
        p->coming = c->next;
        waste(f, c);
    }
    p->last_coming = &p->coming;
    f->ops->forget(f->inner, rank);
}

static void faulty_close(void *e)
{
    struct faulty *f = e;
    f->state = 0;
    while (f->held + f->untold > 0)
        (void)faulty_look(f);
    f->ops->close(f->inner);
}

__attribute__((visibility("default"))) extern const struct engine_ops cluster_engine;
const struct engine_ops cluster_engine = {.version = ENGINE_VERSION,
                                          .size = sizeof(struct engine_ops),
                                          .name = "faulty",
                                          .open = faulty_open,
                                          .exchange = faulty_exchange,
                                          .send = faulty_send,
                                          .look = faulty_look,
                                          .work = faulty_work,
                                          .forget = faulty_forget,
                                          .close = faulty_close};
