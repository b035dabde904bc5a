/* trace_calls.c - the child of trace.c that makes calls: each kind of call at least once, right and wrong. */
#include "trace_calls.h"

#include "oracle.h"
#include "pvmtev.h"

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

void trace_calls(int me)
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
