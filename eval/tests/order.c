/* order.c - a program whose output depends on the order of arrival: a master receives from TASKS workers in any order.
 *
 * Each worker first computes for a random time, in real time, which must not change anything. */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TASKS = 12, ROUNDS = 5, TAG = 1 };

static void compute_for_a_random_while(void)
{
    unsigned short r = 0;
    volatile unsigned long sink = 0;
    FILE *f = fopen("/dev/urandom", "rb");

    if (!f || fread(&r, sizeof r, 1, f) != 1)
        abort();
    fclose(f);
    for (unsigned long i = 0; i < r * 100ul; i++)
        sink += i;
}

int main(int argc, char **argv)
{
    int tids[TASKS], master_tid = argc > 1 ? 0 : pvm_parent(), n = 0;

    if (master_tid > 0) {
        for (int i = 0; i < ROUNDS; i++) {
            compute_for_a_random_while();
            usleep((pvm_mytid() * 7919 + i * 104729) % 1000);
            pvm_initsend(PvmDataDefault);
            pvm_send(master_tid, TAG);
        }
        pvm_exit();
        return 0;
    }
    if (pvm_spawn(argv[0], NULL, PvmTaskDefault, "", TASKS, tids) != TASKS)
        return 1;
    for (int i = 0; i < TASKS * ROUNDS; i++) {
        struct timespec t;
        pvm_bufinfo(pvm_recv(-1, TAG), NULL, NULL, &n);
        clock_gettime(CLOCK_MONOTONIC, &t);
        printf("t%x %lld.%09ld\n", n, (long long)t.tv_sec, t.tv_nsec);
    }
    pvm_exit();
    return 0;
}
