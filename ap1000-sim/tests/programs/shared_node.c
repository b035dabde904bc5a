/* shared_node.c - tasks on one cell compute at the same time: the last one is done, by its own clock, only when the
 * processor has done the work of all.
 *
 * The work of a task is CALLS PVM calls of a known cost. The program prints the time [us] from the first begin to the
 * last end, by the tasks' own clocks; with an argument for as many tasks (2 or 3), else for one.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tell.h"

#define CALLS 1000

static int work(void)
{
    pvm_recv(pvm_parent(), 1); /* both begin at nearly the same time */
    double before = (double)now_us();
    for (int i = 0; i < CALLS; i++)
        pvm_mytid();
    double after = (double)now_us();
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(&before, 1, 1);
    pvm_pkdouble(&after, 1, 1);
    return pvm_send(pvm_parent(), 2);
}

int main(int argc, char **argv)
{
    double first = 1e300, last = 0;
    int tid[3], n = argc > 1 ? atoi(argv[1]) : 1;
    char cell[] = "cell3";
    if (pvm_parent() != PvmNoParent)
        return work() < 0;
    if (pvm_spawn(argv[0], NULL, PvmTaskHost, cell, n, tid) != n)
        return 1;
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tid, n, 1);
    for (int i = 0; i < n; i++) {
        double before = 0, after = 0;
        pvm_recv(tid[i], 2);
        pvm_upkdouble(&before, 1, 1);
        pvm_upkdouble(&after, 1, 1);
        first = before < first ? before : first;
        last = after > last ? after : last;
    }
    printf("%.0f\n", last - first);
    return pvm_exit() < 0;
}
