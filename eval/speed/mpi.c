/* mpi.c - the patterns of pattern.c in MPI, for SMPI and SST/macro: the same messages between the same tasks. Rank 0 is
 * the first task; there is no master. It is C++, too, and has no variables outside of functions: under SST/macro the
 * ranks are threads of one program. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_DATA = 2, TAG_UP = 10, TAG_DOWN };

static void pingpong(int me, int ntasks, int size, int rounds)
{
    char *bytes = (char *)calloc(1, (size_t)size + 1);

    for (int r = 0; bytes && r < rounds * 2; r++) {
        if (r % 2 == me)
            MPI_Send(bytes, size, MPI_BYTE, 1 - me, TAG_DATA, MPI_COMM_WORLD);
        else
            MPI_Recv(bytes, size, MPI_BYTE, 1 - me, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    free(bytes);
}

/* Each sends to all others, its successor first, then receives one from each, whoever is first. */
static void alltoall(int me, int ntasks, int size, int rounds)
{
    char *bytes = (char *)calloc(1, (size_t)size + 1), *received = (char *)calloc(1, (size_t)size + 1);
    MPI_Request *sent = (MPI_Request *)malloc((size_t)ntasks * sizeof *sent);

    for (int r = 0; bytes && received && sent && r < rounds; r++) {
        for (int i = 1; i < ntasks; i++)
            MPI_Isend(bytes, size, MPI_BYTE, (me + i) % ntasks, TAG_DATA + r % 2, MPI_COMM_WORLD, &sent[i - 1]);
        for (int i = 1; i < ntasks; i++)
            MPI_Recv(received, size, MPI_BYTE, MPI_ANY_SOURCE, TAG_DATA + r % 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Waitall(ntasks - 1, sent, MPI_STATUSES_IGNORE);
    }
    free(sent);
    free(received);
    free(bytes);
}

static void barrier(int me, int ntasks, int size, int rounds)
{
    for (int r = 0; r <= rounds; r++)
        MPI_Barrier(MPI_COMM_WORLD);
}

/* PVM's pvm_send is done when the message is on its way: a send that waits for nobody. */
static void send_row(int ntasks, int to, double *row, int n, int tag, MPI_Request *sent)
{
    *sent = MPI_REQUEST_NULL;
    if (to >= 0 && to < ntasks)
        MPI_Isend(row, n, MPI_DOUBLE, to, tag, MPI_COMM_WORLD, sent);
}

static void receive_row(int ntasks, int from, double *row, int n, int tag)
{
    if (from >= 0 && from < ntasks)
        MPI_Recv(row, n, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void jacobi(int me, int ntasks, int n, int rounds)
{
    size_t side = (size_t)n;
    int rows = n / ntasks;
    double *before = (double *)calloc((size_t)(rows + 2) * side, sizeof *before);
    double *after = (double *)calloc((size_t)(rows + 2) * side, sizeof *after);

    for (int c = 0; before && after && me == 0 && c < n; c++)
        before[c] = after[c] = 1;
    for (int r = 0; before && after && r < rounds; r++) {
        MPI_Request sent[2];
        send_row(ntasks, me - 1, before + n, n, TAG_UP, &sent[0]);
        send_row(ntasks, me + 1, before + (size_t)rows * side, n, TAG_DOWN, &sent[1]);
        receive_row(ntasks, me - 1, before, n, TAG_DOWN);
        receive_row(ntasks, me + 1, before + (size_t)(rows + 1) * side, n, TAG_UP);
        MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
        for (int y = 1; y <= rows; y++)
            for (int x = 1; x < n - 1; x++) {
                size_t at = (size_t)y * side + (size_t)x;
                after[at] = 0.25 * (before[at - 1] + before[at + 1] + before[at - side] + before[at + side]);
            }
        double *swapped = before;
        before = after;
        after = swapped;
    }
    free(before);
    free(after);
}

static void start(int me, int ntasks, int size, int rounds)
{
}

static const struct pattern {
    const char *name;
    void (*work)(int me, int ntasks, int size, int rounds);
} patterns[] = {
    {"pingpong", pingpong}, {"alltoall", alltoall}, {"barrier", barrier}, {"jacobi", jacobi}, {"start", start}};

int main(int argc, char **argv)
{
    int me, ntasks;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ntasks);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (size_t i = 0; argc == 4 && i < sizeof patterns / sizeof patterns[0]; i++)
        if (strcmp(argv[1], patterns[i].name) == 0)
            patterns[i].work(me, ntasks, atoi(argv[2]), atoi(argv[3]));
    MPI_Finalize();
    return 0;
}
