/* runaway.h - the master of a slave that makes no call of PVM any more (runaway.c, of tasks that are processes and of
 * tasks in process): `runaway kill SLAVE` ends it by pvm_kill soon; `runaway watch SLAVE` waits for it for 2 s, then
 * ends it; `runaway wait SLAVE` waits for its message; `runaway hear SLAVE` does so, then ends it.
 *
 * The slave sends tag 1 when it is there, runs away at tag 2, and sends tag 3 if it comes back. */
#pragma once

#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "pvm3.h"

/* slave: what it does, and its exit code. received: what the master does with the message of one that has come back;
 * NULL: nothing. Returns the exit code. */
static int run_away(int argc, char **argv, int (*slave)(const char *does), void (*received)(void))
{
    struct timeval two_s = {2, 0}, from, to;
    int tid;
    pvm_mytid();
    if (argc < 3)
        return 2;
    if (pvm_parent() > 0)
        return slave(argv[2]);
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &tid) != 1)
        return 1;
    pvm_notify(PvmTaskExit, 4, 1, &tid);
    pvm_recv(tid, 1);
    (void)gettimeofday(&from, NULL);
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, 2);
    if (strcmp(argv[1], "wait") == 0) {
        pvm_recv(tid, 3);
        if (received != NULL)
            received();
    } else if (strcmp(argv[1], "hear") == 0) {
        pvm_recv(tid, 3);
        printf("pvm_kill gives %d\n", pvm_kill(tid));
        pvm_recv(-1, 4);
    } else {
        if (strcmp(argv[1], "watch") == 0 && pvm_trecv(tid, 3, &two_s) != 0)
            return 1;
        (void)usleep(10000); /* it has begun */
        printf("pvm_kill gives %d\n", pvm_kill(tid));
        pvm_recv(-1, 4);
    }
    (void)gettimeofday(&to, NULL);
    printf("over after %ld us\n", (to.tv_sec - from.tv_sec) * 1000000L + to.tv_usec - from.tv_usec);
    pvm_exit();
    return 0;
}
