/* test_hardware.c - a task's end asks for the broadcast bus, the barrier tree and its status lines (hardware.c): who
 * may ask for what, and what comes of each answer. Times are in ns.
 */

#include "pvm3.h"
#include "task_end.h"

#include "testing.h"

enum { SEND_NS = 1000, COST_NS = 30 };

static const int32_t others[] = {0x40001, 0x40002, 0x40003};
enum { NOTHERS = sizeof others / sizeof others[0] };

static int set_up(void **state)
{
    int failed = task_end_begin(state);
    ((struct task_end *)*state)->slot->native_send_ns = SEND_NS;
    return failed;
}

static struct mach_frame *new_frame(struct task_end *e)
{
    struct mach_frame *f;
    assert_int_equal(carrier_ops.frame(&e->c, 0, &f), 0);
    return f;
}

/* A handler's call: it asks for the turn before all else. */
static void from_a_handler(struct task_end *e)
{
    e->c.attention |= MACH_ATTENTION_INSIDE;
}

/* ---- broadcasts -------------------------------------------------------------------------------------------------- */

TEST_WITH(whom_a_broadcast_reaches, set_up, task_end_end)
{
    struct task_end *e = *state;
    static const int from_cell[] = {MACH_MACHINE, MACH_CELLS, MACH_ROW, MACH_COLUMN};
    struct mach_frame *f = new_frame(e);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(carrier_ops.broadcast(&e->c, from_cell[i], f), 0);
        assert_int_equal(e->slot->nposts, i + 1);
        assert_int_equal(e->slot->posts[i].op, CARRIER_BROADCAST);
        assert_int_equal(e->slot->posts[i].dst_tid, from_cell[i]);
    }
    assert_int_equal(carrier_ops.broadcast(&e->c, MACH_COLUMN + 1, f), PvmBadParam);
    assert_int_equal(carrier_ops.broadcast(&e->c, -1, f), PvmBadParam);
    e->slot->who.node = 0; /* the host has no row */
    assert_int_equal(carrier_ops.broadcast(&e->c, MACH_ROW, f), PvmBadParam);
    assert_int_equal(carrier_ops.broadcast(&e->c, MACH_COLUMN, f), PvmBadParam);
    assert_int_equal(e->slot->nposts, 4);
    assert_int_equal(carrier_ops.broadcast(&e->c, MACH_MACHINE, f), 0);
    assert_int_equal(carrier_ops.broadcast(&e->c, MACH_CELLS, f), 0);
    assert_int_equal(e->slot->nposts, 6);
    carrier_ops.drop(&e->c, f);
}

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

TEST_WITH(a_barrier, set_up, task_end_end)
{
    struct task_end *e = *state;
    uint32_t all = 77;
    ANSWERS(e, {.values = {.status = 6}}, {.values = {.status = 5}}, {.values = {.result = PvmSysErr, .status = 5}},
            {.values = {.interrupted = 1, .status = 5}}, {.is_gone = true});
    from_a_handler(e);
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_CELLS, 2, &all), 0);
    assert_int_equal(e->taken_back, 1);
    assert_int_equal(e->asked[0].call.op, CARRIER_BARRIER);
    assert_int_equal(e->asked[0].call.request, MACH_CELLS);
    assert_int_equal(e->asked[0].call.status, 2);
    assert_int_equal(all, 6);
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 1, NULL), 0);
    assert_int_equal(e->asked[1].call.request, MACH_MACHINE);
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 1, &all), PvmSysErr);
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 1, &all), MACH_SIGNALLED);
    assert_int_equal(all, 6); /* only success writes it */
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 1, &all), PvmSysErr);
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 1, &all), PvmSysErr); /* nobody is asked any more */
    assert_int_equal(all, 6);
}

TEST_WITH(who_is_in_no_barrier, set_up, task_end_end)
{
    struct task_end *e = *state;
    uint32_t all = 77;
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_ROW, 1, &all), PvmBadParam);
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_COLUMN, 1, &all), PvmBadParam);
    e->slot->who.node = 0;
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_CELLS, 1, &all), PvmBadParam);
    ANSWERS(e, {0});
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 1, &all), 0);
    assert_int_equal(all, 0);
}

TEST_WITH(status_lines, set_up, task_end_end)
{
    struct task_end *e = *state;
    uint32_t own = 9, all = 77;
    ANSWERS(e, {.values = {.status = 13}}, {.values = {.status = 4}}, {.values = {.result = PvmSysErr}},
            {.values = {.status = 1}}, {.is_gone = true});
    from_a_handler(e);
    assert_int_equal(carrier_ops.status(&e->c, &own, &all), 0);
    assert_int_equal(e->taken_back, 1);
    assert_int_equal(e->asked[0].call.op, CARRIER_STATUS);
    assert_int_equal(e->asked[0].call.request, 1);
    assert_int_equal(e->asked[0].call.status, 9);
    assert_int_equal(all, 13);
    e->slot->who.node = 0;
    assert_int_equal(carrier_ops.status(&e->c, &own, &all), PvmBadParam);
    assert_int_equal(carrier_ops.status(&e->c, NULL, &all), 0); /* the host may look */
    assert_int_equal(e->asked[1].call.request, 0);
    assert_int_equal(e->asked[1].call.status, 0);
    assert_int_equal(all, 4);
    assert_int_equal(carrier_ops.status(&e->c, NULL, NULL), PvmSysErr);
    assert_int_equal(carrier_ops.status(&e->c, NULL, NULL), 0);
    assert_int_equal(carrier_ops.status(&e->c, NULL, &all), PvmSysErr);
    assert_int_equal(carrier_ops.status(&e->c, NULL, &all), PvmSysErr);
    assert_int_equal(e->nasked, 5);
}

/* ---- lists of tasks ---------------------------------------------------------------------------------------------- */

static void expect_posts_to(const struct task_end *e, int n)
{
    assert_int_equal(e->slot->nposts, n);
    for (int i = 0; i < n; i++) {
        assert_int_equal(e->slot->posts[i].op, CARRIER_POST);
        assert_int_equal(e->slot->posts[i].dst_tid, others[i]);
        assert_int_equal(e->slot->posts[i].t_ns, (i + 1) * (COST_NS + SEND_NS));
    }
}

TEST_WITH(a_list_without_the_hardware, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
    from_a_handler(e);
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, NOTHERS, COST_NS), 0); /* without a hand-over */
    expect_posts_to(e, NOTHERS);
    assert_int_equal(e->taken_back, 1);
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, 0, COST_NS), 0);
    assert_int_equal(e->slot->nposts, NOTHERS);
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(a_list_over_the_bus, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
    e->slot->who.hardware = 1;
    ANSWERS(e, {.values = {.result = 1}}, {.values = {.result = 0}}, {0});
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, 0, COST_NS), 0);
    assert_int_equal(e->nasked, 0);
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, NOTHERS, COST_NS), 0);
    assert_int_equal(e->asked[0].call.op, CARRIER_AUDIENCE);
    assert_int_equal(e->asked[0].call.len_bytes, sizeof others);
    assert_memory_equal(e->asked[0].body, others, sizeof others);
    assert_int_equal(e->slot->nposts, 1);
    assert_int_equal(e->slot->posts[0].op, CARRIER_BROADCAST);
    assert_int_equal(e->slot->posts[0].dst_tid, CARRIER_AUDIENCE_ONLY);
    assert_int_equal(e->slot->posts[0].t_ns, COST_NS + SEND_NS);
    e->slot->nposts = 0;
    carrier_set_clock(&e->c, 0);
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, NOTHERS, COST_NS), 0); /* they are not all */
    expect_posts_to(e, NOTHERS);
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, 1, COST_NS), 0);
    assert_int_equal(e->asked[2].call.len_bytes, sizeof others[0]);
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(lists_with_errors, set_up, task_end_end)
{
    struct task_end *e = *state;
    static const int32_t with_none[] = {1, 0, 0x40003};
    struct mach_frame *f = new_frame(e);
    assert_int_equal(carrier_ops.multicast(&e->c, f, with_none, 3, COST_NS), PvmBadParam);
    assert_int_equal(e->slot->nposts, 1); /* those before have got it */
    e->slot->who.hardware = 1;
    ANSWERS(e, {.values = {.result = PvmBadParam}}, {.values = {.interrupted = 1}});
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, NOTHERS, COST_NS), PvmBadParam);
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, NOTHERS, COST_NS), MACH_SIGNALLED);
    assert_int_equal(e->slot->nposts, 0);
    e->c.gone = true;
    e->slot->who.hardware = 0;
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, NOTHERS, COST_NS), PvmSysErr);
    carrier_ops.drop(&e->c, f);
}

/* --cpu measured: the work before each post counts, that of the library does not. */
TEST_WITH(a_list_that_is_measured, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f = new_frame(e);
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1;
    e->thread_ns = 500;
    assert_int_equal(carrier_ops.multicast(&e->c, f, others, 2, COST_NS), 0);
    assert_int_equal(e->slot->posts[1].t_ns, 500 + 2 * (COST_NS + SEND_NS));
    assert_int_equal(e->slot->posts[0].cpu_ns, 500 + COST_NS + SEND_NS);
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(who_the_barrier_tree_serves, set_up, task_end_end)
{
    struct task_end *e = *state;
    ANSWERS(e, {.values = {.result = 1}}, {.values = {.result = 0}}, {.values = {.result = 1, .interrupted = 1}}, {0},
            {.is_gone = true});
    from_a_handler(e);
    assert_int_equal(carrier_ops.covers(&e->c, others, NOTHERS), 1);
    assert_int_equal(e->taken_back, 1);
    assert_int_equal(e->asked[0].call.op, CARRIER_COVERS);
    assert_memory_equal(e->asked[0].body, others, sizeof others);
    assert_int_equal(task_end_references(e, e->asked[0].call.offset), 0);
    assert_int_equal(carrier_ops.covers(&e->c, others, NOTHERS), 0);
    assert_int_equal(carrier_ops.covers(&e->c, others, NOTHERS), 0);
    assert_int_equal(carrier_ops.covers(&e->c, NULL, 0), 0);
    assert_int_equal(e->asked[3].call.len_bytes, 0);
    assert_int_equal(carrier_ops.covers(&e->c, others, -1), 0);
    assert_int_equal(carrier_ops.covers(&e->c, NULL, 1), 0);
    assert_int_equal(e->nasked, 4);
    assert_int_equal(carrier_ops.covers(&e->c, others, NOTHERS), 0);
    assert_int_equal(carrier_ops.covers(&e->c, others, NOTHERS), 0);
    assert_int_equal(e->nasked, 5);
}

TEST_WITH(meetings, set_up, task_end_end)
{
    struct task_end *e = *state;
    ANSWERS(e, {0}, {.values = {.result = PvmNoTask}}, {.values = {.interrupted = 1}}, {.is_gone = true});
    assert_int_equal(carrier_ops.meet(&e->c, others, 1), 0);
    assert_int_equal(e->asked[0].call.op, CARRIER_MEET);
    assert_int_equal(e->asked[0].call.len_bytes, 4);
    assert_int_equal(carrier_ops.meet(&e->c, others, NOTHERS), PvmNoTask);
    assert_int_equal(carrier_ops.meet(&e->c, others, NOTHERS), MACH_SIGNALLED);
    assert_int_equal(carrier_ops.meet(&e->c, others, -1), PvmBadParam);
    assert_int_equal(carrier_ops.meet(&e->c, NULL, 2), PvmBadParam);
    assert_int_equal(carrier_ops.meet(&e->c, others, NOTHERS), PvmSysErr);
    assert_int_equal(carrier_ops.meet(&e->c, others, -1), PvmSysErr); /* the machine is gone */
    e->c.gone = false;
    task_end_fill_arena(e);
    assert_int_equal(carrier_ops.meet(&e->c, others, NOTHERS), PvmNoMem);
}

/* What the library and the simulator work while a call is answered is not the program's. */
TEST_WITH(answers_are_not_measured, set_up, task_end_end)
{
    struct task_end *e = *state;
    uint32_t all;
    e->c.charges = CARRIER_CHARGES_MEASURED;
    e->header.cpu_factor = 1;
    ANSWERS(e, {0}, {0}, {0}, {0});
    e->answer_ns = 900;
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 0, &all), 0);
    e->thread_ns += 100;
    assert_int_equal(carrier_ops.status(&e->c, NULL, &all), 0);
    assert_int_equal(e->asked[1].call.cpu_ns, 100);
    assert_int_equal(carrier_ops.meet(&e->c, others, 1), 0);
    assert_int_equal(e->asked[2].call.cpu_ns, 0);
    assert_int_equal(carrier_ops.barrier(&e->c, MACH_MACHINE, 0, &all), 0);
    assert_int_equal(e->asked[3].call.cpu_ns, 0);
}

TEST_MAIN
