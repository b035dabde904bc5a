/* conformance.c - the conformance suite: joining, time, frames, order, broadcast, barrier, leaving.
 *
 * conformance_control.c has the requests to the host, and conformance_hardware.c what hardware may do. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "conformance_run.h"

void run_check_eq(struct run *r, long long got, long long wanted, const char *what, int line)
{
    if (got == wanted)
        return;
    r->failures++;
    fprintf(stderr, "%s: role %d: line %d: %s is %lld, not %lld\n", r->check, r->role, line, what, got, wanted);
}

bool run_in_real_time(const struct run *r)
{
    return r->who.real_time == MACH_TIME_REAL;
}

void run_check_now(struct run *r, mach_ns wanted, int line)
{
    mach_ns now = r->ops->now(r->m);
    if (!run_in_real_time(r) || now < wanted)
        run_check_eq(r, now, wanted, "the time", line);
}

void run_post(struct run *r, int to_role, int tag, uint32_t len, int fill)
{
    struct mach_frame *f = NULL;
    int code = r->ops->frame(r->m, len, &f);
    CHECK_EQ(r, code, 0);
    if (code < 0)
        return;
    if (len > 0)
        memset(f->body, fill, len);
    f->dst_tid = r->tid[to_role];
    f->tag = tag;
    f->context = 3;
    f->encoding = PvmDataRaw;
    CHECK_EQ(r, r->ops->post(r->m, f), 0);
    r->ops->drop(r->m, f);
}

struct mach_frame *run_take(struct run *r)
{
    struct mach_want want = {.values = {.tid = MACH_ANY, .tag = MACH_ANY, .context = MACH_ANY}, .call = r->check};
    struct mach_frame *f = NULL;
    int code = r->ops->wait(r->m, MACH_FOREVER, &want, &f);
    CHECK_EQ(r, code, 1);
    return code == 1 ? f : NULL;
}

void run_expect(struct run *r, int from_role, int tag, uint32_t len)
{
    struct mach_frame *f = run_take(r);
    if (f == NULL)
        return;
    CHECK_EQ(r, f->src_tid, r->tid[from_role]);
    CHECK_EQ(r, f->dst_tid, r->who.tid);
    CHECK_EQ(r, f->tag, tag);
    CHECK_EQ(r, f->context, 3);
    CHECK_EQ(r, f->encoding, PvmDataRaw);
    CHECK_EQ(r, f->len_bytes, len);
    CHECK(r, f->arrived <= r->ops->now(r->m));
    r->ops->drop(r->m, f);
}

static bool nothing_here(struct run *r)
{
    struct mach_frame *f = NULL;
    int code = r->ops->wait(r->m, 0, NULL, &f);
    if (code == 1)
        r->ops->drop(r->m, f);
    return code == 0;
}

/* ---- one task ---------------------------------------------------------------------------------------------------- */

static void check_identity(struct run *r)
{
    CHECK(r, r->ops->size >= sizeof(struct mach_ops));
    CHECK(r, r->ops->name != NULL && r->ops->name[0] != 0);
    for (size_t at = offsetof(struct mach_ops, join); at < sizeof(struct mach_ops); at += sizeof(void (*)(void))) {
        void (*slot)(void);
        memcpy(&slot, (const char *)r->ops + at, sizeof slot);
        CHECK(r, slot != NULL);
    }
    CHECK(r, r->who.tid > 0);
    CHECK(r, r->who.node >= 0);
    CHECK(r, r->who.node_name[0] != 0);
    CHECK(r, r->who.node <= r->who.cells_x * r->who.cells_y);
    for (int i = 0; i < MACH_NCOSTS; i++)
        CHECK(r, r->who.cost_ns[i] >= 0);
}

static void check_clock(struct run *r)
{
    mach_ns before = r->ops->now(r->m);
    CHECK(r, before >= 0);
    run_check_now(r, before, __LINE__);
    static const mach_ns spans[] = {0, 1, 999, 1000000007};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        before = r->ops->now(r->m);
        r->ops->charge(r->m, spans[i]);
        mach_ns charged = run_in_real_time(r) ? 0 : spans[i];
        run_check_now(r, before + charged, __LINE__);
        r->ops->idle(r->m, spans[i]);
        run_check_now(r, before + charged + spans[i], __LINE__);
    }
}

static void check_frame(struct run *r)
{
    static const uint32_t lens[] = {0, 1, 7, 4096, 100000};
    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
        struct mach_frame *f = NULL;
        CHECK_EQ(r, r->ops->frame(r->m, lens[i], &f), 0);
        CHECK_EQ(r, f->len_bytes, lens[i]);
        CHECK(r, (f->body == NULL) == (lens[i] == 0));
        CHECK_EQ(r, (uintptr_t)f->body % _Alignof(max_align_t), 0);
        if (lens[i] > 0)
            memset(f->body, 0x5a, lens[i]);
        r->ops->drop(r->m, f);
    }
}

static void check_post_self(struct run *r)
{
    mach_ns sent = r->ops->now(r->m);
    run_post(r, r->role, 41, 12, 1);
    struct mach_frame *f = run_take(r);
    if (f == NULL)
        return;
    CHECK(r, f->arrived >= sent && f->arrived <= r->ops->now(r->m));
    CHECK_EQ(r, f->src_tid, r->who.tid);
    CHECK_EQ(r, f->tag, 41);
    r->ops->drop(r->m, f);
}

static void check_post_nowhere(struct run *r)
{
    static const int not_tasks[] = {0, -1, (int)0x80040001};
    const int systems[] = {TID_SYSTEM, tid_system_of(tid_of_node(0)), tid_system_of(TID_NODE_PART)};
    struct mach_frame *f = NULL;
    CHECK_EQ(r, r->ops->frame(r->m, 4, &f), 0);
    memset(f->body, 0, 4);
    for (size_t i = 0; i < sizeof not_tasks / sizeof *not_tasks; i++) {
        f->dst_tid = not_tasks[i];
        CHECK_EQ(r, r->ops->post(r->m, f), PvmBadParam);
    }
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) { /* a tag that means nothing to the system */
        f->dst_tid = systems[i];
        f->tag = 7;
        CHECK_EQ(r, r->ops->post(r->m, f), 0);
    }
    r->ops->drop(r->m, f);
}

static void check_wait_deadline(struct run *r)
{
    struct mach_frame *f = NULL;
    mach_ns deadline = r->ops->now(r->m) + 5000000;
    CHECK_EQ(r, r->ops->wait(r->m, 0, NULL, &f), 0);
    CHECK_EQ(r, r->ops->wait(r->m, deadline, NULL, &f), 0);
    run_check_now(r, deadline, __LINE__);
    CHECK_EQ(r, r->ops->wait(r->m, deadline - 1, NULL, &f), 0);
    run_check_now(r, deadline, __LINE__);
    run_post(r, r->role, 42, 0, 0);
    CHECK_EQ(r, r->ops->wait(r->m, r->ops->now(r->m) + 1000000000, NULL, &f), 1);
    CHECK(r, run_in_real_time(r) || r->ops->now(r->m) < deadline + 1000000000);
    r->ops->drop(r->m, f);
}

/* ---- several tasks ----------------------------------------------------------------------------------------------- */

/* Long and short messages alternate: a short one must not overtake a long one. */
static void check_pair_order(struct run *r)
{
    enum { COUNT = 60 };
    if (r->role == 0)
        for (int i = 0; i < COUNT; i++)
            for (int to = 1; to < r->n; to++)
                run_post(r, to, i, i % 3 == 0 ? 50000 : (uint32_t)i, i);
    else
        for (int i = 0; i < COUNT; i++)
            run_expect(r, 0, i, i % 3 == 0 ? 50000 : (uint32_t)i);
}

/* One frame is posted to everybody under two tags, and is dropped before anybody receives it. */
static void check_many_posts(struct run *r)
{
    struct mach_frame *f = NULL;
    if (r->role == 0) {
        CHECK_EQ(r, r->ops->frame(r->m, 64, &f), 0);
        memset(f->body, 7, 64);
        f->context = 3;
        f->encoding = PvmDataRaw;
        for (int i = 0; i < 2 * r->n; i++) {
            f->dst_tid = r->tid[i / 2];
            f->tag = 100 + i % 2;
            CHECK_EQ(r, r->ops->post(r->m, f), 0);
        }
        r->ops->drop(r->m, f);
        r->ops->idle(r->m, 1000000);
    }
    for (int i = 0; i < 2; i++) {
        f = run_take(r);
        if (f == NULL)
            return;
        CHECK_EQ(r, f->tag, 100 + i);
        CHECK_EQ(r, f->src_tid, r->tid[0]);
        for (int at = 0; at < 64; at++)
            CHECK_EQ(r, f->body[at], 7);
        r->ops->drop(r->m, f);
    }
}

/* Frames of several senders are received in the order of their arrival, whoever the sender was. In real time nobody
 * knows who is first. */
static void check_arrival_order(struct run *r)
{
    if (r->role > 0) {
        r->ops->idle(r->m, (r->n - r->role) * 3000000);
        run_post(r, 0, r->role, 8, 0);
        return;
    }
    mach_ns last = 0;
    for (int i = 1; i < r->n; i++) {
        struct mach_frame *f = run_take(r);
        if (f == NULL)
            return;
        CHECK(r, run_in_real_time(r) || f->tag == r->n - i);
        CHECK(r, f->arrived >= last);
        last = f->arrived;
        r->ops->drop(r->m, f);
    }
}

static void check_large(struct run *r)
{
    enum { LEN = 16 << 20 };
    if (r->role == 0) {
        run_post(r, 1, 5, LEN, 0xa5);
        run_post(r, 1, 6, 0, 0);
    }
    if (r->role != 1)
        return;
    struct mach_frame *f = run_take(r);
    if (f == NULL)
        return;
    CHECK_EQ(r, f->len_bytes, LEN);
    size_t wrong = 0;
    for (size_t i = 0; i < LEN; i++)
        wrong += f->body[i] != 0xa5;
    CHECK_EQ(r, wrong, 0);
    r->ops->drop(r->m, f);
    run_expect(r, 0, 6, 0);
}

static void check_broadcast(struct run *r)
{
    struct mach_frame *f = NULL;
    int from = r->n - 1;
    if (r->role != from) {
        run_expect(r, from, 77, 1000);
        CHECK(r, nothing_here(r));
        return;
    }
    CHECK_EQ(r, r->ops->frame(r->m, 1000, &f), 0);
    memset(f->body, 9, 1000);
    f->tag = 77;
    f->context = 3;
    f->encoding = PvmDataRaw;
    CHECK_EQ(r, r->ops->broadcast(r->m, MACH_MACHINE, f), 0);
    r->ops->drop(r->m, f);
    CHECK(r, nothing_here(r));
}

/* Nobody leaves the barrier before the last task has entered it. */
static void check_barrier(struct run *r)
{
    for (int round = 0; round < 3; round++) {
        r->ops->idle(r->m, (mach_ns)((r->role + round) % r->n) * 1000000);
        mach_ns mine[2] = {r->ops->now(r->m), 0}, last_in = 0;
        CHECK_EQ(r, r->ops->barrier(r->m, MACH_MACHINE, 0, NULL), 0);
        mine[1] = r->ops->now(r->m);
        struct mach_frame *f = NULL;
        CHECK_EQ(r, r->ops->frame(r->m, sizeof mine, &f), 0);
        memcpy(f->body, mine, sizeof mine);
        for (int to = 0; to < r->n; to++) {
            f->dst_tid = r->tid[to];
            CHECK_EQ(r, r->ops->post(r->m, f), 0);
        }
        r->ops->drop(r->m, f);
        for (int i = 0; i < r->n && (f = run_take(r)) != NULL; i++) {
            mach_ns theirs[2];
            memcpy(theirs, f->body, sizeof theirs);
            last_in = theirs[0] > last_in ? theirs[0] : last_in;
            r->ops->drop(r->m, f);
        }
        CHECK(r, mine[1] >= last_in);
        CHECK_EQ(r, r->ops->barrier(r->m, MACH_MACHINE, 0, NULL), 0);
    }
}

/* The last role posts and leaves: what it posted arrives, what is sent to it is dropped, and tasks that asked for it
 * are notified. When it joins again, it is another task. */
static void check_leave(struct run *r)
{
    int gone = r->n - 1;
    if (r->role == gone) {
        run_post(r, 0, 50, 3, 0);
        r->ops->leave(r->m, NULL);
        CHECK(r, r->ops->now(r->m) > 0);
        CHECK_EQ(r, r->ops->join(r->m, &r->who), 0);
        CHECK(r, r->who.tid != r->tid[gone]);
        return;
    }
    if (r->role != 0)
        return;
    run_expect(r, gone, 50, 3);
    await_end(r, r->tid[gone]);
    run_post(r, gone, 51, 3, 0);
    check_notify_gone(r);
    check_meet_gone(r);
}

/* ---- the suite --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(struct run *r);
} checks[] = {
    {"identity", check_identity},
    {"clock", check_clock},
    {"frame", check_frame},
    {"post to self", check_post_self},
    {"post to no task", check_post_nowhere},
    {"wait to a deadline", check_wait_deadline},
    {"order of a pair", check_pair_order},
    {"many posts of one frame", check_many_posts},
    {"order of arrival", check_arrival_order},
    {"large and empty", check_large},
    {"broadcast", check_broadcast},
    {"barrier", check_barrier},
    {"broadcast to the cells", check_broadcast_cells},
    {"broadcast to a row, to a column", check_broadcast_lines},
    {"order of broadcasts", check_broadcast_order},
    {"multicast", check_multicast},
    {"barrier with a status word", check_barrier_status},
    {"status lines", check_status_lines},
    {"barrier of a list", check_meet},
    {"control", check_control},
    {"control errors", check_control_errors},
    {"mailbox", check_mailbox},
    {"spawn nothing", check_spawn_nothing},
    {"leave", check_leave}, /* must be the last one: after it, a role is another task */
};

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void find_role(struct run *r)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    r->n = run_ask(r, CONTROL_SIBLINGS, &body, &in, &reply);
    CHECK(r, r->n >= 2 && r->n <= RUN_MAX_TASKS);
    for (int i = 0; i < r->n && i < RUN_MAX_TASKS; i++)
        r->tid[i] = wire_get_int(&in);
    if (reply != NULL)
        r->ops->drop(r->m, reply);
    qsort(r->tid, r->n > 0 ? (size_t)r->n : 0, sizeof r->tid[0], by_number);
    while (r->role < r->n && r->tid[r->role] != r->who.tid)
        r->role++;
    CHECK(r, r->role < r->n);
}

int conformance_main(const struct mach_ops *ops, void *m)
{
    struct run r = {.ops = ops, .m = m, .check = "join"};
    CHECK_EQ(&r, ops->join(m, &r.who), 0);
    if (r.failures == 0)
        find_role(&r);
    for (size_t i = 0; i < sizeof checks / sizeof *checks && r.failures == 0; i++) {
        r.check = checks[i].name;
        checks[i].run(&r);
        if (checks[i].run == check_leave)
            break;
        CHECK_EQ(&r, ops->barrier(m, MACH_MACHINE, 0, NULL), 0);
        CHECK(&r, nothing_here(&r));
        CHECK_EQ(&r, ops->barrier(m, MACH_MACHINE, 0, NULL), 0);
    }
    ops->leave(m, NULL);
    return r.failures;
}
