/* version.c - `version CHILD` spawns that program, and says which version of this one the child is; with OF_PART which
 * version its library is. */
#include <stdio.h>

#include "pvm3.h"

#ifdef OF_PART
int version_of_part(void);
#define VERSION version_of_part()
#endif

int main(int argc, char **argv)
{
    int version = VERSION, tid;
    if (pvm_parent() > 0) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&version, 1, 1);
        pvm_send(pvm_parent(), 1);
    } else if (argc > 1 && pvm_spawn(argv[1], NULL, PvmTaskDefault, NULL, 1, &tid) == 1) {
        pvm_recv(tid, 1);
        pvm_upkint(&version, 1, 1);
        printf("version %d\n", version);
    }
    pvm_exit();
    return 0;
}
