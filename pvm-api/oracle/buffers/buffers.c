/* buffers.c - message buffers: making and freeing them, which are active, and what is known about a message. */
#include "oracle.h"

static void show_info(const char *what, int mid)
{
    int bytes = -1, tag = -1, tid = -1;
    struct pvmminfo m;
    memset(&m, 0x55, sizeof m);
    int code = pvm_bufinfo(mid, &bytes, &tag, &tid);
    say("%s: bufinfo %s bytes %d tag %d tid %s", what, code_name(code), bytes, tag, who(tid));
    code = pvm_getminfo(mid, &m);
    say("%s: minfo %s len %d ctx %d tag %d wid %d enc %x crc %d src %s dst %s", what, code_name(code), m.len, m.ctx,
        m.tag, m.wid, (unsigned)m.enc, m.crc, who(m.src), who(m.dst));
}

static void life(void)
{
    int old;
    SIGN(pvm_mytid(), old = pvm_initsend(PvmDataDefault));
    say("active %s", pvm_getsbuf() == old ? "yes" : "no");
    SIGN(pvm_initsend(PvmDataRaw), pvm_initsend(PvmDataInPlace));
    CODE(pvm_initsend(5), pvm_initsend(-1));
    say("still active %s", pvm_getsbuf() > 0 ? "yes" : "no");
    CODE(pvm_mkbuf(17), pvm_mkbuf(-2));
    int a = pvm_mkbuf(PvmDataDefault), b = pvm_mkbuf(PvmDataDefault);
    SHOW(a > 0 && b > 0 && a != b);
    CODE(pvm_freebuf(a), pvm_freebuf(a), pvm_freebuf(100000), pvm_freebuf(-5), pvm_setsbuf(a));
    SIGN(pvm_setsbuf(b));
    SHOW(pvm_getsbuf() == b);
    CODE(pvm_freebuf(b), pvm_getsbuf());
    int x = 1;
    CODE(pvm_pkint(&x, 1, 1), pvm_send(pvm_mytid(), 1), pvm_setsbuf(-1), pvm_setrbuf(-1), pvm_setrbuf(100000),
         pvm_upkint(&x, 1, 1));
}

static void both_sides(void)
{
    int m = pvm_mkbuf(PvmDataDefault), x = 0;
    CODE(pvm_setsbuf(m));
    x = 42;
    CODE(pvm_pkint(&x, 1, 1), pvm_setrbuf(m), pvm_getsbuf());
    x = 0;
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(x);
    CODE(pvm_upkint(&x, 1, 1), pvm_setsbuf(m), pvm_getrbuf());
    x = 43;
    CODE(pvm_pkint(&x, 1, 1), pvm_setrbuf(m), pvm_upkint(&x, 1, 1));
    SHOW(x);
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(x);
    CODE(pvm_freebuf(m), pvm_getrbuf());
}

static void information(void)
{
    struct pvmminfo m;
    int me = pvm_mytid(), mid = pvm_initsend(PvmDataDefault);
    show_info("new", mid);
    pvm_pkint(&me, 1, 1);
    show_info("packed", mid);
    pvm_getminfo(mid, &m);
    m.ctx = 0;
    m.tag = 12;
    m.wid = 34;
    m.src = me;
    m.len = 4000;
    CODE(pvm_setminfo(mid, &m));
    show_info("set", mid);
    CODE(pvm_send(me, 5));
    show_info("sent", mid);
    int got = pvm_recv(-1, -1);
    show_info("received", got);
    SIGN(pvm_setsbuf(got));
    CODE(pvm_send(me, 6));
    show_info("forwarded", got);
    got = pvm_recv(-1, 6);
    show_info("received again", got);
    int x = 7;
    CODE(pvm_psend(me, 8, &x, 1, PVM_INT));
    got = pvm_recv(-1, 8);
    show_info("of psend", got);
    pvm_initsend(PvmDataRaw);
    show_info("raw", pvm_getsbuf());
    CODE(pvm_mcast(&me, 1, 9));
    show_info("raw after mcast", pvm_getsbuf());
    pvm_initsend(PvmDataInPlace);
    CODE(pvm_pkint(&x, 1, 1));
    show_info("in place", pvm_getsbuf());
    CODE(pvm_send(me, 10));
    show_info("in place sent", pvm_getsbuf());
    show_info("in place received", pvm_recv(-1, 10));
    CODE(pvm_getminfo(0, &m), pvm_getminfo(-1, &m), pvm_getminfo(9999, &m), pvm_setminfo(0, &m), pvm_setminfo(9999, &m),
         pvm_bufinfo(0, NULL, NULL, NULL), pvm_bufinfo(9999, NULL, NULL, NULL));
}

PARTS(life, both_sides, information);
