/* hardware.c - broadcasts and barriers of a group that is the whole machine. It prints what it received, in order, and
 * on a line of its own the simulated times [us] of one broadcast to everybody and of one barrier.
 *
 * usage: hardware cells|host|hosts|dies|signals N. N tasks run on the cells; with `host` the master is in the group
 * too, with `hosts` it and one more task on the host. dies: one of those on the cells dies while the others wait in a
 * barrier, and the results of that one and of the next are printed. signals: one has handlers of signals to run while
 * it waits in a barrier, and each prints whether it has waited for the last one all the same. */
#include <pvm3.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, LEN = 3000, TAG = 20 };
static char group[] = "all";

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* First a long message to the next member: a message broadcast after it must not arrive before it. */
static long talk(int n, int me)
{
    static char bytes[100 * LEN];
    int from = -1, seen;
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        pvm_initsend(PvmDataRaw);
        pvm_pkbyte(bytes, sizeof bytes, 1);
        pvm_send(pvm_gettid(group, (me + 1) % n), TAG);
        pvm_initsend(PvmDataRaw);
        pvm_pkint(&me, 1, 1);
        pvm_pkbyte(bytes, LEN, 1);
        pvm_bcast(group, TAG);
        for (int i = 0; i < n; i++) {
            int tid, len, id = pvm_recv(pvm_gettid(group, (me + n - 1 - (i > 0 ? i - 1 : 0)) % n), TAG);
            pvm_bufinfo(id, &len, NULL, &tid);
            if (i == 0) {
                sum += len == (int)sizeof bytes;
                continue;
            }
            pvm_upkint(&from, 1, 1);
            seen = pvm_getinst(group, tid);
            sum += 1000 * (seen == from) + from;
        }
        pvm_barrier(group, n);
    }
    return sum;
}

static int lose_one(int n, int me)
{
    struct timespec later = {0, 10000000};
    int first, second;
    if (me == n - 1) {
        nanosleep(&later, NULL);
        raise(SIGKILL);
    }
    first = pvm_barrier(group, -1);
    second = pvm_barrier(group, -1);
    return 1000 * first + second;
}

static volatile sig_atomic_t calls;

static void count_call(int number)
{
    (void)number;
    calls++;
}

/* The last one comes to the barrier at 1 s, after it has called the first one, which waits there, three times; and to
 * the next one at 2 s. Returns 0, or which barrier was none (1, 2), or how many calls there were. */
static int call_one(int n, int me)
{
    for (int round = 1; round <= 2; round++) {
        for (int i = 0; i < 3 && me == n - 1; i++) {
            struct timespec soon = {0, 50000000};
            nanosleep(&soon, NULL);
            pvm_sendsig(pvm_gettid(group, 0), SIGUSR1);
        }
        struct timespec at = {round, 0};
        if (me == n - 1)
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
        if (pvm_barrier(group, -1) != 0 || now_us() < round * 1e6)
            return round;
        if (calls != (me == 0 ? 3 * round : 0))
            return 100 + (int)calls;
    }
    return 0;
}

static void in_barriers(char *program, char *what, int n, int parent)
{
    const int dies = strcmp(what, "dies") == 0;
    int tids[64], code;
    if (parent > 0) {
        int me = pvm_joingroup(group);
        signal(SIGUSR1, count_call);
        pvm_freezegroup(group, n);
        code = dies ? lose_one(n, me) : call_one(n, me);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&code, 1, 1);
        pvm_send(parent, 2);
        return;
    }
    char count[16], *args[] = {what, count, NULL};
    snprintf(count, sizeof count, "%d", n);
    pvm_spawn(program, args, PvmTaskDefault, (char *)"", n, tids);
    for (int i = 0; i < n - dies; i++) {
        pvm_recv(-1, 2);
        pvm_upkint(&code, 1, 1);
        printf("the two barriers: %d\n", code);
    }
}

int main(int argc, char **argv)
{
    int parent = pvm_parent(), tids[64], plan[2];
    if (argc == 3 && (strcmp(argv[1], "dies") == 0 || strcmp(argv[1], "signals") == 0)) {
        in_barriers(argv[0], argv[1], atoi(argv[2]), parent);
        pvm_exit();
        return 0;
    }
    if (parent > 0) {
        pvm_recv(parent, 1);
        pvm_upkint(plan, 2, 1);
    } else {
        if (argc != 3)
            return 2;
        plan[1] = strncmp(argv[1], "host", 4) == 0;
        int more = strcmp(argv[1], "hosts") == 0;
        int cells = atoi(argv[2]);
        plan[0] = cells + plan[1] + more;
        pvm_spawn(argv[0], NULL, PvmTaskDefault, (char *)"", cells, tids);
        if (more)
            pvm_spawn(argv[0], NULL, PvmTaskHost, (char *)"ap1000", 1, tids + cells);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(plan, 2, 1);
        for (int i = 0; i < cells + more; i++)
            pvm_send(tids[i], 1);
    }
    int n = plan[0];
    if (parent > 0 || plan[1]) {
        int me = pvm_joingroup(group);
        pvm_freezegroup(group, n);
        long sum = talk(n, me);
        double start = now_us();
        pvm_barrier(group, -1);
        double barrier_us = now_us() - start;
        if (me == 0) {
            pvm_initsend(PvmDataDefault);
            pvm_pklong(&sum, 1, 1);
            pvm_pkdouble(&barrier_us, 1, 1);
            pvm_send(parent > 0 ? parent : pvm_mytid(), 2);
        }
    }
    if (parent <= 0) {
        long sum;
        double barrier_us, start;
        pvm_recv(-1, 2);
        pvm_upklong(&sum, 1, 1);
        pvm_upkdouble(&barrier_us, 1, 1);
        printf("%d tasks, sum %ld\n", n, sum);
        pvm_initsend(PvmDataDefault);
        start = now_us();
        pvm_mcast(tids, n - plan[1], 3);
        printf("barrier %.2f us, multicast %.2f us\n", barrier_us, now_us() - start);
    } else {
        pvm_recv(parent, 3);
    }
    pvm_exit();
    return 0;
}
