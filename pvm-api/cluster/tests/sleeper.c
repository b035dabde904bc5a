/* sleeper.c - a task on each node, which waits for ever. Each writes its node, its pid and its daemon's into the file
 * that is named first. */
#include <stdio.h>
#include <unistd.h>

#include "pvm3.h"

int main(int argc, char **argv)
{
    struct pvmhostinfo *hosts;
    int n, mine = pvm_tidtohost(pvm_mytid());
    const char *name = "?";
    if (argc < 2)
        return 2;
    pvm_config(&n, NULL, &hosts);
    for (int i = 0; i < n; i++)
        if (hosts[i].hi_tid == mine)
            name = hosts[i].hi_name;
    if (pvm_parent() < 0)
        for (int i = 0; i < n; i++)
            if (hosts[i].hi_tid != mine)
                pvm_spawn(argv[0], argv + 1, PvmTaskHost, hosts[i].hi_name, 1, NULL);
    FILE *f = fopen(argv[1], "a");
    if (f == NULL)
        return 1;
    fprintf(f, "%s %d %d\n", name, getpid(), getppid());
    fclose(f);
    pvm_recv(-1, -1);
    return 0;
}
