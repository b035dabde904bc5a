/* test_catchout.c - pvm_catchout: whom pvm_exit waits for, and frames that are no output. */
#include "catchout.h"
#include "extra.h"
#include "tasks.h"

/* Prints its arguments, a second apart. */
static int printer(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        loop_print(argv[i]);
        pvmsleep(1);
    }
    return 0;
}

static const struct loop_program programs[] = {{"printer", printer}, {NULL, NULL}};

static char caught[1000];

static void configure(void)
{
    struct loop_settings s = loop_defaults();
    s.latency_ns = 1000;
    s.programs = programs;
    loop_configure(&s);
}

/* Only two of the four tasks are started: the parent waits for the end of these two. */
static void partly(int index, void *arg)
{
    char *argv[] = {(char *)"text\n", NULL};
    int tids[4];
    FILE *file = fmemopen(caught, sizeof caught, "w");
    pvm_catchout(file);
    assert_int_equal(pvm_spawn((char *)"printer", argv, 0, NULL, 4, tids), 2);
    assert_true(tids[0] > 0 && tids[1] > 0);
    assert_int_equal(tids[2], PvmOutOfRes);
    assert_int_equal(tids[3], PvmOutOfRes);
    struct captured c = capture_begin();
    pvm_exit(); /* it waits for the end of the output */
    char *said = capture_end(&c);
    assert_string_equal(said, "libpvm [t40002]: child task(s) still running.  waiting...\n");
    free(said);
    fclose(file);
}

TEST(some_of_a_spawn_fail)
{
    struct loop_settings s = loop_defaults();
    s.latency_ns = 1000;
    s.programs = programs;
    s.max_tasks = 3;
    loop_configure(&s);
    memset(caught, 0, sizeof caught);
    assert_int_equal(loop_run(1, partly, NULL), 0);
    assert_string_equal(caught,
                        "[t40003] BEGIN\n[t40004] BEGIN\n[t40003] text\n[t40004] text\n[t40003] EOF\n[t40004] EOF\n");
}

static void parent_loses_interest(int index, void *arg)
{
    char *argv[] = {(char *)"text\n", NULL};
    struct timeval tv[2];
    int tid;
    FILE *file = fmemopen(caught, sizeof caught, "w");
    pvm_catchout(file);
    assert_int_equal(pvm_getopt(PvmOutputTid), pvm_mytid());
    pvm_spawn((char *)"printer", argv, 0, NULL, 1, &tid);
    pvm_catchout(NULL);
    assert_int_equal(pvm_getopt(PvmOutputTid), 0);
    assert_int_equal(pvm_getopt(PvmOutputCode), 0);
    pvm_spawn((char *)"printer", argv, 0, NULL, 1, &tid);
    gettimeofday(&tv[0], NULL);
    pvm_exit();
    gettimeofday(&tv[1], NULL);
    assert_int_equal(tv[0].tv_sec, tv[1].tv_sec);
    fclose(file);
}

TEST(nobody_waits_after_null)
{
    configure();
    memset(caught, 0, sizeof caught);
    assert_int_equal(loop_run(1, parent_loses_interest, NULL), 0);
    assert_null(strstr(caught, "t40004"));
}

/* What is started while nobody catches is not waited for, also when somebody catches again. */
static void parent_looks_away(int index, void *arg)
{
    char *argv[] = {(char *)"text\n", NULL};
    int tid;
    FILE *file = fmemopen(caught, sizeof caught, "w");
    pvm_catchout(file);
    pvm_catchout(NULL);
    pvm_spawn((char *)"printer", argv, 0, NULL, 1, &tid);
    pvm_catchout(file);
    pvm_spawn((char *)"printer", argv, 0, NULL, 1, &tid);
    struct captured c = capture_begin();
    pvm_exit();
    free(capture_end(&c));
    fclose(file);
}

TEST(children_between_are_not_waited_for)
{
    configure();
    memset(caught, 0, sizeof caught);
    assert_int_equal(loop_run(1, parent_looks_away, NULL), 0);
    assert_string_equal(caught, "[t40004] BEGIN\n[t40004] text\n[t40004] EOF\n");
}

/* Frames that are no output: with nothing in them, without a count, with one that is longer than the rest or below 0,
 * in another context, and before anybody catches. */
ALONE_TEST(frames_that_are_none)
{
    static const struct {
        int ints[3], n, context;
    } frames[] = {{{0}, 0, 1},
                  {{0x40005}, 1, 1},
                  {{0x40005, 9, 0}, 3, 1},
                  {{0x40005, -7, 0}, 3, 1},
                  {{0x40005, 2, 0}, 3, 0},
                  {{0x40005, 4, 0x61620a63}, 3, 1}};
    memset(caught, 0, sizeof caught);
    FILE *file = fmemopen(caught, sizeof caught, "w");
    struct timeval none = {0, 0};
    int me = pvm_mytid();
    pvm_setopt(PvmResvTids, 1);
    for (int round = 0; round < 2; round++) {
        int was = pvm_getcontext();
        for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
            pvm_initsend(PvmDataDefault);
            pvm_pkint((int *)(uintptr_t)frames[i].ints, frames[i].n, 1);
            pvm_setcontext(frames[i].context ? PVMI_CATCH_CONTEXT : was);
            pvm_send(me, PVMI_CATCH_TAG);
        }
        pvm_setcontext(was);
        if (round == 0)
            assert_int_equal(pvm_trecv(-1, 5, &none), 0); /* they are read in as messages */
        pvm_catchout(file);
    }
    pvm_catchout(NULL);
    assert_int_equal(pvm_trecv(-1, 5, &none), 0);
    fclose(file);
    assert_string_equal(caught, "[t40005] ab\n");
    while (pvm_nrecv(-1, PVMI_CATCH_TAG) > 0)
        ;
}

TEST_MAIN
