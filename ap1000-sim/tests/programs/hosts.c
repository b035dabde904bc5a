/* hosts.c - a PVM program on 4 cells: cells are deleted and added again, and all tasks that asked for it are notified.
 *
 * Codes and messages are those of PVM 3.4.6 with two hosts. There, a host that is added again has a new tid; here a
 * cell keeps its tid.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"
#include "tell.h"

enum { DELETED = 6, GONE = 8, ADDED = 5, FAILURES = 9, GO, WORDS };
enum { CELL1 = 0xc0000, CELL2 = 0x100000, CELL3 = 0x140000, NO_NODE = 0x3c0000 };

static int one(int (*call)(char **, int, int *), const char *name, int *info)
{
    char *names[] = {(char *)name};
    return call(names, 1, info);
}

/* Checks that the next message has that tag, comes from the daemon, and holds these integers. */
static void told(int tag, int n, int first, int second)
{
    int bytes = 0, got_tag = 0, src = 0, ints[2] = {0, 0};
    struct timeval patience = {2, 0};
    int mid = pvm_trecv(-1, -1, &patience);
    EXPECT(mid > 0, 1);
    pvm_bufinfo(mid, &bytes, &got_tag, &src);
    EXPECT(got_tag, tag);
    EXPECT(src, (int)0x80000000);
    EXPECT(bytes, 4 * n);
    EXPECT(pvm_upkint(ints, n, 1), 0);
    EXPECT(ints[0], first);
    EXPECT(ints[1], second);
}

static void silence(void)
{
    struct timeval patience = {1, 0};
    EXPECT(pvm_trecv(-1, -1, &patience), 0);
}

static int hosts_there(void)
{
    int n = 0;
    EXPECT(pvm_config(&n, NULL, NULL), 0);
    return n;
}

static int spawn_on(char *self, const char *role, const char *cell)
{
    char *argv[] = {(char *)role, NULL};
    int tid = 0;
    pvm_spawn(self, argv, PvmTaskHost, (char *)cell, 1, &tid);
    return tid;
}

static void a_cell_leaves(char *self)
{
    static const char *roles[] = {"sleep", "compute", "wait"};
    int tids[3], node = CELL1, info = 7;
    for (int i = 0; i < 3; i++) {
        tids[i] = spawn_on(self, roles[i], "cell1");
        EXPECT(tids[i] > 0, 1);
    }
    EXPECT(pvm_notify(PvmTaskExit, GONE, 3, tids), 0);
    EXPECT(pvm_notify(PvmHostDelete, DELETED, 1, &node), 0);
    EXPECT(pvm_notify(PvmHostDelete, DELETED, 1, tids), 0); /* the host of that task */
    silence();
    EXPECT(one(pvm_delhosts, "cell1", &info), 1);
    EXPECT(info, 0);
    told(DELETED, 1, CELL1, 0);
    told(DELETED, 1, CELL1, 0);
    for (int i = 0; i < 3; i++)
        told(GONE, 1, tids[i], 0);
    silence();
    for (int i = 0; i < 3; i++)
        EXPECT(pvm_pstat(tids[i]), PvmNoTask);
    EXPECT(pvm_mstat((char *)"cell1"), PvmNoHost);
    EXPECT(hosts_there(), 4);
    EXPECT(one(pvm_delhosts, "cell1", &info), 0);
    EXPECT(info, PvmNoHost);
    EXPECT(pvm_tasks(CELL1, NULL, NULL), PvmNoHost);
    EXPECT(pvm_notify(PvmHostDelete, DELETED, 1, &node), 0); /* the notice comes at once */
    told(DELETED, 1, CELL1, 0);
}

/* Cells take turns, except the deleted one. */
static void tasks_go_elsewhere(char *self)
{
    char *argv[] = {(char *)"nothing", NULL};
    int tids[6];
    EXPECT(spawn_on(self, "nothing", "cell1"), PvmNoHost);
    EXPECT(pvm_spawn(self, argv, PvmTaskDefault, NULL, 6, tids), 6);
    for (int i = 0; i < 6; i++)
        EXPECT(pvm_tidtohost(tids[i]) != CELL1, 1);
}

/* A task on a cell of its spawner's choice leaves the turns as they are. */
static void a_choice_is_no_turn(char *self)
{
    char *argv[] = {(char *)"nothing", NULL};
    int before, after;
    EXPECT(pvm_spawn(self, argv, PvmTaskDefault, NULL, 1, &before), 1);
    int home = pvm_tidtohost(before);
    const char *far = home == CELL1 ? "cell3" : home == CELL2 ? "cell0" : home == 0x80000 ? "cell2" : "cell1";
    EXPECT(spawn_on(self, "nothing", far) > 0, 1);
    EXPECT(pvm_spawn(self, argv, PvmTaskDefault, NULL, 1, &after), 1);
    EXPECT(pvm_tidtohost(after), home == 0x140000 ? 0x80000 : home + 0x40000);
}

static void a_cell_comes(char *self)
{
    int info[4] = {7, 7, 7, 7};
    char *names[] = {(char *)"cell1", (char *)"cell9", (char *)"ap1000", (char *)"cell1"};
    EXPECT(pvm_notify(PvmHostAdd, ADDED, -1, NULL), 0);
    EXPECT(pvm_addhosts(names, 4, info), 1);
    EXPECT(info[0], CELL1);
    EXPECT(info[1], PvmNoHost);
    EXPECT(info[2], PvmDupHost);
    EXPECT(info[3], PvmDupHost);
    told(ADDED, 2, 1, CELL1);
    EXPECT(pvm_mstat((char *)"cell1"), PvmOk);
    EXPECT(hosts_there(), 5);
    int tid = spawn_on(self, "nothing", "cell1");
    EXPECT(tid > 0, 1);
    EXPECT(pvm_tidtohost(tid), CELL1);
}

/* The host cannot be deleted. The task's own cell can, and the task ends with it. */
static void who_may_go(char *self)
{
    char *names[] = {(char *)"cell3", (char *)"cell3", (char *)"ap1000"};
    int info[3] = {7, 7, 7}, node = CELL2;
    EXPECT(pvm_delhosts(names, 3, info), 1);
    EXPECT(info[0], 0);
    EXPECT(info[1], PvmDupHost);
    EXPECT(info[2], PvmBadParam);
    EXPECT(pvm_notify(PvmHostDelete, DELETED, 1, &node), 0);
    int tid = spawn_on(self, "suicide", "cell2");
    EXPECT(pvm_notify(PvmTaskExit, GONE, 1, &tid), 0);
    told(DELETED, 1, CELL2, 0);
    told(GONE, 1, tid, 0);
}

/* One notice for all cells that one call adds, however often the task has asked; and as many as it asked for. */
static void cells_come_together(void)
{
    char *names[] = {(char *)"cell3", (char *)"cell2"}, *one_name[] = {(char *)"cell3"};
    int info[2] = {7, 7}, bytes = 0, tag = 0, ints[3] = {0, 0, 0};
    struct timeval patience = {2, 0};
    EXPECT(pvm_notify(PvmHostAdd, ADDED, -1, NULL), 0);
    EXPECT(pvm_notify(PvmHostAdd, ADDED, -1, NULL), 0);
    EXPECT(pvm_notify(PvmHostAdd, ADDED + 100, 1, NULL), 0);
    EXPECT(pvm_addhosts(names, 2, info), 2);
    EXPECT(info[0] == CELL3 && info[1] == CELL2, 1);
    for (int i = 0; i < 2; i++) {
        pvm_bufinfo(pvm_trecv(-1, -1, &patience), &bytes, &tag, NULL);
        EXPECT(tag, i == 0 ? ADDED : ADDED + 100);
        EXPECT(bytes, 12);
        EXPECT(pvm_upkint(ints, 3, 1), 0);
        EXPECT(ints[0] == 2 && ints[1] == CELL3 && ints[2] == CELL2, 1);
    }
    silence();
    EXPECT(pvm_delhosts(one_name, 1, info), 1);
    EXPECT(pvm_addhosts(one_name, 1, info), 1);
    told(ADDED, 2, 1, CELL3);
    silence();
}

static void bad_numbers(void)
{
    static const struct {
        int where, code;
    } rows[] = {{5, PvmNoHost}, {-5, PvmNoHost}, {NO_NODE, PvmNoHost}, {0x7ffff, 0}, {0x40000, 0}, {0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        EXPECT(pvm_tasks(rows[i].where, NULL, NULL), rows[i].code);
    EXPECT(pvm_tidtohost(0x40000), 0x40000);
    EXPECT(pvm_tidtohost(0x7ffff), 0x40000);
    EXPECT(pvm_tidtohost((int)0x80080000), 0x80000);
    EXPECT(pvm_tidtohost(5), 0);
    EXPECT(pvm_kill(0x40fff), 0);
    EXPECT(pvm_sendsig(0x40fff, 9), 0);
    EXPECT(pvm_delhosts(NULL, 0, NULL), PvmBadParam);
    EXPECT(pvm_mstat((char *)""), PvmBadParam);
}

/* How long it takes to leave a value of so many bytes, and to have it back. */
static void time_value(char *name, int bytes, long *there_us, long *back_us)
{
    char *value = calloc(1, (size_t)bytes);
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(value, bytes, 1);
    long began = now_us();
    EXPECT(pvm_putinfo(name, pvm_getsbuf(), PvmMboxDefault) >= 0, 1);
    *there_us = now_us() - began;
    began = now_us();
    EXPECT(pvm_recvinfo(name, 0, PvmMboxDefault) > 0, 1);
    *back_us = now_us() - began;
    EXPECT(pvm_upkbyte(value, bytes, 1), 0);
    EXPECT(pvm_delinfo(name, 0, PvmMboxDefault), 0);
    free(value);
}

/* From a cell, values of the mailbox cross the host interface, of at most 3 MB/s, in both directions. */
static void values_take_their_time(void)
{
    enum { BYTES = 90000, LEAST_US = BYTES / 3 };
    long there[2], back[2];
    for (int i = 0; i < 2; i++)
        time_value((char *)"value", (i + 1) * BYTES, &there[i], &back[i]);
    EXPECT(there[1] - there[0] >= LEAST_US, 1);
    EXPECT(back[1] - back[0] >= LEAST_US, 1);
}

/* A long message to another cell, then an end, in one of three ways. */
static void say_last_words(int way)
{
    static char words[1 << 20];
    pvm_recv(pvm_parent(), GO);
    pvm_psend(pvm_parent(), WORDS, words, sizeof words, PVM_BYTE);
    if (way == 0)
        pvm_exit();
    if (way == 1)
        raise(SIGKILL);
}

/* The notice of an end comes behind the last message of who has ended, however long that is on its way. */
static void hear_last_words(char *self)
{
    for (int way = 0; way < 3; way++) {
        char role[] = {'w', 'a', 'y', (char)('0' + way), 0};
        int tid = spawn_on(self, role, "cell2"), tag = 0, src = 0, said = 0;
        EXPECT(pvm_notify(PvmTaskExit, GONE, 1, &tid), 0);
        pvm_initsend(PvmDataDefault);
        pvm_send(tid, GO);
        pvm_bufinfo(pvm_recv(-1, -1), &said, &tag, &src);
        EXPECT(tag, WORDS);
        EXPECT(src, tid);
        EXPECT(said, 1 << 20);
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, &src);
        EXPECT(tag, GONE);
    }
}

/* What a task on a cell finds. */
static void of_a_cell(char *self, const char *role)
{
    int failures = -1, tid = spawn_on(self, role, "cell0");
    EXPECT(pvm_precv(tid, FAILURES, &failures, 1, PVM_INT, NULL, NULL, NULL), 0);
    EXPECT(failures, 0);
}

static int child(char *self, const char *role)
{
    int info = 7;
    pvm_mytid();
    if (strcmp(role, "sleep") == 0)
        sleep(30);
    for (int i = 0; strcmp(role, "compute") == 0 && i < 30; i++)
        sleep(1), pvm_mytid();
    if (strcmp(role, "wait") == 0)
        pvm_recv(-1, -1);
    if (strncmp(role, "way", 3) == 0) {
        say_last_words(role[3] - '0');
        return 0;
    }
    const int values = strcmp(role, "values") == 0, hears = strcmp(role, "hears") == 0;
    if (values)
        values_take_their_time();
    if (hears)
        hear_last_words(self);
    if (values || hears)
        pvm_psend(pvm_parent(), FAILURES, &expect_failures, 1, PVM_INT);
    if (strcmp(role, "suicide") == 0) {
        sleep(1);
        one(pvm_delhosts, "cell2", &info);
        printf("lives on\n");
    }
    return pvm_exit();
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return child(argv[0], argv[1]);
    int master = pvm_mytid(), tid = 0;
    pvm_setopt(PvmAutoErr, 0);
    EXPECT(hosts_there(), 5);
    EXPECT(pvm_tidtohost(master), 0x40000);
    bad_numbers();
    EXPECT(pvm_spawn(argv[0], NULL, PvmTaskHost, NULL, 1, &tid), 0);
    EXPECT(tid, PvmNoHost);
    EXPECT(spawn_on(argv[0], "nothing", ""), PvmNoHost);
    of_a_cell(argv[0], "values");
    of_a_cell(argv[0], "hears");
    a_cell_leaves(argv[0]);
    tasks_go_elsewhere(argv[0]);
    a_cell_comes(argv[0]);
    a_choice_is_no_turn(argv[0]);
    who_may_go(argv[0]);
    cells_come_together();
    pvm_exit();
    return expect_failures != 0;
}
