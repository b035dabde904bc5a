/* heap.c - malloc and its like: each task has a heap of its own, in address space that the simulator has set apart for
 * it. What a program writes behind its blocks hurts nobody else, no lock is held when it dies, and its memory goes with
 * it, freed or not.
 *
 * A block has a head of 8 bytes and is of one of some classes of length: so many more bytes than were asked for as
 * glibc gives (to 1 KiB exactly; beyond that in eighths of a power of two). Freed blocks of a class are a list. Before
 * the heap grows while half of it is free, what is free side by side is joined to holes, from which blocks of any class
 * are made. Longer blocks are mappings of their own. Pointers that libc has made go back to libc; any other ends the
 * task.
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
/* A mapping of its own; a place within another block; from class_hole on: so many units that nobody has. */
enum { class_far = 1000, class_aligned, class_hole };

static const size_t most_in_class = (size_t)1 << (last_power + 1);
static const size_t least_moved = 1 << 12; /* by a realloc to less */
static const size_t first_step = (size_t)1 << 16, longest_step = (size_t)1 << 25, least_joined = (size_t)1 << 20;

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

/* Makes it a hole. From 4 KiB on it is in one of the lists, whose holes are of 4 KiB or more, of 8 KiB, 16 KiB ... */
static void add_hole(struct inprocess_heap *h, unsigned char *at, size_t bytes)
{
    void *block = at + head_bytes;
    const uint32_t c = class_hole + (uint32_t)(bytes / unit);
    *head_of(block) = (struct head){c, ~seal_of(block, c)};
    if (bytes < page_bytes)
        return;
    const int power = 63 - __builtin_clzll(bytes / page_bytes);
    void **list = &h->holes[power < INPROCESS_HOLES ? power : INPROCESS_HOLES - 1];
    *(void **)block = *list;
    *list = block;
}

/* From now on blocks are made from there; what is left of the place before is a hole. */
static void go_on_at(struct inprocess_heap *h, unsigned char *at, unsigned char *end, bool zero)
{
    const size_t left = (size_t)(h->fresh_end - h->fresh) / unit * unit;
    if (left > 0)
        add_hole(h, h->fresh, left);
    h->fresh = at;
    h->fresh_end = end;
    h->fresh_is_zero = zero;
}

/* Somebody has written into a freed block. */
static const char damaged[] = "malloc(): unaligned tcache chunk detected\n";

/* Goes on in a hole that has room for so many bytes, unless it has room where it is. */
static bool has_room(struct inprocess_heap *h, size_t bytes)
{
    int i = 0;
    if ((size_t)(h->fresh_end - h->fresh) >= bytes)
        return true;
    while (i < INPROCESS_HOLES && ((size_t)page_bytes << i < bytes || h->holes[i] == NULL))
        i++;
    if (i == INPROCESS_HOLES)
        return false;
    unsigned char *block = h->holes[i];
    const uint32_t c = is_ours(h, block) ? head_of(block)->block_class : 0;
    if (c <= class_hole || head_of(block)->seal != ~seal_of(block, c))
        inprocess_end_wrong(damaged);
    h->holes[i] = *(void **)block;
    go_on_at(h, block - head_bytes, block - head_bytes + (size_t)(c - class_hole) * unit, false);
    return true;
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
        if (h->mapped > 0 && h->fresh_end == at)
            h->fresh_end = at + step;
        else
            go_on_at(h, h->mapped == 0 ? at + unit - head_bytes : at - head_bytes, at + step, true);
        h->mapped += step;
        return true;
    }
    unsigned char *p = map_far(h, step);
    if (p == NULL)
        return false;
    h->room = h->mapped; /* no more there */
    go_on_at(h, p + unit - head_bytes, p + step, true);
    return true;
}

static void add_freed(struct inprocess_heap *h, void *block, uint32_t c)
{
    head_of(block)->seal = ~seal_of(block, c);
    *(void **)block = h->freed[c];
    h->freed[c] = block;
    h->freed_bytes += bytes_of_class(c);
}

/* The length of what begins there; 0: the program has written there. */
static size_t length_at(unsigned char *at, bool is_free)
{
    const uint32_t c = head_of(at + head_bytes)->block_class, seal = seal_of(at + head_bytes, c);
    if (head_of(at + head_bytes)->seal != (is_free ? ~seal : seal))
        return 0;
    return c < INPROCESS_BLOCK_CLASSES ? bytes_of_class(c) : c > class_hole ? (size_t)(c - class_hole) * unit : 0;
}

/* Joins what is free side by side from there to end. */
static void join_stretch(struct inprocess_heap *h, unsigned char *at, const unsigned char *end)
{
    for (size_t bytes = 1; at < end && bytes > 0; at += bytes) {
        unsigned char *from = at;
        while (at < end && (bytes = length_at(at, true)) > 0)
            at += bytes;
        if (at - from >= page_bytes)
            add_hole(h, from, (size_t)(at - from));
        for (; at - from < page_bytes && from < at; from += length_at(from, true))
            if (head_of(from + head_bytes)->block_class < INPROCESS_BLOCK_CLASSES)
                add_freed(h, from + head_bytes, head_of(from + head_bytes)->block_class);
        bytes = at < end ? length_at(at, false) : 0;
    }
    if (at < end)
        h->join_at = SIZE_MAX; /* what lies behind damage is lost */
}

/* Joins what is free, if half of the heap is, and an eighth more than the last time: a freed block costs few looks. */
static void join(struct inprocess_heap *h)
{
    if (h->freed_bytes < h->join_at || h->freed_bytes < h->mapped / 2)
        return;
    go_on_at(h, NULL, NULL, false);
    memset(h->freed, 0, sizeof h->freed);
    memset(h->holes, 0, sizeof h->holes);
    h->freed_bytes = h->join_at = 0;
    join_stretch(h, h->base + unit - head_bytes, h->base + h->mapped - head_bytes);
    for (size_t i = 0; i < h->nfar; i++)
        if (head_of(h->far[i].start + unit)->block_class != class_far)
            join_stretch(h, h->far[i].start + unit - head_bytes, h->far[i].start + h->far[i].bytes - head_bytes);
    if (h->join_at == 0)
        h->join_at = h->freed_bytes + (h->mapped / 8 > least_joined ? h->mapped / 8 : least_joined);
}

/* A block of so many bytes, head included. *zero: nobody has written there yet. */
static void *take(struct inprocess_heap *h, size_t bytes, bool *zero)
{
    uint32_t c = class_of(&bytes);
    void *block = h->freed[c];
    *zero = false;
    if (block != NULL) {
        if (!is_ours(h, block) || head_of(block)->seal != ~seal_of(block, c))
            inprocess_end_wrong(damaged);
        h->freed[c] = *(void **)block;
        h->freed_bytes -= bytes;
        return give(block, c);
    }
    if (!has_room(h, bytes) && (join(h), !has_room(h, bytes)) && !grow(h, bytes))
        return NULL;
    *zero = h->fresh_is_zero;
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
    add_freed(h, block, c);
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
    *h = (struct inprocess_heap){.base = at, .room = bytes, .is_there = is_there, .join_at = least_joined};
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
