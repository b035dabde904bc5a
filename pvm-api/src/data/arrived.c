/* arrived.c - the messages that have arrived and wait to be received: a list, and an index for when there are many.
 *
 * A receive call names a source or any, a tag or any, and its context. So there are four kinds of queues: of the
 * messages of one source and tag, of one source, of one tag, and of all, each of one context. The first message of the
 * right queue is the answer, however many others wait. Most programs receive in one or two ways, so only queues of the
 * kinds that calls look for are kept, and of none as long as fewer than INDEX_FROM messages wait. */
#include "arrived.h"

#include <stdlib.h>

#include "buffer.h"
#include "pvm3.h"

enum { INDEX_FROM = 16, FIRST_BUCKETS = 64 };

#define ANY_SOURCE 1u
#define ANY_TAG 2u

struct key {
    unsigned kind; /* ANY_SOURCE, ANY_TAG */
    int src, tag, context;
};

struct pvmi_queue {
    struct key key;
    struct pvmi_arrived *first, *last;
    struct pvmi_queue *next; /* next of the same bucket */
};

/* ---- the index --------------------------------------------------------------------------------------------------- */

static struct key key_of(unsigned kind, int src, int tag, int context)
{
    return (struct key){kind, (kind & ANY_SOURCE) != 0 ? 0 : src, (kind & ANY_TAG) != 0 ? 0 : tag, context};
}

static bool same_key(const struct key *a, const struct key *b)
{
    return a->kind == b->kind && a->src == b->src && a->tag == b->tag && a->context == b->context;
}

/* Each number is spread over all 64 bits before the next one is added, because tids and tags differ only in a few
 * bits. */
static size_t bucket_of(const struct pvmi_arrivals *all, const struct key *k)
{
    const uint32_t parts[] = {k->kind, (uint32_t)k->src, (uint32_t)k->tag, (uint32_t)k->context};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        hash = (hash ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (size_t)hash & (all->nbuckets - 1);
}

static struct pvmi_queue *find_queue(struct pvmi_arrivals *all, const struct key *k)
{
    struct pvmi_queue *q = all->buckets[bucket_of(all, k)];
    all->looked++;
    while (q != NULL && !same_key(&q->key, k)) {
        q = q->next;
        all->looked++;
    }
    return q;
}

/* Doubles the buckets. If there is no memory, the chains just get longer. */
static void grow(struct pvmi_arrivals *all)
{
    struct pvmi_queue **old = all->buckets;
    size_t n = all->nbuckets;
    struct pvmi_queue **more = calloc(2 * n, sizeof *more);
    if (more == NULL)
        return;
    all->buckets = more;
    all->nbuckets = 2 * n;
    for (size_t i = 0; i < n; i++)
        for (struct pvmi_queue *q = old[i], *next; q != NULL; q = next) {
            struct pvmi_queue **to = &more[bucket_of(all, &q->key)];
            next = q->next;
            q->next = *to;
            *to = q;
        }
    free(old);
}

static struct pvmi_queue *new_queue(struct pvmi_arrivals *all, const struct key *k)
{
    struct pvmi_queue *q = all->spare_queues;
    if (q != NULL)
        all->spare_queues = q->next;
    else
        q = malloc(sizeof *q);
    if (q == NULL)
        return NULL;
    if (all->nqueues >= all->nbuckets)
        grow(all);
    struct pvmi_queue **to = &all->buckets[bucket_of(all, k)];
    *q = (struct pvmi_queue){.key = *k, .next = *to};
    *to = q;
    all->nqueues++;
    return q;
}

static void free_queue(struct pvmi_arrivals *all, struct pvmi_queue *q)
{
    struct pvmi_queue **at = &all->buckets[bucket_of(all, &q->key)];
    while (*at != q)
        at = &(*at)->next;
    *at = q->next;
    all->nqueues--;
    q->next = all->spare_queues;
    all->spare_queues = q;
}

/* Puts the message into its queues of these kinds, at the end unless its header was changed while it waited. Returns
 * false if there is no memory; the message is in some of its queues then. */
static bool enqueue(struct pvmi_arrivals *all, struct pvmi_arrived *a, unsigned kinds)
{
    for (unsigned kind = 0; kind < PVMI_QUEUES; kind++) {
        if ((kinds >> kind & 1) == 0)
            continue;
        struct key k = key_of(kind, a->buffer->src, a->buffer->tag, a->buffer->context);
        struct pvmi_queue *q = find_queue(all, &k);
        if (q == NULL)
            q = new_queue(all, &k);
        if (q == NULL)
            return false;
        struct pvmi_arrived *before = q->last, *after = NULL;
        for (; before != NULL && before->number > a->number; before = before->in[kind].previous)
            after = before;
        a->in[kind].queue = q;
        a->in[kind].next = after;
        a->in[kind].previous = before;
        *(before != NULL ? &before->in[kind].next : &q->first) = a;
        *(after != NULL ? &after->in[kind].previous : &q->last) = a;
    }
    return true;
}

static void dequeue(struct pvmi_arrivals *all, struct pvmi_arrived *a)
{
    for (unsigned kind = 0; kind < PVMI_QUEUES; kind++) {
        struct pvmi_queue *q = a->in[kind].queue;
        struct pvmi_arrived *next = a->in[kind].next, *previous = a->in[kind].previous;
        if (q == NULL)
            continue;
        a->in[kind].queue = NULL;
        *(previous != NULL ? &previous->in[kind].next : &q->first) = next;
        *(next != NULL ? &next->in[kind].previous : &q->last) = previous;
        if (q->first == NULL)
            free_queue(all, q);
    }
}

static void drop_index(struct pvmi_arrivals *all)
{
    for (struct pvmi_arrived *a = all->first; a != NULL && all->nqueues > 0; a = a->next)
        dequeue(all, a);
    free(all->buckets);
    all->buckets = NULL;
    all->nbuckets = 0;
    all->kinds = 0;
}

/* All queues are empty: the index is ready for the next message, or goes if it has grown. */
static void clear_index(struct pvmi_arrivals *all)
{
    if (all->nbuckets > FIRST_BUCKETS)
        drop_index(all);
    all->kinds = 0;
}

/* Adds the queues of this kind. If there is no memory, there is no index, and searches look at every message. */
static void add_to_index(struct pvmi_arrivals *all, unsigned kind)
{
    bool whole = true;
    if (all->buckets == NULL) {
        all->buckets = calloc(FIRST_BUCKETS, sizeof(struct pvmi_queue *));
        if (all->buckets == NULL)
            return;
        all->nbuckets = FIRST_BUCKETS;
    }
    all->kinds |= 1u << kind;
    for (struct pvmi_arrived *a = all->first; a != NULL && whole; a = a->next)
        whole = a->buffer == NULL || enqueue(all, a, 1u << kind);
    if (!whole)
        drop_index(all);
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

int pvmi_arrived_add(struct pvmi_arrivals *all, struct pvmi_buf *b)
{
    struct pvmi_arrived *a = all->spare;
    if (a != NULL)
        all->spare = a->next;
    else
        a = malloc(sizeof *a);
    if (a == NULL)
        return PvmNoMem;
    *a = (struct pvmi_arrived){.buffer = b, .number = all->numbers++, .previous = all->last};
    b->arrived = a;
    *(all->last != NULL ? &all->last->next : &all->first) = a;
    all->last = a;
    if (all->unpassed == NULL)
        all->unpassed = a;
    if (all->fresh == NULL)
        all->fresh = a;
    all->waiting++;
    if (all->kinds != 0 && !enqueue(all, a, all->kinds))
        drop_index(all);
    return 0;
}

static void unlink_entry(struct pvmi_arrivals *all, struct pvmi_arrived *a)
{
    if (all->unpassed == a)
        all->unpassed = a->next;
    if (all->fresh == a)
        all->fresh = a->next;
    *(a->previous != NULL ? &a->previous->next : &all->first) = a->next;
    *(a->next != NULL ? &a->next->previous : &all->last) = a->previous;
    a->next = all->spare;
    all->spare = a;
}

void pvmi_arrived_forget(struct pvmi_arrivals *all, struct pvmi_buf *b)
{
    struct pvmi_arrived *a = b->arrived;
    if (a == NULL)
        return;
    b->arrived = NULL;
    a->buffer = NULL;
    all->waiting--;
    if (all->kinds != 0)
        dequeue(all, a);
    if (all->searches > 0)
        all->gone++;
    else
        unlink_entry(all, a);
    if (all->waiting == 0 && all->kinds != 0)
        clear_index(all);
}

void pvmi_arrived_moved(struct pvmi_arrivals *all, struct pvmi_buf *b)
{
    if (b->arrived == NULL || all->kinds == 0)
        return;
    dequeue(all, b->arrived);
    if (!enqueue(all, b->arrived, all->kinds))
        drop_index(all);
}

void pvmi_arrived_sweep(struct pvmi_arrivals *all)
{
    for (struct pvmi_arrived *a = all->first, *next; a != NULL && all->gone > 0; a = next) {
        next = a->next;
        if (a->buffer != NULL)
            continue;
        unlink_entry(all, a);
        all->gone--;
    }
}

struct pvmi_arrived *pvmi_arrived_first(struct pvmi_arrivals *all, int src, int tag, int context)
{
    unsigned kind = (src == -1 ? ANY_SOURCE : 0) | (tag == -1 ? ANY_TAG : 0);
    if ((all->kinds >> kind & 1) == 0 && all->waiting >= INDEX_FROM)
        add_to_index(all, kind);
    if ((all->kinds >> kind & 1) != 0) {
        struct key k = key_of(kind, src, tag, context);
        const struct pvmi_queue *q = find_queue(all, &k);
        return q != NULL ? q->first : NULL;
    }
    for (struct pvmi_arrived *a = all->first; a != NULL; a = a->next) {
        const struct pvmi_buf *b = a->buffer;
        all->looked++;
        if (b != NULL && b->context == context && (src == -1 || src == b->src) && (tag == -1 || tag == b->tag))
            return a;
    }
    return NULL;
}

bool pvmi_arrived_passed(const struct pvmi_arrivals *all, const struct pvmi_arrived *a)
{
    return all->unpassed == NULL || a->number < all->unpassed->number;
}

void pvmi_arrived_free(struct pvmi_arrivals *all)
{
    drop_index(all);
    *(all->last != NULL ? &all->last->next : &all->first) = all->spare;
    for (struct pvmi_arrived *a = all->first, *next; a != NULL; a = next) {
        next = a->next;
        free(a);
    }
    for (struct pvmi_queue *q = all->spare_queues, *next; q != NULL; q = next) {
        next = q->next;
        free(q);
    }
    *all = (struct pvmi_arrivals){.numbers = all->numbers, .looked = all->looked};
}
