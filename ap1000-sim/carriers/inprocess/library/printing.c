/* printing.c - functions that mean a standard stream without naming one: printf, scanf, perror. */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/stream_calls.h"
#include "carriers/inprocess/library/task.h"

int task_vprintf(const char *format, va_list args)
{
    return task_vfprintf(inprocess_stream(VARIABLE_STDOUT), format, args);
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
    FILE *out = inprocess_own_stream(inprocess_stream(VARIABLE_STDOUT));
    const size_t n = strlen(text) + 1;
    if (fputs(text, out) < 0 || fputc('\n', out) < 0)
        return EOF;
    return n < INT_MAX ? (int)n : INT_MAX; /* as glibc says it */
}

int task_putchar(int c)
{
    return task_fputc(c, inprocess_stream(VARIABLE_STDOUT));
}

int task_getchar(void)
{
    return task_fgetc(inprocess_stream(VARIABLE_STDIN));
}

int task_vscanf(const char *format, va_list args)
{
    return task_vfscanf(inprocess_stream(VARIABLE_STDIN), format, args);
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
    const int why = errno;
    const bool named = text != NULL && *text != 0;
    fprintf(inprocess_stream(VARIABLE_STDERR), "%s%s%s\n", named ? text : "", named ? ": " : "", strerror(why));
}
