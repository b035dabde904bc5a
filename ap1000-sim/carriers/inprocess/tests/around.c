/* around.c - what the system and libc keep for a process: the current folder, the mask of rights for new files, the
 * locale. Four tasks change theirs in turns, and look, between the calls, at what the others must not have changed; one
 * spawns another from where it has gone. Their master stays where it is.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "pvm3.h"

enum { TASKS = 4, TAG_TURN = 1, TAG_DONE, TAG_END };

/* All that may be told of the place: not its whole path, which is one run's. */
static void tell(const char *when)
{
    char path[4096], name[] = "made", line[100] = "";
    struct stat made;
    const char *here = getcwd(path, sizeof path) != NULL ? strrchr(path, '/') + 1 : "nowhere";
    int n = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0666);
    const int why = errno;
    FILE *shell;
    if (strncmp(here, "around.", 7) == 0)
        here = "the first";
    if (n < 0 || fstat(n, &made) != 0) {
        printf("%s: in %s, no file: %s\n", when, here, strerror(why));
    } else {
        printf("%s: in %s, file %o\n", when, here, made.st_mode & 0777);
        close(n);
        unlink(name);
    }
    printf("  %.2f %zu %d %s\n", 1.5, MB_CUR_MAX, mblen("\303\244", 2), localeconv()->decimal_point);
    fflush(stdout);
    shell = popen("basename \"$PWD\" | sed s/around[.].*/first/; umask", "r");
    while (shell != NULL && fgets(line, sizeof line, shell) != NULL)
        printf("  %s", line);
    if (shell != NULL)
        pclose(shell);
}

static void locales(void)
{
    static const char *const wanted[] = {"C", "POSIX", "", "C.UTF-8", "no such", "LC_CTYPE=C.UTF-8;LC_NUMERIC=C", NULL};
    const char *got;
    char all[1000] = "";
    setenv("LANG", "C.UTF-8", 1);
    unsetenv("LC_ALL");
    setenv("LC_TIME", "POSIX", 1);
    for (int i = 0; wanted[i] != NULL; i++) {
        got = setlocale(LC_ALL, wanted[i]);
        printf("LC_ALL '%s': %s\n", wanted[i], got != NULL ? got : "none");
    }
    got = setlocale(LC_CTYPE, "C");
    printf("LC_CTYPE: %s, all: ", got != NULL ? got : "none");
    got = setlocale(LC_ALL, NULL);
    printf("%s\n", got != NULL ? got : "none");
    snprintf(all, sizeof all, "%s", got != NULL ? got : "none");
    setlocale(LC_ALL, "C");
    got = setlocale(LC_ALL, all);
    printf("again: %s\n", got != NULL ? got : "none");
    got = setlocale(77, "C");
    printf("77: %s\n", got != NULL ? got : "none");
}

static int child(int number)
{
    int turn, other;
    char folder[20];
    snprintf(folder, sizeof folder, "folder-%d", number);
    for (turn = 0; turn < 5; turn++) {
        pvm_recv(pvm_parent(), TAG_TURN);
        tell("before");
        if (turn == 0 && number != 3)
            printf("mkdir %d, ", mkdir(folder, 0777)), printf("chdir %d\n", chdir(folder));
        if (turn == 1 && number != 2)
            printf("umask %o\n", umask((mode_t)(number * 011)));
        if (turn == 2 && number == 1)
            locales();
        if (turn == 2 && number == 2)
            printf("other: %s, %s\n", setlocale(LC_CTYPE, "C.UTF-8"), chdir("none") == 0 ? "there" : strerror(errno));
        if (turn == 3 && number == 0) {
            char word[] = "spawned", program[] = "around", *args[] = {word, NULL};
            printf("spawned %d\n", pvm_spawn(program, args, PvmTaskDefault, NULL, 1, &other));
            pvm_notify(PvmTaskExit, TAG_END, 1, &other);
            pvm_recv(-1, TAG_END);
        }
        if (turn == 4)
            printf("back %d, ", number != 3 ? chdir("..") : 0), printf("rmdir %d\n", rmdir(folder));
        tell("after");
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), TAG_DONE);
    }
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    int tids[TASKS], i, turn;
    char here[] = "around.XXXXXX", first[4096], number[4], *args[] = {number, NULL};
    if (argc > 1 && strcmp(argv[1], "spawned") == 0) {
        pvm_mytid();
        tell("spawned");
        return pvm_exit();
    }
    if (argc > 1)
        return child(atoi(argv[1]));
    if (getcwd(first, sizeof first) == NULL || mkdtemp(here) == NULL || chdir(here) != 0)
        return 1;
    tell("master");
    for (i = 0; i < TASKS; i++) {
        snprintf(number, sizeof number, "%d", i);
        pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tids[i]);
    }
    for (turn = 0; turn < 5; turn++)
        for (i = 0; i < TASKS; i++) {
            pvm_initsend(PvmDataDefault);
            pvm_send(tids[i], TAG_TURN);
            pvm_recv(tids[i], TAG_DONE);
        }
    tell("master");
    pvm_exit();
    printf("home %d, ", chdir(first)), printf("gone %d\n", rmdir(here));
    return 0;
}
