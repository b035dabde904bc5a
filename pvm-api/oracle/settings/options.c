/* options.c - every option: its value at the start, which values it takes, and what setting it returns. */
#include "oracle.h"

static const struct {
    const char *name;
    int what;
} options[] = {
#define NAME(X) \
    {           \
#X, X   \
    }
    NAME(PvmRoute),           NAME(PvmDebugMask),         NAME(PvmAutoErr),
    NAME(PvmOutputTid),       NAME(PvmOutputCode),        NAME(PvmTraceTid),
    NAME(PvmTraceCode),       NAME(PvmTraceBuffer),       NAME(PvmTraceOptions),
    NAME(PvmFragSize),        NAME(PvmResvTids),          NAME(PvmSelfOutputTid),
    NAME(PvmSelfOutputCode),  NAME(PvmSelfTraceTid),      NAME(PvmSelfTraceCode),
    NAME(PvmSelfTraceBuffer), NAME(PvmSelfTraceOptions),  NAME(PvmShowTids),
    NAME(PvmPollType),        NAME(PvmPollTime),          NAME(PvmOutputContext),
    NAME(PvmTraceContext),    NAME(PvmSelfOutputContext), NAME(PvmSelfTraceContext),
    NAME(PvmNoReset),
#undef NAME
};
#define NOPTIONS (int)(sizeof options / sizeof *options)

static void try(int i, int value)
{
    int code = pvm_setopt(options[i].what, value);
    say("set %s to %d: %s", options[i].name, value, code_name(code));
    code = pvm_getopt(options[i].what);
    say("  is %s", code_name(code));
}

static void all(void)
{
    for (int i = 0; i < NOPTIONS; i++)
        say("%s at the start: %s", options[i].name, code_name(pvm_getopt(options[i].what)));
    for (int i = 0; i < NOPTIONS; i++) {
        int what = options[i].what, was = pvm_getopt(what);
        if (what == PvmAutoErr || what == PvmDebugMask || what == PvmNoReset)
            continue;
        static const int values[] = {-1, 0, 1, 2, 3, 4, 100, 5000, 2000000};
        for (int j = 0; j < 9; j++) {
            int own = what >= PvmSelfOutputTid && what <= PvmSelfTraceCode; /* the daemon is told these, and may
                                                                               change them */
            if (!own)
                try(i, values[j]);
        }
        pvm_setopt(what, was);
    }
    CODE(pvm_getopt(0), pvm_getopt(26), pvm_getopt(-1), pvm_setopt(0, 1), pvm_setopt(26, 1), pvm_setopt(PvmAutoErr, 0),
         pvm_setopt(PvmAutoErr, 1), pvm_setopt(PvmDebugMask, 0));
    int me = pvm_mytid();
    CODE(pvm_setopt(PvmOutputTid, me & ~0x3ffff), pvm_setopt(PvmTraceTid, me & ~0x3ffff),
         pvm_setopt(PvmOutputTid, 0x40000000), pvm_setopt(PvmOutputTid, me + 1));
    say("own tid for output: %s", who(pvm_setopt(PvmOutputTid, me)));
    say("and then: %s", who(pvm_getopt(PvmOutputTid)));
    say("reset: %s", who(pvm_setopt(PvmOutputTid, 0)));
}

PARTS(all);
