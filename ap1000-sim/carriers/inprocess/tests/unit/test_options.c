/* test_options.c - getopt(3) in a task in process (getopt.c): lines of words that are
 * drawn, asked in all ways, with what they say of wrong ones. The same calls are made by a process, which must get the
 * same (same_calls.h): each option, its argument, optind and optopt, the order of the words, and each letter on stderr.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <getopt.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "same_calls.h"

struct variables {
    int *optind, *opterr, *optopt;
    char **optarg;
};

struct calls {
    int (*getopt)(int argc, char *const argv[], const char *letters);
    int (*setenv)(const char *name, const char *value, int overwrite);
    int (*unsetenv)(const char *name);
    struct variables (*variables)(void);
};

static struct variables of_a_task(void)
{
    void **at = inprocess_current->variable;
    return (struct variables){at[VARIABLE_OPTIND], at[VARIABLE_OPTERR], at[VARIABLE_OPTOPT], at[VARIABLE_OPTARG]};
}

static struct variables of_a_process(void)
{
    return (struct variables){&optind, &opterr, &optopt, &optarg};
}

static const struct calls of_task = {task_getopt, task_setenv, task_unsetenv, of_a_task};
static const struct calls of_process = {getopt, setenv, unsetenv, of_a_process};

/* ---- what is asked ----------------------------------------------------------------------------------------------- */

static char words[][16] = {"-a",       "-bx",       "-b",       "-cab",       "word",    "--",        "-",
                           "--verb",   "--ver",     "--output", "--output=5", "--col=1", "--colour=", "--co",
                           "-W",       "output=3",  "-verbose", "-x",         "-q",      "--nothing", "-vo",
                           "-Wset",    "--set",     "--sett",   "--sa=1",     "--sa",    "-sam",      "--same",
                           "-col",     "another",   "-:",       "-;",         "-Wnone",  "--x=2",     "-set",
                           "-Wsample", "--setting", "-o",       "-output=",   "-ao"};
enum { WORDS = sizeof words / sizeof words[0] };

static const char *const letters[] = {"ab:c::vo:", "+ab:c:", "-ab:vx", ":ab:c::o:W;",  "",       "+:b:",
                                      "-:ab:",     "b:W;x",  "o:a",    "ab:c::vo:sW;", ":o:x:b", "+W;a:o"};
enum { LETTERS = sizeof letters / sizeof letters[0] };

static uint32_t drawn;

static uint32_t draw(uint32_t below)
{
    drawn = drawn * 1664525 + 1013904223;
    return (drawn >> 8) % below;
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

/* Returns whether it has come to the end of the options. */
static bool ask(const struct calls *c, int n, char **line, const char *with)
{
    const struct variables v = c->variables();
    int result = 0;
    for (int left = draw(5) != 0 ? 14 : 1; left > 0 && result != -1; left--) { /* some are given up after a call */
        result = c->getopt(n, line, with);
        same_calls_say("%d %d %d %s|", result, *v.optind, *v.optopt, *v.optarg != NULL ? *v.optarg : "(none)");
    }
    for (int k = 1; k < n; k++)
        same_calls_say(" %s", line[k]);
    same_calls_say("\n");
    return result == -1;
}

/* Most begin anew (optind 0), as POSIX has it (1), or in the midst of the line. */
static void asks_for_lines(const struct calls *c, unsigned seed)
{
    static char program[] = "program";
    const struct variables v = c->variables();
    char *none[] = {NULL};
    bool ended = true;
    same_calls_say("%d %d\n", *v.optind, *v.opterr);
    same_calls_say("%d %d\n", c->getopt(0, none, "a"), *v.optind);
    drawn = seed;
    for (int i = 0; i < 220; i++) {
        char *line[12] = {program};
        const int n = 1 + (int)draw(8);
        for (int k = 1; k < n; k++)
            line[k] = words[draw(WORDS)];
        if (draw(3) == 0)
            c->setenv("POSIXLY_CORRECT", "", 1);
        else
            c->unsetenv("POSIXLY_CORRECT");
        *v.opterr = (int)draw(5) - 1;
        const int from = draw(10) != 0 ? (int)draw(2) : 1 + (int)draw((uint32_t)n);
        if (i > 0)
            *v.optind = ended ? from : 0;
        ended = ask(c, n, line, letters[draw(LETTERS)]);
    }
}

#define LINES(SEED)                                   \
    static void letters_##SEED(const struct calls *c) \
    {                                                 \
        asks_for_lines(c, SEED);                      \
    }
LINES(1)
LINES(2)
LINES(3)
LINES(4)
LINES(5)
LINES(6)
LINES(7)
LINES(8)

int main(void)
{
    static const struct same_calls_row rows[] = {
        SAME_CALLS_ROW(letters_1), SAME_CALLS_ROW(letters_2), SAME_CALLS_ROW(letters_3), SAME_CALLS_ROW(letters_4),
        SAME_CALLS_ROW(letters_5), SAME_CALLS_ROW(letters_6), SAME_CALLS_ROW(letters_7), SAME_CALLS_ROW(letters_8)};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &of_task, &of_process);
}
