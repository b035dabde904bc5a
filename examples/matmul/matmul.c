/*
 * matmul: C = A B by Cannon's algorithm on a mesh of q x q tasks, which are a PVM group.
 * Task (r, c) owns block (r, c) of C. In each of q steps it multiplies the two blocks it holds, then
 * hands its block of A to the left and its block of B upwards, round the mesh.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <pvm3.h>

enum { MAX_SIDE = 32 };
enum { BLOCK_A = 1, BLOCK_B = 2, ERROR = 3, RESULT = 4 }; /* message tags */

static char mesh[] = "matmul"; /* the group: instance number r * q + c is task (r, c) */

static double seconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return now.tv_sec + now.tv_usec * 1e-6;
}

/* PVM's group calls return their errors whatever PvmAutoErr says. */
static int group(int code, const char *call)
{
    if (code >= 0)
        return code;
    fprintf(stderr, "matmul: %s in group %s: error %d\n", call, mesh, code);
    pvm_exit();
    exit(1);
}

/* Matrices of order n whose product is known: the sum over k of (i + k)(k - j). */
static double a(int i, int k)
{
    return i + k;
}
static double b(int k, int j)
{
    return k - j;
}
static double product(double i, double j, double n)
{
    double sum_k = n * (n - 1) / 2, sum_k2 = sum_k * (2 * n - 1) / 3;
    return sum_k2 + (i - j) * sum_k - n * i * j;
}

static int neighbour(int row, int column, int q)
{
    return group(pvm_gettid(mesh, (row + q) % q * q + (column + q) % q), "pvm_gettid");
}

/* Sends a block in one direction round the mesh, and receives the next one. */
static void shift(double *block, int items, int tag, int to, int from)
{
    pvm_psend(to, tag, block, items, PVM_DOUBLE);
    pvm_precv(from, tag, block, items, PVM_DOUBLE, NULL, NULL, NULL);
}

/* Returns the largest error of this task's block of C; m is the order of a block. */
static double cannon(int row, int column, int q, int m)
{
    int left = neighbour(row, column - 1, q), right = neighbour(row, column + 1, q);
    int above = neighbour(row - 1, column, q), below = neighbour(row + 1, column, q);
    int first = (row + column) % q; /* Cannon's skew: each task makes the blocks it begins with */
    int i, j, k, step;
    double *A = malloc(sizeof *A * m * m), *B = malloc(sizeof *B * m * m), *C = calloc(m * m, sizeof *C), worst = 0;
    for (i = 0; i < m; i++)
        for (j = 0; j < m; j++) {
            A[i * m + j] = a(row * m + i, first * m + j);
            B[i * m + j] = b(first * m + i, column * m + j);
        }
    for (step = 0; step < q; step++) {
        for (i = 0; i < m; i++)
            for (k = 0; k < m; k++)
                for (j = 0; j < m; j++)
                    C[i * m + j] += A[i * m + k] * B[k * m + j];
        shift(A, m * m, BLOCK_A, left, right);
        shift(B, m * m, BLOCK_B, above, below);
    }
    for (i = 0; i < m; i++)
        for (j = 0; j < m; j++) {
            double error = fabs(C[i * m + j] - product(row * m + i, column * m + j, q * m));
            worst = error > worst ? error : worst;
        }
    free(A);
    free(B);
    free(C);
    return worst;
}

/* The barriers: all have joined before a tid is asked for, and all have reduced before one leaves. */
static void child(int parent, int q, int m)
{
    int me = group(pvm_joingroup(mesh), "pvm_joingroup");
    double result[2], start; /* largest error, seconds */
    group(pvm_barrier(mesh, q * q), "pvm_barrier");
    start = seconds();
    result[0] = cannon(me / q, me % q, q, m);
    group(pvm_reduce(PvmMax, &result[0], 1, PVM_DOUBLE, ERROR, mesh, 0), "pvm_reduce");
    group(pvm_barrier(mesh, q * q), "pvm_barrier");
    result[1] = seconds() - start;
    if (me == 0)
        pvm_psend(parent, RESULT, result, 2, PVM_DOUBLE);
    group(pvm_lvgroup(mesh), "pvm_lvgroup");
}

static int master(char **argv, int q, int n)
{
    int tids[MAX_SIDE * MAX_SIDE];
    double result[2];
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, q * q, tids) < q * q) {
        fprintf(stderr, "matmul: could not start %d tasks: PVM error %d\n", q * q, tids[q * q - 1]);
        return 1;
    }
    pvm_precv(-1, RESULT, result, 2, PVM_DOUBLE, NULL, NULL, NULL);
    printf("%d x %d matrices on %d x %d tasks: largest error %g\n", n, n, q, q, result[0]);
    printf("time: %.3f ms\n", result[1] * 1e3);
    return result[0] == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    int q = argc > 1 ? atoi(argv[1]) : 4;
    int n = argc > 2 ? atoi(argv[2]) : 64;
    int status = 0;
    if (q < 1 || q > MAX_SIDE || n < q || n % q != 0) {
        fprintf(stderr, "usage: matmul [side of the mesh, 1 to %d] [order of the matrices, a multiple]\n", MAX_SIDE);
        return 2;
    }
    pvm_setopt(PvmAutoErr, 2); /* an error in any other PVM call prints its reason and ends the task */
    if (pvm_parent() == PvmNoParent)
        status = master(argv, q, n);
    else
        child(pvm_parent(), q, n / q);
    pvm_exit();
    return status;
}
