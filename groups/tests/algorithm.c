/* algorithm.c - prints the barrier algorithm that a task of this machine is told when it joins the machine.
 * `algorithm some`: sends a message to two of three other tasks instead. */
#include <stdio.h>

#include "barriers.h"
#include "pvm3.h"
#include "pvmi_group.h"

static int send_to_some(char *program)
{
    int tids[3];
    char *some[] = {(char *)"some", NULL};
    if (pvm_parent() > 0) {
        pvm_recv(pvm_parent(), 1);
    } else if (pvm_spawn(program, some, PvmTaskDefault, NULL, 3, tids) == 3) {
        pvm_initsend(PvmDataDefault);
        pvm_mcast(tids, 2, 1);
        pvm_send(tids[2], 1);
    }
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return send_to_some(argv[0]);

#define NAME(ALGORITHM, WHAT) #ALGORITHM,
    static const char *const names[] = {BARRIER_ALGORITHMS(NAME)};
    int mine = pvm_mytid() > 0 ? pvmi_barrier_algorithm() : -1;

    puts(mine >= 0 && mine < BARRIER_NALGORITHMS ? names[mine] : "none");
    pvm_exit();
    return 0;
}
