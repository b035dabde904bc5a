/* pong.c - the same ping-pong in C, over PVM on the machine's own transport: in the place of MPICH's, which the JPI
 * paper compares with.
 * usage: ap1000 run -n 2 pong BYTES... */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static void give(int tid, char *bytes, int n)
{
    pvm_initsend(PvmDataInPlace);
    pvm_pkbyte(bytes, n, 1);
    pvm_send(tid, 1);
}

static void take(int tid, char *bytes, int n)
{
    pvm_recv(tid, 1);
    pvm_upkbyte(bytes, n, 1);
}

int main(int argc, char **argv)
{
    int *tids, first = (pvm_siblings(&tids), pvm_mytid() == tids[0]), other = tids[first];
    pvm_setopt(PvmAutoErr, 2);
    pvm_setopt(PvmRoute, PvmRouteDirect); /* as MPI's processes: no daemon between them */
    if (first)
        printf("bytes\tround_trip_us\n");
    for (int i = 0; i < argc; i++) { /* the first opens the connection */
        int n = i == 0 ? 1 : atoi(argv[i]);
        char *bytes = calloc(1, (size_t)n);
        double begin = now_us();
        if (first)
            give(other, bytes, n);
        take(other, bytes, n);
        if (first && i > 0)
            printf("%d\t%.3f\n", n, now_us() - begin);
        if (!first)
            give(other, bytes, n);
        free(bytes);
    }
    pvm_exit();
    return 0;
}
