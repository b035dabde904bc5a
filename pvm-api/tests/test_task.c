/* test_task.c - a task's life: enrolling, the messages of PvmAutoErr, pvm_exit and enrolling again, contexts, forked
 * children. */
#include <sys/wait.h>
#include <unistd.h>

#include "extra.h"
#include "pvmi_group.h"
#include "pvmtev.h"
#include "life.h"
#include "tasks.h"

static void parent_and_siblings_of_the_first(void **state)
{
    int *tids;
    pvm_errno = 0;
    assert_int_equal(pvm_parent(), PvmNoParent);
    assert_int_equal(pvm_siblings(&tids), 1);
    assert_int_equal(tids[0], pvm_mytid());
}

static void a_new_tid_after_exit(void **state)
{
    int first = pvm_mytid(), mid = pvm_initsend(PvmDataDefault);
    pvm_setcontext(9);
    pvm_setopt(PvmFragSize, 1000);
    pvm_newcontext();
    assert_true(mid > 0);
    assert_int_equal(pvm_exit(), 0);
    assert_int_equal(pvm_exit(), 0);
    assert_int_not_equal(pvm_mytid(), first);
    assert_int_equal(pvm_getcontext(), 9); /* the user's own stays, as in PVM */
    assert_int_equal(pvm_getsbuf(), 0);
    assert_int_equal(pvm_getopt(PvmFragSize), 4080); /* it is set anew, as in PVM */
    assert_int_equal(pvm_getopt(PvmAutoErr), 0);     /* the user's own */
}

/* Programs print a summary after pvm_exit. What is freed there would be given out again now. */
static void tables_stay_after_exit(void **state)
{
    int nhosts, ntasks;
    struct pvmhostinfo *hosts;
    struct pvmtaskinfo *tasks;
    int tid = pvm_mytid();
    assert_int_equal(pvm_config(&nhosts, NULL, &hosts), 0);
    assert_int_equal(pvm_tasks(0, &ntasks, &tasks), 0);
    char *name = strdup(hosts[0].hi_name);
    pvm_exit();
    for (int i = 0; i < 64; i++) {
        size_t bytes = (size_t)(i + 1) * 16;
        void *taken = malloc(bytes);
        memset(taken, 0x55, bytes);
        free(taken);
    }
    assert_string_equal(hosts[0].hi_name, name);
    assert_int_equal(tasks[0].ti_tid, tid);
    free(name);
}

/* ---- PvmAutoErr: 1 prints, 0 does not, 2 ends the process with the code, 3 aborts -------------------------------- */

static void errors_are_reported(void **state)
{
    for (int level = 0; level < 2; level++) {
        pvm_setopt(PvmAutoErr, level);
        struct captured c = capture_begin();
        int code = pvm_send(-1, 1);
        char *text = capture_end(&c);
        assert_int_equal(code, PvmBadParam);
        assert_int_equal(pvm_errno, PvmBadParam);
        assert_string_equal(text, level == 0 ? "" : "libpvm [t40002]: pvm_send(): Bad parameter\n");
        free(text);
    }
}

/* Answers that are negative, but that PVM does not count as errors. */
static void answers_are_not_reported(void **state)
{
    pvm_setopt(PvmAutoErr, 1);
    struct captured c = capture_begin();
    int codes[] = {pvm_parent(),
                   pvm_pstat(0x40999),
                   pvm_mstat((char *)"nope"),
                   pvm_recvinfo((char *)"none", 0, 0),
                   pvm_delinfo((char *)"none", 0, 0),
                   pvm_nrecv(-1, -1)};
    char *text = capture_end(&c);
    static const int wanted[] = {PvmNoParent, PvmNoTask, PvmNoHost, PvmNotFound, PvmNotFound, 0};
    assert_memory_equal(codes, wanted, sizeof wanted);
    assert_string_equal(text, "");
    free(text);
}

static void levels_that_end_the_process(void **state)
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

/* ---- contexts ---------------------------------------------------------------------------------------------------- */

static void contexts(void **state)
{
    int a = pvm_newcontext(), b = pvm_newcontext();
    assert_true(a > 0 && b > 0 && a != b);
    assert_int_equal(pvm_getcontext(), 0);
    assert_int_equal(pvm_setcontext(a), 0);
    assert_int_equal(pvm_setcontext(-1), a); /* any number may be set, as in PVM */
    assert_int_equal(pvm_setcontext(0), -1);
    assert_int_equal(pvm_freecontext(a), 0);
    assert_int_equal(pvm_freecontext(a), PvmNotFound);
    assert_int_equal(pvm_freecontext(99), PvmNotFound);
    assert_int_equal(pvm_freecontext(b), 0);
}

static void contexts_run_out(void **state)
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
static void contexts_are_new(void **state)
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

static int seen[2];

/* Nobody gives back what is another's. */
static void first_context(int index, void *arg)
{
    pvm_setopt(PvmAutoErr, 0);
    seen[index] = pvm_newcontext();
    pvm_trecv(-1, -1, &(struct timeval){1, 0});
    assert_int_equal(pvm_freecontext(seen[1 - index]), PvmNotFound);
}

static void contexts_of_two_tasks_differ(void **state)
{
    loop_run(2, first_context, NULL);
    assert_int_not_equal(seen[0], seen[1]);
}

/* ---- others ------------------------------------------------------------------------------------------------------ */

/* A forked child is no task at first, and then a task of its own. */
static void forked_child(void **state)
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

static void group_state_ends_with_the_task(void **state)
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
static void a_killed_task_is_forgotten(void **state)
{
    int me = pvm_mytid(), forgotten = ended, *tids;
    for (int tag = 1; tag <= 3; tag++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkstr((char *)"unread");
        assert_int_equal(pvm_send(me, tag), 0);
    }
    assert_true(pvm_probe(me, 3) > 0);
    assert_true(pvm_recv(me, 2) > 0);
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

static void small_calls(void **state)
{
    char *numbers[] = {(char *)"12", (char *)"0x1f", (char *)"017", (char *)"-5", (char *)"abc"};
    static const int values[] = {12, 31, 15, -5, 0};
    char mask[40], path[128];
    assert_string_equal(pvm_version(), PVM_VER);
    for (int i = 0; i < 5; i++)
        assert_int_equal(pvmstrtoi(numbers[i]), values[i]);
    assert_ptr_equal(pvmtmpnam(path), path);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(pvm_gettmask(PvmTaskSelf, mask), 0);
    assert_string_equal(mask, "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@");
    assert_int_equal(pvm_settmask(2, mask), PvmBadParam);
    assert_int_equal(pvm_reg_tasker(), 0);
    assert_int_equal(pvm_start_pvmd(0, NULL, 0), PvmDupHost);
    assert_int_equal(pvm_tickle(0, NULL, NULL, NULL), PvmBadParam);
}

static const struct export_row {
    const char *name;
    char *add[3], *drop, *list;
} export_rows[] = {
    {"export two", {(char *)"ABC", (char *)"DEF"}, NULL, (char *)"ABC:DEF"},
    {"export one twice", {(char *)"ABC", (char *)"DEF", (char *)"ABC"}, NULL, (char *)"ABC:DEF"},
    {"unexport the first", {(char *)"ABC", (char *)"DEF"}, (char *)"ABC", (char *)"DEF"},
    {"unexport the last", {(char *)"ABC", (char *)"DEF"}, (char *)"DEF", (char *)"ABC"},
    {"unexport another", {(char *)"ABC", (char *)"DEF"}, (char *)"AB", (char *)"ABC:DEF"},
    {"unexport the only", {(char *)"ABC"}, (char *)"ABC", (char *)""},
    {"export several at once", {(char *)"A:B"}, NULL, (char *)"A:B"},
};
enum { NEXPORTS = sizeof export_rows / sizeof *export_rows };

static void exports(void **state)
{
    const struct export_row *row = *state;
    unsetenv("PVM_EXPORT");
    for (int i = 0; i < 3 && row->add[i] != NULL; i++)
        assert_int_equal(pvm_export(row->add[i]), 0);
    if (row->drop != NULL)
        assert_int_equal(pvm_unexport(row->drop), 0);
    assert_string_equal(getenv("PVM_EXPORT"), row->list);
}

int main(void)
{
    struct CMUnitTest tests[NEXPORTS + 14] = {
        [NEXPORTS] = alone_test(parent_and_siblings_of_the_first),
        alone_test(a_new_tid_after_exit),
        alone_test(tables_stay_after_exit),
        alone_test(errors_are_reported),
        alone_test(answers_are_not_reported),
        alone_test(levels_that_end_the_process),
        alone_test(contexts),
        alone_test(contexts_run_out),
        alone_test(contexts_are_new),
        alone_test(contexts_of_two_tasks_differ),
        alone_test(forked_child),
        alone_test(group_state_ends_with_the_task),
        alone_test(a_killed_task_is_forgotten),
        alone_test(small_calls),
    };
    for (int i = 0; i < NEXPORTS; i++)
        tests[i] = (struct CMUnitTest)alone_row(exports, &export_rows[i], export_rows[i].name);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
