/* barrier_algorithms.c - the time of pvm_barrier over frozen groups of 2 to 1024 tasks, by the algorithm that the machine was
 * started with (ap1000 run --barrier NAME). One tab-separated row for each number of tasks.
 *
 * All members enter at one moment that they agreed on, as far as the clock lets them; the time of a barrier is from the
 * first entry to the last exit. That needs one clock for all tasks: the simulated machine has one, a network has not. The
 * clocks are read in the members, nothing of the master or of the spawning is in the times. It fits and judges nothing.
 *
 * Usage: barrier_algorithms [-r REPETITIONS] TASKS...
 */
#include <limits.h>
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG_PLAN = 1, TAG_RESULT };
enum { MAX_SIZES = 64, MAX_TASKS = 1024, MAX_REPETITIONS = 100 };

/* What all members do; the master packs it. */
struct plan {
    int repetitions; /* barriers measured, for each number of tasks */
    int nsizes;
    int size[MAX_SIZES];
};

/* When the first entered and the last left [ns]. */
struct span {
    long in, out;
};

static void fail(const char *what)
{
    fprintf(stderr, "barrier_algorithms: %s\n", what);
    pvm_exit();
    exit(1);
}

static long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void sleep_until(long when_ns)
{
    long left = when_ns - now_ns();
    struct timespec t = {left / 1000000000, left % 1000000000};

    if (left <= 0)
        fail("the start was over before all knew of it");
    nanosleep(&t, NULL);
}

/* A moment that is far enough for everyone to learn of it: member 0 tells, two seconds ahead. */
static long agree(char *group, int me)
{
    long when_ns = now_ns() + 2000000000;

    pvm_initsend(PvmDataDefault);
    pvm_pklong(&when_ns, 1, 1);
    if (me == 0)
        return pvm_bcast(group, TAG_PLAN) < 0 ? -1 : when_ns;
    pvm_recv(pvm_gettid(group, 0), TAG_PLAN);
    return pvm_upklong(&when_ns, 1, 1) < 0 ? -1 : when_ns;
}

static void measure(char *group, int me, int tasks, int repetitions, struct span *span)
{
    if (pvm_freezegroup(group, tasks) != tasks)
        fail("no group of all tasks");
    /* The group server still has the requests of the tasks outside the group to serve, on the cell of one of these. */
    sleep_until(now_ns() + 2000000000);
    if (pvm_barrier(group, tasks) != 0)
        fail("a barrier failed");
    for (int r = 0; r < repetitions; r++) {
        sleep_until(agree(group, me));
        span[r].in = now_ns();
        if (pvm_barrier(group, tasks) != 0)
            fail("a barrier failed");
        span[r].out = now_ns();
    }
}

/* A spawned task, the index-th: a member of the groups of more than index tasks. */
static void member(int master_tid)
{
    struct span span[MAX_REPETITIONS];
    struct plan p;
    int index;
    char group[32];

    pvm_recv(master_tid, TAG_PLAN);
    pvm_upkint(&index, 1, 1);
    pvm_upkint(&p.repetitions, 1, 1);
    pvm_upkint(&p.nsizes, 1, 1);
    if (p.nsizes < 1 || p.nsizes > MAX_SIZES || p.repetitions < 1 || p.repetitions > MAX_REPETITIONS)
        fail("a plan that cannot be");
    pvm_upkint(p.size, p.nsizes, 1);
    for (int s = 0; s < p.nsizes; s++) {
        if (index >= p.size[s])
            continue;
        /* Each size may come more than once: a group of its own for each row. */
        snprintf(group, sizeof group, "barrier-%d-%d", s, p.size[s]);
        measure(group, pvm_joingroup(group), p.size[s], p.repetitions, span);
        pvm_initsend(PvmDataDefault);
        pvm_pklong((long *)span, 2 * p.repetitions, 1);
        if (pvm_send(master_tid, TAG_RESULT) < 0)
            fail("send failed");
    }
}

/* Mean over the repetitions of last exit - first entry [us]. */
static double collect(const int *tids, int tasks, int repetitions)
{
    struct span all[MAX_REPETITIONS], one[MAX_REPETITIONS];
    double sum_ns = 0;

    for (int t = 0; t < tasks; t++) {
        pvm_recv(tids[t], TAG_RESULT);
        if (pvm_upklong((long *)one, 2 * repetitions, 1) < 0)
            fail("a result that cannot be read");
        for (int r = 0; r < repetitions; r++) {
            if (t == 0 || one[r].in < all[r].in)
                all[r].in = one[r].in;
            if (t == 0 || one[r].out > all[r].out)
                all[r].out = one[r].out;
        }
    }
    for (int r = 0; r < repetitions; r++)
        sum_ns += (double)(all[r].out - all[r].in);
    return sum_ns / repetitions / 1000;
}

static void master(const struct plan *p)
{
    const char *algorithm = getenv("AP1000_BARRIER");
    char self[PATH_MAX] = "";
    int tids[MAX_TASKS], most = 0;

    for (int s = 0; s < p->nsizes; s++)
        most = p->size[s] > most ? p->size[s] : most;
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0 ||
        pvm_spawn(self, NULL, PvmTaskDefault, (char *)"", most, tids) != most)
        fail("could not spawn all tasks");
    for (int t = 0; t < most; t++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&t, 1, 1);
        pvm_pkint((int *)&p->repetitions, 1, 1);
        pvm_pkint((int *)&p->nsizes, 1, 1);
        pvm_pkint((int *)p->size, p->nsizes, 1);
        if (pvm_send(tids[t], TAG_PLAN) < 0)
            fail("send failed");
    }
    puts("tasks\talgorithm\ttime_us");
    for (int s = 0; s < p->nsizes; s++)
        printf("%d\t%s\t%.3f\n", p->size[s], algorithm != NULL && *algorithm != '\0' ? algorithm : "central",
               collect(tids, p->size[s], p->repetitions));
}

static int number(const char *word, int low, int high)
{
    char *end;
    long n = strtol(word, &end, 10);

    if (end == word || *end != '\0' || n < low || n > high) {
        fprintf(stderr, "barrier_algorithms: '%s': a number from %d to %d is wanted\n", word, low, high);
        exit(2);
    }
    return (int)n;
}

int main(int argc, char **argv)
{
    struct plan p = {.repetitions = 3};
    int parent = pvm_parent(), option;

    if (parent > 0) {
        member(parent);
        pvm_exit();
        return 0;
    }
    while ((option = getopt(argc, argv, "r:")) != -1) {
        if (option != 'r')
            return 2;
        p.repetitions = number(optarg, 1, MAX_REPETITIONS);
    }
    for (; optind < argc && p.nsizes < MAX_SIZES; optind++)
        p.size[p.nsizes++] = number(argv[optind], 2, MAX_TASKS);
    if (p.nsizes == 0 || optind < argc) {
        fprintf(stderr, "usage: barrier_algorithms [-r REPETITIONS] TASKS... (1 to %d numbers of 2..%d tasks)\n", MAX_SIZES,
                MAX_TASKS);
        return 2;
    }
    master(&p);
    pvm_exit();
    return 0;
}
