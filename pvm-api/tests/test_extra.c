/* test_extra.c - functions of the original library that pvm3.h does not declare, and calls with the arguments that
 * programs seldom give. */
#include <netdb.h>
#include <unistd.h>

#include "extra.h"
#include "failing.h"
#include "pvmi_fortran.h"
#include "pvmi_group.h"
#include "pvmsim.h"
#include "life.h"
#include "tasks.h"

#define ME LOOP_FIRST_TID
#define KIND(NUMBER) ((int)((0x8000u + (NUMBER)) << 16))

/* The first and the last tag of each kind, and what is none. */
TEST_WITH(names_of_tags, alone_setup, alone_teardown)
{
    static const struct {
        int tag, found;
        const char *name;
    } rows[] = {{KIND(1) + 1, 1, "TM_CONNECT"},
                {KIND(1) + 25, 1, "TM_SHMCONN"},
                {KIND(2) + 1, 1, "DM_ADD"},
                {KIND(2) + 29, 1, "DM_HOSTSYNCACK"},
                {KIND(3) + 1, 1, "TC_CONREQ"},
                {KIND(3) + 12, 1, "TC_SIBLINGS"},
                {KIND(4) + 1, 1, "SM_SPAWN"},
                {KIND(4) + 17, 1, "SM_STTASK"},
                {KIND(4) + 18, 0, "-2147221486"},
                {KIND(5) + 1, 0, "-2147155967"},
                {KIND(1), 0, "-2147418112"},
                {0, 0, "0"},
                {5, 0, "5"},
                {-1, 0, "-1"},
                {KIND(0) + 1, 0, "-2147483647"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int found = -1;
        assert_string_equal(pvmnametag(rows[i].tag, &found), rows[i].name);
        assert_int_equal(found, rows[i].found);
        assert_string_equal(pvmnametag(rows[i].tag, NULL), rows[i].name);
    }
    loop_reset();
    failing_begin(1, 1000);
    assert_string_equal(pvmnametag(5, NULL), ""); /* there is no place for it */
    failing_end();
}

TEST_WITH(the_environment, alone_setup, alone_teardown)
{
    setenv("PVM_TMP", "/first", 1);
    setenv("TMPDIR", "/second", 1);
    assert_string_equal(pvmgettmp(), "/first");
    setenv("PVM_TMP", "", 1);
    assert_string_equal(pvmgettmp(), "/second");
    unsetenv("PVM_TMP");
    setenv("TMPDIR", "", 1);
    assert_string_equal(pvmgettmp(), "/tmp");
    unsetenv("TMPDIR");
    assert_string_equal(pvmgettmp(), "/tmp");
    assert_int_equal(pvmputenv((char *)"PVM_RSH=there"), 0);
    assert_string_equal(pvmgetrsh(), "there");
    unsetenv("PVM_RSH");
    assert_string_equal(pvmgetrsh(), "rsh");
    assert_int_equal(pvmchkuid((int)getuid()), 0);
    assert_int_equal(pvmchkuid((int)getuid() + 1), 1);
    setenv("PVM_EXPORT", "A", 1);
    assert_int_equal(pvm_export(NULL), PvmBadParam);
    assert_int_equal(pvm_unexport(NULL), PvmBadParam);
    assert_int_equal(pvm_export((char *)""), 0);
    assert_int_equal(pvm_unexport((char *)""), 0);
    assert_string_equal(getenv("PVM_EXPORT"), "A");
    unsetenv("PVM_EXPORT");
}

/* Each name has a number, the lowest that no file has. */
TEST_WITH(names_of_temporary_files, alone_setup, alone_teardown)
{
    char folder[] = "/tmp/names-XXXXXX", path[4][128], expected[128];
    assert_non_null(mkdtemp(folder));
    setenv("PVM_TMP", folder, 1);
    for (int i = 0; i < 4; i++) {
        char *made = pvmtmpnam(NULL);
        snprintf(expected, sizeof expected, "%s/pvmtmp%06d.%d", folder, (int)getpid(), i);
        assert_string_equal(made, expected);
        assert_ptr_equal(pvmtmpnam(path[i]), path[i]);
        assert_string_equal(path[i], expected);
        fclose(fopen(made, "w"));
        free(made);
    }
    unlink(path[1]);
    assert_string_equal(pvmtmpnam(expected), path[1]);
    for (int i = 0; i < 4; i++)
        unlink(path[i]);
    assert_int_equal(rmdir(folder), 0);
    unsetenv("PVM_TMP");
}

/* Whoever is no task has no buffers: a number that could be one is refused in another way than one that cannot. */
TEST_WITH(before_the_first_call, alone_setup, alone_teardown)
{
    loop_reset();
    struct captured c = capture_begin();
    for (int i = 0; i < 2; i++) {
        int (*set)(int) = i == 0 ? pvm_setsbuf : pvm_setrbuf;
        assert_int_equal(set(-1), PvmBadParam);
        assert_int_equal(set(1), PvmNoSuchBuf);
        assert_int_equal(set(0), 0);
    }
    free(capture_end(&c));
    assert_int_equal(pvmi_barrier_algorithm(), 0);
    assert_int_equal(pvmi_meet(NULL, 0), 1);
    pvmi_spend(MACH_COST_CALL);
    pvmi_group_waits(&(struct pvmi_group_wait){.call = "a", .group = "b"});
    pvmi_group_call("a", "b", 1, NULL);
    pvmi_group_return(0, NULL, 0);
    pvmi_group_at_exit(NULL, NULL);
    assert_null(pvmi_self());
}

/* A layer above that keeps something and has no function for its end. */
TEST_WITH(a_layer_without_an_end, alone_setup, alone_teardown)
{
    static int kept;
    *pvmi_group_slot() = &kept;
    *pvmi_fortran_slot(NULL) = &kept;
    assert_int_equal(pvm_exit(), 0);
    assert_true(pvm_mytid() > 0);
    assert_null(*pvmi_group_slot());
    *pvmi_group_slot() = &kept;
    *pvmi_fortran_slot(NULL) = &kept;
    pvmi_task_forget(); /* as after a fork */
    assert_null(pvmi_self());
    loop_reset();
}

/* Programs print what they have asked when they have left. */
TEST_WITH(what_was_given_stays, alone_setup, alone_teardown)
{
    struct pvmhostinfo *hosts;
    struct pvmtaskinfo *tasks;
    struct pvmmboxinfo *boxes;
    int n, *siblings, *noresets, me = pvm_mytid();
    pvm_setopt(PvmNoReset, 1);
    assert_int_equal(pvm_config(&n, NULL, &hosts), 0);
    assert_int_equal(pvm_tasks(0, &n, &tasks), 0);
    assert_int_equal(pvm_siblings(&siblings), 1);
    assert_int_equal(pvm_getmboxinfo(NULL, &n, &boxes), 0);
    assert_int_equal(pvm_getnoresets(&noresets, &n), 0);
    struct hostent *h = gethostbyname("loop0");
    assert_non_null(h);
    pvm_exit();
    assert_string_equal(hosts[0].hi_name, "loop0");
    assert_int_equal(tasks[0].ti_tid, me);
    assert_int_equal(siblings[0], me);
    assert_string_equal(boxes[0].mi_name, PVMNORESETCLASS);
    assert_int_equal(noresets[0], me);
    assert_string_equal(h->h_name, "loop0");
}

/* A hoster must be on the first host. */
static void be_hoster(int index, void *arg)
{
    pvm_setopt(PvmAutoErr, 0);
    pvm_trecv(-1, -1, &(struct timeval){index, 0});
    bool on_host = pvm_tidtohost(pvm_mytid()) == LOOP_NODE_TID(0);
    assert_int_equal(pvm_reg_hoster(), on_host ? 0 : PvmHostrNMstr);
    pvm_trecv(-1, -1, &(struct timeval){5, 0});
}

TEST_WITH(where_a_hoster_may_be, alone_setup, alone_teardown)
{
    struct loop_settings s = loop_defaults();
    s.nodes = 2;
    loop_reset();
    loop_configure(&s);
    assert_int_equal(loop_run(2, be_hoster, NULL), 0);
}

TEST_WITH(arguments_that_are_not_there, alone_setup, alone_teardown)
{
    char *names[] = {(char *)"loop0", NULL};
    int n = 7, args[11] = {0};
    double value;
    assert_int_equal(pvm_siblings(NULL), 1);
    assert_int_equal(pvm_config(NULL, NULL, NULL), 0);
    assert_int_equal(pvm_tasks(0, NULL, NULL), 0);
    assert_int_equal(pvm_getmboxinfo(NULL, NULL, NULL), 0);
    assert_int_equal(pvm_getnoresets(NULL, NULL), 0);
    assert_int_equal(pvm_hostsync(LOOP_NODE_TID(0), NULL, NULL), 0);
    assert_int_equal(pvm_hostsync(LOOP_NODE_TID(9), NULL, NULL), PvmNoHost);
    assert_int_equal(pvm_addhosts(NULL, 1, &n), PvmBadParam);
    assert_int_equal(pvm_addhosts(names, 0, &n), PvmBadParam);
    assert_int_equal(pvm_delhosts(NULL, 1, &n), PvmBadParam);
    assert_int_equal(pvm_mstat(NULL), PvmBadParam);
    assert_int_equal(pvm_mstat((char *)""), PvmBadParam);
    assert_int_equal(pvm_archcode(NULL), PvmBadParam);
    assert_int_equal(pvm_archcode((char *)"none"), PvmNotFound);
    assert_int_equal(pvm_tickle(1, args, &n, args), 0);
    assert_int_equal(n, 0);
    assert_int_equal(pvm_tickle(10, args, NULL, NULL), 0);
    assert_int_equal(pvm_tickle(11, args, NULL, NULL), PvmBadParam);
    assert_int_equal(pvm_tickle(1, NULL, NULL, NULL), PvmBadParam);
    assert_int_equal(pvm_reg_tracer(0, 1, 0, 1, NULL, 0, 0), PvmBadParam);
    assert_int_equal(pvmsim_parameter(NULL, &value), PvmBadParam);
    assert_int_equal(pvmsim_parameter("x", NULL), PvmBadParam);
    assert_int_equal(pvm_insert((char *)"c", INT32_MAX, 1), INT32_MAX); /* any index will do */
    assert_int_equal(pvm_insert((char *)"c", -2, 1), PvmBadParam);
    assert_int_equal(pvm_insert((char *)"c", 3, 1), 3);
    assert_int_equal(pvm_insert((char *)"c", 3, 2), PvmDenied);
    assert_int_equal(pvm_lookup((char *)"c", -1, NULL), 0);
    assert_int_equal(pvm_lookup((char *)"c", 3, &n), 3);
    assert_int_equal(n, 1);
    assert_int_equal(pvm_mcast(NULL, 0, 1), PvmNoBuf);
    pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_mcast(NULL, 1, 1), PvmBadParam);
    assert_int_equal(pvm_mcast(NULL, 0, 1), 0);
    assert_int_equal(pvm_mcast(args, 1, 1), PvmBadParam);
    pvm_setopt(PvmResvTids, 1);
    assert_int_equal(pvm_mcast(args, 11, 1), 0); /* nobody has the tid 0 */
    pvmi_self()->who.hardware = 1;
    assert_int_equal(pvm_mcast(args, 11, 1), 0);
    args[0] = pvm_mytid();
    assert_int_equal(pvm_mcast(args, 1, 1), 0); /* to nobody else */
    assert_int_equal(pvm_nrecv(-1, 1), 0);
}

/* lpvmerr prints and returns any code, and pvm_errno keeps it. With PvmAutoErr 0 nothing is printed. */
TEST_WITH(programs_report_their_own, alone_setup, alone_teardown)
{
    static const struct {
        int code, auto_err;
        const char *text;
    } rows[] = {{PvmBadParam, 1, "libpvm [t40002]: %s mine(): Bad parameter\n"},
                {-200, 1, "libpvm [t40002]: %s mine(): Unknown Error\n"},
                {5, 1, "libpvm [t40002]: %s mine(): Unknown Error\n"},
                {PvmNoBuf, 0, ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pvm_setopt(PvmAutoErr, rows[i].auto_err);
        struct captured c = capture_begin();
        int code = lpvmerr((char *)"%s mine", rows[i].code);
        char *said = capture_end(&c);
        assert_int_equal(code, rows[i].code);
        assert_int_equal(pvm_errno, code);
        assert_string_equal(said, rows[i].text);
        free(said);
    }
}

TEST_WITH(perror_does_not_enroll, alone_setup, alone_teardown)
{
    char expected[80];
    pvm_exit();
    pvm_errno = PvmSysErr;
    struct captured c = capture_begin();
    pvm_perror((char *)"after exit");
    char *said = capture_end(&c);
    snprintf(expected, sizeof expected, "libpvm [pid%d]: after exit: Can't contact local daemon\n", (int)getpid());
    assert_string_equal(said, expected);
    assert_null(pvmi_self());
    free(said);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static int (*library_match)(int, int, int);
static int asked;

static int mine(int mid, int tid, int tag)
{
    asked++;
    return library_match(mid, tid, tag);
}

/* A program's matching function may ask the library's. */
TEST_WITH(the_librarys_matching, alone_setup, alone_teardown)
{
    library_match = pvm_recvf(mine);
    for (int tag = 1; tag <= 3; tag++)
        send_int(ME, tag, 10 * tag);
    assert_true(pvm_recv(ME, 2) > 0);
    assert_int_equal(received_int(), 20);
    assert_int_equal(asked, 2);
    assert_int_equal(pvm_nrecv(ME + 1, -1), 0);
    assert_int_equal(pvm_nrecv(-1, 2), 0);
    assert_true(pvm_nrecv(-1, -1) > 0);
    assert_int_equal(received_int(), 10);
    assert_true(pvm_nrecv(ME, 3) > 0);
    assert_ptr_equal(pvm_recvf(library_match), mine);
    assert_ptr_equal(pvm_recvf(NULL), library_match);
    assert_true(library_match(999, -1, -1) < 0); /* no such buffer */
    asked = 0;
    send_int(ME, 4, 1);
    assert_true(pvm_recv(-1, 4) > 0);
    assert_int_equal(asked, 0);
}

TEST_WITH(spans_of_trecv, alone_setup, alone_teardown)
{
    struct timeval ever = {INT64_MAX / 2, 0}, never = {0, 0}, past = {INT64_MIN / 2, 5}, years = {3000000000, 0};
    assert_int_equal(pvm_trecv(-1, 1, &never), 0);
    assert_int_equal(pvm_trecv(-1, 1, &past), 0);
    assert_int_equal(pvm_trecv(-1, 1, &years), 0); /* and the loop's clock has come there */
    send_int(ME, 1, 5);
    assert_true(pvm_trecv(-1, 1, &ever) > 0);
    send_int(ME, 1, 6);
    assert_true(pvm_trecv(-1, 1, NULL) > 0);
    assert_int_equal(received_int(), 6);
}

/* ---- the console's reset ---------------------------------------------------------------------------------------- */

static int wait_for_a_word(int argc, char **argv)
{
    if (argc > 1)
        pvm_setopt(PvmNoReset, 1);
    send_int(pvm_parent(), 8, 0);
    return pvm_recv(-1, 9) < 0;
}

static const struct loop_program programs[] = {{"waiter", wait_for_a_word}, {NULL, NULL}};
static int states[4], orphans[2];

static void reset_others(int index, void *arg)
{
    char *stays[] = {(char *)"stays", NULL};
    int tids[4];
    pvm_setopt(PvmAutoErr, 0);
    pvm_spawn((char *)"waiter", NULL, PvmTaskDefault, NULL, 3, tids);
    pvm_spawn((char *)"waiter", stays, PvmTaskDefault, NULL, 1, tids + 3);
    for (int i = 0; i < 4; i++)
        pvm_recv(-1, 8);
    pvmreset(0, 0, (char *)"", -1);
    orphans[0] = pvm_pstat(tids[0]);
    pvmreset(tids[1], 1, (char *)"", -1);
    for (int i = 0; i < 4; i++)
        states[i] = pvm_pstat(tids[i]);
    orphans[1] = pvm_pstat(pvm_mytid());
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, 4, 9);
}

TEST(a_reset_spares_whom_it_should)
{
    struct loop_settings s = loop_defaults();
    s.programs = programs;
    loop_configure(&s);
    assert_int_equal(loop_run(1, reset_others, NULL), 0);
    loop_configure(NULL);
    assert_int_equal(orphans[0], PvmOk); /* without kill_tasks nobody ends */
    assert_int_equal(states[0], PvmNoTask);
    assert_int_equal(states[1], PvmOk); /* it was named */
    assert_int_equal(states[2], PvmNoTask);
    assert_int_equal(states[3], PvmOk); /* it has asked to stay */
    assert_int_equal(orphans[1], PvmOk);
}

TEST_MAIN
