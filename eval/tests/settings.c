/* settings.c - a task that joins its machine and leaves. `spawn FILE`: it tries twice to spawn FILE. `wait`: it prints
 * a line and waits. */
#include <pvm3.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int tid = 0;
    if (pvm_mytid() < 0)
        return 1;
    for (int i = 0; i < 2 && argc > 2 && strcmp(argv[1], "spawn") == 0; i++)
        if (pvm_spawn(argv[2], NULL, PvmTaskDefault, "", 1, &tid) != 0 || tid != PvmNoFile)
            return 2;
    if (argc > 1 && strcmp(argv[1], "wait") == 0) {
        printf("waits\n");
        fflush(stdout);
        pvm_recv(-1, -1);
    }
    pvm_exit();
    return 0;
}
