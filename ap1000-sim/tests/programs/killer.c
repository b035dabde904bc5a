/* killer.c TID - ends that task by pvm_kill. */
#include <stdlib.h>

#include "pvm3.h"

int main(int argc, char **argv)
{
    pvm_mytid();
    if (argc > 1)
        pvm_kill(atoi(argv[1]));
    pvm_exit();
    return 0;
}
