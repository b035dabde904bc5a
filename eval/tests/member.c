/* member.c - a task that joins the groups that its arguments name, in that order, prints a line, and waits for ever. */
#include <stdio.h>

#include <pvm3.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%s: instance %d\n", argv[i], pvm_joingroup(argv[i]));
    fflush(stdout);
    pvm_recv(-1, -1);
    return pvm_exit();
}
