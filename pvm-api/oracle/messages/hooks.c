/* hooks.c - message handlers and the user's own matching function: what they may do, and which calls run them. */
#include <sys/time.h>

#include "oracle.h"

static int runs, me, inner;

static int number_of(int mid)
{
    int x = -1;
    (void)mid;
    pvm_upkint(&x, 1, 1);
    return x;
}

static int counts(int mid)
{
    runs++;
    say("  handler %d: %d", runs, number_of(mid));
    return 0;
}

static int fails(int mid)
{
    say("  handler that fails: %d", number_of(mid));
    return -1;
}

static int deletes(int mid)
{
    say("  handler that deletes itself: %d", number_of(mid));
    CODE(pvm_delmhf(inner));
    return 0;
}

static int sends(int mid)
{
    int x = number_of(mid);
    say("  handler that sends: sbuf %s", code_name(pvm_getsbuf()));
    pvm_initsend(PvmDataRaw);
    pvm_pkint(&x, 1, 1);
    CODE(pvm_send(me, 61));
    return 0;
}

static int context_of(int mid)
{
    struct pvmminfo m;
    pvm_getminfo(mid, &m);
    say("  handler in context %s: message of %s", pvm_getcontext() == 0 ? "0" : "another",
        m.ctx == 0 ? "0" : "another");
    return 0;
}

/* Which calls run a handler whose message has come. */
static void which_calls(void)
{
    me = pvm_mytid();
    static const char *calls[] = {
        "recv",  "precv",       "trecv", "nrecv", "probe", "trecv of another", "nrecv of its own tag",
        "tasks", "nrecv of any"};
    int x = 0, n = 0, len;
    struct timeval none = {0, 0};
    struct pvmtaskinfo *list;
    int h = pvm_addmhf(-1, 50, 0, counts);
    for (int i = 0; i < 9; i++) {
        say("%s:", calls[i]);
        tell(me, 50, i);
        tell(me, 51, 100 + i); /* sent after it: when this one has come, so has the other */
        switch (i) {
        case 0:
            SHOW(hear(me, 51));
            break;
        case 1:
            CODE(pvm_precv(me, 51, &x, 1, PVM_INT, NULL, NULL, &len));
            break;
        case 2:
            SIGN(pvm_trecv(me, 51, NULL));
            break;
        case 3:
            settle();
            SIGN(pvm_nrecv(me, 51));
            break;
        case 4:
            settle();
            SIGN(pvm_probe(me, 51));
            break;
        case 5:
            settle();
            CODE(pvm_trecv(me, 999, &none));
            break;
        case 6:
            settle();
            CODE(pvm_nrecv(me, 50));
            break;
        case 7:
            settle();
            CODE(pvm_tasks(me, &n, &list));
            break;
        default:
            settle();
            SIGN(pvm_nrecv(-1, -1));
            break;
        }
        while (pvm_nrecv(me, 51) > 0)
            ;
        SHOW(runs);
    }
    CODE(pvm_delmhf(h));
}

static void what_they_do(void)
{
    int x = 5;
    int h = pvm_addmhf(me, 70, 0, fails), s = pvm_addmhf(me, 74, 0, sends);
    inner = pvm_addmhf(me, 72, 0, deletes);
    tell(me, 80, 800);
    int kept = pvm_recv(me, 80);
    tell(me, 70, 1);
    tell(me, 72, 3);
    tell(me, 72, 4);
    settle();
    SHOW(pvm_getrbuf() == kept);
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(x, hear(me, 72));
    pvm_initsend(PvmDataDefault);
    int sbuf = pvm_getsbuf();
    tell(me, 74, 6);
    sbuf = pvm_getsbuf();
    settle();
    SHOW(sbuf == pvm_getsbuf(), hear(me, 61));
    CODE(pvm_delmhf(h), pvm_delmhf(s));
    while (pvm_nrecv(-1, -1) > 0) {
        int tag = 0;
        pvm_bufinfo(pvm_getrbuf(), NULL, &tag, NULL);
        say("left: tag %d", tag);
    }
}

static void contexts(void)
{
    int other = pvm_newcontext();
    int h = pvm_addmhf(-1, 90, 0, context_of), k = pvm_addmhf(-1, 90, other, context_of),
        any = pvm_addmhf(-1, 91, -1, context_of);
    for (int i = 0; i < 2; i++) {
        pvm_setcontext(i == 0 ? 0 : other);
        tell(me, 90, 1);
        tell(me, 91, 1);
        pvm_setcontext(i == 0 ? other : 0);
        settle();
        say("heard in the other");
    }
    pvm_setcontext(0);
    CODE(pvm_delmhf(h), pvm_delmhf(k), pvm_delmhf(any));
    pvm_freecontext(other);
    SHOW(pvm_addmhf(-1, -1, 12345, counts) >= 0);
    CODE(pvm_addmhf(me, 1, 12345, counts));
    SHOW(pvm_addmhf(0, 1, 0, counts) >= 0, pvm_addmhf(-7, 1, 0, counts) >= 0);
}

static int asked_tid, asked_tag, asks;

static int asked(int mid, int tid, int tag)
{
    int msg_tag = -1;
    asks++;
    asked_tid = tid;
    asked_tag = tag;
    pvm_bufinfo(mid, NULL, &msg_tag, NULL);
    return msg_tag == 300;
}

static int prefers(int mid, int tid, int tag)
{
    int msg_tag = -1;
    (void)tid;
    pvm_bufinfo(mid, NULL, &msg_tag, NULL);
    return tag == -1 ? 2 + msg_tag % 7 : msg_tag == tag ? 1 : 0;
}

static void matching(void)
{
    int x = 0, tag = 0;
    struct timeval none = {0, 0};
    for (int i = 0; i < 3; i++)
        tell(me, 299 + i, i);
    settle();
    int (*old)(int, int, int) = (int (*)(int, int, int))pvm_recvf(asked);
    SIGN(pvm_probe(-5, 17));
    say("asked for %d %d, %d times", asked_tid, asked_tag, asks > 0);
    SIGN(pvm_trecv(0, 0, &none));
    say("asked for %d %d", asked_tid, asked_tag);
    CODE(pvm_nrecv(-1, -1), pvm_psend(me, 300, &x, 1, PVM_INT), pvm_precv(-1, -1, &x, 1, PVM_INT, NULL, &tag, NULL));
    say("precv by it: tag %d", tag);
    pvm_recvf(prefers);
    for (int i = 0; i < 6; i++)
        tell(me, 310 + i, 10 + i);
    pvm_recvf(old);
    settle();
    pvm_recvf(prefers);
    SHOW(hear(-1, 312));
    for (int i = 0; i < 7; i++)
        SHOW(hear(-1, -1));
    pvm_recvf(old);
    CODE(pvm_nrecv(-1, -1));
}

PARTS(which_calls, what_they_do, contexts, matching);
