/* where.c - `where [PROGRAM]`: it spawns itself, or the PROGRAM, and says where each of the two runs: in process, where
 * the numbers that stand for processes begin beyond those of the system, or as a process. */
#include <stdio.h>
#include <unistd.h>

#include "pvm3.h"

static const char *where(int number)
{
    return number >= 1 << 23 ? "in process" : "a process";
}

int main(int argc, char **argv)
{
    int number = (int)getpid(), tid;
    if (pvm_parent() > 0) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&number, 1, 1);
        pvm_send(pvm_parent(), 1);
    } else if (pvm_spawn(argc > 1 ? argv[1] : argv[0], NULL, PvmTaskDefault, NULL, 1, &tid) == 1) {
        pvm_recv(tid, 1);
        printf("%s, ", where(number));
        pvm_upkint(&number, 1, 1);
        printf("%s\n", where(number));
    }
    pvm_exit();
    return 0;
}
