/* mpi_packets.c - the packets and requests of the engine for MPI. */
#include <stdlib.h>
#include <string.h>

#include "cluster/engine/mpi_state.h"

int packet_bytes(const struct engine *e)
{
    return (int)(sizeof(struct prefix) + e->user.head_bytes + MPI_SHORT_BYTES);
}

struct packet *packet_new(struct engine *e)
{
    struct packet *l = e->unused;
    if (l != NULL)
        e->unused = l->next;
    else
        l = malloc(sizeof *l + (size_t)packet_bytes(e));
    return l;
}

void packet_free(struct engine *e, struct packet *l)
{
    l->next = e->unused;
    e->unused = l;
}

static bool grow(void *list, size_t bytes)
{
    void *old, *more;
    memcpy(&old, list, sizeof old);
    more = realloc(old, bytes);
    if (more != NULL)
        memcpy(list, &more, sizeof more);
    return more != NULL;
}

bool requests_room(struct engine *e)
{
    size_t room = (size_t)e->room * 2 + 2 * HEADS;
    if (e->n < e->room)
        return true;
    if (!grow(&e->requests, room * sizeof *e->requests) || !grow(&e->actions, room * sizeof *e->actions) ||
        !grow(&e->done, room * sizeof *e->done) || !grow(&e->statuses, room * sizeof *e->statuses) ||
        !grow(&e->indices, room * sizeof *e->indices))
        return false;
    e->room = (int)room;
    return true;
}

void requests_add(struct engine *e, MPI_Request request, struct action a)
{
    e->requests[e->n] = request;
    e->actions[e->n++] = a;
    if (a.rank >= 0 && !e->peers[a.rank].gone) {
        e->peers[a.rank].under_way++;
        e->under_way++;
    }
}
