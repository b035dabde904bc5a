/* several.c - pvm_mcast, and one message to several tasks: who gets it, how often, in which order, and the buffer
 * afterwards. */
#include "oracle.h"

enum { N = 3 };

static void child(void)
{
    int go;
    say_all_to_parent();
    do {
        go = hear(pvm_parent(), 1);
        int mid, tag, bytes, tid, x = -1;
        while ((mid = pvm_nrecv(-1, -1)) > 0) {
            pvm_bufinfo(mid, &bytes, &tag, &tid);
            struct pvmminfo m;
            pvm_getminfo(mid, &m);
            pvm_upkint(&x, 1, 1);
            say("  tag %d: %d, %d bytes from %s, enc %x ctx %s dst %s wid %d", tag, x, bytes,
                tid == pvm_parent() ? "the parent" : "another", (unsigned)m.enc, m.ctx == 0 ? "0" : "another",
                who(m.dst), m.wid);
        }
        give_lines(pvm_parent());
    } while (go);
}

static int tids[N];

static void reports(int go)
{
    for (int i = 0; i < N; i++) {
        tell(tids[i], 1, go);
        say("child %d:", i);
        take_lines(tids[i]);
    }
}

static void pack(int enc, int x)
{
    static int kept[2];
    kept[0] = kept[1] = x;
    pvm_initsend(enc);
    pvm_pkint(kept, 2, 1);
}

static void lists(void)
{
    int me = pvm_mytid();
    for (int i = 0; i < N; i++)
        tids[i] = start("child");
    int all[N + 1] = {tids[0], tids[1], tids[2], me}, twice[4] = {tids[0], tids[1], tids[0], tids[0]},
                mine[2] = {me, me};
    int back[N] = {tids[2], tids[1], tids[0]}, bad[3] = {tids[0], 0, tids[1]}, gone[3] = {tids[0], me + 1000, tids[1]};
    int host[2] = {tids[0], pvm_tidtohost(me)};
    pack(PvmDataDefault, 10);
    CODE(pvm_mcast(all, N + 1, 10));
    pack(PvmDataRaw, 11);
    CODE(pvm_mcast(twice, 4, 11));
    pack(PvmDataInPlace, 12);
    CODE(pvm_mcast(back, N, 12), pvm_mcast(mine, 2, 13), pvm_mcast(bad, 3, 14), pvm_mcast(gone, 3, 15),
         pvm_mcast(host, 2, 16), pvm_mcast(all, 0, 17), pvm_mcast(all, -1, 17), pvm_mcast(all, 1, -17));
    pvm_freebuf(pvm_getsbuf());
    CODE(pvm_mcast(all, 1, 18), pvm_mcast(all, 0, 18), pvm_mcast(bad, 3, 18), pvm_mcast(all, -1, 18),
         pvm_mcast(all, 1, -18));
    reports(1);
    settle();
    CODE(pvm_nrecv(-1, -1));
}

static void again(void)
{
    int x = 5, mid;
    struct pvmminfo m;
    pack(PvmDataDefault, 20);
    CODE(pvm_mcast(tids, N, 20), pvm_pkint(&x, 1, 1), pvm_mcast(tids, 2, 21), pvm_send(tids[2], 22));
    pvm_getminfo(mid = pvm_getsbuf(), &m);
    say("buffer: len %d tag %d ctx %d", m.len, m.tag, m.ctx);
    m.wid = 77;
    m.tag = 99;
    m.ctx = 5;
    pvm_setminfo(mid, &m);
    CODE(pvm_mcast(tids, 1, 23));
    int context = pvm_newcontext();
    pvm_setcontext(context);
    CODE(pvm_mcast(tids, N, 24));
    pvm_setcontext(0);
    CODE(pvm_psend(tids[0], 25, &x, 1, PVM_INT), pvm_setopt(PvmResvTids, 1));
    int reserved[2] = {tids[0], pvm_mytid()};
    CODE(pvm_mcast(reserved, 2, -26), pvm_setopt(PvmResvTids, 0));
    tell(pvm_mytid(), 30, 300);
    mid = pvm_recv(-1, 30);
    pvm_freebuf(pvm_setsbuf(mid));
    CODE(pvm_mcast(tids, N, 27));
    reports(1);
    settle();
    CODE(pvm_nrecv(-1, -1));
}

/* A route does not change what arrives. A large message arrives whole. */
static void routes(void)
{
    static int large[50000];
    for (int route = PvmDontRoute; route <= PvmRouteDirect; route++) {
        pvm_setopt(PvmRoute, route);
        for (int frag = 100; frag <= 100000; frag *= 10) {
            pvm_setopt(PvmFragSize, frag);
            large[0] = frag + route;
            pvm_initsend(PvmDataRaw);
            pvm_pkint(large, 50000, 1);
            CODE(pvm_mcast(tids, N, 40 + route), pvm_send(tids[0], 50));
        }
        reports(1);
    }
    reports(0);
}

/* Each look goes past one message at most. */
static void sender(void)
{
    for (int tag = 1; tag <= 5; tag++)
        tell(pvm_parent(), tag, tag);
}

static void looks(void)
{
    int tid = start("sender");
    sleep(1);
    pvm_probe(tid, 1);
    hear(tid, 1);
    CODE(pvm_nrecv(tid, 5), pvm_probe(tid, 5), pvm_nrecv(-1, 5));
    SHOW(hear(tid, 5));
    for (int tag = 2; tag < 5; tag++)
        SIGN(pvm_probe(-1, tag));
}

/* pvm_recv goes no further than its message, and looks go on from there. */
static void behind(void)
{
    int tid = start("sender");
    sleep(1);
    SHOW(hear(tid, 2));
    SIGN(pvm_probe(tid, 4), pvm_probe(tid, 1), pvm_nrecv(tid, 3), pvm_nrecv(tid, 4), pvm_probe(tid, 5));
}

ROLES({"child", child, WORKS}, {"sender", sender, WORKS});
PARTS(lists, again, routes, looks, behind);
