/* test_nomemory.c - each allocation of the group calls fails once, in the task or in the server: the call says so, or
 * does without. Nobody waits for ever, and the same calls succeed right after. */
#include "failing.h"
#include "pvmi_group.h"
#include "with_server.h"

#include "testing.h"

/* ---- an allocation of the server, counted from its next message -------------------------------------------------- */

static int server_fails_at, server_failed;

/* The linker puts these in the place of the server's own; they run in the server, once a message. */
void __real_pvmi_spend(enum mach_cost what);
void __wrap_pvmi_spend(enum mach_cost what);
int __real_pvm_recv(int tid, int tag);
int __wrap_pvm_recv(int tid, int tag);

void __wrap_pvmi_spend(enum mach_cost what)
{
    __real_pvmi_spend(what);
    if (what == MACH_COST_GROUP_SERVER && server_fails_at > 0)
        failing_begin(server_fails_at, 1);
}

/* A message that there is no memory to receive is lost: that is not what is tried here. */
int __wrap_pvm_recv(int tid, int tag)
{
    if (tid == -1)
        server_failed += failing_end();
    return __real_pvm_recv(tid, tag);
}

/* ---- rows: calls of a task that is alone in its group ----------------------------------------------------------- */

static int ask(void)
{
    TRY(pvm_joingroup(G));
    TRY(pvm_gsize(G));
    TRY(pvm_getinst(G, pvm_mytid()));
    TRY(pvm_gettid(G, 0));
    return 0;
}

/* Who was refused is no member: it may join. But a task that could not receive the answer may be one. */
static int join_again(void)
{
    int in_server = server_fails_at, code = pvm_joingroup(G);
    if (code < 0) {
        failing_end();
        server_fails_at = 0;
        int again = pvm_joingroup(G);
        return again == 0 || (!in_server && again == PvmDupGroup) ? code : PvmDenied;
    }
    return 0;
}

static int meet(void)
{
    TRY(pvm_joingroup(G));
    TRY(pvm_barrier(G, 1));
    TRY(pvm_barrier(G, -1));
    return 0;
}

static int freeze(void)
{
    TRY(pvm_joingroup(G));
    TRY(pvm_freezegroup(G, 1));
    TRY(pvm_barrier(G, 1));
    TRY(pvm_gsize(G));
    return 0;
}

/* There is nobody else: the group is asked for all the same. */
static int broadcast(void)
{
    TRY(pvm_joingroup(G));
    TRY(pvm_initsend(PvmDataDefault));
    int code = pvm_bcast(G, 3);
    return code == PvmNoInst ? 0 : code;
}

static int combine(void)
{
    int value = 7, got = 0, all[1] = {0};
    TRY(pvm_joingroup(G));
    TRY(pvm_reduce(PvmSum, &value, 1, PVM_INT, 5, G, 0));
    assert_int_equal(value, 7);
    TRY(pvm_gather(all, &value, 1, PVM_INT, 5, G, 0));
    assert_int_equal(all[0], 7);
    TRY(pvm_scatter(&got, all, 1, PVM_INT, 5, G, 0));
    assert_int_equal(got, 7);
    return 0;
}

/* A call in a frozen group, whose list the task has itself. */
static int combine_frozen(void)
{
    TRY(pvm_joingroup(G));
    TRY(pvm_freezegroup(G, 1));
    int value = 7, all[1] = {0}, code = pvm_bcast(G, 3);
    if (code != PvmNoInst)
        return code;
    TRY(pvm_reduce(PvmSum, &value, 1, PVM_INT, 5, G, 0));
    TRY(pvm_gather(all, &value, 1, PVM_INT, 5, G, 0));
    assert_int_equal(all[0], 7);
    return pvm_barrier(G, 1);
}

int gs_getgstid(void); /* for pvm_gstat */

/* Anew, as another task. */
static int find_the_server(void)
{
    pvm_exit();
    pvm_setopt(PvmAutoErr, 0);
    int tid = gs_getgstid();
    if (tid < 0)
        return tid;
    TRY(pvm_joingroup(G));
    return tid == pvm_mytid();
}

static const struct row {
    const char *name;
    int (*calls)(void);
} rows[] = {{"ask", ask},
            {"join again", join_again},
            {"meet", meet},
            {"freeze", freeze},
            {"frozen", combine_frozen},
            {"server", find_the_server},
            {"broadcast", broadcast},
            {"combine", combine}};

/* ---- the driver -------------------------------------------------------------------------------------------------- */

struct notes {
    const struct row *row;
    int at, code, after, left; /* the first allocation whose failure went wrong, and how */
    int tried;
};

/* All that the calls left behind goes, but for what the server still believes. */
static int leave(void)
{
    int code = pvm_lvgroup(G);
    return code == PvmNotInGroup || code == PvmNoGroup ? 0 : code;
}

static int good(int code)
{
    return code == 0 || code == PvmNoMem || code == PvmSysErr;
}

static void one_by_one(struct notes *n, int in_server)
{
    pvm_setopt(PvmAutoErr, 0);
    n->tried = n->at = 0;
    if ((n->after = n->row->calls()) != 0 || (n->left = leave()) != 0)
        return;
    for (int i = 1, failed = 1; failed > 0; i++) {
        server_failed = 0;
        if (in_server)
            server_fails_at = i;
        else
            failing_begin(i, 1);
        n->code = n->row->calls();
        failed = failing_end();
        server_fails_at = 0;
        n->left = leave(); /* the server counts what has failed at its next message */
        n->after = leave();
        failed = in_server ? server_failed : failed;
        n->after = n->row->calls();
        n->left = leave();
        n->tried = i;
        if (!good(n->code) || (failed == 0 && n->code != 0) || n->after != 0 || n->left != 0) {
            n->at = i;
            return;
        }
    }
}

static void in_the_task(int me, void *arg)
{
    one_by_one(arg, 0);
}

static void in_the_server(int me, void *arg)
{
    one_by_one(arg, 1);
}

static void run_row(const struct row *row, void (*body)(int, void *), int barrier)
{
    struct loop_settings s = loop_defaults();
    struct notes n = {.row = row};
    s.programs = programs;
    s.barrier = barrier;
    loop_configure(&s);
    int deadlocks = loop_run(1, body, &n);
    loop_configure(NULL);
    if (deadlocks != 0 || n.at != 0 || n.after != 0 || n.left != 0 || n.tried < 2)
        fail_msg("%s, allocation %d of %d: code %d, afterwards %d, left with %d; %d stood still", row->name, n.at,
                 n.tried, n.code, n.after, n.left, deadlocks);
}

TEST_OF_ROWS(each_of_the_task, rows, NULL, NULL)
{
    for (int barrier = 0; barrier < 3; barrier++)
        run_row(*state, in_the_task, barrier);
}

TEST_OF_ROWS(each_of_the_server, rows, NULL, NULL)
{
    for (int barrier = 0; barrier < 3; barrier++)
        run_row(*state, in_the_server, barrier);
}

TEST_MAIN
