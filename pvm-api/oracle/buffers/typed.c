/* typed.c - pvm_psend and pvm_precv: every type, buffers that are too small or too large, and each of the two together
 * with the packing calls on the other side. */
#include "oracle.h"

static const struct {
    const char *name;
    int type, bytes;
} types[] = {
    {"PVM_STR", PVM_STR, 1},       {"PVM_BYTE", PVM_BYTE, 1},    {"PVM_SHORT", PVM_SHORT, 2},
    {"PVM_INT", PVM_INT, 4},       {"PVM_FLOAT", PVM_FLOAT, 4},  {"PVM_CPLX", PVM_CPLX, 8},
    {"PVM_DOUBLE", PVM_DOUBLE, 8}, {"PVM_DCPLX", PVM_DCPLX, 16}, {"PVM_LONG", PVM_LONG, 8},
    {"PVM_USHORT", PVM_USHORT, 2}, {"PVM_UINT", PVM_UINT, 4},    {"PVM_ULONG", PVM_ULONG, 8},
};
enum { NTYPES = sizeof types / sizeof *types, ROOM = 200 };

/* How many bytes of the buffer were written, all of which were 0x55 before; 0 if none was. */
static int written(const unsigned char *to)
{
    int n = ROOM;
    while (n > 0 && to[n - 1] == 0x55)
        n--;
    return n;
}

static void receive(const char *what, int tag, int count, int type)
{
    unsigned char to[ROOM];
    int tid = -7, rtag = -7, len = -7, sum = 0;
    memset(to, 0x55, sizeof to);
    int code = pvm_precv(-1, tag, to, count, type, &tid, &rtag, &len);
    for (int i = 0; i < written(to); i++)
        sum += to[i] * (i + 1);
    say("%s, room for %d: %s from %s tag %d len %d, written %d, sum %d", what, count, code_name(code),
        tid == -7 ? "unset" : who(tid), rtag, len, written(to), sum);
}

static void of_type(int i)
{
    unsigned char from[ROOM];
    static const int room[] = {0, 1, 2, 3, 4};
    for (int k = 0; k < ROOM; k++)
        from[k] = (unsigned char)(k + 1);
    say("psend %s 3: %s", types[i].name, code_name(pvm_psend(pvm_mytid(), 10, from, 3, types[i].type)));
    if (types[i].type == PVM_STR) {
        int x[2];
        CODE(pvm_precv(-1, 10, x, 1, PVM_STR, NULL, NULL, NULL));
        return;
    }
    receive(types[i].name, 10, 3, types[i].type);
    for (int k = 0; k < 5; k++) {
        pvm_psend(pvm_mytid(), 11, from, 3, types[i].type);
        receive(types[i].name, 11, room[k], types[i].type);
    }
    pvm_psend(pvm_mytid(), 12, from, 3, types[i].type);
    receive("as bytes", 12, 100, PVM_BYTE);
    pvm_psend(pvm_mytid(), 13, from, 3 * types[i].bytes, PVM_BYTE);
    receive("of bytes", 13, 3, types[i].type);
    pvm_psend(pvm_mytid(), 14, from, 7, PVM_BYTE);
    receive("of 7 bytes", 14, 5, types[i].type);
}

static void show(const char *what, int mid)
{
    int bytes = -1, tag = -1, tid = -1;
    struct pvmminfo m;
    CODE(pvm_bufinfo(mid, &bytes, &tag, &tid));
    pvm_getminfo(mid, &m);
    say("%s: %d bytes tag %d from %s, enc %x wid %d ctx %d", what, bytes, tag, who(tid), (unsigned)m.enc, m.wid, m.ctx);
}

static void each_type(void)
{
    for (int i = 0; i < NTYPES; i++)
        of_type(i);
}

/* Messages of pvm_psend, received and unpacked. */
static void unpacked(void)
{
    int me = pvm_mytid(), x[4] = {5, 6, 7, 8}, y[4] = {0, 0, 0, 0};
    short s[4] = {1, 2, 3, 4}, t[4] = {0, 0, 0, 0};
    pvm_psend(me, 20, s, 3, PVM_SHORT);
    show("shorts", pvm_recv(-1, 20));
    CODE(pvm_upkshort(t, 3, 1));
    say("%d %d %d %d", t[0], t[1], t[2], t[3]);
    CODE(pvm_upkshort(t, 1, 1));
    pvm_psend(me, 21, x, 0, PVM_INT);
    show("nothing", pvm_recv(-1, 21));
    CODE(pvm_upkint(y, 0, 1), pvm_upkint(y, 1, 1));
    pvm_psend(me, 22, x, 4, PVM_INT);
    show("numbers", pvm_nrecv(-1, -1) > 0 ? pvm_getrbuf() : pvm_recv(-1, 22));
    CODE(pvm_upkint(y, 2, 2));
    say("%d %d %d %d", y[0], y[1], y[2], y[3]);
    int rbuf = pvm_getrbuf();
    pvm_psend(me, 23, x, 1, PVM_INT);
    CODE(pvm_precv(-1, 23, y, 1, PVM_INT, NULL, NULL, NULL));
    SHOW(rbuf == pvm_getrbuf());
    CODE(pvm_upkint(y, 1, 1));
    SHOW(y[0]);
    pvm_psend(me, 24, x, 3, PVM_INT);
    SIGN(pvm_recv(-1, 24), pvm_setsbuf(pvm_setrbuf(0)) + 1);
    CODE(pvm_send(me, 25), pvm_precv(-1, 25, y, 3, PVM_INT, NULL, NULL, NULL));
    say("forwarded: %d %d %d", y[0], y[1], y[2]);
    CODE(pvm_setsbuf(0) > 0);
}

/* Packed messages, received by pvm_precv. */
static void packed_in(int enc)
{
    int me = pvm_mytid(), x[4] = {5, 6, 7, 8};
    double d[2] = {1.5, 2.5};
    static const int to[] = {PVM_BYTE, PVM_INT, PVM_DOUBLE};
    for (int i = 0; i < 3; i++) {
        pvm_initsend(enc);
        if (i < 2)
            pvm_pkint(x, 3, 1);
        else
            pvm_pkdouble(d, 2, 1);
        pvm_send(me, 30);
        say("packed in %d:", enc);
        if (enc != PvmDataDefault)
            receive("packed", 30, 4, to[i]);
        else {
            int len = -1;
            unsigned char room[ROOM];
            say("%s", code_name(pvm_precv(-1, 30, room, i == 0 ? 12 : i == 1 ? 3 : 2, to[i], NULL, NULL, &len)));
            SHOW(len);
        }
    }
}

static void packed(void)
{
    for (int enc = PvmDataDefault; enc <= PvmDataInPlace; enc++)
        packed_in(enc);
}

/* Packed in PvmDataDefault, received as its type: the values here; in PVM, only those of a big-endian computer. */
static void decoded(void)
{
    int x[2] = {1, 2}, y[2] = {0, 0}, len = -1;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(x, 2, 1);
    pvm_send(pvm_mytid(), 50);
    CODE(pvm_precv(-1, 50, y, 2, PVM_INT, NULL, NULL, &len));
    say("packed 1 2, received by precv: %d bytes %d %d", len, y[0], y[1]);
}

static void interplay(void)
{
    int me = pvm_mytid(), x = 1, y = 0;
    int sbuf = pvm_initsend(PvmDataDefault);
    pvm_pkint(&x, 1, 1);
    CODE(pvm_psend(me, 40, &x, 1, PVM_INT));
    SHOW(sbuf == pvm_getsbuf());
    CODE(pvm_pkint(&x, 1, 1), pvm_send(me, 41));
    show("packed around a psend", pvm_recv(me, 41));
    CODE(pvm_precv(me, 40, &y, 1, PVM_INT, NULL, NULL, NULL));
    int mid = pvm_setrbuf(0);
    CODE(pvm_freebuf(mid), pvm_precv(me, 40, &y, 1, 99, NULL, NULL, NULL),
         pvm_precv(me, 40, &y, -1, -99, NULL, NULL, NULL), pvm_psend(me, 40, &x, 1, 99),
         pvm_psend(me, 40, &x, -100, 99), pvm_psend(me, 40, NULL, 0, PVM_DCPLX),
         pvm_precv(me, 40, NULL, 0, PVM_DCPLX, NULL, NULL, &y));
    SHOW(y);
    CODE(pvm_nrecv(-1, -1), pvm_setopt(PvmResvTids, 1), pvm_psend(me, -5, &x, 1, PVM_INT),
         pvm_precv(me, -5, &y, 1, PVM_INT, NULL, NULL, NULL), pvm_psend(0, 5, &x, 1, PVM_INT),
         pvm_setopt(PvmResvTids, 0), pvm_nrecv(-1, -1));
}

PARTS(each_type, unpacked, packed, decoded, interplay);
