/* test_far.c - tasks whose numbers are far apart: what pvm_notify has noted for one is not lost with the other. */
#include "tasks.h"

static int told_of;

enum { APART = 1024, AT_ONCE = 32 };

static int brief_main(int argc, char **argv)
{
    return 0;
}

static int waiter_main(int argc, char **argv)
{
    pvm_recv(pvm_parent(), 1);
    return 0;
}

static int asker_main(int argc, char **argv)
{
    int parent = pvm_parent();
    (void)pvm_notify(PvmTaskExit, 7, 1, &parent);
    pvm_initsend(PvmDataDefault);
    pvm_send(parent, 2);
    if (pvm_recv(-1, 7) > 0)
        told_of = received_int();
    return 0;
}

static void spawns_far_apart(int index, void *arg)
{
    int first, last, tids[AT_ONCE];
    assert_int_equal(pvm_spawn((char *)"waiter", NULL, 0, NULL, 1, &first), 1);
    for (int i = 0; i < APART - 1; i += AT_ONCE - (i == 0)) {
        int n = AT_ONCE - (i == 0);
        assert_int_equal(pvm_spawn((char *)"brief", NULL, 0, NULL, n, tids), n);
    }
    assert_int_equal(pvm_spawn((char *)"asker", NULL, 0, NULL, 1, &last), 1);
    assert_int_equal(last, first + APART);
    assert_true(pvm_recv(last, 2) > 0);
    assert_int_equal(pvm_notify(PvmTaskExit, 3, 1, &first), 0);
    pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_send(first, 1), 0);
    assert_true(pvm_recv(-1, 3) > 0); /* the first one has ended, and we do */
}

TEST(ends_of_tasks_far_apart)
{
    static const struct loop_program programs[] = {
        {"brief", brief_main}, {"waiter", waiter_main}, {"asker", asker_main}, {NULL, NULL}};
    struct loop_settings s = loop_defaults();
    s.programs = programs;
    loop_configure(&s);
    assert_int_equal(loop_run(1, spawns_far_apart, NULL), 0);
    loop_configure(NULL);
    assert_int_equal(told_of, LOOP_FIRST_TID);
}

TEST_MAIN
