/* printing.c - functions that mean a standard stream without naming one: printf, scanf, perror, warn. */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

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
    const size_t n = strlen(text) + 1;
    if (fputs(text, out) < 0 || fputc('\n', out) < 0)
        return EOF;
    return n < INT_MAX ? (int)n : INT_MAX; /* as glibc says it */
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

/* As long as nothing was printed to stderr, libc prints past it, through a copy of its descriptor, if that may also be
 * read; errno is what becomes of this. NULL: through stderr. */
static FILE *stream_of_perror(FILE *err)
{
    int number = task_fileno(err), copy = number >= 0 ? task_dup(number) : -1;
    if (copy < 0)
        return NULL;
    FILE *stream = task_fdopen(copy, "w+");
    int why = errno;
    if (stream == NULL) {
        (void)task_close(copy);
        errno = why;
    }
    return stream;
}

void task_perror(const char *text)
{
    int why = errno;
    FILE *err = inprocess_stream(VARIABLE_STDERR), *of_its_own = NULL;
    if (err->_mode == 0)
        of_its_own = stream_of_perror(err);
    const bool named = text != NULL && *text != 0;
    fprintf(of_its_own != NULL ? of_its_own : err, "%s%s%s\n", named ? text : "", named ? ": " : "", strerror(why));
    if (of_its_own != NULL)
        (void)task_fclose(of_its_own);
}

/* ---- err.h ------------------------------------------------------------------------------------------------------- */

static __attribute__((format(printf, 2, 0))) void warn_with(const int *why, const char *format, va_list args)
{
    FILE *err = inprocess_stream(VARIABLE_STDERR);
    fprintf(err, "%s: ", *(char **)inprocess_current->variable[VARIABLE_SHORT_NAME]);
    if (format != NULL)
        vfprintf(err, format, args);
    if (why != NULL)
        fprintf(err, "%s%s", format != NULL ? ": " : "", strerror(*why));
    fputc('\n', err);
}

#define WARN_WITH(WHY)            \
    const int *why = (WHY);       \
    va_list args;                 \
    va_start(args, format);       \
    warn_with(why, format, args); \
    va_end(args)

void task_warn(const char *format, ...)
{
    const int number = errno;
    WARN_WITH(&number);
}

void task_warnx(const char *format, ...)
{
    WARN_WITH(NULL);
}

void task_err(int code, const char *format, ...)
{
    const int number = errno;
    WARN_WITH(&number);
    task_exit(code);
}

void task_errx(int code, const char *format, ...)
{
    WARN_WITH(NULL);
    task_exit(code);
}

void task_vwarn(const char *format, va_list args)
{
    const int number = errno;
    warn_with(&number, format, args);
}

void task_vwarnx(const char *format, va_list args)
{
    warn_with(NULL, format, args);
}

void task_verr(int code, const char *format, va_list args)
{
    task_vwarn(format, args);
    task_exit(code);
}

void task_verrx(int code, const char *format, va_list args)
{
    task_vwarnx(format, args);
    task_exit(code);
}

/* ---- others ------------------------------------------------------------------------------------------------------ */

/* GNU's: what is in stdout comes before it. */
void task_error(int code, int number, const char *format, ...)
{
    FILE *err = inprocess_stream(VARIABLE_STDERR);
    va_list args;
    (void)task_fflush(inprocess_stream(VARIABLE_STDOUT));
    fprintf(err, "%s: ", *(char **)inprocess_current->variable[VARIABLE_FULL_NAME]);
    va_start(args, format);
    vfprintf(err, format, args);
    va_end(args);
    if (number != 0)
        fprintf(err, ": %s", strerror(number));
    fputc('\n', err);
    (void)task_fflush(err);
    if (code != 0)
        task_exit(code);
}

void task_psignal(int number, const char *text)
{
    const bool named = text != NULL && *text != 0;
    const char *what = sigdescr_np(number);
    FILE *err = inprocess_stream(VARIABLE_STDERR);
    if (what != NULL)
        fprintf(err, "%s%s%s\n", named ? text : "", named ? ": " : "", what);
    else
        fprintf(err, "%s%sUnknown signal %d\n", named ? text : "", named ? ": " : "", number);
}

int task_vdprintf(int number, const char *format, va_list args)
{
    char *text;
    int n = vasprintf(&text, format, args);
    if (n < 0)
        return -1;
    for (ssize_t done = 0, now; done < n; done += now)
        if ((now = task_write(number, text + done, (size_t)(n - done))) <= 0) {
            n = -1;
            break;
        }
    const int why = errno;
    free(text);
    errno = why;
    return n;
}

int task_dprintf(int number, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = task_vdprintf(number, format, args);
    va_end(args);
    return n;
}
