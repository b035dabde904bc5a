/* test_posts.c - what a task's end posts: what is noted of it, when the list is handed over, and what processor time it
 * has taken (task.c). Times are in ns.
 */
#include "pvm3.h"
#include "system_messages.h"
#include "task_end.h"

#include "testing.h"

enum { SEND_NS = 1000, COPY_PS = 1500, TO = 0x40007 };

static struct mach_frame *new_frame(struct task_end *e, uint32_t len_bytes)
{
    struct mach_frame *f;
    assert_int_equal(carrier_ops.frame(&e->c, len_bytes, &f), 0);
    for (uint32_t i = 0; i < len_bytes; i++)
        f->body[i] = (unsigned char)(i + 1);
    f->dst_tid = TO;
    return f;
}

static int set_up(void **state)
{
    int failed = task_end_begin(state);
    struct task_end *e = *state;
    e->slot->native_send_ns = SEND_NS;
    e->slot->copy_send_ps = COPY_PS;
    return failed;
}

/* ---- posts ------------------------------------------------------------------------------------------------------- */

TEST_WITH(a_post_is_noted_whole, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e, 33);
    const uint64_t offset = (uint64_t)(f->body - e->arena);
    f->tag = 11;
    f->context = 12;
    f->encoding = 13;
    f->wid = 14;
    f->route = MACH_ROUTE_DIRECT;
    e->c.clock_ns = 500;
    carrier_ops.charge(&e->c, 70);
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    const struct carrier_frame *p = &e->slot->posts[0];
    assert_int_equal(e->slot->nposts, 1);
    assert_int_equal(p->op, CARRIER_POST);
    assert_int_equal(p->arena, 5);
    assert_int_equal(p->src_tid, 0x40005);
    assert_int_equal(f->src_tid, 0x40005);
    assert_int_equal(p->dst_tid, TO);
    assert_int_equal(p->tag, 11);
    assert_int_equal(p->context, 12);
    assert_int_equal(p->encoding, 13);
    assert_int_equal(p->wid, 14);
    assert_int_equal(p->route, MACH_ROUTE_DIRECT);
    assert_int_equal(p->len_bytes, 33);
    assert_int_equal(p->offset, offset);
    assert_int_equal(p->t_ns, 500 + 70 + SEND_NS + 50); /* 33 * 1.5 = 49.5, halves up */
    assert_int_equal(p->cpu_ns, 70 + SEND_NS + 50);
    assert_int_equal(e->slot->clock_ns, p->t_ns);
    assert_int_equal(carrier_ops.now(&e->c), p->t_ns);
    assert_int_equal(task_end_references(e, offset), 2);
    carrier_ops.drop(&e->c, f);
    assert_int_equal(task_end_references(e, offset), 1); /* the simulator's */
}

/* Each post tells the processor time since the one before it. */
TEST_WITH(posts_behind_each_other, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e, 0);
    assert_null(f->body);
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    carrier_ops.charge(&e->c, 5);
    f->tag = SM_SPAWN; /* bytes of the system's messages count nothing */
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    carrier_ops.drop(&e->c, f);
    assert_int_equal(e->slot->nposts, 2);
    assert_int_equal(e->slot->posts[0].offset, 0);
    assert_int_equal(e->slot->posts[0].cpu_ns, SEND_NS);
    assert_int_equal(e->slot->posts[1].cpu_ns, SEND_NS + 5);
    assert_int_equal(e->slot->posts[1].t_ns, 2 * SEND_NS + 5);
    assert_int_equal(e->slot->posts[1].tag, SM_SPAWN);
}

TEST_WITH(to_whom_nothing_goes, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e, 8);
    f->dst_tid = 0;
    assert_int_equal(carrier_ops.post(&e->c, f), PvmBadParam);
    f->dst_tid = -5;
    assert_int_equal(carrier_ops.post(&e->c, f), PvmBadParam);
    assert_int_equal(e->slot->nposts, 0);
    assert_int_equal(e->c.clock_ns, 0);
    f->dst_tid = tid_system_of(0);
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    f->dst_tid = 1;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(e->slot->nposts, 2);
    e->c.gone = true;
    assert_int_equal(carrier_ops.post(&e->c, f), PvmSysErr);
    assert_int_equal(e->slot->nposts, 2);
    carrier_ops.drop(&e->c, f);
}

static void post_many(struct task_end *e, struct mach_frame *f, int n)
{
    for (int i = 0; i < n; i++)
        assert_int_equal(carrier_ops.post(&e->c, f), 0);
}

/* The list of posts is handed over when it is full, not before; within one turn the simulator keeps what it got. */
TEST_WITH(a_full_list_is_handed_over, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e, 0);
    post_many(e, f, CARRIER_POSTS);
    ANSWERS(e, {.values = {.same_turn = 1}}, {.values = {.same_turn = 1}}, {.values = {.now = 7}}, {.is_gone = true});
    post_many(e, f, 1);
    assert_int_equal(e->nasked, 1);
    assert_int_equal(e->asked[0].call.op, CARRIER_FLUSH);
    assert_int_equal(e->asked[0].nposts, CARRIER_POSTS);
    assert_int_equal(e->slot->nposts, 1);
    post_many(e, f, 1); /* of this turn there are too many now */
    assert_int_equal(e->asked[1].nposts, 1);
    post_many(e, f, 1);
    assert_int_equal(e->asked[2].nposts, 1);
    assert_int_equal(e->slot->posts[0].t_ns, 7 + SEND_NS);
    post_many(e, f, CARRIER_POSTS - 1);
    assert_int_equal(e->nasked, 3);
    assert_int_equal(carrier_ops.post(&e->c, f), PvmSysErr);
    assert_int_equal(e->nasked, 4);
    carrier_ops.drop(&e->c, f);
}

/* What the simulator keeps of this turn counts with what is posted since. */
TEST_WITH(posts_that_are_kept_count, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e, 0);
    ANSWERS(e, {.values = {.same_turn = 1}}, {0});
    e->slot->by_hand = 1;
    post_many(e, f, 1);
    e->slot->by_hand = 0;
    post_many(e, f, CARRIER_POSTS - 1);
    assert_int_equal(e->nasked, 1);
    post_many(e, f, 1);
    assert_int_equal(e->nasked, 2);
    assert_int_equal(e->asked[1].nposts, CARRIER_POSTS - 1);
    carrier_ops.drop(&e->c, f);
}

/* Where the next call may wait for a user, what is posted is handed over at once. */
TEST_WITH(posts_by_hand, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e, 0);
    e->slot->by_hand = 1;
    ANSWERS(e, {0}, {.is_gone = true});
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(e->asked[0].call.op, CARRIER_FLUSH);
    assert_int_equal(e->asked[0].nposts, 1);
    assert_int_equal(carrier_ops.post(&e->c, f), PvmSysErr);
    carrier_ops.drop(&e->c, f);
}

/* What the simulator does not write must not be an answer of before. */
TEST_WITH(each_reply_is_found_empty, set_up, task_end_end)
{
    struct task_end *e = *state;
    e->slot->reply.nframes = 3;
    e->slot->reply.values = (struct turn_reply){.signals = 1, .interrupted = 1, .waited = 1};
    ANSWERS(e, {.values = {.now = 70}}, {0});
    carrier_ops.charge(&e->c, 9);
    assert_int_equal(carrier_ops.idle(&e->c, 61), 0);
    assert_int_equal(e->asked[0].reply_nframes, 0);
    assert_int_equal(e->asked[0].reply.signals, 0);
    assert_int_equal(e->asked[0].reply.interrupted, 0);
    assert_int_equal(e->asked[0].reply.waited, 0);
    assert_int_equal(e->asked[0].call.t_ns, 9);
    assert_int_equal(e->asked[0].call.cpu_ns, 9);
    assert_int_equal(carrier_ops.idle(&e->c, 1), 0);
    assert_int_equal(e->asked[1].call.t_ns, 70);
    assert_int_equal(e->asked[1].call.cpu_ns, 0);
}

/* --cpu measured: the program's own work counts, times the factor; the library's does not. */
TEST_WITH(own_work_is_measured, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e, 0);
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 2.5;
    e->c.cpu_seen_ns = 40;
    e->thread_ns = 140;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(e->slot->posts[0].t_ns, 250 + SEND_NS);
    assert_int_equal(e->slot->posts[0].cpu_ns, 250 + SEND_NS);
    e->thread_ns = 3000000140;
    assert_int_equal(carrier_ops.now(&e->c), 250 + SEND_NS + 7500000000);
    assert_int_equal(carrier_ops.now(&e->c), 250 + SEND_NS + 7500000000);
    carrier_ops.drop(&e->c, f);
}

/* What the simulator and the library work while a call is answered is not the program's. */
TEST_WITH(the_work_of_answers_is_not, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_identity who;
    struct mach_frame *reply, *f = new_frame(e, 0);
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1;
    e->answer_ns = 900;
    e->slot->native_send_ns = 0;
    ANSWERS(e, {0}, {.values = {.ahead = 1}}, {.values = {.shares_node = 1}}, {.values = {.shares_node = 1}}, {0}, {0},
            {.values = {.ahead = 1}}, {0});
    assert_int_equal(carrier_ops.join(&e->c, &who), 0);
    assert_int_equal(carrier_ops.idle(&e->c, 0), 0);
    e->thread_ns += 5;
    assert_int_equal(carrier_ops.now(&e->c), 5); /* CARRIER_SETTLE, then _FLUSH */
    assert_int_equal(e->nasked, 4);
    assert_int_equal(e->asked[3].call.cpu_ns, 0);
    e->slot->reply.values.shares_node = 0;
    assert_int_equal(carrier_ops.control(&e->c, 1, NULL, 0, &reply), 0);
    assert_int_equal(carrier_ops.now(&e->c), 5);
    e->slot->by_hand = 1;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(carrier_ops.now(&e->c), 5);
    e->slot->by_hand = 0;
    assert_int_equal(carrier_ops.idle(&e->c, 0), 0);
    assert_int_equal(carrier_ops.now(&e->c), 5); /* CARRIER_SETTLE alone */
    assert_int_equal(e->nasked, 8);
    assert_int_equal(carrier_ops.now(&e->c), 5);
    carrier_ops.drop(&e->c, f);
}

/* Nor is what looking at the clock takes. */
TEST_WITH(the_clock_itself_is_not, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_identity who;
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1000;
    e->reading_ns = 3;
    ANSWERS(e, {0});
    assert_int_equal(carrier_ops.join(&e->c, &who), 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(carrier_ops.now(&e->c), 0);
    e->thread_ns += 7;
    assert_int_equal(carrier_ops.now(&e->c), 7000);
}

/* From the begin of a call to its end it is the library that works; a handler's call begins a new one. */
TEST_WITH(the_work_inside_calls_is_not, set_up, task_end_end)
{
    struct task_end *e = *state;
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1;
    e->c.cpu_seen_ns = e->thread_ns;
    e->thread_ns += 10;
    carrier_ops.mark(&e->c, MACH_MARK_CALL, "pvm_pkint", NULL);
    e->thread_ns += 700;
    carrier_ops.charge(&e->c, 0);
    e->thread_ns += 300;
    carrier_ops.mark(&e->c, MACH_MARK_RETURN, NULL, NULL);
    assert_int_equal(carrier_ops.now(&e->c), 10);
    e->thread_ns += 20;
    carrier_ops.mark(&e->c, MACH_MARK_CALL, "pvm_recv", NULL);
    carrier_ops.charge(&e->c, 0);
    e->thread_ns += 5;
    carrier_ops.mark(&e->c, MACH_MARK_CALL, "pvm_send", NULL);
    assert_int_equal(e->c.clock_ns, 35);
    assert_int_equal(e->slot->nmarks, 0); /* nobody looks into the run */
}

/* ---- counted computing ------------------------------------------------------------------------------------------- */

static int64_t counted[PVMSIM_WORK_CLASSES];
static int64_t *counters(void)
{
    return counted;
}

static int count(void **state)
{
    int failed = set_up(state);
    struct task_end *e = *state;
    static struct mach_work work;
    memset(counted, 0, sizeof counted);
    e->c.work = &work;
    e->c.charges = CARRIER_CHARGES_COUNTED;
    e->slot->work_price = (struct mach_work_price){.cycle_ps = 40000, .weight = {[PVMSIM_WORK_INT] = 16}};
    return failed != 0 || !mach_work_add(&work, counters);
}

static int forget(void **state)
{
    struct task_end *e = *state;
    mach_work_end(e->c.work);
    return task_end_end(state);
}

TEST_WITH(counted_work_comes_before_each_call, count, forget)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e, 0);
    counted[PVMSIM_WORK_INT] = 10;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(e->slot->posts[0].t_ns, 400 + SEND_NS);
    assert_int_equal(e->slot->posts[0].cpu_ns, 400 + SEND_NS);
    counted[PVMSIM_WORK_INT] = 11;
    assert_int_equal(carrier_ops.now(&e->c), 440 + SEND_NS);
    assert_int_equal(e->slot->work.ns, 440);
    assert_int_equal(e->slot->work.count[PVMSIM_WORK_INT], 11);
    e->c.charges = CARRIER_CHARGES_NOTHING;
    counted[PVMSIM_WORK_INT] = 12;
    assert_int_equal(carrier_ops.now(&e->c), 440 + SEND_NS);
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(counted_work_waits_for_the_alarm, count, forget)
{
    struct task_end *e = *state;
    e->c.work->until_ns = 100;
    counted[PVMSIM_WORK_INT] = 10;
    assert_int_equal(carrier_ops.now(&e->c), 100);
    assert_int_equal(carrier_ops.now(&e->c), 100);
    e->c.work->until_ns = 250;
    assert_int_equal(carrier_ops.now(&e->c), 250);
    ANSWERS(e, {0});
    carrier_ops.leave(&e->c, NULL); /* all of it */
    assert_int_equal(e->c.clock_ns, 400);
    assert_int_equal(e->c.work->until_ns, 250);
}

TEST_WITH(work_before_the_task_joined, count, forget)
{
    struct task_end *e = *state;
    struct mach_identity who;
    e->c.joined = false;
    counted[PVMSIM_WORK_INT] = 1000;
    assert_int_equal(carrier_ops.now(&e->c), 0);
    ANSWERS(e, {0});
    e->c.work->until_ns = 1; /* of the clock before */
    assert_int_equal(carrier_ops.join(&e->c, &who), 0);
    assert_int_equal(e->asked[0].call.status, 1); /* it is counted */
    assert_int_equal(who.worked, 40000);
    assert_int_equal(e->c.clock_ns, 40000);
}

TEST_MAIN
