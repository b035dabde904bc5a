/* life.c - a task's life in the library: where its state is kept, how it enrolls, and how it leaves. */
#include "life.h"

#include <stdlib.h>

#include "due.h"
#include "machines.h"
#include "hooks.h"
#include "pvm3.h"

enum moment { MADE, JOINED, LEFT, ENDED };

static const struct mach_told nothing_told; /* by a machine that tells nothing */

/* Tells all concepts of the other rooms. */
static void tell(struct pvm_task *t, enum moment moment)
{
    for (size_t i = 0; i < pvmi_hooks.nlives; i++) {
        const struct pvmi_life *l = &pvmi_hooks.lives[i];
        void (*const told[])(struct pvm_task *) = {l->made, l->joined, l->left, l->ended};
        if (told[moment] != NULL)
            told[moment](t);
    }
}

struct pvm_task *pvmi_task_state(void)
{
    void **slot = mach_task_slot();
    if (*slot == NULL) {
        struct pvm_task *t = pvmi_hooks.new_task();
        if (t == NULL)
            return NULL;
        t->who.attention = &t->signals.no_attention; /* an alarm may look before it joins */
        tell(t, MADE);
        *slot = t;
    }
    return *slot;
}

int pvmi_watched_bits(const struct mach_identity *who)
{
    return (who->marks != 0 ? PVMI_MARKED : 0) | (who->real_time == MACH_TIME_SHOWN ? PVMI_REAL : 0);
}

static int join(struct pvm_task *t)
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
    if (t->who.told == NULL)
        t->who.told = &nothing_told;
    if (t->who.attention == NULL)
        t->who.attention = &t->signals.no_attention;
    mach_ns now = t->ops->now(t->m) - t->who.worked;
    t->clock.waited_ns += now - t->clock.left_ns;
    if (t->signals.alarm_at != 0)
        pvmi_set_alarm_at(t, t->signals.alarm_at + now - before);
    pvmi_context_joined(t);
    tell(t, JOINED);
    return 0;
}

struct pvm_task *pvmi_enroll(void)
{
    struct pvm_task *t = pvmi_task_state();
    return t != NULL && join(t) == 0 ? t : NULL;
}

void pvmi_task_leave(struct pvm_task *t)
{
    struct mach_want left = {.values.context = t->layers.any ? MACH_ANY : t->contexts.current, .call = t->fault};
    pvmi_layers_end(t);
    for (size_t i = 0; i < pvmi_hooks.nlives; i++)
        if (pvmi_hooks.lives[i].leaves != NULL)
            pvmi_hooks.lives[i].leaves(t, &left.values);
    tell(t, LEFT);
    t->came_back = true;
    t->options.value[PvmNoReset] = 0;
    t->layers.in_group_call = t->layers.shown = false;
    t->layers.group_wait = (struct pvmi_group_wait){0};
    t->layers.fortran_from = NULL;
    t->clock.left_ns = t->ops->now(t->m);
    t->clock.waited_ns = pvmi_clock_waited(t);
    t->ops->leave(t->m, &left);
    t->fault[0] = 0;
    t->clock.left_early_ns = mach_early_now();
    t->joined = false;
}

static void free_state(struct pvm_task *t)
{
    tell(t, ENDED);
    *mach_task_slot() = NULL;
    free(t);
}

void pvmi_task_end(void)
{
    struct mach_beside end = {.sleep = MACH_BESIDE_ENDS};
    struct pvm_task *t = *mach_task_slot();
    if (t == NULL || (t->joined && mach_beside(t->m, &end)))
        return; /* in another thread's call it cannot leave: the machine sees the end of the process */
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
        tell(t, LEFT);
    }
    free_state(t);
}
