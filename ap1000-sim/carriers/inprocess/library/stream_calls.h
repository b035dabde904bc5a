/* stream_calls.h - the calls of libc that are given a stream, or how much room there is, as lists: X(TYPE, NAME,
 * PARAMETERS, ARGUMENTS). Each is libc's own, once the stream is known to be the task's: one that was closed, or was
 * never one, ends the task alone. So does what does not fit: libc would say so on the simulator's stderr. Those with
 * more to do are in streams.c and copies.c; those with `...` stand in stream_calls.c. */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>

FILE *inprocess_own_stream(FILE *stream);
size_t inprocess_room_for(size_t bytes, size_t room); /* returns room */

/* What a function of `...` behind LAST returns. */
#define WITH_ARGUMENTS(LAST, CALL) \
    va_list args;                  \
    va_start(args, LAST);          \
    const int result = CALL;       \
    va_end(args);                  \
    return result

/* clang-format off */
#define STREAM_CALLS(X) \
    X(int, fputs, (const char *text, FILE *f), (text, OWN(f))) \
    X(int, fputc, (int c, FILE *f), (c, OWN(f))) \
    X(int, fgetc, (FILE *f), (OWN(f))) \
    X(char *, fgets, (char *to, int room, FILE *f), (to, room, OWN(f))) \
    X(char *, __fgets_chk, (char *to, size_t bytes, int room, FILE *f), (to, bytes, room, OWN(f))) \
    X(int, ungetc, (int c, FILE *f), (c, OWN(f))) \
    X(size_t, fread, (void *to, size_t bytes, size_t n, FILE *f), (to, bytes, n, OWN(f))) \
    X(size_t, __fread_chk, (void *to, size_t room, size_t bytes, size_t n, FILE *f), \
      (to, FITS(bytes * n, room), bytes, n, OWN(f))) \
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
#define CHECKED_CALLS(X) \
    X(void *, __memcpy_chk, (void *to, const void *from, size_t n, size_t room), (to, from, n, FITS(n, room))) \
    X(void *, __memmove_chk, (void *to, const void *from, size_t n, size_t room), (to, from, n, FITS(n, room))) \
    X(void *, __mempcpy_chk, (void *to, const void *from, size_t n, size_t room), (to, from, n, FITS(n, room))) \
    X(void *, __memset_chk, (void *to, int c, size_t n, size_t room), (to, c, n, FITS(n, room))) \
    X(char *, __strcpy_chk, (char *to, const char *from, size_t room), (to, from, FITS(strlen(from) + 1, room))) \
    X(char *, __stpcpy_chk, (char *to, const char *from, size_t room), (to, from, FITS(strlen(from) + 1, room))) \
    X(char *, __strncpy_chk, (char *to, const char *from, size_t n, size_t room), (to, from, n, FITS(n, room))) \
    X(char *, __stpncpy_chk, (char *to, const char *from, size_t n, size_t room), (to, from, n, FITS(n, room))) \
    X(char *, __strcat_chk, (char *to, const char *from, size_t room), \
      (to, from, FITS(strlen(to) + strlen(from) + 1, room))) \
    X(char *, __strncat_chk, (char *to, const char *from, size_t n, size_t room), \
      (to, from, n, FITS(strlen(to) + strnlen(from, n) + 1, room))) \
    X(char *, __getcwd_chk, (char *to, size_t n, size_t room), (to, n, FITS(n, room))) \
    X(int, __vsnprintf_chk, (char *to, size_t n, int flag, size_t room, const char *format, va_list args), \
      (to, n, flag, FITS(n, room), format, args))
/* clang-format on */

#define DECLARE_CALL(TYPE, NAME, PARAMETERS, ARGUMENTS) TYPE task_##NAME PARAMETERS;
#define DECLARE_CALL_OF_NOTHING(NAME, PARAMETERS, ARGUMENTS) void task_##NAME PARAMETERS;
STREAM_CALLS(DECLARE_CALL)
STREAM_CALLS_OF_NOTHING(DECLARE_CALL_OF_NOTHING)
CHECKED_CALLS(DECLARE_CALL)
int task_fprintf(FILE *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
int task_fprintf_chk(FILE *f, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));
int task_fscanf(FILE *f, const char *format, ...) __attribute__((format(scanf, 2, 3)));
int task_vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));
int task_sprintf_chk(char *to, int flag, size_t room, const char *format, ...) __attribute__((format(printf, 4, 5)));
int task_snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
