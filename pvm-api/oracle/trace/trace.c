/* trace.c - trace events: a child makes calls; this program gets its events and prints them, value by value. A second
 * child sends events of its own; a third and a fourth send theirs in buffers, as times and as counts. `trace times`
 * prints times.
 *
 * TEV_MHF_INVOKE is traced only where the program has a handler: PVM has handlers of its own, and traces them, too. */
#include "events.h"
#include "oracle.h"
#include "pvmtev.h"
#include "trace_calls.h"

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
    SIGN(pvm_initsend(PvmDataDefault), pvm_initsend(PvmDataTrace));
    pack_all();
    CODE(pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE), pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE), pvm_send(me, 5));
    SIGN(pvm_recv(me, 5));
    CODE(pvm_upkint(&i, 1, 1));
    SHOW(i);
    SIGN(pvm_initsend(PvmDataDefault));
    CODE(pvm_pkint(&i, 1, 1), pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE), pvm_send(PVM_TRACE_TID, 5));
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

/* ---- the program that gets the events ---------------------------------------------------------------------------- */

/* Prints events until the child has ended. */
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
    int tid = start_here(role); /* on this host, so that one daemon handles all of them; each daemon describes its
                                   events once */
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

/* Each call of a child sends an event, so it makes only these. */
static void child(void)
{
    const char *role = own_role();
    int me = pvm_mytid();
    if (strcmp(role, "calls") == 0)
        trace_calls(me);
    if (strcmp(role, "events") == 0) {
        say_all_to_parent();
        child_events(me);
        give_lines(pvm_parent());
    }
    if (strcmp(role, "loop") == 0 || strcmp(role, "leaves") == 0)
        child_loop(me);
    if (strcmp(role, "leaves") != 0) {
        pvm_exit();
        return;
    }
    usleep(300000); /* PVM loses what is still on its way when a process ends */
    exit(3);
}

static void events(void)
{
    collect("calls", PvmTraceFull, 0);
    collect("events", PvmTraceFull, 0);
    take_lines(-1);
    collect("loop", PvmTraceFull, 300);
    collect("leaves", PvmTraceFull, 0);
    collect("loop", PvmTraceTime, 0);
    collect("loop", PvmTraceCount, 0);
}

/* `trace times`: by hand, and in twice.sh. */
static void with_times(void)
{
    event_times = 1;
    pvm_mytid();
    events();
    CODE(pvm_exit());
}

ROLES({"times", with_times, BARE}, {"", child, BARE});
PARTS(events);
