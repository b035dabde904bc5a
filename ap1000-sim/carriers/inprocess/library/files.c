/* files.c - streams of files that a task in process opens beside the three that it begins with, and the names under
 * which it finds what is its own: its program, its descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

/* ---- those that it has ------------------------------------------------------------------------------------------- */

/* The task owns the stream until it closes it. NULL: there is no such stream, or no memory. */
static FILE *note(FILE *stream, struct inprocess_file *f)
{
    if (stream == NULL || f == NULL || f->end.number < 0) {
        const int why = f == NULL ? ENOMEM : errno;
        if (stream != NULL)
            (void)fclose(stream);
        else if (f != NULL && f->end.number >= 0)
            (void)task_close(f->end.number);
        free(f);
        errno = why;
        return NULL;
    }
    f->file = stream;
    f->next = inprocess_current->files;
    inprocess_current->files = f;
    return stream;
}

static struct inprocess_file **find(const FILE *stream)
{
    struct inprocess_file **f = &inprocess_current->files;
    while (*f != NULL && (*f)->file != stream)
        f = &(*f)->next;
    return f;
}

int inprocess_file_number(const FILE *stream)
{
    const struct inprocess_file *f = *find(stream);
    return f != NULL ? f->end.number : -1;
}

/* libc closes the file of a stream of its own. */
static int drop(struct inprocess_file **at)
{
    struct inprocess_file *f = *at;
    *at = f->next;
    int result = fclose(f->file);
    const int why = errno;
    if (f->through)
        (void)task_close(f->end.number);
    else
        inprocess_descriptor_forget(f->end.number);
    free(f);
    errno = why;
    return result;
}

int inprocess_file_close(FILE *stream)
{
    struct inprocess_file **at = find(stream);
    if (*at == NULL)
        inprocess_end_wrong("free(): double free detected in tcache 2\n"); /* most often: it was closed before */
    return drop(at);
}

/* All is written before anything is closed, the last one first. */
void inprocess_files_end(struct inprocess_task *t, bool killed)
{
    for (struct inprocess_file *f = t->files; f != NULL; f = f->next)
        if (killed)
            __fpurge(f->file);
        else if (__fpending(f->file) > 0)
            (void)fflush(f->file);
    while (t->files != NULL)
        (void)drop(&t->files);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

/* Never locked, as the standard ones (streams.c): the task may end in the middle of a call. */
static FILE *with_number(FILE *stream)
{
    if (stream == NULL)
        return NULL;
    struct inprocess_file *f = calloc(1, sizeof *f);
    if (f == NULL)
        return note(stream, NULL);
    (void)__fsetlocking(stream, FSETLOCKING_BYCALLER);
    fcntl(fileno(stream), F_SETFD, FD_CLOEXEC);
    f->end.number = inprocess_descriptor_add_file(fileno(stream));
    return note(stream, f);
}

/* For open; -1: it is no mode. */
static int flags_of(const char *mode)
{
    const bool both = strchr(mode, '+') != NULL;
    switch (mode[0]) {
    case 'r':
        return both ? O_RDWR : O_RDONLY;
    case 'w':
        return (both ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC;
    case 'a':
        return (both ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND;
    default:
        return -1;
    }
}

/* Of what one of its numbers is: all goes through a number of its own. */
static FILE *open_named(const char *path, const char *mode)
{
    struct inprocess_file *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->through = true;
    f->end.number = task_open(path, flags_of(mode), 0666);
    return note(f->end.number >= 0 ? inprocess_stream_through(&f->end, mode) : NULL, f);
}

FILE *task_fopen(const char *path, const char *mode)
{
    if (inprocess_is_text(path) && inprocess_number_named(path) >= 0 && flags_of(mode) >= 0)
        return open_named(path, mode);
    return with_number(fopen(inprocess_path(path), mode));
}

FILE *task_tmpfile(void)
{
    return with_number(tmpfile());
}

/* ---- its own program --------------------------------------------------------------------------------------------- */

/* Texts at addresses that are none are for the system to refuse. */
bool inprocess_is_text(const char *path)
{
    return (uintptr_t)path >= 65536;
}

const char *inprocess_path(const char *path)
{
    bool own = inprocess_is_text(path) && strcmp(path, "/proc/self/exe") == 0;
    return own ? inprocess_current->path : path;
}

ssize_t task_readlink(const char *path, char *to, size_t room)
{
    const char *own = inprocess_path(path);
    if (own == path)
        return readlink(path, to, room);
    size_t n = strlen(own);
    n = n < room ? n : room;
    memcpy(to, own, n);
    return (ssize_t)n;
}
