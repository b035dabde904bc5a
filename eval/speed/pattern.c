/* pattern.c - the patterns whose cost on this computer run.sh and speedup.sh ask for: they only do their work. Nothing
 * is timed here: simulated time is not what is asked for.
 *
 * The master starts the tasks, tells all of them who they are, and waits until each has said that it is done.
 * An ordinary PVM program: it runs on PVM 3.4.6 as well as on PVM/AP1000. mpi.c does the same in MPI, but for farm and
 * matmul. */
#define MEASURING_PROGRAM "pattern"
#include "measuring.h"
#include <string.h>

enum { TAG_PLAN = 1, TAG_DATA, TAG_UP, TAG_DOWN, TAG_DONE };
enum { MAX_TASKS = 16384, MAX_ROUNDS = 100000000, MAX_SIZE = 1 << 20 };

struct plan {
    int ntasks, me, size, rounds;
    int *tids;
};

/* Tasks 0 and 1: a message of `size` bytes there and one back. */
static void pingpong(const struct plan *p)
{
    char *bytes = calloc(1, (size_t)p->size + 1);
    int other = p->tids[1 - p->me];

    for (int r = 0; bytes && r < p->rounds * 2; r++) {
        if (r % 2 == p->me) {
            pvm_initsend(PvmDataRaw);
            pvm_pkbyte(bytes, p->size, 1);
            pvm_send(other, TAG_DATA);
        } else {
            pvm_recv(other, TAG_DATA);
            pvm_upkbyte(bytes, p->size, 1);
        }
    }
    free(bytes);
}

/* Each sends `size` bytes to all others with one pvm_mcast, its successor first, then receives one from each. */
static void alltoall(const struct plan *p)
{
    char *bytes = calloc(1, (size_t)p->size + 1);
    int *others = malloc((size_t)p->ntasks * sizeof *others);

    for (int i = 0; others && i < p->ntasks; i++)
        others[i] = p->tids[(p->me + 1 + i) % p->ntasks];
    for (int r = 0; bytes && others && r < p->rounds; r++) {
        pvm_initsend(PvmDataRaw);
        pvm_pkbyte(bytes, p->size, 1);
        pvm_mcast(others, p->ntasks - 1, TAG_DATA + r % 2);
        for (int i = 1; i < p->ntasks; i++) {
            pvm_recv(-1, TAG_DATA + r % 2);
            pvm_upkbyte(bytes, p->size, 1);
        }
    }
    free(others);
    free(bytes);
}

static void barrier(const struct plan *p)
{
    static char group[] = "all";

    if (pvm_joingroup(group) < 0)
        fail("cannot join the group");
    for (int r = 0; r <= p->rounds; r++) /* one more: all must have joined before the first ends */
        if (pvm_barrier(group, p->ntasks) < 0)
            fail("pvm_barrier failed");
}

/* A row of the grid for the neighbour `to`, if there is one, and one from it. */
static void send_row(const struct plan *p, int to, double *row, int tag)
{
    if (to < 0 || to >= p->ntasks)
        return;
    pvm_initsend(PvmDataRaw);
    pvm_pkdouble(row, p->size, 1);
    pvm_send(p->tids[to], tag);
}

static void receive_row(const struct plan *p, int from, double *row, int tag)
{
    if (from < 0 || from >= p->ntasks)
        return;
    pvm_recv(p->tids[from], tag);
    pvm_upkdouble(row, p->size, 1);
}

/* Relaxation of a grid of size x size, in strips of rows; the edge above the first strip is warm. */
static void jacobi(const struct plan *p)
{
    int n = p->size, rows = p->size / p->ntasks;
    double *old = calloc((size_t)(rows + 2) * (size_t)n, sizeof *old),
           *new = calloc((size_t)(rows + 2) * (size_t)n, sizeof *new);

    for (int c = 0; old && new && p->me == 0 && c < n; c++)
        old[c] = new[c] = 1;
    for (int r = 0; old && new &&r < p->rounds; r++) {
        send_row(p, p->me - 1, old + n, TAG_UP);
        send_row(p, p->me + 1, old + (size_t)rows * (size_t)n, TAG_DOWN);
        receive_row(p, p->me - 1, old, TAG_DOWN);
        receive_row(p, p->me + 1, old + (size_t)(rows + 1) * (size_t)n, TAG_UP);
        for (int y = 1; y <= rows; y++)
            for (int x = 1; x < n - 1; x++) {
                size_t at = (size_t)y * (size_t)n + (size_t)x;
                new[at] = 0.25 * (old[at - 1] + old[at + 1] + old[at - (size_t)n] + old[at + (size_t)n]);
            }
        double *swapped = old;
        old = new;
        new = swapped;
    }
    free(old);
    free(new);
}

/* Real work on x, so many times a thousand steps of it. */
static double work(double x, int thousands)
{
    for (int i = 0; i < thousands * 1000; i++)
        x = x * 0.999999 + 1e-6;
    return x;
}

/* Task 0 hands out `rounds` items, to each of the others the next when it brings one back; each is `size` of work. */
static void farm(const struct plan *p)
{
    int handed = 0, done = 0, none = -1;
    double result = 0;

    for (int w = 1; p->me == 0 && w < p->ntasks + p->rounds && p->ntasks > 1; w++) {
        int to = w < p->ntasks ? p->tids[w] : 0;
        if (to == 0) {
            pvm_bufinfo(pvm_recv(-1, TAG_UP), NULL, NULL, &to);
            done++;
        }
        int *item = handed < p->rounds ? &handed : &none;
        pvm_initsend(PvmDataRaw);
        pvm_pkint(item, 1, 1);
        pvm_send(to, TAG_DATA);
        handed += item == &handed;
    }
    for (int item = p->me == 0 ? none : 0; item != none;) {
        pvm_recv(p->tids[0], TAG_DATA);
        pvm_upkint(&item, 1, 1);
        if (item == none)
            break;
        result = work(item, p->size);
        pvm_initsend(PvmDataRaw);
        pvm_pkdouble(&result, 1, 1);
        pvm_send(p->tids[0], TAG_UP);
    }
    if (p->me == 0 && done != p->rounds)
        fail("not every item came back");
}

/* C += A B of blocks of side n. */
static void multiply(double *c, const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void shift(double *block, int n, int to, int from, int tag)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkdouble(block, n * n, 1);
    pvm_send(to, tag);
    pvm_recv(from, tag);
    pvm_upkdouble(block, n * n, 1);
}

/* Products of matrices of side `size`, by Cannon's algorithm on a square mesh of tasks. */
static void matmul(const struct plan *p)
{
    int q = 1, n;

    while (q * q < p->ntasks)
        q++;
    if (q * q != p->ntasks)
        fail("matmul wants a square number of tasks");
    n = p->size / q;
    int row = p->me / q, column = p->me % q;
    double *blocks = calloc(3 * (size_t)n * (size_t)n, sizeof *blocks), *b = blocks + n * n, *c = b + n * n;
    for (int i = 0; blocks && i < n * n; i++)
        blocks[i] = b[i] = i % 7;
    for (int r = 0; blocks && r < p->rounds * q; r++) {
        multiply(c, blocks, b, n);
        shift(blocks, n, p->tids[row * q + (column + q - 1) % q], p->tids[row * q + (column + 1) % q], TAG_UP);
        shift(b, n, p->tids[(row + q - 1) % q * q + column], p->tids[(row + 1) % q * q + column], TAG_DOWN);
    }
    free(blocks);
}

static void start(const struct plan *p)
{
    (void)p;
}

static const struct pattern {
    const char *name;
    void (*work)(const struct plan *p);
} patterns[] = {{"pingpong", pingpong}, {"alltoall", alltoall}, {"barrier", barrier}, {"jacobi", jacobi},
                {"farm", farm},         {"matmul", matmul},     {"start", start}};

/* The master's side: start all, tell them the plan, wait for all. */
static void lead(char *program, char *pattern, int ntasks, int size, int rounds)
{
    char *arguments[] = {pattern, NULL};
    int *tids = malloc((size_t)ntasks * sizeof *tids), numbers[] = {ntasks, size, rounds};

    if (!tids || pvm_spawn(program, arguments, PvmTaskDefault, NULL, ntasks, tids) < ntasks)
        fail("not all tasks could be started");
    pvm_initsend(PvmDataRaw);
    pvm_pkint(numbers, 3, 1);
    pvm_pkint(tids, ntasks, 1);
    pvm_mcast(tids, ntasks, TAG_PLAN);
    for (int i = 0; i < ntasks; i++)
        pvm_recv(-1, TAG_DONE);
    free(tids);
}

/* A task's side. */
static void follow(const struct pattern *pattern)
{
    struct plan p = {0};
    int numbers[3], master = pvm_parent(), own = pvm_mytid();

    pvm_recv(master, TAG_PLAN);
    pvm_upkint(numbers, 3, 1);
    p.ntasks = numbers[0];
    p.size = numbers[1];
    p.rounds = numbers[2];
    p.tids = malloc((size_t)p.ntasks * sizeof *p.tids);
    if (!p.tids)
        fail("no memory");
    pvm_upkint(p.tids, p.ntasks, 1);
    while (p.tids[p.me] != own)
        p.me++;
    pattern->work(&p);
    pvm_initsend(PvmDataRaw);
    pvm_send(master, TAG_DONE);
    free(p.tids);
}

int main(int argc, char **argv)
{
    const struct pattern *pattern = NULL;

    for (size_t i = 0; argc > 1 && i < sizeof patterns / sizeof patterns[0]; i++)
        if (strcmp(argv[1], patterns[i].name) == 0)
            pattern = &patterns[i];
    int ntasks = argc > 4 ? number(argv[2], 1, MAX_TASKS) : -1, size = argc > 4 ? number(argv[3], 0, MAX_SIZE) : -1,
        rounds = argc > 4 ? number(argv[4], 0, MAX_ROUNDS) : -1;
    if (pattern && argc == 2 && pvm_parent() > 0) {
        follow(pattern);
    } else if (pattern && argc == 5 && ntasks > 0 && size >= 0 && rounds >= 0) {
        lead(argv[0], argv[1], ntasks, size, rounds);
    } else {
        fprintf(stderr, "usage: pattern pingpong|alltoall|barrier|jacobi|farm|matmul|start TASKS SIZE ROUNDS\n"
                        "TASKS from 1 to 16384; SIZE in bytes, for jacobi the side of the grid, a multiple of TASKS; "
                        "for matmul the side of the matrices; for farm the work of an item, in thousands of steps; "
                        "ROUNDS from 0\n");
        return 2;
    }
    pvm_exit();
    return 0;
}
