/*
 * pi: a task farm. pi is the integral of 4/(1+x^2) from 0 to 1; the master cuts it into chunks and
 * gives the next chunk to whichever worker answers first, so that fast workers do more.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <pvm3.h>

enum { MAX_TASKS = 1024, MAX_CHUNKS = 65536 };
enum { CHUNK = 1, AREA = 2, STOP = 3 }; /* message tags */
enum { ANY = -1 };                      /* wildcard for the sender or the tag of a receive */

static const double PI = 3.14159265358979323846;

static double seconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return now.tv_sec + now.tv_usec * 1e-6;
}

/* Midpoint rule over one chunk of the interval. */
static double area_of(int chunk, int chunks, int steps)
{
    double width = 1.0 / chunks / steps, sum = 0;
    int i;
    for (i = 0; i < steps; i++) {
        double x = (double)chunk / chunks + (i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}

static void worker(int parent, int chunks, int steps)
{
    for (;;) {
        int chunk, bytes, tag, sender;
        double area;
        pvm_bufinfo(pvm_recv(parent, ANY), &bytes, &tag, &sender);
        if (tag == STOP)
            return;
        pvm_upkint(&chunk, 1, 1);
        area = area_of(chunk, chunks, steps);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&chunk, 1, 1);
        pvm_pkdouble(&area, 1, 1);
        pvm_send(parent, AREA);
    }
}

/* Sends work while there is some, and then the order to stop. */
static void give(int tid, int chunk, int chunks)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&chunk, 1, 1);
    pvm_send(tid, chunk < chunks ? CHUNK : STOP);
}

/* Areas come in any order but are added in the order of the chunks, so the rounding is the same every time. */
static double farm(int workers, const int *tids, int chunks)
{
    static double area[MAX_CHUNKS];
    double sum = 0;
    int next, done, chunk, bytes, tag, sender;
    for (next = 0; next < workers; next++)
        give(tids[next], next, chunks);
    for (done = 0; done < chunks; done++) {
        pvm_bufinfo(pvm_recv(ANY, AREA), &bytes, &tag, &sender);
        pvm_upkint(&chunk, 1, 1);
        pvm_upkdouble(&area[chunk], 1, 1);
        give(sender, next++, chunks);
    }
    for (chunk = 0; chunk < chunks; chunk++)
        sum += area[chunk];
    return sum;
}

static int master(char **argv, int workers, int chunks, int steps)
{
    int tids[MAX_TASKS];
    double start, pi;
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, workers, tids) < workers) {
        fprintf(stderr, "pi: could not start %d tasks: PVM error %d\n", workers, tids[workers - 1]);
        return 1;
    }
    start = seconds();
    pi = farm(workers, tids, chunks);
    printf("pi = %.10f, off by %.0e\n", pi, fabs(pi - PI));
    printf("%d chunks of %d steps on %d workers: %.3f ms\n", chunks, steps, workers, (seconds() - start) * 1e3);
    return 0;
}

int main(int argc, char **argv)
{
    int workers = argc > 1 ? atoi(argv[1]) : 8;
    int chunks = argc > 2 ? atoi(argv[2]) : 64;
    int steps = argc > 3 ? atoi(argv[3]) : 10000;
    int status = 0;
    if (workers < 1 || workers > MAX_TASKS || chunks < 1 || chunks > MAX_CHUNKS || steps < 1) {
        fprintf(stderr, "usage: pi [workers, 1 to %d] [chunks, 1 to %d] [steps per chunk, 1 or more]\n", MAX_TASKS,
                MAX_CHUNKS);
        return 2;
    }
    pvm_setopt(PvmAutoErr, 2); /* an error in any PVM call prints its reason and ends the task */
    if (pvm_parent() == PvmNoParent)
        status = master(argv, workers, chunks, steps);
    else
        worker(pvm_parent(), chunks, steps);
    pvm_exit();
    return status;
}
