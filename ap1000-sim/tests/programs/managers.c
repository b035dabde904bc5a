/* managers.c - a PVM program on 4 cells that is the host's resource manager: what the system makes of its requests, and
 * what it is told. pvm-api/oracle/standins compares with PVM 3.4.6 what one real host can show. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "pvm3.h"
#include "system_body.h"
#include "system_messages.h"

enum { SAID = 1, GO, TRACE_TAG = 7, TRACE_CONTEXT = 8 };
enum { CELL1 = 0xc0000, CELL3 = 0x140000, SYSTEM = (int)0x80000000 };

static char *self;

/* What one of the tasks says of itself. */
struct said {
    int tid, parent, siblings, traced_by, trace_tag, trace_context, context;
    char folder[PATH_MAX];
};

static void say(void)
{
    struct said s = {.tid = pvm_mytid(), .parent = pvm_parent(), .siblings = pvm_siblings(NULL)};
    s.traced_by = pvm_getopt(PvmSelfTraceTid);
    s.trace_tag = pvm_getopt(PvmSelfTraceCode);
    s.trace_context = pvm_getopt(PvmSelfTraceContext);
    s.context = pvm_setcontext(0);
    if (getcwd(s.folder, sizeof s.folder) == NULL)
        s.folder[0] = 0;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&s.tid, 7, 1);
    pvm_pkstr(s.folder);
    pvm_send(s.parent, SAID);
    pvm_recv(s.parent, GO);
}

/* Asks the daemon of a cell to start `count` tasks of that file. `variable`: NAME=value, NULL: none. flags: beside
 * PvmTaskHost. */
static void ask_cell(int cell, const char *file, int flags, int count, const char *variable, int wait_id)
{
    struct pvmminfo info;
    int me = pvm_mytid(), head[] = {PvmTaskHost | flags, count, 1}, nothing[3] = {0, 0, 0};
    int trace[] = {me, TRACE_CONTEXT, TRACE_TAG}, variables = variable != NULL, numbers[] = {0, count};
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&me, 1, 1);
    pvm_pkstr((char *)file);
    pvm_pkint(head, 3, 1);
    pvm_pkstr((char *)"say");
    pvm_pkint(nothing, 3, 1); /* its output goes nowhere */
    pvm_pkint(trace, 3, 1);
    pvm_pkint(&variables, 1, 1);
    if (variable != NULL)
        pvm_pkstr((char *)variable);
    pvm_pkint(numbers, 2, 1);
    pvm_getminfo(pvm_getsbuf(), &info);
    info.wid = wait_id;
    pvm_setminfo(pvm_getsbuf(), &info);
    pvm_send(SYSTEM | cell, SM_EXEC);
}

static void ask_with(int flags, int count, const char *folder, int wait_id)
{
    char line[PATH_MAX + 16];
    snprintf(line, sizeof line, "PVMSPAWNWD=%s", folder != NULL ? folder : "");
    ask_cell(CELL1, self, flags, count, folder != NULL ? line : NULL, wait_id);
}

static void ask(int count, const char *folder, int wait_id)
{
    ask_with(0, count, folder, wait_id);
}

/* Returns how many tasks the answer says, and their tids. */
static int answer(int *tids)
{
    int n = -1;
    pvm_recv(-1, SM_EXECACK);
    pvm_upkint(&n, 1, 1);
    if (n > 0 && n <= 2)
        pvm_upkint(tids, n, 1);
    return n;
}

static struct said hear(int tid)
{
    struct said s;
    memset(&s, 0, sizeof s);
    pvm_recv(tid, SAID);
    pvm_upkint(&s.tid, 7, 1);
    pvm_upkstr(s.folder);
    return s;
}

/* Where the tasks are, whose they are, and who are siblings: the two of one request, but none of another, unless both
 * have the same wait id. */
static void starts(const char *folder, const char *wanted, int wait_id, int siblings)
{
    int tids[4] = {0};
    ask(2, folder, wait_id);
    EXPECT(answer(tids), 2);
    ask(1, folder, wait_id);
    EXPECT(answer(tids + 2), 1);
    for (int i = 0; i < 3; i++) {
        EXPECT(tids[i] > 0, 1);
        EXPECT(pvm_tidtohost(tids[i]), CELL1);
        struct said s = hear(tids[i]);
        EXPECT(s.tid, tids[i]);
        EXPECT(s.parent, pvm_mytid());
        EXPECT(s.traced_by, pvm_mytid());
        EXPECT(s.trace_tag, TRACE_TAG);
        EXPECT(s.trace_context, TRACE_CONTEXT);
        EXPECT(s.context, 0);
        EXPECT(strcmp(s.folder, wanted), 0);
        EXPECT(s.siblings >= (siblings != 0 ? siblings : i < 2 ? 2 : 1), 1);
        EXPECT(s.siblings <= (siblings != 0 ? siblings : i < 2 ? 2 : 1), 1);
    }
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, 3, GO);
}

/* The context that pvm_spawn names for a task is the one that it begins in. */
static void starts_in_a_context(void)
{
    int tid = 0;
    ask_cell(CELL1, self, 0, 1, "PVMCTX=0x2a", 0);
    EXPECT(answer(&tid), 1);
    EXPECT(hear(tid).context, 0x2a);
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, GO);
    EXPECT(pvm_recv(-1, SM_TASKX) > 0, 1);
}

/* The manager is told of the end of each of them. */
static void hear_of_ends(int n)
{
    for (int i = 0; i < n; i++) {
        int end[2] = {0, -1};
        EXPECT(pvm_recv(-1, SM_TASKX) > 0, 1);
        pvm_upkint(end, 2, 1);
        EXPECT(end[0] > pvm_mytid(), 1);
        EXPECT(end[1], 0);
    }
}

/* A task that is to have no parent has none, whoever has asked for it. */
static void starts_without_parent(void)
{
    struct pvmtaskinfo *t;
    int n = 0, tid = 0;
    ask_with(PvmNoSpawnParent, 1, NULL, 0);
    EXPECT(answer(&tid), 1);
    EXPECT(pvm_tasks(tid, &n, &t), 0);
    EXPECT(n, 1);
    EXPECT(n == 1 && t->ti_ptid == pvm_mytid(), 0);
    EXPECT(pvm_kill(tid), 0);
    EXPECT(pvm_recv(-1, SM_TASKX) > 0, 1);
}

/* Asks for hosts, and reads what is said of each: its tid, or an error. */
static void add_hosts(int n, char **names, const int *codes)
{
    int head[2] = {-1, -1}, code, numbers[2];
    char name[100], arch[100];
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&n, 1, 1);
    for (int i = 0; i < n; i++)
        pvm_pkstr(names[i]);
    pvm_send(SYSTEM, SM_ADD);
    EXPECT(pvm_recv(-1, SM_ADDACK) > 0, 1);
    pvm_upkint(head, 2, 1);
    EXPECT(head[0], n);
    EXPECT(head[1], 0); /* kinds of hosts, as PVM 3.4.6 gives it */
    for (int i = 0; i < n; i++) {
        strcpy(name, "?");
        code = 0;
        pvm_upkint(&code, 1, 1);
        pvm_upkstr(name);
        pvm_upkstr(arch);
        pvm_upkint(numbers, 2, 1);
        EXPECT(code, codes[i]);
        EXPECT(strcmp(name, code > 0 ? names[i] : ""), 0);
    }
}

/* What is said of each task that does not start: there is no such file; the host leaves while it starts them, which
 * many take some time for. */
static void starts_none(void)
{
    enum { MANY = 64 };
    static const struct {
        const char *file;
        int leaves, code;
    } rows[] = {{"/nowhere/none", 0, PvmNoFile}, {"/nowhere/none", 1, PvmNoHost}, {NULL, 1, PvmNoHost}};
    char *cell3[] = {(char *)"cell3"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int info = 0, n = -1, codes[MANY] = {0}, gone = 0;
        ask_cell(CELL3, rows[i].file != NULL ? rows[i].file : self, 0, MANY, NULL, 0);
        if (rows[i].leaves) {
            usleep(20000); /* the request is there, and takes longer */
            EXPECT(pvm_delhosts(cell3, 1, &info), 1);
            EXPECT(pvm_recv(-1, SM_HOSTX) > 0, 1);
            EXPECT(pvm_upkint(&gone, 1, 1), 0);
            EXPECT(gone, (int)(SYSTEM | CELL3));
        }
        EXPECT(pvm_recv(-1, SM_EXECACK) > 0, 1);
        pvm_upkint(&n, 1, 1);
        EXPECT(n, MANY);
        EXPECT(pvm_upkint(codes, MANY, 1), 0);
        for (int k = 0; k < MANY; k++)
            EXPECT(codes[k], rows[i].code);
        if (rows[i].leaves)
            add_hosts(1, cell3, (int[]){CELL3});
    }
}

int main(int argc, char **argv)
{
    static char here[PATH_MAX];
    char *cell3[] = {(char *)"cell3"};
    int tids[2], info = 0, gone = 0;
    self = argv[0];
    pvm_mytid();
    if (argc > 1) {
        say();
        pvm_exit();
        return 0;
    }
    pvm_setopt(PvmResvTids, 1);
    EXPECT(pvm_reg_rm(NULL), 0);
    EXPECT(getcwd(here, sizeof here) != NULL, 1);
    starts(NULL, here, 0, 0);
    starts("/", "/", 0, 0);
    hear_of_ends(6);
    starts_in_a_context();
    starts_without_parent();
    starts_none();
    static const int bad[] = {0, -1, 1 << 30};
    for (int i = 0; i < 3; i++)
        ask(bad[i], NULL, 0); /* dropped, each with a line on stderr */
    ask(1, NULL, 0);
    EXPECT(answer(tids), 1);
    EXPECT(hear(tids[0]).tid, tids[0]);
    pvm_initsend(PvmDataDefault);
    pvm_send(tids[0], GO);
    EXPECT(pvm_delhosts(cell3, 1, &info), 1);
    EXPECT(pvm_recv(-1, SM_HOSTX) > 0, 1);
    EXPECT(pvm_upkint(&gone, 1, 1), 0);
    EXPECT(gone, (int)(SYSTEM | CELL3));
    add_hosts(1, (char *[]){(char *)"nowhere"}, (int[]){PvmNoHost});
    add_hosts(2, (char *[]){(char *)"cell3", (char *)"nowhere"}, (int[]){CELL3, PvmNoHost});
    add_hosts(1, (char *[]){(char *)"cell3"}, (int[]){PvmDupHost});
    pvm_exit();
    return expect_failures != 0;
}
