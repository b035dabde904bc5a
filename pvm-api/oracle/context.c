/* context.c - message contexts: given out, given back, inherited, and keeping messages apart. */
#include "oracle.h"

static int child(void)
{
    lines.child = 1;
    pvm_mytid();
    int inherited = pvm_getcontext();
    SIGN(inherited);
    SHOW(hear(pvm_parent(), 1) == inherited);
    CODE(pvm_freecontext(inherited));
    give_lines();
    pvm_exit();
    return 0;
}

static void given_out(void)
{
    int a, b;
    CODE(pvm_getcontext());
    SIGN(a = pvm_newcontext());
    SIGN(b = pvm_newcontext());
    SHOW(a != b);
    CODE(pvm_getcontext());
    CODE(pvm_freecontext(b));
    CODE(pvm_freecontext(b));
    CODE(pvm_freecontext(-1));
    CODE(pvm_freecontext(123456789));
    CODE(pvm_setcontext(a));
    SHOW(pvm_getcontext() == a);
    SHOW(pvm_setcontext(-4) == a);
    CODE(pvm_getcontext());
    CODE(pvm_setcontext(0));
    CODE(pvm_freecontext(a));
}

static void apart(void)
{
    int me = pvm_mytid(), a = pvm_newcontext();
    tell(me, 1, 100);
    CODE(pvm_setcontext(a));
    CODE(pvm_nrecv(-1, -1));
    CODE(pvm_probe(-1, -1));
    tell(me, 1, 200);
    SHOW(hear(-1, -1));
    tell(me, 1, 300);
    SHOW(pvm_setcontext(0) == a);
    SHOW(hear(-1, -1));
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

/* pvm_exit does not leave the context: whoever enrolls again is in it. */
static void kept(void)
{
    int a = pvm_newcontext();
    pvm_setcontext(a);
    CODE(pvm_exit());
    pvm_mytid();
    SHOW(pvm_getcontext() == a);
    pvm_setcontext(0);
}

static int returning(void)
{
    lines.child = 1;
    int a = pvm_getcontext(), b = pvm_newcontext(), parent = pvm_parent();
    pvm_setcontext(b);
    pvm_exit();
    pvm_mytid();
    SHOW(pvm_getcontext() == a);
    SHOW(pvm_getcontext() == b);
    SHOW(parent > 0);
    pvm_setcontext(a);
    pvm_initsend(PvmDataDefault);
    pvm_pkstr(lines.text);
    pvm_send(parent, TAG_LINES);
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return strcmp(argv[1], "returning") == 0 ? returning() : child();
    pvm_mytid();
    given_out();
    apart();
    inherited();
    kept();
    pvm_setcontext(pvm_newcontext());
    SHOW(start("returning") > 0);
    take_lines(-1); /* it comes back with another tid */
    CODE(pvm_exit());
    return 0;
}
