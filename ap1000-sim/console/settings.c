/* settings.c - commands for what spawned tasks get from the console: getopt, setopt, setenv, export, unexport. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

/* ---- pvm_setopt -------------------------------------------------------------------------------------------------- */

/* All options, in the order of their numbers. */
/* clang-format off */
#define OPTIONS(X)                                                                                                  \
    X(PvmRoute) X(PvmDebugMask) X(PvmAutoErr) X(PvmOutputTid) X(PvmOutputCode) X(PvmTraceTid) X(PvmTraceCode)       \
    X(PvmTraceBuffer) X(PvmTraceOptions) X(PvmFragSize) X(PvmResvTids) X(PvmSelfOutputTid) X(PvmSelfOutputCode)     \
    X(PvmSelfTraceTid) X(PvmSelfTraceCode) X(PvmSelfTraceBuffer) X(PvmSelfTraceOptions) X(PvmShowTids)              \
    X(PvmOutputContext) X(PvmTraceContext) X(PvmSelfOutputContext) X(PvmSelfTraceContext) X(PvmNoReset)
/* clang-format on */

static const struct {
    const char *name;
    int what;
} options[] = {
#define ROW(OPTION) {#OPTION, OPTION},
    OPTIONS(ROW)
#undef ROW
};
enum { NOPTIONS = sizeof options / sizeof *options };

/* Tids are written in hexadecimal. */
static bool is_tid(const char *name)
{
    return strcmp(name + strlen(name) - 3, "Tid") == 0;
}

static void print_option(int i)
{
    printf(is_tid(options[i].name) && pvm_getopt(options[i].what) > 0 ? "%s Currently Set to %x\n"
                                                                      : "%s Currently Set to %d\n",
           options[i].name, (unsigned)pvm_getopt(options[i].what));
}

/* Returns the option's place in the table, or NOPTIONS, after a message, if there is no option of that name. */
static int find_option(const char *name)
{
    for (int i = 0; i < NOPTIONS; i++)
        if (strcmp(options[i].name, name) == 0)
            return i;
    printf("PVM Option \"%s\" Unknown.\n", name);
    return NOPTIONS;
}

bool do_getopt(int argc, char **argv)
{
    int only = argc > 1 ? find_option(argv[1]) : 0;
    for (int i = only; i < (argc > 1 && only < NOPTIONS ? only + 1 : NOPTIONS); i++)
        print_option(i);
    return true;
}

bool do_setopt(int argc, char **argv)
{
    int i = find_option(argv[1]);
    (void)argc;
    if (i == NOPTIONS)
        return true;
    bool tid = is_tid(argv[1]);
    int value = tid ? parse_tid(argv[2]) : atoi(argv[2]), old = pvm_setopt(options[i].what, value);
    if (pvm_getopt(options[i].what) == value)
        printf(tid ? "%s Changed from %x to %x\n" : "%s Changed from %d to %d\n", argv[1], (unsigned)old,
               (unsigned)value);
    return true;
}

/* ---- the environment --------------------------------------------------------------------------------------------- */

extern char **environ;

bool do_setenv(int argc, char **argv)
{
    if (argc == 1)
        for (char **e = environ; *e != NULL; e++)
            printf("%s\n", *e);
    if (argc == 2 && getenv(argv[1]) != NULL)
        printf("%s\n", getenv(argv[1]));
    if (argc > 2) {
        char *value = join_words(argv + 2);
        setenv(argv[1], value, 1);
        free(value);
    }
    return true;
}

bool do_export(int argc, char **argv)
{
    const char *list = getenv("PVM_EXPORT");
    if (argc == 1)
        printf("PVM_EXPORT=%s\n", list != NULL ? list : "");
    for (int i = 1; i < argc; i++)
        pvm_export(argv[i]);
    return true;
}

bool do_unexport(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        pvm_unexport(argv[i]);
    return true;
}
