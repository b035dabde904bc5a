/* stream_calls.h - the calls of libc that are given a stream, as a list: X(TYPE, NAME, PARAMETERS, ARGUMENTS). Each is
 * libc's own, once the stream is known to be the task's: one that was closed, or was never one, ends the
 * task alone. Those with more to do are in streams.c and copies.c; those with `...` stand in stream_calls.c. */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>

FILE *inprocess_own_stream(FILE *stream);

/* What a function of `...` behind LAST returns. */
#define WITH_ARGUMENTS(LAST, CALL) \
    va_list args;                  \
    va_start(args, LAST);          \
    const int n = CALL;            \
    va_end(args);                  \
    return n

/* clang-format off */
#define STREAM_CALLS(X) \
    X(int, fputs, (const char *text, FILE *f), (text, OWN(f))) \
    X(int, fputc, (int c, FILE *f), (c, OWN(f))) \
    X(int, fgetc, (FILE *f), (OWN(f))) \
    X(char *, fgets, (char *to, int room, FILE *f), (to, room, OWN(f))) \
    X(char *, __fgets_chk, (char *to, size_t bytes, int room, FILE *f), (to, bytes, room, OWN(f))) \
    X(int, ungetc, (int c, FILE *f), (c, OWN(f))) \
    X(size_t, fread, (void *to, size_t bytes, size_t n, FILE *f), (to, bytes, n, OWN(f))) \
    X(size_t, __fread_chk, (void *to, size_t room, size_t bytes, size_t n, FILE *f), (to, room, bytes, n, OWN(f))) \
    X(size_t, fwrite, (const void *from, size_t bytes, size_t n, FILE *f), (from, bytes, n, OWN(f))) \
    X(int, vfprintf, (FILE *f, const char *format, va_list args), (OWN(f), format, args)) \
    X(int, __vfprintf_chk, (FILE *f, int flag, const char *format, va_list args), (OWN(f), flag, format, args)) \
    X(int, vfscanf, (FILE *f, const char *format, va_list args), (OWN(f), format, args)) \
    X(int, putw, (int word, FILE *f), (word, OWN(f))) \
    X(int, getw, (FILE *f), (OWN(f))) \
    X(int, feof, (FILE *f), (OWN(f))) \
    X(int, ferror, (FILE *f), (OWN(f))) \
    X(long, ftell, (FILE *f), (OWN(f))) \
    X(off_t, ftello, (FILE *f), (OWN(f))) \
    X(int, fseek, (FILE *f, long offset, int from), (OWN(f), offset, from)) \
    X(int, fseeko, (FILE *f, off_t offset, int from), (OWN(f), offset, from)) \
    X(int, __overflow, (FILE *f, int c), (OWN(f), c)) \
    X(int, __uflow, (FILE *f), (OWN(f)))
#define STREAM_CALLS_OF_NOTHING(X) \
    X(clearerr, (FILE *f), (OWN(f))) \
    X(rewind, (FILE *f), (OWN(f))) \
    X(setbuf, (FILE *f, char *room), (OWN(f), room))
/* clang-format on */

#define DECLARE_CALL(TYPE, NAME, PARAMETERS, ARGUMENTS) TYPE task_##NAME PARAMETERS;
#define DECLARE_CALL_OF_NOTHING(NAME, PARAMETERS, ARGUMENTS) void task_##NAME PARAMETERS;
STREAM_CALLS(DECLARE_CALL)
STREAM_CALLS_OF_NOTHING(DECLARE_CALL_OF_NOTHING)
int task_fprintf(FILE *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
int task_fprintf_chk(FILE *f, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));
int task_fscanf(FILE *f, const char *format, ...) __attribute__((format(scanf, 2, 3)));
