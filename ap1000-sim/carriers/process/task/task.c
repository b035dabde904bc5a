/* task.c - the machine interface (machine.h) of a task that is a process of its own on the simulated AP1000.
 *
 * Runs inside the user's program. Sends and costs are noted in the slot without leaving the process; only a call that
 * must wait hands the turn to the simulator (turn.c). Broadcasts and barriers are in hardware.c.
 */
#include "carriers/process/task/task.h"

#include <stdlib.h>
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

void carrier_spend(struct carrier_machine *c, int64_t cost_ns)
{
    c->cpu_ns += cost_ns;
    carrier_set_clock(c, c->clock_ns + cost_ns);
}

void carrier_begin_call(struct carrier_machine *c)
{
    struct carrier_slot *s = c->slot;
    s->call.t_ns = c->clock_ns;
    s->call.cpu_ns = c->cpu_ns;
    c->cpu_ns = 0;
    s->reply.nframes = 0;
    s->reply.signals = 0;
    s->reply.interrupted = 0;
    s->reply.waited = 0;
}

void carrier_read_reply(struct carrier_machine *c)
{
    struct carrier_slot *s = c->slot;
    bool same_turn = s->reply.same_turn != 0;
    c->kept_posts = same_turn ? c->kept_posts + s->nposts : 0;
    c->turn_ns = same_turn ? c->turn_ns + s->reply.t_ns - c->clock_ns : s->reply.t_ns;
    c->late_wait_ns += s->reply.late_wait_ns;
    s->reply.late_wait_ns = 0;
    if (s->reply.ahead != 0)
        c->attention |= MACH_ATTENTION_AHEAD;
    else
        c->attention &= ~MACH_ATTENTION_AHEAD;
    s->nposts = s->nmarks = 0;
    carrier_set_clock(c, s->reply.t_ns);
    if (s->reply.signals != 0) {
        c->signals |= s->reply.signals;
        c->attention |= MACH_ATTENTION_SIGNALS;
        s->reply.signals = 0;
    }
}

/* --cpu measured: the program's own work since the library gave it the processor back. */
void carrier_count_own_work(struct carrier_machine *c)
{
    double factor = c->header->cpu_factor;
    if ((c->attention & MACH_ATTENTION_INSIDE) != 0)
        carrier_take_back(c);
    if (!(factor > 0))
        return;
    int64_t seen = thread_cpu_ns();
    carrier_spend(c, (int64_t)((double)(seen - c->cpu_seen_ns) * factor));
    c->cpu_seen_ns = seen;
}

void carrier_forget_library_work(struct carrier_machine *c)
{
    if (c->header->cpu_factor > 0)
        c->cpu_seen_ns = thread_cpu_ns();
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

/* What the program holds: the frame of the interface, and where its body lies in this task's arena (0: in own
 * memory). */
struct held_frame {
    struct mach_frame f;
    uint64_t offset;
    uint64_t serial;         /* as in struct carrier_frame */
    struct held_frame *next; /* of those to be used again */
};

/* All zero. NULL: no memory. */
static struct held_frame *new_held(struct carrier_machine *c)
{
    struct held_frame *h = c->spare;
    if (h != NULL)
        c->spare = h->next;
    else
        h = malloc(sizeof *h);
    if (h != NULL)
        *h = (struct held_frame){0};
    return h;
}

static void free_held(struct carrier_machine *c, struct held_frame *h)
{
    h->next = c->spare;
    c->spare = h;
}

void carrier_free_spares(struct carrier_machine *c)
{
    for (struct held_frame *h; (h = c->spare) != NULL;) {
        c->spare = h->next;
        free(h);
    }
}

static int op_frame(void *m, uint32_t len_bytes, struct mach_frame **out)
{
    struct carrier_machine *c = m;
    if (len_bytes > CARRIER_MAX_BODY)
        return PvmNoMem;
    struct held_frame *h = new_held(c);
    if (h == NULL)
        return PvmNoMem;
    if (len_bytes > 0) {
        h->offset = arena_new(&c->arena, len_bytes);
        if (h->offset == 0) {
            free_held(c, h);
            return PvmNoMem;
        }
        h->f.body = c->arena.base + h->offset;
    }
    h->f.len_bytes = len_bytes;
    *out = &h->f;
    return 0;
}

static void op_drop(void *m, struct mach_frame *f)
{
    struct carrier_machine *c = m;
    struct held_frame *h = (struct held_frame *)f;
    if (h->offset != 0)
        arena_release(c->arena.base, h->offset);
    else
        free(f->body);
    free_held(c, h);
}

/* An arrived body is not needed any more. Its count is in memory that is not ours: the simulator is told with the next
 * hand-over, before which no more can arrive than there is room for. The inbox is the simulator's to fill anew. */
static void give_back(struct carrier_machine *c, const struct carrier_frame *a)
{
    struct carrier_slot *s = c->slot;
    if (a->offset == 0 || a->arena == CARRIER_INBOX || s->nread >= CARRIER_READ)
        return;
    s->read[s->nread] = (struct carrier_read){.arena = a->arena, .offset = a->offset};
    s->nread++;
}

/* An arrived body, in memory of our own. False: there is none, or no address space. */
static bool copy_body(struct carrier_machine *c, const struct carrier_frame *a, unsigned char **into)
{
    bool here = a->arena == CARRIER_INBOX;
    const unsigned char *from = here ? c->slot->inbox + a->offset : carrier_look_at(c, a);
    unsigned char *copy = from != NULL ? malloc(a->len_bytes) : NULL;
    if (copy != NULL)
        memcpy(copy, from, a->len_bytes);
    if (from != NULL && !here)
        carrier_look_away(c, a, from);
    *into = copy;
    return copy != NULL;
}

/* Take an arrived frame's body into memory of our own and give the sender's back. */
static int take(struct carrier_machine *c, const struct carrier_frame *a, struct mach_frame **out)
{
    struct held_frame *h = new_held(c);
    if (h == NULL)
        return PvmNoMem;
    if (a->len_bytes > 0 && !copy_body(c, a, &h->f.body)) {
        free_held(c, h);
        return PvmNoMem;
    }
    give_back(c, a);
    h->f.src_tid = a->src_tid;
    h->f.dst_tid = a->dst_tid;
    h->f.tag = a->tag;
    h->f.context = a->context;
    h->f.encoding = a->encoding;
    h->f.wid = a->wid;
    h->f.len_bytes = a->len_bytes;
    h->f.arrived = a->t_ns;
    h->f.earlier = a->earlier != 0;
    h->serial = a->serial;
    *out = &h->f;
    return 0;
}

/* A frame that arrived has its body in memory of its own; to send it on, it goes into the arena first. */
static int into_arena(struct carrier_machine *c, struct held_frame *h)
{
    if (h->offset != 0 || h->f.len_bytes == 0)
        return 0;
    uint64_t offset = arena_new(&c->arena, h->f.len_bytes);
    if (offset == 0)
        return PvmNoMem;
    memcpy(c->arena.base + offset, h->f.body, h->f.len_bytes);
    free(h->f.body);
    h->f.body = c->arena.base + offset;
    h->offset = offset;
    return 0;
}

static int64_t copy_ns(int64_t ps_per_byte, uint32_t len_bytes)
{
    return (ps_per_byte * (int64_t)len_bytes + 500) / 1000;
}

int carrier_post_as(struct carrier_machine *c, struct mach_frame *f, enum carrier_op op)
{
    struct held_frame *h = (struct held_frame *)f;
    if (c->gone)
        return PvmSysErr;
    carrier_count_own_work(c);
    int rc = into_arena(c, h);
    if (rc != 0)
        return rc;
    if (c->slot->nposts + c->kept_posts >= CARRIER_POSTS && !carrier_call(c, CARRIER_FLUSH))
        return PvmSysErr;
    struct carrier_slot *s = c->slot;
    carrier_spend(c, s->native_send_ns + copy_ns(s->copy_send_ps, system_counted_bytes(f->tag, f->len_bytes)));
    f->src_tid = s->who.tid;
    s->posts[s->nposts] = (struct carrier_frame){.op = (uint32_t)op,
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
    c->cpu_ns = 0;
    if (h->offset != 0)
        arena_hold(c->arena.base, h->offset);
    __atomic_store_n(&s->nposts, s->nposts + 1, __ATOMIC_RELEASE);
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

/* ---- joining, leaving, waiting ----------------------------------------------------------------------------------- */

static int op_join(void *m, struct mach_identity *who)
{
    struct carrier_machine *c = m;
    carrier_set_clock(c, mach_early_now());
    c->slot->call.request = mach_early_real();
    if (!carrier_call(c, CARRIER_JOIN))
        return PvmSysErr;
    if (c->slot->reply.result != 0)
        return c->slot->reply.result;
    c->joined = true;
    c->late_wait_ns = 0;
    *who = c->slot->who;
    who->attention = &c->attention;
    who->late_wait = &c->late_wait_ns;
    who->real_time = mach_early_real();
    carrier_forget_library_work(c);
    return 0;
}

static void op_leave(void *m)
{
    struct carrier_machine *c = m;
    if (!c->joined)
        return;
    c->joined = false;
    carrier_count_own_work(c);
    for (; c->inbox_at < c->inbox_n; c->inbox_at++)
        give_back(c, &c->inbox[c->inbox_at]);
    (void)carrier_call(c, CARRIER_LEAVE);
    carrier_early_set(c->clock_ns);
}

static mach_ns op_now(void *m)
{
    struct carrier_machine *c = m;
    carrier_count_own_work(c);
    bool worked = c->cpu_ns > 0 || c->slot->nposts > 0;
    if ((c->attention & MACH_ATTENTION_AHEAD) != 0) {
        (void)carrier_call(c, CARRIER_SETTLE);
        carrier_forget_library_work(c);
    }
    if (c->joined && c->slot->shares_node != 0 && worked) {
        (void)carrier_call(c, CARRIER_FLUSH);
        carrier_forget_library_work(c);
    }
    return c->clock_ns;
}

static void op_charge(void *m, mach_ns cost)
{
    struct carrier_machine *c = m;
    carrier_count_own_work(c);
    carrier_spend(c, cost);
    if (c->joined && c->clock_ns - c->turn_ns > AHEAD_NS)
        (void)carrier_call(c, CARRIER_FLUSH);
}

static mach_ns op_idle(void *m, mach_ns span)
{
    struct carrier_machine *c = m;
    carrier_count_own_work(c);
    mach_ns end = span < INT64_MAX - c->clock_ns ? c->clock_ns + span : INT64_MAX;
    if (c->header->traced != 0)
        carrier_note(c, (struct carrier_mark){.kind = CARRIER_MARK_SLEEP});
    c->slot->call.deadline_ns = end;
    if (!carrier_call(c, CARRIER_IDLE)) {
        carrier_set_clock(c, end);
        return 0;
    }
    bool interrupted = c->slot->reply.interrupted != 0;
    if (c->header->traced != 0)
        carrier_note(c, (struct carrier_mark){.kind = CARRIER_MARK_AWAKE});
    carrier_forget_library_work(c);
    return interrupted && c->clock_ns < end ? end - c->clock_ns : 0;
}

/* Not by snprintf, which was a fifth of all that a barrier costs in process. */
static void say_text(char *to, size_t bytes, const char *text)
{
    size_t n = text != NULL ? strnlen(text, bytes - 1) : 0;
    memcpy(to, text != NULL ? text : "", n);
    to[n] = 0;
}

static void say_want(struct carrier_slot *s, const struct mach_want *want)
{
    s->call.naps = want != NULL && want->naps;
    s->call.unread = want != NULL ? want->unread : 0;
    for (int i = 0; want != NULL && i < MACH_UNREAD_TOLD; i++)
        s->call.first[i] = want->first[i];
    say_text(s->call.group, sizeof s->call.group, want != NULL ? want->group : NULL);
    say_text(s->call.unheard, sizeof s->call.unheard, want != NULL ? want->unheard : NULL);
    s->call.want_tid = want != NULL ? want->tid : MACH_ANY;
    s->call.want_tag = want != NULL ? want->tag : MACH_ANY;
    s->call.want_context = want != NULL ? want->context : MACH_ANY;
    s->call.want_plain = want != NULL ? want->plain : 0;
    strncpy(s->call.name, want != NULL && want->call != NULL ? want->call : "wait", sizeof s->call.name - 1);
    s->call.name[sizeof s->call.name - 1] = 0;
}

/* What the reply to a wait has brought goes into the inbox. */
static void fill_inbox(struct carrier_machine *c)
{
    const struct carrier_reply *r = &c->slot->reply;
    c->inbox_n = r->nframes <= CARRIER_FRAMES ? r->nframes : CARRIER_FRAMES;
    c->inbox_at = 0;
    memcpy(c->inbox, r->frames, c->inbox_n * sizeof c->inbox[0]);
}

/* The poll has found nothing, and the reply is that to the wait behind it: the clock stays where the poll found
 * nothing until that wait is asked for. */
static void keep_found(struct carrier_machine *c)
{
    const struct carrier_reply *r = &c->slot->reply;
    c->found =
        (struct carrier_found){true, (c->attention & MACH_ATTENTION_AHEAD) != 0, r->result, r->interrupted, r->t_ns};
    c->attention &= ~MACH_ATTENTION_AHEAD; /* from that wait on */
    if (r->interrupted == 0)
        fill_inbox(c);
    carrier_set_clock(c, r->found_none_ns);
}

/* The wait that was answered with the poll. True: *code is its result. */
static bool take_found(struct carrier_machine *c, int *code)
{
    c->found.is_here = false;
    c->attention |= c->found.runs_ahead ? MACH_ATTENTION_AHEAD : 0;
    carrier_set_clock(c, c->found.t_ns);
    *code = c->found.result < 0 ? c->found.result : 0;
    return c->found.interrupted == 0 && c->inbox_at >= c->inbox_n;
}

static int op_wait(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out)
{
    struct carrier_machine *c = m;
    struct carrier_slot *s = c->slot;
    if (c->gone)
        return PvmSysErr;
    carrier_count_own_work(c);
    int code = 0;
    if (c->found.is_here && take_found(c, &code))
        return code;
    while (c->inbox_at >= c->inbox_n) {
        if (c->signals != 0)
            return MACH_SIGNALLED;
        say_want(s, want);
        s->call.deadline_ns = deadline;
        s->call.then_forever = deadline == 0 && want != NULL && want->then_forever && !(c->header->cpu_factor > 0);
        if (!carrier_call(c, CARRIER_WAIT))
            return PvmSysErr;
        if (s->reply.waited != 0) {
            keep_found(c);
            return 0;
        }
        if (s->reply.interrupted != 0) {
            carrier_forget_library_work(c);
            continue;
        }
        if (s->reply.result < 0)
            return s->reply.result;
        if (s->reply.nframes == 0) {
            carrier_forget_library_work(c);
            return 0;
        }
        fill_inbox(c);
    }
    const struct carrier_frame *a = &c->inbox[c->inbox_at];
    int rc = take(c, a, out);
    if (rc != 0)
        return rc;
    c->inbox_at++;
    if (!(*out)->earlier)
        carrier_spend(c, s->native_recv_ns +
                             copy_ns(s->copy_recv_ps, system_counted_bytes((*out)->tag, (*out)->len_bytes)));
    carrier_forget_library_work(c);
    return 1;
}

int carrier_call_with_body(struct carrier_machine *c, enum carrier_op op, const void *body, uint32_t len_bytes)
{
    uint64_t offset = 0;
    if (len_bytes > 0) {
        offset = arena_new(&c->arena, len_bytes);
        if (offset == 0)
            return PvmNoMem;
        memcpy(c->arena.base + offset, body, len_bytes);
    }
    c->slot->call.offset = offset;
    c->slot->call.len_bytes = len_bytes;
    bool ok = carrier_call(c, op);
    if (offset != 0)
        arena_release(c->arena.base, offset);
    return ok ? 0 : PvmSysErr;
}

static int op_control(void *m, int request, const void *body, uint32_t len_bytes, struct mach_frame **reply)
{
    struct carrier_machine *c = m;
    struct carrier_slot *s = c->slot;
    if (c->gone)
        return PvmSysErr;
    carrier_count_own_work(c);
    s->call.request = request;
    int failed = carrier_call_with_body(c, CARRIER_CONTROL, body, len_bytes);
    if (failed != 0)
        return failed;
    int result = s->reply.interrupted != 0 ? MACH_SIGNALLED : s->reply.result;
    *reply = NULL;
    if (result >= 0 && s->reply.nframes > 0) {
        int rc = take(c, &s->reply.frames[0], reply);
        if (rc != 0)
            result = rc;
    }
    s->reply.nframes = 0;
    carrier_forget_library_work(c);
    return result;
}

/* The work that the program has done so far lies before the mark. */
static void op_mark(void *m, enum mach_mark what, const char *name, const struct mach_frame *f)
{
    struct carrier_machine *c = m;
    struct carrier_mark mark = {.kind = (uint32_t)what};
    if (!c->joined)
        return;
    carrier_count_own_work(c);
    if (name != NULL)
        strncpy(mark.call, name, sizeof mark.call - 1);
    if (f != NULL) {
        mark.serial = ((const struct held_frame *)f)->serial;
        mark.src_tid = f->src_tid;
        mark.len_bytes = f->len_bytes;
    }
    carrier_note(c, mark);
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
                                     .frame = op_frame,
                                     .drop = op_drop,
                                     .post = op_post,
                                     .wait = op_wait,
                                     .control = op_control,
                                     .broadcast = carrier_broadcast,
                                     .barrier = carrier_barrier,
                                     .status = carrier_status,
                                     .multicast = carrier_multicast,
                                     .covers = carrier_covers,
                                     .meet = carrier_meet,
                                     .mark = op_mark,
                                     .signals = op_signals};
