/* stream_calls.h - the calls of programs that use streams, for a task in process and for a process (same_calls.h), and
 * what all of these programs look at. */
#ifndef STREAM_CALLS_H
#define STREAM_CALLS_H

#include <stdio.h>
#include <sys/types.h>

#include "same_calls.h"

struct calls {
    FILE *(*standard)(int number);
    FILE *(*fopen)(const char *path, const char *mode);
    FILE *(*tmpfile)(void);
    int (*fclose)(FILE *stream);
    int (*fflush)(FILE *stream);
    int (*fileno)(FILE *stream);
    int (*setvbuf)(FILE *stream, char *room, int mode, size_t bytes);
    int (*getchar)(void);
    int (*scanf)(const char *format, ...);
    ssize_t (*getline)(char **line, size_t *room, FILE *stream);
    int (*open)(const char *path, int flags, ...);
    int (*close)(int number);
    ssize_t (*read)(int number, void *to, size_t n);
    ssize_t (*write)(int number, const void *bytes, size_t n);
    off_t (*lseek)(int number, off_t offset, int from);
    int (*fcntl)(int number, int what, ...);
    void (*free)(void *p);
    void (*exit)(int code);
    void (*exit_at_once)(int code);
    int (*raise)(int number);
    ssize_t (*readlink)(const char *path, char *to, size_t room);
    char *(*realpath)(const char *path, char *to);
};

extern const struct calls stream_calls_of_task, stream_calls_of_process;

/* A stream's number, place and flags; the line that is read from it; which of the first numbers are open. */
void say_stream(const struct calls *c, FILE *f);
void say_line(FILE *f);
void say_numbers(const struct calls *c);

#endif
