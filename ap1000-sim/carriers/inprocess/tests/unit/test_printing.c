/* test_printing.c - calls of a task in process that print, or read, without naming a stream: printf, perror, warn,
 * error; and texts that they make in memory. The same calls are made by a process, which must get the same
 * (same_calls.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <err.h>
#include <error.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "same_calls.h"

struct calls {
    int (*printf)(const char *format, ...);
    int (*vprintf)(const char *format, va_list args);
    int (*printf_chk)(int flag, const char *format, ...);
    int (*vprintf_chk)(int flag, const char *format, va_list args);
    int (*puts)(const char *text);
    int (*putchar)(int c);
    int (*getchar)(void);
    int (*scanf)(const char *format, ...);
    int (*vscanf)(const char *format, va_list args);
    void (*perror)(const char *text);
    void (*err)(int code, const char *format, ...);
    void (*errx)(int code, const char *format, ...);
    void (*warn)(const char *format, ...);
    void (*warnx)(const char *format, ...);
    int (*asprintf)(char **to, const char *format, ...);
    int (*asprintf_chk)(char **to, int flag, const char *format, ...);
    char *(*strdup)(const char *text);
    char *(*strndup)(const char *text, size_t most);
    ssize_t (*getdelim)(char **line, size_t *room, int end, FILE *stream);
    ssize_t (*getline)(char **line, size_t *room, FILE *stream);
    void *(*malloc)(size_t n);
    void (*free)(void *p);
    FILE *(*standard)(int number);
    FILE *(*fopen)(const char *path, const char *mode);
    int (*fclose)(FILE *stream);
    int (*fflush)(FILE *stream);
    int (*fcntl)(int number, int what, ...);
};

/* Its name is that of the task. */
static FILE *stream_of_process(int number)
{
    static char name[] = "/usr/bin/lone";
    program_invocation_name = name;
    program_invocation_short_name = name + 9;
    return same_calls_stream_of_process(number);
}

int __printf_chk(int flag, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list args);
int __asprintf_chk(char **to, int flag, const char *format, ...);

#define OF_TASK(NAME) .NAME = task_##NAME,
#define OF_PROCESS(NAME) .NAME = NAME,
/* clang-format off */
#define CALLS(X) X(printf) X(vprintf) X(puts) X(putchar) X(getchar) X(scanf) X(vscanf) X(perror) X(err) X(errx) \
    X(warn) X(warnx) X(asprintf) X(strdup) X(strndup) X(getdelim) X(getline) X(malloc) X(free) X(fopen) X(fclose) \
    X(fflush) X(fcntl)
/* clang-format on */

static const struct calls of_task = {CALLS(OF_TASK).printf_chk = task_printf_chk, .vprintf_chk = task_vprintf_chk,
                                     .asprintf_chk = task_asprintf_chk, .standard = same_calls_stream_of_task};
static const struct calls of_process = {CALLS(OF_PROCESS).printf_chk = __printf_chk, .vprintf_chk = __vprintf_chk,
                                        .asprintf_chk = __asprintf_chk, .standard = stream_of_process};

/* With arguments as a list. */
#define THROUGH(TYPE, NAME, CALL, ...)                        \
    static TYPE NAME(const struct calls *c, __VA_ARGS__, ...) \
    {                                                         \
        va_list args;                                         \
        va_start(args, format);                               \
        CALL;                                                 \
        va_end(args);                                         \
        return (TYPE)result;                                  \
    }
THROUGH(int, through_vprintf, int result = c->vprintf(format, args), const char *format)
THROUGH(int, through_vprintf_chk, int result = c->vprintf_chk(1, format, args), const char *format)
THROUGH(int, through_vscanf, int result = c->vscanf(format, args), const char *format)

/* ---- to stdout, from stdin --------------------------------------------------------------------------------------- */

static void prints(const struct calls *c)
{
    R(c->printf("%d %s\n", 1, "one"));
    R(through_vprintf(c, "%d %s\n", 2, "two"));
    R(c->printf_chk(1, "%d %s\n", 3, "three"));
    R(through_vprintf_chk(c, "%d %s\n", 4, "four"));
    R(c->puts("five"));
    R(c->puts(""));
    R(c->putchar('6'));
    R(c->putchar(0x137));
    R(c->putchar('\n'));
    R(c->fflush(NULL));
    R(c->fclose(c->standard(1)));
    R(c->printf("lost"));
    R(c->puts("lost"));
    R(c->putchar('l'));
}

static void reads(const struct calls *c)
{
    int x = 0, y = 0;
    char word[20] = "";
    R(c->getchar());
    R(c->scanf("%d", &x));
    R(c->scanf("%d %19s", &x, word));
    R(through_vscanf(c, "%d", &y));
    same_calls_say("%d %s %d\n", x, word, y);
    R(c->getchar());
    R(c->scanf("%d", &x));
    R(c->getchar());
}

/* ---- to stderr --------------------------------------------------------------------------------------------------- */

static void say_error(const struct calls *c, int number, const char *text)
{
    errno = number;
    c->perror(text);
    same_calls_say("%s\n", strerrorname_np(errno));
}

static void says_errors(const struct calls *c)
{
    fputs("begins, ", c->standard(2));
    say_error(c, ENOENT, "first");
    say_error(c, 0, NULL);
    say_error(c, EACCES, "");
    say_error(c, 12345, "unknown");
    fputs("through the stream\n", c->standard(2));
    say_error(c, ENOENT, "then");
}

static void warns(const struct calls *c)
{
    (void)c->standard(2);
    R(c->printf("before\n"));
    errno = ENOENT;
    c->warn("%d of %s", 1, "many");
    same_calls_say("%s\n", strerrorname_np(errno));
    c->warn(NULL);
    c->warnx("%d", 2);
    c->warnx(NULL);
    errno = EACCES;
    errno = ENOTDIR;
    R(c->printf("between\n"));
}

static void ends_by_err(const struct calls *c)
{
    (void)c->standard(2);
    errno = ENOENT;
    c->err(5, "%s", "file");
}

static void ends_by_errx(const struct calls *c)
{
    (void)c->standard(2);
    R(c->printf("written at the end"));
    c->errx(6, "%s", "file");
}

/* ---- into memory ------------------------------------------------------------------------------------------------- */

static void makes_texts(const struct calls *c)
{
    char *p = NULL;
    R(c->asprintf(&p, "%d %s", 1, "one"));
    same_calls_say("%s\n", p);
    c->free(p);
    R(c->asprintf_chk(&p, 1, "%d %s", 2, "two"));
    same_calls_say("%s\n", p);
    c->free(p);
    R(c->asprintf(&p, "%s", ""));
    same_calls_say("<%s>\n", p);
    c->free(p);
    p = c->strdup("text");
    same_calls_say("%s\n", p);
    c->free(p);
    for (size_t n = 0; n < 7; n++) {
        p = c->strndup("text", n);
        same_calls_say("%s\n", p);
        c->free(p);
    }
}

static void reads_lines(const struct calls *c)
{
    static const size_t lengths[] = {0, 1, 5, 118, 119, 120, 121, 238, 239, 240, 241, 500, 2000};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    for (int begun = 0; begun < 3; begun++) {
        same_calls_clean();
        FILE *f = c->fopen("f", "w+");
        for (int i = 0; i < LENGTHS; i++) {
            for (size_t n = 0; n < lengths[i]; n++)
                fputc('x', f);
            fputc(i % 2 != 0 ? ';' : '\n', f);
        }
        fputs("rest", f);
        rewind(f);
        size_t room = begun == 1 ? 10 : 0;
        char *line = begun == 0 ? NULL : c->malloc(10);
        for (int i = 0; i < LENGTHS + 2; i++) {
            const ssize_t n = i % 2 != 0 ? c->getdelim(&line, &room, ';', f) : c->getline(&line, &room, f);
            same_calls_say("%zd, room %zu, %zu bytes, ends %d\n", n, room, n >= 0 ? strlen(line) : 0,
                           n > 0 ? line[n - 1] : -1);
        }
        c->free(line);
        line = NULL;
        room = 0;
        R(c->getline(&line, &room, f));
        same_calls_say("%zu\n", room);
        c->free(line);
        R(c->getline(NULL, &room, f));
        R(c->getdelim(&line, NULL, 'x', f));
        c->fclose(f);
    }
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

int main(void)
{
    static const struct same_calls_row rows[] = {
        SAME_CALLS_ROW(prints),      {"reads", reads, SAME_CALLS_PIPE, "x5 12 word 13rest"},
        SAME_CALLS_ROW(says_errors), SAME_CALLS_ROW(warns),
        SAME_CALLS_ROW(ends_by_err), SAME_CALLS_ROW(ends_by_errx),
        SAME_CALLS_ROW(makes_texts), SAME_CALLS_ROW(reads_lines)};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &of_task, &of_process);
}
