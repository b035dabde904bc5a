/* task.c - a task's life in the library: enroll, the frame of every public call, pvm_exit; and who a task is. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "control.h"
#include "errors.h"
#include "extra.h"
#include "pvmi.h"
#include "pvmi_fortran.h"
#include "pvmi_group.h"
#include "trace.h"
#include "wire.h"

/* ---- the state ------------------------------------------------------------------------------------------------- */

struct pvm_task *pvmi_here(void)
{
    void **slot = mach_task_slot();
    if (*slot == NULL) {
        struct pvm_task *t = calloc(1, sizeof *t);
        if (t == NULL)
            return NULL;
        pvmi_option_defaults(t);
        *slot = t;
    }
    return *slot;
}

struct pvm_task *pvmi_self(void)
{
    struct pvm_task *t = *mach_task_slot();
    return t != NULL && t->joined ? t : NULL;
}

/* A spawned task's is its parent's, whenever it enrolls, with or without a parent by then; others keep what they set. */
static void set_context(struct pvm_task *t)
{
    if (!t->came_back) {
        t->spawned = t->who.parent_tid > 0;
        t->context = t->inherited = t->who.context;
    } else if (t->spawned)
        t->context = t->inherited;
}

static int enroll(struct pvm_task *t)
{
    mach_ns before = pvmi_clock_of(t);
    int code = t->ops != NULL ? 0 : mach_open(&t->ops, &t->m);
    if (code == 0)
        code = t->ops->join(t->m, &t->who);
    else
        t->ops = NULL;
    if (code < 0)
        return code;
    t->joined = true;
    t->watched = t->who.marks != 0 ? PVMI_MARKED : 0;
    if (t->who.attention == NULL)
        t->who.attention = &t->no_attention;
    mach_ns jump = t->ops->now(t->m) - before;
    t->waited_ns += t->ops->now(t->m) - t->left_ns;
    if (t->alarm_at != 0)
        t->alarm_at += jump;
    set_context(t);
    t->manager_watched = false;
    pvmi_abi_context(t);
    pvmi_option_joined(t);
    pvmi_trace_joined(t);
    return 0;
}

/* All that belongs to this enrollment; the context, the matching function and options that are the user's own stay. */
static void disenroll(struct pvm_task *t)
{
    if (t->group != NULL && t->group_end != NULL)
        t->group_end(t->group);
    t->group = NULL;
    if (t->fortran != NULL)
        t->fortran_end(t->fortran);
    t->fortran = NULL;
    pvmi_match_free(t);
    pvmi_fds_free(t);
    pvmi_handler_free(t);
    pvmi_catch_free(t);
    pvmi_lists_free(t);
    pvmi_buf_free_all(t);
    t->sbuf = t->rbuf = 0;
    free(t->contexts);
    t->contexts = NULL;
    t->ncontexts = t->context_last = 0;
    t->came_back = true;
    t->option[PvmNoReset] = 0;
    t->in_group_call = false;
    pvmi_trace_free(t);
    memset(t->has_role, 0, sizeof t->has_role);
    memset(t->role_index, 0, sizeof t->role_index);
    t->left_ns = t->ops->now(t->m);
    t->ops->leave(t->m);
    t->left_early_ns = mach_early_now();
    t->joined = false;
}

void pvmi_task_end(void)
{
    void **slot = mach_task_slot();
    struct pvm_task *t = *slot;
    if (t == NULL)
        return;
    if (t->joined)
        disenroll(t);
    free(t->bufs);
    *slot = NULL;
    free(t);
}

/* exit(3) without pvm_exit is an orderly end too. */
__attribute__((destructor)) static void process_ends(void)
{
    pvmi_task_end();
}

/* ---- the frame of a public call -------------------------------------------------------------------------------- */

/* The calling task, enrolled; NULL: it could not be. */
static inline struct pvm_task *enrolled(void)
{
    struct pvm_task *t = pvmi_here();
    if (t == NULL || (!t->joined && enroll(t) < 0))
        return NULL;
    return t;
}

/* Apart, so that a run nobody looks into pays one branch. */
static __attribute__((noinline, cold)) void begins(struct pvm_task *t, const char *call)
{
    if ((t->watched & PVMI_MARKED) != 0 && t->depth == 0 && !t->in_group_call)
        t->ops->mark(t->m, MACH_MARK_CALL, call, NULL);
    if ((t->watched & PVMI_TRACED) != 0 && !t->in_group_call)
        pvmi_trace_call(t, call);
}

static __attribute__((noinline, cold)) void ends(struct pvm_task *t, int code)
{
    if (t->traced != NULL && !t->in_group_call)
        pvmi_trace_return(t, code);
    if ((t->watched & PVMI_MARKED) != 0 && t->depth == 0 && !t->in_group_call)
        t->ops->mark(t->m, MACH_MARK_RETURN, NULL, NULL);
}

struct pvm_task *pvmi_enter_call(const char *call)
{
    struct pvm_task *t = enrolled();
    if (t == NULL)
        return NULL;
    if ((*t->who.attention & MACH_ATTENTION_INSIDE) != 0)
        t->depth = 0; /* a handler's call is an outermost one */
    if (t->watched != 0)
        begins(t, call);
    t->depth++;
    return t;
}

static inline void go_out(struct pvm_task *t, int code)
{
    if (t->depth > 0)
        t->depth--;
    if (t->watched != 0 && t->joined)
        ends(t, code);
    if (t->depth == 0 && t->joined && pvmi_signals_due(t))
        (void)pvmi_signals(t);
}

static void report(struct pvm_task *t, const char *call, int code)
{
    int level = t != NULL ? t->option[PvmAutoErr] : 1;
    if (level == 0)
        return;
    if (t != NULL && t->joined)
        fprintf(stderr, "libpvm [t%x]: %s(): %s\n", (unsigned)t->who.tid, call, pvmi_error_text(code));
    else
        fprintf(stderr, "libpvm [pid%d]: %s(): %s\n", (int)getpid(), call, pvmi_error_text(code));
    if (level == 2)
        exit(code);
    if (level == 3)
        abort();
}

/* What the original's calls report their errors with; programs use it for their own. Any code, as it is. */
PVM_PUBLIC int lpvmerr(char *call, int code)
{
    pvm_errno = code;
    report(pvmi_here(), call, code);
    return code;
}

int pvmi_return(struct pvm_task *t, const char *call, int code)
{
    struct pvm_task *here = t != NULL ? t : pvmi_here();
    if (t != NULL)
        go_out(t, code);
    if (code >= 0)
        return code;
    pvm_errno = code;
    if (here == NULL || here->depth == 0)
        report(here, call, code);
    return code;
}

int pvmi_return_quiet(struct pvm_task *t, int code)
{
    go_out(t, code);
    if (code < 0)
        pvm_errno = code;
    return code;
}

int pvmi_return_answer(struct pvm_task *t, int code)
{
    go_out(t, code);
    return code;
}

void pvmi_charge(struct pvm_task *t, enum mach_cost what)
{
    mach_ns cost = t->who.cost_ns[what];
    if (cost > 0)
        t->ops->charge(t->m, cost);
}

int pvmi_control(struct pvm_task *t, int request, struct wire_out *body, struct mach_frame **reply, struct wire_in *in)
{
    *reply = NULL;
    mach_ns asked = t->ops->now(t->m);
    int code = body->bad ? PvmNoMem : MACH_SIGNALLED;
    while (code == MACH_SIGNALLED && (code = t->ops->control(t->m, request, body->bytes, body->len, reply)) == MACH_SIGNALLED) {
        (void)pvmi_signals(t);
        if (!t->joined)
            code = PvmSysErr;
    }
    t->waited_ns += t->ops->now(t->m) - asked;
    free(body->bytes);
    *in = (struct wire_in){NULL, 0, 0, 0};
    if (*reply != NULL) {
        in->bytes = (*reply)->body;
        in->len = (*reply)->len_bytes;
    }
    return code;
}

int pvmi_control_code(struct pvm_task *t, int request, struct wire_out *body)
{
    struct mach_frame *reply;
    struct wire_in in;
    int code = pvmi_control(t, request, body, &reply, &in);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    return code;
}

/* ---- what libgpvm3 and libfpvm3 use ----------------------------------------------------------------------------- */

PVM_PUBLIC void **pvmi_group_slot(void)
{
    struct pvm_task *t = enrolled();
    if (t == NULL) {
        pvmi_return(NULL, "pvm_mytid", PvmSysErr);
        return NULL;
    }
    return &t->group;
}

PVM_PUBLIC void pvmi_group_at_exit(void (*end)(void *state))
{
    struct pvm_task *t = pvmi_self();
    if (t != NULL)
        t->group_end = end;
}

PVM_PUBLIC void **pvmi_fortran_slot(void (*end)(void *state))
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL)
        return NULL;
    t->fortran_end = end;
    return &t->fortran;
}

PVM_PUBLIC void pvmi_spend(enum mach_cost what)
{
    struct pvm_task *t = pvmi_self();
    if (t != NULL)
        pvmi_charge(t, what);
}

PVM_PUBLIC int pvmi_meet(const int *tids, int n)
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL || t->who.hardware == 0 || !t->ops->covers(t->m, tids, n))
        return 1;
    mach_ns began = t->ops->now(t->m);
    int code;
    while ((code = t->ops->meet(t->m, tids, n)) == MACH_SIGNALLED) {
        (void)pvmi_signals(t);
        if (!t->joined)
            return PvmSysErr;
    }
    t->waited_ns += t->ops->now(t->m) - began;
    return code;
}

PVM_PUBLIC void pvmi_group_call(const char *call, const char *group, int number)
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL || t->watched == 0 || t->in_group_call)
        return;
    if ((t->watched & PVMI_MARKED) != 0 && t->depth == 0)
        t->ops->mark(t->m, MACH_MARK_CALL, call, NULL);
    if ((t->watched & PVMI_TRACED) != 0)
        pvmi_trace_group_call(t, call, group, number);
    t->in_group_call = true;
}

PVM_PUBLIC void pvmi_group_return(int code, const int *tids, int n)
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL || !t->in_group_call)
        return;
    t->in_group_call = false;
    if ((t->watched & PVMI_TRACED) != 0)
        pvmi_trace_group_return(t, code, tids, n);
    if ((t->watched & PVMI_MARKED) != 0 && t->depth == 0)
        t->ops->mark(t->m, MACH_MARK_RETURN, NULL, NULL);
}

/* ---- public ---------------------------------------------------------------------------------------------------- */

PVM_PUBLIC int pvm_mytid(void)
{
    struct pvm_task *t = pvmi_enter();
    if (t != NULL)
        pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return(t, "pvm_mytid", t != NULL ? t->who.tid : PvmSysErr);
}

/* Of a task that never enrolled: nothing to do. */
PVM_PUBLIC int pvm_exit(void)
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL)
        return 0;
    (void)pvmi_enter();
    pvmi_charge(t, MACH_COST_CALL);
    pvmi_catch_wait(t);
    pvmi_trace_flush(t);
    disenroll(t);
    return pvmi_return(t, "pvm_exit", 0);
}

PVM_PUBLIC int pvm_parent(void)
{
    struct pvm_task *t = pvmi_enter();
    if (t == NULL)
        return pvmi_return(NULL, "pvm_parent", PvmSysErr);
    pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return_answer(t, t->who.parent_tid == 0 ? PvmNoParent : t->who.parent_tid);
}

static int siblings(struct pvm_task *t, int **tids)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    int n = pvmi_control(t, CONTROL_SIBLINGS, &body, &reply, &in);
    bool alone = n == PvmNoParent; /* its own only sibling, as in PVM */
    if (n < 0 && !alone)
        return n;
    n = alone ? 1 : n;
    int *list = calloc((size_t)n + 1, sizeof *list);
    for (int i = 0; i < n && list != NULL; i++)
        list[i] = alone ? t->who.tid : wire_get_int(&in);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    if (list == NULL)
        return PvmNoMem;
    PVMI_EXIT(t, list, n);
    if (tids != NULL)
        *tids = pvmi_list_keep(&t->tidlist, list);
    else
        free(list);
    return n;
}

PVM_PUBLIC int pvm_siblings(int **tids)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_siblings", t == NULL ? PvmSysErr : siblings(t, tids));
}

PVM_PUBLIC int pvm_tidtohost(int tid)
{
    struct pvm_task *t = pvmi_enter();
    struct wire_out body = {NULL, 0, 0, 0};
    if (t != NULL && tid == t->who.tid) {
        pvmi_charge(t, MACH_COST_CALL);
        return pvmi_return(t, "pvm_tidtohost", t->who.node_tid);
    }
    wire_put_int(&body, tid);
    int code = PvmSysErr;
    if (t != NULL)
        code = pvmi_control_code(t, CONTROL_TIDTOHOST, &body);
    else
        free(body.bytes);
    return pvmi_return(t, "pvm_tidtohost", code);
}
