/* traced.c - a program to trace: it spawns two children, sends to both at once, sends an event of its own with a value
 * of each kind, and prints two lines; the children receive.
 *
 * (No array of complex numbers, on which PVM's console crashes.) */
#include <stdio.h>

#include <pvm3.h>
#include <pvmtev.h>

static void own_event(void)
{
    int ints[2] = {1, -2};
    short one = 3;
    float complex_number[2] = {0.5F, 0.25F}, real = 1.5F;
    double reals[2] = {2.5, 1e6};
    pvm_initsend(PvmDataTrace);
    pvm_pkint(ints, 2, 1);
    pvm_pkshort(&one, 1, 1);
    pvm_pkfloat(&real, 1, 1);
    pvm_pkdouble(reals, 2, 1);
    pvm_pkcplx(complex_number, 1, 1);
    pvm_pkstr((char *)"a text");
    pvm_pkbyte((char *)"ab", 2, 1);
    pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE);
}

int main(int argc, char **argv)
{
    char *args[] = {(char *)"child", NULL};
    int tids[2], value = 7;
    if (pvm_parent() > 0) {
        pvm_recv(-1, 3);
        pvm_upkint(&value, 1, 1);
        return pvm_exit();
    }
    if (pvm_spawn(argv[argc - 1], args, PvmTaskDefault, (char *)"", 2, tids) != 2)
        return 1;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_mcast(tids, 2, 3);
    own_event();
    printf("two lines\nin one piece\n");
    return pvm_exit();
}
