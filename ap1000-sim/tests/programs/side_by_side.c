/* side_by_side.c FOLDER PATIENCE_MS EXCHANGES [anybody] - do two tasks compute at the same real time?
 *
 * Two tasks are sent a message each, at different simulated times, and exchange so many more between them. Then each
 * leaves a file in the folder and waits, in real time and without a call, for that of the other, so many ms at most.
 * Each prints whether it has seen the other: a task that has to end its computing before the other may begin has not.
 * anybody: it never says from whom it receives, and nobody collects what it prints.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

static void leave_file(const char *folder, int me)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%d", folder, me);
    FILE *f = fopen(path, "w");
    if (f != NULL)
        fclose(f);
}

static int meets(const char *folder, int other, int patience_ms)
{
    char path[4096];
    const struct timespec one_ms = {0, 1000000};
    snprintf(path, sizeof path, "%s/%d", folder, other);
    for (int ms = 0; ms < patience_ms; ms++) {
        if (access(path, F_OK) == 0)
            return 1;
        syscall(SYS_nanosleep, &one_ms, NULL); /* nanosleep itself would let simulated time pass */
    }
    return 0;
}

/* Each sends first, so neither can say anything before the other has said what came before. */
static void exchange(int other, int times, int anybody)
{
    for (int i = 0; i < times; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_send(other, 2);
        pvm_recv(anybody ? -1 : other, 2);
    }
}

static int work(const char *folder, int patience_ms, int times, int anybody)
{
    int me, tids[2];
    pvm_recv(anybody ? -1 : pvm_parent(), 1);
    pvm_upkint(&me, 1, 1);
    pvm_upkint(tids, 2, 1);
    exchange(tids[1 - me], times, anybody);
    leave_file(folder, me);
    printf("%d %s\n", me, meets(folder, 1 - me, patience_ms) ? "saw the other" : "was alone");
    exchange(tids[1 - me], times, anybody);
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    int tids[2];
    if (argc < 4)
        return 2;
    if (pvm_parent() > 0)
        return work(argv[1], atoi(argv[2]), atoi(argv[3]), argc > 4);
    if (argc == 4)
        pvm_catchout(stdout);
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, (char *)"", 2, tids) < 2)
        return 1;
    for (int me = 0; me < 2; me++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&me, 1, 1);
        pvm_pkint(tids, 2, 1);
        pvm_send(tids[me], 1);
    }
    pvm_exit();
    return 0;
}
