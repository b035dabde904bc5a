/*
 * ring: a token goes round a ring of N tasks; each adds one to it and hands it on.
 * The time per hop is the time of one small message from cell to cell.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <pvm3.h>

enum { MAX_TASKS = 1024 };
enum { TOKEN = 1, RESULT = 2 }; /* message tags */

static double seconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return now.tv_sec + now.tv_usec * 1e-6;
}

static void hand_on(int next, int token)
{
    token++;
    pvm_initsend(PvmDataRaw);
    pvm_pkint(&token, 1, 1);
    pvm_send(next, TOKEN);
}

static int take(int previous)
{
    int token;
    pvm_recv(previous, TOKEN);
    pvm_upkint(&token, 1, 1);
    return token;
}

/* The leader starts each lap with a fresh hop, and ends it by taking the token; the others pass it on. */
static int run(int laps, int leads, int previous, int next)
{
    int token = 0;
    while (laps-- > 0) {
        if (leads) {
            hand_on(next, token);
            token = take(previous);
        } else {
            hand_on(next, take(previous));
        }
    }
    return token;
}

/* Tasks of one spawn are siblings, and all see them in the same order, which is the order of the ring. */
static void child(int me, int parent, int laps)
{
    int *ring, size = pvm_siblings(&ring), at = 0;
    int previous, next, hops;
    double start, elapsed_s;
    while (ring[at] != me)
        at++;
    previous = ring[(at + size - 1) % size];
    next = ring[(at + 1) % size];

    run(1, at == 0, previous, next); /* one lap is not timed; at its end every task is up */
    start = seconds();
    hops = run(laps, at == 0, previous, next);
    elapsed_s = seconds() - start;
    if (at == 0) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&hops, 1, 1);
        pvm_pkdouble(&elapsed_s, 1, 1);
        pvm_send(parent, RESULT);
    }
}

static int master(char **argv, int size, int laps)
{
    int tids[MAX_TASKS], hops;
    double elapsed_s;
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, size, tids) < size) {
        fprintf(stderr, "ring: could not start %d tasks: PVM error %d\n", size, tids[size - 1]);
        return 1;
    }
    pvm_recv(tids[0], RESULT);
    pvm_upkint(&hops, 1, 1);
    pvm_upkdouble(&elapsed_s, 1, 1);
    printf("ring of %d tasks, %d laps: the token counted %d hops\n", size, laps, hops);
    printf("time per hop: %.2f us\n", elapsed_s / hops * 1e6);
    return hops == size * laps ? 0 : 1;
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 8;
    int laps = argc > 2 ? atoi(argv[2]) : 100;
    int me, parent, status = 0;
    if (size < 1 || size > MAX_TASKS || laps < 1) {
        fprintf(stderr, "usage: ring [tasks, 1 to %d] [laps, 1 or more]\n", MAX_TASKS);
        return 2;
    }
    pvm_setopt(PvmAutoErr, 2); /* an error in any PVM call prints its reason and ends the task */
    me = pvm_mytid();
    parent = pvm_parent();
    if (parent == PvmNoParent)
        status = master(argv, size, laps);
    else
        child(me, parent, laps);
    pvm_exit();
    return status;
}
