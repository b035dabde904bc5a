/* files.c - files that a task in process opens, and the one name under which it finds its own program. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

/* ---- streams ----------------------------------------------------------------------------------------------------- */

/* The task owns it until it closes it; what is open at its end is closed then. */
static FILE *noted(FILE *file)
{
    struct inprocess_file *f = file != NULL ? malloc(sizeof *f) : NULL;
    if (f == NULL) {
        if (file != NULL)
            (void)fclose(file);
        return NULL;
    }
    f->file = file;
    f->next = inprocess_current->files;
    inprocess_current->files = f;
    return file;
}

FILE *task_fopen(const char *path, const char *mode)
{
    return noted(fopen(path, mode));
}

FILE *task_tmpfile(void)
{
    return noted(tmpfile());
}

/* A standard stream is flushed and goes with the task. */
int task_fclose(FILE *stream)
{
    const struct inprocess_own *o = &inprocess_current->own;
    if (stream == o->in || stream == o->out || stream == o->err)
        return fflush(stream);
    for (struct inprocess_file **at = &inprocess_current->files; *at != NULL; at = &(*at)->next)
        if ((*at)->file == stream) {
            struct inprocess_file *f = *at;
            *at = f->next;
            free(f);
            break;
        }
    return fclose(stream);
}

/* ---- its own program --------------------------------------------------------------------------------------------- */

static bool is_own_program(const char *path)
{
    return path != NULL && strcmp(path, "/proc/self/exe") == 0;
}

ssize_t task_readlink(const char *path, char *to, size_t room)
{
    if (!is_own_program(path))
        return readlink(path, to, room);
    size_t n = strlen(inprocess_current->path);
    n = n < room ? n : room;
    memcpy(to, inprocess_current->path, n);
    return (ssize_t)n;
}

ssize_t task_readlink_chk(const char *path, char *to, size_t room, size_t to_bytes)
{
    if (room > to_bytes)
        task_abort();
    return task_readlink(path, to, room);
}

char *task_realpath(const char *path, char *to)
{
    return realpath(is_own_program(path) ? inprocess_current->path : path, to);
}
