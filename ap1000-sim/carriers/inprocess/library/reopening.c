/* reopening.c - freopen: a stream becomes one of another file, and its number too. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/streams.h"

/* The buffer that libc would take for the file. False: no memory. */
static bool give_room(FILE *stream, int number)
{
    struct stat of;
    const int why = errno;
    size_t bytes = task_fstat(number, &of) == 0 && of.st_blksize > 0 ? (size_t)of.st_blksize : BUFSIZ;
    char *room = malloc(bytes), **kept = &inprocess_current->streams->rooms[number];
    if (room == NULL)
        return false;
    setvbuf(stream, room, task_isatty(number) != 0 ? _IOLBF : _IOFBF, bytes);
    free(*kept);
    *kept = room;
    errno = why;
    return true;
}

/* For a standard stream that is not the simulator's own. */
static FILE *reopen_standard(FILE *stream, const char *path, int flags, bool closes)
{
    struct inprocess_streams *s = inprocess_current->streams;
    const int number = stream == s->in ? STDIN_FILENO : stream == s->out ? STDOUT_FILENO : STDERR_FILENO;
    const bool was_closed = inprocess_is_closed(stream);
    char own[32];
    (void)fflush(stream);
    snprintf(own, sizeof own, "/dev/fd/%d", number);
    int opened = flags >= 0 ? task_open(path != NULL ? path : own, flags, 0666) : -1;
    if (flags < 0)
        errno = EINVAL;
    if (opened < 0 || (opened != number && (was_closed || task_dup2(opened, number) < 0))) {
        int why = errno;
        if (opened >= 0)
            (void)task_close(opened);
        inprocess_stream_empty(stream);
        stream->_flags |= NO_READS | NO_WRITES;
        (void)task_close(number);
        errno = why;
        return NULL;
    }
    if (opened != number)
        (void)task_close(opened);
    inprocess_stream_empty(stream);
    stream->_flags |= ((flags & O_ACCMODE) == O_RDONLY ? NO_WRITES : 0) |
                      ((flags & O_ACCMODE) == O_WRONLY ? NO_READS : 0) | ((flags & O_APPEND) != 0 ? APPENDS : 0);
    stream->_flags2 |= closes ? CLOSES : 0;
    inprocess_descriptor_of(number)->closes = (stream->_flags2 & CLOSES) != 0;
    stream->_mode = 0;
    s->at[number].appends = (flags & O_APPEND) != 0;
    if (s->at[number].appends && (flags & O_ACCMODE) == O_WRONLY) /* libc goes to the end only if it does not read */
        (void)task_lseek(number, 0, SEEK_END);
    return give_room(stream, number) ? stream : NULL;
}

/* libc does it with a file of its own, which the number is from then on. */
static FILE *reopen_file(struct inprocess_file *f, const char *path, const char *mode)
{
    const int number = f->number;
    FILE *stream = freopen(inprocess_path(path), mode, f->file);
    if (stream == NULL) {
        const int why = errno, real = f->real;
        f->real = -1; /* it is closed already */
        (void)inprocess_descriptor_forget(number, real);
        errno = why;
        return NULL;
    }
    fcntl(f->real, F_SETFD, FD_CLOEXEC);
    inprocess_descriptor_become(number, f->real, (stream->_flags2 & CLOSES) != 0); /* once "e", always */
    return stream;
}

FILE *task_freopen(const char *path, const char *mode, FILE *stream)
{
    struct inprocess_file *f = inprocess_file_of(stream);
    if (f == NULL && inprocess_standing_of_standard(stream) != NULL)
        return reopen_standard(stream, path, inprocess_flags_of(mode), strchr(mode, 'e') != NULL);
    if (f == NULL || f->real < 0 || f->file->_fileno != f->real ||
        (path != NULL && inprocess_number_named(path) >= 0)) {
        errno = EINVAL;
        return NULL;
    }
    return reopen_file(f, path, mode);
}
