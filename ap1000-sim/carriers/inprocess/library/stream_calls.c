/* stream_calls.c - see stream_calls.h: whose stream is it, and does it fit? And functions that mean a standard stream
 * without naming one. */
#include "carriers/inprocess/library/stream_calls.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

/* As libc says it, on the task's stderr; the task alone ends. */
void inprocess_end_wrong(const char *line)
{
    (void)task_write(STDERR_FILENO, line, strlen(line));
    task_abort();
}

bool inprocess_is_own_stream(const FILE *stream)
{
    return inprocess_standard_number(stream) >= 0 || inprocess_file_number(stream) >= 0;
}

FILE *inprocess_own_stream(FILE *stream)
{
    if (!inprocess_is_own_stream(stream))
        inprocess_end_wrong("Fatal error: glibc detected an invalid stdio handle\n");
    return stream;
}

size_t inprocess_room_for(size_t bytes, size_t room)
{
    if (bytes > room)
        task_chk_fail();
    return room;
}

#define OWN(STREAM) inprocess_own_stream(STREAM)
#define FITS(BYTES, ROOM) inprocess_room_for(BYTES, ROOM)
#define CALL_LIBC(TYPE, NAME, PARAMETERS, ARGUMENTS) \
    TYPE task_##NAME PARAMETERS                      \
    {                                                \
        return NAME ARGUMENTS;                       \
    }
#define DECLARE_CALL_OF_LIBC(TYPE, NAME, PARAMETERS, ARGUMENTS) TYPE NAME PARAMETERS;
#define CALL_LIBC_FOR_NOTHING(NAME, PARAMETERS, ARGUMENTS) \
    void task_##NAME PARAMETERS                            \
    {                                                      \
        NAME ARGUMENTS;                                    \
    }

/* Of libc's headers only under some settings. */
char *__fgets_chk(char *to, size_t bytes, int room, FILE *f);
size_t __fread_chk(void *to, size_t room, size_t bytes, size_t n, FILE *f);
int __vfprintf_chk(FILE *f, int flag, const char *format, va_list args);
int __overflow(FILE *f, int c);
int __uflow(FILE *f);
CHECKED_CALLS(DECLARE_CALL_OF_LIBC)

STREAM_CALLS(CALL_LIBC)
STREAM_CALLS_OF_NOTHING(CALL_LIBC_FOR_NOTHING)
CHECKED_CALLS(CALL_LIBC)

int task_fprintf(FILE *f, const char *format, ...)
{
    WITH_ARGUMENTS(format, task_vfprintf(f, format, args));
}

int task_fprintf_chk(FILE *f, int flag, const char *format, ...)
{
    WITH_ARGUMENTS(format, task___vfprintf_chk(f, flag, format, args));
}

/* No text is longer than an int can say. */
int task_vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list args)
{
    const size_t most = room < INT_MAX ? room : INT_MAX;
    const int n = __vsnprintf_chk(to, most, flag, most, format, args);
    if (n >= 0)
        (void)inprocess_room_for((size_t)n + 1, room);
    return n;
}

int task_sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    WITH_ARGUMENTS(format, task_vsprintf_chk(to, flag, room, format, args));
}

int task_snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...)
{
    WITH_ARGUMENTS(format, task___vsnprintf_chk(to, n, flag, room, format, args));
}

int task_fscanf(FILE *f, const char *format, ...)
{
    WITH_ARGUMENTS(format, task_vfscanf(f, format, args));
}

/* ---- the standard ones ------------------------------------------------------------------------------------------- */

int task_vprintf(const char *format, va_list args)
{
    return task_vfprintf(inprocess_stream(VARIABLE_STDOUT), format, args);
}

int task_printf(const char *format, ...)
{
    WITH_ARGUMENTS(format, task_vprintf(format, args));
}

int task_vprintf_chk(int flag, const char *format, va_list args)
{
    (void)flag;
    return task_vprintf(format, args);
}

int task_printf_chk(int flag, const char *format, ...)
{
    WITH_ARGUMENTS(format, task_vprintf_chk(flag, format, args));
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
    WITH_ARGUMENTS(format, task_vscanf(format, args));
}

void task_perror(const char *text)
{
    const int why = errno;
    const bool named = text != NULL && *text != 0;
    fprintf(inprocess_stream(VARIABLE_STDERR), "%s%s%s\n", named ? text : "", named ? ": " : "", strerror(why));
}
