/* answers.c - negative answers: which of them are printed and which are kept in pvm_errno. And what of a task's settings
 * is still there when it enrolls again. */
#include "oracle.h"

/* The code and pvm_errno after it. */
#define BOTH(call)                                                                             \
    do {                                                                                       \
        pvm_errno = 0;                                                                         \
        int code_ = (call);                                                                    \
        say("%s = %s, pvm_errno %s", #call, code_ > 0 ? "> 0" : code_name(code_), pvm_errno == code_ ? "too" : code_name(pvm_errno)); \
    } while (0)

static int none(int mid, int tid, int tag)
{
    (void)mid, (void)tid, (void)tag;
    return 0;
}

static int handler(int mid)
{
    return mid;
}

static void tasks_and_hosts(void)
{
    int nobody = pvm_mytid() + 1000, x = 0;
    char *names[1] = {W("no.such.host.invalid")};
    BOTH(pvm_parent());
    BOTH(pvm_pstat(nobody));
    BOTH(pvm_pstat(0));
    BOTH(pvm_mstat(W("no.such.host")));
    BOTH(pvm_mstat(W("")));
    BOTH(pvm_mstat(NULL));
    BOTH(pvm_tidtohost(-1));
    BOTH(pvm_kill(nobody));
    BOTH(pvm_kill(0));
    BOTH(pvm_sendsig(nobody, 1));
    BOTH(pvm_spawn(W("no-such-file"), NULL, 0, NULL, 1, &x));
    BOTH(pvm_spawn(W("no-such-file"), NULL, PvmTaskHost, W("no.such.host"), 1, &x));
    BOTH(pvm_spawn(W("no-such-file"), NULL, 0, NULL, 0, &x));
    BOTH(pvm_archcode(W("NOSUCH")));
    BOTH(pvm_hostsync(0, NULL, NULL));
    BOTH(pvm_delhosts(names, 1, &x));
    BOTH(pvm_delhosts(names, 0, &x));
    BOTH(pvm_addhosts(names, 0, &x));
    BOTH(pvm_start_pvmd(0, NULL, 0));
    BOTH(pvm_notify(99, 1, 1, &x));
}

static void mailboxes(void)
{
    int x, n;
    struct pvmmboxinfo *list;
    BOTH(pvm_recvinfo(W("no.such"), 0, 0));
    BOTH(pvm_recvinfo(W(""), 0, 0));
    BOTH(pvm_recvinfo(W("no.such"), -1, 0));
    BOTH(pvm_delinfo(W("no.such"), 0, 0));
    BOTH(pvm_delinfo(W(""), 0, 0));
    BOTH(pvm_lookup(W("no.such"), 0, &x));
    BOTH(pvm_lookup(W("no.such"), -1, &x));
    BOTH(pvm_lookup(W("no.such"), -2, &x));
    BOTH(pvm_lookup(W(""), 0, &x));
    BOTH(pvm_delete(W("no.such"), 0));
    BOTH(pvm_delete(W(""), 0));
    pvm_initsend(PvmDataDefault);
    BOTH(pvm_putinfo(W("o.answers"), pvm_getsbuf(), PvmMboxDefault));
    BOTH(pvm_putinfo(W("o.answers"), pvm_getsbuf(), PvmMboxDefault));
    BOTH(pvm_putinfo(W(""), pvm_getsbuf(), PvmMboxDefault));
    BOTH(pvm_insert(W("o.answers"), 0, 1));
    BOTH(pvm_insert(W(""), 0, 1));
    BOTH(pvm_insert(W("o.answers"), -5, 1));
    BOTH(pvm_getmboxinfo(W("no.such"), &n, &list));
    BOTH(pvm_delinfo(W("o.answers"), 0, 0));
}

static void messages(void)
{
    int x = 0, raw = pvm_mkbuf(PvmDataRaw);
    pvm_initsend(PvmDataDefault);
    BOTH(pvm_pkmesg(0));
    BOTH(pvm_pkmesg(-1));
    BOTH(pvm_pkmesg(9999));
    BOTH(pvm_pkmesg(pvm_getsbuf()));
    BOTH(pvm_pkmesgbody(0));
    BOTH(pvm_pkmesgbody(9999));
    BOTH(pvm_pkmesgbody(pvm_getsbuf()));
    BOTH(pvm_pkmesgbody(raw));
    BOTH(pvm_upkmesg());
    pvm_freebuf(pvm_getsbuf());
    BOTH(pvm_pkmesg(0));
    BOTH(pvm_pkmesg(9999));
    BOTH(pvm_pkmesg(raw));
    BOTH(pvm_pkmesgbody(9999));
    BOTH(pvm_pkmesgbody(raw));
    pvm_freebuf(raw);
    BOTH(pvm_pkint(&x, 1, 1));
    BOTH(pvm_pkint(&x, -1, 1));
    BOTH(pvm_packf("%q"));
    tell(pvm_mytid(), 1, 1);
    pvm_recv(-1, 1);
    BOTH(pvm_upkmesg());
    BOTH(pvm_upkint(&x, 1, 1));
    BOTH(pvm_upkint(&x, -1, 1));
    BOTH(pvm_nrecv(-1, -1));
    BOTH(pvm_upkmesg());
    BOTH(pvm_upkint(&x, 1, 1));
    BOTH(pvm_send(pvm_mytid(), -1));
    BOTH(pvm_freebuf(9999));
    BOTH(pvm_bufinfo(9999, NULL, NULL, NULL));
}

static void others(void)
{
    BOTH(pvm_freecontext(77));
    int h = pvm_addmhf(-1, 1, 0, handler);
    BOTH(pvm_addmhf(-1, 1, 0, handler));
    BOTH(pvm_delmhf(-1));
    BOTH(pvm_delmhf(h));
    BOTH(pvm_setopt(PvmRoute, 9));
    BOTH(pvm_setopt(99, 1));
    BOTH(pvm_getopt(99));
    BOTH(pvm_perror(W("who")));
    BOTH(pvm_export(W("HOME")));
    BOTH(pvm_unexport(W("HOME")));
}

static void comes_back(void)
{
    static const int what[] = {PvmRoute, PvmFragSize, PvmShowTids, PvmResvTids, PvmTraceBuffer, PvmTraceOptions, PvmOutputTid, PvmOutputCode,
                               PvmOutputContext, PvmTraceTid, PvmTraceCode, PvmDebugMask, PvmAutoErr};
    int me = pvm_mytid();
    pvm_setopt(PvmOutputTid, me);
    pvm_setopt(PvmOutputCode, 7);
    pvm_setopt(PvmOutputContext, 8);
    pvm_setopt(PvmTraceTid, me);
    pvm_setopt(PvmTraceCode, 9);
    pvm_setopt(PvmTraceBuffer, 500);
    pvm_setopt(PvmTraceOptions, PvmTraceCount);
    pvm_setopt(PvmFragSize, 1000);
    pvm_setopt(PvmRoute, PvmDontRoute);
    pvm_setopt(PvmShowTids, 0);
    pvm_setopt(PvmResvTids, 1);
    pvm_setcontext(88);
    pvm_recvf(none);
    pvm_exit();
    SHOW(pvm_mytid() != me);
    for (size_t i = 0; i < sizeof what / sizeof *what; i++)
        say("option %d is %d", what[i], pvm_getopt(what[i]));
    SHOW(pvm_getcontext());
    int (*match)(int, int, int) = (int (*)(int, int, int))pvm_recvf(NULL);
    SHOW(match == none);
    CODE(pvm_getrbuf());
}

int main(void)
{
    pvm_mytid();
    tasks_and_hosts();
    mailboxes();
    messages();
    others();
    comes_back();
    CODE(pvm_exit());
    return 0;
}
