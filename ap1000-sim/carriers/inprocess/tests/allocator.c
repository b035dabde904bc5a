/* allocator.c - an allocator that stands before libc's, as those do that users load with LD_PRELOAD: what it has not
 * given itself it does not take back. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OURS __attribute__((visibility("default")))

extern void *__libc_memalign(size_t alignment, size_t n);
extern void __libc_free(void *p);

static const uint64_t mark = 0xa110ca7ed0b10c; /* before each block; an address of libc's own blocks has another word */

struct head {
    uint64_t mark;
    size_t n;       /* bytes that were asked for */
    size_t padding; /* bytes before the block, this among them */
    size_t unused;
};

OURS void *memalign(size_t alignment, size_t n)
{
    const size_t padding = alignment > sizeof(struct head) ? alignment : sizeof(struct head);
    char *p = n < SIZE_MAX - padding ? __libc_memalign(padding, n + padding) : NULL;
    if (p == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    *(struct head *)(void *)(p + padding - sizeof(struct head)) = (struct head){mark, n, padding, 0};
    return p + padding;
}

static struct head *head_of(void *p)
{
    struct head *h = (struct head *)p - 1;
    if (h->mark != mark) {
        static const char text[] = "allocator: asked to take back what another one gave\n";
        (void)!write(2, text, sizeof text - 1);
        _exit(99);
    }
    return h;
}

OURS void free(void *p)
{
    if (p == NULL)
        return;
    struct head *h = head_of(p);
    h->mark = 0;
    __libc_free((char *)p - h->padding);
}

OURS void *malloc(size_t n)
{
    return memalign(sizeof(struct head), n);
}

OURS void *calloc(size_t n, size_t size)
{
    size_t bytes;
    void *p = __builtin_mul_overflow(n, size, &bytes) ? NULL : memalign(sizeof(struct head), bytes);
    return p != NULL ? memset(p, 0, bytes) : NULL;
}

OURS void *realloc(void *p, size_t n)
{
    void *to = memalign(sizeof(struct head), n);
    if (p == NULL || to == NULL)
        return to;
    const size_t old = head_of(p)->n;
    memcpy(to, p, old < n ? old : n);
    free(p);
    return to;
}

OURS int posix_memalign(void **p, size_t alignment, size_t n)
{
    void *got = memalign(alignment, n);
    if (got == NULL)
        return ENOMEM;
    *p = got;
    return 0;
}

OURS void *aligned_alloc(size_t alignment, size_t n)
{
    return memalign(alignment, n);
}

OURS size_t malloc_usable_size(void *p)
{
    return p != NULL ? head_of(p)->n : 0;
}
