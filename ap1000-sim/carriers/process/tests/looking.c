/* looking.c WAY SLAVE - a slave that sends a message and then looks for a file again and again, by access(), stat() or
 * fopen(), until its master has made it. The slave is another copy of this program. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pvm3.h"

static int is_there(const char *way)
{
    struct stat s;
    if (strcmp(way, "access") == 0)
        return access("flag", F_OK) == 0;
    if (strcmp(way, "stat") == 0)
        return stat("flag", &s) == 0;
    FILE *f = fopen("flag", "r");
    if (f != NULL)
        fclose(f);
    return f != NULL;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    if (pvm_parent() > 0) {
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), 1);
        while (!is_there(argv[1]))
            ;
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), 2);
        pvm_exit();
        return 0;
    }
    int tid;
    if (pvm_spawn(argv[2], argv + 1, PvmTaskDefault, NULL, 1, &tid) != 1)
        return 1;
    pvm_recv(tid, 1);
    puts("got the first");
    fflush(stdout);
    FILE *f = fopen("flag", "w");
    if (f != NULL)
        fclose(f);
    pvm_recv(tid, 2);
    puts("got the second");
    pvm_exit();
    return 0;
}
