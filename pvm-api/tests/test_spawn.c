/* test_spawn.c - pvm_spawn and what a child gets from its parent; calls about tasks and hosts. */
#include <limits.h>
#include <unistd.h>

#include "control.h"
#include "pvmtev.h"
#include "tasks.h"

/* Sends its parent a message with all that a child sees. */
static int child(int argc, char **argv)
{
    int *siblings, n = pvm_siblings(&siblings);
    int facts[] = {pvm_mytid(), pvm_parent(), n, argc, pvm_getcontext(), pvm_getopt(PvmOutputTid)};
    pvm_initsend(PvmDataDefault);
    pvm_pkint(facts, 6, 1);
    pvm_pkstr(argv[argc - 1]);
    pvm_send(pvm_parent(), 1);
    return 0; /* without pvm_exit */
}

static int sleeper(int argc, char **argv)
{
    (void)argv;
    pvm_setopt(PvmAutoErr, 0);
    pvm_recv(-1, 99); /* it waits until it is killed */
    return 0;
}

static const struct loop_program programs[] = {{"child", child}, {"sleeper", sleeper}, {NULL, NULL}};

static int spawning_setup(void **state)
{
    struct loop_settings s = loop_defaults();
    s.programs = programs;
    s.nodes = 2;
    s.latency_ns = 100;
    loop_configure(&s);
    return state == NULL;
}

static void run(void (*body)(int, void *), void *arg)
{
    spawning_setup((void **)&body);
    assert_int_equal(loop_run(1, body, arg), 0);
}

static void family(int index, void *arg)
{
    char *argv[] = {(char *)"-x", (char *)"last", NULL}, text[32];
    int tids[3] = {0}, facts[6];
    (void)index;
    (void)arg;
    pvm_setcontext(6);
    assert_int_equal(pvm_spawn((char *)"child", argv, PvmTaskDefault, NULL, 3, tids), 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tids[i], tids[0] + i); /* programs rely on it */
        assert_true(pvm_recv(tids[i], 1) > 0);
        pvm_upkint(facts, 6, 1);
        pvm_upkstr(text);
        static const int wanted[] = {0, LOOP_FIRST_TID, 3, 3, 6, 0};
        assert_int_equal(facts[0], tids[i]);
        for (int k = 1; k < 6; k++)
            assert_int_equal(facts[k], wanted[k]);
        assert_string_equal(text, "last");
    }
}

static void children_know_their_family(void **state)
{
    run(family, NULL);
}

static const struct row {
    const char *name, *file, *where;
    int flags, count, code, place; /* place: tids[0] if nothing was started */
} rows[] = {
    {"no such file", "nofile", NULL, 0, 2, 0, PvmNoFile},
    {"an empty name", "", NULL, 0, 1, 0, PvmNoFile},
    {"no name", NULL, NULL, 0, 1, PvmBadParam, 0},
    {"none", "sleeper", NULL, 0, 0, PvmBadParam, 0},
    {"less than none", "sleeper", NULL, 0, -1, PvmBadParam, 0},
    {"no such host", "sleeper", "nohost", PvmTaskHost, 1, 0, PvmNoHost},
    {"an empty host", "sleeper", "", PvmTaskHost, 1, 0, PvmNoHost},
};
enum { NROWS = sizeof rows / sizeof *rows };

static void nothing_started(void **state)
{
    const struct row *row = *state;
    int tids[3] = {0, 0, 12345};
    assert_int_equal(pvm_spawn((char *)row->file, NULL, row->flags, (char *)row->where, row->count, tids), row->code);
    assert_int_equal(tids[0], row->place);
    assert_int_equal(tids[2], 12345);
}

/* The body of CONTROL_SPAWN, as in control.h. */
static void request_is_whole(void **state)
{
    char *argv[] = {(char *)"a", (char *)"b", NULL}, folder[PATH_MAX], here[PATH_MAX];
    int tids[2];
    setenv("XVAR", "xval", 1);
    /* Names that are empty or not set are gone past. What lies behind the list in memory is none of it. */
    static char names[] = "PVM_EXPORT=:XVAR::NOT_SET:YVAR\0ZVAR";
    putenv(names);
    setenv("ZVAR", "zval", 1);
    setenv("YVAR", "", 1);
    setenv("PVM_PATH", "/p:/q", 1);
    pvm_setopt(PvmOutputTid, LOOP_FIRST_TID);
    pvm_setopt(PvmOutputCode, 5);
    pvm_setcontext(4);
    pvm_spawn((char *)"prog", argv, PvmTaskHost, (char *)"loop1:./.", 2, tids);
    unsetenv("PVM_EXPORT");
    unsetenv("PVM_PATH");
    struct wire_in in = loop_last_request(CONTROL_SPAWN);
    struct control_spawn r = control_spawn_get(&in);
    struct wire_in words = body_strs_in(&r.args), variables = body_strs_in(&r.variables);
    assert_string_equal(r.file, "prog");
    assert_int_equal(r.flags, PvmTaskHost);
    assert_string_equal(r.where, "loop1");
    assert_int_equal(r.count, 2);
    assert_int_equal(r.args.n, 2);
    assert_string_equal(wire_get_str(&words), "a");
    assert_string_equal(wire_get_str(&words), "b");
    assert_int_equal(r.output.tid, LOOP_FIRST_TID);
    assert_int_equal(r.output.context, 0);
    assert_int_equal(r.output.tag, 5);
    assert_int_equal(r.trace.tid | r.trace.context | r.trace.tag, 0);
    assert_int_equal(r.context, 4);
    assert_non_null(getcwd(here, sizeof here - 16));
    snprintf(folder, sizeof folder, "%.4000s/./.", here);
    assert_string_equal(r.folder, folder);
    assert_true(r.spawner_folder[0] == '/'); /* the folder of this test's file */
    assert_string_equal(r.pvm_path, "/p:/q");
    assert_int_equal(r.variables.n, 3);
    assert_string_equal(wire_get_str(&variables), "PVM_EXPORT=:XVAR::NOT_SET:YVAR");
    assert_string_equal(wire_get_str(&variables), "XVAR=xval");
    assert_string_equal(wire_get_str(&variables), "YVAR=");
    assert_int_equal(in.bad, 0);
    assert_int_equal(in.at, in.len);
}

/* PVMTASK adds to the flags. It is a number as in C, so that 0x10 and 020 are 16. */
static void flags_from_the_environment(void **state)
{
    static const struct {
        const char *text;
        int flags;
    } values[] = {{"16", 16}, {"0x10", 16}, {"020", 16}, {"0X2", 2}, {"0", 0}, {"", 0}, {"4 and more", 4}};
    int tid;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        setenv("PVMTASK", values[i].text, 1);
        pvm_spawn((char *)"prog", NULL, PvmTaskHost, (char *)"loop0", 1, &tid);
        struct wire_in in = loop_last_request(CONTROL_SPAWN);
        assert_int_equal(control_spawn_get(&in).flags, PvmTaskHost | values[i].flags);
    }
    unsetenv("PVMTASK");
}

/* The folder that a spawn with this `where` asks for. */
static const char *folder_asked_for(const char *where)
{
    int tid;
    pvm_spawn((char *)"prog", NULL, PvmTaskDefault, (char *)where, 1, &tid);
    struct wire_in in = loop_last_request(CONTROL_SPAWN);
    return control_spawn_get(&in).folder;
}

static void folder_that_is_not_there(void **state)
{
    char here[PATH_MAX];
    assert_non_null(getcwd(here, sizeof here));
    assert_string_equal(folder_asked_for(":/"), "/");
    assert_string_equal(folder_asked_for(":"), here);
    assert_string_equal(folder_asked_for(":/no/such/folder"), here);
    assert_string_equal(folder_asked_for(":no/such/folder"), here);
    assert_string_equal(folder_asked_for(":/proc/self/exe"), here); /* a file */
    char far[2 * PATH_MAX];
    memset(far, '/', sizeof far - 1);
    far[0] = ':';
    far[sizeof far - 1] = 0;
    assert_string_equal(folder_asked_for(far), here); /* longer than a path may be */
    char gone[] = "/tmp/test-spawn-XXXXXX";
    assert_non_null(mkdtemp(gone));
    assert_int_equal(chdir(gone), 0);
    assert_int_equal(rmdir(gone), 0);
    assert_string_equal(folder_asked_for(NULL), "");
    assert_int_equal(chdir(here), 0);
}

/* Children that are not traced, but whose mask is set: it goes to them. */
static void a_mask_alone_is_passed_on(void **state)
{
    Pvmtmask mask;
    int tid;
    pvm_gettmask(PvmTaskChild, mask);
    TEV_MASK_SET(mask, TEV_SEND);
    pvm_settmask(PvmTaskChild, mask);
    pvm_spawn((char *)"prog", NULL, PvmTaskDefault, NULL, 1, &tid);
    struct wire_in in = loop_last_request(CONTROL_SPAWN);
    assert_true(control_spawn_get(&in).variables.n >= 3);
}

/* ---- about tasks ------------------------------------------------------------------------------------------------- */

static void life_and_death(int index, void *arg)
{
    struct pvmtaskinfo *infos;
    int tid, n;
    (void)index;
    (void)arg;
    pvm_setopt(PvmAutoErr, 0);
    assert_int_equal(pvm_spawn((char *)"sleeper", NULL, 0, NULL, 1, &tid), 1);
    assert_int_equal(pvm_pstat(tid), 0);
    assert_int_equal(pvm_tasks(0, &n, &infos), 0);
    assert_int_equal(n, 2);
    assert_int_equal(infos[1].ti_tid, tid);
    assert_int_equal(infos[1].ti_ptid, pvm_mytid());
    assert_string_equal(infos[1].ti_a_out, "sleeper");
    assert_int_equal(infos[1].ti_host, pvm_tidtohost(tid));
    assert_int_equal(pvm_tasks(tid, &n, &infos), 0);
    assert_int_equal(n, 1);
    pvm_notify(PvmTaskExit, 7, 1, &tid);
    assert_int_equal(pvm_kill(tid), 0);
    assert_true(pvm_recv(-1, 7) > 0);
    assert_int_equal(received_int(), tid);
    assert_int_equal(pvm_pstat(tid), PvmNoTask);
    assert_int_equal(send_int(tid, 1, 1), 0);
}

static void tasks_come_and_go(void **state)
{
    run(life_and_death, NULL);
}

/* The answers of PVM 3.4.6. */
static void about_nobody(void **state)
{
    static const int no_tids[] = {0, -1, 0x40000, (int)0x80040000};
    struct pvmtaskinfo *infos;
    int n = -1;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pvm_pstat(no_tids[i]), PvmBadParam);
        assert_int_equal(pvm_kill(no_tids[i]), PvmBadParam);
        assert_int_equal(pvm_sendsig(no_tids[i], 1), PvmBadParam);
    }
    assert_int_equal(pvm_kill(0x40999), 0);
    assert_int_equal(pvm_sendsig(0x40999, 1), 0);
    assert_int_equal(pvm_pstat(0x40999), PvmNoTask);
    assert_int_equal(pvm_tasks(0x40999, &n, &infos), 0);
    assert_int_equal(n, 0);
    assert_int_equal(pvm_tasks((int)0x80fc0000, &n, &infos), PvmNoHost);
    assert_int_equal(pvm_tasks(0, NULL, NULL), 0);
}

/* ---- about hosts ------------------------------------------------------------------------------------------------- */

static void hosts(void **state)
{
    struct pvmhostinfo *infos;
    int nhosts, narchs;
    assert_int_equal(pvm_config(&nhosts, &narchs, &infos), 0);
    assert_int_equal(nhosts, 1);
    assert_int_equal(narchs, 1);
    assert_string_equal(infos[0].hi_name, "loop0");
    assert_string_equal(infos[0].hi_arch, "LOOP");
    assert_int_equal(infos[0].hi_tid, pvm_tidtohost(pvm_mytid()));
    assert_int_equal(pvm_config(NULL, NULL, NULL), 0);
    assert_int_equal(pvm_archcode((char *)"LOOP"), infos[0].hi_dsig);
    assert_int_equal(pvm_archcode((char *)"nosuch"), PvmNotFound);
    assert_int_equal(pvm_mstat((char *)"loop0"), 0);
    assert_int_equal(pvm_mstat((char *)"nope"), PvmNoHost);
    assert_int_equal(pvm_mstat((char *)""), PvmBadParam);
    assert_int_equal(pvm_mstat(NULL), PvmBadParam);
}

static void changing_hosts(void **state)
{
    char *names[] = {(char *)"loop0", (char *)"nope"};
    int codes[2] = {1, 1};
    assert_int_equal(pvm_addhosts(names, 2, codes), 0);
    assert_int_equal(codes[0], PvmDupHost);
    assert_int_equal(codes[1], PvmNoHost);
    assert_int_equal(pvm_addhosts(names, 1, NULL), 0);
    assert_int_equal(pvm_delhosts(names + 1, 1, codes), 0);
    assert_int_equal(codes[0], PvmNoHost);
    for (int n = 0; n > -2; n--) {
        assert_int_equal(pvm_addhosts(names, n, codes), PvmBadParam);
        assert_int_equal(pvm_delhosts(names, n, codes), PvmBadParam);
    }
}

static void all_hosts_share_a_clock(void **state)
{
    struct timeval there, delta = {1, 1};
    assert_int_equal(pvm_hostsync(pvm_tidtohost(pvm_mytid()), &there, &delta), 0);
    assert_int_equal(delta.tv_sec, 0);
    assert_int_equal(delta.tv_usec, 0);
    assert_int_equal(pvm_hostsync(0, &there, &delta), PvmNoHost);
}

int main(void)
{
    struct CMUnitTest tests[NROWS + 10] = {
        [NROWS] = cmocka_unit_test(children_know_their_family),
        alone_test(request_is_whole),
        alone_test(flags_from_the_environment),
        alone_test(a_mask_alone_is_passed_on),
        alone_test(folder_that_is_not_there),
        cmocka_unit_test(tasks_come_and_go),
        alone_test(about_nobody),
        alone_test(hosts),
        alone_test(changing_hosts),
        alone_test(all_hosts_share_a_clock),
    };
    for (int i = 0; i < NROWS; i++)
        tests[i] = (struct CMUnitTest)alone_row(nothing_started, &rows[i], rows[i].name);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
