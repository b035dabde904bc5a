/* test_posts.c - what a task's end counts as time: when a hand-over is due, what processor time the program has taken,
 * counted computing; and what a signal cuts short (task.c, waits.c, hardware.c). Without a process: the simulator is a
 * list of answers. Times are in ns. */
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#include "carriers/slots/task/task.h"
#include "pvm3.h"

#include "testing.h"

enum { SEND_NS = 1000, RECV_NS = 2000, FREE_RUN_NS = 100000000, TO = 0x40007, SLOT_INDEX = 5, ARENA_UNIT = 64 };
enum { MOST_CALLS = 8, ARENA_BYTES = 1 << 20 };

/* ---- the simulator and the process ------------------------------------------------------------------------------- */

/* What the simulator answers. `now` 0: no time has passed. */
struct answer {
    struct turn_reply values;
    uint32_t nframes;
};

struct task_end {
    struct carrier_machine c;
    struct carrier_header header;
    struct carrier_slot *slot;
    unsigned char *arena;
    const struct answer *answers;
    struct carrier_call asked[MOST_CALLS];
    int nanswers, nasked;
    int64_t thread_ns;  /* processor time that this thread has used, */
    int64_t answer_ns;  /* what each answer takes of it, in the library and the simulator, */
    int64_t reading_ns; /* and each look at it */
};

#define ANSWERS(E, ...)                                    \
    do {                                                   \
        static const struct answer list[] = {__VA_ARGS__}; \
        (E)->answers = list;                               \
        (E)->nanswers = sizeof list / sizeof list[0];      \
    } while (0)

/* What is called has no other way to its place. */
static struct task_end *current;

bool carrier_hand_over(struct carrier_machine *c, enum carrier_op op)
{
    struct task_end *e = current;
    struct carrier_reply *r = &e->slot->reply;
    c->slot->call.op = (uint32_t)op;
    carrier_begin_call(c);
    if (e->nasked >= e->nanswers)
        fail_msg("call %d is not expected", (int)op);
    const struct answer *a = &e->answers[e->nasked];
    e->asked[e->nasked++] = c->slot->call;
    e->thread_ns += e->answer_ns;
    r->values = a->values;
    if (r->values.now == 0)
        r->values.now = c->clock_ns;
    r->nframes = a->nframes;
    memset(r->frames, 0, a->nframes * sizeof r->frames[0]);
    carrier_read_reply(c);
    return true;
}

bool carrier_tell_marks(struct carrier_machine *c)
{
    c->slot->nmarks = 0;
    return true;
}

void carrier_take_back(struct carrier_machine *c)
{
    c->attention &= ~MACH_ATTENTION_INSIDE;
}

const unsigned char *carrier_look_at(struct carrier_machine *c, const struct carrier_frame *a)
{
    return NULL;
}

void carrier_look_away(struct carrier_machine *c, const struct carrier_frame *a, const unsigned char *body)
{
}

mach_ns mach_early_now(void)
{
    return 0;
}

int mach_early_real(void)
{
    return 0;
}

void carrier_early_set(int64_t clock_ns)
{
}

void carrier_spend_beside(struct carrier_machine *c)
{
}

/* The test is linked with --wrap: this comes before libc's. The task's end asks the system for one thing alone. */
long __wrap_syscall(long number, int clock, struct timespec *t);
long __wrap_syscall(long number, int clock, struct timespec *t)
{
    assert_int_equal(number, SYS_clock_gettime);
    assert_int_equal(clock, CLOCK_THREAD_CPUTIME_ID);
    current->thread_ns += current->reading_ns;
    *t = (struct timespec){current->thread_ns / 1000000000, current->thread_ns % 1000000000};
    return 0;
}

static void *zeroed(size_t bytes)
{
    void *p = aligned_alloc(ARENA_UNIT, (bytes + ARENA_UNIT - 1) / ARENA_UNIT * ARENA_UNIT);
    assert_non_null(p);
    return memset(p, 0, bytes);
}

static int set_up(void **state)
{
    struct task_end *e = zeroed(sizeof *e);
    e->slot = zeroed(sizeof *e->slot);
    e->arena = zeroed(ARENA_BYTES);
    e->slot->turn = CARRIER_TASK;
    e->slot->who.tid = 0x40005;
    e->slot->who.node = 1;
    e->slot->native_send_ns = SEND_NS;
    e->slot->native_recv_ns = RECV_NS;
    e->c.slot = e->slot;
    e->c.header = &e->header;
    e->c.socket.fd = e->c.memory.fd = -1;
    e->c.slot_index = SLOT_INDEX;
    e->c.joined = true;
    arena_init(&e->c.arena, e->arena, ARENA_BYTES);
    current = e;
    *state = e;
    return 0;
}

static int tear_down(void **state)
{
    struct task_end *e = *state;
    arena_end(&e->c.arena);
    carrier_free_spares(&e->c);
    free(e->slot);
    free(e->arena);
    free(e);
    return 0;
}

static struct mach_frame *new_frame(struct task_end *e)
{
    struct mach_frame *f;
    assert_int_equal(carrier_ops.frame(&e->c, 0, &f), 0);
    f->dst_tid = TO;
    return f;
}

/* ---- hand-overs that are due ------------------------------------------------------------------------------------- */

/* A loop that only reads clocks lets others go on: each 100 ms, counted from where its turn began. */
TEST_WITH(who_computes_hands_over_at_times, set_up, tear_down)
{
    struct task_end *e = *state;
    ANSWERS(e, {.values = {.now = FREE_RUN_NS + 9, .same_turn = 1}}, {.values = {.now = 500000000}}, {.nframes = 0});
    carrier_ops.charge(&e->c, FREE_RUN_NS);
    assert_int_equal(e->nasked, 0);
    carrier_ops.charge(&e->c, 1);
    assert_int_equal(e->asked[0].op, CARRIER_FLUSH);
    assert_int_equal(e->asked[0].cpu_ns, FREE_RUN_NS + 1);
    carrier_ops.charge(&e->c, 1); /* 8 ns went by; the turn is the same, so that it is due again */
    assert_int_equal(e->asked[1].t_ns, FREE_RUN_NS + 10);
    carrier_ops.charge(&e->c, FREE_RUN_NS);
    assert_int_equal(e->nasked, 2);
    carrier_ops.charge(&e->c, 1);
    assert_int_equal(e->nasked, 3);
}

/* What is no time of the turn's own does not count. */
TEST_WITH(time_that_the_simulator_adds_is_not_computed, set_up, tear_down)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
    e->slot->by_hand = 1;
    ANSWERS(e, {.values = {.now = SEND_NS + 3 * FREE_RUN_NS, .same_turn = 1}}, {.nframes = 0});
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    carrier_ops.charge(&e->c, FREE_RUN_NS - SEND_NS);
    assert_int_equal(e->nasked, 1);
    carrier_ops.charge(&e->c, 1);
    assert_int_equal(e->nasked, 2);
    carrier_ops.drop(&e->c, f);
}

/* Each says so, and gives nothing else; of a sleep it is known what is left. */
TEST_WITH(what_a_signal_cuts_short, set_up, tear_down)
{
    struct task_end *e = *state;
    struct mach_frame *reply = NULL;
    const int32_t tids[] = {TO};
    uint32_t all = 77;
    ANSWERS(e, {.values = {.interrupted = 1, .status = 5}}, {.values = {.interrupted = 1}},
            {.values = {.interrupted = 1, .result = 3}, .nframes = 1}, {.values = {.interrupted = 1, .now = 60}},
            {.values = {.interrupted = 1, .now = 100}});
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 1, &all), MACH_SIGNALLED);
    assert_int_equal(all, 77);
    assert_int_equal(carrier_ops.meet(&e->c, tids, 1), MACH_SIGNALLED);
    assert_int_equal(carrier_ops.control(&e->c, 17, NULL, 0, &reply), MACH_SIGNALLED);
    assert_null(reply);
    assert_int_equal(carrier_ops.idle(&e->c, 100), 40);
    assert_int_equal(carrier_ops.idle(&e->c, 40), 0); /* just at its end */
}

/* The host has no row, no column, no part in a barrier of the cells, and no status line. */
TEST_WITH(what_the_host_may_not, set_up, tear_down)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
    uint32_t own = 9;
    assert_int_equal(carrier_ops.broadcast(&e->c, MACH_ROW, f), 0);
    e->slot->who.node = 0;
    assert_int_equal(carrier_ops.broadcast(&e->c, MACH_ROW, f), PvmBadParam);
    assert_int_equal(carrier_ops.broadcast(&e->c, MACH_COLUMN, f), PvmBadParam);
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_CELLS, 1, NULL), PvmBadParam);
    assert_int_equal(carrier_ops.status(&e->c, &own, NULL), PvmBadParam);
    assert_int_equal(e->slot->nposts, 1);
    carrier_ops.drop(&e->c, f);
}

/* ---- measured ---------------------------------------------------------------------------------------------------- */

/* --cpu measured: the program's own work counts, times the factor; the library's does not. */
TEST_WITH(own_work_is_measured, set_up, tear_down)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
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
TEST_WITH(the_work_of_answers_is_not, set_up, tear_down)
{
    struct task_end *e = *state;
    struct mach_identity who;
    struct mach_frame *reply, *f = new_frame(e);
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1;
    e->answer_ns = 900;
    e->slot->native_send_ns = 0;
    ANSWERS(e, {.nframes = 0}, {.values = {.ahead = 1}}, {.values = {.shares_node = 1}}, {.values = {.shares_node = 1}},
            {.nframes = 0}, {.nframes = 0}, {.values = {.ahead = 1}}, {.nframes = 0});
    assert_int_equal(carrier_ops.join(&e->c, &who), 0);
    assert_int_equal(carrier_ops.idle(&e->c, 0), 0);
    e->thread_ns += 5;
    assert_int_equal(carrier_ops.now(&e->c), 5); /* CARRIER_SETTLE, then _FLUSH */
    assert_int_equal(e->nasked, 4);
    assert_int_equal(e->asked[3].cpu_ns, 0);
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
TEST_WITH(the_clock_itself_is_not, set_up, tear_down)
{
    struct task_end *e = *state;
    struct mach_identity who;
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1000;
    e->reading_ns = 3;
    ANSWERS(e, {.nframes = 0});
    assert_int_equal(carrier_ops.join(&e->c, &who), 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(carrier_ops.now(&e->c), 0);
    e->thread_ns += 7;
    assert_int_equal(carrier_ops.now(&e->c), 7000);
}

/* From the begin of a call to its end it is the library that works; a handler's call begins a new one. */
TEST_WITH(the_work_inside_calls_is_not, set_up, tear_down)
{
    struct task_end *e = *state;
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1;
    e->c.cpu_seen_ns = e->thread_ns;
    e->thread_ns += 10;
    carrier_ops.mark(&e->c, MACH_MARK_CALL, "pvm_pkint", NULL, NULL);
    e->thread_ns += 700;
    carrier_ops.charge(&e->c, 0);
    e->thread_ns += 300;
    carrier_ops.mark(&e->c, MACH_MARK_RETURN, NULL, NULL, NULL);
    assert_int_equal(carrier_ops.now(&e->c), 10);
    e->thread_ns += 20;
    carrier_ops.mark(&e->c, MACH_MARK_CALL, "pvm_recv", NULL, NULL);
    carrier_ops.charge(&e->c, 0);
    e->thread_ns += 5;
    carrier_ops.mark(&e->c, MACH_MARK_CALL, "pvm_send", NULL, NULL);
    assert_int_equal(e->c.clock_ns, 35);
    assert_int_equal(e->slot->nmarks, 0); /* nobody looks into the run */
}

TEST_WITH(waits_are_measured_until_they_begin, set_up, tear_down)
{
    struct task_end *e = *state;
    struct mach_frame *f;
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1;
    e->thread_ns = 100;
    e->answer_ns = 900;
    ANSWERS(e, {.values = {.interrupted = 1}}, {.nframes = 0}, {.nframes = 1}, {.nframes = 0});
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(e->asked[0].cpu_ns, 100);
    assert_int_equal(e->asked[1].cpu_ns, 0);
    e->thread_ns += 50;
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 1);
    assert_int_equal(e->asked[2].cpu_ns, 50);
    assert_int_equal(e->c.cpu_ns, RECV_NS);
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 0);
    assert_int_equal(e->asked[3].cpu_ns, RECV_NS);
    carrier_ops.drop(&e->c, f);
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
    e->slot->work_price = (struct mach_work_price){.cycle_ps = 40000, .weight = {[PVMSIM_WORK_INT] = MACH_WORK_UNITS}};
    return failed != 0 || !mach_work_add(&work, counters);
}

static int forget(void **state)
{
    struct task_end *e = *state;
    mach_work_end(e->c.work);
    return tear_down(state);
}

TEST_WITH(counted_work_comes_before_each_call, count, forget)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
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
    ANSWERS(e, {.nframes = 0});
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
    ANSWERS(e, {.nframes = 0});
    e->c.work->until_ns = 1; /* of the clock before */
    assert_int_equal(carrier_ops.join(&e->c, &who), 0);
    assert_int_equal(e->asked[0].status, 1); /* it is counted */
    assert_int_equal(who.worked, 40000);
    assert_int_equal(e->c.clock_ns, 40000);
}

TEST_MAIN
