/* catch.c - what children print: pvm_catchout, and the options that say where output goes, line by line with its
 * marks. */
#include "oracle.h"

/* Prints what the file holds, with tids numbered in the order in which they first occur. */
static void show(const char *what, FILE *file)
{
    char line[500];
    static int seen[64], nseen;
    say("%s:", what);
    fflush(file);
    rewind(file);
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned tid = 0;
        int at = 0, k = 0;
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "[t%x]%n", &tid, &at) == 1 && at > 0) {
            while (k < nseen && seen[k] != (int)tid)
                k++;
            if (k == nseen && nseen < 64)
                seen[nseen++] = (int)tid;
            say("  task %d|%s|", k, line + at);
        } else {
            say("  |%s|", line);
        }
    }
    if (ftruncate(fileno(file), 0) == 0)
        rewind(file);
}

/* The child is only a task if it has to be. */
static void child(void)
{
    const char *role = own_role();
    if (strcmp(role, "lines") == 0)
        printf("one\ntwo\n\n  four\n");
    if (strcmp(role, "part") == 0)
        printf("no end of line");
    if (strcmp(role, "error") == 0)
        fprintf(stderr, "to stderr\n");
    if (strcmp(role, "long") == 0) {
        for (int i = 0; i < 300; i++)
            printf("%04d", i);
        printf("\n");
    }
    if (strcmp(role, "after") == 0) {
        pvm_mytid();
        pvm_exit();
        printf("after pvm_exit\n");
    }
    if (strcmp(role, "bytes") == 0)
        printf("a\tb\rc\033[1m\\ %%\n");
    if (strcmp(role, "pieces") == 0) {
        pvm_mytid();
        printf("first ");
        fflush(stdout);
        printf("second\nthird");
        fflush(stdout);
        printf(" and fourth\n");
    }
    if (strcmp(role, "grandchild") == 0) {
        pvm_mytid();
        int tid = start("lines");
        pvm_notify(PvmTaskExit, 1, 1, &tid);
        hear(-1, 1);
        printf("my child is gone\n");
        pvm_exit();
    }
    if (strcmp(role, "none") == 0)
        pvm_mytid();
}

static void caught(const char *role, FILE *file)
{
    int tid = start(role);
    pvm_notify(PvmTaskExit, 10, 1, &tid);
    hear(-1, 10);
    usleep(100000); /* until all of its output has come */
    pvm_exit();
    pvm_mytid();
    show(role, file);
}

static void roles(FILE *file)
{
    static const char *all[] = {"lines", "part", "error", "long", "after", "bytes", "pieces", "none", "grandchild"};
    for (int i = 0; i < 9; i++) {
        CODE(pvm_catchout(file));
        caught(all[i], file);
    }
    CODE(pvm_setopt(PvmShowTids, 0));
    for (int i = 0; i < 8; i++) {
        pvm_catchout(file);
        caught(all[i], file);
    }
    CODE(pvm_setopt(PvmShowTids, 1));
}

static void settings(FILE *file)
{
    SHOW(pvm_getopt(PvmOutputTid), pvm_getopt(PvmOutputCode), pvm_getopt(PvmOutputContext));
    CODE(pvm_catchout(file));
    SHOW(pvm_getopt(PvmOutputTid) == pvm_mytid());
    say("code %x context %x", (unsigned)pvm_getopt(PvmOutputCode), (unsigned)pvm_getopt(PvmOutputContext));
    CODE(pvm_catchout(file), pvm_catchout(NULL));
    SHOW(pvm_getopt(PvmOutputTid), pvm_getopt(PvmOutputCode), pvm_getopt(PvmOutputContext));
    CODE(pvm_catchout(NULL));
}

/* The messages themselves, which are sent to this task under a tag of its own. */
static void by_hand(void)
{
    int begin = 0, pieces = 0, bytes = 0, end = 0, tid, spawned;
    char text[1000] = "";
    CODE(pvm_setopt(PvmOutputTid, pvm_mytid()), pvm_setopt(PvmOutputCode, 70), pvm_setopt(PvmOutputContext, 0));
    spawned = start("lines");
    while (!end) {
        int count = 0, src = 0;
        pvm_recv(-1, 70);
        pvm_bufinfo(pvm_getrbuf(), NULL, NULL, &src);
        pvm_upkint(&tid, 1, 1);
        pvm_upkint(&count, 1, 1);
        if (tid != spawned)
            say("of another task");
        if (count == -1) {
            int parent = 0;
            begin++;
            pvm_upkint(&parent, 1, 1);
            say("begins, parent %s", who(parent));
        } else if (count > 0) {
            pieces++;
            pvm_upkbyte(text + bytes, count, 1);
            bytes += count;
        } else {
            end = 1;
        }
    }
    say("begun %d, %d pieces or more, %d bytes: %s", begin, pieces > 0, bytes, text);
    CODE(pvm_setopt(PvmOutputTid, 0), pvm_setopt(PvmOutputCode, 0));
}

static void catching(void)
{
    FILE *file = tmpfile();
    settings(file);
    roles(file);
    by_hand();
}

ROLES({"", child, BARE});
PARTS(catching);
