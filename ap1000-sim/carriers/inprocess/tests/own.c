/* own.c - tasks that use, in turns, what a process has of its own: variables, seeds of random numbers, the rest of a
 * strtok, options, environment, streams, files, the actions of signals, errno. In each turn all of them write it, and
 * in the next one each must find its own. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

enum { TAG_TURN = 1, TAG_ENDED, TURNS = 8, OWN_ERROR = 5000 };

extern char **environ;

static int own_counter = 100;
static int own_zero[5000];
static const char *own_text = "own";
static const char *const *own_pointer = &own_text;
static int handled;

static void count_signal(int number)
{
    handled += number;
}

static void last_word(void)
{
    printf("%s says good-bye after %d\n", own_text, own_counter);
}

static void wait_for_turn(int parent)
{
    pvm_recv(parent, TAG_TURN);
}

/* What libc has allocated is given back. */
static void allocated(int number)
{
    char *copy = strdup("a copy"), *text = NULL, *line = NULL;
    size_t room = 0;
    FILE *file = tmpfile();
    if (copy == NULL || asprintf(&text, "%s of %d", copy, number) < 0)
        return;
    fprintf(file, "%s\n", text);
    rewind(file);
    text = realloc(text, 10000);
    printf("%s, %zd characters\n", text, getline(&line, &room, file));
    fclose(file);
    free(copy);
    free(text);
    free(line);
}

static void options(int number)
{
    char name[] = "own", a[] = "-abvalue", word[] = "word", c[] = "-c", d[] = "other", bad[] = "-x";
    char *argv[] = {name, a, word, c, d, bad, NULL};
    int letter;
    optind = 0;
    opterr = number % 2;
    while ((letter = getopt(6, argv, "ab:c:")) != -1)
        printf("option %c %s %d\n", letter, optarg != NULL ? optarg : "-", optind);
    printf("rest %s, optopt %c\n", argv[optind], optopt);
}

static void texts(int parent, int number)
{
    char text[64];
    snprintf(text, sizeof text, "one%d two%d three%d", number, number, number);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        wait_for_turn(parent);
        printf("word %s\n", word);
    }
}

static void environment(int number)
{
    char value[16];
    snprintf(value, sizeof value, "%d", number);
    setenv("OWN_NUMBER", value, 1);
    setenv("OWN_NUMBER", "not this", 0);
    if (number % 2 != 0)
        unsetenv("OWN_GONE");
    else
        putenv((char *)(size_t) "OWN_GONE=no");
}

static void say_environment(void)
{
    int n = 0;
    for (char **e = environ; *e != NULL; e++)
        n += strncmp(*e, "OWN_", 4) == 0;
    printf("OWN_NUMBER %s OWN_GONE %s, %d of them\n", getenv("OWN_NUMBER"),
           getenv("OWN_GONE") != NULL ? getenv("OWN_GONE") : "-", n);
}

/* The connection to the machine is a socket; numbers beyond those that there are do not count. */
static void numbers(void)
{
    struct stat of;
    fd_set one;
    struct timeval none = {0, 0};
    FD_ZERO(&one);
    FD_SET(1, &one);
    if (fstat(3, &of) == 0)
        printf("number 3: socket %d", S_ISSOCK(of.st_mode) != 0);
    printf(", of 5000: %d\n", select(5000, NULL, &one, NULL, &none));
}

static void jumps(void)
{
    jmp_buf back;
    volatile int n = 0;
    if (setjmp(back) < 3)
        longjmp(back, ++n);
    printf("jumped %d times\n", n);
}

/* Comes when all others have ended, and may have what one of them had. */
static int late_child(void)
{
    printf("input: end %d, error %d; output: error %d\n", feof(stdin) != 0, ferror(stdin) != 0, ferror(stdout) != 0);
    return 0;
}

static int child(int number)
{
    int parent = pvm_parent();
    static char name[64];
    char line[64];
    FILE *file;
    snprintf(name, sizeof name, "task %d", number);
    own_text = name;
    atexit(last_word);
    srand((unsigned)number);
    srand48(number);
    signal(SIGUSR1, number % 2 != 0 ? count_signal : SIG_IGN);
    environment(number);
    for (int turn = 0; turn < TURNS; turn++) {
        errno = OWN_ERROR + number;
        wait_for_turn(parent);
        if (errno >= OWN_ERROR && errno != OWN_ERROR + number)
            printf("the errno of task %d\n", errno - OWN_ERROR);
        own_zero[number * 100] += number;
        printf("%s: %d %d %s rand %d %ld %.6f\n", *own_pointer, own_counter++, own_zero[number * 100], own_text, rand(),
               random(), drand48());
        raise(SIGUSR1);
    }
    say_environment();
    printf("signals %d\n", handled);
    texts(parent, number);
    allocated(number);
    options(number);
    numbers();
    jumps();
    file = tmpfile();
    fprintf(file, "line of %d\n", number);
    wait_for_turn(parent);
    rewind(file);
    if (fgets(line, sizeof line, file) != NULL)
        fputs(line, stderr);
    errno = ENOENT;
    perror("own");
    time_t zero = 0;
    const struct tm *t = gmtime(&zero);
    wait_for_turn(parent);
    printf("%d %s", t->tm_year, asctime(t));
    puts(isatty(1) ? "terminal" : "no terminal");
    putchar('a' + number);
    putchar('\n');
    if (fileno(stdout) != 1 || getchar() != EOF)
        return 1;
    for (int i = 0; i < 300; i++)
        printf("a long line of output that is more than what a pipe takes at a time: %d of %d\n", i, number);
    assert(number != 3);
    return number;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, tids[64];
    if (pvm_parent() > 0)
        return n < 0 ? late_child() : child(n);
    printf("first %d %ld %.6f\n", rand(), random(), drand48());
    for (int i = 0; i < n; i++) {
        char number[16], *args[] = {number, NULL};
        snprintf(number, sizeof number, "%d", i);
        pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tids[i]);
    }
    for (int turn = 0; turn < TURNS + 5; turn++) {
        pvm_initsend(PvmDataDefault);
        pvm_mcast(tids, n, TAG_TURN);
    }
    pvm_notify(PvmTaskExit, TAG_ENDED, n, tids);
    for (int i = 0; i < n; i++)
        pvm_recv(-1, TAG_ENDED);
    char minus[] = "-1", *late[] = {minus, NULL};
    pvm_spawn(argv[0], late, PvmTaskDefault, NULL, n < 8 ? n : 8, tids);
    pvm_exit();
    printf("pvm_errno %d\n", pvm_errno);
    return 0;
}
