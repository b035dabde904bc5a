/* cluster.c - a program for cluster.sh: there and back between two nodes, in several lengths; then 1, 2 and 3 tasks
 * that compute at one time on one node. Prints simulated times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pvmsim.h>

#include "tell.h"

enum { GO = 1, DONE };

static void send_bytes(int tid, int tag, char *bytes, int n)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkint(&n, 1, 1);
    pvm_pkbyte(bytes, n, 1);
    pvm_send(tid, tag);
}

static int receive_bytes(int tid, int tag, char *bytes)
{
    int n = -1;
    pvm_recv(tid, tag);
    pvm_upkint(&n, 1, 1);
    pvm_upkbyte(bytes, n, 1);
    return n;
}

static void start(const char *program, const char *role, int count, int *tids)
{
    char *args[] = {(char *)role, NULL};
    int n = pvm_spawn((char *)program, args, PvmTaskHost, (char *)"node1", count, tids);
    if (n != count) {
        fprintf(stderr, "%d of %d tasks started on node1, code %d\n", n, count, tids[0]);
        pvm_exit();
        exit(1);
    }
}

#define MOST 1000000
static char room[MOST];

static void echo(void)
{
    for (int n; (n = receive_bytes(pvm_parent(), GO, room)) > 0;)
        send_bytes(pvm_parent(), DONE, room, n);
}

static void there_and_back(const char *program)
{
    static const int lengths[] = {1, 100, 1000, 2000, 10000, 100000, MOST};
    int tid;
    start(program, "echo", 1, &tid);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        send_bytes(tid, GO, room, 1); /* the connection is there, the other waits */
        receive_bytes(tid, DONE, room);
        memset(room, (int)i, (size_t)lengths[i]);
        long began = now_us();
        send_bytes(tid, GO, room, lengths[i]);
        int n = receive_bytes(tid, DONE, room);
        long took = now_us() - began;
        for (int b = 0; b < n; b++)
            if (room[b] != (char)i || n != lengths[i])
                printf("byte %d of %d is wrong\n", b, n);
        printf("%d byte there and back: %ld us\n", lengths[i], took);
    }
    send_bytes(tid, GO, room, 0);
}

static void work(void)
{
    receive_bytes(pvm_parent(), GO, room);
    pvmsim_charge(10000000);
    send_bytes(pvm_parent(), DONE, room, 1);
}

static void at_one_time(const char *program, int count)
{
    int tids[3];
    start(program, "work", count, tids);
    long began = now_us();
    for (int i = 0; i < count; i++)
        send_bytes(tids[i], GO, room, 1);
    for (int i = 0; i < count; i++)
        receive_bytes(-1, DONE, room);
    printf("%d tasks of 10 ms on one node: %ld0 ms\n", count, (now_us() - began) / 10000); /* messages: below 10 ms */
}

int main(int argc, char **argv)
{
    if (pvm_mytid() < 0)
        return 1;
    if (argc == 2 && strcmp(argv[1], "echo") == 0) {
        echo();
    } else if (argc == 2) {
        work();
    } else {
        there_and_back(argv[0]);
        for (int count = 1; count <= 3; count++)
            at_one_time(argv[0], count);
    }
    pvm_exit();
    return 0;
}
