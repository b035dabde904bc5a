/* checked.c - see stream_calls.h: whose stream is it? */
#include "carriers/inprocess/library/stream_calls.h"

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

#define OWN(STREAM) inprocess_own_stream(STREAM)
#define CALL_LIBC(TYPE, NAME, PARAMETERS, ARGUMENTS) \
    TYPE task_##NAME PARAMETERS                      \
    {                                                \
        return NAME ARGUMENTS;                       \
    }
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

STREAM_CALLS(CALL_LIBC)
STREAM_CALLS_OF_NOTHING(CALL_LIBC_FOR_NOTHING)

int task_fprintf(FILE *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = task_vfprintf(f, format, args);
    va_end(args);
    return n;
}

int task_fprintf_chk(FILE *f, int flag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = task___vfprintf_chk(f, flag, format, args);
    va_end(args);
    return n;
}

int task_fscanf(FILE *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = task_vfscanf(f, format, args);
    va_end(args);
    return n;
}
