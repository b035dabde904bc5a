/* groups.c - examples of the pages that deal with groups; and with mailboxes. */
#include "examples.h"

static void example_pvm_putinfo(void)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkstr("where the data are");
    pvm_putinfo("data", pvm_getsbuf(), PvmMboxDefault);
}

static void example_pvm_recvinfo(void)
{
    char text[100];
    if (pvm_recvinfo("data", 0, PvmMboxWaitForInfo) >= 0) { /* waits until somebody has put it there */
        pvm_upkstr(text);
        printf("%s\n", text);
    }
}

static void example_pvm_getmboxinfo(void)
{
    struct pvmmboxinfo *name;
    int n;
    pvm_getmboxinfo("data", &n, &name);
    if (n == 1)
        printf("%s has %d entries\n", name[0].mi_name, name[0].mi_nentries);
}

static void example_pvm_delinfo(void)
{
    pvm_delinfo("data", 0, PvmMboxDefault);
}

static void example_pvm_getnoresets(void)
{
    int *tids, n;
    pvm_setopt(PvmNoReset, 1); /* a reset of the console leaves this task alive */
    pvm_getnoresets(&tids, &n);
    printf("%d task would survive a reset\n", n);
}

static void example_pvm_insert(void)
{
    int data;
    pvm_insert("port", -1, 8080);
    if (pvm_lookup("port", -1, &data) >= 0)
        printf("port %d\n", data);
    pvm_delete("port", 0);
}

static void example_pvm_joingroup(void)
{
    int number = pvm_joingroup("solver"); /* 0, 1, 2 ... */
    if (number < 0)
        pvm_perror("pvm_joingroup");
    pvm_lvgroup("solver");
}

static void example_pvm_gsize(void)
{
    int i;
    pvm_joingroup("team");
    for (i = 0; i < pvm_gsize("team"); i++)
        printf("number %d is %s\n", i, pvm_gettid("team", i) == pvm_mytid() ? "this task" : "another one");
}

static void example_pvm_freezegroup(void)
{
    pvm_freezegroup("team", 1); /* when all have called it nobody may join or leave: calls ask no server any more */
}

static void example_pvm_barrier(void)
{
    pvm_barrier("team", pvm_gsize("team"));
}

static void example_pvm_bcast(void)
{
    pvm_initsend(PvmDataDefault);
    pvm_bcast("team", WORK); /* to all members but this task */
}

static void example_pvm_reduce(void)
{
    double sum = 2.5;
    pvm_reduce(PvmSum, &sum, 1, PVM_DOUBLE, RESULT, "team", 0);
    if (pvm_getinst("team", pvm_mytid()) == 0)
        printf("the sum of all is %g\n", sum);
}

static void example_pvm_gather(void)
{
    int mine = 7, all[16]; /* room for a number of each member */
    pvm_gather(all, &mine, 1, PVM_INT, RESULT, "team", 0);
    pvm_scatter(&mine, all, 1, PVM_INT, RESULT, "team", 0);
}

static void example_pvmgetrsh(void)
{
    printf("files for a while in %s, other computers by %s\n", pvmgettmp(), pvmgetrsh());
}

void boxes(void)
{
    example_pvm_putinfo();
    example_pvm_recvinfo();
    example_pvm_getmboxinfo();
    example_pvm_delinfo();
    example_pvm_getnoresets();
    example_pvm_insert();
    example_pvmgetrsh();
}

void groups(void)
{
    example_pvm_joingroup();
    example_pvm_gsize();
    example_pvm_freezegroup();
    example_pvm_barrier();
    example_pvm_bcast();
    example_pvm_reduce();
    example_pvm_gather();
}
