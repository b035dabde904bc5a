/* apart.c CASE - three tasks that do CASE in turns, each step in all of them before the next one: what a process has of
 * its own, in places where tasks in process once had something else. Run both ways (same.sh). */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pvm3.h"

enum { TASKS = 3, STEPS = 3, TAG_TURN = 1, TAG_DONE, TAG_END };

extern char **environ;

/* ---- a local array that is larger than the stack ----------------------------------------------------------------- */

static unsigned char neighbour[4096];

/* The last task steps over its stack; the others look at theirs. */
static void steps_over(size_t bytes)
{
    volatile unsigned char room[bytes];
    memset((unsigned char *)(uintptr_t)room, 0x5a, bytes < 4096 ? bytes : 4096);
    printf("%d\n", room[bytes / 2]);
}

static void stack(int number, int step)
{
    static const size_t mb[] = {9, 12, 700};
    volatile unsigned char own[100000];
    memset((unsigned char *)(uintptr_t)own, number, sizeof own);
    memset(neighbour, number, sizeof neighbour);
    if (step == 1) {
        steps_over(1000);
        steps_over(mb[number] << 20);
    }
}

/* ---- large alignments -------------------------------------------------------------------------------------------- */

static _Alignas(16384) char page[16384] = {1};
static _Alignas(65536) char zeros[65536];
static char odd[20000];

static void alignment(int number, int step)
{
    page[number] = odd[number] = (char)step;
    printf("%d %d\n", (int)((uintptr_t)page % sizeof page), (int)((uintptr_t)zeros % sizeof zeros));
}

/* ---- the environment --------------------------------------------------------------------------------------------- */

static const char *value(const char *name)
{
    const char *v = getenv(name);
    return v != NULL ? v : "-";
}

static void by_hand(int number, int step)
{
    static char **kept, a[] = "OWN=a", b[] = "TWICE=1", c[] = "TWICE=2", *own[] = {a, b, c, NULL};
    if (step == 0) {
        setenv("FIRST", "1", 1);
        kept = environ;
        environ = number == 2 ? NULL : own;
        printf("%s %s %s\n", value("FIRST"), value("OWN"), value("TWICE"));
    } else if (step == 1) {
        setenv("SECOND", "2", 1);
        unsetenv("TWICE");
        printf("%s %s %s %s\n", value("FIRST"), value("SECOND"), value("OWN"), value("TWICE"));
        environ = kept;
        printf("%s %s %s\n", value("FIRST"), value("SECOND"), value("OWN"));
    } else {
        setenv("THIRD", "3", 1);
        environ = own;
        setenv("OWN", "b", 1);
        printf("%s %s %s %s\n", value("FIRST"), value("SECOND"), value("THIRD"), value("OWN"));
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* So that no compiler sees what is wrong here. */
static size_t known_to_none(size_t n)
{
    static volatile size_t kept;
    kept = n;
    return kept;
}

/* The last task writes behind its blocks, long and short ones, and is gone; the others go on with theirs. */
static void overrun(int number, int step)
{
    enum { BLOCKS = 200 };
    static char *blocks[BLOCKS];
    if (step == 0)
        for (int i = 0; i < BLOCKS; i++)
            blocks[i] = memset(malloc((size_t)i * 20 + 1), number, (size_t)i * 20 + 1);
    if (step == 1 && number == TASKS - 1) {
        for (int i = 0; i < BLOCKS; i++)
            memset(blocks[i] + i * 20 + 1, 0xa5, 48);
        memset(malloc(known_to_none(200)), 0xa5, 300);
        raise(SIGKILL);
    }
    if (step == 2) {
        for (int i = 0; i < BLOCKS; i++) {
            for (int j = 0; j < i * 20 + 1; j++)
                if (blocks[i][j] != number)
                    printf("block %d has been written to at %d\n", i, j);
            free(blocks[i]);
        }
        for (int i = 0; i < 1000; i++)
            free(realloc(calloc(1, (size_t)i), (size_t)i * 30));
    }
}

/* The first task writes on and on behind its variables, where nothing may be for as far as it comes. */
static void behind(int number, int step)
{
    enum { BYTES = 5000 };
    extern char end[]; /* the linker's: behind the last variable */
    static char *block;
    if (step == 0)
        block = memset(malloc(BYTES), number, BYTES);
    if (step == 1 && number == 0)
        for (volatile char *p = end; p < end + (64 << 20); p++)
            *p = (char)0xa5;
    if (step == 2 && block[0] == number && memcmp(block, block + 1, BYTES - 1) != 0)
        printf("somebody has written into the block\n");
    if (step == 2 && block[0] != number)
        printf("somebody has written over the block\n");
}

/* What is freed wrongly ends the task alone, with the line of libc. */
static void freed(int number, int step)
{
    char *block = malloc(100);
    printf("%s\n", block != NULL ? "goes on" : "no memory");
    if (step == 1 && number == 0) {
        free(block);
        free((void *)known_to_none((size_t)block));
    }
    if (step == 1 && number == 1)
        free((void *)known_to_none((size_t)block + 1));
}

/* ---- a bug stays with its task ----------------------------------------------------------------------------------- */

static void *volatile nowhere = (void *)8;

/* The first two do in their second step what no program may; the last one goes on. */
static void wrong_times(int number, int step)
{
    const time_t t = 1000000000;
    char text[40];
    struct tm of = {0};
    setenv("TZ", "AAA-3", 1);
    if (step == 1 && number == 0)
        mktime(nowhere);
    if (step == 1 && number == 1)
        strftime(nowhere, 100, "%Z", &of);
    printf("%s, %s", getenv("TZ"), strftime(text, sizeof text, "%H:%M %Z\n", localtime(&t)) > 0 ? text : "none");
}

static void wrong_places(int number, int step)
{
    const time_t t = 1000000000;
    struct tm read;
    if (step == 1 && number == 0)
        localtime_r(&t, nowhere);
    if (step == 1 && number == 1)
        gmtime_r(&t, nowhere);
    localtime_r(&t, &read);
    printf("%d %s", read.tm_hour, ctime(&t));
}

static const struct {
    const char *name;
    void (*step)(int number, int step);
} cases[] = {
    {"stack", stack},   {"alignment", alignment}, {"by_hand", by_hand},         {"overrun", overrun},
    {"behind", behind}, {"freed", freed},         {"wrong_times", wrong_times}, {"wrong_places", wrong_places}};

static int child(const char *name, int number)
{
    for (int step = 0; step < STEPS; step++) {
        pvm_recv(pvm_parent(), TAG_TURN);
        for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
            if (strcmp(cases[c].name, name) == 0)
                cases[c].step(number, step);
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), TAG_DONE);
    }
    for (size_t i = 0; strcmp(name, "stack") == 0 && i < sizeof neighbour; i++)
        if (neighbour[i] != number)
            return 9;
    return 0;
}

/* One task after the other in each step; one that has ended by itself has no turn more. */
int main(int argc, char **argv)
{
    int tids[TASKS], here[TASKS], tid, bytes, tag, from;
    if (argc == 3)
        return child(argv[1], atoi(argv[2]));
    for (int i = 0; i < TASKS; i++) {
        char number[] = {(char)('0' + i), 0}, *args[] = {argv[1], number, NULL};
        if (pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tids[i]) != 1)
            return 1;
        here[i] = 1;
    }
    pvm_notify(PvmTaskExit, TAG_END, TASKS, tids);
    for (int step = 0; step < STEPS; step++)
        for (int i = 0; i < TASKS; i++) {
            pvm_initsend(PvmDataDefault);
            if (here[i] && pvm_send(tids[i], TAG_TURN) == 0) {
                pvm_bufinfo(pvm_recv(-1, -1), &bytes, &tag, &from);
                here[i] = tag == TAG_DONE;
            }
        }
    for (int i = 0; i < TASKS; i++)
        if (here[i])
            pvm_recv(-1, TAG_END);
    tid = pvm_mytid();
    pvm_exit();
    return tid > 0 ? 0 : 1;
}
