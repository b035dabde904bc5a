/* arena.h - message bodies in shared memory: the owner of an arena makes them, anyone who holds a reference gives it
 * back.
 *
 * Before each body stands a small header with the count of its references; a block without any is free again. Where the
 * blocks are, the owner keeps in memory of its own: what other processes write here can spoil a message, never the
 * owner. */
#ifndef ARENA_H
#define ARENA_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARENA_BLOCK_MAGIC 0xb10cu
#define ARENA_ALIGN 64u
#define ARENA_OWNER 0x80000000u /* in refs: the arena's owner has the body */

struct arena_block {
    uint64_t size_bytes; /* of the whole block, this header included; for the simulator's check of a task's word */
    uint32_t refs;
    uint32_t magic;
    unsigned char padding[48];
};

struct arena_node; /* one block, as the owner knows it; arena.c */

/* The owner's own view; not shared. */
struct arena {
    unsigned char *base;
    uint64_t room_bytes; /* address space behind base */
    uint64_t top;        /* blocks fill [0, top) */
    struct arena_node *first, *last;
    struct arena_node *rover; /* the block taken last: the next search begins there */
};

/* base: room_bytes of shared memory. */
void arena_init(struct arena *a, unsigned char *base, uint64_t room_bytes);

/* Forget the blocks; the memory stays as it is. */
void arena_end(struct arena *a);

/* Room for len_bytes with one reference. The offset of its first byte (never 0), or 0 if the arena is full. */
uint64_t arena_new(struct arena *a, uint64_t len_bytes);

/* Tells of each long stretch that nobody uses, once, so that its memory may be given back: it may read as anything from
 * then on. Looks at all blocks. */
void arena_trim(struct arena *a, void (*give_back)(unsigned char *from, uint64_t len_bytes));

/* One reference more, or less, of the body at `offset` of the arena that starts at base; from any process. */
void arena_hold(unsigned char *base, uint64_t offset);
void arena_release(unsigned char *base, uint64_t offset);

/* The one reference of a new body is its owner's, and told from all others: whoever has an arena whose owner is gone
 * knows that nobody will give it back. drop: the owner gives it back. */
void arena_keep(unsigned char *base, uint64_t offset);
void arena_drop(unsigned char *base, uint64_t offset);

/* Is there a body of at least len_bytes at this offset, as far as its header can tell? Reads nothing outside the
 * arena. */
bool arena_is_body(const unsigned char *base, uint64_t room_bytes, uint64_t offset, uint64_t len_bytes);

#ifdef __cplusplus
}
#endif

#endif
