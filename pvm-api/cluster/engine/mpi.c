/* mpi.c - messages between nodes by MPI, an engine (engine.h): its begin and end, and what it sends. What it receives
 * is in mpi_look.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cluster/engine/mpi_state.h"

/* ---- sending ----------------------------------------------------------------------------------------------------- */

/* Sends so many bytes of a packet, which is often done at once. */
static bool send_packet(struct engine *e, int to, struct packet *l, size_t bytes)
{
    MPI_Request request;
    int done = 0;
    if (MPI_Isend(l->bytes, (int)bytes, MPI_BYTE, to, TAG_HEAD, e->all, &request) != MPI_SUCCESS) {
        packet_free(e, l);
        return false;
    }
    (void)MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done)
        packet_free(e, l);
    else
        requests_add(e, request, (struct action){HEAD_GOES, to, l, 0});
    return true;
}

/* Sends a body, whose head has gone before. */
static void send_body(struct engine *e, int to, const void *body, uint32_t bytes, uint64_t what)
{
    MPI_Request request;
    if (requests_room(e) && MPI_Isend(body, (int)bytes, MPI_BYTE, to, TAG_BODY, e->all, &request) == MPI_SUCCESS) {
        requests_add(e, request, (struct action){BODY_GOES, to, NULL, what});
        return;
    }
    e->user.failed(e->user.user, to); /* that rank waits for it */
    e->user.sent(e->user.user, what);
}

static bool mpi_send(void *state, int to, const void *head, const void *body, uint32_t body_bytes, uint64_t what)
{
    struct engine *e = state;
    struct peer *p = &e->peers[to];
    bool is_short = body_bytes <= MPI_SHORT_BYTES;
    struct packet *l = !p->gone && requests_room(e) ? packet_new(e) : NULL;
    if (l == NULL)
        return false;
    struct prefix prefix = {p->sent, body_bytes};
    size_t bytes = sizeof prefix + e->user.head_bytes;
    memcpy(l->bytes, &prefix, sizeof prefix);
    memcpy(l->bytes + sizeof prefix, head, e->user.head_bytes);
    if (is_short && body_bytes > 0)
        memcpy(l->bytes + bytes, body, body_bytes);
    if (!send_packet(e, to, l, bytes + (is_short ? body_bytes : 0)))
        return false;
    p->sent++;
    e->events++;
    if (!is_short)
        send_body(e, to, body, body_bytes, what);
    else if (body_bytes > 0)
        e->user.sent(e->user.user, what);
    return true;
}

static enum engine_work mpi_work(const void *state)
{
    const struct engine *e = state;
    return e->under_way > 0 ? ENGINE_WORKS : e->starved ? ENGINE_NEEDS_ROOM : ENGINE_NONE;
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

/* Open MPI 4 sends what it has to say of a dead rank to its mpirun, which reads it after it has freed it (4.1.4):
 * garbage in 1 of 20 deaths on a crowded computer, and at times the end of mpirun and of all nodes. pvmnode says who is
 * gone. This is what mpirun --mca orte_execute_quiet 1 sets, which would also hide why an MPI cannot begin; MPI_T
 * refuses to set it later. NULL in another MPI. */
extern bool orte_execute_quiet __attribute__((weak));

static void *mpi_open(const struct engine_user *user, int *rank, int *ranks)
{
    struct engine *e = calloc(1, sizeof *e);
    /* Open MPI 5 goes on asking a dead rank for the rest of a long message, and crashes; so it sends unasked. */
    if (getenv("OMPI_MCA_mpi_ft_enable") != NULL)
        (void)setenv("OMPI_MCA_btl_tcp_flags", "send", 0);
    if (e == NULL || MPI_Init(NULL, NULL) != MPI_SUCCESS) {
        fprintf(stderr, "pvmnode: MPI cannot begin\n");
        free(e);
        return NULL;
    }
    if (&orte_execute_quiet != NULL)
        orte_execute_quiet = true;
    (void)MPI_Comm_dup(MPI_COMM_WORLD, &e->all);
    (void)MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    (void)MPI_Comm_set_errhandler(e->all, MPI_ERRORS_RETURN);
    (void)MPI_Comm_rank(e->all, rank);
    (void)MPI_Comm_size(e->all, ranks);
    e->user = *user;
    e->ranks = *ranks;
    e->peers = calloc((size_t)*ranks, sizeof *e->peers);
    for (int i = 0; i < HEADS && e->peers != NULL; i++)
        mpi_listen(e);
    return e->peers != NULL ? e : NULL;
}

static bool mpi_exchange(void *state, const void *mine, void *all, int bytes)
{
    struct engine *e = state;
    return MPI_Allgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, e->all) == MPI_SUCCESS;
}

static bool sends(const struct engine *e)
{
    for (int i = 0; i < e->n; i++)
        if (e->actions[i].deed == HEAD_GOES || e->actions[i].deed == BODY_GOES)
            return true;
    return false;
}

/* MPI_Finalize of MPICH 4.0 above UCX's tcp hangs in one of six runs of three ranks if one of them comes late: that one
 * waits for those that do not look any more. So only its launcher is told, in the words of PMI-1; Slurm need not be. */
static void finalize(struct engine *e)
{
#ifdef MPICH_VERSION
    static const char words[] = "cmd=finalize\n";
    const char *fd = getenv("PMI_FD");
    char answer[64];
    (void)e;
    if (fd != NULL && getenv("HYDI_CONTROL_FD") != NULL && write(atoi(fd), words, sizeof words - 1) > 0)
        (void)!read(atoi(fd), answer, sizeof answer);
#else
    (void)MPI_Comm_free(&e->all);
    (void)MPI_Finalize();
#endif
}

/* An MPI may wait at its end for all that has been sent, so everybody receives until everybody has sent. */
static void mpi_close(void *state)
{
    struct engine *e = state;
    MPI_Request all_have;
    int done = 0;
    while (sends(e))
        (void)mpi_look(e);
    if (MPI_Ibarrier(e->all, &all_have) != MPI_SUCCESS)
        return;
    while (!done && MPI_Test(&all_have, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS)
        (void)mpi_look(e);
    for (int i = 0; i < e->n; i++) {
        (void)MPI_Cancel(&e->requests[i]);
        (void)MPI_Wait(&e->requests[i], MPI_STATUS_IGNORE);
    }
    finalize(e);
}

__attribute__((visibility("default"))) extern const struct engine_ops cluster_engine;
const struct engine_ops cluster_engine = {.version = ENGINE_VERSION,
                                          .size = sizeof(struct engine_ops),
                                          .name = CLUSTER_MPI_NAME,
                                          .open = mpi_open,
                                          .exchange = mpi_exchange,
                                          .send = mpi_send,
                                          .look = mpi_look,
                                          .work = mpi_work,
                                          .forget = mpi_forget,
                                          .close = mpi_close};
