/* options.c - pvm_setopt and pvm_getopt.
 *
 * The fragment size is stored but changes nothing: the network cuts messages as it must. The route goes with each
 * message; whether there is more than one is the machine's business. */
#include <limits.h>

#define PVMSIM_STRONG
#include "pvmsim.h"

#include "call.h"
#include "life.h"
#include "calls_state.h"
#include "control.h"
#include "request.h"
#include "tracing.h"
#include "wire.h"

enum kind {
    KIND_NONE,   /* not an option of this machine: reading gives PvmBadParam, setting PvmNotImpl (as in PVM without
                    shared memory) */
    KIND_RANGE,  /* any value from low to high */
    KIND_TASK,   /* 0, this task, or the task that gets its own output or events */
    KIND_READ,   /* may only be read */
    KIND_OUTPUT, /* where this task's own output goes; the machine is told */
    KIND_TRACE,  /* where this task's trace events go; the machine is told */
};

struct rule {
    enum kind kind;
    int low, high, initial;
    int with; /* the option for children that is set together with this one; 0: none */
};

/* The limits and defaults of PVM 3.4.6, read from it. */
static const struct rule rules[PVMI_NOPTS] = {
    [PvmRoute] = {KIND_RANGE, PvmDontRoute, PvmRouteDirect, PvmAllowDirect, 0},
    [PvmDebugMask] = {KIND_RANGE, INT_MIN, INT_MAX, 0, 0},
    [PvmAutoErr] = {KIND_RANGE, INT_MIN, INT_MAX, 1, 0},
    [PvmOutputTid] = {KIND_TASK, 0, 0, 0, 0},
    [PvmOutputCode] = {KIND_RANGE, INT_MIN, INT_MAX, 0, 0},
    [PvmTraceTid] = {KIND_TASK, 0, 0, 0, 0},
    [PvmTraceCode] = {KIND_RANGE, INT_MIN, INT_MAX, 0, 0},
    [PvmTraceBuffer] = {KIND_RANGE, INT_MIN, INT_MAX, 0, 0},
    [PvmTraceOptions] = {KIND_RANGE, PvmTraceFull, PvmTraceCount, 0, 0},
    [PvmFragSize] = {KIND_RANGE, 52, 1048576, 4080, 0},
    [PvmResvTids] = {KIND_RANGE, INT_MIN, INT_MAX, 0, 0},
    [PvmSelfOutputTid] = {KIND_OUTPUT, INT_MIN, INT_MAX, 0, PvmOutputTid},
    [PvmSelfOutputCode] = {KIND_OUTPUT, INT_MIN, INT_MAX, 0, PvmOutputCode},
    [PvmSelfTraceTid] = {KIND_TRACE, INT_MIN, INT_MAX, 0, PvmTraceTid},
    [PvmSelfTraceCode] = {KIND_TRACE, INT_MIN, INT_MAX, 0, PvmTraceCode},
    [PvmSelfTraceBuffer] = {KIND_RANGE, INT_MIN, INT_MAX, 0, PvmTraceBuffer},
    [PvmSelfTraceOptions] = {KIND_RANGE, PvmTraceFull, PvmTraceCount, 0, PvmTraceOptions},
    [PvmShowTids] = {KIND_RANGE, INT_MIN, INT_MAX, 1, 0},
    [PvmOutputContext] = {KIND_RANGE, INT_MIN, INT_MAX, 0, 0},
    [PvmTraceContext] = {KIND_RANGE, INT_MIN, INT_MAX, 0, 0},
    [PvmSelfOutputContext] = {KIND_READ, 0, 0, 0, 0},
    [PvmSelfTraceContext] = {KIND_READ, 0, 0, 0, 0},
    [PvmNoReset] = {KIND_RANGE, INT_MIN, INT_MAX, 0, 0},
};

void pvmi_option_defaults(struct pvm_task *t)
{
    for (int i = 0; i < PVMI_NOPTS; i++)
        t->options.value[i] = rules[i].initial;
}

void pvmi_option_joined(struct pvm_task *t)
{
    int *o = t->options.value;
    o[PvmFragSize] = rules[PvmFragSize].initial;
    o[PvmTraceBuffer] = rules[PvmTraceBuffer].initial;
    o[PvmTraceOptions] = rules[PvmTraceOptions].initial;
    o[PvmSelfOutputTid] = o[PvmOutputTid] = t->who.output.tid;
    o[PvmSelfOutputContext] = o[PvmOutputContext] = t->who.output.context;
    o[PvmSelfOutputCode] = o[PvmOutputCode] = t->who.output.tag;
    o[PvmSelfTraceTid] = o[PvmTraceTid] = t->who.trace.tid;
    o[PvmSelfTraceContext] = o[PvmTraceContext] = t->who.trace.context;
    o[PvmSelfTraceCode] = o[PvmTraceCode] = t->who.trace.tag;
}

/* Options that say where something goes depend on who the task is. The others may be set before it enrolls. */
static bool needs_task(int what)
{
    const struct rule *r = &rules[what];
    return r->kind == KIND_TASK || r->kind == KIND_OUTPUT || r->with != 0 || what == PvmNoReset ||
           what == PvmOutputCode || what == PvmOutputContext || what == PvmTraceCode || what == PvmTraceContext;
}

static struct pvm_task *enter_for(const char *call, const void *from, int what)
{
    if (pvmi_self() != NULL || (what > 0 && what < PVMI_NOPTS && needs_task(what)))
        return pvmi_enter_call(call, from);
    struct pvm_task *t = pvmi_task_state();
    if (t != NULL)
        t->depth++;
    return t;
}

/* Tells the machine where output or events go, if somebody collects them. */
static int tell_machine(struct pvm_task *t, enum kind kind)
{
    const int *o = t->options.value;
    struct wire_out body = {NULL, 0, 0, 0};
    const struct control_sink trace = {{o[PvmSelfTraceTid], o[PvmSelfTraceContext], o[PvmSelfTraceCode]}};
    const struct control_sink output = {{o[PvmSelfOutputTid], o[PvmSelfOutputContext], o[PvmSelfOutputCode]}};
    control_sink_put(&body, kind == KIND_TRACE ? &trace : &output);
    return pvmi_control_code(t, kind == KIND_TRACE ? CONTROL_TRACE : CONTROL_OUTPUT, &body);
}

/* Tasks that a reset spares are in a list that all tasks can read: a mailbox (mailbox.c reads it). */
static int tell_noreset(struct pvm_task *t, int on)
{
    struct wire_out body = {NULL, 0, 0, 0};
    if (!on) {
        control_entry_put(&body, &(struct control_entry){PVMNORESETCLASS, t->options.noreset_index, PvmMboxDefault});
        return pvmi_control_code(t, CONTROL_DELINFO, &body);
    }
    control_put_put(&body, &(struct control_put){PVMNORESETCLASS, PvmMboxMultiInstance, 0, {NULL, 0}});
    return pvmi_control_code(t, CONTROL_PUTINFO, &body);
}

static int set_noreset(struct pvm_task *t, int val)
{
    int old = t->options.value[PvmNoReset];
    if ((old != 0) != (val != 0)) {
        int code = tell_noreset(t, val != 0);
        if (code < 0)
            return code;
        t->options.noreset_index = code;
    }
    t->options.value[PvmNoReset] = val;
    return old;
}

static int set(struct pvm_task *t, int what, int val)
{
    if (what < 1 || what >= PVMI_NOPTS)
        return PvmBadParam;
    const struct rule *r = &rules[what];
    int old = t->options.value[what], old_with = r->with != 0 ? t->options.value[r->with] : 0;
    if (r->kind == KIND_NONE || r->kind == KIND_READ)
        return PvmNotImpl;
    const bool datagrams = what == PvmRoute && val == PvmRouteDatagram;
    if (r->kind == KIND_RANGE && (val < r->low || val > r->high) && !datagrams)
        return PvmBadParam;
    int inherited = t->options.value[what == PvmOutputTid ? PvmSelfOutputTid : PvmSelfTraceTid];
    if (r->kind == KIND_TASK && val != 0 && val != t->who.tid && val != inherited)
        return PvmBadParam;
    if (what == PvmNoReset)
        return set_noreset(t, val);
    t->options.value[what] = val;
    if (r->with != 0)
        t->options.value[r->with] = val;
    bool told = r->kind == KIND_OUTPUT || (r->kind == KIND_TRACE && (t->options.value[PvmSelfTraceTid] > 0 || old > 0));
    int code = told ? tell_machine(t, r->kind) : 0;
    if (code < 0) {
        t->options.value[what] = old;
        t->options.value[r->with] = old_with;
        return code;
    }
    if (r->kind == KIND_TRACE)
        pvmi_hooks.trace.update(t);
    return old;
}

/* Returns an old value, which may be negative without being an error. */
static int return_value(struct pvm_task *t, const char *call, bool failed, int value)
{
    if (failed)
        return pvmi_return(t, call, value);
    pvmi_return(t, call, 0);
    return value;
}

PVM_PUBLIC int pvm_setopt(int what, int val)
{
    struct pvm_task *t = enter_for(__func__, PVMI_CALLER, what);
    PVMI_ENTRY(t, what, val);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_setopt", PvmSysErr);
    bool known = what > 0 && what < PVMI_NOPTS && rules[what].kind != KIND_NONE;
    int before = known ? t->options.value[what] : 0;
    int code = set(t, what, val);
    PVMI_EXIT(t, code);
    return return_value(t, "pvm_setopt", code < 0 && !(known && before == code && t->options.value[what] == val), code);
}

PVM_PUBLIC int pvm_getopt(int what)
{
    struct pvm_task *t = enter_for(__func__, PVMI_CALLER, what);
    PVMI_ENTRY(t, what);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_getopt", PvmSysErr);
    bool known = what > 0 && what < PVMI_NOPTS && rules[what].kind != KIND_NONE;
    int value = !known ? PvmBadParam : t->options.value[what];
    PVMI_EXIT(t, known ? value : 0);
    return return_value(t, "pvm_getopt", !known, value);
}
