/* far.c NODE: more nodes than the bits of a PVM tid have numbers for: all are there once, and the named one can be
 * spawned on, asked about, written to, and deleted. Prints a line for each. */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_HELLO = 1, TAG_GONE };

static int up(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void say_twins(const struct pvmhostinfo *hosts, int n)
{
    int twins = 0, *tids = malloc((size_t)n * sizeof *tids);
    for (int i = 0; tids != NULL && i < n; i++)
        tids[i] = hosts[i].hi_tid;
    qsort(tids, (size_t)n, sizeof *tids, up);
    for (int i = 1; i < n; i++)
        twins += tids[i] == tids[i - 1];
    printf("nodes %d with the same tid %d\n", n, twins);
    free(tids);
}

int main(int argc, char **argv)
{
    struct pvmhostinfo *hosts;
    struct pvmtaskinfo *tasks;
    int n = 0, ntasks = 0, formats, child = 0, node = 0, text = 0;
    char name[64], *names[1];

    if (pvm_parent() > 0) {
        pvm_initsend(PvmDataRaw);
        pvm_send(pvm_parent(), TAG_HELLO);
        pvm_recv(pvm_parent(), TAG_GONE);
        return 0;
    }
    if (argc != 2 || pvm_config(&n, &formats, &hosts) < 0)
        return 2;
    say_twins(hosts, n);
    snprintf(name, sizeof name, "%s", argv[1]);
    for (int i = 0; i < n; i++)
        if (strcmp(hosts[i].hi_name, name) == 0)
            node = hosts[i].hi_tid;
    printf("spawned %d\n", pvm_spawn(argv[0], NULL, PvmTaskHost, name, 1, &child));
    pvm_recv(child, TAG_HELLO);
    printf("its node %d\n", pvm_tidtohost(child) == node);
    pvm_tasks(node, &ntasks, &tasks);
    printf("tasks there %d, it %d, on it %d\n", ntasks, ntasks > 0 && tasks[0].ti_tid == child,
           ntasks > 0 && tasks[0].ti_host == node);
    printf("state %d\n", pvm_mstat(name));
    pvm_notify(PvmHostDelete, TAG_GONE, 1, &node);
    printf("told too early %d\n", pvm_nrecv(-1, TAG_GONE) > 0);
    names[0] = name;
    int code = 0;
    printf("deleted %d\n", pvm_delhosts(names, 1, &code));
    pvm_recv(-1, TAG_GONE);
    pvm_upkint(&text, 1, 1);
    printf("told %d, state %d\n", text == node, pvm_mstat(name));
    pvm_exit();
    return 0;
}
