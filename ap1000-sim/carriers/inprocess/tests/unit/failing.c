/* failing.c - the calls of libc that lone_task.h makes fail: each is linked with --wrap, so that whoever calls NAME
 * calls __wrap_NAME here. A block of memory has a fence behind it, and junk in it before and after its use. */
#include "lone_task.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static int left, why_failed;
static struct in_use now;

void fail_at(int n)
{
    left = n;
    why_failed = n > 0 ? 0 : why_failed;
}

int failed(void)
{
    return why_failed;
}

/* A child of vfork has our memory, and what it needs does not count. */
static bool fails(int why)
{
    static pid_t own;
    own = own != 0 ? own : getpid();
    if (getpid() != own || left == 0 || --left > 0)
        return false;
    errno = why_failed = why;
    return true;
}

static long open_files(void)
{
    long n = 0;
    DIR *all = opendir("/proc/self/fd");
    while (all != NULL && readdir(all) != NULL)
        n++;
    if (all != NULL)
        closedir(all);
    return n;
}

struct in_use in_use(void)
{
    now.files = open_files();
    return now;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

#define DECLARE(TYPE, NAME, ...)     \
    TYPE __real_##NAME(__VA_ARGS__); \
    TYPE __wrap_##NAME(__VA_ARGS__);

DECLARE(void *, malloc, size_t n)
DECLARE(void *, calloc, size_t n, size_t size)
DECLARE(void *, realloc, void *p, size_t n)
DECLARE(char *, strdup, const char *text)
DECLARE(void, free, void *p)

enum { JUNK = 0xa5, FENCE_BYTES = 16, BLOCKS = 1 << 13 };

static struct fenced {
    unsigned char *at;
    size_t n;
} blocks[BLOCKS];
static int nblocks;

static void *fenced(void *block, size_t n)
{
    if (block == NULL)
        return NULL;
    if (nblocks == BLOCKS)
        abort();
    blocks[nblocks++] = (struct fenced){block, n};
    return memset((unsigned char *)block + n, JUNK, FENCE_BYTES) != NULL ? block : NULL;
}

static void expect_fence(const struct fenced *b)
{
    for (int i = 0; i < FENCE_BYTES; i++)
        if (b->at[b->n + (size_t)i] != JUNK) {
            (void)fprintf(stderr, "a block of %zu bytes has been written behind\n", b->n);
            abort();
        }
}

void expect_fences(void)
{
    for (int i = 0; i < nblocks; i++)
        expect_fence(&blocks[i]);
}

/* Takes a block out of the list. Returns its length; it is left if it is not one of ours, which libc has made. */
static bool take_out(const void *block, size_t *n)
{
    int i = nblocks - 1;
    while (i >= 0 && blocks[i].at != block)
        i--;
    if (i < 0)
        return false;
    expect_fence(&blocks[i]);
    *n = blocks[i].n;
    blocks[i] = blocks[--nblocks];
    return true;
}

void *__wrap_malloc(size_t n)
{
    void *block = fails(ENOMEM) ? NULL : __real_malloc(n + FENCE_BYTES);
    now.blocks += block != NULL;
    return block != NULL ? fenced(memset(block, JUNK, n), n) : NULL;
}

void *__wrap_calloc(size_t n, size_t size)
{
    void *block = fails(ENOMEM) ? NULL : __real_calloc(1, n * size + FENCE_BYTES);
    now.blocks += block != NULL;
    return fenced(block, n * size);
}

void *__wrap_realloc(void *p, size_t n)
{
    size_t before = 0;
    if (fails(ENOMEM))
        return NULL;
    const bool own = take_out(p, &before);
    unsigned char *to = __real_realloc(p, n + FENCE_BYTES);
    now.blocks += p == NULL && to != NULL;
    if (to == NULL)
        return own ? fenced(p, before), NULL : NULL;
    if (n > before && (own || p == NULL))
        memset(to + before, JUNK, n - before);
    return fenced(to, n);
}

char *__wrap_strdup(const char *text)
{
    const size_t n = strlen(text) + 1;
    char *block = __wrap_malloc(n);
    return block != NULL ? memcpy(block, text, n) : NULL;
}

void __wrap_free(void *p)
{
    size_t n;
    now.blocks -= p != NULL;
    if (take_out(p, &n))
        memset(p, JUNK, n);
    __real_free(p);
}

/* ---- mappings ---------------------------------------------------------------------------------------------------- */

DECLARE(void *, mmap64, void *at, size_t n, int rights, int flags, int file, off_t offset)
DECLARE(int, mprotect, void *at, size_t n, int rights)
DECLARE(int, munmap, void *at, size_t n)

void *__wrap_mmap64(void *at, size_t n, int rights, int flags, int file, off_t offset)
{
    if (fails(ENOMEM))
        return MAP_FAILED;
    void *p = __real_mmap64(at, n, rights, flags, file, offset);
    now.mapped_bytes += p != MAP_FAILED ? (long)n : 0;
    return p;
}

int __wrap_mprotect(void *at, size_t n, int rights)
{
    return fails(ENOMEM) ? -1 : __real_mprotect(at, n, rights);
}

int __wrap_munmap(void *at, size_t n)
{
    now.mapped_bytes -= (long)n;
    return __real_munmap(at, n);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

DECLARE(int, open64, const char *path, int flags, ...)
DECLARE(int, fcntl64, int file, int what, ...)
DECLARE(int, mkostemp64, char *path, int flags)
DECLARE(FILE *, fopen64, const char *path, const char *mode)
DECLARE(FILE *, tmpfile64, void)
DECLARE(FILE *, fopencookie, void *cookie, const char *mode, cookie_io_functions_t functions)

int __wrap_open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    int mode = va_arg(args, int);
    va_end(args);
    return fails(EMFILE) ? -1 : __real_open64(path, flags, mode);
}

int __wrap_fcntl64(int file, int what, ...)
{
    va_list args;
    va_start(args, what);
    long argument = va_arg(args, long);
    va_end(args);
    const bool copies = what == F_DUPFD_CLOEXEC;
    return copies && fails(EMFILE) ? -1 : __real_fcntl64(file, what, argument);
}

int __wrap_mkostemp64(char *path, int flags)
{
    return fails(EMFILE) ? -1 : __real_mkostemp64(path, flags);
}

FILE *__wrap_fopen64(const char *path, const char *mode)
{
    return fails(EMFILE) ? NULL : __real_fopen64(path, mode);
}

FILE *__wrap_tmpfile64(void)
{
    return fails(EMFILE) ? NULL : __real_tmpfile64();
}

FILE *__wrap_fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions)
{
    return fails(ENOMEM) ? NULL : __real_fopencookie(cookie, mode, functions);
}

/* ---- texts that libc makes --------------------------------------------------------------------------------------- */

DECLARE(int, vasprintf, char **to, const char *format, va_list args)
DECLARE(ssize_t, getdelim, char **line, size_t *room, int end, FILE *stream)

int __wrap_vasprintf(char **to, const char *format, va_list args)
{
    int n = fails(ENOMEM) ? -1 : __real_vasprintf(to, format, args);
    now.blocks += n >= 0;
    return n;
}

ssize_t __wrap_getdelim(char **line, size_t *room, int end, FILE *stream)
{
    const bool new = line != NULL &&*line == NULL;
    size_t before;
    if (!new &&line != NULL)
        (void)take_out(*line, &before);
    ssize_t n = __real_getdelim(line, room, end, stream);
    now.blocks += new &&*line != NULL;
    return n;
}
