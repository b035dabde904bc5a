/* process.c - what tasks do beside PVM: fork, system, chdir, setsid, exec; leaving and enrolling again; exit without
 * pvm_exit, and from atexit; caught output of children; and the functions that pvm3.h does not declare. */
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "oracle.h"

extern int pvm_nerr;
extern char *pvm_errlist[];
int pvmstrtoi(char *);
int pvmputenv(char *);
char *pvmgetrsh(void);
char *pvmgettmp(void);
void pvmgetclock(struct timeval *);
int pvmsleep(int);
void pvmreset(int, int, char *, int);

/* ---- children ---------------------------------------------------------------------------------------------------- */

static void at_end(void)
{
    tell(pvm_parent(), 3, 33);
}

static void forks(void)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0)
        _exit(7);
    SHOW(waitpid(pid, &status, 0) == pid, WEXITSTATUS(status), system("exit 3") >> 8, system("true"));
}

static void moves(void)
{
    char where[4096];
    SHOW(chdir("/"), strcmp(getcwd(where, sizeof where), "/"), setsid() < 0 || getsid(0) == getpid());
}

static void prints(void)
{
    printf("one\ntwo, ");
    fflush(stdout);
    usleep(300000);
    printf("and its end\n");
    fflush(stdout);
    fprintf(stderr, "on stderr\n");
    printf("\nafter an empty line, without an end");
    fflush(stdout);
}

static void does(void)
{
    forks();
    moves();
}

static void child(void)
{
    const char *role = own_role();
    if (strcmp(role, "forks") == 0) {
        if (fork() == 0) { /* the lines of a forked process are the task's */
            printf("of a child\n");
            exit(0);
        }
        wait(NULL);
    } else if (strcmp(role, "prints") == 0) {
        prints();
    } else if (strcmp(role, "grandchild") == 0) {
        int tid = start("prints");
        pvm_notify(PvmTaskExit, 60, 1, &tid);
        hear(-1, 60);
        usleep(300000);
    } else if (strcmp(role, "exits") == 0) {
        atexit(at_end);
        exit(5);
    } else if (strcmp(role, "becomes") == 0) {
        char *args[3] = {own_path(), W("became"), NULL};
        pvm_exit();
        execv(args[0], args);
    } else if (strcmp(role, "became") == 0) {
        say("parent after exec: %s", pvm_parent() > 0 ? "one" : code_name(pvm_parent()));
    } else if (strcmp(role, "waits") == 0 || strcmp(role, "stays") == 0) {
        pvm_setopt(PvmNoReset, role[0] == 's');
        tell(pvm_parent(), 1, 0);
        hear(-1, 2);
    }
}

/* ---- the parent -------------------------------------------------------------------------------------------------- */

static void ended(int tid)
{
    pvm_notify(PvmTaskExit, 50, 1, &tid);
    SHOW(hear(-1, 50) == tid);
}

/* Prints what is in a file, with words in place of tids. */
static void show_file(const char *what, const char *path)
{
    char line[256];
    FILE *f = fopen(path, "r");
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = 0;
        char *end = line[0] == '[' ? strchr(line, ']') : NULL;
        say("%s: %s%s", what, end != NULL ? "[t]" : "", end != NULL ? end + 1 : line);
    }
    fclose(f);
}

static void caught(const char *role, int n, int show_tids)
{
    char path[] = "/tmp/oracleXXXXXX";
    int fd = mkstemp(path), tids[3];
    char *args[2] = {(char *)(size_t)role, NULL};
    FILE *f = fdopen(fd, "w");
    pvm_setopt(PvmShowTids, show_tids);
    CODE(pvm_catchout(f));
    SHOW(pvm_getopt(PvmOutputTid) == pvm_mytid());
    CODE(pvm_spawn(own_path(), args, PvmTaskDefault, NULL, n, tids));
    for (int i = 0; i < n; i++)
        ended(tids[i]);
    sleep(1); /* PVM brings a task's output before the notice that it has ended, ours after it */
    CODE(pvm_catchout(NULL));
    SHOW(pvm_getopt(PvmOutputTid));
    pvm_setopt(PvmAutoErr, 0); /* PVM prints an error for deleting a handler that does not exist */
    pvm_exit();
    pvm_setopt(PvmAutoErr, 1);
    SIGN(pvm_mytid());
    fflush(f);
    show_file(role, path);
    fclose(f);
    unlink(path);
}

static void ends(void)
{
    int tid = start("does");
    take_lines(tid);
    ended(tid);
    tid = start("exits");
    SHOW(hear(tid, 3));
    ended(tid);
    tid = start("becomes");
    ended(tid);
}

static void comes_and_goes(void)
{
    int before = pvm_mytid();
    for (int i = 0; i < 5; i++) {
        CODE(pvm_exit());
        say("still here");
        SHOW(pvm_mytid() != before);
        before = pvm_mytid();
        tell(before, 4, i);
        SHOW(hear(-1, 4));
        CODE(pvm_parent());
    }
}

static void resets(void)
{
    int stays = start("stays"), waits = start("waits");
    hear(stays, 1);
    hear(waits, 1);
    pvm_notify(PvmTaskExit, 51, 1, &waits);
    pvmreset(pvm_mytid(), 1, W(""), -1);
    SHOW(hear(-1, 51) == waits);
    CODE(pvm_pstat(stays));
    tell(stays, 2, 0);
    ended(stays);
}

static void undeclared(void)
{
    struct timeval now;
    SHOW(pvm_nerr);
    for (int i = 0; i < pvm_nerr; i++)
        say("%d %s", i, pvm_errlist[i]);
    SHOW(pvmstrtoi(W("12")), pvmstrtoi(W("0x1f")), pvmstrtoi(W("017")), pvmstrtoi(W("-5")), pvmputenv(W("ORACLE=yes")));
    say("%s", getenv("ORACLE"));
    SHOW(pvmgetrsh() != NULL, pvmgettmp() != NULL);
    pvmgetclock(&now);
    SHOW(now.tv_sec > 0, pvmsleep(0));
}

static void output(void)
{
    caught("prints", 1, 1);
    caught("prints", 1, 0);
    caught("grandchild", 1, 1);
    caught("forks", 2, 0);
    pvm_setopt(PvmAutoErr, 0);
}

ROLES({"does", does, REPORTS}, {"", child, WORKS});
PARTS(undeclared, ends, comes_and_goes, resets, output);
