/* runaway.c - ../../process/tests/runaway.c for tasks in process: a slave that makes no call of PVM any more, and its
 * master. `runaway kill computes` ends it by pvm_kill soon, `runaway watch computes` after two simulated seconds;
 * `runaway wait works` waits for its message. The slave computes in its own code and in floating point, so that a
 * register which is lost while it is set aside is seen in what it sends.
 */
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "pvm3.h"

enum { ROUNDS = 600000000 };

static double work(int for_ever)
{
    volatile long n = 0;
    double a = 1, b = 2, c = 3, d = 4;
    do
        for (long i = 0; i < ROUNDS; i++) {
            n++;
            a += 0.5, b += a * 1e-9, c -= 0.25, d += c * 1e-9;
        }
    while (for_ever);
    return a + b + c + d + (double)n;
}

static int slave(const char *does)
{
    double sum;
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 1);
    pvm_recv(pvm_parent(), 2);
    sum = work(strcmp(does, "computes") == 0);
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(&sum, 1, 1);
    pvm_send(pvm_parent(), 3);
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    struct timeval two_s = {2, 0}, from, to;
    int tid;
    double sum = 0;
    pvm_mytid();
    if (argc < 3)
        return 2;
    if (pvm_parent() > 0)
        return slave(argv[2]);
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &tid) != 1)
        return 1;
    pvm_notify(PvmTaskExit, 4, 1, &tid);
    pvm_recv(tid, 1);
    (void)gettimeofday(&from, NULL);
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, 2);
    if (strcmp(argv[1], "wait") == 0) {
        pvm_recv(tid, 3);
        pvm_upkdouble(&sum, 1, 1);
        printf("%.17g\n", sum);
    } else {
        if (strcmp(argv[1], "watch") == 0 && pvm_trecv(tid, 3, &two_s) != 0)
            return 1;
        (void)usleep(10000); /* it has begun */
        printf("pvm_kill gives %d\n", pvm_kill(tid));
        pvm_recv(-1, 4);
    }
    (void)gettimeofday(&to, NULL);
    printf("over after %ld us\n", (to.tv_sec - from.tv_sec) * 1000000L + to.tv_usec - from.tv_usec);
    pvm_exit();
    return 0;
}
