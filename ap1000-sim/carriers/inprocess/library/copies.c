/* copies.c - texts that libc would make in memory of its own, and the program frees: in the heap of the task. */
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/stream_calls.h"
#include "carriers/inprocess/library/task.h"

static char *copy_of(const char *text, size_t n)
{
    char *to = task_malloc(n + 1);
    if (to == NULL)
        return NULL;
    memcpy(to, text, n);
    to[n] = 0;
    return to;
}

char *task_strdup(const char *text)
{
    return copy_of(text, strlen(text));
}

char *task_strndup(const char *text, size_t most)
{
    return copy_of(text, strnlen(text, most));
}

/* ---- names of files ---------------------------------------------------------------------------------------------- */

char *task_realpath(const char *path, char *to)
{
    char own[PATH_MAX];
    if (to != NULL)
        return realpath(inprocess_path(path), to);
    return realpath(inprocess_path(path), own) != NULL ? task_strdup(own) : NULL;
}

/* room: 0: as much as it takes. */
char *task_getcwd(char *to, size_t room)
{
    char own[PATH_MAX];
    if (to != NULL)
        return getcwd(to, room);
    if (getcwd(own, room == 0 || room > sizeof own ? sizeof own : room) == NULL)
        return NULL;
    char *made = task_malloc(room == 0 ? strlen(own) + 1 : room);
    return made != NULL ? strcpy(made, own) : NULL;
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

/* The text that libc has made, which goes back to it. n: what the call has returned. */
static int moved(char **to, char *made, int n)
{
    if (n < 0)
        return n;
    *to = task_malloc((size_t)n + 1);
    if (*to != NULL)
        memcpy(*to, made, (size_t)n + 1);
    free(made);
    return *to != NULL ? n : -1;
}

int task_vasprintf(char **to, const char *format, va_list args)
{
    char *made = NULL;
    int n = vasprintf(&made, format, args);
    return moved(to, made, n);
}

int task_asprintf(char **to, const char *format, ...)
{
    WITH_ARGUMENTS(format, task_vasprintf(to, format, args));
}

/* The flag only makes libc look more closely at the format. */
int task_vasprintf_chk(char **to, int flag, const char *format, va_list args)
{
    (void)flag;
    return task_vasprintf(to, format, args);
}

int task_asprintf_chk(char **to, int flag, const char *format, ...)
{
    WITH_ARGUMENTS(format, task_vasprintf_chk(to, flag, format, args));
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Makes *line long enough, and *room what it then has, by glibc's rule. */
static bool lengthen(char **line, size_t *room, size_t wanted)
{
    enum { first_room = 120 };
    size_t n = *line != NULL && *room > 0 ? *room : first_room;
    if (wanted > n)
        n = wanted > 2 * n ? wanted : 2 * n;
    if (*line != NULL && *room == n)
        return true;
    char *longer = task_realloc(*line, n);
    if (longer == NULL)
        return false;
    *line = longer;
    *room = n;
    return true;
}

ssize_t task_getdelim(char **line, size_t *room, int end, FILE *stream)
{
    char *made = NULL;
    size_t made_room = 0;
    (void)inprocess_own_stream(stream);
    if (line == NULL || room == NULL)
        return getdelim(line, room, end, stream); /* it says what is wrong */
    ssize_t n = getdelim(&made, &made_room, end, stream);
    if (!lengthen(line, room, n >= 0 ? (size_t)n + 1 : 0))
        n = -1;
    else if (n >= 0)
        memcpy(*line, made, (size_t)n + 1);
    free(made);
    return n;
}

ssize_t task_getline(char **line, size_t *room, FILE *stream)
{
    return task_getdelim(line, room, '\n', stream);
}
