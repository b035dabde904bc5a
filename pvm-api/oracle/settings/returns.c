/* returns.c - what manual pages say that calls return, in their words (../manual/rows.sh); 0 is in any program. */
#define NOTMPNAM
#include "oracle.h"

static struct timeval none;

static int first(int bufid, int tid, int tag)
{
    (void)tid, (void)tag;
    return bufid > 0;
}

static int seen(int bufid)
{
    return bufid;
}

/* Tells its parent what it got from calls. */
static void told(void)
{
    int *sibs, parent = pvm_parent();
    tell(parent, 1, pvm_siblings(&sibs));
    tell(parent, 2, sibs[1] == pvm_mytid() || sibs[0] == pvm_mytid());
    tell(parent, 3, pvm_newcontext());
    tell(parent, 6, parent);
    hear(parent, 4);
}

static void of_others(void)
{
    int me = pvm_mytid(), tids[2], *sibs, n = -1, context = pvm_newcontext();
    char *words[] = {W("told"), NULL}, *nowhere = W("no.such.host.invalid");
    struct pvmtaskinfo *tasks;
    struct pvmhostinfo *hosts;
    HOLDS(pvm_spawn(own_path(), words, 0, NULL, 2, tids) == 2, "pvm_spawn: how many were started");
    HOLDS(hear(tids[0], 1) == 2 && hear(tids[1], 2) == 1 && pvm_siblings(&sibs) == 1 && sibs[0] == me,
          "pvm_siblings: the number of tasks, including this one, which is alone if no task spawned it");
    HOLDS(hear(tids[0], 6) == me, "pvm_parent: the parent's tid");
    HOLDS(hear(tids[0], 3) != context, "pvm_newcontext: a context that no other task has");
    HOLDS(pvm_pstat(tids[1]) == PvmOk, "pvm_pstat: 0 (PvmOk): it is");
    for (int i = 0; i < 2; i++) {
        pvm_notify(PvmTaskExit, 5, 1, &tids[i]);
        tell(tids[i], 4, 0);
        hear(-1, 5);
    }
    HOLDS(pvm_tasks(tids[0], &n, &tasks) == 0 && n == 0,
          "pvm_tasks: 0, also for a task that has ended: the list is empty");
    HOLDS(pvm_kill(tids[0]) == 0, "pvm_kill: 0, also if the task has ended already");
    HOLDS(pvm_sendsig(tids[0], 1) == 0 && pvm_sendsig(me, 999) == 0,
          "pvm_sendsig: 0, also if the task has ended already, or there is no such signal");
    pvm_initsend(PvmDataDefault);
    HOLDS(pvm_send(tids[0], 1) == 0, "pvm_send: 0, also if the task has ended: PVM drops such messages");
    HOLDS(pvm_spawn(own_path(), NULL, PvmTaskHost, nowhere, 2, tids) == 0,
          "pvm_spawn: fewer than ntask if some could not be");
    pvm_config(&n, NULL, &hosts);
    while (n > 0 && hosts[n - 1].hi_tid != pvm_tidtohost(me))
        n--;
    HOLDS(n > 0, "pvm_tidtohost: the tid of its node, as in pvm_config");
    HOLDS(pvm_tidtohost(-1) == 0x3ffc0000 && pvm_tidtohost(0x1c0005) == 0x1c0000,
          "pvm_tidtohost: for a tid that no task ever had, the bits of a node in it");
    HOLDS(pvm_mstat(hosts[n - 1].hi_name) == PvmOk, "pvm_mstat: 0 (PvmOk): it is");
    HOLDS(pvm_archcode(hosts[0].hi_arch) == hosts[0].hi_dsig, "pvm_archcode: its data signature, as in pvm_config");
}

static void of_settings(void)
{
    int *fds, context = pvm_newcontext(), was = pvm_getcontext();
    HOLDS(pvm_setopt(PvmResvTids, 1) == 0 && pvm_setopt(PvmResvTids, 0) == 1, "pvm_setopt: the value before");
    HOLDS(pvm_getopt(PvmAutoErr) == 1 && pvm_getopt(PvmResvTids) == 0, "pvm_getopt: the value");
    HOLDS(strcmp(pvm_version(), "3.4.6") == 0 && pvm_version() == pvm_version(),
          "pvm_version: \"3.4.6\", a text that belongs to the library");
    HOLDS(pvm_getfds(&fds) == 1, "pvm_getfds: the number of descriptors: 1");
    pvm_freebuf(9999);
    HOLDS(strcmp(pvm_strerror(), "No such buffer") == 0, "pvm_strerror: the text, which belongs to the library");
    HOLDS(pvm_setcontext(context) == was && pvm_getcontext() == context && pvm_setcontext(was) == context,
          "pvm_setcontext, pvm_getcontext: the one that was, or is, current");
    HOLDS(strncmp(pvmtmpnam(NULL), pvmgettmp(), strlen(pvmgettmp())) == 0 && pvmgetrsh()[0] != 0,
          "pvmgetrsh: the text");
}

static void of_buffers(void)
{
    int me = pvm_mytid(), (*was)(int, int, int);
    pvm_freebuf(pvm_getsbuf());
    HOLDS(pvm_getsbuf() == 0 && pvm_setsbuf(0) == 0, "pvm_getsbuf: 0: none");
    int mid = pvm_initsend(PvmDataDefault);
    HOLDS(pvm_mkbuf(PvmDataRaw) != mid && pvm_getsbuf() == mid, "pvm_mkbuf: the active send buffer does not change");
    HOLDS(pvm_getsbuf() == mid && pvm_setsbuf(0) == mid && pvm_setsbuf(mid) == 0,
          "pvm_getsbuf: the id of the buffer that is (pvm_get...) or was (pvm_set...) active");
    HOLDS(pvm_nrecv(-1, 9) == 0, "pvm_nrecv: 0: there is no such message yet");
    HOLDS(pvm_probe(-1, 9) == 0, "pvm_probe: 0: there is no such message yet");
    HOLDS(pvm_trecv(-1, 9, &none) == 0, "pvm_trecv: 0: the time is over. A time that is not above 0 means not to wait");
    for (int i = 0; i < 5; i++)
        pvm_send(me, 9);
    settle();
    int found = pvm_probe(me, 9);
    struct pvmminfo info;
    CODE(pvm_getminfo(found, &info));
    HOLDS(found > 0 && bytes_of(found) == 0, "pvm_probe: the buffer's id, above 0, for pvm_bufinfo");
    SIGN(pvm_nrecv(me, 9), pvm_trecv(me, 9, &none), pvm_trecv(me, 9, NULL), pvm_recv(me, 9));
    mid = pvm_initsend(PvmDataDefault);
    pvm_pkmesg(pvm_getrbuf());
    HOLDS(pvm_setrbuf(pvm_setsbuf(0)) > 0 && pvm_upkmesg() != mid, "pvm_upkmesg: the new buffer's id");
    was = pvm_recvf(first);
    HOLDS(pvm_recvf(was) == first, "pvm_recvf: the rule before");
    HOLDS(pvm_addmhf(-1, 10, -1, seen) >= 0, "pvm_addmhf: the handler's number, 0 or above");
}

static void of_boxes(void)
{
    pvm_initsend(PvmDataDefault);
    HOLDS(pvm_putinfo(W("m.1"), pvm_getsbuf(), PvmMboxMultiInstance) == 0 &&
              pvm_putinfo(W("m.1"), pvm_getsbuf(), PvmMboxMultiInstance) == 1,
          "pvm_putinfo: the entry's index, 0 or above");
    HOLDS(bytes_of(pvm_recvinfo(W("m.1"), 1, PvmMboxDefault)) == 0,
          "pvm_recvinfo: the id of a new buffer with the message");
    HOLDS(pvm_insert(W("m.2"), 7, 1) == 7 && pvm_insert(W("m.2"), -1, 1) == 0 && pvm_lookup(W("m.2"), 7, NULL) == 7,
          "pvm_insert, pvm_lookup: the index");
}

static void of_packing(void)
{
    union {
        char c[16];
        float f[2];
        double d[2];
        long l;
        unsigned long ul;
        int n;
        unsigned u;
        short s;
        unsigned short us;
    } x = {"abc"};
    pvm_initsend(PvmDataRaw);
    CODE(pvm_pkbyte(x.c, 1, 1), pvm_pkcplx(x.f, 1, 1), pvm_pkdcplx(x.d, 1, 1), pvm_pkdouble(x.d, 1, 1),
         pvm_pkfloat(x.f, 1, 1), pvm_pkint(&x.n, 1, 1), pvm_pklong(&x.l, 1, 1), pvm_pkshort(&x.s, 1, 1),
         pvm_pkuint(&x.u, 1, 1), pvm_pkulong(&x.ul, 1, 1), pvm_pkushort(&x.us, 1, 1), pvm_pkstr(x.c));
    pvm_setrbuf(pvm_setsbuf(0));
    CODE(pvm_upkbyte(x.c, 1, 1), pvm_upkcplx(x.f, 1, 1), pvm_upkdcplx(x.d, 1, 1), pvm_upkdouble(x.d, 1, 1),
         pvm_upkfloat(x.f, 1, 1), pvm_upkint(&x.n, 1, 1), pvm_upklong(&x.l, 1, 1), pvm_upkshort(&x.s, 1, 1),
         pvm_upkuint(&x.u, 1, 1), pvm_upkulong(&x.ul, 1, 1), pvm_upkushort(&x.us, 1, 1), pvm_upkstr(x.c));
}

ROLES({"told", told, WORKS});
PARTS(of_others, of_settings, of_buffers, of_boxes, of_packing);
