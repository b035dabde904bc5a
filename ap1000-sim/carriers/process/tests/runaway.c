/* runaway.c - a slave that makes no call of PVM any more, and its master: `runaway kill SLAVE` ends it by pvm_kill
 * soon; `runaway watch SLAVE` waits for it for 2 s, then ends it; `runaway wait SLAVE` waits for its message. The
 * slave computes for ever (`computes`), has stopped itself (`stops`), or computes for 3 s of processor time, then
 * sends (`works`).
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

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
