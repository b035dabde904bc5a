/* streams.h - functions that streams.c and reopening.c share for the standard streams of a task and libc's streams. */
#ifndef INPROCESS_STREAMS_H
#define INPROCESS_STREAMS_H

#include <unistd.h>

#include "carriers/inprocess/library/task.h"

#define PIPE_BYTES 4096 /* what libc collects for a pipe before it writes */

/* What stands for the pipes of a process. libc keeps all streams in one list, which fclose goes through: with thousands
 * of tasks that took most of the time of their ends. So those of a task that has ended are the next one's. */
struct inprocess_streams {
    struct inprocess_task *of;
    FILE *in, *out, *err;
    struct inprocess_standing at[STDERR_FILENO + 1];
    bool spoilt;                    /* one was closed: nobody can have them again */
    struct inprocess_streams *next; /* of those that wait for a task */
    char room[PIPE_BYTES];          /* of `out` */
    char *in_room;                  /* of `in`, where it is a terminal or a pipe; NULL: libc's */
    char *rooms[STDERR_FILENO + 1]; /* of those that are of another file now (freopen) */
};

enum {
    NOT_ITS_BUFFER = 1, /* who has given it frees it */
    UNBUFFERED = 2,
    NO_READS = 4,
    NO_WRITES = 8,
    SEEN_EOF = 16,
    SEEN_ERROR = 32,
    BY_LINES = 0x200,
    IS_WRITTEN = 0x800,
    APPENDS = 0x1000
}; /* of libc's _flags */

enum { CLOSES = 64 }; /* of libc's _flags2: its number is for no other program */

static inline bool inprocess_is_closed(const FILE *stream)
{
    return (stream->_flags & (NO_READS | NO_WRITES)) == (NO_READS | NO_WRITES);
}

/* streams.c: nothing is left of what a standard stream was, but that it may neither read nor write is for the caller to
 * say. */
void inprocess_stream_empty(FILE *stream);

#endif
