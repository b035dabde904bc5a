/* failing.c - see failing.h. The linker puts the functions here in the place of libc's. */
#include "failing.h"

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);
void __real_free(void *block);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
void __wrap_free(void *block);

static _Thread_local struct {
    bool on;
    int first, after, seen, failed, blocks;
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

int failing_blocks(void)
{
    return failing.blocks;
}

static void *counted(void *block)
{
    failing.blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : counted(__real_malloc(bytes));
}

void *__wrap_calloc(size_t n, size_t bytes)
{
    return fails() ? NULL : counted(__real_calloc(n, bytes));
}

void *__wrap_realloc(void *old, size_t bytes)
{
    if (fails())
        return NULL;
    void *block = __real_realloc(old, bytes);
    return old == NULL ? counted(block) : block;
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : counted(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t most)
{
    return fails() ? NULL : counted(__real_strndup(text, most));
}

void __wrap_free(void *block)
{
    failing.blocks -= block != NULL;
    __real_free(block);
}
