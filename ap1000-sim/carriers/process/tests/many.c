/* many.c - `many N`: N slaves that each answer once. Prints how many were started and how many answered; what could not
 * be started must say PvmOutOfRes. `many N BYTES`: each gets an argument of so many bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

static int slave(void)
{
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 1);
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (pvm_parent() > 0)
        return slave();
    int n = argc > 1 ? atoi(argv[1]) : 1;
    size_t bytes = argc > 2 ? (size_t)atoll(argv[2]) : 1;
    int *tids = calloc((size_t)n, sizeof *tids);
    char *arg = malloc(bytes + 1), *args[] = {arg, NULL};
    if (tids == NULL || arg == NULL)
        return 1;
    memset(arg, 'x', bytes);
    arg[bytes] = 0;
    int started = pvm_spawn(argv[0], args, PvmTaskDefault, NULL, n, tids), answered = 0;
    int first = started > 0 ? started : 0;
    for (int i = first; i < n; i++)
        if (tids[i] != PvmOutOfRes) {
            printf("place %d says %d, not PvmOutOfRes\n", i, tids[i]);
            return 1;
        }
    for (; answered < started; answered++)
        pvm_recv(-1, 1);
    printf("%d of %d answered\n", answered, n);
    free(tids);
    free(arg);
    pvm_exit();
    return 0;
}
