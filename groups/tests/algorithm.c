/* algorithm.c - prints the barrier algorithm that a task of this machine is told when it joins the machine. */
#include <stdio.h>

#include "barriers.h"
#include "pvm3.h"
#include "pvmi_group.h"

int main(void)
{
#define NAME(ALGORITHM, WHAT) #ALGORITHM,
    static const char *const names[] = {BARRIER_ALGORITHMS(NAME)};
    int mine = pvm_mytid() > 0 ? pvmi_barrier_algorithm() : -1;

    puts(mine >= 0 && mine < BARRIER_NALGORITHMS ? names[mine] : "none");
    pvm_exit();
    return 0;
}
