/* test_charge.c - which library cost each call on buffers is charged: one of its kind, whatever the length, or none. */
#include <unistd.h>

#include "passing.h"

static int items[1000];
static char text[] = "abc";

/* A call whose result does not matter, and what it costs. */
#define CALLS(X)                                                 \
    X(pvm_initsend(PvmDataRaw), MACH_COST_INITSEND, 1)           \
    X(pvm_mkbuf(PvmDataRaw), MACH_COST_INITSEND, 1)              \
    X(pvm_pkint(items, 1, 1), MACH_COST_PACK, 1)                 \
    X(pvm_pkint(items, 1000, 1), MACH_COST_PACK, 1)              \
    X(pvm_pkstr(text), MACH_COST_PACK, 1)                        \
    X(pvm_packf("%d %s %2d", 1, "a", items), MACH_COST_PACK, 3)  \
    X(pvm_packf("%+", PvmDataDefault), MACH_COST_INITSEND, 1)    \
    X(pvm_pkmesg(rbuf), MACH_COST_PACK, 1)                       \
    X(pvm_pkmesgbody(rbuf), MACH_COST_PACK, 1)                   \
    X(pvm_upkint(items, 1, 1), MACH_COST_UNPACK, 1)              \
    X(pvm_upkint(items, 100, 1), MACH_COST_UNPACK, 1)            \
    X(pvm_upkstr(text), MACH_COST_UNPACK, 1)                     \
    X(pvm_upkmesg(), MACH_COST_UNPACK, 1)                        \
    X(pvm_unpackf("%d %2d", items, items), MACH_COST_UNPACK, 2)  \
    X(pvm_bufinfo(rbuf, items, items, items), MACH_COST_CALL, 1) \
    X(pvm_freebuf(rbuf), MACH_COST_CALL, 1)                      \
    X(pvm_setsbuf(0), MACH_COST_CALL, 1)                         \
    X(pvm_setrbuf(rbuf), MACH_COST_CALL, 1)                      \
    X(pvm_getsbuf(), MACH_COST_CALL, 1)                          \
    X(pvm_getrbuf(), MACH_COST_CALL, 1)                          \
    X(pvm_strerror() != NULL, MACH_COST_CALL, 0)

enum { FIRST_ROW = __COUNTER__ };
#define SWITCH_CASE(EXPR, COST, TIMES) \
    case __COUNTER__ - FIRST_ROW - 1:  \
        return EXPR;
static int call_row(int row, int rbuf)
{
    switch (row) {
        CALLS(SWITCH_CASE)
    }
    return 0;
}

#define TABLE_ROW(EXPR, COST, TIMES) {#EXPR, COST, TIMES},
static const struct row {
    const char *name;
    enum mach_cost cost;
    int times;
} rows[] = {CALLS(TABLE_ROW)};

static mach_ns cost_of(int cost)
{
    return (mach_ns)1 << 4 * cost; /* powers of 16: a sum shows which costs it consists of */
}

TEST_OF_ROWS(call_is_charged, rows, NULL, NULL)
{
    const struct row *row = *state;
    pvm_initsend(PvmDataRaw);
    pvm_pkint(items, 1000, 1);
    pass();
    struct pvm_task *t = pvmi_self();
    int rbuf = t->data->buffers.receive;
    mach_ns before = t->ops->now(t->m);
    call_row((int)(row - rows), rbuf);
    assert_int_equal(t->ops->now(t->m) - before, row->times * cost_of(row->cost));
}

/* A look at what is there costs a poll, a message that is taken a receive; pvm_precv unpacks it, too. */
TEST(receives_are_charged)
{
    const mach_ns poll = cost_of(MACH_COST_POLL), taken = cost_of(MACH_COST_RECV);
    const int me = pvm_mytid();
    struct pvm_task *t = pvmi_self();
    mach_ns before;
    for (int i = 0; i < 3; i++) {
        pvm_initsend(PvmDataRaw);
        pvm_pkint(items, 1, 1);
        assert_int_equal(pvm_send(me, 1), 0);
    }
    usleep(1000000); /* they have come then */
#define COSTS(CALL, COST)       \
    before = t->ops->now(t->m); \
    assert_true((CALL) >= 0);   \
    assert_int_equal(t->ops->now(t->m) - before, (COST));
    COSTS(pvm_probe(me, 1), poll)
    COSTS(pvm_recv(me, 1), taken)
    COSTS(pvm_precv(me, 1, items, 1, PVM_INT, NULL, NULL, NULL), taken + cost_of(MACH_COST_UNPACK))
    COSTS(pvm_nrecv(me, 1), poll + taken)
    COSTS(pvm_nrecv(me, 1), poll)
}

static int setup(void **state)
{
    struct loop_settings set = loop_defaults();
    for (int cost = 0; cost < MACH_NCOSTS; cost++)
        set.cost_ns[cost] = cost_of(cost);
    loop_configure(&set);
    return passing_setup(state);
}

int main(void)
{
    return run_all_tests(setup, passing_teardown);
}
