/* settings.c - options that say where output and traces go: what a child inherits, what it may set itself, and what the
 * other options give together. */
#include "oracle.h"

static const struct {
    const char *name;
    int what;
} sinks[] = {
#define NAME(X) \
    {           \
#X, X   \
    }
    NAME(PvmOutputTid),     NAME(PvmOutputCode),       NAME(PvmOutputContext),     NAME(PvmTraceTid),
    NAME(PvmTraceCode),     NAME(PvmTraceContext),     NAME(PvmTraceBuffer),       NAME(PvmTraceOptions),
    NAME(PvmSelfOutputTid), NAME(PvmSelfOutputCode),   NAME(PvmSelfOutputContext), NAME(PvmSelfTraceTid),
    NAME(PvmSelfTraceCode), NAME(PvmSelfTraceContext), NAME(PvmSelfTraceBuffer),   NAME(PvmSelfTraceOptions),
    NAME(PvmRoute),         NAME(PvmDebugMask),        NAME(PvmAutoErr),           NAME(PvmFragSize),
    NAME(PvmResvTids),      NAME(PvmShowTids),         NAME(PvmNoReset),
#undef NAME
};
enum { NSINKS = sizeof sinks / sizeof *sinks };

/* Prints a value: a small number, or a tid. */
static const char *value(int v)
{
    static char text[30];
    if (v == pvm_mytid())
        return "me";
    if (v == pvm_parent())
        return "my parent";
    snprintf(text, sizeof text, v > 0x40000 && v < 0x60000 ? "a task" : "%d", v);
    return text;
}

static void show(const char *what)
{
    say("%s", what);
    for (int i = 0; i < NSINKS; i++)
        say("  %s %s", sinks[i].name, value(pvm_getopt(sinks[i].what)));
}

static void set(int i, int v)
{
    int code = pvm_setopt(sinks[i].what, v);
    say("  set %s to %s: %s", sinks[i].name, value(v), v == 0 || code < 0 ? code_name(code) : value(code));
}

static void child(void)
{
    const char *role = own_role();
    show(role);
    if (strcmp(role, "sets") == 0) {
        int me = pvm_mytid(), parent = pvm_parent();
        for (int i = 0; i < 6; i++) { /* those for its children */
            set(i, me);
            set(i, parent);
            set(i, 5);
            set(i, -5);
            set(i, 0);
        }
        show("after that");
    }
}

/* All that children print is to go to this task, with the given tag and context. */
static void inherited(int code, int context)
{
    int me = pvm_mytid();
    pvm_setopt(PvmOutputTid, me);
    pvm_setopt(PvmOutputCode, code);
    pvm_setopt(PvmOutputContext, context);
    say("with %d %d", code, context);
    take_lines(start("inherits"));
    take_lines(start("sets"));
    pvm_setopt(PvmOutputTid, 0);
    pvm_setopt(PvmOutputCode, 0);
    pvm_setopt(PvmOutputContext, 0);
}

static void others(void)
{
    pvm_setopt(PvmRoute, PvmRouteDirect);
    pvm_setopt(PvmFragSize, 2000);
    pvm_setopt(PvmResvTids, 1);
    pvm_setopt(PvmShowTids, 0);
    pvm_setopt(PvmAutoErr, 0);
    pvm_setopt(PvmNoReset, 1);
    show("the parent");
    take_lines(start("the child of one that has set some"));
    pvm_setopt(PvmAutoErr, 1);
    pvm_setopt(PvmNoReset, 0);
    pvm_setopt(PvmResvTids, 0);
}

/* Sets values while no task is named that gets the output. */
static void alone(void)
{
    for (int i = 0; i < 6; i++) {
        set(i, 7);
        set(i, 0);
    }
    for (int i = 0; i < 4; i++) {
        say("PvmNoReset set to %d: %d, then %d", i % 2, pvm_setopt(PvmNoReset, i % 2), pvm_getopt(PvmNoReset));
        say("again: %d", pvm_setopt(PvmNoReset, i % 2));
    }
    CODE(pvm_setopt(PvmNoReset, 77), pvm_getopt(PvmNoReset), pvm_setopt(PvmNoReset, -1), pvm_getopt(PvmNoReset),
         pvm_setopt(PvmNoReset, 0), pvm_setopt(PvmSelfOutputContext, 1), pvm_setopt(PvmSelfTraceContext, 1),
         pvm_setopt(PvmPollType, 1), pvm_getopt(PvmPollType), pvm_setopt(PvmPollTime, 1), pvm_getopt(PvmPollTime));
}

static void sets(void)
{
    show("at the start");
    alone();
    inherited(7, 0);
    inherited(8, 9);
    others();
}

ROLES({"", child, REPORTS});
PARTS(sets);
