/* barrier.c - the paper's barrier measurement: the time from the first task's entry until all tasks run again.
 *
 * All tasks enter at an agreed moment. Each notes when it entered and when it ran again, on a clock that all share: the
 * simulated one, or that of one computer. If the host is one of the tasks, it joins the group first, as a master does
 * that is there before its slaves. So the group server is on the host then, and otherwise on the first cell. The
 * program prints one tab-separated row; it judges nothing.
 *
 * It is an ordinary PVM program, and runs on PVM 3.4.6 as well as on PVM/AP1000. */
#define MEASURING_PROGRAM "barrier"
#include "measuring.h"
#include <string.h>
#include <unistd.h>

enum { TAG_PLAN = 1, TAG_JOINED, TAG_START, TAG_TIMES, TAG_STOP };
enum { MAX_TASKS = 1024, MAX_ROUNDS = 1000 };
static char group[] = "barrier";

/* Holds the rounds: the first begins at start_ns, each further one a period later. times_ns: entry and exit of each
 * round. After the last one the task sends nothing for a period, so that its report does not meet answers that others
 * wait for. */
static void hold(int ntasks, int rounds, double start_ns, double period_ns, double *times_ns)
{
    for (int r = 0; r < rounds; r++) {
        sleep_until((long long)(start_ns + r * period_ns));
        times_ns[2 * r] = (double)now_ns();
        if (pvm_barrier(group, ntasks) < 0)
            fail("pvm_barrier failed");
        times_ns[2 * r + 1] = (double)now_ns();
    }
    sleep_until((long long)(start_ns + rounds * period_ns));
}

/* Freezes the group, so that its members know each other; $AP1000_BARRIER may choose another barrier than the server's
 * then. */
static void freeze(int ntasks, int frozen)
{
    if (frozen && pvm_freezegroup(group, ntasks) < 0)
        fail("pvm_freezegroup failed");
}

/* A spawned task: joins the group, is told the moment, holds its rounds, and sends its times to the master. */
static void member(int master_tid)
{
    int head[3];
    double when_ns[2], times_ns[2 * MAX_ROUNDS];

    pvm_recv(master_tid, TAG_PLAN);
    pvm_upkint(head, 3, 1);
    if (head[1] < 1 || head[1] > MAX_ROUNDS)
        fail("a plan that cannot be");
    if (pvm_joingroup(group) < 0)
        fail("pvm_joingroup failed");
    pvm_initsend(PvmDataDefault);
    pvm_send(master_tid, TAG_JOINED);

    pvm_recv(master_tid, TAG_START);
    pvm_upkdouble(when_ns, 2, 1);
    freeze(head[0], head[2]);
    hold(head[0], head[1], when_ns[0], when_ns[1], times_ns);
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(times_ns, 2 * head[1], 1);
    pvm_send(master_tid, TAG_TIMES);
    pvm_recv(master_tid, TAG_STOP);
    pvm_lvgroup(group);
}

/* Extends [entry, exit] of each round to contain another task's. */
static void widen(double *span_ns, const double *times_ns, int rounds)
{
    for (int r = 0; r < rounds; r++) {
        if (times_ns[2 * r] < span_ns[2 * r])
            span_ns[2 * r] = times_ns[2 * r];
        if (times_ns[2 * r + 1] > span_ns[2 * r + 1])
            span_ns[2 * r + 1] = times_ns[2 * r + 1];
    }
}

/* Spawns the members, and lets them join one after another. */
static void gather_members(char *program, int ntasks, int rounds, int frozen, int *tids, int nspawn)
{
    int head[3] = {ntasks, rounds, frozen};

    if (pvm_spawn(program, NULL, PvmTaskDefault, "", nspawn, tids) != nspawn)
        fail("could not spawn all tasks");
    for (int i = 0; i < nspawn; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(head, 3, 1);
        pvm_send(tids[i], TAG_PLAN);
        pvm_recv(tids[i], TAG_JOINED);
    }
}

/* ntasks is the number of members; with_host: the host is one of them. */
static void master(char *program, int with_host, int ntasks, int rounds, int frozen)
{
    int tids[MAX_TASKS], nspawn = with_host ? ntasks - 1 : ntasks;
    double when_ns[2], span_ns[2 * MAX_ROUNDS], times_ns[2 * MAX_ROUNDS], sum_ns = 0;

    if (with_host && pvm_joingroup(group) < 0)
        fail("pvm_joingroup failed");
    gather_members(program, ntasks, rounds, frozen, tids, nspawn);
    when_ns[1] = 1e8 + 1e7 * ntasks; /* longer than it takes to tell all tasks, and longer than a barrier */
    when_ns[0] = (double)now_ns() + when_ns[1];
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(when_ns, 2, 1);
    pvm_mcast(tids, nspawn, TAG_START);

    for (int r = 0; r < rounds; r++) {
        span_ns[2 * r] = 1e300;
        span_ns[2 * r + 1] = 0;
    }
    if (with_host) {
        freeze(ntasks, frozen);
        hold(ntasks, rounds, when_ns[0], when_ns[1], times_ns);
        widen(span_ns, times_ns, rounds);
    }
    for (int i = 0; i < nspawn; i++) {
        pvm_recv(tids[i], TAG_TIMES);
        pvm_upkdouble(times_ns, 2 * rounds, 1);
        widen(span_ns, times_ns, rounds);
    }
    for (int r = 0; r < rounds; r++)
        sum_ns += span_ns[2 * r + 1] - span_ns[2 * r];
    printf("tasks\trounds\ttime_us\n%d\t%d\t%.4f\n", ntasks, rounds, sum_ns / rounds / 1e3);
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, nspawn, TAG_STOP);
    if (with_host)
        pvm_lvgroup(group);
}

static int usage(void)
{
    fputs("usage: barrier host-cell|cell-cell [-f] [-n TASKS] [-r ROUNDS]\n"
          "  host-cell, cell-cell  the host is one of the tasks, or none of them\n"
          "  -f  over a frozen group (pvm_freezegroup)\n"
          "  -n  tasks in the barrier, 2 to 1024 (default 4)\n"
          "  -r  rounds, the mean of which is printed, 1 to 1000 (default 3)\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    int ntasks = 4, rounds = 3, frozen = 0, opt, parent_tid;

    /* A spawned task has no arguments. The master always has some, and need not enroll to find them wrong. */
    if (argc == 1 && (parent_tid = pvm_parent()) > 0) {
        member(parent_tid);
        pvm_exit();
        return 0;
    }
    if (argc < 2 || (strcmp(argv[1], "host-cell") != 0 && strcmp(argv[1], "cell-cell") != 0))
        return usage();
    optind = 2;
    while ((opt = getopt(argc, argv, "fn:r:")) != -1) {
        if (opt == 'f' && (frozen = 1))
            continue;
        if (opt == 'n' && (ntasks = number(optarg, 2, MAX_TASKS)) > 0)
            continue;
        if (opt == 'r' && (rounds = number(optarg, 1, MAX_ROUNDS)) > 0)
            continue;
        return usage();
    }
    if (optind < argc)
        return usage();
    master(argv[0], strcmp(argv[1], "host-cell") == 0, ntasks, rounds, frozen);
    pvm_exit();
    return 0;
}
