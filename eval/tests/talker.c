/* talker.c - its child prints so many lines, then answers; then it prints one itself. "own": it prints all itself. */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    int child, is_child = (pvm_mytid(), pvm_parent() != PvmNoParent);
    struct timespec began, ended;
    clock_gettime(CLOCK_REALTIME, &began);
    for (int i = 0; (is_child || argc > 2) && i < atoi(argv[1]); i++)
        printf("%07d of the child, and some more words\n", i);
    fflush(stdout);
    pvm_initsend(PvmDataDefault);
    if (is_child)
        return pvm_send(pvm_parent(), 1);
    char *none[] = {"0", NULL};
    if (pvm_spawn("talker", argc > 2 ? none : argv + 1, PvmTaskDefault, "", 1, &child) != 1)
        return 1;
    pvm_recv(child, 1);
    clock_gettime(CLOCK_REALTIME, &ended);
    printf("the master has heard it after %ld ns\n",
           (ended.tv_sec - began.tv_sec) * 1000000000 + ended.tv_nsec - began.tv_nsec);
    fflush(stdout);
    return pvm_exit();
}
