/* pair_mpi.c - what pair.c does, in MPI: pair_mpi SIZE ROUNDS, for ranks 0 and 1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    int me, size, rounds;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    size = argc == 3 ? atoi(argv[1]) : 0;
    rounds = argc == 3 ? atoi(argv[2]) : 1;
    char *bytes = calloc(1, (size_t)size + 1);
    double *times = calloc((size_t)rounds, sizeof *times);
    for (int r = 0; bytes != NULL && times != NULL && r < rounds; r++) {
        double start = MPI_Wtime();
        if (me == 0)
            MPI_Send(bytes, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(bytes, size, MPI_BYTE, 1 - me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (me == 1)
            MPI_Send(bytes, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        times[r] = (MPI_Wtime() - start) / 2 * 1e6;
    }
    qsort(times, (size_t)rounds, sizeof *times, compare);
    if (me == 0)
        printf("%.3f %.3f\n", times[rounds / 20], times[rounds / 2]);
    MPI_Finalize();
    return 0;
}
