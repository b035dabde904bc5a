/* test_settings.c - what is said of variables AP1000_* that are no settings, and of settings that a machine which is up
 * does not hear (settings.c). */

#include <unistd.h>

#include "carriers/slots/wire/settings.h"

#include "testing.h"

extern char **environ;

/* What `say` says on stderr while these are the variables. */
static const char *said(char **variables, void (*say)(void))
{
    static char text[4096];
    char **before = environ;
    FILE *f = tmpfile();
    int kept = dup(STDERR_FILENO);
    assert_non_null(f);
    (void)fflush(stderr);
    dup2(fileno(f), STDERR_FILENO);
    environ = variables;
    say();
    environ = before;
    (void)fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static void unknown(void)
{
    settings_say_unknown("who");
}

static void unheard(void)
{
    settings_say_unheard("who", "the machine");
}

static void expect_unknown(const char *variable, const char *line)
{
    char text[120];
    (void)snprintf(text, sizeof text, "%s", variable);
    char *variables[] = {text, NULL};
    assert_string_equal(said(variables, unknown), line);
}

/* Each that is told: as it is written, with the one that is meant. */
#define MEANT(NAME, SETTING) "who: " NAME " in the environment is no setting and has no effect: is " SETTING " meant?\n"
#define UNKNOWN(NAME) "who: " NAME " in the environment is no setting and has no effect\n"

TEST(what_is_a_setting)
{
    expect_unknown("AP1000_CELLS=4", "");
    expect_unknown("AP1000_TRACE_TASKS=", "");
    expect_unknown("AP1000_TRACE", "");
    expect_unknown("AP1000_SOCKET=x", "");
    expect_unknown("AP100_CELLS=4", ""); /* none of ours */
    expect_unknown("PATH=AP1000_CELLZ", "");
}

/* Up to two letters that are wrong, missing, or too many. */
TEST(what_is_meant)
{
    expect_unknown("AP1000_CELLZ=4", MEANT("AP1000_CELLZ", "AP1000_CELLS"));
    expect_unknown("AP1000_CELL=4", MEANT("AP1000_CELL", "AP1000_CELLS"));
    expect_unknown("AP1000_CEELLSS=4", MEANT("AP1000_CEELLSS", "AP1000_CELLS"));
    expect_unknown("AP1000_ECLLS", MEANT("AP1000_ECLLS", "AP1000_CELLS"));
    expect_unknown("AP1000_GIRD=2x2", MEANT("AP1000_GIRD", "AP1000_GRID"));
    expect_unknown("AP1000_REPROT=", MEANT("AP1000_REPROT", "AP1000_REPORT"));
    expect_unknown("AP1000_CEELLSSS=4", UNKNOWN("AP1000_CEELLSSS"));
    expect_unknown("AP1000_=", MEANT("AP1000_", "AP1000_ON")); /* what is nearest */
    expect_unknown("AP1000_RUNNERS=4", UNKNOWN("AP1000_RUNNERS"));
    expect_unknown("AP1000_A_NAME_THAT_IS_LONGER_THAN_ANY_SETTING=1",
                   UNKNOWN("AP1000_A_NAME_THAT_IS_LONGER_THAN_ANY_SETTING"));
}

TEST(each_gets_its_line)
{
    char one[] = "AP1000_CELLZ=1", good[] = "AP1000_CELLS=1", two[] = "AP1000_FOOBAR=1",
         *list[] = {one, good, two, NULL};
    assert_string_equal(said(list, unknown), MEANT("AP1000_CELLZ", "AP1000_CELLS") UNKNOWN("AP1000_FOOBAR"));
    assert_string_equal(said(list + 3, unknown), "");
    assert_string_equal(said(NULL, unknown), "");
}

/* Only those that say what a new machine is to be, and have a value. */
TEST(what_a_machine_does_not_hear)
{
    char cells[] = "AP1000_CELLS=4", grid[] = "AP1000_GRID=", trace[] = "AP1000_TRACE=t.json", name[] = "AP1000_NAME=x",
         tasks[] = "AP1000_TASKS=process", command[] = "AP1000_COMMAND=c";
    char *none[] = {name, tasks, command, grid, NULL}, *one[] = {name, cells, NULL},
         *two[] = {trace, tasks, cells, NULL};
    assert_string_equal(said(none, unheard), "");
    assert_string_equal(said(one, unheard),
                        "who: without effect, because this program joins the machine that is up (the machine): "
                        "AP1000_CELLS=4; `ap1000 up` takes them\n");
    assert_string_equal(said(two, unheard),
                        "who: without effect, because this program joins the machine that is up (the machine): "
                        "AP1000_CELLS=4, AP1000_TRACE=t.json; `ap1000 up` takes them\n");
}

TEST_MAIN
