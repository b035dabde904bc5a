/* options.c - a PVM program: its first group calls, which look for the group server and start it, leave each option of
 * the task, its buffers and its context as they were; so do collectives, one of them in place. Two tasks. */
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "pvm3.h"

#define GROUP ((char *)"pair")
#define CHECK(CONDITION) \
    if (!(CONDITION))    \
    printf("line %d: not %s\n", __LINE__, #CONDITION)

static const int options[] = {PvmRoute,     PvmAutoErr,      PvmOutputTid,     PvmOutputCode, PvmTraceTid,
                              PvmTraceCode, PvmTraceContext, PvmOutputContext, PvmResvTids};
#define NOPTIONS (int)(sizeof options / sizeof options[0])

static void note(int *values)
{
    for (int i = 0; i < NOPTIONS; i++)
        values[i] = pvm_getopt(options[i]);
}

/* The parts lie in the array that they come from. */
static void in_place(int me)
{
    int parts[4] = {10 * me, 10 * me + 1, 10 * me + 2, 10 * me + 3};
    CHECK(pvm_scatter(parts, parts, 2, PVM_INT, 5, GROUP, 1) == 0);
    CHECK(parts[0] == (me == 1 ? 12 : 10) && parts[1] == (me == 1 ? 13 : 11));
    CHECK(parts[2] == 10 * me + 2 && parts[3] == 10 * me + 3);
    int whole[4] = {-1, -1, 7 + me, 8 + me};
    CHECK(pvm_gather(whole, whole + 2, 2, PVM_INT, 6, GROUP, 1) == 0);
    CHECK(whole[2] == 7 + me && whole[3] == 8 + me);
    CHECK(me == 0 ? whole[0] == -1 : whole[0] == 7 && whole[1] == 8);
}

int main(void)
{
    int before[NOPTIONS], after[NOPTIONS], tid = 0, parent = pvm_parent();
    char self[PATH_MAX] = "";
    pvm_setopt(PvmAutoErr, 1);
    if (parent <= 0) {
        pvm_setopt(PvmOutputTid, pvm_mytid());
        pvm_setopt(PvmOutputCode, 71);
        pvm_setopt(PvmTraceTid, pvm_mytid());
        pvm_setopt(PvmTraceCode, 72);
        pvm_setopt(PvmResvTids, 1);
    }
    note(before);
    int context = pvm_setcontext(pvm_newcontext()), mine = pvm_getcontext(), sbuf = pvm_initsend(PvmDataRaw);
    int me = pvm_joingroup(GROUP);
    note(after);
    for (int i = 0; i < NOPTIONS; i++)
        if (before[i] != after[i])
            printf("option %d was %d, and is %d after the first group call\n", options[i], before[i], after[i]);
    CHECK(pvm_getcontext() == mine);
    CHECK(pvm_getsbuf() == sbuf && pvm_getrbuf() == 0);
    pvm_setcontext(context);
    pvm_setopt(PvmTraceTid, 0);
    pvm_setopt(PvmOutputTid, 0);
    if (parent <= 0 && (readlink("/proc/self/exe", self, sizeof self - 1) < 0 ||
                        pvm_spawn(self, NULL, PvmTaskDefault, (char *)"", 1, &tid) != 1))
        return 1;
    CHECK(pvm_barrier(GROUP, 2) == 0);
    in_place(me);
    CHECK(pvm_barrier(GROUP, 2) == 0);
    printf("task %d of the pair has kept all\n", me);
    pvm_exit();
    return 0;
}
