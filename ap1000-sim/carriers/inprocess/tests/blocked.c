/* blocked.c - `blocked FIFO`: the slave makes the file `begun`, opens one that nobody writes, and stands in libc. */
#include <stdio.h>

#include "pvm3.h"

int main(int argc, char **argv)
{
    char line[100] = "";
    int tid;
    if (pvm_parent() > 0) {
        fclose(fopen("begun", "w"));
        FILE *file = fopen(argv[1], "r");
        return file != NULL && fgets(line, sizeof line, file) != NULL;
    }
    pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &tid);
    pvm_recv(tid, -1);
    return argc;
}
