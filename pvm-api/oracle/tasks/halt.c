/* halt.c - pvm_halt: the machine ends, and every task with it; what the caller can still do. */
#include <signal.h>

#include "oracle.h"

static void ended(int number)
{
    static const char text[] = "ended by SIGTERM\n";
    if (number == SIGTERM && write(1, text, sizeof text - 1) > 0)
        _exit(0);
}

static void waits(void)
{
    tell(pvm_parent(), 1, 0);
    for (;;)
        hear(-1, 2);
}

static void halts(void)
{
    signal(SIGTERM, ended);
    hear(start("waits"), 1);
    say("both are there");
    CODE(pvm_halt());
    say("still here");
    exit(0);
}

ROLES({"waits", waits, BARE});
PARTS(halts);
