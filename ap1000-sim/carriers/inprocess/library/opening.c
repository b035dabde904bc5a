/* opening.c - files that a task in process opens by their names; some names stand for a number. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

int task_mkostemp(char *path, int flags)
{
    return inprocess_descriptor_add_file(mkostemp(path, flags | O_CLOEXEC), (flags & O_CLOEXEC) != 0);
}

int task_mkstemp(char *path)
{
    return task_mkostemp(path, 0);
}

/* The number that a name stands for (/dev/stdout, /dev/fd/5), or -1: it is a file's. */
int inprocess_number_named(const char *path)
{
    static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; i++)
        if (strcmp(path, standard[i]) == 0)
            return i;
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(folders[i]);
        char *end;
        long number = strncmp(path, folders[i], n) == 0 ? strtol(path + n, &end, 10) : -1;
        if (number >= 0 && number < INT_MAX && path[n] >= '0' && path[n] <= '9' && *end == 0)
            return (int)number;
    }
    return -1;
}

static int open_named(int named, int flags)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(named);
    char path[32];
    if (e != NULL && e->kind == DESCRIPTOR_PRINT && (flags & O_ACCMODE) != O_RDONLY)
        return inprocess_descriptor_add((struct inprocess_descriptor){e->kind,
                                                                      -2 - inprocess_current->descriptors.opened++,
                                                                      (flags & O_CLOEXEC) != 0},
                                        0);
    if (e == NULL || e->real < 0) {
        errno = e == NULL ? ENOENT : EACCES;
        return -1;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", e->real);
    return inprocess_descriptor_add_file(open(path, flags | O_CLOEXEC), (flags & O_CLOEXEC) != 0);
}

int task_open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(args, mode_t) : 0;
    va_end(args);
    int named = path != NULL && inprocess_is_text(path) ? inprocess_number_named(path) : -1;
    if (named >= 0)
        return open_named(named, flags);
    return inprocess_descriptor_add_file(open(inprocess_path(path), flags | O_CLOEXEC, mode), (flags & O_CLOEXEC) != 0);
}

int task_open_2(const char *path, int flags)
{
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE)
        task_chk_fail();
    return task_open(path, flags);
}

int task_creat(const char *path, mode_t mode)
{
    return task_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
