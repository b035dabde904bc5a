/* sum.c - as programs of 1993 are written: a master spawns copies of itself, and adds up what they send. */
/* clang-format off */
#include <pvm3.h>

square(x)
int x;
{
    return x * x;
}

main(argc, argv)
int argc;
char **argv;
{
    int tids[3], i, n, sum = 0, parent = pvm_parent();

    if (parent > 0) {
        pvm_recv(parent, 1);
        pvm_upkint(&n, 1, 1);
        n = square(n);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&n, 1, 1);
        pvm_send(parent, 2);
    } else {
        pvm_spawn(argv[0], (char **)0, 0, "", 3, tids);
        for (i = 0; i < 3; i++) {
            pvm_initsend(PvmDataDefault);
            pvm_pkint(&i, 1, 1);
            pvm_send(tids[i], 1);
        }
        for (i = 0; i < 3; i++) {
            pvm_recv(-1, 2);
            pvm_upkint(&n, 1, 1);
            sum += n;
        }
        printf("sum %d\n", sum);
    }
    pvm_exit();
    exit(0);
}
