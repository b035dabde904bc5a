/* test_task.c - a task's end joins and leaves, reads its clock, sleeps, makes requests and gets signals (task.c). Times
 * are in ns.
 */

#include "pvm3.h"
#include "task_end.h"

#include "testing.h"

enum { SEND_NS = 1000, FREE_RUN_NS = 100000000, TO = 0x40007 };

static struct mach_frame *new_frame(struct task_end *e)
{
    struct mach_frame *f;
    assert_int_equal(carrier_ops.frame(&e->c, 0, &f), 0);
    f->dst_tid = TO;
    return f;
}

static int set_up(void **state)
{
    int failed = task_end_begin(state);
    ((struct task_end *)*state)->slot->native_send_ns = SEND_NS;
    return failed;
}

/* ---- joining and leaving ----------------------------------------------------------------------------------------- */

TEST_WITH(who_joins_brings_its_clock, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_identity who = {0};
    e->c.joined = false;
    e->early_now = 123;
    e->early_real = 1;
    strcpy(e->c.names[3], "old");
    strcpy(e->slot->who.node_name, "cell");
    ANSWERS(e, {.values = {.result = PvmOutOfRes}}, {.values = {.now = 456, .told = {.late_wait = 9}}});
    assert_int_equal(carrier_ops.join(&e->c, &who), PvmOutOfRes);
    assert_false(e->c.joined);
    assert_int_equal(who.tid, 0);
    assert_int_equal(e->asked[0].call.op, CARRIER_JOIN);
    assert_int_equal(e->asked[0].call.t_ns, 123);
    assert_int_equal(e->asked[0].call.request, 1);
    assert_int_equal(carrier_ops.join(&e->c, &who), 0);
    assert_true(e->c.joined);
    assert_int_equal(who.tid, 0x40005);
    assert_string_equal(who.node_name, "cell");
    assert_ptr_equal(who.attention, &e->c.attention);
    assert_int_equal(who.told->late_wait, 9);
    assert_int_equal(who.real_time, 1);
    assert_string_equal(e->c.names[3], "");
    assert_int_equal(carrier_ops.now(&e->c), 456);
}

TEST_WITH(nobody_to_join, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_identity who = {0};
    e->c.joined = false;
    ANSWERS(e, {.is_gone = true});
    assert_int_equal(carrier_ops.join(&e->c, &who), PvmSysErr);
    assert_false(e->c.joined);
}

TEST_WITH(who_leaves_keeps_its_clock, set_up, task_end_end)
{
    struct task_end *e = *state;
    e->c.inbox_n = 2;
    e->c.inbox[0] = (struct carrier_frame){.arena = 8, .offset = 64};
    e->c.inbox[1] = (struct carrier_frame){.arena = 9, .offset = 128};
    ANSWERS(e, {.values = {.now = 77}});
    carrier_ops.leave(&e->c, NULL);
    assert_int_equal(e->asked[0].call.op, CARRIER_LEAVE);
    assert_int_equal(e->early_set, 77);
    assert_int_equal(e->slot->nread, 2);
    assert_int_equal(e->slot->read[1].arena, 9);
    assert_int_equal(e->c.inbox_at, 2);
    carrier_ops.leave(&e->c, NULL); /* it is no task any more: nothing is asked */
    e->slot->reply.values.shares_node = 1;
    carrier_ops.charge(&e->c, 2 * FREE_RUN_NS);
    assert_int_equal(carrier_ops.now(&e->c), 77 + 2 * FREE_RUN_NS);
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

/* A loop that only reads clocks lets others go on: each 100 ms, counted from where its turn began. */
TEST_WITH(who_computes_hands_over_at_times, set_up, task_end_end)
{
    struct task_end *e = *state;
    ANSWERS(e, {.values = {.now = FREE_RUN_NS + 9, .same_turn = 1}}, {.values = {.now = 500000000}}, {0});
    carrier_ops.charge(&e->c, FREE_RUN_NS);
    assert_int_equal(e->nasked, 0);
    carrier_ops.charge(&e->c, 1);
    assert_int_equal(e->asked[0].call.op, CARRIER_FLUSH);
    assert_int_equal(e->asked[0].call.cpu_ns, FREE_RUN_NS + 1);
    carrier_ops.charge(&e->c, 1); /* 8 ns went by; the turn is the same, so that it is due again */
    assert_int_equal(e->asked[1].call.t_ns, FREE_RUN_NS + 10);
    carrier_ops.charge(&e->c, FREE_RUN_NS);
    assert_int_equal(e->nasked, 2);
    carrier_ops.charge(&e->c, 1);
    assert_int_equal(e->nasked, 3);
}

/* What is no time of the turn's own does not count. */
TEST_WITH(time_that_the_simulator_adds_is_not_computed, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
    e->slot->by_hand = 1;
    ANSWERS(e, {.values = {.now = SEND_NS + 3 * FREE_RUN_NS, .same_turn = 1}}, {0});
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    carrier_ops.charge(&e->c, FREE_RUN_NS - SEND_NS);
    assert_int_equal(e->nasked, 1);
    carrier_ops.charge(&e->c, 1);
    assert_int_equal(e->nasked, 2);
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(a_clock_that_is_read_settles, set_up, task_end_end)
{
    struct task_end *e = *state;
    e->c.attention = MACH_ATTENTION_AHEAD;
    ANSWERS(e, {.values = {.now = 30}});
    assert_int_equal(carrier_ops.now(&e->c), 30);
    assert_int_equal(e->asked[0].call.op, CARRIER_SETTLE);
    assert_int_equal(e->c.attention, 0);
    assert_int_equal(carrier_ops.now(&e->c), 30);
    assert_int_equal(e->nasked, 1);
}

/* Where others want its processor, what it has done is handed over before it reads the clock. */
TEST_WITH(a_clock_on_a_shared_node, set_up, task_end_end)
{
    struct task_end *e = *state;
    e->slot->reply.values.shares_node = 1;
    assert_int_equal(carrier_ops.now(&e->c), 0); /* it has done nothing */
    ANSWERS(e, {.values = {.now = 40, .shares_node = 1}}, {.values = {.now = 50, .shares_node = 1, .ahead = 1}},
            {.values = {.now = 60, .shares_node = 1}}, {.values = {.now = 70, .shares_node = 1}});
    carrier_ops.charge(&e->c, 4);
    assert_int_equal(carrier_ops.now(&e->c), 40);
    assert_int_equal(e->asked[0].call.op, CARRIER_FLUSH);
    assert_int_equal(e->asked[0].call.cpu_ns, 4);
    struct mach_frame *f = new_frame(e);
    e->slot->native_send_ns = 0;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(carrier_ops.now(&e->c), 50);
    assert_int_equal(e->asked[1].nposts, 1);
    carrier_ops.charge(&e->c, 1);
    assert_int_equal(carrier_ops.now(&e->c), 70);
    assert_int_equal(e->asked[2].call.op, CARRIER_SETTLE);
    assert_int_equal(e->asked[3].call.op, CARRIER_FLUSH);
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(a_sleep, set_up, task_end_end)
{
    struct task_end *e = *state;
    e->c.clock_ns = 100;
    ANSWERS(e, {.values = {.now = 150}}, {.values = {.now = 160, .interrupted = 1}},
            {.values = {.now = 200, .interrupted = 1}}, {.values = {.now = 201}}, {.is_gone = true});
    assert_int_equal(carrier_ops.idle(&e->c, 50), 0);
    assert_int_equal(e->asked[0].call.op, CARRIER_IDLE);
    assert_int_equal(e->asked[0].call.deadline_ns, 150);
    assert_int_equal(carrier_ops.idle(&e->c, 50), 40); /* until 200, woken at 160 */
    assert_int_equal(carrier_ops.idle(&e->c, 40), 0);
    assert_int_equal(carrier_ops.idle(&e->c, INT64_MAX), 0);
    assert_int_equal(e->asked[3].call.deadline_ns, INT64_MAX);
    assert_int_equal(carrier_ops.idle(&e->c, 9), 0); /* nobody tells the time any more */
    assert_int_equal(carrier_ops.now(&e->c), 210);
    assert_int_equal(e->asked[0].nmarks, 0);
}

TEST_WITH(a_sleep_that_is_watched, set_up, task_end_end)
{
    struct task_end *e = *state;
    e->header.traced = 1;
    ANSWERS(e, {.values = {.now = 50}});
    assert_int_equal(carrier_ops.idle(&e->c, 50), 0);
    assert_int_equal(e->asked[0].nmarks, 1);
    assert_int_equal(e->slot->nmarks, 1);
    assert_int_equal(e->slot->marks[0].kind, CARRIER_MARK_AWAKE);
    assert_int_equal(e->slot->marks[0].t_ns, 50);
}

/* ---- requests, signals ------------------------------------------------------------------------------------------- */

TEST_WITH(a_request_and_its_answer, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *reply = NULL;
    const struct carrier_frame body = {.arena = OTHER_ARENA, .offset = 256, .len_bytes = 4, .tag = 6};
    const struct answer answers[] = {{.values = {.result = 3}, .nframes = 1, .frames = {body}},
                                     {.values = {.result = PvmNoFile}, .nframes = 1, .frames = {body}},
                                     {.values = {.result = 0}},
                                     {.values = {.interrupted = 1}, .nframes = 1, .frames = {body}},
                                     {.nframes = 1, .frames = {body}}};
    memcpy(e->other + 256, "said", 4);
    task_end_answers(e, answers, 5);
    assert_int_equal(carrier_ops.control(&e->c, 17, "asked", 5, &reply), 3);
    assert_int_equal(e->asked[0].call.op, CARRIER_CONTROL);
    assert_int_equal(e->asked[0].call.request, 17);
    assert_int_equal(e->asked[0].call.len_bytes, 5);
    assert_memory_equal(e->asked[0].body, "asked", 5);
    assert_int_equal(task_end_references(e, e->asked[0].call.offset), 0);
    assert_memory_equal(reply->body, "said", 4);
    assert_int_equal(reply->tag, 6);
    assert_int_equal(e->slot->reply.nframes, 0);
    assert_int_equal(e->slot->nread, 1);
    carrier_ops.drop(&e->c, reply);
    assert_int_equal(carrier_ops.control(&e->c, 17, NULL, 0, &reply), PvmNoFile);
    assert_null(reply);
    assert_int_equal(e->asked[1].call.offset, 0);
    assert_int_equal(e->asked[1].call.len_bytes, 0);
    assert_int_equal(carrier_ops.control(&e->c, 17, NULL, 0, &reply), 0);
    assert_null(reply);
    assert_int_equal(carrier_ops.control(&e->c, 17, NULL, 0, &reply), MACH_SIGNALLED);
    assert_null(reply);
    task_end_fail_at(2); /* the second block is the body's */
    carrier_free_spares(&e->c);
    assert_int_equal(carrier_ops.control(&e->c, 17, NULL, 0, &reply), PvmNoMem);
    assert_null(reply);
}

TEST_WITH(a_request_that_cannot_be_made, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *reply = NULL;
    ANSWERS(e, {.is_gone = true});
    assert_int_equal(carrier_ops.control(&e->c, 1, "a", 1, &reply), PvmSysErr);
    assert_int_equal(e->asked[0].body[0], 'a');
    assert_int_equal(task_end_references(e, e->asked[0].call.offset), 0);
    assert_int_equal(carrier_ops.control(&e->c, 1, "asked", 5, &reply), PvmSysErr);
    e->c.gone = false;
    task_end_fill_arena(e);
    assert_int_equal(carrier_ops.control(&e->c, 1, "asked", 5, &reply), PvmNoMem);
    assert_int_equal(e->nasked, 1);
}

TEST_WITH(signals_are_given_once, set_up, task_end_end)
{
    struct task_end *e = *state;
    ANSWERS(e, {.values = {.signals = 4}}, {.values = {.signals = 1}}, {0});
    assert_int_equal(carrier_ops.idle(&e->c, 1), 0);
    assert_int_equal(e->slot->reply.values.signals, 0);
    assert_int_equal(carrier_ops.idle(&e->c, 1), 0);
    assert_int_equal(carrier_ops.idle(&e->c, 1), 0);
    assert_int_equal(e->c.attention, MACH_ATTENTION_SIGNALS);
    assert_int_equal(carrier_ops.signals(&e->c), 5);
    assert_int_equal(e->c.attention, 0);
    assert_int_equal(carrier_ops.signals(&e->c), 0);
}

/* Each call that begins inside another one is a handler's, which asks for the turn first. */
TEST_WITH(a_handler_asks_for_the_turn, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
    e->c.attention = MACH_ATTENTION_INSIDE;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(e->taken_back, 1);
    e->c.attention = MACH_ATTENTION_INSIDE;
    (void)carrier_ops.now(&e->c);
    e->c.attention |= MACH_ATTENTION_INSIDE;
    carrier_ops.charge(&e->c, 1);
    e->c.attention |= MACH_ATTENTION_INSIDE;
    (void)carrier_ops.signals(&e->c);
    assert_int_equal(e->taken_back, 4);
    ANSWERS(e, {0}, {0}, {0});
    e->c.attention |= MACH_ATTENTION_INSIDE;
    (void)carrier_ops.idle(&e->c, 1);
    e->c.attention |= MACH_ATTENTION_INSIDE;
    struct mach_frame *reply;
    (void)carrier_ops.control(&e->c, 1, NULL, 0, &reply);
    e->c.attention |= MACH_ATTENTION_INSIDE;
    carrier_ops.leave(&e->c, NULL);
    assert_int_equal(e->taken_back, 7);
    carrier_ops.drop(&e->c, f);
}

TEST_MAIN
