/* maps.c - `maps TASKS EACH`: so many tasks that wait, in process, take so many mappings of the system each: three
 * (stack, text, variables) where each has a room of its own, none in a place that they share. */
#include <stdio.h>
#include <stdlib.h>

#include "pvm3.h"

enum { MOST = 1000, OTHERS = 50, TAG = 1 };

/* How many mappings this process has: as a program in process it is the simulator's. */
static int mappings(void)
{
    FILE *f = fopen("/proc/self/maps", "r");
    int n = 0, c;
    while (f != NULL && (c = fgetc(f)) != EOF)
        n += c == '\n';
    if (f != NULL)
        fclose(f);
    return n;
}

static void meet(int tid)
{
    pvm_recv(tid, TAG);
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, TAG);
}

int main(int argc, char **argv)
{
    static int tids[MOST];
    int n = argc == 3 ? atoi(argv[1]) : 0, each = argc == 3 ? atoi(argv[2]) : 0, before, more;
    if (pvm_parent() > 0) {
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), TAG);
        pvm_recv(pvm_parent(), TAG);
        pvm_exit();
        return 0;
    }
    before = mappings();
    if (n < 1 || n > MOST || pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, n, tids) != n) {
        fprintf(stderr, "usage: maps TASKS EACH, TASKS from 1 to %d, on a machine that has room for them\n", MOST);
        return 2;
    }
    pvm_recv(tids[n - 1], TAG); /* all have begun */
    more = mappings() - before;
    pvm_initsend(PvmDataDefault);
    pvm_send(tids[n - 1], TAG);
    for (int i = 0; i < n - 1; i++)
        meet(tids[i]);
    pvm_exit();
    if (more <= each * n + OTHERS)
        return 0;
    printf("%d tasks took %d mappings; at most %d each and %d others are expected\n", n, more, each, OTHERS);
    return 1;
}
