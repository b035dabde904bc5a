/* server.c - `server serve`: waits for messages for ever, an eighth of a second at a time; before that once for a task
 * that it starts, `server child`, as long as that takes. `server ask`: what time it is on the machine [s]. */
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

static void wait_in_both_ways(char *program)
{
    struct timeval eighth = {0, 125000};
    char *args[] = {(char *)"child", NULL};
    int tid;
    pvm_trecv(-1, -1, &eighth);
    if (pvm_spawn(program, args, PvmTaskDefault, NULL, 1, &tid) == 1)
        pvm_recv(tid, 1);
}

int main(int argc, char **argv)
{
    struct timeval eighth = {0, 125000};
    pvm_mytid();
    if (argc > 1 && strcmp(argv[1], "child") == 0) {
        usleep(1000);
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), 1);
        pvm_exit();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "serve") == 0) {
        wait_in_both_ways(argv[0]);
        printf("serving\n");
        (void)fflush(stdout);
        for (;;)
            if (pvm_trecv(-1, -1, &eighth) < 0)
                return 1;
    }
    printf("%ld\n", (long)time(NULL));
    pvm_exit();
    return 0;
}
