/* test_nomachine.c - every call that needs a machine, when there is none to be had: PvmSysErr, and one line that names
 * the call. Afterwards, with a machine, the task is as if nothing had been. */
#include <unistd.h>

#include "extra.h"
#include "failing.h"
#include "pvmi_console.h"
#include "pvmi_fortran.h"
#include "pvmi_group.h"
#include "pvmtev.h"
#include "tasks.h"

static int numbers[4], *list;
static float one = 1;
static struct timeval second = {1, 0};
static char *names[] = {(char *)"loop0", NULL};
static struct pvmtaskinfo *tasks;
static struct pvmhostinfo *hosts;
static struct pvmmboxinfo *boxes;

static int take(int mid)
{
    return mid;
}

/* The name that the line shows, where it is another than the call's, and the call. */
#define CALLS(X)                                                                            \
    X("mytid", pvm_mytid())                                                                 \
    X("parent", pvm_parent())                                                               \
    X("siblings", pvm_siblings(&list))                                                      \
    X("tidtohost", pvm_tidtohost(0x40002))                                                  \
    X("setopt", pvm_setopt(PvmNoReset, 1))                                                  \
    X("getopt", pvm_getopt(PvmTraceTid))                                                    \
    X("archcode", pvm_archcode(names[0]))                                                   \
    X("getfds", pvm_getfds(&list))                                                          \
    X("tickle", pvm_tickle(1, numbers, numbers, numbers))                                   \
    X("spawn", pvm_spawn((char *)"x", NULL, PvmTaskDefault, NULL, 1, numbers))              \
    X("kill", pvm_kill(0x40002))                                                            \
    X("sendsig", pvm_sendsig(0x40002, 10))                                                  \
    X("pstat", pvm_pstat(0x40002))                                                          \
    X("tasks", pvm_tasks(0, numbers, &tasks))                                               \
    X("notify", pvm_notify(PvmTaskExit, 1, 1, numbers))                                     \
    X("catchout", pvm_catchout(stdout))                                                     \
    X("config", pvm_config(numbers, numbers, &hosts))                                       \
    X("addhosts", pvm_addhosts(names, 1, numbers))                                          \
    X("delhosts", pvm_delhosts(names, 1, numbers))                                          \
    X("mstat", pvm_mstat(names[0]))                                                         \
    X("host_sync", pvm_hostsync(0x40000, &second, &second))                                 \
    X("halt", pvm_halt())                                                                   \
    X("initsend", pvm_initsend(PvmDataDefault))                                             \
    X("mkbuf", pvm_mkbuf(PvmDataDefault))                                                   \
    X("send", pvm_send(0x40002, 1))                                                         \
    X("mcast", pvm_mcast(numbers, 1, 1))                                                    \
    X("psend", pvm_psend(0x40002, 1, &one, 1, PVM_FLOAT))                                   \
    X("recv", pvm_recv(-1, -1))                                                             \
    X("nrecv", pvm_nrecv(-1, -1))                                                           \
    X("trecv", pvm_trecv(-1, -1, &second))                                                  \
    X("probe", pvm_probe(-1, -1))                                                           \
    X("precv", pvm_precv(-1, -1, &one, 1, PVM_FLOAT, NULL, NULL, NULL))                     \
    X("addmhf", pvm_addmhf(-1, 1, -1, take))                                                \
    X("delmhf", pvm_delmhf(0))                                                              \
    X("newcontext", pvm_newcontext())                                                       \
    X("freecontext", pvm_freecontext(1))                                                    \
    X("setcontext", pvm_setcontext(1))                                                      \
    X("getcontext", pvm_getcontext())                                                       \
    X("packf", pvm_packf("%+ %d", PvmDataDefault, 1))                                       \
    X("putinfo", pvm_putinfo((char *)"a", 1, PvmMboxDefault))                               \
    X("recvinfo", pvm_recvinfo((char *)"a", 0, PvmMboxDefault))                             \
    X("delinfo", pvm_delinfo((char *)"a", 0, PvmMboxDefault))                               \
    X("getmboxinfo", pvm_getmboxinfo(NULL, numbers, &boxes))                                \
    X("getnoresets", pvm_getnoresets(&list, numbers))                                       \
    X("insert", pvm_insert((char *)"a", 0, 1))                                              \
    X("lookup", pvm_lookup((char *)"a", 0, numbers))                                        \
    X("delete", pvm_delete((char *)"a", 0))                                                 \
    X("reg_hoster", pvm_reg_hoster())                                                       \
    X("reg_rm", pvm_reg_rm(&hosts))                                                         \
    X("reg_tasker", pvm_reg_tasker())                                                       \
    X("reg_tracer", pvm_reg_tracer(0, 1, 0, 1, (char *)"", 0, 0))                           \
    X("settmask", pvm_settmask(PvmTaskSelf, (char *)"@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@")) \
    X("gettmask", pvm_gettmask(PvmTaskSelf, (char[40]){0}))

enum {
#define COUNTED(NAME, CALL) +1
    NCALLS = CALLS(COUNTED)
};

static int make_call(int number, const char **name)
{
    int next = 0;
#define TRIED(NAME, CALL)    \
    if (number == next++) {  \
        *name = "pvm_" NAME; \
        return CALL;         \
    }
    CALLS(TRIED)
    return 0;
}

/* The first allocation is that of the task's state, the second that of the machine. Who has no state has no setting of
 * PvmAutoErr either. */
ALONE_TEST(each_call_says_so)
{
    for (int number = 0; number < 2 * NCALLS; number++) {
        const char *name = NULL;
        loop_reset();
        numbers[0] = LOOP_FIRST_TID;
        pvm_errno = 0;
        struct captured c = capture_begin();
        failing_begin(1 + number % 2, 1000);
        int code = make_call(number / 2, &name);
        assert_true(failing_end() > 0);
        char *text = capture_end(&c);
        char expected[80];
        snprintf(expected, sizeof expected, "libpvm [pid%d]: %s(): %s\n", (int)getpid(), name, pvm_errlist[-PvmSysErr]);
        if (code != PvmSysErr || pvm_errno != PvmSysErr || strcmp(text, expected) != 0)
            fail_msg("%s: code %d, pvm_errno %d, said '%s'", name, code, pvm_errno, text);
        free(text);
        assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
        assert_int_equal(pvm_mkbuf(PvmDataDefault), 1);
    }
}

/* Calls with another answer, or none. */
static int without_a_machine(int number)
{
    switch (number) {
    case 0:
        return pvm_start_pvmd(0, NULL, 0) == PvmCantStart;
    case 1:
        return pvm_recvf(NULL) != NULL;
    case 2:
        return pvmi_group_slot() == NULL;
    case 3:
        return pvmi_fortran_slot(NULL) == NULL;
    case 4:
        return pvmi_waits_for_people() == PvmSysErr;
    case 5:
        pvmreset(0, 1, (char *)"", -1);
        return 1;
    case 6:
        return pvm_getopt(PvmRoute) == PvmSysErr;
    default:
        return -1;
    }
}

ALONE_TEST(others_do_without)
{
    for (int number = 0, answer = 1; answer >= 0; number++) {
        loop_reset();
        struct captured c = capture_begin();
        failing_begin(1, 1000);
        answer = without_a_machine(number);
        failing_end();
        free(capture_end(&c));
        if (answer == 0)
            fail_msg("call %d", number);
    }
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
}

TEST_MAIN
