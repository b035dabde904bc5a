/* trace.c - trace events: a child makes calls, this program is where their events go and shows them, value by value. A
 * second child sends events of its own, a third and a fourth in buffers, as times and as counts. `trace times` shows times.
 *
 * TEV_MHF_INVOKE is traced only where there is a handler of the program's: PVM has handlers of its own, and traces them too.
 */
#include "events.h"
#include "oracle.h"

#define CONTEXT 77
#define TAG 1234

static void all_but_handlers(Pvmtmask mask)
{
    TEV_MASK_INIT(mask);
    for (int i = TEV_FIRST; i <= TEV_MAX; i++)
        if (i != TEV_MHF_INVOKE)
            TEV_MASK_SET(mask, i);
}

/* ---- children ---------------------------------------------------------------------------------------------------- */

static void pack_all(void)
{
    char c[] = "abc";
    short s[] = {1, 2};
    unsigned short us = 3;
    int i[] = {4, 5, 6};
    unsigned u = 7;
    unsigned long ul = 8;
    long l = 9;
    float f[] = {1.5F, 2.5F};
    double d[] = {3.5, 4.5};
    pvm_pkbyte(c, 3, 1);
    pvm_pkbyte(c, 1, 1);
    pvm_pkcplx(f, 1, 1);
    pvm_pkdcplx(d, 1, 1);
    pvm_pkdouble(d, 2, 1);
    pvm_pkfloat(f, 1, 1);
    pvm_pkint(i, 3, 1);
    pvm_pkint(i, 2, 2);
    pvm_pkint(i, 0, 1);
    pvm_pkuint(&u, 1, 1);
    pvm_pkshort(s, 2, 1);
    pvm_pkushort(&us, 1, 1);
    pvm_pkstr(W("text"));
    pvm_pkstr(W("x"));
    pvm_pkstr(W(""));
    pvm_packf("%d %s", 5, "y");
    pvm_pklong(&l, 1, 1);
    pvm_pkulong(&ul, 1, 1);
}

static int empty_match(int mid, int tid, int tag)
{
    return mid + tid + tag == 0;
}

static int handled(int mid)
{
    int number;
    (void)mid;
    pvm_upkint(&number, 1, 1);
    return 0;
}

static void handler(void)
{
    Pvmtmask mask;
    int me = pvm_mytid(), code = pvm_addmhf(-1, 50, -1, handled);
    TEV_MASK_INIT(mask);
    TEV_MASK_SET(mask, TEV_MHF_INVOKE);
    TEV_MASK_SET(mask, TEV_RECV);
    TEV_MASK_SET(mask, TEV_UPKINT);
    tell(me, 50, 1);
    tell(me, 51, 1);
    pvm_settmask(PvmTaskSelf, mask);
    pvm_recv(me, 51);
    TEV_MASK_INIT(mask);
    pvm_settmask(PvmTaskSelf, mask);
    pvm_delmhf(code);
}

static void messages(int me)
{
    int number = 1, from, tag, len, to[2] = {me, me + 1000};
    struct timeval limit = {0, 1000};
    pvm_nrecv(-1, 6);
    pvm_probe(-1, 6);
    pvm_trecv(-1, 6, &limit);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    pvm_send(me, 6);
    pvm_recv(me, 6);
    pvm_upkint(&number, 1, 1);
    pvm_upkint(&number, 1, 1);
    pvm_send(me, 6);
    pvm_trecv(-1, 6, NULL);
    pvm_mcast(to, 2, 7);
    pvm_psend(me, 8, &number, 1, PVM_INT);
    pvm_precv(-1, 8, &number, 1, PVM_INT, &from, &tag, &len);
    pvm_send(-5, 6);
    pvm_recvf(empty_match);
    pvm_recvf(NULL);
}

static void buffers(void)
{
    struct pvmminfo info;
    int len, tag, tid, mid = pvm_mkbuf(PvmDataRaw);
    pvm_mkbuf(99);
    pvm_bufinfo(mid, &len, &tag, &tid);
    pvm_getminfo(mid, &info);
    pvm_setminfo(mid, &info);
    pvm_setsbuf(mid);
    pvm_setrbuf(0);
    pvm_getrbuf();
    pvm_getsbuf();
    pvm_freebuf(mid);
    pvm_freebuf(mid);
    pvm_initsend(PvmDataDefault);
    pvm_packf("%d %s", 3, "abc");
    pvm_pkstr(W("abc"));
}

static void mailboxes(void)
{
    struct pvmmboxinfo *list;
    int n;
    pvm_putinfo(W("box"), pvm_getsbuf(), PvmMboxDefault);
    pvm_recvinfo(W("box"), 0, PvmMboxDefault);
    pvm_recvinfo(W("none"), 0, PvmMboxDefault);
    pvm_getmboxinfo(W("box"), &n, &list);
    pvm_delinfo(W("box"), 0, PvmMboxDefault);
    pvm_insert(W("old"), -1, 3);
    pvm_lookup(W("old"), 0, &n);
    pvm_delete(W("old"), 0);
}

static void tasks(int me)
{
    struct pvmhostinfo *hosts;
    struct pvmtaskinfo *infos;
    int n, archs, tids[2], *fds, *siblings;
    char *names[] = {W("nohost1"), W("nohost2")}, *args[] = {W("nothing"), NULL};
    pvm_parent();
    pvm_config(&n, &archs, &hosts);
    pvm_tasks(me, &n, &infos);
    pvm_mstat(hosts[0].hi_name);
    pvm_pstat(me);
    pvm_archcode(hosts[0].hi_arch);
    pvm_siblings(&siblings);
    pvm_sendsig(me, 0);
    pvm_kill(0);
    pvm_getfds(&fds);
    pvm_notify(PvmTaskExit, 60, 1, &me);
    pvm_notify(PvmHostAdd, 61, 1, NULL);
    pvm_addhosts(names, 2, tids);
    pvm_delhosts(names, 2, tids);
    pvm_spawn(W("/nothing"), args, PvmTaskDefault, W(""), 2, tids);
    pvm_setopt(PvmTraceTid, 0);
    pvm_spawn(own_path(), args, PvmTaskHost, W("."), 1, tids);
    pvm_tickle(1, &me, NULL, NULL);
    pvm_start_pvmd(0, NULL, 0);
    pvm_version();
    pvm_export(W("A"));
    pvm_unexport(W("A"));
}

static void contexts_and_options(void)
{
    int made = pvm_newcontext(), was = pvm_setcontext(5);
    pvm_getcontext();
    pvm_setcontext(was);
    pvm_freecontext(made);
    pvm_freecontext(made);
    pvm_getopt(PvmFragSize);
    pvm_setopt(PvmRoute, PvmDontRoute);
    pvm_setopt(PvmRoute, 99);
    pvm_getopt(99);
}

static void child_calls(int me)
{
    char c[4];
    pvm_setopt(PvmAutoErr, 0);
    messages(me);
    buffers();
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(W("abc"), 3, 1);
    pvm_send(me, 9);
    pvm_recv(me, 9);
    pvm_upkbyte(c, 3, 1);
    pvm_unpackf("%d", c);
    mailboxes();
    tasks(me);
    contexts_and_options();
    pvm_reg_hoster();
    pvm_reg_tasker();
    pvm_reg_rm(NULL);
    handler();
}

static void child_events(int me)
{
    int i = 1;
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    pvm_settmask(PvmTaskSelf, mask);
    SIGN(pvm_initsend(PvmDataTrace));
    CODE(pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE));
    TEV_MASK_SET(mask, TEV_USER_DEFINED);
    pvm_settmask(PvmTaskSelf, mask);
    SIGN(pvm_initsend(PvmDataDefault));
    SIGN(pvm_initsend(PvmDataTrace));
    pack_all();
    CODE(pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE));
    CODE(pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE));
    CODE(pvm_send(me, 5));
    SIGN(pvm_recv(me, 5));
    CODE(pvm_upkint(&i, 1, 1));
    SHOW(i);
    SIGN(pvm_initsend(PvmDataDefault));
    CODE(pvm_pkint(&i, 1, 1));
    CODE(pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE));
    CODE(pvm_send(PVM_TRACE_TID, 5));
    SIGN(pvm_mkbuf(PvmDataTrace));
}

static void child_loop(int me)
{
    for (int i = 0; i < 4; i++) {
        tell(me, 5, i);
        hear(me, 5);
    }
    pvm_setopt(PvmSelfTraceTid, pvm_parent());
}

/* ---- where the events go ----------------------------------------------------------------------------------------- */

/* Events until the child has ended. */
static void collect(const char *role, int options, int buffer)
{
    Pvmtmask mask;
    int me = pvm_mytid(), ended = 0;
    say("== %s, options %d, buffer %d", role, options, buffer);
    all_but_handlers(mask);
    CODE(pvm_settmask(PvmTaskChild, mask));
    pvm_setopt(PvmTraceTid, me);
    pvm_setopt(PvmTraceContext, CONTEXT);
    pvm_setopt(PvmTraceCode, TAG);
    pvm_setopt(PvmTraceBuffer, buffer);
    pvm_setopt(PvmTraceOptions, options);
    char *args[] = {(char *)role, NULL};
    int tid = 0; /* on this host, where one daemon sees to all: each describes its events once */
    CODE(pvm_spawn(own_path(), args, PvmTaskHost, W("."), 1, &tid));
    pvm_setcontext(CONTEXT);
    while (!ended) {
        int mid = pvm_recv(-1, TAG), len, tag, src;
        struct pvmminfo info;
        pvm_bufinfo(mid, &len, &tag, &src);
        pvm_getminfo(mid, &info);
        say("- from %s, context %d, encoding %x", src == tid ? "the child" : "a daemon", info.ctx, (unsigned)info.enc);
        ended = events_show(tid);
    }
    pvm_setcontext(0);
}

static void as_child(const char *role)
{
    int me = pvm_mytid();
    if (strcmp(role, "nothing") == 0)
        return;
    lines.child = 1;
    if (strcmp(role, "calls") == 0)
        child_calls(me);
    else if (strcmp(role, "events") == 0)
        child_events(me);
    else
        child_loop(me);
    if (strcmp(role, "events") == 0)
        give_lines();
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "times") == 0) {
        event_times = 1;
    } else if (argc > 1) {
        as_child(argv[1]);
        if (strcmp(argv[1], "leaves") != 0) {
            pvm_exit();
            return 0;
        }
        usleep(300000); /* what is under way in PVM when a process ends is lost */
        return 3;
    }
    pvm_mytid();
    collect("calls", PvmTraceFull, 0);
    collect("events", PvmTraceFull, 0);
    take_lines(-1);
    collect("loop", PvmTraceFull, 300);
    collect("leaves", PvmTraceFull, 0);
    collect("loop", PvmTraceTime, 0);
    collect("loop", PvmTraceCount, 0);
    CODE(pvm_exit());
    return 0;
}
