/* runaway.c - a slave that makes no call of PVM any more; runaway.h has its master. The slave computes for ever
 * (`computes`), has stopped itself (`stops`), or computes for 3 s of processor time, then sends (`works`).
 */
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>

#include "runaway.h"

static int slave(const char *does)
{
    struct timespec t = {0, 0};
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 1);
    pvm_recv(pvm_parent(), 2);
    if (strcmp(does, "stops") == 0)
        (void)syscall(SYS_kill, getpid(), SIGSTOP);
    while (strcmp(does, "computes") == 0 || (strcmp(does, "works") == 0 && t.tv_sec < 3))
        (void)syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t); /* not the library's: its time is simulated */
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 3);
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    return run_away(argc, argv, slave, NULL);
}
