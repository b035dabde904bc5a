/* lines.c - calls at lines that the program prints itself: for the lines in traces and reports. */
#include <stdio.h>
#include <string.h>

#include "pvm3.h"

#define HERE(CALL) (printf("lines.c:%d %s\n", __LINE__, CALL), fflush(stdout))

int main(int argc, char **argv)
{
    char group[] = "g", *slash = argc > 0 ? strrchr(argv[0], '/') : NULL, *program = slash != NULL ? slash + 1 : group;
    int tid, parent = pvm_parent();
    if (parent != PvmNoParent) {
        pvm_initsend(PvmDataDefault);
        pvm_send(parent, 1);
        pvm_send(parent, 2);
        return 0;
    }
    HERE("pvm_spawn"), pvm_spawn(program, NULL, PvmTaskDefault, NULL, 1, &tid);
    HERE("pvm_recv"), pvm_recv(tid, 1);
    HERE("pvm_recv"), pvm_recv(tid, 2);
    HERE("pvm_joingroup"), pvm_joingroup(group);
    HERE("pvm_barrier"), pvm_barrier(group, 1);
    HERE("pvm_initsend"), pvm_initsend(PvmDataDefault);
    HERE("pvm_pkint"), pvm_pkint(&tid, 1, 1);
    HERE("pvm_packf"), pvm_packf("%d", tid);
    pvm_exit();
    return 0;
}
