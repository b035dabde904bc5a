/* waiter.c - a task that says which machine it is on, as AP1000_CLUSTER has it, and waits until somebody ends it. */
#include <stdio.h>
#include <stdlib.h>
#include <pvm3.h>

int main(void)
{
    const char *machine = getenv("AP1000_CLUSTER");
    pvm_mytid();
    printf("%s\n", machine != NULL ? machine : "");
    fflush(stdout);
    pvm_recv(-1, -1);
    return 0;
}
