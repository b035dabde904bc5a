/* traced.c - a program for tracer.sh to trace: a parent and two children, messages, a group, an event of their own.
 *
 * `traced server` only starts the group server. `traced wait` waits until a tracer has registered. */
#include "pvmtev.h"

#include "oracle.h"

#define GROUP "traced"

static void own_event(int number)
{
    double parts[] = {0.5, 0.25};
    pvm_initsend(PvmDataTrace);
    pvm_pkstr(W("stage"));
    pvm_pkint(&number, 1, 1);
    pvm_pkdouble(parts, 2, 1);
    pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE);
}

/* Events that the tracer only gets if it asks for them. */
static void collectives(void)
{
    int part = 1, all[3] = {1, 2, 3};
    pvm_reduce(PvmSum, &part, 1, PVM_INT, 11, W(GROUP), 0);
    pvm_gather(all, &part, 1, PVM_INT, 12, W(GROUP), 0);
    pvm_scatter(&part, all, 1, PVM_INT, 13, W(GROUP), 0);
    pvm_getinst(W(GROUP), pvm_mytid());
    pvm_gettid(W(GROUP), 1);
    pvm_gsize(W(GROUP));
    pvm_barrier(W(GROUP), 3);
}

static void child(void)
{
    pvm_joingroup(W(GROUP));
    own_event(hear(pvm_parent(), 1));
    pvm_barrier(W(GROUP), 3);
    collectives();
    hear(pvm_parent(), 2);
    tell(pvm_parent(), 3, 7);
    pvm_lvgroup(W(GROUP));
}

static void parent(void)
{
    int tids[2] = {0, 0};
    struct timeval none = {0, 0};
    pvm_joingroup(W(GROUP));
    pvm_spawn(own_path(), NULL, PvmTaskDefault, NULL, 2, tids);
    tell(tids[0], 1, 10);
    tell(tids[1], 1, 20);
    pvm_barrier(W(GROUP), 3);
    collectives();
    pvm_initsend(PvmDataDefault);
    pvm_pkint(tids, 2, 1);
    pvm_bcast(W(GROUP), 2);
    hear(tids[0], 3);
    hear(tids[1], 3);
    pvm_nrecv(-1, 4);
    pvm_trecv(-1, 4, &none);
    pvm_probe(-1, 4);
    pvm_lvgroup(W(GROUP));
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (argc > 1 && strcmp(argv[1], "server") == 0)
        CODE(pvm_gsize(W(GROUP)) >= 0 || pvm_errno == PvmNoGroup ? 0 : pvm_errno);
    else if (argc > 1) { /* it was a task before the tracer came, so it is not traced */
        say("waits");
        SIGN(pvm_recvinfo(W(PVMTRACERCLASS), 0, PvmMboxWaitForInfo));
    } else if (pvm_parent() > 0)
        child();
    else
        parent();
    pvm_exit();
    return 0;
}
