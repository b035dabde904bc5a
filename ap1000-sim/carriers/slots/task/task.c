/* task.c - the machine interface (machine.h) of a task that is a process of its own on the simulated AP1000.
 *
 * Runs inside the user's program. Sends and costs are noted in the slot without leaving the process; only a call that
 * must wait hands the turn to the simulator (turn.c). Frames are in frames.c, waits and marks in waits.c, broadcasts
 * and barriers in hardware.c. */
#include "carriers/slots/task/task.h"

#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"
#include "system_messages.h"

#define AHEAD_NS \
    INT64_C(100000000) /* simulated time a task may run ahead: a loop that only reads clocks lets others go on */

/* ---- the task's own clock ---------------------------------------------------------------------------------------- */

static int64_t thread_cpu_ns(void)
{
    struct timespec t;
    (void)syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t least_step_ns(void)
{
    int64_t least = INT64_MAX;
    for (int i = 0; i < 32; i++) {
        int64_t before = thread_cpu_ns(), step = thread_cpu_ns() - before;
        least = step < least ? step : least;
    }
    return least;
}

void carrier_begin_call(struct carrier_machine *c)
{
    struct carrier_slot *s = c->slot;
    c->handed_posts = s->nposts;
    s->call.t_ns = c->clock_ns;
    s->call.cpu_ns = c->cpu_ns;
    c->cpu_ns = 0;
    s->reply.nframes = 0;
    s->reply.values.signals = 0;
    s->reply.values.interrupted = 0;
    s->reply.values.waited = 0;
}

void carrier_read_reply(struct carrier_machine *c)
{
    struct carrier_slot *s = c->slot;
    bool same_turn = s->reply.values.same_turn != 0;
    c->kept_posts = same_turn ? c->kept_posts + c->handed_posts : 0;
    c->turn_ns = same_turn ? c->turn_ns + s->reply.values.now - c->clock_ns : s->reply.values.now;
    c->told = s->reply.values.told;
    if (s->reply.values.ahead != 0)
        c->attention |= MACH_ATTENTION_AHEAD;
    else
        c->attention &= ~MACH_ATTENTION_AHEAD;
    carrier_set_clock(c, s->reply.values.now);
    if (s->reply.values.signals != 0) {
        c->signals |= s->reply.values.signals;
        c->attention |= MACH_ATTENTION_SIGNALS;
        s->reply.values.signals = 0;
    }
}

/* What the alarm cuts off stays owed: the library raises it, and asks again. */
static void spend_counted(struct carrier_machine *c)
{
    struct carrier_slot *s = c->slot;
    struct mach_work *w = c->work;
    if (!c->joined || !mach_work_is_counted(w))
        return;
    s->work.is_counted = 1;
    mach_work_look(w);
    int64_t limit = w->until_ns != 0 ? w->until_ns : INT64_MAX;
    int64_t ns = mach_work_take(w, &s->work_price, limit - c->clock_ns);
    if (ns == 0)
        return;
    carrier_spend(c, ns);
    s->work.ns += ns;
    memcpy(s->work.count, w->total, sizeof s->work.count);
}

/* All that there is. */
static void spend_all_work(struct carrier_machine *c)
{
    int64_t alarm = c->work != NULL ? c->work->until_ns : 0;
    if (c->work != NULL)
        c->work->until_ns = 0;
    carrier_count_own_work(c);
    if (c->work != NULL)
        c->work->until_ns = alarm;
}

void carrier_spend_own_work(struct carrier_machine *c)
{
    carrier_spend_beside(c);
    if (c->charges == CARRIER_CHARGES_COUNTED)
        spend_counted(c);
    if (c->charges != CARRIER_CHARGES_MEASURED)
        return;
    int64_t seen = thread_cpu_ns();
    if (!c->in_call && seen - c->cpu_seen_ns > c->door_ns)
        carrier_spend(c, (int64_t)((double)(seen - c->cpu_seen_ns - c->door_ns) * c->header->cpu_factor));
    c->cpu_seen_ns = seen;
}

void carrier_skip_measured(struct carrier_machine *c)
{
    c->cpu_seen_ns = thread_cpu_ns();
}

/* ---- posting --------------------------------------------------------------------------------------------------- */

int carrier_post_as(struct carrier_machine *c, struct mach_frame *f, enum carrier_op op)
{
    struct held_frame *h = (struct held_frame *)f;
    if (c->gone)
        return PvmSysErr;
    carrier_count_own_work(c);
    int rc = carrier_into_arena(c, h);
    if (rc != 0)
        return rc;
    if (c->slot->nposts + c->kept_posts >= CARRIER_POSTS && !carrier_call(c, CARRIER_FLUSH))
        return PvmSysErr;
    struct carrier_slot *s = c->slot;
    carrier_spend(c, s->native_send_ns + carrier_copy_ns(s->copy_send_ps, system_counted_bytes(f->tag, f->len_bytes)));
    f->src_tid = s->who.tid;
    uint32_t n = s->nposts;
    if (h->offset != 0)
        arena_hold(c->arena.base, h->offset);
    do /* again if a signal's handler has handed over those before it */
        s->posts[n] = (struct carrier_frame){.op = (uint32_t)op,
                                             .arena = c->slot_index,
                                             .src_tid = s->who.tid,
                                             .dst_tid = f->dst_tid,
                                             .tag = f->tag,
                                             .context = f->context,
                                             .encoding = f->encoding,
                                             .wid = f->wid,
                                             .route = f->route,
                                             .len_bytes = f->len_bytes,
                                             .offset = h->offset,
                                             .t_ns = c->clock_ns,
                                             .cpu_ns = c->cpu_ns};
    while (!__atomic_compare_exchange_n(&s->nposts, &n, n + 1, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
    c->cpu_ns = 0;
    if (s->by_hand != 0 && !carrier_call(c, CARRIER_FLUSH))
        return PvmSysErr;
    carrier_forget_library_work(c);
    return 0;
}

static int op_post(void *m, struct mach_frame *f)
{
    if (f->dst_tid <= 0 && !tid_is_system(f->dst_tid))
        return PvmBadParam;
    return carrier_post_as(m, f, CARRIER_POST);
}

/* ---- joining, leaving, time ----------------------------------------------------------------------------------- */

static int op_join(void *m, struct mach_identity *who)
{
    struct carrier_machine *c = m;
    carrier_set_clock(c, mach_early_now());
    carrier_ask(c, CARRIER_JOIN);
    c->slot->call.request = mach_early_real();
    c->slot->call.status = mach_work_is_counted(c->work);
    if (!carrier_hand_over(c, CARRIER_JOIN))
        return PvmSysErr;
    if (c->slot->reply.values.result != 0)
        return c->slot->reply.values.result;
    c->joined = true;
    memset(c->names, 0, sizeof c->names);
    *who = c->slot->who;
    who->attention = &c->attention;
    who->told = &c->told;
    who->real_time = mach_early_real();
    if (c->charges == CARRIER_CHARGES_MEASURED) {
        who->marks = 1; /* so that the library says when it has the processor */
        c->door_ns = least_step_ns();
    } else
        spend_all_work(c);
    c->slot->work.is_counted = mach_work_is_counted(c->work);
    who->worked = c->slot->work.ns;
    carrier_forget_library_work(c);
    return 0;
}

static void op_leave(void *m, const struct mach_want *left)
{
    struct carrier_machine *c = m;
    if (!c->joined)
        return;
    spend_all_work(c);
    c->joined = false;
    carrier_say_want(c->slot, left);
    if (left == NULL || left->call == NULL)
        c->slot->call.call[0] = 0;
    for (; c->inbox_at < c->inbox_n; c->inbox_at++) {
        const struct carrier_frame *f = &c->inbox[c->inbox_at];
        mach_add_unread(&c->slot->call.want, f->src_tid, f->tag, f->context);
        carrier_give_back(c, f);
    }
    while (carrier_call(c, CARRIER_LEAVE) && c->slot->reply.values.interrupted != 0)
        ; /* a signal's handler has come before it was given */
    carrier_early_set(c->clock_ns);
}

/* Hand over only for the time's sake. In a signal's handler another call may have its reply, and not have read it: what
 * is for that call stays. */
static void ask_for_time(struct carrier_machine *c, enum carrier_op op)
{
    struct carrier_reply *r = &c->slot->reply;
    const struct turn_reply unread = r->values;
    const uint32_t nframes = r->nframes;
    (void)carrier_call(c, op);
    r->values.result = unread.result;
    r->values.interrupted = unread.interrupted;
    r->values.status = unread.status;
    r->values.found_none = unread.found_none;
    r->values.waited = unread.waited;
    r->nframes = nframes;
}

static mach_ns op_now(void *m)
{
    struct carrier_machine *c = m;
    carrier_count_own_work(c);
    if ((c->attention & MACH_ATTENTION_AHEAD) == 0 && c->slot->reply.values.shares_node == 0) {
        carrier_forget_library_work(c);
        return c->clock_ns;
    }
    bool worked = c->cpu_ns > 0 || c->slot->nposts > 0;
    if ((c->attention & MACH_ATTENTION_AHEAD) != 0)
        ask_for_time(c, CARRIER_SETTLE);
    if (c->joined && c->slot->reply.values.shares_node != 0 && worked)
        ask_for_time(c, CARRIER_FLUSH);
    carrier_forget_library_work(c);
    return c->clock_ns;
}

static void op_charge(void *m, mach_ns cost)
{
    struct carrier_machine *c = m;
    carrier_count_own_work(c);
    carrier_spend(c, cost);
    if (c->joined && c->clock_ns - c->turn_ns > AHEAD_NS)
        ask_for_time(c, CARRIER_FLUSH);
    carrier_forget_library_work(c);
}

static mach_ns op_idle(void *m, mach_ns span)
{
    struct carrier_machine *c = m;
    carrier_count_own_work(c);
    mach_ns end = span < INT64_MAX - c->clock_ns ? c->clock_ns + span : INT64_MAX;
    if (c->header->traced != 0)
        carrier_note(c, CARRIER_MARK_SLEEP);
    carrier_ask(c, CARRIER_IDLE);
    c->slot->call.deadline_ns = end;
    if (!carrier_hand_over(c, CARRIER_IDLE)) {
        carrier_set_clock(c, end);
        return 0;
    }
    bool interrupted = c->slot->reply.values.interrupted != 0;
    if (c->header->traced != 0)
        carrier_note(c, CARRIER_MARK_AWAKE);
    carrier_forget_library_work(c);
    return interrupted && c->clock_ns < end ? end - c->clock_ns : 0;
}

int carrier_call_with_body(struct carrier_machine *c, enum carrier_op op, int request, const void *body,
                           uint32_t len_bytes)
{
    const bool waits = op == CARRIER_CONTROL || op == CARRIER_MEET;
    struct carrier_slot *s = c->slot;
    bool ok;
    uint64_t offset = 0;
    if (len_bytes > 0) {
        offset = arena_new(&c->arena, len_bytes);
        if (offset == 0)
            return PvmNoMem;
        arena_keep(c->arena.base, offset);
        memcpy(c->arena.base + offset, body, len_bytes);
    }
    do {
        carrier_ask(c, op);
        s->call.request = request;
        s->call.offset = offset;
        s->call.deadline_ns = c->work != NULL && c->work->until_ns != 0 ? c->work->until_ns : MACH_FOREVER;
        s->call.len_bytes = len_bytes;
        ok = carrier_hand_over(c, op);
    } while (ok && !waits && s->reply.values.interrupted != 0);
    if (offset != 0)
        arena_drop(c->arena.base, offset);
    return ok ? 0 : PvmSysErr;
}

static int op_control(void *m, int request, const void *body, uint32_t len_bytes, struct mach_frame **reply)
{
    struct carrier_machine *c = m;
    struct carrier_slot *s = c->slot;
    if (c->gone)
        return PvmSysErr;
    carrier_count_own_work(c);
    int failed = carrier_call_with_body(c, CARRIER_CONTROL, request, body, len_bytes);
    if (failed != 0)
        return failed;
    int result = s->reply.values.interrupted != 0 ? MACH_SIGNALLED : s->reply.values.result;
    *reply = NULL;
    if (result >= 0 && s->reply.nframes > 0) {
        int rc = carrier_take(c, &s->reply.frames[0], reply);
        if (rc != 0)
            result = rc;
    }
    carrier_forget_library_work(c);
    return result;
}

static uint64_t op_signals(void *m)
{
    struct carrier_machine *c = m;
    carrier_count_own_work(c);
    uint64_t all = c->signals;
    c->signals = 0;
    c->attention &= ~MACH_ATTENTION_SIGNALS;
    return all;
}

const struct mach_ops carrier_ops = {.size = sizeof(struct mach_ops),
                                     .name = "ap1000",
                                     .join = op_join,
                                     .leave = op_leave,
                                     .now = op_now,
                                     .charge = op_charge,
                                     .idle = op_idle,
                                     .frame = carrier_frame_new,
                                     .drop = carrier_frame_drop,
                                     .post = op_post,
                                     .wait = carrier_wait,
                                     .control = op_control,
                                     .broadcast = carrier_broadcast,
                                     .barrier = carrier_barrier,
                                     .status = carrier_status,
                                     .multicast = carrier_multicast,
                                     .covers = carrier_covers,
                                     .meet = carrier_meet,
                                     .mark = carrier_mark,
                                     .signals = op_signals};
