/* borrower.c - lets its own library do something to a task that waits for it. */
#include <stddef.h>

#include "pvm3.h"

int borrowed(int tid);

int main(int argc, char **argv)
{
    int tid;
    pvm_mytid();
    if (pvm_parent() > 0) {
        pvm_recv(pvm_parent(), 1);
    } else if (argc > 0 && pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid) == 1) {
        borrowed(tid);
        pvm_initsend(PvmDataDefault);
        pvm_send(tid, 1);
    }
    pvm_exit();
    return 0;
}
