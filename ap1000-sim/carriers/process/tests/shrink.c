/* shrink.c - its slave sets the length of every file that it has open to 0, and of every one that the simulator has and
 * that can be opened by its name in /proc; the run must go on as if nothing had been. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

/* The simulator, our parent, has the memory that all tasks share open. How many such files were opened. */
static int shrink_the_simulators(void)
{
    int opened = 0;
    for (int n = 3; n < 1024; n++) {
        char path[64], name[64] = "";
        (void)snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getppid(), n);
        int fd =
            readlink(path, name, sizeof name - 1) > 0 && strncmp(name, "/memfd:", 7) == 0 ? open(path, O_RDWR) : -1;
        opened += fd >= 0;
        (void)!ftruncate(fd, 0);
    }
    return opened;
}

int main(int argc, char **argv)
{
    int tid, opened = 0;
    pvm_mytid();
    if (pvm_parent() > 0) {
        for (int fd = 3; fd < 1024; fd++)
            (void)!ftruncate(fd, 0);
        opened = shrink_the_simulators();
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&opened, 1, 1);
        pvm_send(pvm_parent(), 1);
    } else if (pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid) == 1 && pvm_recv(tid, 1) > 0) {
        pvm_upkint(&opened, 1, 1);
        printf("the slave has answered, %d files of the simulator opened\n", opened);
    }
    pvm_exit();
    return 0;
}
