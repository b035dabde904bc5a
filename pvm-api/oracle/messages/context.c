/* context.c - message contexts: given out, given back, inherited; and they keep messages apart. */
#include "oracle.h"

static void child(void)
{
    int inherited = pvm_getcontext();
    SIGN(inherited);
    SHOW(hear(pvm_parent(), 1) == inherited);
    CODE(pvm_freecontext(inherited));
}

static void given_out(void)
{
    int a, b;
    CODE(pvm_getcontext());
    SIGN(a = pvm_newcontext(), b = pvm_newcontext());
    SHOW(a != b);
    CODE(pvm_getcontext(), pvm_freecontext(b), pvm_freecontext(b), pvm_freecontext(-1), pvm_freecontext(123456789),
         pvm_setcontext(a));
    SHOW(pvm_getcontext() == a, pvm_setcontext(-4) == a);
    CODE(pvm_getcontext(), pvm_setcontext(0), pvm_freecontext(a));
}

static void apart(void)
{
    int me = pvm_mytid(), a = pvm_newcontext();
    tell(me, 1, 100);
    CODE(pvm_setcontext(a), pvm_nrecv(-1, -1), pvm_probe(-1, -1));
    tell(me, 1, 200);
    SHOW(hear(-1, -1));
    tell(me, 1, 300);
    SHOW(pvm_setcontext(0) == a, hear(-1, -1));
    CODE(pvm_nrecv(-1, -1));
    pvm_initsend(PvmDataDefault);
    struct pvmminfo m;
    pvm_getminfo(pvm_getsbuf(), &m);
    SHOW(m.ctx);
    pvm_setcontext(a);
    SHOW(hear(-1, -1));
    pvm_getminfo(pvm_getrbuf(), &m);
    SHOW(m.ctx == a);
    pvm_setcontext(0);
    CODE(pvm_freecontext(a));
}

static void inherited(void)
{
    int a = pvm_newcontext();
    pvm_setcontext(a);
    int tid = start("child");
    tell(tid, 1, a);
    take_lines(tid);
    pvm_setcontext(0);
}

/* pvm_exit does not leave the context: a task that enrolls again is in it. */
static void kept(void)
{
    int a = pvm_newcontext();
    pvm_setcontext(a);
    CODE(pvm_exit());
    pvm_mytid();
    SHOW(pvm_getcontext() == a);
    pvm_setcontext(0);
}

/* The lines of a task that comes back come from another tid than the one that was spawned. */
static void returning(void)
{
    say_all_to_parent();
    int a = pvm_getcontext(), b = pvm_newcontext(), parent = pvm_parent();
    pvm_setcontext(b);
    pvm_exit();
    pvm_mytid();
    SHOW(pvm_getcontext() == a, pvm_getcontext() == b, parent > 0);
    pvm_setcontext(a);
    give_lines(parent);
    pvm_exit();
}

static void returned(void)
{
    pvm_setcontext(pvm_newcontext());
    SHOW(start("returning") > 0);
    take_lines(-1);
}

/* Tasks that live at the same time have different ones, on whichever hosts they are. */
enum { TASKS = 4 };

static void asks(void)
{
    tell(pvm_parent(), 5, pvm_newcontext());
    hear(pvm_parent(), 6);
}

static void of_several(void)
{
    int tids[TASKS], all[TASKS + 1] = {pvm_newcontext()}, same = 0;
    for (int i = 0; i < TASKS; i++)
        tids[i] = start("asks");
    for (int i = 0; i < TASKS; i++) {
        all[i + 1] = hear(tids[i], 5);
        for (int j = 0; j <= i; j++)
            same += all[j] == all[i + 1];
    }
    SHOW(same);
    for (int i = 0; i < TASKS; i++)
        tell(tids[i], 6, 0);
    CODE(pvm_freecontext(all[1]), pvm_freecontext(all[0]));
}

ROLES({"child", child, REPORTS}, {"asks", asks, WORKS}, {"returning", returning, BARE});
PARTS(given_out, apart, inherited, kept, of_several, returned);
