/* outlived.c - `outlived MASTER SLAVE`: the master starts a slave, says so, and leaves PVM (`left`) and waits for
 * ever, or returns from main (`returned`); the slave computes for ever without a call (`computes`), or looks for
 * messages for ever (`polls`), or works with time passing (`works`). Somebody has to end the master. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

static void slave(const char *does)
{
    volatile unsigned long n = 0;
    for (;;) {
        if (strcmp(does, "computes") == 0)
            n++;
        else if (strcmp(does, "polls") == 0)
            (void)pvm_nrecv(-1, 1);
        else
            (void)usleep(1000);
    }
}

int main(int argc, char **argv)
{
    int tid;
    pvm_mytid();
    if (argc < 3)
        return 2;
    if (pvm_parent() > 0) {
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), 1);
        pvm_recv(pvm_parent(), 2);
        slave(argv[2]);
    }
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &tid) != 1 || pvm_recv(tid, 1) <= 0)
        return 1;
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, 2);
    printf("working\n");
    (void)fflush(stdout);
    if (strcmp(argv[1], "left") == 0) {
        pvm_exit();
        for (;;)
            (void)pause();
    }
    return 0;
}
