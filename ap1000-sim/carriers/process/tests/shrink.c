/* shrink.c - its slave sets the length of every file that it has open to 0; the run must go on as if nothing had been.
 */
#include <stdio.h>
#include <unistd.h>

#include "pvm3.h"

int main(int argc, char **argv)
{
    (void)argc;
    int tid;
    pvm_mytid();
    if (pvm_parent() > 0) {
        for (int fd = 3; fd < 1024; fd++)
            (void)!ftruncate(fd, 0);
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), 1);
    } else if (pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid) == 1 && pvm_recv(tid, 1) > 0) {
        printf("the slave has answered\n");
    }
    pvm_exit();
    return 0;
}
