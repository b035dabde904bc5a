/* arena.c - see arena.h. Next fit with merging of free neighbours: in a steady exchange the block just given back is the
 * next one taken, so memory stays as small as what is under way. */
#include "arena.h"

#include <stddef.h>

/* Blocks looked at before new room is taken at the top: keeps a sender with many messages under way from searching all. */
#define ARENA_STEPS 64

static struct arena_block *block_at(const struct arena *a, uint64_t offset)
{
    return (struct arena_block *)(void *)(a->base + offset);
}

static uint32_t refs_of(struct arena_block *b)
{
    return __atomic_load_n(&b->refs, __ATOMIC_ACQUIRE);
}

void arena_init(struct arena *a, unsigned char *base, uint64_t room_bytes)
{
    a->base = base;
    a->room_bytes = room_bytes;
    a->top = 0;
    a->rover = 0;
}

static uint64_t take(struct arena *a, uint64_t offset, uint64_t need)
{
    struct arena_block *b = block_at(a, offset);
    if (b->size_bytes > need) {
        struct arena_block *rest = block_at(a, offset + need);
        rest->size_bytes = b->size_bytes - need;
        rest->magic = ARENA_BLOCK_MAGIC;
        __atomic_store_n(&rest->refs, 0, __ATOMIC_RELEASE);
        b->size_bytes = need;
    }
    a->rover = offset;
    __atomic_store_n(&b->refs, 1, __ATOMIC_RELEASE);
    return offset + sizeof *b;
}

/* A free block of at least `need`, looking at most `steps` blocks far; free neighbours become one. */
static bool find(struct arena *a, uint64_t need, int steps, uint64_t *found)
{
    uint64_t at = a->rover < a->top ? a->rover : 0;
    bool wrapped = false;
    while (steps-- > 0 && a->top > 0) {
        struct arena_block *b = block_at(a, at);
        if (refs_of(b) == 0) {
            uint64_t next = at + b->size_bytes;
            while (next < a->top && refs_of(block_at(a, next)) == 0) {
                b->size_bytes += block_at(a, next)->size_bytes;
                next = at + b->size_bytes;
            }
            if (b->size_bytes >= need) {
                *found = at;
                return true;
            }
            if (next == a->top) { /* the last one: give it back to the top */
                a->top = at;
                at = 0;
                if (wrapped)
                    return false;
                wrapped = true;
                continue;
            }
        }
        at += b->size_bytes;
        if (at >= a->top) {
            if (wrapped)
                return false;
            wrapped = true;
            at = 0;
        }
    }
    a->rover = at < a->top ? at : 0;
    return false;
}

uint64_t arena_new(struct arena *a, uint64_t len_bytes)
{
    uint64_t need = (len_bytes + sizeof(struct arena_block) + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    uint64_t at = 0;
    if (find(a, need, ARENA_STEPS, &at))
        return take(a, at, need);
    if (a->room_bytes - a->top < need) {
        a->rover = 0;
        return find(a, need, INT32_MAX, &at) ? take(a, at, need) : 0;
    }
    at = a->top;
    struct arena_block *b = block_at(a, at);
    b->size_bytes = need;
    b->magic = ARENA_BLOCK_MAGIC;
    a->top += need;
    return take(a, at, need);
}

void arena_hold(unsigned char *base, uint64_t offset)
{
    struct arena_block *b = (struct arena_block *)(void *)(base + offset) - 1;
    __atomic_add_fetch(&b->refs, 1, __ATOMIC_ACQ_REL);
}

void arena_release(unsigned char *base, uint64_t offset)
{
    struct arena_block *b = (struct arena_block *)(void *)(base + offset) - 1;
    if (refs_of(b) > 0)
        __atomic_sub_fetch(&b->refs, 1, __ATOMIC_ACQ_REL);
}

bool arena_is_body(const unsigned char *base, uint64_t room_bytes, uint64_t offset, uint64_t len_bytes)
{
    if (offset % ARENA_ALIGN != 0 || offset < sizeof(struct arena_block) || offset > room_bytes ||
        len_bytes > room_bytes - offset)
        return false;
    const struct arena_block *b = (const struct arena_block *)(const void *)(base + offset) - 1;
    return b->magic == ARENA_BLOCK_MAGIC && b->size_bytes >= sizeof *b + len_bytes;
}
