/* task.c - a task's life in the library: where its state is kept, how it enrolls, and how it leaves. */
#include "task.h"

#include <stdlib.h>

#include "due.h"
#include "pvm3.h"
#include "trace.h"

struct pvm_task *pvmi_task_state(void)
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

int pvmi_watched_bits(const struct mach_identity *who)
{
    return (who->marks != 0 ? PVMI_MARKED : 0) | (who->real_time != 0 ? PVMI_REAL : 0);
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
    t->watched = pvmi_watched_bits(&t->who);
    pvmi_clock_leaves_call(t);
    if (t->who.attention == NULL)
        t->who.attention = &t->signals.no_attention;
    mach_ns jump = t->ops->now(t->m) - before;
    t->clock.waited_ns += t->ops->now(t->m) - t->clock.left_ns;
    if (t->signals.alarm_at != 0)
        t->signals.alarm_at += jump;
    pvmi_context_joined(t);
    t->manager.watched = false;
    pvmi_option_joined(t);
    pvmi_trace_joined(t);
    return 0;
}

struct pvm_task *pvmi_enrolled(void)
{
    struct pvm_task *t = pvmi_task_state();
    if (t == NULL || (!t->joined && enroll(t) < 0))
        return NULL;
    return t;
}

/* What it holds while it is enrolled. */
static void free_holdings(struct pvm_task *t)
{
    pvmi_match_free(t);
    pvmi_fds_free(t);
    pvmi_handler_free(t);
    pvmi_catch_free(t);
    pvmi_lists_free(t);
    pvmi_buf_free_all(t);
    t->buffers.send = t->buffers.receive = 0;
    pvmi_contexts_free(t);
    pvmi_trace_free(t);
}

void pvmi_task_leave(struct pvm_task *t)
{
    pvmi_layers_end(t);
    free_holdings(t);
    t->came_back = true;
    t->options.value[PvmNoReset] = 0;
    t->layers.in_group_call = t->layers.shown = false;
    t->roles = (struct pvmi_roles){{false}, {0}};
    t->clock.left_ns = t->ops->now(t->m);
    t->clock.waited_ns += t->who.late_wait != NULL ? *t->who.late_wait : 0;
    t->ops->leave(t->m);
    t->clock.left_early_ns = mach_early_now();
    t->joined = false;
}

static void free_state(struct pvm_task *t)
{
    free(t->buffers.all);
    free(t->buffers.free);
    free(t->lists.master);
    *mach_task_slot() = NULL;
    free(t);
}

void pvmi_task_end(void)
{
    struct pvm_task *t = *mach_task_slot();
    if (t == NULL)
        return;
    if (t->joined)
        pvmi_task_leave(t);
    free_state(t);
}

void pvmi_task_forget(void)
{
    struct pvm_task *t = *mach_task_slot();
    if (t == NULL)
        return;
    if (t->joined) {
        pvmi_layers_forget(t);
        free_holdings(t);
    }
    free_state(t);
}
