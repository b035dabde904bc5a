/* heads.c - what is known about messages: pvm_setminfo before they are sent and after they came, messages inside
 * messages at several depths, and contexts and numbers at their limits. */
#include <limits.h>

#include "oracle.h"

static void show(const char *what, int mid)
{
    struct pvmminfo m;
    int code = pvm_getminfo(mid, &m);
    if (code < 0) {
        say("%s: %s", what, code_name(code));
        return;
    }
    int bytes, tag, tid;
    pvm_bufinfo(mid, &bytes, &tag, &tid);
    say("%s: len %d ctx %s tag %d wid %d enc %x crc %d src %s dst %s; %d %d %s", what, m.len,
        m.ctx == pvm_getcontext() ? "mine"
        : m.ctx == 0              ? "0"
                                  : "another",
        m.tag, m.wid, (unsigned)m.enc, m.crc, who(m.src), m.dst == 0 ? "0" : who(m.dst), bytes, tag, who(tid));
}

static void set_before(void)
{
    static const int wids[] = {0, 1, -1, INT_MAX, INT_MIN};
    int me = pvm_mytid(), x = 5;
    for (int i = 0; i < 5; i++) {
        struct pvmminfo m = {99, 88, 77, wids[i], 66, 55, 44, 33};
        int mid = pvm_initsend(i % 2 ? PvmDataRaw : PvmDataDefault);
        pvm_pkint(&x, 1, 1);
        CODE(pvm_setminfo(mid, &m));
        show("set", mid);
        CODE(pvm_send(me, 1));
        show("sent", mid);
        show("came", pvm_recv(me, 1));
        CODE(pvm_upkint(&x, 1, 1));
    }
}

/* Sets contexts and tags in a received message, then looks for them. */
static void set_after(void)
{
    int me = pvm_mytid();
    struct pvmminfo m;
    tell(me, 2, 1);
    settle();
    int mid = pvm_probe(me, 2);
    pvm_getminfo(mid, &m);
    m.tag = 3;
    m.src = 17;
    m.wid = 4;
    CODE(pvm_setminfo(mid, &m));
    show("changed", mid);
    CODE(pvm_probe(me, 2), pvm_probe(me, 3));
    SHOW(pvm_probe(17, 3) == mid, pvm_probe(-1, -1) == mid);
    m.ctx = 4321;
    CODE(pvm_setminfo(mid, &m), pvm_probe(17, 3));
    pvm_setcontext(4321);
    SHOW(pvm_nrecv(17, 3) == mid);
    pvm_setcontext(0);
    CODE(pvm_setminfo(-1, &m), pvm_setminfo(0, &m), pvm_setminfo(9999, &m));
}

/* A message in a message in a message. */
static void nested(int outer, int inner)
{
    int me = pvm_mytid(), x[3] = {1, 2, 3}, y = 0;
    double d = 2.5, e = 0;
    int a = pvm_mkbuf(inner);
    pvm_setsbuf(a);
    pvm_pkint(x, 3, 1);
    pvm_pkstr(W("inside"));
    int b = pvm_mkbuf(inner);
    pvm_setsbuf(b);
    pvm_pkdouble(&d, 1, 1);
    say("inner %d, outer %d", inner, outer);
    CODE(pvm_pkmesg(a));
    show("second", b);
    int c = pvm_mkbuf(outer);
    pvm_setsbuf(c);
    CODE(pvm_pkmesg(b), pvm_pkmesg(a), pvm_pkint(x, 1, 1));
    CODE(pvm_pkmesgbody(a)); /* after one of PvmDataDefault, PVM damages what is packed next */
    show("third", c);
    pvm_send(me, 5);
    pvm_recv(me, 5);
    int second;
    SIGN(second = pvm_upkmesg());
    show("second out", second);
    int first;
    SIGN(first = pvm_upkmesg());
    show("first out", first);
    int third = pvm_setrbuf(second);
    CODE(pvm_upkdouble(&e, 1, 1));
    say("%g", e);
    int inside;
    SIGN(inside = pvm_upkmesg());
    pvm_setrbuf(inside);
    char text[20] = "";
    CODE(pvm_upkint(&y, 1, 3), pvm_upkint(x, 2, 1), pvm_upkstr(text));
    say("%d %d %d %s", y, x[0], x[1], text);
    CODE(pvm_upkint(&y, 1, 1));
    pvm_setrbuf(third);
    CODE(pvm_upkint(x, 3, 1), pvm_upkint(x, 1, 1), pvm_freebuf(a), pvm_freebuf(b), pvm_freebuf(c), pvm_freebuf(second),
         pvm_freebuf(first), pvm_freebuf(inside), pvm_freebuf(third));
}

/* A received message is packed into another as it is, and an unpacked one is sent on. */
static void forwarded(void)
{
    int me = pvm_mytid(), x = 9, y = 0;
    tell(me, 6, 66);
    int came = pvm_recv(me, 6);
    pvm_upkint(&y, 1, 1);
    pvm_initsend(PvmDataDefault);
    CODE(pvm_pkmesg(came));
    pvm_pkint(&x, 1, 1);
    CODE(pvm_pkmesgbody(came));
    show("with it", pvm_getsbuf());
    pvm_send(me, 7);
    pvm_recv(me, 7);
    int in;
    SIGN(in = pvm_upkmesg());
    show("taken out", in);
    CODE(pvm_upkint(&y, 1, 1));
    SHOW(y);
    CODE(pvm_upkint(&y, 1, 1));
    SHOW(y);
    pvm_freebuf(pvm_setsbuf(in));
    CODE(pvm_send(me, 8));
    show("sent on", pvm_recv(me, 8));
    CODE(pvm_upkint(&y, 1, 1));
    SHOW(y);
    CODE(pvm_freebuf(in));
    pvm_initsend(PvmDataRaw);
    int empty = pvm_mkbuf(PvmDataRaw);
    CODE(pvm_pkmesg(empty), pvm_pkmesgbody(empty));
    show("with nothing", pvm_getsbuf());
    pvm_send(me, 9);
    pvm_recv(me, 9);
    SIGN(in = pvm_upkmesg());
    show("nothing", in);
    CODE(pvm_upkmesg());
}

static void contexts(void)
{
    static const int all[] = {0, 1, -1, 123456789, INT_MAX, INT_MIN};
    int me = pvm_mytid(), a = pvm_newcontext();
    for (int i = 0; i < 6; i++) {
        int old = pvm_setcontext(all[i]);
        say("context %d after %d, is %d", all[i], old, pvm_getcontext());
        tell(me, 20 + i, i);
        SHOW(hear(me, 20 + i));
    }
    pvm_setcontext(a);
    CODE(pvm_freecontext(a));
    SHOW(pvm_getcontext() == a);
    CODE(pvm_freecontext(a));
    SHOW(pvm_newcontext() > 0);
    pvm_setcontext(0);
    CODE(pvm_nrecv(-1, -1));
}

static void all_nested(void)
{
    for (int outer = PvmDataDefault; outer <= PvmDataRaw; outer++)
        for (int inner = PvmDataDefault; inner <= PvmDataRaw; inner++)
            nested(outer, inner);
}

PARTS(set_before, set_after, all_nested, forwarded, contexts);
