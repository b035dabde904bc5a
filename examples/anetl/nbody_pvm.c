/* nbody_pvm.c [TASKS [BODIES [STEPS]]] - bodies that attract each other, as a plain PVM program: in each step
 * every task sends the places of its bodies to all others by pvm_mcast, and receives theirs. */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#include "bodies.h"

enum { TAG_TIDS = 1, TAG_PLACES, TAG_DONE };

static double now_s(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void compute(long pairs)
{
#ifdef PVM_COUNTED
    (void)pairs; /* the compiler has counted what a cell would take */
#else
    struct timespec t = {pairs * PAIR_NS / 1000000000, pairs * PAIR_NS % 1000000000};
    nanosleep(&t, NULL); /* simulated time: what a cell would take */
#endif
}

/* One task's part: its places to all, all others' places from them, its bodies moved. */
static void solve(int me, int tasks, int *tids, int n, int steps, struct body *b)
{
    double *all = malloc(2 * (size_t)n * sizeof *all);
    int begin = part_begin(me, n, tasks), end = part_begin(me + 1, n, tasks);
    for (int step = 0; step < steps; step++) {
        for (int i = begin; i < end; i++) {
            all[2 * i] = b[i].x;
            all[2 * i + 1] = b[i].y;
        }
        pvm_initsend(PvmDataRaw);
        pvm_pkdouble(all + 2 * begin, 2 * (end - begin), 1);
        pvm_mcast(tids, tasks, TAG_PLACES + 10 * step);
        for (int p = 0; p < tasks; p++) {
            int from = part_begin(p, n, tasks);
            if (p == me)
                continue;
            pvm_recv(tids[p], TAG_PLACES + 10 * step);
            pvm_upkdouble(all + 2 * from, 2 * (part_begin(p + 1, n, tasks) - from), 1);
        }
        for (int i = begin; i < end; i++) {
            double ax = 0, ay = 0;
            for (int j = 0; j < n; j++)
                attract(all[2 * i], all[2 * i + 1], all[2 * j], all[2 * j + 1], n, &ax, &ay);
            move(&b[i], ax, ay);
        }
        compute((long)(end - begin) * n);
    }
    free(all);
}

int main(int argc, char **argv)
{
    int tasks = argc > 1 ? atoi(argv[1]) : 4, n = argc > 2 ? atoi(argv[2]) : 256, steps = argc > 3 ? atoi(argv[3]) : 4;
    if (tasks < 1 || tasks > n || steps < 1) {
        fprintf(stderr, "usage: %s [TASKS [BODIES [STEPS]]]\n", argv[0]);
        return 2;
    }
    int parent = pvm_parent(), me = 0, *tids = malloc((size_t)tasks * sizeof *tids);
    struct body *b = malloc((size_t)n * sizeof *b);
    pvm_setopt(PvmAutoErr, 2);
    for (int i = 0; i < n; i++)
        b[i] = body_of(i, n);
    tids[0] = pvm_mytid();
    if (parent < 0) {
        if (tasks > 1 && pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, tasks - 1, tids + 1) != tasks - 1) {
            fprintf(stderr, "nbody_pvm: could not start %d tasks: PVM error %d\n", tasks - 1, tids[tasks - 1]);
            return 1;
        }
        pvm_initsend(PvmDataRaw);
        pvm_pkint(tids, tasks, 1);
        if (tasks > 1)
            pvm_mcast(tids + 1, tasks - 1, TAG_TIDS);
    } else {
        pvm_recv(parent, TAG_TIDS);
        pvm_upkint(tids, tasks, 1);
        while (tids[me] != pvm_mytid())
            me++;
    }
    double start = now_s(), sum = 0;
    solve(me, tasks, tids, n, steps, b);
    for (int i = part_begin(me, n, tasks); i < part_begin(me + 1, n, tasks); i++)
        sum += b[i].x * b[i].x + b[i].y * b[i].y;
    for (int p = 1; me == 0 && p < tasks; p++) {
        double part;
        pvm_recv(tids[p], TAG_DONE);
        pvm_upkdouble(&part, 1, 1);
        sum += part;
    }
    if (me > 0) {
        pvm_initsend(PvmDataRaw);
        pvm_pkdouble(&sum, 1, 1);
        pvm_send(tids[0], TAG_DONE);
    } else {
        printf("%d bodies, %d steps on %d tasks: mean square distance %.9f, %.6f s a step\n", n, steps, tasks, sum / n,
               (now_s() - start) / steps);
    }
    pvm_exit();
    return 0;
}
