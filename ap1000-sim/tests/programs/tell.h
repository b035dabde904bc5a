/* tell.h - messages of one integer, for the programs of this folder. */
#include "pvm3.h"

static void tell(int tid, int tag, int value)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_send(tid, tag);
}

static int hear(int tid, int tag)
{
    int value = -1;
    pvm_recv(tid, tag);
    pvm_upkint(&value, 1, 1);
    return value;
}
