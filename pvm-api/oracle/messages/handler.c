/* handler.c - message handlers: which ones may exist together, when they run, and what they see. */
#include "oracle.h"

static int runs;

static int count(int mid)
{
    int x = -1, bytes = -1, tag = -1, tid = -1;
    runs++;
    pvm_bufinfo(mid, &bytes, &tag, &tid);
    say("  handler: rbuf is the message %d, sbuf %d", pvm_getrbuf() == mid, pvm_getsbuf());
    pvm_upkint(&x, 1, 1);
    say("  handler: %d tag %d from %s", x, tag, who(tid));
    return 0;
}

static int answer(int mid)
{
    int x = -1;
    (void)mid;
    pvm_upkint(&x, 1, 1);
    tell(pvm_mytid(), 50, x + 1);
    return 0;
}

static void adding(void)
{
    int me = pvm_mytid(), a, b;
    SHOW((a = pvm_addmhf(-1, 1, 0, count)) >= 0);
    CODE(pvm_addmhf(-1, 1, 0, count), pvm_addmhf(me, 1, 0, answer), pvm_addmhf(-1, -1, 0, count),
         pvm_addmhf(-1, -1, -1, count));
    SHOW((b = pvm_addmhf(-1, 2, 0, count)) >= 0, pvm_addmhf(-1, 1, 5, count) >= 0, pvm_addmhf(-1, -5, 0, count) >= 0);
    CODE(pvm_delmhf(-1), pvm_delmhf(1000), pvm_delmhf(b), pvm_delmhf(b));
    SHOW((b = pvm_addmhf(me, 2, 0, count)) >= 0);
    CODE(pvm_delmhf(a), pvm_delmhf(b));
}

static void running(void)
{
    int me = pvm_mytid();
    int h = pvm_addmhf(-1, 10, 0, count);
    tell(me, 10, 1);
    settle();
    SHOW(runs);
    tell(me, 11, 2);
    SHOW(hear(-1, 11), runs);
    tell(me, 10, 3);
    settle();
    CODE(pvm_nrecv(-1, -1));
    SHOW(runs);
    tell(me, 10, 4);
    settle();
    CODE(pvm_probe(-1, 10));
    SHOW(runs);
    CODE(pvm_delmhf(h));
    tell(me, 10, 5);
    SHOW(hear(-1, 10));
    h = pvm_addmhf(-1, 12, 0, answer);
    tell(me, 12, 20);
    SHOW(hear(-1, 50));
    tell(me, 13, 30);
    pvm_initsend(PvmDataDefault);
    int sbuf = pvm_getsbuf();
    tell(me, 12, 21);
    sbuf = pvm_getsbuf();
    SHOW(hear(-1, 13), sbuf == pvm_getsbuf(), hear(-1, 50));
    CODE(pvm_delmhf(h));
}

static void waiting_already(void)
{
    int me = pvm_mytid();
    tell(me, 20, 1);
    tell(me, 21, 2);
    SHOW(hear(-1, 21));
    int h = pvm_addmhf(-1, 20, 0, count);
    SIGN(pvm_nrecv(-1, 20));
    CODE(pvm_delmhf(h), pvm_nrecv(-1, -1));
    tell(me, 22, 3);
    settle();
    SIGN(pvm_probe(-1, 22));
    h = pvm_addmhf(-1, 22, 0, count);
    CODE(pvm_nrecv(-1, 23), pvm_delmhf(h));
    SHOW(hear(-1, 22));
}

/* Two messages before the awaited one are too late for a handler; the one behind it is not. */
static void sender(void)
{
    for (int tag = 30; tag < 34; tag++)
        tell(pvm_parent(), tag, tag);
    sleep(2);
    tell(pvm_parent(), 34, 34);
}

/* In a handler PVM reads nothing: it finds what came before its message. */
static int looks(int mid)
{
    struct timeval none = {0, 0};
    SIGN(pvm_probe(-1, 30), pvm_probe(-1, 33), pvm_nrecv(-1, 33), pvm_trecv(-1, 33, &none));
    return mid;
}

static void not_read_yet(void)
{
    int tid = start("sender");
    sleep(1);
    int first = pvm_addmhf(tid, 31, 0, looks); /* each look goes past one message, which may be its */
    CODE(pvm_nrecv(tid, 32), pvm_nrecv(tid, 32), pvm_delmhf(first));
    SHOW(hear(tid, 32));
    int before = pvm_addmhf(tid, 30, 0, count), behind = pvm_addmhf(tid, 33, 0, count);
    CODE(pvm_nrecv(tid, 34), pvm_delmhf(before), pvm_delmhf(behind));
    SHOW(hear(tid, -1), hear(tid, -1));
    CODE(pvm_nrecv(-1, -1));
}

ROLES({"sender", sender, WORKS});
PARTS(adding, running, waiting_already, not_read_yet);
