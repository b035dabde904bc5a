/* active.c - active buffers: what each call does to them, which buffers survive, and what setrbuf and setsbuf do with
 * buffers that are freed, the same, being read, or being written. */
#include <sys/time.h>

#include "oracle.h"

static int alive(int mid)
{
    pvm_setopt(PvmAutoErr, 0);
    int n = pvm_bufinfo(mid, NULL, NULL, NULL);
    pvm_setopt(PvmAutoErr, 1);
    return n == 0;
}

static void receives_that_fail(void)
{
    int me = pvm_mytid(), x = 0, mid;
    struct timeval none = {0, 0};
    tell(me, 1, 11);
    mid = pvm_recv(me, 1);
    CODE(pvm_probe(me, 1));
    say("after probe: rbuf the same %d, alive %d", pvm_getrbuf() == mid, alive(mid));
    CODE(pvm_nrecv(me, 1));
    say("after nrecv: rbuf %s, alive %d", code_name(pvm_getrbuf()), alive(mid));
    CODE(pvm_upkint(&x, 1, 1));
    tell(me, 1, 12);
    mid = pvm_recv(me, 1);
    CODE(pvm_trecv(me, 1, &none));
    say("after trecv: rbuf %s, alive %d", code_name(pvm_getrbuf()), alive(mid));
    tell(me, 1, 13);
    mid = pvm_recv(me, 1);
    CODE(pvm_recvinfo(W("no.such.name"), 0, 0));
    say("after recvinfo: rbuf the same %d", pvm_getrbuf() == mid);
    CODE(pvm_upkint(&x, 1, 1));
    tell(me, 1, 14);
    mid = pvm_recv(me, 1);
    CODE(pvm_recvinfo(W(""), 0, 0), pvm_recvinfo(W("no.such.name"), -1, 0), pvm_recvinfo(NULL, 0, 0),
         pvm_lookup(W("no.such.name"), 0, &x), pvm_delinfo(W("no.such.name"), 0, 0), pvm_delete(W("no.such.name"), 0));
    say("after calls that have no answer: rbuf the same %d", pvm_getrbuf() == mid);
    x = -1;
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(x);
}

static void kept_by_setrbuf(void)
{
    int me = pvm_mytid(), x = 0, a, b;
    tell(me, 1, 21);
    tell(me, 2, 22);
    a = pvm_recv(me, 1);
    SHOW(pvm_setrbuf(0) == a);
    b = pvm_recv(me, 2);
    say("both alive %d %d, different %d", alive(a), alive(b), a != b);
    SHOW(pvm_setrbuf(a) == b);
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(x, pvm_setrbuf(b) == a);
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(x, pvm_setrbuf(b) == b);
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(pvm_setrbuf(a) == b);
    CODE(pvm_upkint(&x, 1, 1), pvm_freebuf(a), pvm_getrbuf(), pvm_setrbuf(a), pvm_getrbuf(), pvm_freebuf(b),
         pvm_setrbuf(b));
}

/* A message that was read partly, sent on, and read again. */
static void read_and_sent(void)
{
    int me = pvm_mytid(), x[3] = {1, 2, 3}, y = 0;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(x, 3, 1);
    pvm_send(me, 1);
    int mid = pvm_recv(me, 1);
    CODE(pvm_upkint(&y, 1, 1));
    int old = pvm_setsbuf(mid);
    SHOW(alive(old));
    CODE(pvm_getrbuf(), pvm_send(me, 2));
    SHOW(bytes_of(mid));
    CODE(pvm_upkint(&y, 1, 1));
    SHOW(pvm_getsbuf() == mid, pvm_setrbuf(mid));
    CODE(pvm_getsbuf(), pvm_upkint(&y, 1, 1));
    SHOW(y);
    SIGN(pvm_recv(me, 2));
    CODE(pvm_upkint(&y, 1, 1));
    SHOW(y);
    CODE(pvm_freebuf(old));
}

/* Packs into a received message after nread numbers of it have been read. */
static void packed_after_receiving(int enc, int nread, int count)
{
    int me = pvm_mytid(), x[2] = {5, 6}, y[4] = {0, 0, 0, 0};
    pvm_initsend(enc);
    pvm_pkint(x, 2, 1);
    pvm_send(me, 1);
    int mid = pvm_recv(me, 1);
    say("encoding %d, %d read, %d packed", enc, nread, count);
    pvm_upkint(y, nread, 1);
    pvm_freebuf(pvm_setsbuf(mid));
    x[0] = 7;
    CODE(pvm_pkint(x, count, 1));
    SHOW(bytes_of(mid));
    CODE(pvm_pkint(x, 1, 1), pvm_send(me, 2));
    SIGN(pvm_recv(me, 2));
    SHOW(bytes_of(pvm_getrbuf()));
    CODE(pvm_upkint(y, 3, 1));
    say("%d %d %d", y[0], y[1], y[2]);
    CODE(pvm_freebuf(pvm_getsbuf()));
}

/* The same with a message that this task has packed itself, and with one that came inside another. */
static void packed_after_setrbuf(int enc)
{
    int me = pvm_mytid(), x = 1, m = pvm_mkbuf(enc);
    pvm_setsbuf(m);
    pvm_pkint(&x, 1, 1);
    pvm_setrbuf(m);
    pvm_setsbuf(m);
    CODE(pvm_pkint(&x, 1, 1));
    SHOW(bytes_of(m));
    CODE(pvm_pkstr(W("abc")));
    SHOW(bytes_of(m));
    pvm_setrbuf(m);
    pvm_setsbuf(m);
    CODE(pvm_pkstr(W("abc")));
    SHOW(bytes_of(m));
    pvm_initsend(PvmDataDefault);
    CODE(pvm_pkmesg(m));
    pvm_send(me, 3);
    pvm_recv(me, 3);
    SIGN(m = pvm_upkmesg());
    pvm_setsbuf(m);
    CODE(pvm_pkint(&x, 1, 1));
    SHOW(bytes_of(m));
    CODE(pvm_freebuf(m));
    tell(me, 4, 1);
    pvm_recv(me, 4);
    m = pvm_getrbuf();
    pvm_setsbuf(m);
    CODE(pvm_packf("%d%d", 1, 2));
    SHOW(bytes_of(m));
    CODE(pvm_freebuf(m));
}

static void initsend(void)
{
    int me = pvm_mytid(), x = 1, a = pvm_initsend(PvmDataDefault);
    pvm_pkint(&x, 1, 1);
    int b = pvm_initsend(PvmDataRaw);
    say("the old one %s, the new one has %d bytes", a == b || alive(a) ? "is there" : "is gone", bytes_of(b));
    pvm_pkint(&x, 1, 1);
    int was = pvm_getsbuf();
    CODE(pvm_initsend(99));
    say("after the error: the same %d, %d bytes", pvm_getsbuf() == was, bytes_of(pvm_getsbuf()));
    CODE(pvm_send(me, 1), pvm_send(me, 1));
    SIGN(pvm_recv(me, 1), pvm_recv(me, 1));
    CODE(pvm_pkint(&x, 1, 1), pvm_send(me, 2));
    SIGN(pvm_recv(me, 2));
    SHOW(bytes_of(pvm_getrbuf()));
    a = pvm_getsbuf();
    SHOW(pvm_setsbuf(0) == a, alive(a));
    b = pvm_initsend(PvmDataDefault);
    SHOW(a != b && alive(a), pvm_setsbuf(a) == b);
    CODE(pvm_pkint(&x, 1, 1));
    SHOW(bytes_of(a));
    CODE(pvm_freebuf(b), pvm_mkbuf(3), pvm_mkbuf(5));
    SIGN(pvm_mkbuf(PvmDataInPlace));
}

/* The same buffer is sent, changed, and sent again. */
static void in_place(void)
{
    int me = pvm_mytid(), x[2] = {1, 2}, y[2] = {0, 0};
    pvm_initsend(PvmDataInPlace);
    CODE(pvm_pkint(x, 2, 1));
    SHOW(bytes_of(pvm_getsbuf()));
    x[0] = 10;
    CODE(pvm_send(me, 1));
    x[1] = 20;
    CODE(pvm_send(me, 2));
    pvm_recv(me, 1);
    pvm_upkint(y, 2, 1);
    say("first: %d", y[0]);
    pvm_recv(me, 2);
    pvm_upkint(y, 2, 1);
    say("second: %d %d", y[0], y[1]);
    CODE(pvm_pkint(x, 0, 1), pvm_pkint(x, -1, 1), pvm_pkint(x, 1, 0), pvm_pkint(x, 1, 2), pvm_pkint(x, 1, -1),
         pvm_pkstr(W("text")));
}

static void freed(void)
{
    int me = pvm_mytid(), x = 3;
    tell(me, 1, 41);
    settle();
    int mid = pvm_probe(me, 1);
    SHOW(alive(mid));
    CODE(pvm_setrbuf(0) > 0);
    SHOW(pvm_setrbuf(mid));
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(x);
    CODE(pvm_nrecv(me, 1)); /* it was the receive buffer, and was freed with it */
    CODE(pvm_probe(me, 1));
    tell(me, 1, 42);
    settle();
    mid = pvm_probe(me, 1);
    SIGN(pvm_setsbuf(mid));
    CODE(pvm_send(me, 2));
    settle();
    SHOW(pvm_nrecv(me, 1) == mid);
    CODE(pvm_upkint(&x, 1, 1));
    SHOW(x);
    SIGN(pvm_nrecv(me, 2));
    tell(me, 1, 43);
    settle();
    mid = pvm_probe(me, 1);
    CODE(pvm_freebuf(mid), pvm_nrecv(me, 1), pvm_freebuf(0), pvm_freebuf(mid), pvm_upkint(&x, 1, 1), pvm_setsbuf(mid));
}

static void packed_after(void)
{
    for (int enc = PvmDataDefault; enc <= PvmDataRaw; enc++)
        for (int i = 0; i < 6; i++)
            packed_after_receiving(enc, i / 2, i % 2);
    packed_after_setrbuf(PvmDataDefault);
    packed_after_setrbuf(PvmDataRaw);
}

PARTS(receives_that_fail, kept_by_setrbuf, read_and_sent, packed_after, initsend, in_place, freed);
