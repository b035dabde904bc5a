/* runaway.c - a slave in process that makes no call of PVM any more; runaway.h has its master. The slave computes for
 * ever (`computes`), likewise in libc (`fills`) or once it has sent (`tells`), or for a while, then sends (`works`): in
 * its own code and in floating point, so that a register which is lost while it is set aside is seen in what it sends.
 * `turns`: with a call after each four hundredth part of that. */
#include "carriers/process/tests/runaway.h"

enum { ROUNDS = 400000000 }; /* of a division, 13 cycles of a fast processor: 0.7 s and more (run_end.cpp) */

static double work(int for_ever, int turns)
{
    volatile long n = 0;
    double a = 1, b = 2, c = 3, d = 4;
    do
        for (long i = 0; i < ROUNDS; i++) {
            if (turns && i % (ROUNDS / 400) == 0)
                pvm_probe(-1, -1);
            n++;
            a += 0.5, b += a * 1e-9, c -= 0.25, d = c / (d + b);
        }
    while (for_ever);
    return a + b + c + d + (double)n;
}

/* All but ever in libc. */
static void fill(void)
{
    static char much[1 << 26];
    for (int n = 0;; n++)
        memset(much, n, sizeof much);
}

static int slave(const char *does)
{
    double sum;
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 1);
    pvm_recv(pvm_parent(), 2);
    if (strcmp(does, "fills") == 0)
        fill();
    const int tells = strcmp(does, "tells") == 0;
    if (tells)
        pvm_send(pvm_parent(), 3);
    sum = work(tells || strcmp(does, "computes") == 0, strcmp(does, "turns") == 0);
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(&sum, 1, 1);
    pvm_send(pvm_parent(), 3);
    pvm_exit();
    return 0;
}

static void print_sum(void)
{
    double sum = 0;
    pvm_upkdouble(&sum, 1, 1);
    printf("%.17g\n", sum);
}

int main(int argc, char **argv)
{
    return run_away(argc, argv, slave, print_sum);
}
