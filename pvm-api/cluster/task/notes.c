/* notes.c - room and notes in the task's own arena, and how the daemon gets them. */
#include <unistd.h>

#include "cluster/task/task.h"

#define ROOM_PATIENCE_NS INT64_C(60000000000) /* how long a sender waits for bodies to come back */
#define ROOM_NAP_NS 1000000

/* Bodies come back without a word, so a full arena, which is mostly 4 GB of unread messages, is looked at again and
 * again. */
uint64_t cluster_room(struct cluster_machine *c, uint64_t len_bytes)
{
    mach_ns end = 0;
    if (len_bytes > c->region.header->arena_bytes / 2)
        return 0;
    for (;;) {
        uint64_t at = cluster_body_new(&c->region, &c->arena, c->slot_index, len_bytes);
        if (at != 0 || (end != 0 && cluster_monotonic() > end))
            return at;
        if (end == 0)
            end = cluster_monotonic() + ROOM_PATIENCE_NS;
        c->nap(c, cluster_monotonic() + ROOM_NAP_NS);
    }
}

uint64_t cluster_own_note(struct cluster_machine *c)
{
    uint64_t at = cluster_room(c, sizeof(struct cluster_note));
    if (at != 0)
        cluster_note_begin(&c->region, at, c->slot_index);
    return at;
}

void cluster_tell_daemon(struct cluster_machine *c, uint64_t note)
{
    static const uint64_t one = 1;
    if (cluster_push(&c->region, 0, note))
        (void)!write(c->bell, &one, sizeof one);
}
