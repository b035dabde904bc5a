/* streams.c - the standard streams of a task in process, and the files that it opens. What it prints goes to the
 * simulator, as through the pipe of a process and in the same pieces; a task with the terminal has the simulator's own.
 */
#include <errno.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

#define PIPE_BYTES 4096 /* what libc collects for a pipe before it writes */

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

/* What stands for the pipes of a process. libc keeps all streams in one list, which fclose goes through: with thousands
 * of tasks that took most of the time of their ends. So those of a task that has ended are the next one's. */
struct inprocess_streams {
    struct inprocess_task *of;
    FILE *in, *out, *err;
    struct inprocess_streams *next; /* of those that wait for a task */
    char room[PIPE_BYTES];          /* of `out` */
};

static struct inprocess_streams *waiting;

static ssize_t print(void *cookie, const char *bytes, size_t n)
{
    const struct inprocess_streams *s = cookie;
    s->of->simulator->print(s->of->owner, bytes, n);
    return (ssize_t)n;
}

static ssize_t nothing(void *cookie, char *bytes, size_t n)
{
    (void)cookie;
    (void)bytes;
    (void)n;
    return 0;
}

static void close_all(struct inprocess_streams *s)
{
    FILE *streams[] = {s->in, s->out, s->err};
    for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++)
        if (streams[i] != NULL)
            fclose(streams[i]);
    free(s);
}

static struct inprocess_streams *open_streams(void)
{
    struct inprocess_streams *s = waiting;
    if (s != NULL) {
        waiting = s->next;
        return s;
    }
    s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->in = fopencookie(s, "r", (cookie_io_functions_t){.read = nothing});
    s->out = fopencookie(s, "w", (cookie_io_functions_t){.write = print});
    s->err = fopencookie(s, "w", (cookie_io_functions_t){.write = print});
    if (s->in != NULL && s->out != NULL && s->err != NULL)
        return s;
    close_all(s);
    return NULL;
}

static FILE *of_simulator(int descriptor, const char *mode)
{
    int copy = dup(descriptor);
    FILE *f = copy >= 0 ? fdopen(copy, mode) : NULL;
    if (f == NULL && copy >= 0)
        close(copy);
    return f;
}

bool inprocess_streams_begin(struct inprocess_task *t)
{
    struct inprocess_own *o = &t->own;
    struct inprocess_streams *s = t->streams = open_streams();
    if (s == NULL)
        return false;
    s->of = t;
    setvbuf(s->out, s->room, _IOFBF, sizeof s->room);
    setvbuf(s->err, NULL, _IONBF, 0);
    if (t->own_terminal) {
        o->in = of_simulator(STDIN_FILENO, "r");
        o->out = of_simulator(STDOUT_FILENO, "w");
        o->err = of_simulator(STDERR_FILENO, "w");
        if (o->err != NULL)
            setvbuf(o->err, NULL, _IONBF, 0);
    }
    o->in = o->in != NULL ? o->in : s->in;
    o->out = o->out != NULL ? o->out : s->out;
    o->err = o->err != NULL ? o->err : s->err;
    return true;
}

static void close_one(FILE *f, bool killed)
{
    if (killed)
        __fpurge(f);
    fclose(f);
}

/* Nothing of the task that had it is left: no bytes, no error, no buffer of its own. (Programs that write wide
 * characters, which a stream never forgets, are processes.) */
static void make_new(FILE *f, bool killed)
{
    if (!killed)
        fflush(f);
    __fpurge(f);
    clearerr(f);
    setvbuf(f, NULL, _IONBF, 0);
}

/* A task that is killed loses what it has not written, as a process does. Done once. */
void inprocess_streams_end(struct inprocess_task *t, bool killed)
{
    for (struct inprocess_file *f; (f = t->files) != NULL;) {
        t->files = f->next;
        close_one(f->file, killed);
        free(f);
    }
    struct inprocess_streams *s = t->streams;
    if (s == NULL)
        return;
    t->streams = NULL;
    FILE *own[] = {t->own.in, t->own.out, t->own.err}, *kept[] = {s->in, s->out, s->err};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (own[i] != kept[i])
            close_one(own[i], killed);
        make_new(kept[i], killed);
    }
    t->own.in = t->own.out = t->own.err = NULL;
    s->next = waiting;
    waiting = s;
}

/* ---- what names no stream ---------------------------------------------------------------------------------------- */

int task_vprintf(const char *format, va_list args)
{
    return vfprintf(inprocess_stream(VARIABLE_STDOUT), format, args);
}

int task_printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = task_vprintf(format, args);
    va_end(args);
    return n;
}

int task_vprintf_chk(int flag, const char *format, va_list args)
{
    (void)flag;
    return task_vprintf(format, args);
}

int task_printf_chk(int flag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = task_vprintf_chk(flag, format, args);
    va_end(args);
    return n;
}

int task_puts(const char *text)
{
    FILE *out = inprocess_stream(VARIABLE_STDOUT);
    return fputs(text, out) < 0 ? EOF : fputc('\n', out);
}

int task_putchar(int c)
{
    return fputc(c, inprocess_stream(VARIABLE_STDOUT));
}

int task_getchar(void)
{
    return fgetc(inprocess_stream(VARIABLE_STDIN));
}

int task_vscanf(const char *format, va_list args)
{
    return vfscanf(inprocess_stream(VARIABLE_STDIN), format, args);
}

int task_scanf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = task_vscanf(format, args);
    va_end(args);
    return n;
}

void task_perror(const char *text)
{
    int why = errno;
    FILE *err = inprocess_stream(VARIABLE_STDERR);
    if (text != NULL && *text != 0)
        fprintf(err, "%s: %s\n", text, strerror(why));
    else
        fprintf(err, "%s\n", strerror(why));
}

/* Without a stream: all of the task's. */
int task_fflush(FILE *stream)
{
    if (stream != NULL)
        return fflush(stream);
    int failed = fflush(inprocess_stream(VARIABLE_STDOUT)) != 0;
    for (struct inprocess_file *f = inprocess_current->files; f != NULL; f = f->next)
        failed |= fflush(f->file) != 0;
    return failed ? EOF : 0;
}

/* ---- descriptors ------------------------------------------------------------------------------------------------- */

int task_fileno(FILE *stream)
{
    const struct inprocess_own *o = &inprocess_current->own;
    return stream == o->in    ? STDIN_FILENO
           : stream == o->out ? STDOUT_FILENO
           : stream == o->err ? STDERR_FILENO
                              : fileno(stream);
}

int task_isatty(int descriptor)
{
    if (inprocess_current->own_terminal || descriptor > STDERR_FILENO)
        return isatty(descriptor);
    errno = ENOTTY;
    return 0;
}

ssize_t task_write(int descriptor, const void *bytes, size_t n)
{
    struct inprocess_task *t = inprocess_current;
    if (t->own_terminal || (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO))
        return write(descriptor, bytes, n);
    t->simulator->print(t->owner, bytes, n);
    return (ssize_t)n;
}

/* ---- err.h ------------------------------------------------------------------------------------------------------- */

static __attribute__((format(printf, 2, 0))) void warn_with(int why, const char *format, va_list args)
{
    FILE *err = inprocess_stream(VARIABLE_STDERR);
    fprintf(err, "%s: ", *(char **)inprocess_current->variable[VARIABLE_SHORT_NAME]);
    if (format != NULL)
        vfprintf(err, format, args);
    if (why != 0)
        fprintf(err, "%s%s", format != NULL ? ": " : "", strerror(why));
    fputc('\n', err);
}

#define WARN_WITH(WHY)            \
    int why = (WHY);              \
    va_list args;                 \
    va_start(args, format);       \
    warn_with(why, format, args); \
    va_end(args)

void task_warn(const char *format, ...)
{
    WARN_WITH(errno);
}

void task_warnx(const char *format, ...)
{
    WARN_WITH(0);
}

void task_err(int code, const char *format, ...)
{
    WARN_WITH(errno);
    task_exit(code);
}

void task_errx(int code, const char *format, ...)
{
    WARN_WITH(0);
    task_exit(code);
}
