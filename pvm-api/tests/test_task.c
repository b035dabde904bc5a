/* test_task.c - a task's life: enrolling, the messages of PvmAutoErr, pvm_exit and enrolling again, contexts, forked
 * children. */
#include <sys/wait.h>
#include <unistd.h>

#include "extra.h"
#include "pvmi_group.h"
#include "pvmtev.h"
#include "life.h"
#include "tasks.h"

/* PvmAutoErr 2 ends the process with the code, 3 aborts. */
ALONE_TEST(levels_that_end_the_process)
{
    for (int level = 2; level <= 3; level++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            struct captured c = capture_begin();
            (void)c;
            pvm_setopt(PvmAutoErr, level);
            pvm_send(-1, 1);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        assert_int_equal(WIFEXITED(status), level == 2);
        if (level == 2)
            assert_int_equal(WEXITSTATUS(status), 254); /* PvmBadParam */
    }
}

ALONE_TEST(contexts_run_out)
{
    int made = 0, code, last = 0;
    while ((code = pvm_newcontext()) > 0) {
        made++;
        last = code;
    }
    assert_int_equal(code, PvmOutOfRes);
    assert_true(made > 200000);
    assert_int_equal(pvm_freecontext(last - 1000), 0);
    assert_int_equal(pvm_newcontext(), last - 1000); /* the only one that is free */
    assert_int_equal(pvm_newcontext(), PvmOutOfRes);
    pvm_exit();
    assert_true(pvm_newcontext() > 0); /* those of a task that has left are free */
}

/* One that has been given back is given again as late as possible. */
ALONE_TEST(contexts_are_new)
{
    int first = pvm_newcontext(), before = first;
    for (int i = 0; i < 100; i++) {
        int next = pvm_newcontext();
        assert_int_equal(next, before + 1);
        assert_int_equal(pvm_freecontext(next), 0);
        before = next;
    }
    assert_int_equal(pvm_freecontext(first), 0);
}

/* A forked child is no task at first, and then a task of its own. */
ALONE_TEST(forked_child)
{
    int parent = pvm_mytid(), status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct timeval tv;
        gettimeofday(&tv, NULL);
        _exit(pvm_exit() == 0 && pvm_mytid() > 0 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(pvm_mytid(), parent);
}

static int ended;

static void group_ends(void *group)
{
    ended += *(int *)group;
    free(group);
}

ALONE_TEST(group_state_ends_with_the_task)
{
    for (int i = 0; i < 2; i++) {
        void **slot = pvmi_group_slot();
        assert_non_null(slot);
        assert_null(*slot);
        int *group = malloc(sizeof *group);
        *group = 1;
        *slot = group;
        pvmi_group_at_exit(group_ends, NULL);
        assert_ptr_equal(pvmi_group_slot(), slot);
        pvm_exit();
        assert_int_equal(ended, i + 1);
    }
}

static int never(int mid)
{
    return mid;
}

/* What it has goes, which valgrind sees, and nothing is sent. */
ALONE_TEST(a_killed_task_is_forgotten)
{
    int me = pvm_mytid(), forgotten = ended, *tids;
    for (int tag = 1; tag <= 3; tag++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkstr((char *)"unread");
        assert_int_equal(pvm_send(me, tag), 0);
    }
    assert_true(pvm_recv(me, 2) > 0);
    assert_true(pvm_probe(me, 3) > 0);
    assert_true(pvm_newcontext() >= 0);
    assert_true(pvm_addmhf(-1, 99, -1, never) >= 0);
    assert_int_equal(pvm_siblings(&tids), 1);
    int *group = malloc(sizeof *group);
    *group = 1;
    *pvmi_group_slot() = group;
    pvmi_group_at_exit(NULL, group_ends);
    pvmi_task_forget();
    assert_int_equal(ended, forgotten + 1);
    assert_null(*mach_task_slot());
    pvmi_task_forget();
}

TEST_MAIN
