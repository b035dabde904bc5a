/* conformance_hardware.c - the conformance suite: broadcasts, barriers and status lines, in hardware or in software. */
#include "conformance_run.h"

#define STEP_NS 1000000
#define COST_NS 10000000

/* Returns the OR of one word from each task. */
static uint32_t gather(struct run *r, uint32_t mine)
{
    uint32_t all = 0;
    CHECK_EQ(r, r->ops->barrier(r->m, MACH_MACHINE, mine, &all), 0);
    return all;
}

static uint32_t bit(int number)
{
    return UINT32_C(1) << number % 32;
}

static struct mach_frame *small_frame(struct run *r, int tag)
{
    struct mach_frame *f = NULL;
    CHECK_EQ(r, r->ops->frame(r->m, 10, &f), 0);
    memset(f->body, tag, 10);
    f->tag = tag;
    f->context = 3;
    f->encoding = PvmDataRaw;
    return f;
}

/* ---- broadcast, multicast ---------------------------------------------------------------------------------------- */

void check_broadcast_cells(struct run *r)
{
    int from = r->n - 1;
    if (r->role == from) {
        struct mach_frame *f = small_frame(r, 78);
        CHECK_EQ(r, r->ops->broadcast(r->m, MACH_CELLS, f), 0);
        CHECK_EQ(r, r->ops->broadcast(r->m, -1, f), PvmBadParam);
        r->ops->drop(r->m, f);
    } else if (r->who.node > 0) {
        run_expect(r, from, 78, 10);
    }
}

/* Broadcasts to the cells of a row, then of a column. From a barrier all tasks learn which these are. The host has
 * none. Role 1 is on a cell. */
void check_broadcast_lines(struct run *r)
{
    int from = 1, nx = r->who.cells_x, here = r->who.node - 1;
    for (int column = 0; column < 2; column++) {
        uint32_t line = gather(r, r->role == from ? (uint32_t)(column ? here % nx : here / nx) : 0);
        if (r->role == from) {
            struct mach_frame *f = small_frame(r, 79 + column);
            CHECK_EQ(r, r->ops->broadcast(r->m, column ? MACH_COLUMN : MACH_ROW, f), 0);
            r->ops->drop(r->m, f);
        } else if (here >= 0 && (uint32_t)(column ? here % nx : here / nx) == line) {
            run_expect(r, from, 79 + column, 10);
        } else if (here < 0) {
            struct mach_frame *f = small_frame(r, 79 + column);
            CHECK_EQ(r, r->ops->broadcast(r->m, column ? MACH_COLUMN : MACH_ROW, f), PvmBadParam);
            r->ops->drop(r->m, f);
        }
    }
}

/* Neither a broadcast nor a multicast overtakes a long message that was posted before it. */
void check_broadcast_order(struct run *r)
{
    enum { LONG = 500000 };
    if (r->role > 0) {
        if (r->role == 1)
            run_expect(r, 0, 80, LONG);
        run_expect(r, 0, 81, 10);
        if (r->role == 1)
            run_expect(r, 0, 82, LONG);
        run_expect(r, 0, 83, 10);
        return;
    }
    struct mach_frame *f = small_frame(r, 81);
    run_post(r, 1, 80, LONG, 1);
    CHECK_EQ(r, r->ops->broadcast(r->m, MACH_MACHINE, f), 0);
    run_post(r, 1, 82, LONG, 1);
    f->tag = 83;
    CHECK_EQ(r, r->ops->multicast(r->m, f, r->tid + 1, r->n - 1, 0), 0);
    r->ops->drop(r->m, f);
}

/* Multicasts to all others, and to all but the last one: of the two, the last one gets only the first. The cost is
 * spent once if hardware is used and all others are meant; else once for each. */
void check_multicast(struct run *r)
{
    int last = r->n - 1;
    if (r->role > 0) {
        run_expect(r, 0, 84, 10);
        if (r->role < last)
            run_expect(r, 0, 85, 10);
        return;
    }
    struct mach_frame *f = small_frame(r, 84);
    mach_ns before = r->ops->now(r->m);
    CHECK_EQ(r, r->ops->multicast(r->m, f, r->tid + 1, r->n - 1, COST_NS), 0);
    mach_ns all = r->ops->now(r->m);
    f->tag = 85;
    CHECK_EQ(r, r->ops->multicast(r->m, f, r->tid + 1, r->n - 2, COST_NS), 0);
    mach_ns some = r->ops->now(r->m);
    if (!run_in_real_time(r)) {
        CHECK_EQ(r, (all - before) / COST_NS, r->who.hardware ? 1 : r->n - 1);
        CHECK_EQ(r, (some - all) / COST_NS, r->n - 2);
    }
    r->ops->drop(r->m, f);
}

/* ---- barriers, status lines -------------------------------------------------------------------------------------- */

void check_barrier_status(struct run *r)
{
    uint32_t everybody = 0, cells, all = 0;
    for (int role = 0; role < r->n; role++)
        everybody |= bit(role);
    CHECK_EQ(r, gather(r, bit(r->role)), everybody);
    CHECK_EQ(r, gather(r, 0), 0);
    cells = gather(r, r->who.node > 0 ? bit(r->role) : 0);
    CHECK_EQ(r, r->ops->barrier(r->m, -1, 0, NULL), PvmBadParam);
    if (r->who.node == 0) {
        CHECK_EQ(r, r->ops->barrier(r->m, MACH_CELLS, 0, NULL), PvmBadParam);
        return;
    }
    mach_ns before = r->ops->now(r->m);
    r->ops->idle(r->m, r->role * STEP_NS);
    CHECK_EQ(r, r->ops->barrier(r->m, MACH_CELLS, bit(r->role), &all), 0);
    CHECK_EQ(r, all, cells);
    for (int role = 0; role < r->n && role < 32; role++)
        if (cells & bit(role))
            CHECK(r, run_in_real_time(r) || r->ops->now(r->m) >= before + role * STEP_NS);
}

void check_status_lines(struct run *r)
{
    uint32_t own = bit(r->who.node), none = 0, all = 0;
    uint32_t expected = gather(r, r->who.node > 0 ? own : 0);
    CHECK_EQ(r, r->ops->status(r->m, NULL, NULL), 0);
    CHECK_EQ(r, r->ops->status(r->m, &own, NULL), r->who.node > 0 ? 0 : PvmBadParam);
    gather(r, 0);
    CHECK_EQ(r, r->ops->status(r->m, NULL, &all), 0);
    CHECK_EQ(r, all, expected);
    gather(r, 0);
    if (r->who.node > 0)
        CHECK_EQ(r, r->ops->status(r->m, &none, NULL), 0);
    gather(r, 0);
    CHECK_EQ(r, r->ops->status(r->m, NULL, &all), 0);
    CHECK_EQ(r, all, 0);
}

/* ---- lists that cover the machine -------------------------------------------------------------------------------- */

void check_meet(struct run *r)
{
    int cells = r->who.cells_x * r->who.cells_y, covers = r->ops->covers(r->m, r->tid, r->n);
    int32_t turned[RUN_MAX_TASKS];
    for (int i = 0; i < r->n; i++) /* each task gives the list in an order of its own */
        turned[i] = r->tid[(i + r->role) % r->n];
    bool crowded = r->n > cells + 1;
    CHECK_EQ(r, r->ops->covers(r->m, turned, r->n), covers);
    CHECK_EQ(r, r->ops->covers(r->m, r->tid, 0), 0);
    CHECK(r, !covers || !crowded);
    CHECK(r, r->n != cells || r->who.node != 0 || !covers);
    if (!covers) {
        CHECK_EQ(r, r->ops->meet(r->m, r->tid, r->n), PvmBadParam);
        return;
    }
    turned[0] = r->tid[(r->role + 1) % r->n]; /* one task twice, and the caller not at all */
    CHECK_EQ(r, r->ops->meet(r->m, turned, r->n), PvmBadParam);
    turned[0] = r->who.tid;
    for (int round = 0; round < 3; round++) {
        gather(r, 0);
        mach_ns before = r->ops->now(r->m);
        r->ops->idle(r->m, (r->role + round) % r->n * STEP_NS);
        CHECK_EQ(r, r->ops->meet(r->m, turned, r->n), 0);
        CHECK(r, run_in_real_time(r) || r->ops->now(r->m) >= before + (r->n - 1) * STEP_NS);
    }
}

void check_meet_gone(struct run *r)
{
    if (r->ops->covers(r->m, r->tid, r->n))
        CHECK_EQ(r, r->ops->meet(r->m, r->tid, r->n), PvmNoTask);
}
