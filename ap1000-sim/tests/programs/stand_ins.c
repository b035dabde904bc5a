/* stand_ins.c - a PVM program on 4 cells: taskers on cells, and a manager that has tasks started on two of them, which
 * the oracle cannot have with one real host. What is answered to others, and what becomes of it when they end:
 * ../../control/tests. tracers.c has tracers. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"
#include "tell.h"
#include "pvm3.h"
#include "system_body.h"
#include "system_messages.h"

enum { READY = 1, NODE, GONE, GO, ADDED };
enum { CELL1 = 0xc0000, CELL2 = 0x100000 };

static char *self;

static int start_on(const char *cell, const char *role, int n, int *tids)
{
    char *argv[] = {(char *)role, NULL};
    return pvm_spawn(self, argv, PvmTaskHost, (char *)cell, n, tids);
}

/* ---- taskers, hosters and managers ------------------------------------------------------------------------------- */

static char *next_string(void)
{
    char text[4096] = "";
    pvm_upkstr(text);
    return strdup(text);
}

/* Starts what one SM_STTASK asks for, after `pause` s of simulated time. */
static void start_one(unsigned pause)
{
    int tid, flags, argc, nenv;
    char *argv[16] = {NULL};
    pvm_recv(-1, SM_STTASK);
    pvm_upkint(&tid, 1, 1);
    pvm_upkint(&flags, 1, 1);
    free(next_string());
    pvm_upkint(&argc, 1, 1);
    for (int i = 0; i < argc && i < 15; i++)
        argv[i] = next_string();
    pvm_upkint(&nenv, 1, 1);
    char **env = calloc((size_t)nenv + 1, sizeof *env);
    for (int i = 0; i < nenv; i++)
        env[i] = next_string();
    sleep(pause);
    if (fork() == 0) {
        for (int i = 0; i < nenv; i++)
            putenv(env[i]);
        execv(argv[0], argv);
        _exit(127);
    }
}

static void tasker(unsigned pause)
{
    pvm_setopt(PvmResvTids, 1);
    pvm_reg_tasker();
    tell(pvm_parent(), READY, 0);
    for (;;)
        start_one(pause);
}

/* One task of a spawn that has asked for two, on that cell, as a part of it. Returns its tid. */
static int start_part(const struct pvmminfo *asked, char *file, char *role, const int *sinks, int part)
{
    struct pvmminfo info;
    int head[] = {PvmTaskHost, 1, 1}, none = 0, numbers[] = {part, 2}, answer[2] = {0, 0}, parent = asked->src;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&parent, 1, 1);
    pvm_pkstr(file);
    pvm_pkint(head, 3, 1); /* flags, how many, arguments */
    pvm_pkstr(role);
    pvm_pkint((int *)sinks, 6, 1);
    pvm_pkint(&none, 1, 1); /* variables */
    pvm_pkint(numbers, 2, 1);
    pvm_getminfo(pvm_getsbuf(), &info);
    info.wid = asked->wid;
    pvm_setminfo(pvm_getsbuf(), &info);
    pvm_send((int)0x80000000 | (part == 0 ? CELL1 : CELL2), SM_EXEC);
    pvm_recv(-1, SM_EXECACK);
    pvm_upkint(answer, 2, 1);
    return answer[1];
}

/* A manager that starts the two tasks of each spawn on two cells. */
static void splitting_manager(void)
{
    struct pvmminfo asked, info;
    int flags, argc, sinks[6], answer[3] = {2, 0, 0};
    pvm_setopt(PvmResvTids, 1);
    pvm_reg_rm(NULL);
    tell(pvm_parent(), READY, 0);
    for (;;) {
        pvm_getminfo(pvm_recv(-1, SM_SPAWN), &asked);
        char *file = next_string();
        pvm_upkint(&flags, 1, 1);
        free(next_string());
        pvm_upkint(&flags, 1, 1); /* how many */
        pvm_upkint(&argc, 1, 1);
        char *role = next_string();
        pvm_upkint(sinks, 6, 1);
        for (int part = 0; part < 2; part++)
            answer[1 + part] = start_part(&asked, file, role, sinks, part);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(answer, 3, 1);
        pvm_getminfo(pvm_getsbuf(), &info);
        info.wid = asked.wid;
        pvm_setminfo(pvm_getsbuf(), &info);
        pvm_send(asked.src, SM_SPAWN);
    }
}

/* ---- the other tasks --------------------------------------------------------------------------------------------- */

static void where_am_i(void)
{
    tell(pvm_parent(), NODE, pvm_tidtohost(pvm_mytid()));
    hear(pvm_parent(), GO);
}

/* Tells how many siblings it has, and which. */
static void one_of_two(void)
{
    hear(pvm_parent(), GO);
    int *tids = NULL, n = pvm_siblings(&tids);
    for (int i = 0; i < 3; i++)
        tell(pvm_parent(), NODE, i == 0 ? n : i <= n ? tids[i - 1] : 0);
    sleep(1);
    printf("last words\n");
}

static int lines_in(FILE *f)
{
    int c, lines = 0;
    rewind(f);
    while ((c = getc(f)) != EOF)
        lines += c == '\n';
    return lines;
}

/* Two spawns, of which the manager starts each in two parts: the parts of one are siblings, those of the other not.
 * The program of the second is found beside that of the spawner, whose exit waits for the last words of all. */
static void spawns_by_manager(void)
{
    int tids[4], master = pvm_parent();
    char *beside = strrchr(self, '/') + 1;
    FILE *said = tmpfile();
    pvm_catchout(said);
    EXPECT(pvm_spawn(self, (char *[]){(char *)"one", NULL}, PvmTaskDefault, NULL, 2, tids), 2);
    EXPECT(pvm_spawn(beside, (char *[]){(char *)"one", NULL}, PvmTaskDefault, NULL, 2, tids + 2), 2);
    for (int i = 0; i < 4; i++)
        tell(tids[i], GO, 0); /* all are there */
    for (int i = 0; i < 4; i++) {
        EXPECT(hear(tids[i], NODE), 2);
        EXPECT(hear(tids[i], NODE), tids[i / 2 * 2]);
        EXPECT(hear(tids[i], NODE), tids[i / 2 * 2 + 1]);
    }
    tell(master, NODE, expect_failures);
    pvm_exit();
    pvm_mytid(); /* it comes back as another task */
    tell(master, ADDED, lines_in(said));
}

static void taskers_of_cells(void)
{
    int keeper, tids[3];
    EXPECT(start_on("cell1", "tasker", 1, &keeper), 1);
    hear(keeper, READY);
    EXPECT(start_on("cell1", "where", 2, tids), 2);
    EXPECT(start_on("cell2", "where", 1, tids + 2), 1);
    EXPECT(tids[1] - tids[0], 1);
    EXPECT(hear(tids[0], NODE), CELL1);
    EXPECT(hear(tids[1], NODE), CELL1);
    EXPECT(hear(tids[2], NODE), CELL2);
    EXPECT(pvm_tidtohost(tids[1]), CELL1);
    for (int i = 0; i < 3; i++)
        tell(tids[i], GO, 0);
    EXPECT(pvm_notify(PvmTaskExit, GONE, 3, tids), 0);
    for (int i = 0; i < 3; i++)
        EXPECT(hear(-1, GONE) >= tids[0], 1);
    pvm_kill(keeper);
}

static void parts_are_siblings(void)
{
    int keeper, tid;
    EXPECT(start_on("cell0", "splits", 1, &keeper), 1);
    hear(keeper, READY);
    EXPECT(start_on("cell0", "spawner", 1, &tid), 1);
    EXPECT(hear(tid, NODE), 0);
    EXPECT(hear(-1, ADDED) >= 4, 1);
    pvm_kill(keeper);
}

/* A tasker that takes its time: the task begins when it is started, not earlier. */
static void slow_tasker(void)
{
    int keeper, tid;
    EXPECT(start_on("cell0", "slow", 1, &keeper), 1);
    hear(keeper, READY);
    time_t began = time(NULL);
    EXPECT(start_on("cell0", "where", 1, &tid), 1);
    EXPECT(hear(tid, NODE), 0x80000);
    EXPECT(time(NULL) - began >= 3, 1);
    tell(tid, GO, 0);
    pvm_kill(keeper);
}

/* A hoster that is the host's tasker, too. Another can be both only when both have become free. */
static void be_both(void)
{
    pvm_setopt(PvmResvTids, 1);
    pvm_setopt(PvmAutoErr, 0);
    int tasker_code = pvm_reg_tasker(), hoster_code = pvm_reg_hoster();
    tell(pvm_parent(), READY, tasker_code == 0 && hoster_code == 0);
    hear(pvm_parent(), GO);
    _exit(0);
}

static void both_roles_become_free(void)
{
    int keeper;
    for (int i = 0; i < 2; i++) {
        EXPECT(start_on("ap1000", "both", 1, &keeper), 1);
        EXPECT(hear(keeper, READY), 1);
        EXPECT(pvm_notify(PvmTaskExit, GONE, 1, &keeper), 0);
        tell(keeper, GO, 0);
        EXPECT(hear(-1, GONE), keeper);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *role;
        void (*run)(void);
    } roles[] = {{"both", be_both},
                 {"where", where_am_i},
                 {"splits", splitting_manager},
                 {"one", one_of_two},
                 {"spawner", spawns_by_manager}};
    self = argv[0];
    pvm_mytid();
    if (argc > 1 && (strcmp(argv[1], "tasker") == 0 || strcmp(argv[1], "slow") == 0))
        tasker(argv[1][0] == 's' ? 3 : 0);
    for (size_t i = 0; argc > 1 && i < sizeof roles / sizeof *roles; i++)
        if (strcmp(argv[1], roles[i].role) == 0)
            roles[i].run();
    if (argc == 1) {
        taskers_of_cells();
        parts_are_siblings();
        slow_tasker();
        both_roles_become_free();
    }
    pvm_exit();
    return expect_failures != 0;
}
