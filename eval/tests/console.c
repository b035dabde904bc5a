/* console.c - a task for the console to start. It prints its tid; then it ends, waits for ever, leaves a message, or
 * waits for a command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pvm3.h>

int main(int argc, char **argv)
{
    int me = pvm_mytid();
    const char *what = argc > 1 ? argv[1] : "end";
    printf("child of t%x\n", (unsigned)pvm_parent());
    fflush(stdout);
    if (strcmp(what, "stay") == 0)
        pvm_setopt(PvmNoReset, 1);
    if (strcmp(what, "shell") == 0 && argc > 2)
        return system(argv[2]);
    if (strcmp(what, "leave") == 0) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&me, 1, 1);
        pvm_putinfo((char *)"left", pvm_getsbuf(), PvmMboxPersistent);
    }
    if (strcmp(what, "wait") == 0 || strcmp(what, "stay") == 0)
        pvm_recv(-1, -1);
    return pvm_exit();
}
