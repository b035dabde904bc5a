/* loop_ops.c - the `loop` machine: frames, and the slots of machine.h. loop_hardware.c has those for hardware. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop_int.h"
#include "pvm3.h"

/* ---- frames ---------------------------------------------------------------------------------------------------- */

int loop_frame_new(void *m, uint32_t len, struct mach_frame **out)
{
    struct loop_frame *lf = calloc(1, sizeof *lf);
    struct loop_body *body = malloc(sizeof *body + len);
    if (lf == NULL || body == NULL) {
        free(lf);
        free(body);
        return PvmNoMem;
    }
    body->refs = 1;
    lf->body = body;
    lf->f.len_bytes = len;
    lf->f.body = len > 0 ? body->bytes : NULL;
    *out = &lf->f;
    return 0;
}

void loop_drop(void *m, struct mach_frame *f)
{
    struct loop_frame *lf = (struct loop_frame *)f;
    if (lf == NULL)
        return;
    if (--lf->body->refs == 0)
        free(lf->body);
    free(lf);
}

/* The frame is put behind every frame that arrives no later: messages between two tasks keep their order. */
static void deliver(struct loop_task *dst, struct loop_frame *lf)
{
    struct loop_frame **at = &dst->inbox;
    if (*at != NULL && dst->inbox_last->f.arrived <= lf->f.arrived)
        at = &dst->inbox_last->next;
    while (*at != NULL && (*at)->f.arrived <= lf->f.arrived)
        at = &(*at)->next;
    lf->next = *at;
    *at = lf;
    if (lf->next == NULL)
        dst->inbox_last = lf;
    if (dst->hears)
        loop_wake(dst, dst->inbox->f.arrived);
}

int loop_post_from(struct loop_machine *lm, int src, mach_ns sent, const struct mach_frame *f, int dst_tid)
{
    struct loop_task *dst = loop_find(lm, dst_tid);
    if (dst == NULL)
        return 0;
    struct loop_frame *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return PvmNoMem;
    *copy = *(const struct loop_frame *)f;
    copy->body->refs++;
    copy->f.src_tid = src;
    copy->f.dst_tid = dst_tid;
    copy->f.arrived = sent + lm->set.latency_ns;
    deliver(dst, copy);
    return 0;
}

/* ---- the slots of machine.h ------------------------------------------------------------------------------------ */

static int loop_join(void *m, struct mach_identity *who)
{
    struct loop_task *t = m;
    struct loop_machine *lm = t->machine;
    if (t->ever)
        t->tid = lm->next_tid++;
    if (t->ever && t->parent != PvmNoParent)
        t->parent = PvmNoParent;
    t->ever = t->joined = true;
    t->clock += loop_early_taken();
    *who = (struct mach_identity){.tid = t->tid,
                                  .parent_tid = t->parent,
                                  .node = t->node,
                                  .node_tid = LOOP_NODE_TID(t->node),
                                  .cells_x = lm->set.nodes - 1, /* all in one row */
                                  .cells_y = lm->set.nodes > 1,
                                  .hardware = lm->set.hardware,
                                  .barrier = lm->set.barrier,
                                  .real_time = mach_early_real(),
                                  .context = t->context,
                                  .output = t->output,
                                  .trace = t->trace};
    snprintf(who->node_name, sizeof who->node_name, "loop%d", t->node);
    memcpy(who->cost_ns, lm->set.cost_ns, sizeof who->cost_ns);
    return 0;
}

void loop_leave(void *m, const struct mach_want *left)
{
    struct loop_task *t = m;
    if (!t->joined)
        return;
    t->joined = false;
    while (t->inbox != NULL) {
        struct loop_frame *lf = t->inbox;
        t->inbox = lf->next;
        loop_drop(m, &lf->f);
    }
    loop_gone(t);
}

static mach_ns loop_now(void *m)
{
    return ((struct loop_task *)m)->clock;
}

static void loop_charge(void *m, mach_ns span)
{
    ((struct loop_task *)m)->clock += span;
}

/* A sleep is interrupted by the signal that the test has asked for (loop_signal_after); tasks cannot signal each other
 * here. */
static mach_ns loop_idle(void *m, mach_ns span)
{
    const struct loop_task *t = m;
    mach_ns until = t->clock + span;
    mach_ns left = t->signal_at > t->clock && t->signal_at < until ? until - t->signal_at : 0;
    loop_charge(m, span - left);
    return left;
}

int loop_post(void *m, struct mach_frame *f)
{
    struct loop_task *t = m;
    if (tid_is_system(f->dst_tid))
        return 0; /* no task can take over a part of this system */
    if (!tid_is_task(f->dst_tid))
        return PvmBadParam;
    f->src_tid = t->tid;
    return loop_post_from(t->machine, t->tid, t->clock, f, f->dst_tid);
}

static int loop_wait(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out)
{
    struct loop_task *t = m;
    mach_ns due = deadline;
    if (want != NULL)
        t->want = *want;
    if (t->inbox != NULL && t->inbox->f.arrived < due)
        due = t->inbox->f.arrived;
    t->hears = true;
    loop_block(t, due);
    t->hears = false;
    struct loop_frame *lf = t->inbox;
    if (lf != NULL && lf->f.arrived <= t->clock) {
        t->inbox = lf->next;
        lf->next = NULL;
        *out = &lf->f;
        return 1;
    }
    return t->failed ? PvmSysErr : 0;
}

/* Nobody watches a run of this machine. */
static void loop_mark(void *m, enum mach_mark what, const char *call, const void *from, const struct mach_frame *frame)
{
}

/* A signal cannot be sent to one task of a process. So tasks send none here, but a test may ask for one. */
static uint64_t loop_signals(void *m)
{
    struct loop_task *t = m;
    if (t->signal_at == 0 || t->clock < t->signal_at)
        return 0;
    t->signal_at = 0;
    return UINT64_C(1) << (t->signal_number - 1);
}

const struct mach_ops loop_ops = {.size = sizeof(struct mach_ops),
                                  .name = "loop",
                                  .join = loop_join,
                                  .leave = loop_leave,
                                  .now = loop_now,
                                  .charge = loop_charge,
                                  .idle = loop_idle,
                                  .frame = loop_frame_new,
                                  .drop = loop_drop,
                                  .post = loop_post,
                                  .wait = loop_wait,
                                  .control = loop_control,
                                  .broadcast = loop_broadcast,
                                  .barrier = loop_barrier,
                                  .status = loop_status,
                                  .multicast = loop_multicast,
                                  .covers = loop_covers,
                                  .meet = loop_meet,
                                  .mark = loop_mark,
                                  .signals = loop_signals};
