/* coordinator.c - measures one barrier that all members enter at the same simulated moment, until all run again, and
 * prints the time in us.
 *
 * usage: coordinator N WHO. There are N members. WHO is `cells` (all are on cells), `host` (the host is a member and
 * joins first) or `last` (the host is a member and joins last). */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOIN = 1, JOINED, LEFT };
static char group[] = "g";

static long long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* Enters the barrier at 10 s of simulated time, and returns when it runs again. */
static double meet(int n)
{
    long long span_ns = 10000000000 - now_ns();
    struct timespec t = {span_ns / 1000000000, span_ns % 1000000000};

    nanosleep(&t, NULL);
    if (span_ns < 0 || pvm_barrier(group, n) < 0)
        exit(1);
    return (double)(now_ns() - 10000000000) / 1000;
}

static void member(void)
{
    double left_us;
    int n;

    pvm_recv(pvm_parent(), JOIN);
    pvm_upkint(&n, 1, 1);
    pvm_joingroup(group);
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), JOINED);
    left_us = meet(n);
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(&left_us, 1, 1);
    pvm_send(pvm_parent(), LEFT);
}

int main(int argc, char **argv)
{
    int n = argc == 3 ? atoi(argv[1]) : 0, host, tids[64];
    double last_us = 0, left_us;

    if (pvm_parent() > 0) {
        member();
        pvm_exit();
        return 0;
    }
    if (n < 2 || n > 64)
        return 2;
    host = strcmp(argv[2], "cells") != 0;
    if (strcmp(argv[2], "host") == 0)
        pvm_joingroup(group);
    pvm_spawn(argv[0], NULL, PvmTaskDefault, (char *)"", n - host, tids);
    for (int i = 0; i < n - host; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&n, 1, 1);
        pvm_send(tids[i], JOIN);
        pvm_recv(tids[i], JOINED);
    }
    if (strcmp(argv[2], "last") == 0)
        pvm_joingroup(group);
    if (host)
        last_us = meet(n);
    for (int i = 0; i < n - host; i++) {
        pvm_recv(tids[i], LEFT);
        pvm_upkdouble(&left_us, 1, 1);
        last_us = left_us > last_us ? left_us : last_us;
    }
    printf("%.2f\n", last_us);
    pvm_exit();
    return 0;
}
