/* arena.c - see arena.h. Next fit with merging of free neighbours: in a steady exchange the block just given back is
 * the next one taken, so memory stays as small as what is under way. */
#include "arena.h"

#include <stddef.h>
#include <stdlib.h>

/* Blocks looked at before new room is taken at the top: keeps a sender with many messages under way from searching
 * all. */
#define ARENA_STEPS 64
#define ARENA_LONG_BYTES (UINT64_C(1) << 20)

struct arena_node {
    uint64_t offset, size_bytes;
    struct arena_node *next; /* the block behind it, NULL for the last */
    bool is_bare;            /* it is free, and its memory has been given back */
};

static struct arena_block *block_of(const struct arena *a, const struct arena_node *n)
{
    return (struct arena_block *)(void *)(a->base + n->offset);
}

static bool is_free(const struct arena *a, const struct arena_node *n)
{
    return __atomic_load_n(&block_of(a, n)->refs, __ATOMIC_ACQUIRE) == 0;
}

static void write_header(const struct arena *a, const struct arena_node *n, uint32_t refs)
{
    struct arena_block *b = block_of(a, n);
    b->size_bytes = n->size_bytes;
    b->magic = ARENA_BLOCK_MAGIC;
    __atomic_store_n(&b->refs, refs, __ATOMIC_RELEASE);
}

void arena_init(struct arena *a, unsigned char *base, uint64_t room_bytes)
{
    *a = (struct arena){.base = base, .room_bytes = room_bytes};
}

void arena_end(struct arena *a)
{
    for (struct arena_node *n = a->first, *next; n != NULL; n = next) {
        next = n->next;
        free(n);
    }
    a->first = a->last = a->rover = NULL;
    a->top = 0;
}

/* One block of n and the free ones behind it. */
static void merge(struct arena *a, struct arena_node *n)
{
    for (struct arena_node *next; (next = n->next) != NULL && is_free(a, next);) {
        n->size_bytes += next->size_bytes;
        n->is_bare &= next->is_bare;
        n->next = next->next;
        if (a->last == next)
            a->last = n;
        if (a->rover == next)
            a->rover = n;
        free(next);
    }
}

/* A free block of at least `need`, looking at most `steps` blocks far from the last one taken, and round once. */
static struct arena_node *find(struct arena *a, uint64_t need, int steps)
{
    bool wrapped = false;
    for (struct arena_node *n = a->rover; n != NULL && steps > 0; steps--) {
        if (is_free(a, n)) {
            merge(a, n);
            if (n->size_bytes >= need)
                return n;
        }
        n = n->next;
        if (n == NULL && !wrapped) {
            wrapped = true;
            n = a->first;
        }
    }
    return NULL;
}

/* Leave what is too much of it as a free block behind it; if there is no memory to note that, it stays too large. */
static uint64_t take(struct arena *a, struct arena_node *n, uint64_t need)
{
    struct arena_node *rest = n->size_bytes > need ? malloc(sizeof *rest) : NULL;
    if (rest != NULL) {
        *rest = (struct arena_node){n->offset + need, n->size_bytes - need, n->next, n->is_bare};
        n->size_bytes = need;
        n->next = rest;
        if (a->last == n)
            a->last = rest;
        write_header(a, rest, 0);
    }
    n->is_bare = false;
    write_header(a, n, 1);
    a->rover = n;
    return n->offset + sizeof(struct arena_block);
}

/* A new block at the top, or the free last one made larger. NULL: no room, no memory. */
static struct arena_node *grow(struct arena *a, uint64_t need)
{
    struct arena_node *n = a->last;
    uint64_t have = n != NULL && is_free(a, n) ? n->size_bytes : 0;
    if (have >= need)
        return n;
    if (a->room_bytes - a->top < need - have)
        return NULL;
    if (have == 0) {
        n = malloc(sizeof *n);
        if (n == NULL)
            return NULL;
        *n = (struct arena_node){a->top, 0, NULL, false};
        *(a->last != NULL ? &a->last->next : &a->first) = n;
        a->last = n;
    }
    a->top += need - have;
    n->size_bytes = need;
    return n;
}

uint64_t arena_new(struct arena *a, uint64_t len_bytes)
{
    uint64_t need = (len_bytes + sizeof(struct arena_block) + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    struct arena_node *n = find(a, need, ARENA_STEPS);
    if (n == NULL)
        n = grow(a, need);
    if (n == NULL) {
        a->rover = a->first;
        n = find(a, need, INT32_MAX);
    }
    return n != NULL ? take(a, n, need) : 0;
}

void arena_trim(struct arena *a, void (*give_back)(unsigned char *from, uint64_t len_bytes))
{
    for (struct arena_node *n = a->first; n != NULL; n = n->next) {
        if (!is_free(a, n))
            continue;
        merge(a, n);
        if (n->size_bytes >= ARENA_LONG_BYTES && !n->is_bare)
            give_back(a->base + n->offset + sizeof(struct arena_block), n->size_bytes - sizeof(struct arena_block));
        n->is_bare |= n->size_bytes >= ARENA_LONG_BYTES;
    }
}

void arena_hold(unsigned char *base, uint64_t offset)
{
    struct arena_block *b = (struct arena_block *)(void *)(base + offset) - 1;
    __atomic_add_fetch(&b->refs, 1, __ATOMIC_ACQ_REL);
}

void arena_release(unsigned char *base, uint64_t offset)
{
    struct arena_block *b = (struct arena_block *)(void *)(base + offset) - 1;
    if ((__atomic_load_n(&b->refs, __ATOMIC_ACQUIRE) & ~ARENA_OWNER) > 0)
        __atomic_sub_fetch(&b->refs, 1, __ATOMIC_ACQ_REL);
}

void arena_keep(unsigned char *base, uint64_t offset)
{
    struct arena_block *b = (struct arena_block *)(void *)(base + offset) - 1;
    __atomic_store_n(&b->refs, ARENA_OWNER, __ATOMIC_RELEASE);
}

void arena_drop(unsigned char *base, uint64_t offset)
{
    struct arena_block *b = (struct arena_block *)(void *)(base + offset) - 1;
    __atomic_and_fetch(&b->refs, ~ARENA_OWNER, __ATOMIC_ACQ_REL);
}

bool arena_is_body(const unsigned char *base, uint64_t room_bytes, uint64_t offset, uint64_t len_bytes)
{
    if (offset % ARENA_ALIGN != 0 || offset < sizeof(struct arena_block) || offset > room_bytes ||
        len_bytes > room_bytes - offset)
        return false;
    const struct arena_block *b = (const struct arena_block *)(const void *)(base + offset) - 1;
    return b->magic == ARENA_BLOCK_MAGIC && b->size_bytes >= sizeof *b + len_bytes;
}
