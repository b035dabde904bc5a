/* message.c - sending and receiving: wildcards, order, tags, time limits, truncation, the user's own matching. */
#include <sys/time.h>

#include "oracle.h"

static int number_in(int mid)
{
    int x = -1;
    pvm_setrbuf(mid);
    pvm_upkint(&x, 1, 1);
    return x;
}

static void order(void)
{
    int me = pvm_mytid();
    for (int i = 0; i < 6; i++)
        tell(me, i % 3, i);
    say("tag 2 first: %d", hear(-1, 2));
    say("any: %d", hear(-1, -1));
    say("from me: %d", hear(me, -1));
    say("tag 1 of anyone: %d", hear(-1, 4 - 3));
    say("then: %d", hear(me, -1));
    say("last: %d", hear(-1, -1));
    CODE(pvm_nrecv(-1, -1), pvm_getrbuf());
}

static void bad_sends(void)
{
    int me = pvm_mytid(), bad[2] = {me, -1}, x = 1;
    CODE(pvm_send(me, 1));
    pvm_initsend(PvmDataDefault);
    CODE(pvm_send(me, -1), pvm_send(-1, 1), pvm_send(0, 1), pvm_send(me & ~0x3ffff, 1), pvm_send(0x40000000 | me, 1),
         pvm_send((int)0x80000000, 1), pvm_send(me + 100, 1), pvm_mcast(&me, -1, 1), pvm_mcast(&me, 0, 1),
         pvm_mcast(&me, 1, -1), pvm_mcast(&me, 1, 1), pvm_mcast(bad, 2, 1), pvm_nrecv(-1, -1),
         pvm_psend(me, -1, &x, 1, PVM_INT), pvm_psend(-1, 1, &x, 1, PVM_INT), pvm_psend(me, 1, &x, 1, 12));
    CODE(pvm_psend(me, 1, &x, 1, -1), pvm_psend(me, 1, &x, 1, PVM_STR), pvm_psend(me, 1, NULL, 0, PVM_INT));
    settle();
    SIGN(pvm_nrecv(-1, -1));
}

/* Less than no items. PVM prints a line for it, but goes on. */
static void less_than_none(void)
{
    int me = pvm_mytid(), x = 1;
    pvm_setopt(PvmAutoErr, 0);
    CODE(pvm_psend(me, 2, &x, -1, PVM_INT), pvm_psend(me, 3, NULL, -1000000, PVM_DOUBLE),
         pvm_psend(me, 4, &x, 1, PVM_INT));
    settle();
    for (int tag = 2; tag < 4; tag++) {
        SIGN(pvm_nrecv(-1, tag));
        SHOW(bytes_of(pvm_getrbuf()));
    }
    int y = 5, len = -1;
    CODE(pvm_precv(-1, 4, &y, -1, PVM_INT, NULL, NULL, &len));
    SHOW(y, len);
    pvm_setopt(PvmAutoErr, 1);
}

static void waiting(void)
{
    struct timeval t = {0, 1000}, none = {0, 0}, negative = {-1, 0};
    int me = pvm_mytid();
    CODE(pvm_trecv(-1, -1, &t), pvm_trecv(-1, -1, &none), pvm_trecv(-1, -1, &negative), pvm_probe(-1, -1));
    tell(me, 7, 70);
    settle();
    int mid;
    SIGN(mid = pvm_probe(-1, 7));
    CODE(pvm_probe(-1, 8));
    SHOW(mid == pvm_probe(me, -1));
    int bytes, tag, tid;
    CODE(pvm_bufinfo(mid, &bytes, &tag, &tid));
    say("probed: %d bytes tag %d tid %s", bytes, tag, who(tid));
    SHOW(number_in(mid), number_in(mid), number_in(pvm_probe(-1, 7)), pvm_setrbuf(0) == mid);
    SHOW(mid == pvm_nrecv(-1, 7));
    CODE(pvm_probe(-1, 7));
    tell(me, 7, 71);
    SIGN(pvm_trecv(-1, 7, NULL));
    say("got %d", number_in(pvm_getrbuf()));
    tell(me, 7, 72);
    SIGN(pvm_trecv(me, 7, &t));
    CODE(pvm_nrecv(-5, 3), pvm_probe(-5, 3), pvm_nrecv(0, 3), pvm_nrecv(-1, -3), pvm_probe(me, -2));
}

static void typed(void)
{
    int me = pvm_mytid(), x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8], tid, tag, len;
    static const int counts[] = {0, 1, 3, 4, 8};
    for (int i = 0; i < 5; i++) {
        memset(y, 0, sizeof y);
        CODE(pvm_psend(me, 20 + i, x, 4, PVM_INT));
        tid = tag = len = -7;
        int code = pvm_precv(-1, -1, y, counts[i], PVM_INT, &tid, &tag, &len);
        say("precv room for %d of 4: %s tid %s tag %d len %d: %d %d %d %d %d", counts[i], code_name(code), who(tid),
            tag, len, y[0], y[1], y[2], y[3], y[4]);
    }
    CODE(pvm_psend(me, 30, x, 2, PVM_INT), pvm_precv(me, 30, y, 2, PVM_INT, NULL, NULL, NULL),
         pvm_psend(me, 31, x, 3, PVM_BYTE), pvm_precv(-1, 31, y, 8, PVM_BYTE, &tid, &tag, &len));
    SHOW(len);
    CODE(pvm_psend(me, 32, x, 2, PVM_DOUBLE), pvm_precv(-1, 32, y, 8, PVM_INT, &tid, &tag, &len));
    SHOW(len);
    pvm_psend(me, 34, x, 2, PVM_INT);
    SIGN(pvm_recv(-1, 34));
    CODE(pvm_upkint(y, 2, 1));
    say("unpacked %d %d", y[0], y[1]);
    CODE(pvm_upkint(y, 1, 1));
    pvm_initsend(PvmDataRaw);
    pvm_pkint(x, 3, 1);
    pvm_send(me, 35);
    CODE(pvm_precv(-1, 35, y, 3, PVM_INT, &tid, &tag, &len));
    say("packed raw, precv: %d bytes %d %d %d", len, y[0], y[1], y[2]);
}

/* A message that is probed may be packed into, and what it is then is received. */
static void probed_and_packed(void)
{
    static const int encodings[] = {PvmDataDefault, PvmDataRaw};
    int me = pvm_mytid();
    for (int e = 0; e < 2; e++)
        for (int how = 0; how < 3; how++) {
            int x = 7, y[3] = {0, 0, 0}, len = -1, tag = -1, tid = -1, old, mid;
            pvm_initsend(encodings[e]);
            pvm_pkint(&x, 1, 1);
            pvm_send(me, 40);
            settle();
            mid = pvm_probe(-1, 40);
            old = pvm_setsbuf(mid);
            x = 8;
            say("encoding %d: packing gives %s", e, code_name(how < 2 ? pvm_pkint(&x, 1, 1) : 0));
            pvm_setsbuf(old);
            if (how == 0) {
                CODE(pvm_precv(-1, 40, y, 3, PVM_INT, &tid, &tag, &len));
                SHOW(tag);
                if (encodings[e] == PvmDataRaw) /* pvm_precv of PVM does not decode, and gives the first piece */
                    SHOW(y[0]);
            } else {
                SHOW(pvm_recv(-1, 40) == mid);
                CODE(pvm_upkint(y, 1, 1), pvm_upkint(y + 1, 1, 1));
                SHOW(y[0], y[1]);
            }
            CODE(pvm_nrecv(-1, 40));
        }
}

static int calls_of_match;

static int largest_tag(int mid, int tid, int tag)
{
    int msg_tag = 0, msg_tid = 0;
    calls_of_match++;
    if (pvm_bufinfo(mid, NULL, &msg_tag, &msg_tid) < 0)
        return PvmNoMem;
    return tag == -1 || tid == -2 ? msg_tag + 2 : 0;
}

static int refuse(int mid, int tid, int tag)
{
    (void)mid, (void)tid, (void)tag;
    return -27;
}

static int first_of_all(int mid, int tid, int tag)
{
    (void)mid, (void)tid, (void)tag;
    return 1;
}

static void own_matching(void)
{
    int me = pvm_mytid();
    for (int i = 0; i < 3; i++)
        tell(me, (i + 1) % 3, i);
    settle();
    int (*old)(int, int, int) = (int (*)(int, int, int))pvm_recvf(largest_tag);
    SHOW(old != NULL);
    say("largest tag: %d", hear(-1, -1));
    say("next: %d", hear(-1, -1));
    CODE(pvm_nrecv(-1, 5));
    SHOW(calls_of_match > 2);
    pvm_recvf(refuse);
    CODE(pvm_recv(-1, -1), pvm_nrecv(-1, -1), pvm_probe(-1, -1));
    pvm_recvf(first_of_all);
    say("whatever is asked: %d", hear(-1, 1234));
    int (*mine)(int, int, int) = (int (*)(int, int, int))pvm_recvf(old);
    SHOW(mine == first_of_all);
    CODE(pvm_nrecv(-1, -1));
    tell(me, 3, 33);
    pvm_recvf(NULL);
    say("as ever: %d", hear(-1, 3));
    int context = pvm_setcontext(5);
    tell(me, 3, 34);
    pvm_setcontext(context);
    settle();
    CODE(pvm_nrecv(-1, 3));
    pvm_recvf(first_of_all);
    say("of another context: %d", hear(-1, 4));
    pvm_recvf(old);
}

static void reserved(void)
{
    int me = pvm_mytid();
    CODE(pvm_setopt(PvmResvTids, 1));
    pvm_initsend(PvmDataDefault);
    CODE(pvm_send(me, -9));
    settle();
    SIGN(pvm_nrecv(-1, -9));
    CODE(pvm_send(-1, 1), pvm_send(0, 1), pvm_setopt(PvmResvTids, 0));
}

PARTS(bad_sends, less_than_none, order, waiting, typed, probed_and_packed, own_matching, reserved);
