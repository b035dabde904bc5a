/* pair_engine.c - what pair_mpi.c does, by an engine of pvmnode alone (pvm-api/cluster/engine/engine.h): what it adds
 * to its MPI, without daemons and tasks, which want processors of their own.
 *
 * pair_engine LIBRARY SIZE ROUNDS */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cluster/engine/engine.h"

struct head {
    char bytes[64]; /* as a daemon's */
};

static char *room;
static int came, freed;

static void *begin(void *user, int from, const void *head, uint32_t body_bytes, uint64_t *what)
{
    *what = 2;
    return room;
}

static void arrived(void *user, int from, uint64_t what)
{
    came++;
}

static void sent(void *user, uint64_t what)
{
    freed++;
}

static void failed(void *user, int rank)
{
    fprintf(stderr, "pair_engine: rank %d is gone\n", rank);
    _exit(1);
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* A message to the other rank, of `size` bytes. */
static void send_one(const struct engine_ops *ops, void *e, int to, const char *bytes, int size)
{
    struct head head;
    memset(&head, 0, sizeof head);
    int before = freed;
    if (!ops->send(e, to, &head, bytes, (uint32_t)size, 4))
        failed(NULL, to);
    while (size > 0 && freed == before)
        (void)ops->look(e);
}

static void receive_one(const struct engine_ops *ops, void *e, int wanted)
{
    while (came < wanted)
        (void)ops->look(e);
}

static void play(const struct engine_ops *ops, void *e, int me, int size, int rounds)
{
    char *bytes = calloc(1, (size_t)size + 1);
    double *times = calloc((size_t)rounds, sizeof *times);
    for (int r = 0; bytes != NULL && times != NULL && r < rounds; r++) {
        double start = now_us();
        if (me == 0)
            send_one(ops, e, 1, bytes, size);
        receive_one(ops, e, r + 1);
        if (me == 1)
            send_one(ops, e, 0, bytes, size);
        times[r] = (now_us() - start) / 2;
    }
    qsort(times, (size_t)rounds, sizeof *times, compare);
    if (me == 0)
        printf("%.3f %.3f\n", times[rounds / 20], times[rounds / 2]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int me, ranks;
    void *library = argc == 4 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
    const struct engine_ops *ops = library != NULL ? dlsym(library, ENGINE_SYMBOL) : NULL;
    struct engine_user user = {NULL, sizeof(struct head), begin, arrived, NULL, sent, failed};
    if (ops == NULL) {
        fprintf(stderr, "usage: pair_engine LIBRARY SIZE ROUNDS: %s\n",
                argc == 4 ? dlerror() : "three arguments are wanted");
        return 2;
    }
    int size = atoi(argv[2]);
    room = malloc((size_t)size + 1);
    void *e = ops->open(&user, &me, &ranks);
    if (e == NULL || room == NULL || ranks < 2)
        return 1;
    if (me < 2)
        play(ops, e, me, size, atoi(argv[3]));
    ops->close(e);
    _exit(0);
}
