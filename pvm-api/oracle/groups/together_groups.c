/* together_groups.c - what the tasks of together.c do as a group. */
#include "together.h"

void group_of_all(struct team *t)
{
    int what = below(&t->draw, 4), root = below(&t->draw, TASKS), n = 1 + below(&t->draw, 50), code;
    static void (*const operations[])(int *, void *, void *, int *, int *) = {PvmSum, PvmMax, PvmMin, PvmProduct};
    static int all[TASKS * 50];
    int operation = below(&t->draw, 4), tag = 80 + below(&t->draw, 3);
    fill(ROOM < TASKS * 50 ? ROOM : TASKS * 50, t->me % 3);
    memset(all, 0, sizeof all);
    switch (what) {
    case 0:
        pack(PvmDataDefault, n, t->at);
        code = pvm_bcast(GROUP, 79);
        say("%d bcast without %s", t->at, code == 0 ? "trouble" : code_name(code));
        for (int i = 0; i < TASKS; i++)
            if (i != t->me)
                pvm_recv(t->tids[i], 79);
        break;
    case 1:
        code = pvm_reduce(operations[operation], items, n, PVM_INT, tag, GROUP, root);
        say("%d reduce %d: %s %08x", t->at, operation, code_name(code),
            pvm_getinst(GROUP, t->tids[t->me]) == root ? sum(items, sizeof(int) * (size_t)n) : 0);
        break;
    case 2:
        code = pvm_gather(all, items, n, PVM_INT, tag, GROUP, root);
        say("%d gather: %s %08x", t->at, code_name(code), sum(all, sizeof all));
        break;
    default:
        code = pvm_scatter(all, items, n, PVM_INT, tag, GROUP, root);
        say("%d scatter: %s %08x", t->at, code_name(code), sum(all, sizeof all));
    }
    pvm_initsend(PvmDataDefault); /* in the original, the root's is gone after a scatter */
    CODE(pvm_barrier(GROUP, TASKS));
}

/* One task leaves and comes back, while the others wait in a barrier without it. */
void one_leaves(struct team *t)
{
    int who = below(&t->draw, TASKS);
    if (t->me == who) {
        CODE(pvm_lvgroup(GROUP), pvm_barrier(GROUP, TASKS), pvm_getinst(GROUP, t->tids[who]));
        for (int i = 0; i < TASKS; i++)
            if (i != who)
                tell(t->tids[i], 90, i);
    } else {
        hear(t->tids[who], 90);
        CODE(pvm_barrier(GROUP, TASKS - 1));
        say("%d of size %d", t->at, pvm_gsize(GROUP));
        tell(t->tids[who], 91, 0);
    }
    if (t->me == who) {
        for (int i = 0; i < TASKS; i++)
            if (i != who)
                hear(t->tids[i], 91);
        say("%d back as %d", t->at, pvm_joingroup(GROUP));
    }
    CODE(pvm_barrier(GROUP, TASKS));
}
