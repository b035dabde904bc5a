/* carry_messages.c - messages to and from nodes that an engine connects. A short one to a node that sleeps goes by the
 * link, which wakes it; all others by the engine. Their numbers put them in order again. */
#include <stdlib.h>
#include <string.h>

#include "cluster/node/carry_state.h"

#define LINK_BYTES 16384u /* the longest that goes by the link: from here on the engine is faster, with a bell */

/* ---- sending ----------------------------------------------------------------------------------------------------- */

static bool looks(const struct node *n, mach_ns now)
{
    return n->polls || (n->look_ns > 0 && now >= n->carrier->crowded_until_ns);
}

/* Gives the word its number. Returns true if it is to go by the link. */
static bool prepare(struct node *n, struct partner *p, struct word *w)
{
    carry_stays_awake(n);
    w->number = ++p->sent;
    w->looks = looks(n, n->carrier->progress_ns);
    p->owes |= w->looks != 0;
    return p->sleeps && w->len_bytes <= LINK_BYTES;
}

/* Returns false if the body is not read any more, nor will be. */
static bool send_word(struct node *n, int number, const struct word *w, const void *body, uint64_t note)
{
    struct carrier *c = n->carrier;
    struct partner *p = &c->partners[number];
    carry_count(c, p, p->by_engine + 1, p->confirmed);
    if (p->sleeps)
        carry_wake(n, number); /* so that it wakes while we send */
    if (c->ops->send(c->engine, number, w, body, w->len_bytes, note))
        return w->len_bytes > 0;
    p->failed = c->any_failed = true;
    return false;
}

void carry_note(struct node *n, int number, uint64_t note)
{
    struct partner *p = &n->carrier->partners[number];
    const struct cluster_note *f = cluster_note(&n->region, note);
    struct word w = route_word(f);
    struct link *l = link_to(n, number);
    if (!p->drains && l != NULL && prepare(n, p, &w))
        link_send_note(n, l, &w, note);
    else if (p->drains || !send_word(n, number, &w, n->region.base + f->body, note))
        cluster_note_free(&n->region, note);
}

void carry_word(struct node *n, int number, const struct word *w)
{
    struct partner *p = &n->carrier->partners[number];
    struct word own = *w;
    if (p->drains)
        return;
    if (prepare(n, p, &own))
        link_send(n, number, &own, NULL);
    else
        (void)send_word(n, number, &own, NULL, 0);
}

/* ---- what comes -------------------------------------------------------------------------------------------------- */

/* A message is named by its note, another word by its own copy, at an odd number; so is a message for which there will
 * never be room: `round` is where its body comes to lie until it is dropped. */

static struct word *word_of(uint64_t what)
{
    return (what & 1) != 0 ? (struct word *)(uintptr_t)(what - 1) : NULL;
}

static uint64_t copy_of(const struct word *w)
{
    struct word *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return 0;
    *copy = *w;
    return (uint64_t)(uintptr_t)copy + 1;
}

static void free_word(struct word *w)
{
    if (w->kind == WORD_FRAME)
        free((void *)(uintptr_t)w->round);
    free(w);
}

static void drop(struct node *n, uint64_t what)
{
    if (word_of(what) != NULL)
        free_word(word_of(what));
    else
        cluster_note_free(&n->region, what);
}

void carry_drop_early(struct node *n, struct partner *p)
{
    while (p->early != NULL) {
        struct early *e = p->early;
        p->early = e->next;
        drop(n, e->what);
        free(e);
    }
}

static void give_on(struct node *n, int from, uint64_t number, uint64_t what, bool looks)
{
    struct partner *p = &n->carrier->partners[from];
    struct word *w = word_of(what);
    p->came = number;
    if (looks && number > p->asleep_since)
        p->sleeps = false;
    if (w == NULL) {
        route_arrived(n, from, what);
        return;
    }
    if (w->kind == WORD_FRAME) {
        route_dropped(n, from, w);
    } else if (!n->hooks->word_came(n, from, w, NULL)) {
        word_is_wrong(n, from, w);
        p->failed = n->carrier->any_failed = true;
    }
    free_word(w);
}

static void keep(struct node *n, struct partner *p, uint64_t number, uint64_t what, bool looks)
{
    struct early **at = &p->early, *e = malloc(sizeof *e);
    if (e == NULL) {
        p->failed = n->carrier->any_failed = true; /* there is a gap now */
        drop(n, what);
        return;
    }
    while (*at != NULL && (*at)->number < number)
        at = &(*at)->next;
    *e = (struct early){number, what, looks, *at};
    *at = e;
}

static void come(struct node *n, int from, uint64_t number, uint64_t what, bool looks)
{
    struct partner *p = &n->carrier->partners[from];
    if (n->carrier->closing || p->gone) {
        drop(n, what);
        return;
    }
    if (number <= p->came) { /* it has come already */
        p->failed = n->carrier->any_failed = true;
        drop(n, what);
        return;
    }
    if (number != p->came + 1) {
        keep(n, p, number, what, looks);
        return;
    }
    give_on(n, from, number, what, looks);
    while (p->early != NULL && p->early->number == p->came + 1) {
        struct early e = *p->early;
        free(p->early);
        p->early = e.next;
        give_on(n, from, e.number, e.what, e.looks);
    }
}

/* What an engine carries: a message, or a word that has no body (rules.c). */
static bool is_carried(const struct word *w)
{
    return w->kind == WORD_FRAME || w->kind == WORD_MARK || w->kind == WORD_SIGNAL;
}

bool carry_came_by_link(struct node *n, int from, const struct word *w, uint64_t note)
{
    if (n->carrier == NULL || from >= n->carrier->ranks || !is_carried(w)) {
        if (note != 0)
            cluster_note_free(&n->region, note);
        return false;
    }
    uint64_t what = note != 0 ? note : copy_of(w);
    if (what != 0)
        come(n, from, w->number, what, w->looks != 0);
    return true;
}

/* ---- what the engine calls --------------------------------------------------------------------------------------- */

/* The number of a message and whether its sender looks are kept in fields of its note that mean nothing else there. */
static void *user_begin(void *user, int from, const void *head, uint32_t body_bytes, uint64_t *what)
{
    struct node *n = user;
    struct word w;
    void *body;
    memcpy(&w, head, sizeof w);
    w.len_bytes = body_bytes;
    if (!word_is_right(n, from, &w) || !is_carried(&w)) {
        word_is_wrong(n, from, &w);
        n->carrier->partners[from].failed = n->carrier->any_failed = true;
        return NULL;
    }
    bool fits = route_fits(n, &w);
    if (w.kind != WORD_FRAME || !fits) {
        body = fits ? n : malloc(body_bytes);
        w.round = fits ? w.round : (uint64_t)(uintptr_t)body;
        *what = body != NULL ? copy_of(&w) : 0;
        if (*what == 0 && !fits)
            free(body);
        return *what != 0 ? body : NULL;
    }
    *what = route_begin(n, &w, &body);
    if (*what == 0)
        return NULL;
    cluster_note(&n->region, *what)->round = w.number;
    cluster_note(&n->region, *what)->request = (int32_t)w.looks;
    return body != NULL ? body : n;
}

static void user_dropped(void *user, uint64_t what)
{
    drop(user, what);
}

static void user_arrived(void *user, int from, uint64_t what)
{
    struct node *n = user;
    struct carrier *c = n->carrier;
    struct partner *p = &c->partners[from];
    const struct word *w = word_of(what);
    const struct cluster_note *f = w == NULL ? cluster_note(&n->region, what) : NULL;
    p->got++;
    p->looks = 0;
    if (p->announced == p->got)
        c->announced--;
    come(n, from, w != NULL ? w->number : f->round, what, w != NULL ? w->looks != 0 : f->request != 0);
}

static void user_sent(void *user, uint64_t what)
{
    struct node *n = user;
    cluster_note_free(&n->region, what);
}

/* The engine calls this in the middle of something; the loop sees to it. */
static void user_failed(void *user, int rank)
{
    struct node *n = user;
    n->carrier->partners[rank].failed = n->carrier->any_failed = true;
}

const struct engine_user carry_user = {.head_bytes = sizeof(struct word),
                                       .begin = user_begin,
                                       .arrived = user_arrived,
                                       .dropped = user_dropped,
                                       .sent = user_sent,
                                       .failed = user_failed};
