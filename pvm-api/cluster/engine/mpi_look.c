/* mpi_look.c - how the engine for MPI goes on: what has come, and what has been sent. */
#include <stdlib.h>
#include <string.h>

#include "cluster/engine/mpi_state.h"

#ifdef OPEN_MPI
#include <mpi-ext.h> /* says whether it has OMPI_HAVE_MPI_EXT_FTMPI */
#endif

void mpi_listen(struct engine *e)
{
    MPI_Request request;
    struct packet *l = requests_room(e) ? packet_new(e) : NULL;
    if (l == NULL)
        return;
    if (MPI_Irecv(l->bytes, packet_bytes(e), MPI_BYTE, MPI_ANY_SOURCE, TAG_HEAD, e->all, &request) == MPI_SUCCESS)
        requests_add(e, request, (struct action){HEAD_COMES, -1, l, 0});
    else
        packet_free(e, l);
}

/* ---- messages that come ------------------------------------------------------------------------------------------ */

static struct prefix prefix_of(const struct packet *l)
{
    struct prefix p;
    memcpy(&p, l->bytes, sizeof p);
    return p;
}

/* Finds room for the body, and receives it if it comes by itself. Returns false if there is no room now. */
static bool begin(struct engine *e, int from, struct packet *l)
{
    MPI_Request request;
    struct prefix prefix = prefix_of(l);
    const unsigned char *head = l->bytes + sizeof prefix;
    bool is_short = prefix.body_bytes <= MPI_SHORT_BYTES;
    void *to = requests_room(e) ? e->user.begin(e->user.user, from, head, prefix.body_bytes, &l->what) : NULL;
    if (to == NULL)
        return false;
    e->peers[from].begun++;
    if (is_short) {
        if (prefix.body_bytes > 0)
            memcpy(to, head + e->user.head_bytes, prefix.body_bytes);
        l->state = COMPLETE;
    } else if (MPI_Irecv(to, (int)prefix.body_bytes, MPI_BYTE, from, TAG_BODY, e->all, &request) == MPI_SUCCESS) {
        requests_add(e, request, (struct action){BODY_COMES, from, l, 0});
        l->state = BEGUN;
    } else {
        l->state = LOST;
        e->user.failed(e->user.user, from);
    }
    return true;
}

/* Begins all that can begin, and gives on all that is complete, in order. */
static void go_on(struct engine *e, int from)
{
    struct peer *p = &e->peers[from];
    for (struct packet *l = p->first; l != NULL; l = l->next) {
        if (l->state != CAME)
            continue;
        if (prefix_of(l).number != p->begun)
            break;
        if (!begin(e, from, l)) {
            e->starved = true;
            break;
        }
    }
    while (p->first != NULL && p->first->state == COMPLETE) {
        struct packet *l = p->first;
        uint64_t what = l->what;
        p->first = l->next;
        packet_free(e, l);
        e->events++;
        e->user.arrived(e->user.user, from, what);
    }
}

/* A message of a rank that is gone, or has been told to leave: its body is received all the same, as the sender may
 * live on, and end only when it has sent all. */
static void swallow(struct engine *e, int from, struct packet *l)
{
    MPI_Request request;
    uint32_t bytes = prefix_of(l).body_bytes;
    void *to = bytes > MPI_SHORT_BYTES && requests_room(e) ? malloc(bytes) : NULL;
    packet_free(e, l);
    if (to == NULL)
        return;
    if (MPI_Irecv(to, (int)bytes, MPI_BYTE, from, TAG_BODY, e->all, &request) == MPI_SUCCESS)
        requests_add(e, request, (struct action){BODY_WASTES, from, NULL, (uint64_t)(uintptr_t)to});
    else
        free(to);
}

/* MPI keeps the order in which receives match, but not that in which they end. */
static void head_came(struct engine *e, int from, struct packet *l)
{
    struct peer *p = &e->peers[from];
    struct packet **at = &p->first;
    if (p->gone) {
        swallow(e, from, l);
        return;
    }
    while (*at != NULL && (int32_t)(prefix_of(*at).number - prefix_of(l).number) < 0)
        at = &(*at)->next;
    l->state = CAME;
    l->next = *at;
    *at = l;
    go_on(e, from);
}

static void body_came(struct engine *e, int from, struct packet *l, bool whole)
{
    if (e->peers[from].gone) {
        e->user.dropped(e->user.user, l->what);
        packet_free(e, l);
        return;
    }
    l->state = whole ? COMPLETE : LOST;
    if (whole)
        go_on(e, from);
}

/* ---- requests that are done -------------------------------------------------------------------------------------- */

static void finished(struct engine *e, const struct action *a, int source, bool good)
{
    if (a->rank >= 0 && !e->peers[a->rank].gone) {
        e->peers[a->rank].under_way--;
        e->under_way--;
    }
    switch (a->deed) {
    case HEAD_COMES:
        mpi_listen(e);
        if (good)
            head_came(e, source, a->packet);
        else
            packet_free(e, a->packet);
        break;
    case BODY_COMES:
        body_came(e, a->rank, a->packet, good);
        break;
    case BODY_WASTES:
        free((void *)(uintptr_t)a->what);
        break;
    case HEAD_GOES:
        packet_free(e, a->packet);
        break;
    case BODY_GOES:
        e->events++;
        e->user.sent(e->user.user, a->what);
        break;
    }
    if (!good && a->rank >= 0 && !e->peers[a->rank].gone)
        e->user.failed(e->user.user, a->rank);
}

#ifdef OMPI_HAVE_MPI_EXT_FTMPI
/* Finds which ranks this MPI knows to have died. Until that is done, it receives nothing from any rank. */
static void acknowledge(struct engine *e)
{
    MPI_Group dead, whole;
    int n = 0;
    if (MPIX_Comm_failure_ack(e->all) != MPI_SUCCESS || MPIX_Comm_failure_get_acked(e->all, &dead) != MPI_SUCCESS)
        return;
    (void)MPI_Comm_group(e->all, &whole);
    (void)MPI_Group_size(dead, &n);
    for (int i = 0; i < n; i++) {
        int rank = MPI_UNDEFINED;
        (void)MPI_Group_translate_ranks(dead, 1, &i, whole, &rank);
        if (rank != MPI_UNDEFINED && !e->peers[rank].gone)
            e->user.failed(e->user.user, rank);
    }
    (void)MPI_Group_free(&dead);
    (void)MPI_Group_free(&whole);
}

/* A receive from any rank goes on when it has said that one of them has died. */
static bool is_under_way(int error)
{
    int class = MPI_SUCCESS;
    return MPI_Error_class(error, &class) == MPI_SUCCESS && class == MPIX_ERR_PROC_FAILED_PENDING;
}
#else
static void acknowledge(struct engine *e)
{
    (void)e;
}

static bool is_under_way(int error)
{
    (void)error;
    return false;
}
#endif

/* Takes the requests that are done out of the list. */
static void take_out(struct engine *e, int done)
{
    int n = 0;
    for (int i = 0; i < done; i++)
        e->done[i] = e->actions[e->indices[i]];
    for (int i = 0; i < e->n; i++)
        if (e->requests[i] != MPI_REQUEST_NULL) {
            e->requests[n] = e->requests[i];
            e->actions[n++] = e->actions[i];
        }
    e->n = n;
}

static void look_for_room(struct engine *e)
{
    e->starved = false;
    for (int i = 0; i < e->ranks; i++)
        if (e->peers[i].first != NULL)
            go_on(e, i);
}

int mpi_look(void *state)
{
    struct engine *e = state;
    int done = 0;
    if (e->starved)
        look_for_room(e);
    bool good = MPI_Testsome(e->n, e->requests, &done, e->indices, e->statuses) == MPI_SUCCESS;
    if (done > 0 && done != MPI_UNDEFINED)
        take_out(e, done);
    else
        done = 0;
    /* What is called may send, which makes the lists longer. */
    for (int i = 0; i < done; i++) {
        struct action a = e->done[i];
        MPI_Status status = e->statuses[i];
        if (!good && is_under_way(status.MPI_ERROR))
            continue;
        finished(e, &a, status.MPI_SOURCE, good || status.MPI_ERROR == MPI_SUCCESS);
    }
    if (!good)
        acknowledge(e);
    int events = e->events;
    e->events = 0;
    return events;
}

/* Bodies that MPI may still write stay where they are until it says that it does not; of a dead rank, to the end. */
void mpi_forget(void *state, int rank)
{
    struct engine *e = state;
    struct peer *p = &e->peers[rank];
    if (p->gone)
        return;
    p->gone = true;
    e->under_way -= p->under_way;
    while (p->first != NULL) {
        struct packet *l = p->first;
        p->first = l->next;
        if (l->state == COMPLETE || l->state == LOST)
            e->user.dropped(e->user.user, l->what);
        if (l->state == CAME)
            swallow(e, rank, l);
        else if (l->state != BEGUN)
            packet_free(e, l);
    }
}
