/* barriers.c - a PVM program: N spawned tasks freeze a group and meet B times, each of them late by times of its own.
 * The master checks by the clock, which all tasks share, that nobody left a barrier before all had entered it.
 *
 * Usage: barriers N B. It prints one line; the exit code is 1 if a barrier failed. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

#define GROUP ((char *)"all")
#define MAX_TASKS 1024
#define MAX_BARRIERS 100

enum { TAG_PLAN = 1, TAG_REPORT };

/* What a task saw of its barriers: clocks [ns]. */
struct report {
    long in[MAX_BARRIERS], out[MAX_BARRIERS];
    int failed; /* barriers that gave another code than 0 */
};

static long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Waits up to 30 ms, most often not at all. */
static void be_late(int me, int barrier)
{
    unsigned x = (unsigned)me * 2654435761u + (unsigned)barrier * 40503u;
    x ^= x >> 13;
    x *= 2246822519u;
    x ^= x >> 16;
    if (x % 8 == 0)
        usleep(x % 30000);
}

static void meet(int tasks, int barriers)
{
    struct report r = {.failed = 0};
    int me = pvm_joingroup(GROUP);

    if (me < 0 || pvm_freezegroup(GROUP, tasks) != tasks)
        r.failed++;
    for (int b = 0; b < barriers; b++) {
        be_late(me, b);
        r.in[b] = now_ns();
        r.failed += pvm_barrier(GROUP, tasks) != 0;
        r.out[b] = now_ns();
    }
    pvm_initsend(PvmDataDefault);
    pvm_pklong(r.in, barriers, 1);
    pvm_pklong(r.out, barriers, 1);
    pvm_pkint(&r.failed, 1, 1);
    pvm_send(pvm_parent(), TAG_REPORT);
}

/* Returns how many barriers somebody left too early. */
static int judge(int tasks, int barriers)
{
    long last_in[MAX_BARRIERS], first_out[MAX_BARRIERS];
    struct report r;
    int bad = 0;

    for (int b = 0; b < barriers; b++) {
        last_in[b] = 0;
        first_out[b] = LONG_MAX;
    }
    for (int t = 0; t < tasks; t++) {
        pvm_recv(-1, TAG_REPORT);
        pvm_upklong(r.in, barriers, 1);
        pvm_upklong(r.out, barriers, 1);
        pvm_upkint(&r.failed, 1, 1);
        bad += r.failed;
        for (int b = 0; b < barriers; b++) {
            last_in[b] = r.in[b] > last_in[b] ? r.in[b] : last_in[b];
            first_out[b] = r.out[b] < first_out[b] ? r.out[b] : first_out[b];
        }
    }
    for (int b = 0; b < barriers; b++)
        bad += first_out[b] < last_in[b];
    return bad;
}

static int lead(int tasks, int barriers)
{
    int tids[MAX_TASKS], plan[2] = {tasks, barriers}, bad;
    char self[PATH_MAX] = "";

    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0 ||
        pvm_spawn(self, NULL, PvmTaskDefault, (char *)"", tasks, tids) != tasks) {
        fprintf(stderr, "barriers: cannot spawn %d tasks\n", tasks);
        return 2;
    }
    pvm_initsend(PvmDataDefault);
    pvm_pkint(plan, 2, 1);
    pvm_mcast(tids, tasks, TAG_PLAN);
    bad = judge(tasks, barriers);
    printf("%d tasks, %d barriers, %d bad\n", tasks, barriers, bad);
    return bad != 0;
}

int main(int argc, char **argv)
{
    int plan[2] = {argc == 3 ? atoi(argv[1]) : 0, argc == 3 ? atoi(argv[2]) : 0}, code = 0;

    if (pvm_parent() > 0) {
        pvm_recv(pvm_parent(), TAG_PLAN);
        pvm_upkint(plan, 2, 1);
        meet(plan[0], plan[1]);
    } else if (plan[0] < 1 || plan[0] > MAX_TASKS || plan[1] < 1 || plan[1] > MAX_BARRIERS) {
        fprintf(stderr, "usage: barriers TASKS BARRIERS (1..%d tasks, 1..%d barriers)\n", MAX_TASKS, MAX_BARRIERS);
        code = 2;
    } else {
        code = lead(plan[0], plan[1]);
    }
    pvm_exit();
    return code;
}
