/* failing.c - see failing.h. The linker puts the functions here in the place of libc's. */
#include "failing.h"

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
char *__wrap_strdup(const char *text);

static _Thread_local struct {
    bool on;
    int first, after, seen, failed;
} failing;

void failing_begin(int first, int count)
{
    failing.first = first;
    failing.after = first + count;
    failing.seen = failing.failed = 0;
    failing.on = true;
}

int failing_end(void)
{
    failing.on = false;
    return failing.failed;
}

static bool fails(void)
{
    if (!failing.on)
        return false;
    failing.seen++;
    bool now = failing.seen >= failing.first && failing.seen < failing.after;
    failing.failed += now;
    return now;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
    return fails() ? NULL : __real_calloc(n, bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return fails() ? NULL : __real_realloc(old, bytes);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}
