/* test_spawn.c - what pvm_spawn asks the machine for. */
#include <limits.h>
#include <unistd.h>

#include "control.h"
#include "tasks.h"

/* The body of CONTROL_SPAWN, as in control.h. */
ALONE_TEST(request_is_whole)
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
ALONE_TEST(flags_from_the_environment)
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

ALONE_TEST(folder_that_is_not_there)
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

TEST_MAIN
