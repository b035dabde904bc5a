/* endless.c - `endless SECONDS`: a slave sleeps so long, again and again; the master waits for it. `endless`: it
 * looks for a message that never comes, until somebody ends it. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "pvm3.h"

int main(int argc, char **argv)
{
    int tid;
    pvm_mytid();
    if (argc < 2) {
        printf("computing\n");
        (void)fflush(stdout);
        for (;;)
            (void)pvm_nrecv(-1, 1);
    }
    if (pvm_parent() > 0)
        for (;;)
            (void)sleep((unsigned)strtoul(argv[1], NULL, 10));
    pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &tid);
    pvm_recv(tid, 1);
    pvm_exit();
    return 0;
}
