/* heap.c - malloc and its like: each task has a heap of its own, in address space that the simulator has set apart for
 * it. What a program writes behind its blocks hurts nobody else, no lock is held when it dies, and its memory goes with
 * it, freed or not.
 *
 * A block has a head of 8 bytes and is of one of some classes of length: so many more bytes than were asked for as
 * glibc gives (to 1 KiB exactly; beyond that in eighths of a power of two). Freed blocks of a class are a list, and are
 * not joined. Longer blocks are mappings of their own. Pointers that libc has made go back to libc; any other
 * ends the task.
 *
 * Why no library: the heap of a task must work in whatever thread the task is in, lie at a place that we name, and go
 * as a whole. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

enum {
    unit = 16,      /* blocks begin at multiples of it, as the ABI wants */
    head_bytes = 8, /* before each block */
    least_bytes = 32,
    page_bytes = 4096
};
enum { small_classes = (1024 - least_bytes) / unit + 1, eighths = 8, first_power = 10, last_power = 19 };
_Static_assert(small_classes + (last_power - first_power + 1) * eighths == INPROCESS_BLOCK_CLASSES, "all classes");
enum { class_far = 1000, class_aligned }; /* a mapping of its own; a place within another block */

static const size_t most_in_class = (size_t)1 << (last_power + 1);
static const size_t least_moved = 1 << 12; /* by a realloc to less */
static const size_t first_step = (size_t)1 << 16, longest_step = (size_t)1 << 25;

struct head {
    uint32_t block_class;
    uint32_t seal; /* says that this is a head, or that of a freed block */
};

static struct head *head_of(const void *block)
{
    return (struct head *)(uintptr_t)block - 1;
}

static uint32_t seal_of(const void *block, uint32_t block_class)
{
    return (uint32_t)((uintptr_t)block / unit) * UINT32_C(0x9e3779b1) ^ block_class * UINT32_C(0x85ebca6b);
}

static void *give(void *block, uint32_t block_class)
{
    *head_of(block) = (struct head){block_class, seal_of(block, block_class)};
    return block;
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

/* Returns the class of blocks with so many bytes, head included, which are at most most_in_class; and makes *bytes what
 * such a block has. */
static uint32_t class_of(size_t *bytes)
{
    size_t n = *bytes > least_bytes ? (*bytes + unit - 1) / unit * unit : least_bytes;
    *bytes = n;
    if (n <= 1024)
        return (uint32_t)((n - least_bytes) / unit);
    unsigned power = 63 - (unsigned)__builtin_clzll(n - 1);
    size_t whole = (size_t)1 << power, step = whole / eighths, eighth = (n - 1 - whole) / step;
    *bytes = whole + (eighth + 1) * step;
    return (uint32_t)(small_classes + (power - first_power) * eighths + eighth);
}

static size_t bytes_of_class(uint32_t c)
{
    if (c < small_classes)
        return least_bytes + (size_t)c * unit;
    size_t whole = (size_t)1 << (first_power + (c - small_classes) / eighths);
    return whole + ((c - small_classes) % eighths + 1) * (whole / eighths);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Where in the list of far mappings one is, or would be, that begins at p or is the last one before. */
static size_t far_before(const struct inprocess_heap *h, const void *p)
{
    size_t from = 0, to = h->nfar;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (h->far[middle].start <= (unsigned char *)(uintptr_t)p)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* The far mapping that p lies in; NULL: none. */
static struct inprocess_far *far_of(const struct inprocess_heap *h, const void *p)
{
    size_t i = far_before(h, p);
    struct inprocess_far *f = i > 0 ? &h->far[i - 1] : NULL;
    return f != NULL && (size_t)((const unsigned char *)p - f->start) < f->bytes ? f : NULL;
}

static bool is_ours(const struct inprocess_heap *h, const void *p)
{
    return (uintptr_t)p - (uintptr_t)h->base < h->mapped || (h->nfar > 0 && far_of(h, p) != NULL);
}

/* A mapping of so many whole pages anywhere, with a page behind it that nobody may touch. Linux refuses one that is
 * longer than all of the computer's memory, as it does for libc. */
static unsigned char *map_far(struct inprocess_heap *h, size_t bytes)
{
    if (h->nfar == h->far_room) {
        size_t room = h->far_room > 0 ? 2 * h->far_room : 16;
        struct inprocess_far *far = realloc(h->far, room * sizeof *far);
        if (far == NULL)
            return NULL;
        h->far = far;
        h->far_room = room;
    }
    unsigned char *p = mmap(NULL, bytes + page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if (mprotect(p, bytes, PROT_READ | PROT_WRITE) != 0) {
        munmap(p, bytes + page_bytes);
        return NULL;
    }
    size_t i = far_before(h, p);
    memmove(h->far + i + 1, h->far + i, (h->nfar - i) * sizeof *h->far);
    h->far[i] = (struct inprocess_far){p, bytes};
    h->nfar++;
    return p;
}

static void unmap_far(struct inprocess_heap *h, struct inprocess_far *f)
{
    munmap(f->start, f->bytes + page_bytes);
    memmove(f, f + 1, (size_t)(h->far + --h->nfar - f) * sizeof *f);
}

/* Makes room for one more block of so many bytes. The heap grows in its own address space, and elsewhere when that is
 * full. */
static bool grow(struct inprocess_heap *h, size_t bytes)
{
    size_t step = h->mapped < first_step ? first_step : h->mapped < longest_step ? h->mapped : longest_step;
    while (step < bytes + unit)
        step *= 2;
    if (h->mapped + step <= h->room) {
        unsigned char *at = h->base + h->mapped;
        if (!h->is_there && mmap(at, step, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
            return false;
        if (h->mapped == 0)
            h->fresh = at + unit - head_bytes;
        h->mapped += step;
        h->fresh_end = at + step;
        return true;
    }
    unsigned char *p = map_far(h, step);
    if (p == NULL)
        return false;
    h->room = h->mapped; /* no more there */
    h->fresh = p + unit - head_bytes;
    h->fresh_end = p + step;
    return true;
}

/* A block of so many bytes, head included. *zero: nobody has written there yet. */
static void *take(struct inprocess_heap *h, size_t bytes, bool *zero)
{
    uint32_t c = class_of(&bytes);
    void *block = h->freed[c];
    *zero = block == NULL;
    if (block != NULL) {
        if (!is_ours(h, block) || head_of(block)->seal != ~seal_of(block, c))
            inprocess_end_wrong(
                "malloc(): unaligned tcache chunk detected\n"); /* somebody has written into a freed block */
        h->freed[c] = *(void **)block;
        return give(block, c);
    }
    if ((size_t)(h->fresh_end - h->fresh) < bytes && !grow(h, bytes))
        return NULL;
    block = h->fresh + head_bytes;
    h->fresh += bytes;
    return give(block, c);
}

static void *take_far(struct inprocess_heap *h, size_t bytes)
{
    const size_t whole = (size_t)1 << (63 - (unsigned)__builtin_clzll(bytes - 1)), step = whole / eighths;
    bytes = (bytes + unit + step - 1) / step * step; /* so that arrays that grow are not copied each time */
    unsigned char *p = map_far(h, bytes);
    return p != NULL ? give(p + unit, class_far) : NULL;
}

static void *allocate(size_t n, bool *zero)
{
    struct inprocess_heap *h = &inprocess_current->heap;
    void *block = NULL;
    *zero = true;
    if (n + head_bytes <= most_in_class)
        block = take(h, n + head_bytes, zero);
    else if (n <= PTRDIFF_MAX / 2)
        block = take_far(h, n);
    if (block == NULL)
        errno = ENOMEM;
    return block;
}

/* ---- the calls --------------------------------------------------------------------------------------------------- */

void *task_malloc(size_t n)
{
    bool zero;
    if (n > PTRDIFF_MAX) {
        errno = ENOMEM;
        return NULL;
    }
    return allocate(n, &zero);
}

void *task_calloc(size_t n, size_t size)
{
    bool zero;
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes) || bytes > PTRDIFF_MAX) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = allocate(bytes, &zero);
    return block != NULL && !zero ? memset(block, 0, bytes) : block;
}

/* Returns the block that was given out for p, which is ours. */
static void *checked(void *p)
{
    const struct head *h = head_of(p);
    if ((uintptr_t)p % unit != 0)
        inprocess_end_wrong("free(): invalid pointer\n");
    if (h->seal == ~seal_of(p, h->block_class))
        inprocess_end_wrong("free(): double free detected in tcache 2\n");
    if (h->seal != seal_of(p, h->block_class))
        inprocess_end_wrong("free(): invalid pointer\n");
    return h->block_class == class_aligned ? ((void **)p)[-2] : p;
}

/* What lies outside the heap may be what libc has made (a text of scanf's %m): in its heap, the simulator's, or in a
 * mapping of its own, as its head says. */
static void *checked_of_libc(void *p)
{
    enum { in_mapping = 2, flags = 7 };
    const uintptr_t at = (uintptr_t)p, head = unit, from = getauxval(AT_PHDR), to = (uintptr_t)sbrk(0);
    const bool may_be_mapping = at % page_bytes == head;
    if (inprocess_file_number(p) >= 0 || /* a stream that is open: it ends with its task */
        !(at % unit == 0 &&
          ((at >= from && at < to) || (may_be_mapping && (((const size_t *)p)[-1] & (size_t)flags) == in_mapping))))
        inprocess_end_wrong("free(): invalid pointer\n");
    return p;
}

/* How many bytes of it a program may use. */
static size_t usable(const struct inprocess_heap *h, void *p)
{
    unsigned char *block = checked(p);
    const uint32_t c = head_of(block)->block_class;
    const struct inprocess_far *f = c == class_far ? far_of(h, block) : NULL;
    const unsigned char *end = f != NULL ? f->start + f->bytes : block + bytes_of_class(c) - head_bytes;
    return (size_t)(end - (unsigned char *)p);
}

void task_free(void *p)
{
    struct inprocess_heap *h = &inprocess_current->heap;
    if (p == NULL)
        return;
    if (!is_ours(h, p)) {
        free(checked_of_libc(p));
        return;
    }
    void *block = checked(p);
    head_of(p)->seal = ~seal_of(p, head_of(p)->block_class);
    const uint32_t c = head_of(block)->block_class;
    if (c == class_far) {
        unmap_far(h, far_of(h, block));
        return;
    }
    head_of(block)->seal = ~seal_of(block, c);
    *(void **)block = h->freed[c];
    h->freed[c] = block;
}

void *task_realloc(void *p, size_t n)
{
    struct inprocess_heap *h = &inprocess_current->heap;
    if (p == NULL)
        return task_malloc(n);
    if (!is_ours(h, p))
        return realloc(checked_of_libc(p), n);
    if (n == 0) {
        task_free(p);
        return NULL;
    }
    const size_t room = usable(h, p);
    const bool is_much_less = room > least_moved && n < room / 2; /* the rest is for others, or for the system */
    if (n <= room && !is_much_less)
        return p;
    void *to = task_malloc(n);
    if (to == NULL)
        return is_much_less ? p : NULL;
    memcpy(to, p, n < room ? n : room);
    task_free(p);
    return to;
}

size_t task_malloc_usable_size(void *p)
{
    const struct inprocess_heap *h = &inprocess_current->heap;
    if (p == NULL)
        return 0;
    return is_ours(h, p) ? usable(h, p) : malloc_usable_size(checked_of_libc(p));
}

/* A place within a longer block: before its own head stands where that block begins. */
void *task_memalign(size_t alignment, size_t n)
{
    size_t power = unit;
    while (power < alignment && power <= PTRDIFF_MAX / 2)
        power *= 2;
    if (power == unit)
        return task_malloc(n);
    if (power > PTRDIFF_MAX / 2 || n > PTRDIFF_MAX / 2) {
        errno = ENOMEM;
        return NULL;
    }
    void **block = task_malloc(n + power + unit);
    if (block == NULL)
        return NULL;
    void **p = (void **)(((uintptr_t)block + unit + power - 1) / power * power);
    p[-2] = block;
    return give(p, class_aligned);
}

int task_posix_memalign(void **p, size_t alignment, size_t n)
{
    const int before = errno;
    if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *got = task_memalign(alignment, n);
    errno = before;
    if (got == NULL)
        return ENOMEM;
    *p = got;
    return 0;
}

void *task_aligned_alloc(size_t alignment, size_t n)
{
    return task_memalign(alignment, n);
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

void inprocess_heap_begin(struct inprocess_heap *h, unsigned char *at, size_t bytes, bool is_there)
{
    *h = (struct inprocess_heap){.base = at, .room = bytes, .is_there = is_there};
}

void inprocess_heap_end(struct inprocess_heap *h)
{
    if (h->mapped > 0 && !h->is_there)
        munmap(h->base, h->mapped);
    for (size_t i = 0; i < h->nfar; i++)
        munmap(h->far[i].start, h->far[i].bytes + page_bytes);
    free(h->far);
    h->nfar = h->mapped = 0;
    h->far = NULL;
}
