/* mailbox.c - commands about the mailbox: names, put. */
#include <stdio.h>
#include <stdlib.h>

#include "console.h"

bool do_names(int argc, char **argv)
{
    struct pvmmboxinfo *c;
    int n = 0;
    char all[] = "*";
    if (pvm_getmboxinfo(argc > 1 ? argv[1] : all, &n, &c) < 0)
        return true;
    for (int i = 0; i < n; i++) {
        printf("<%s>:\n", c[i].mi_name);
        for (int k = 0; k < c[i].mi_nentries; k++)
            printf("\tindex=%d owner=0x%x/%d flags=0x%x\n", c[i].mi_indices[k], (unsigned)c[i].mi_owners[k],
                   c[i].mi_owners[k], (unsigned)c[i].mi_flags[k]);
        printf("\n");
    }
    return true;
}

/* The message has the text, if one is given. */
bool do_put(int argc, char **argv)
{
    int sbuf = pvm_initsend(PvmDataDefault);
    if (argc > 3)
        pvm_pkstr(argv[3]);
    pvm_putinfo(argv[1], sbuf, atoi(argv[2]));
    return true;
}
