/* trace.c - the command trace: which events the tasks that are spawned from now on tell, and how. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "pvmtev.h"

/* What xpvm, PVM's graphical console, shows: and so what is told at first. */
static const int shown_by_xpvm[] = {
    TEV_ADDMHF, TEV_BARRIER, TEV_BCAST, TEV_DELMHF, TEV_EXIT, TEV_JOINGROUP, TEV_KILL,    TEV_LVGROUP,
    TEV_MCAST,  TEV_MHF_INVOKE, TEV_MYTID, TEV_NRECV, TEV_PARENT, TEV_PRECV, TEV_PROBE,   TEV_PSEND,
    TEV_RECV,   TEV_RECVF,  TEV_SEND,  TEV_SENDSIG, TEV_SIBLINGS, TEV_SPAWN, TEV_TRECV,   TEV_USER_DEFINED,
};

void trace_begin(void)
{
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    for (size_t i = 0; i < sizeof shown_by_xpvm / sizeof *shown_by_xpvm; i++)
        TEV_MASK_SET(mask, shown_by_xpvm[i]);
    pvm_settmask(PvmTaskChild, mask);
    pvm_setopt(PvmTraceOptions, PvmTraceFull);
}

/* The ends and beginnings of tasks are told anyway, and so are PVM's own measurements. */
static bool is_choice(int event)
{
    return event != TEV_NEWTASK && event != TEV_ENDTASK && event != TEV_SPNTASK && event != TEV_TIMING && event != TEV_PROFILING;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(pvmtevinfo[*(const int *)a].name, pvmtevinfo[*(const int *)b].name);
}

/* In four columns, by name; those that are told have a star. */
static void print_mask(void)
{
    enum { COLUMNS = 4 };
    int events[TEV_MAX + 1], n = 0;
    Pvmtmask mask;
    pvm_gettmask(PvmTaskChild, mask);
    for (int e = TEV_FIRST; e <= TEV_MAX; e++)
        if (is_choice(e))
            events[n++] = e;
    qsort(events, (size_t)n, sizeof *events, by_name);
    int rows = (n + COLUMNS - 1) / COLUMNS;
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < n; i += rows)
            printf("%s %c %-15s", i > row ? " " : "", TEV_MASK_CHECK(mask, events[i]) ? '*' : ' ', pvmtevinfo[events[i]].name);
        printf("\n");
    }
}

static void set_event(char *mask, int event, bool on)
{
    if (on)
        TEV_MASK_SET(mask, event);
    else
        TEV_MASK_UNSET(mask, event);
}

/* One name, or * for all. */
static void choose(char *mask, const char *name, bool on)
{
    bool found = false;
    for (int e = TEV_FIRST; e <= TEV_MAX; e++)
        if (is_choice(e) && (strcmp(name, "*") == 0 || strcmp(name, pvmtevinfo[e].name) == 0)) {
            set_event(mask, e, on);
            found = true;
        }
    if (!found)
        printf("no such event \"%s\"\n", name);
}

/* [+|-] name ...; a sign holds from there on. */
static void choose_all(char **words)
{
    Pvmtmask mask;
    bool on = true;
    pvm_gettmask(PvmTaskChild, mask);
    for (char **w = words; *w != NULL; w++)
        if (strcmp(*w, "+") == 0 || strcmp(*w, "-") == 0)
            on = **w == '+';
        else
            choose(mask, *w, on);
    pvm_settmask(PvmTaskChild, mask);
}

static void do_buffer(const char *bytes)
{
    if (bytes != NULL)
        pvm_setopt(PvmTraceBuffer, atoi(bytes));
    else
        printf("\nTrace Buffering set to %d bytes\n\n", pvm_getopt(PvmTraceBuffer));
}

static void do_option(const char *name)
{
    static const struct {
        const char *name;
        int value;
    } all[] = {{"full", PvmTraceFull}, {"time", PvmTraceTime}, {"count", PvmTraceCount}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (name == NULL ? pvm_getopt(PvmTraceOptions) == all[i].value : strcmp(name, all[i].name) == 0) {
            if (name == NULL)
                printf("\nTrace Options set to \"%s\"\n\n", all[i].name);
            else
                pvm_setopt(PvmTraceOptions, all[i].value);
            return;
        }
    if (name != NULL)
        printf("\nError:  Unknown Trace Option \"%s\"\n\n", name);
}

bool do_trace(int argc, char **argv)
{
    if (argc == 1)
        print_mask();
    else if (strcmp(argv[1], "xpvm") == 0)
        trace_begin();
    else if (strcmp(argv[1], "buf") == 0)
        do_buffer(argv[2]);
    else if (strcmp(argv[1], "opt") == 0)
        do_option(argv[2]);
    else
        choose_all(argv + 1);
    return true;
}
