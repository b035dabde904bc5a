/* groups.c - the command groups, which shows what pvm_gstat of PVM shows.
 *
 * It asks the group server, whose tid and message context are in the mailbox. The request and the layout of the answer
 * are PVM's (protocol.h of groups). */
#include <stdio.h>
#include <stdlib.h>

#include "console.h"
#include "group_names.h"

#define STATUS 10 /* the tag of request and answer */

static int next_int(void)
{
    int value = -1;
    pvm_upkint(&value, 1, 1);
    return value;
}

/* Prints n tids, with the place before each if `places`; -1: nobody is there. */
static void print_tids(int n, bool places)
{
    for (int i = 0; i < n; i++) {
        int tid = next_int();
        if (tid != -1 && places)
            printf("%d ", i);
        if (tid != -1)
            printf("0x%x\t", (unsigned)tid);
    }
    printf("\n");
}

static void print_group(void)
{
    int len = next_int();
    char *name = len >= 0 ? calloc(1, (size_t)len + 1) : NULL;
    if (name == NULL || pvm_upkstr(name) < 0) {
        free(name);
        return;
    }
    int members = next_int(), places = next_int(), count = next_int(), come = next_int();
    printf("group: %s, size: %d,  barrier_count %d, barrier_reached %d\ntids:\n", name, members, count, come);
    print_tids(places, true);
    if (come > 0) {
        printf("tids waiting on barrier:\n");
        print_tids(come, false);
    }
    free(name);
}

/* Returns the server's tid, and the context of groups; 0 if no task has made a group call yet. */
static int find_server(int *context)
{
    char name[] = GROUP_SERVER;
    int loud = pvm_setopt(PvmAutoErr, 0);
    int bufid = pvm_recvinfo(name, 0, PvmMboxDefault), tid = 0;
    pvm_setopt(PvmAutoErr, loud);
    if (bufid > 0 && pvm_setrbuf(bufid) >= 0) {
        tid = next_int();
        *context = next_int();
    }
    return tid;
}

bool do_groups(int argc, char **argv)
{
    int context, server = find_server(&context), n = 0;
    (void)argc, (void)argv;
    if (server > 0) {
        int own = pvm_setcontext(context);
        pvm_initsend(PvmDataDefault);
        if (pvm_send(server, STATUS) == 0 && pvm_recv(server, STATUS) > 0)
            n = next_int();
        pvm_setcontext(own);
    }
    if (n == 0)
        printf("no groups exist\n");
    for (int i = 0; i < n; i++)
        print_group();
    return true;
}
