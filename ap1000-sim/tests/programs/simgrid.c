/* simgrid.c - a program for simgrid.sh: there and back from the first host of a platform; prints simulated ns.
 *     simgrid HOST [HOST]     in several lengths; two: their messages are under way at the same time
 *     simgrid all             to every other host, one after the other; prints the sum */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <pvm3.h>

enum { GO = 1, DONE, MOST = 1000000 };

static char room[MOST];

static long long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void echo(void)
{
    int from = pvm_parent();
    for (int n = 1, tag; n > 0;) {
        pvm_precv(from, -1, room, MOST, PVM_BYTE, NULL, &tag, &n);
        if (n > 0)
            pvm_psend(from, DONE, room, n, PVM_BYTE);
    }
}

static int start(const char *program, char *host)
{
    char *args[] = {(char *)"echo", NULL};
    int tid;
    if (pvm_spawn((char *)program, args, PvmTaskHost, host, 1, &tid) != 1) {
        fprintf(stderr, "no task on host %s: code %d\n", host, tid);
        pvm_exit();
        exit(1);
    }
    pvm_psend(tid, GO, room, 1, PVM_BYTE); /* it has begun when this comes back */
    pvm_precv(tid, DONE, room, MOST, PVM_BYTE, NULL, NULL, NULL);
    return tid;
}

static long long there_and_back(const int *tids, int count, int bytes)
{
    const long long before = now_ns();
    for (int i = 0; i < count; i++)
        pvm_psend(tids[i], GO, room, bytes, PVM_BYTE);
    for (int i = 0; i < count; i++)
        pvm_precv(tids[i], DONE, room, MOST, PVM_BYTE, NULL, NULL, NULL);
    return now_ns() - before;
}

static void all_hosts(const char *program)
{
    struct pvmhostinfo *hosts;
    int count, tid;
    long long sum = 0;
    pvm_config(&count, NULL, &hosts);
    for (int h = 1; h < count; h++) {
        tid = start(program, hosts[h].hi_name);
        sum += there_and_back(&tid, 1, 1000);
        pvm_psend(tid, GO, room, 0, PVM_BYTE);
    }
    printf("%d hosts: %lld ns for 1000 byte to each other and back\n", count, sum);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {1, 1000, MOST};
    int tids[2], count = argc - 1;
    if (argc > 1 && strcmp(argv[1], "echo") == 0) {
        echo();
        pvm_exit();
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "all") == 0) {
        all_hosts(argv[0]);
        pvm_exit();
        return 0;
    }
    if (count < 1 || count > 2) {
        fprintf(stderr, "usage: simgrid HOST [HOST]\n");
        return 2;
    }
    for (int i = 0; i < count; i++)
        tids[i] = start(argv[0], argv[1 + i]);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        const long long ns = there_and_back(tids, count, lengths[l]);
        printf("%d byte: %lld ns\n", lengths[l], ns);
    }
    for (int i = 0; i < count; i++)
        pvm_psend(tids[i], GO, room, 0, PVM_BYTE);
    pvm_exit();
    return 0;
}
