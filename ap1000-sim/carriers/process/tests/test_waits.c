/* test_waits.c - a task's end waits for messages: what it says of its wait, what comes of each answer, and what that
 * costs (waits.c). Times are in ns.
 */

#include "pvm3.h"
#include "task_end.h"

#include "testing.h"

enum { RECV_NS = 2000, COPY_PS = 500, FROM = 0x40007 };

static int set_up(void **state)
{
    int failed = task_end_begin(state);
    struct task_end *e = *state;
    e->slot->native_recv_ns = RECV_NS;
    e->slot->copy_recv_ps = COPY_PS;
    return failed;
}

/* A frame that has arrived, with a body in the arena of another. */
#define ARRIVED(TAG)                                                                     \
    {                                                                                    \
        .arena = OTHER_ARENA, .offset = 640, .len_bytes = 5, .tag = TAG, .src_tid = FROM \
    }

static void expect_next(struct task_end *e, int tag)
{
    struct mach_frame *f = NULL;
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), 1);
    assert_int_equal(f->tag, tag);
    carrier_ops.drop(&e->c, f);
}

/* ---- what is said of a wait -------------------------------------------------------------------------------------- */

TEST_WITH(what_is_waited_for_is_said, set_up, task_end_end)
{
    struct task_end *e = *state;
    char name[200];
    struct mach_want want = {.values = {.tid = 1, .tag = 2, .context = 3, .then_forever = 1, .plain = 1, .unread = 4}};
    struct mach_frame *f = NULL;
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = 0;
    want.call = name;
    want.group = "g";
    ANSWERS(e, {0}, {0}, {0}, {0}, {0});
    assert_int_equal(carrier_ops.wait(&e->c, 0, &want, &f), 0);
    const struct carrier_call *call = &e->asked[0].call;
    assert_int_equal(call->op, CARRIER_WAIT);
    assert_int_equal(call->deadline_ns, 0);
    assert_memory_equal(&call->want, &want.values, sizeof want.values);
    assert_int_equal(strlen(call->call), sizeof call->call - 1);
    assert_memory_equal(call->call, name, sizeof call->call - 1);
    assert_string_equal(call->group, "g");
    assert_string_equal(call->unheard, "");
    want.call = NULL;
    assert_int_equal(carrier_ops.wait(&e->c, 40, &want, &f), 0);
    assert_int_equal(e->asked[1].call.deadline_ns, 40);
    assert_int_equal(e->asked[1].call.want.then_forever, 0); /* it is no poll */
    assert_int_equal(e->asked[1].call.want.plain, 1);
    assert_string_equal(e->asked[1].call.call, "wait");
    e->c.charges = CARRIER_CHARGES_MEASURED; /* what is done after the poll takes time */
    assert_int_equal(carrier_ops.wait(&e->c, 0, &want, &f), 0);
    assert_int_equal(e->asked[2].call.want.then_forever, 0);
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(e->asked[3].call.want.tid, MACH_ANY);
    assert_int_equal(e->asked[3].call.want.tag, MACH_ANY);
    assert_int_equal(e->asked[3].call.want.context, MACH_ANY);
    assert_int_equal(e->asked[3].call.want.plain, 0);
    assert_string_equal(e->asked[3].call.call, "wait");
    assert_string_equal(e->asked[3].call.group, "");
    assert_null(f);
}

/* ---- what comes -------------------------------------------------------------------------------------------------- */

TEST_WITH(a_frame_is_given_whole, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f;
    ANSWERS(e, {.values = {.now = 100},
                .nframes = 1,
                .frames = {{.arena = OTHER_ARENA,
                            .offset = 640,
                            .len_bytes = 5,
                            .src_tid = FROM,
                            .dst_tid = 0x40005,
                            .tag = 21,
                            .context = 22,
                            .encoding = 23,
                            .wid = 24,
                            .t_ns = 90,
                            .serial = 25}}});
    strcpy((char *)e->other + 640, "body");
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), 1);
    assert_int_equal(f->src_tid, FROM);
    assert_int_equal(f->dst_tid, 0x40005);
    assert_int_equal(f->tag, 21);
    assert_int_equal(f->context, 22);
    assert_int_equal(f->encoding, 23);
    assert_int_equal(f->wid, 24);
    assert_int_equal(f->len_bytes, 5);
    assert_int_equal(f->arrived, 90);
    assert_false(f->earlier);
    assert_int_equal(((struct held_frame *)f)->serial, 25);
    assert_string_equal((char *)f->body, "body");
    assert_ptr_not_equal(f->body, e->other + 640);
    assert_int_equal(e->c.clock_ns, 100 + RECV_NS + 3); /* 5 * 0.5 = 2.5, halves up */
    assert_int_equal(e->c.cpu_ns, RECV_NS + 3);
    assert_int_equal(e->slot->nread, 1);
    assert_int_equal(e->slot->read[0].arena, OTHER_ARENA);
    assert_int_equal(e->slot->read[0].offset, 640);
    carrier_ops.drop(&e->c, f);
}

/* One hand-over brings several; those that were ahead of the last have been paid for. */
TEST_WITH(frames_in_order, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f;
    ANSWERS(e, {.nframes = 2, .frames = {{.tag = 1, .earlier = 1}, {.tag = 2}}},
            {.nframes = 1, .frames = {{.tag = 3}}});
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), 1);
    assert_true(f->earlier);
    assert_null(f->body);
    assert_int_equal(f->tag, 1);
    assert_int_equal(e->c.clock_ns, 0);
    carrier_ops.drop(&e->c, f);
    e->c.signals = 1; /* what has come is given first */
    expect_next(e, 2);
    assert_int_equal(e->c.clock_ns, RECV_NS);
    assert_int_equal(e->nasked, 1);
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), MACH_SIGNALLED);
    assert_int_equal(e->nasked, 1);
    e->c.signals = 0;
    expect_next(e, 3);
    assert_int_equal(e->slot->nread, 0); /* without a body there is nothing to give back */
}

TEST_WITH(short_bodies_lie_in_the_slot, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f;
    ANSWERS(e, {.nframes = 2,
                .frames = {{.arena = CARRIER_INBOX, .offset = 48, .len_bytes = 3},
                           {.arena = CARRIER_INBOX, .offset = 64, .len_bytes = 1}}});
    e->slot->inbox[64] = 9;
    memcpy(e->slot->inbox + 48, "in", 3);
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), 1);
    assert_string_equal((char *)f->body, "in");
    assert_int_equal(e->slot->nread, 0);
    carrier_ops.drop(&e->c, f);
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), 1);
    assert_int_equal(f->body[0], 9);
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(waits_that_give_nothing, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = NULL;
    ANSWERS(e, {.values = {.now = 50}}, {.values = {.result = PvmSysErr}}, {.values = {.interrupted = 1}},
            {.values = {.interrupted = 1, .signals = 2}}, {.is_gone = true});
    assert_int_equal(carrier_ops.wait(&e->c, 50, NULL, &f), 0);
    assert_int_equal(carrier_ops.wait(&e->c, 50, NULL, &f), PvmSysErr);
    assert_int_equal(carrier_ops.wait(&e->c, 50, NULL, &f), MACH_SIGNALLED); /* cut short, and begun again once */
    assert_int_equal(e->nasked, 4);
    e->c.signals = 0;
    assert_int_equal(carrier_ops.wait(&e->c, 50, NULL, &f), PvmSysErr);
    assert_int_equal(e->nasked, 5);
    e->c.inbox_n = 1;
    assert_int_equal(carrier_ops.wait(&e->c, 50, NULL, &f), PvmSysErr);
    assert_null(f);
}

/* No more is believed than a reply has room for. */
TEST_WITH(a_reply_that_says_too_much, set_up, task_end_end)
{
    struct task_end *e = *state;
    e->slot->reply.nframes = CARRIER_FRAMES + 1;
    e->c.inbox_at = 3;
    carrier_fill_inbox(&e->c);
    assert_int_equal(e->c.inbox_n, CARRIER_FRAMES);
    assert_int_equal(e->c.inbox_at, 0);
    e->slot->reply.nframes = CARRIER_FRAMES;
    e->slot->reply.frames[CARRIER_FRAMES - 1].tag = 9;
    carrier_fill_inbox(&e->c);
    assert_int_equal(e->c.inbox_n, CARRIER_FRAMES);
    assert_int_equal(e->c.inbox[CARRIER_FRAMES - 1].tag, 9);
}

/* Without memory, or address space, a frame is not lost: the next wait gives it. */
TEST_WITH(a_frame_waits_for_memory, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = NULL;
    ANSWERS(e, {.nframes = 1, .frames = {ARRIVED(4)}});
    for (int n = 1; n <= 2; n++) {
        task_end_fail_at(n);
        assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), PvmNoMem);
        carrier_free_spares(&e->c);
        assert_int_equal(e->looked_at, 0);
    }
    task_end_fail_at(0);
    e->no_space = true;
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), PvmNoMem);
    e->no_space = false;
    assert_int_equal(e->c.clock_ns, 0);
    assert_int_equal(e->slot->nread, 0);
    expect_next(e, 4);
    assert_int_equal(e->slot->nread, 1);
    assert_int_equal(e->nasked, 1);
}

TEST_WITH(waits_are_measured_until_they_begin, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f;
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1;
    e->thread_ns = 100;
    e->answer_ns = 900;
    ANSWERS(e, {.values = {.interrupted = 1}}, {0}, {.nframes = 1, .frames = {ARRIVED(4)}}, {0});
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(e->asked[0].call.cpu_ns, 100);
    assert_int_equal(e->asked[1].call.cpu_ns, 0);
    e->thread_ns += 50;
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 1);
    assert_int_equal(e->asked[2].call.cpu_ns, 50);
    assert_int_equal(e->c.cpu_ns, RECV_NS + 3);
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(e->asked[3].call.cpu_ns, RECV_NS + 3);
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(a_handler_waits, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f;
    e->c.attention |= MACH_ATTENTION_INSIDE;
    ANSWERS(e, {0});
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(e->taken_back, 1);
}

/* ---- polls whose wait was answered with them --------------------------------------------------------------------- */

/* The poll finds nothing at 40; the wait behind it ends at 900, ahead of simulated time. */
TEST_WITH(a_poll_and_the_wait_behind_it, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = NULL;
    ANSWERS(e,
            {.values = {.waited = 1, .found_none = 40, .now = 900, .ahead = 1}, .nframes = 1, .frames = {{.tag = 8}}},
            {.values = {.now = 5000}});
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(e->c.clock_ns, 40);
    assert_int_equal(e->c.attention, 0);
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), 1);
    assert_int_equal(f->tag, 8);
    assert_int_equal(e->c.clock_ns, 900 + RECV_NS);
    assert_int_equal(e->c.attention, MACH_ATTENTION_AHEAD);
    carrier_ops.drop(&e->c, f);
    assert_int_equal(e->nasked, 1);
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0); /* and is given once */
    assert_int_equal(e->nasked, 2);
    assert_int_equal(e->c.clock_ns, 5000);
}

TEST_WITH(what_the_wait_behind_a_poll_gives, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = NULL;
    ANSWERS(e, {.values = {.waited = 1, .found_none = 1, .now = 2, .result = PvmSysErr}},
            {.values = {.waited = 1, .found_none = 3, .now = 4}},
            {.values = {.waited = 1, .found_none = 5, .now = 6, .interrupted = 1, .signals = 1}, .nframes = 1},
            {.values = {.waited = 1, .found_none = 7, .now = 8, .interrupted = 1}, .nframes = 1},
            {.nframes = 1, .frames = {{.tag = 31}}});
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), PvmSysErr);
    assert_int_equal(e->c.clock_ns, 2);
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), 0);
    assert_int_equal(e->c.clock_ns, 4);
    assert_int_equal(e->c.attention, 0);
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(e->c.clock_ns, 5);
    assert_int_equal(carrier_ops.wait(&e->c, MACH_FOREVER, NULL, &f), MACH_SIGNALLED);
    assert_int_equal(e->c.clock_ns, 6);
    assert_int_equal(e->nasked, 3);
    e->c.signals = 0;
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    expect_next(e, 31); /* it was cut short: what waits then is another wait */
    assert_int_equal(e->nasked, 5);
}

TEST_MAIN
