/* roles.c - a task asks for each part of the system that others can take over: on a real cluster each is refused. */
#include <stdio.h>

#include "pvm3.h"

int main(void)
{
    struct pvmhostinfo *host;
    pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    printf("hoster %d, tasker %d, manager %d\n", pvm_reg_hoster(), pvm_reg_tasker(), pvm_reg_rm(&host));
    pvm_exit();
    return 0;
}
