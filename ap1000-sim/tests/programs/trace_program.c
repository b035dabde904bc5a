/* trace_program.c - two copies on two cells do a known number of known things. test_trace_file.cpp has the sums. */
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

#include <pvm3.h>

static void first(int other)
{
    int numbers[100] = {0};
    pvm_initsend(PvmDataDefault);
    pvm_pkint(numbers, 100, 1);
    for (int i = 0; i < 3; i++)
        pvm_send(other, 5);
    pvm_recv(other, 6);
    for (int i = 0; i < 300; i++) /* more marks than a task may collect */
        pvm_mytid();
}

static void second(int other)
{
    char bytes[10] = {0};
    usleep(1000);
    for (int i = 0; i < 3; i++)
        pvm_recv(-1, 5);
    pvm_psend(other, 6, bytes, 10, PVM_BYTE);
}

int main(void)
{
    int me = pvm_mytid(), *tids;
    struct timeval now;
    if (pvm_siblings(&tids) != 2)
        return 1;
    if (me == tids[0])
        first(tids[1]);
    else
        second(tids[0]);
    if (pvm_joingroup("both") < 0 || pvm_barrier("both", 2) < 0)
        return 2;
    gettimeofday(&now, NULL);
    printf("%x: %ld.%06ld\n", (unsigned)me, (long)now.tv_sec, (long)now.tv_usec);
    fflush(stdout);
    pvm_exit();
    return 0;
}
