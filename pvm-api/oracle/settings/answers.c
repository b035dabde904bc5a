/* answers.c - negative answers: which of them are printed, and which are kept in pvm_errno. And which of a task's
 * settings are still there when it enrolls again. */
#include "oracle.h"

/* The code of each call, and pvm_errno after it. */
#define BOTH(...) EACH_SAID(BOTH_ONE, #__VA_ARGS__, __VA_ARGS__)
#define BOTH_ONE(call) \
    pvm_errno = 0;     \
    say_both(&text_, (call));

static void say_both(const char **text, int code)
{
    int n = next_call(text);
    int same = pvm_errno == code;
    say("%.*s = %s, pvm_errno %s", n, *text, code > 0 ? "> 0" : code_name(code), same ? "too" : code_name(pvm_errno));
    *text += n;
}

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
    BOTH(pvm_parent(), pvm_pstat(nobody), pvm_pstat(0), pvm_mstat(W("no.such.host")), pvm_mstat(W("")), pvm_mstat(NULL),
         pvm_tidtohost(-1), pvm_kill(nobody), pvm_kill(0), pvm_sendsig(nobody, 1),
         pvm_spawn(W("no-such-file"), NULL, 0, NULL, 1, &x),
         pvm_spawn(W("no-such-file"), NULL, PvmTaskHost, W("no.such.host"), 1, &x),
         pvm_spawn(W("no-such-file"), NULL, 0, NULL, 0, &x), pvm_archcode(W("NOSUCH")), pvm_hostsync(0, NULL, NULL),
         pvm_delhosts(names, 1, &x));
    BOTH(pvm_delhosts(names, 0, &x), pvm_addhosts(names, 0, &x), pvm_start_pvmd(0, NULL, 0), pvm_notify(99, 1, 1, &x));
}

static void mailboxes(void)
{
    int x, n;
    struct pvmmboxinfo *list;
    BOTH(pvm_recvinfo(W("no.such"), 0, 0), pvm_recvinfo(W(""), 0, 0), pvm_recvinfo(W("no.such"), -1, 0),
         pvm_delinfo(W("no.such"), 0, 0), pvm_delinfo(W(""), 0, 0), pvm_lookup(W("no.such"), 0, &x),
         pvm_lookup(W("no.such"), -1, &x), pvm_lookup(W("no.such"), -2, &x), pvm_lookup(W(""), 0, &x),
         pvm_delete(W("no.such"), 0), pvm_delete(W(""), 0));
    pvm_initsend(PvmDataDefault);
    BOTH(pvm_putinfo(W("o.answers"), pvm_getsbuf(), PvmMboxDefault),
         pvm_putinfo(W("o.answers"), pvm_getsbuf(), PvmMboxDefault), pvm_putinfo(W(""), pvm_getsbuf(), PvmMboxDefault),
         pvm_insert(W("o.answers"), 0, 1), pvm_insert(W(""), 0, 1), pvm_insert(W("o.answers"), -5, 1),
         pvm_getmboxinfo(W("no.such"), &n, &list), pvm_delinfo(W("o.answers"), 0, 0));
}

static void messages(void)
{
    int x = 0, raw = pvm_mkbuf(PvmDataRaw);
    pvm_initsend(PvmDataDefault);
    BOTH(pvm_pkmesg(0), pvm_pkmesg(-1), pvm_pkmesg(9999), pvm_pkmesg(pvm_getsbuf()), pvm_pkmesgbody(0),
         pvm_pkmesgbody(9999), pvm_pkmesgbody(pvm_getsbuf()), pvm_pkmesgbody(raw), pvm_upkmesg());
    pvm_freebuf(pvm_getsbuf());
    BOTH(pvm_pkmesg(0), pvm_pkmesg(9999), pvm_pkmesg(raw), pvm_pkmesgbody(9999), pvm_pkmesgbody(raw));
    pvm_freebuf(raw);
    BOTH(pvm_pkint(&x, 1, 1), pvm_pkint(&x, -1, 1), pvm_packf("%q"));
    tell(pvm_mytid(), 1, 1);
    pvm_recv(-1, 1);
    BOTH(pvm_upkmesg(), pvm_upkint(&x, 1, 1), pvm_upkint(&x, -1, 1), pvm_nrecv(-1, -1), pvm_upkmesg(),
         pvm_upkint(&x, 1, 1), pvm_send(pvm_mytid(), -1), pvm_freebuf(9999), pvm_bufinfo(9999, NULL, NULL, NULL));
}

static void others(void)
{
    BOTH(pvm_freecontext(77));
    int h = pvm_addmhf(-1, 1, 0, handler);
    BOTH(pvm_addmhf(-1, 1, 0, handler), pvm_delmhf(-1), pvm_delmhf(h), pvm_setopt(PvmRoute, 9), pvm_setopt(99, 1),
         pvm_getopt(99), pvm_perror(W("who")), pvm_export(W("HOME")), pvm_unexport(W("HOME")));
}

static void comes_back(void)
{
    static const int what[] = {PvmRoute,        PvmFragSize,  PvmShowTids,   PvmResvTids,      PvmTraceBuffer,
                               PvmTraceOptions, PvmOutputTid, PvmOutputCode, PvmOutputContext, PvmTraceTid,
                               PvmTraceCode,    PvmDebugMask, PvmAutoErr};
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

PARTS(tasks_and_hosts, mailboxes, messages, others, comes_back);
