/* frames.c - the frames that a task holds (machine.h): new ones with a body in its own arena, and those that have
 * arrived, whose bodies are copied and given back. */
#include "carriers/slots/task/task.h"

#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

/* All zero. NULL: no memory. */
static struct held_frame *new_held(struct carrier_machine *c)
{
    struct held_frame *h = c->spare;
    if (h != NULL)
        c->spare = h->next;
    else
        h = malloc(sizeof *h);
    if (h != NULL)
        *h = (struct held_frame){0};
    return h;
}

static void free_held(struct carrier_machine *c, struct held_frame *h)
{
    h->next = c->spare;
    c->spare = h;
}

void carrier_free_spares(struct carrier_machine *c)
{
    for (struct held_frame *h; (h = c->spare) != NULL;) {
        c->spare = h->next;
        free(h);
    }
}

int carrier_frame_new(void *m, uint32_t len_bytes, struct mach_frame **out)
{
    struct carrier_machine *c = m;
    if (len_bytes > CARRIER_MAX_BODY)
        return PvmNoMem;
    struct held_frame *h = new_held(c);
    if (h == NULL)
        return PvmNoMem;
    if (len_bytes > 0) {
        h->offset = arena_new(&c->arena, len_bytes);
        if (h->offset == 0) {
            free_held(c, h);
            return PvmNoMem;
        }
        arena_keep(c->arena.base, h->offset);
        h->f.body = c->arena.base + h->offset;
    }
    h->f.len_bytes = len_bytes;
    *out = &h->f;
    return 0;
}

void carrier_frame_drop(void *m, struct mach_frame *f)
{
    struct carrier_machine *c = m;
    struct held_frame *h = (struct held_frame *)f;
    if (h->offset != 0)
        arena_drop(c->arena.base, h->offset);
    else
        free(f->body);
    free_held(c, h);
}

/* An arrived body is not needed any more. Its count is in memory that is not ours: the simulator is told with the next
 * hand-over, before which no more can arrive than there is room for. The inbox is the simulator's to fill anew. */
void carrier_give_back(struct carrier_machine *c, const struct carrier_frame *a)
{
    struct carrier_slot *s = c->slot;
    if (a->offset == 0 || a->arena == CARRIER_INBOX || s->nread >= CARRIER_READ)
        return;
    s->read[s->nread] = (struct carrier_read){.arena = a->arena, .offset = a->offset};
    s->nread++;
}

/* An arrived body, in memory of our own. False: there is none, or no address space. */
static bool copy_body(struct carrier_machine *c, const struct carrier_frame *a, unsigned char **into)
{
    bool here = a->arena == CARRIER_INBOX;
    const unsigned char *from = here ? c->slot->inbox + a->offset : carrier_look_at(c, a);
    unsigned char *copy = from != NULL ? malloc(a->len_bytes) : NULL;
    if (copy != NULL)
        memcpy(copy, from, a->len_bytes);
    if (from != NULL && !here)
        carrier_look_away(c, a, from);
    *into = copy;
    return copy != NULL;
}

int carrier_take(struct carrier_machine *c, const struct carrier_frame *a, struct mach_frame **out)
{
    struct held_frame *h = new_held(c);
    if (h == NULL)
        return PvmNoMem;
    if (a->len_bytes > 0 && !copy_body(c, a, &h->f.body)) {
        free_held(c, h);
        return PvmNoMem;
    }
    carrier_give_back(c, a);
    h->f.src_tid = a->src_tid;
    h->f.dst_tid = a->dst_tid;
    h->f.tag = a->tag;
    h->f.context = a->context;
    h->f.encoding = a->encoding;
    h->f.wid = a->wid;
    h->f.len_bytes = a->len_bytes;
    h->f.arrived = a->t_ns;
    h->f.earlier = a->earlier != 0;
    h->f.behind = a->behind != 0;
    h->serial = a->serial;
    *out = &h->f;
    return 0;
}

int carrier_into_arena(struct carrier_machine *c, struct held_frame *h)
{
    if (h->offset != 0 || h->f.len_bytes == 0)
        return 0;
    uint64_t offset = arena_new(&c->arena, h->f.len_bytes);
    if (offset == 0)
        return PvmNoMem;
    arena_keep(c->arena.base, offset);
    memcpy(c->arena.base + offset, h->f.body, h->f.len_bytes);
    free(h->f.body);
    h->f.body = c->arena.base + offset;
    h->offset = offset;
    return 0;
}
