/* halted.c - pvm_halt by a program that ignores SIGTERM: it goes on without a machine. */
#include <signal.h>

#include "oracle.h"

static void waits(void)
{
    signal(SIGTERM, SIG_IGN);
    tell(pvm_parent(), 1, 0);
    hear(-1, 2);
}

static void halts(void)
{
    signal(SIGTERM, SIG_IGN);
    hear(start("waits"), 1);
    pvm_setopt(PvmAutoErr, 0);
    HOLDS(pvm_halt() == 0, "pvm_halt: 0, if it returns");
    say("it goes on");
    sleep(1);
    CODE(pvm_tasks(0, NULL, NULL), pvm_nrecv(-1, -1));
    say("and ends by itself");
    fflush(stdout);
    _exit(0);
}

ROLES({"waits", waits, BARE});
PARTS(halts);
