/* shell.c - the first program and a task that it starts run others by a shell: what these print comes where it belongs,
 * they have the files, the environment and the signals of who runs them, and it is told how they end. Run both ways
 * (same.sh); each part is a function. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "pvm3.h"

enum { TAG_DONE = 1 };

extern char **environ;

static void say(const char *what, int result)
{
    printf("%s: %d %s\n", what, result, result < 0 ? strerror(errno) : "");
    fflush(stdout);
    errno = 0;
}

static void run(const char *command)
{
    say(command, system(command));
}

/* ---- what they print, and how they end --------------------------------------------------------------------------- */

static void orders(void)
{
    printf("before, not written yet, ");
    run("echo from the shell; echo its error >&2");
    say("none", system(NULL));
    run("exit 3");
    run("kill -TERM $$");
    run("no-such-program-anywhere 2> /dev/null");
    run("syntax error ( 2> /dev/null");
    run("awk 'BEGIN { for (i = 0; i < 20000; i++) print \"a line that is long enough for two hundred thousand\", i }' "
        "| cksum");
    run("awk 'BEGIN { for (i = 0; i < 5000; i++) print \"a line of many\", i }'");
    run("test -t 0 && echo a terminal; cat; echo $0 $#");
    run("(echo one; (echo two >&2; (echo three))) ; true");
}

/* ---- what they inherit ------------------------------------------------------------------------------------------- */

static void environment(void)
{
    char *none[] = {NULL}, own[] = "OWN=by hand", *alone[] = {own, NULL}, **kept = environ;
    setenv("SHELL_TEST", "a b", 1);
    run("echo \"[$SHELL_TEST]\"");
    unsetenv("SHELL_TEST");
    run("echo \"[$SHELL_TEST]\"");
    environ = alone;
    run("echo \"[$OWN]\"");
    environ = none;
    run("echo \"[$OWN]\"");
    environ = NULL;
    run("echo \"[$OWN]\"");
    environ = kept;
}

static void files(void)
{
    char name[] = "/tmp/shell-XXXXXX", command[200], text[100] = ""; /* getpid() is the same in each run in process */
    int n = mkstemp(name), m = open(name, O_RDONLY | O_CLOEXEC);
    int k = dup(1), l = open("/dev/null", O_WRONLY);
    say("numbers", n * 1000 + m * 100 + k * 10 + l);
    snprintf(command, sizeof command,
             "echo to the file >&%d; (: <&%d) 2> /dev/null || echo closed; echo by the copy >&%d; echo lost >&%d", n, m,
             k, l);
    run(command);
    say("place", (int)lseek(n, 0, SEEK_CUR));
    lseek(n, 3, SEEK_SET);
    snprintf(command, sizeof command, "head -c 4 <&%d; echo", n);
    run(command);
    say("place", (int)lseek(n, 0, SEEK_CUR));
    dup2(n, 1);
    (void)!system("echo stdout is the file");
    dup2(k, 1);
    lseek(n, 0, SEEK_SET);
    say("bytes", (int)read(n, text, sizeof text - 1));
    printf("%s", text);
    close(0);
    run("cat 2> /dev/null || echo no stdin");
    open("/dev/null", O_RDONLY);
    FILE *f = fopen(name, "r"), *e = fopen(name, "re");
    snprintf(command, sizeof command, "(: <&%d) && echo open; (: <&%d) 2> /dev/null || echo closed", fileno(f),
             fileno(e));
    run(command);
    fclose(f);
    fclose(e);
    unlink(name);
    for (int number = n; number <= l; number++)
        close(number);
}

static int counted;

static void count(int number, siginfo_t *why, void *context)
{
    (void)context;
    counted++;
    printf("signal %s, %d, status %d\n", number == SIGCHLD ? "of a child" : "another", why->si_code, why->si_status);
}

static void signals(void)
{
    struct sigaction a = {.sa_flags = SA_SIGINFO, .sa_sigaction = count}, plain = {.sa_handler = SIG_DFL},
                     ignored = {.sa_handler = SIG_IGN};
    sigset_t usr1, before, waiting;
    sigaction(SIGCHLD, &a, NULL);
    run("exit 4");
    run("kill -KILL $$");
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGCHLD);
    sigaddset(&usr1, SIGUSR1);
    sigprocmask(SIG_BLOCK, &usr1, &before);
    run("kill -USR1 $$; echo blocked");
    sigpending(&waiting);
    say("waits", sigismember(&waiting, SIGCHLD));
    run("exit 9"); /* the first of both is told of */
    sigprocmask(SIG_SETMASK, &before, NULL);
    say("counted", counted);
    sigaction(SIGCHLD, &ignored, NULL);
    run("exit 4");
    sigaction(SIGCHLD, &plain, NULL);
    run("kill -USR1 $$; echo never");
    sigaction(SIGUSR1, &ignored, NULL);
    run("kill -USR1 $$; echo ignored");
    sigaction(SIGUSR1, &plain, NULL);
    run("kill -PIPE $$; echo never");
    run("yes | head -n 1");
}

/* ---- with a stream ----------------------------------------------------------------------------------------------- */

static void by_lines(FILE *f)
{
    char line[100];
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        printf("line %s", line);
}

static void streams(void)
{
    FILE *f = popen("echo error of it >&2; echo one; echo two; exit 5", "r");
    printf("%c", fgetc(f));
    say("number", fileno(f));
    say("second", fileno(popen("exit 0", "re")));
    by_lines(f);
    say("end", pclose(f));
    f = popen("tr a-z A-Z; exit 6", "w");
    say("number", fileno(f));
    fprintf(f, "in large letters\n");
    say("seek", fseek(f, 0, SEEK_SET));
    say("end", pclose(f));
    f = popen("cat", "w"); /* more than both pipes hold */
    for (int i = 0; i < 20000; i++)
        fprintf(f, "number %d through a pipe and back\n", i);
    say("end", pclose(f));
    f = popen("kill -9 $$", "r");
    by_lines(f);
    say("end", fclose(f));
    say("mode", popen("echo", "x") != NULL);
    say("mode", popen("echo", "rw") != NULL);
    say("mode", popen("echo", "") != NULL);
    f = tmpfile();
    say("no stream of popen", pclose(f));
    f = popen("cat > /dev/null; exit 7", "w");
    close(fileno(f));
    say("closed by its number", pclose(f));
    f = popen("no-such-program-anywhere 2> /dev/null", "r");
    by_lines(f);
    say("end", pclose(f));
    FILE *a = popen("cat; echo end of a", "w"), *b = popen("cat; echo end of b", "w"); /* b has no end of a */
    fprintf(a, "to a\n");
    fprintf(b, "to b\n");
    say("end", pclose(a));
    say("end", pclose(b));
    signal(SIGPIPE, SIG_IGN);
    f = popen("exec <&-; exit 0", "w");
    (void)!system("sleep 0.1");
    say("written", fputs("to nobody", f));
    say("flushed", fflush(f));
    say("end", pclose(f));
    signal(SIGPIPE, SIG_DFL);
}

/* Waits for each byte of a pipe by select or poll, and for its end, which makes it ready, too. */
static void wait_for_bytes(const char *how, int fd, struct timeval *wait)
{
    char byte;
    ssize_t n;
    do {
        struct pollfd one = {fd, POLLIN, 0};
        fd_set r, e;
        FD_ZERO(&r);
        FD_ZERO(&e);
        FD_SET(fd, &r);
        FD_SET(fd, &e);
        if (strcmp(how, "poll") == 0)
            say(how, poll(&one, 1, wait != NULL ? (int)wait->tv_sec * 1000 : -1) * 10 + (one.revents != 0));
        else
            say(how, select(fd + 1, &r, NULL, &e, wait) * 100 + FD_ISSET(fd, &r) * 10 + FD_ISSET(fd, &e));
        n = read(fd, &byte, 1);
        say("read", (int)n);
    } while (n > 0);
}

/* Until nobody has the other end of the pipe any more. */
static void await_other_end(int fd)
{
    struct pollfd one = {fd, 0, 0};
    say("gone", poll(&one, 1, -1));
}

static void ends_of_pipes(void)
{
    for (int way = 0; way < 4; way++) {
        struct timeval minute = {60, 0};
        FILE *f = popen("printf ab", "r");
        if (way > 1) /* a wait with a time looks only when it begins and when it ends */
            await_other_end(fileno(f));
        wait_for_bytes(way % 2 == 0 ? "select" : "poll", fileno(f), way > 1 ? &minute : NULL);
        say("end", pclose(f));
    }
    signal(SIGPIPE, SIG_IGN);
    FILE *f = popen("exec <&-; exit 0", "w");
    await_other_end(fileno(f));
    fd_set w;
    FD_ZERO(&w);
    FD_SET(fileno(f), &w);
    say("nobody reads", select(fileno(f) + 1, NULL, &w, NULL, NULL) * 10 + FD_ISSET(fileno(f), &w));
    say("end", pclose(f));
    signal(SIGPIPE, SIG_DFL);
}

/* ---- another program of PVM -------------------------------------------------------------------------------------- */

static void program(const char *self)
{
    char command[1100];
    snprintf(command, sizeof command, "'%s' inner", self);
    run(command);
    FILE *f = popen(command, "r");
    by_lines(f);
    say("end", pclose(f));
}

static int inner(void)
{
    int tid = pvm_mytid(), other = -1;
    printf("inner %d, parent %d\n", tid, pvm_parent());
    fflush(stdout);
    char word[] = "innermost", *args[] = {word, NULL}, self[1000] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) > 0 && pvm_spawn(self, args, 0, (char *)"", 1, &other) == 1)
        pvm_recv(other, TAG_DONE);
    pvm_exit();
    printf("inner ends\n");
    return 8;
}

static void all(const char *self)
{
    orders();
    environment();
    files();
    signals();
    streams();
    ends_of_pipes();
    program(self);
}

static int task(const char *self)
{
    int parent = pvm_parent();
    printf("task %d\n", pvm_mytid());
    if (parent > 0 && self != NULL)
        all(self);
    pvm_initsend(PvmDataDefault);
    pvm_send(parent, TAG_DONE);
    pvm_exit();
    if (self != NULL) {
        say("after its last call", system("echo late"));
        popen("cat", "w"); /* its end is that of the task */
        printf("not written yet");
        fflush(stdout);
        if (write(1, "\n", 1) == 1)
            signal(SIGPIPE, SIG_DFL);
        FILE *f = popen("exec <&-", "w");
        (void)!system("sleep 0.1");
        fputs("to nobody", f);
        fflush(f); /* it dies of this */
        printf("goes on\n");
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "inner") == 0)
        return inner();
    if (argc > 1)
        return task(strcmp(argv[1], "task") == 0 ? argv[2] : NULL);
    run("echo before the first call of PVM");
    int tid = -1;
    char word[] = "task", *args[] = {word, argv[0], NULL};
    printf("first %d\n", pvm_mytid());
    all(argv[0]);
    pvm_catchout(stdout);
    if (pvm_spawn(argv[0], args, PvmTaskDefault, (char *)"", 1, &tid) != 1)
        return 1;
    pvm_recv(tid, TAG_DONE);
    run("echo done");
    pvm_exit();
    return 0;
}
