/* tids.c - every call that takes a tid, with each kind of number that is not the tid of a running task. */
#include <signal.h>
#include <sys/time.h>

#include "oracle.h"

/* The name of a kind of number, and the number. */
struct kind {
    const char *name;
    int tid;
};

enum { NKINDS = 15 };

static void child(void)
{
    hear(pvm_parent(), 1);
}

static int ended(void)
{
    int tid = start("child");
    pvm_notify(PvmTaskExit, 90, 1, &tid);
    tell(tid, 1, 0);
    hear(-1, 90);
    return tid;
}

static void fill(struct kind *k)
{
    int me = pvm_mytid(), host = pvm_tidtohost(me);
    const struct kind all[NKINDS] = {{"0", 0},
                                     {"-1", -1},
                                     {"-2", -2},
                                     {"1", 1},
                                     {"17", 17},
                                     {"host", host},
                                     {"daemon", (int)0x80000000},
                                     {"daemon of host", (int)(0x80000000u | (unsigned)host)},
                                     {"group bit", 0x40000000 | me},
                                     {"group", 0x40000000 | host},
                                     {"all bits of group", (int)0xc0000000},
                                     {"no host", 0x3f000000},
                                     {"task of no host", 0x3f000007},
                                     {"ended", ended()},
                                     {"never", me + 1000}};
    memcpy(k, all, sizeof all);
}

static void sends(const struct kind *k)
{
    int x = 1, two[2] = {pvm_mytid(), k->tid}, twice[2] = {k->tid, k->tid};
    pvm_initsend(PvmDataDefault);
    say("send to %s: %s", k->name, code_name(pvm_send(k->tid, 1)));
    say("psend: %s", code_name(pvm_psend(k->tid, 1, &x, 1, PVM_INT)));
    say("mcast: %s", code_name(pvm_mcast(&two[1], 1, 1)));
    say("mcast me too: %s", code_name(pvm_mcast(two, 2, 1)));
    say("mcast twice: %s", code_name(pvm_mcast(twice, 2, 1)));
    settle();
}

static void receives(const struct kind *k)
{
    struct timeval t = {0, 100};
    say("nrecv from %s: %s", k->name, code_name(pvm_nrecv(k->tid, 77)));
    say("probe: %s", code_name(pvm_probe(k->tid, 77)));
    say("trecv: %s", code_name(pvm_trecv(k->tid, 77, &t)));
}

static void asks(const struct kind *k)
{
    struct pvmtaskinfo *list = NULL;
    struct timeval t;
    int n = -1;
    say("pstat of %s: %s", k->name, code_name(pvm_pstat(k->tid)));
    int host = pvm_tidtohost(k->tid);
    say("tidtohost: %s", host == k->tid ? "itself" : who(host));
    say("tasks: %s", code_name(pvm_tasks(k->tid, &n, &list)));
    say("tasks, number: %s", n > 0 ? "some" : code_name(n));
    say("hostsync: %s", code_name(pvm_hostsync(k->tid, &t, NULL)));
}

static void acts(const struct kind *k)
{
    int tid = k->tid;
    say("kill of %s: %s", k->name, code_name(pvm_kill(tid)));
    say("sendsig: %s", code_name(pvm_sendsig(tid, SIGUSR1)));
    say("sendsig 0: %s", code_name(pvm_sendsig(tid, 0)));
    say("sendsig of no signal: %s", code_name(pvm_sendsig(tid, 1000)));
    say("sendsig -1: %s", code_name(pvm_sendsig(tid, -1)));
    say("notify of its exit: %s", code_name(pvm_notify(PvmTaskExit, 60, 1, &tid)));
    settle();
    int got = pvm_nrecv(-1, 60), number = 0;
    if (got > 0)
        pvm_upkint(&number, 1, 1);
    say("  told %s", got > 0 ? number == tid ? "of it" : "of another" : code_name(got));
    say("notify called off: %s", code_name(pvm_notify(PvmTaskExit | PvmNotifyCancel, 60, 1, &tid)));
    settle();
    say("  told %s", (got = pvm_nrecv(-1, 60)) > 0 ? "so" : code_name(got));
    say("output there: %s", code_name(pvm_setopt(PvmOutputTid, tid)));
    say("traces there: %s", code_name(pvm_setopt(PvmTraceTid, tid)));
    pvm_setopt(PvmOutputTid, 0);
    pvm_setopt(PvmTraceTid, 0);
}

static void every_kind(void)
{
    struct kind k[NKINDS];
    fill(k);
    for (int i = 0; i < NKINDS; i++) {
        sends(&k[i]);
        receives(&k[i]);
        asks(&k[i]);
        acts(&k[i]);
    }
    CODE(pvm_nrecv(-1, -1));
}

ROLES({"child", child, WORKS});
PARTS(every_kind);
