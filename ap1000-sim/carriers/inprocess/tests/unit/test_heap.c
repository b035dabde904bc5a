/* test_heap.c - the heap of a task in process: lengths and places of blocks, what becomes of memory, and what happens
 * where there is none, or where a program has damaged it. */

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"

#include "testing.h"

enum { MB = 1 << 20, PAGE = 4096, UNIT = 16, HEAD = 8, IN_CLASS = MB /* the longest block that is no mapping */ };

static struct in_use before;

static int begin_with(struct lone_task_wishes wishes)
{
    before = in_use();
    return lone_task_begin(&lone, &wishes) ? 0 : -1;
}

static int set_up(void **state)
{
    return begin_with((struct lone_task_wishes){0});
}

static int set_up_small(void **state)
{
    return begin_with((struct lone_task_wishes){.heap_bytes = 256 << 10});
}

static int set_up_there(void **state)
{
    return begin_with((struct lone_task_wishes){.heap_bytes = MB, .heap_is_there = true});
}

/* All that the task has had goes with it, freed or not. */
static int tear_down(void **state)
{
    lone_task_end(&lone);
    const struct in_use after = in_use();
    assert_int_equal(after.mapped_bytes, before.mapped_bytes);
    assert_int_equal(after.blocks, before.blocks);
    return 0;
}

static size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

static size_t power_below(size_t n)
{
    size_t p = 1;
    while (2 * p < n)
        p *= 2;
    return p;
}

/* A byte that a program may not read cannot be written to a file either. */
static bool is_there(const void *p)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const bool there = write(ends[1], p, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return there;
}

/* ---- lengths ----------------------------------------------------------------------------------------------------- */

/* Without the fences of failing.c. */
void *__real_malloc(size_t n);
void __real_free(void *p);

TEST_WITH(short_blocks_have_the_lengths_of_glibc, set_up, tear_down)
{
    for (size_t n = 0; n <= 1016; n++) {
        void *ours = task_malloc(n), *other = __real_malloc(n);
        /* glibc gives a unit more where the rest would be too short for a block. */
        const size_t length = task_malloc_usable_size(ours), of_glibc = malloc_usable_size(other);
        assert_true(length == of_glibc || length + UNIT == of_glibc);
        assert_int_equal((uintptr_t)ours % UNIT, 0);
        __real_free(other);
    }
}

/* Expectation: with their heads they are a multiple of an eighth of the power of two below them. */
TEST_WITH(longer_blocks_come_in_eighths, set_up, tear_down)
{
    for (size_t n = 1017; n <= IN_CLASS - HEAD; n += n / 100 + 1) {
        void *p = task_malloc(n);
        assert_int_equal(task_malloc_usable_size(p), round_up(n + HEAD, power_below(n + HEAD) / 8) - HEAD);
        task_free(p);
    }
    for (size_t p = 1024; p <= IN_CLASS; p *= 2)
        for (size_t e = 8; e <= 16 && p / 8 * e <= IN_CLASS; e++) { /* just full */
            void *full = task_malloc(p / 8 * e - HEAD);
            assert_int_equal(task_malloc_usable_size(full), p / 8 * e - HEAD);
        }
}

TEST_WITH(the_longest_are_mappings, set_up, tear_down)
{
    static const size_t lengths[] = {IN_CLASS - HEAD + 1, IN_CLASS + 1,  3 * MB, 3 * MB - UNIT,
                                     3 * MB - UNIT + 1,   4 * MB - UNIT, 4 * MB, 100 * MB + 1};
    const struct in_use first = in_use();
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        unsigned char *p = task_malloc(lengths[i]);
        const size_t whole = round_up(lengths[i] + UNIT, power_below(lengths[i]) / 8);
        assert_int_equal(task_malloc_usable_size(p), whole - UNIT);
        assert_int_equal(in_use().mapped_bytes - first.mapped_bytes, whole + PAGE);
        p[0] = p[lengths[i] - 1] = 1;
        assert_true(is_there(p + whole - UNIT - 1));
        assert_false(is_there(p + whole - UNIT));
        task_free(p);
        assert_int_equal(in_use().mapped_bytes, first.mapped_bytes);
        assert_false(is_there(p));
    }
}

TEST_WITH(the_heap_doubles_up_to_32_mb, set_up, tear_down)
{
    const struct inprocess_heap *h = &lone.task->heap;
    size_t expected = 64 << 10;
    while (h->mapped < (size_t)128 * MB) {
        const size_t was = h->mapped;
        assert_non_null(task_malloc(40000));
        if (h->mapped == was)
            continue;
        assert_int_equal(h->mapped, expected);
        assert_true(is_there(h->base + h->mapped - 1));
        expected += expected < (size_t)32 * MB ? expected : (size_t)32 * MB;
    }
    assert_int_equal(h->nfar, 0);
}

/* All of what is mapped is given out before more is. */
TEST_WITH(nothing_is_wasted_at_the_end, set_up, tear_down)
{
    const struct inprocess_heap *h = &lone.task->heap;
    for (int i = 0; i < (64 << 10) / 1024 - 1; i++)
        assert_non_null(task_malloc(1024 - HEAD));
    assert_int_equal(h->mapped, 64 << 10);
    assert_non_null(task_malloc(1024 - UNIT - HEAD));
    assert_int_equal(h->mapped, 64 << 10);
    assert_true(h->fresh + HEAD <= h->fresh_end && h->fresh_end == h->base + h->mapped);
    assert_non_null(task_malloc(24));
    assert_int_equal(h->mapped, 128 << 10);
}

/* ---- contents ---------------------------------------------------------------------------------------------------- */

enum { SLOTS = 300 };
static struct {
    unsigned char *p;
    size_t n;
} kept[SLOTS];

static uint32_t drawn = 1;

static uint32_t draw(uint32_t below)
{
    drawn = drawn * 1664525 + 1013904223;
    return (drawn >> 8) % below;
}

static size_t some_length(void)
{
    const uint32_t kind = draw(20);
    return kind < 14 ? draw(300) : kind < 18 ? draw(20000) : kind < 19 ? draw(200000) : IN_CLASS - 1000 + draw(3000);
}

static void check(int i)
{
    for (size_t k = 0; k < kept[i].n; k += k < 64 || k + 64 > kept[i].n ? 1 : 61)
        assert_int_equal(kept[i].p[k], (unsigned char)(i + 1));
}

static void fill(int i, void *p, size_t n)
{
    assert_non_null(p);
    assert_int_equal((uintptr_t)p % UNIT, 0);
    assert_true(task_malloc_usable_size(p) >= n);
    kept[i].p = memset(p, i + 1, n);
    kept[i].n = n;
}

static void change(int i)
{
    const size_t n = some_length(), least = n < kept[i].n ? n : kept[i].n;
    check(i);
    if (kept[i].p == NULL || draw(3) > 0) {
        task_free(kept[i].p);
        const bool zero = draw(2) == 0;
        unsigned char *p = zero           ? task_calloc(n, 1)
                           : draw(4) == 0 ? task_memalign((size_t)16 << draw(9), n)
                                          : task_malloc(n);
        for (size_t k = 0; zero && k < n; k++)
            assert_int_equal(p[k], 0);
        fill(i, p, n);
    } else if (n > 0) {
        kept[i].p = task_realloc(kept[i].p, n);
        kept[i].n = least;
        check(i);
        fill(i, kept[i].p, n);
    }
}

TEST_WITH(what_is_written_stays, set_up, tear_down)
{
    memset(kept, 0, sizeof kept);
    for (int i = 0; i < 12000; i++)
        change((int)draw(SLOTS));
    for (int i = 0; i < SLOTS; i++) {
        check(i);
        task_free(kept[i].p);
    }
}

TEST_WITH(what_is_freed_is_given_again, set_up, tear_down)
{
    for (size_t n = 0; n < IN_CLASS - HEAD; n += n / 10 + 1) {
        char *a = task_malloc(n), *b = task_malloc(n), *dirty = memset(a, 7, task_malloc_usable_size(a));
        assert_ptr_not_equal(a, b);
        task_free(a);
        task_free(b);
        assert_ptr_equal(task_malloc(n), b);
        a = task_calloc(1, n);
        assert_ptr_equal(a, dirty);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(a[i], 0);
    }
}

TEST_WITH(a_block_stays_where_it_is_while_it_fits, set_up, tear_down)
{
    char *p = task_malloc(100);
    const size_t room = task_malloc_usable_size(p);
    assert_ptr_equal(task_realloc(p, room), p);
    assert_ptr_equal(task_realloc(p, 1), p);
    assert_ptr_not_equal(task_realloc(p, room + 1), p);
    assert_ptr_equal(task_malloc(100), p);
    assert_null(task_realloc(p, 0));
    assert_ptr_equal(task_malloc(100), p);
    p = task_realloc(NULL, 50);
    strcpy(p, "grown");
    p = task_realloc(p, 3000000);
    assert_string_equal(p, "grown");
    assert_true(task_malloc_usable_size(p) >= 3000000);
}

/* Phases of one length each, of which every 50th block stays: 4 MB at a time, 36 MB in all. */
static void phases_of_lengths(void)
{
    enum { PHASES = 9, BYTES = 4 * MB };
    static unsigned char *blocks[BYTES / 300], *stays[PHASES][BYTES / 300];
    static const unsigned char zeros[300 + PHASES * 500];
    for (int phase = 0; phase < PHASES; phase++) {
        const size_t n = 300 + (size_t)phase * 500, k = BYTES / n;
        for (size_t i = 0; i < k; i++) {
            blocks[i] = task_calloc(1, n);
            assert_memory_equal(blocks[i], zeros, n);
            memset(blocks[i], phase + 1, n);
        }
        for (size_t i = 0; i < k; i++)
            if (i % 50 == 7)
                stays[phase][i / 50] = blocks[i];
            else
                task_free(blocks[i]);
        for (int before_it = 0; before_it <= phase; before_it++)
            for (size_t i = 0; i < BYTES / (300 + (size_t)before_it * 500) / 50; i++)
                for (int at = 0; at < 300; at++)
                    assert_int_equal(stays[before_it][i][at], before_it + 1);
    }
}

TEST_WITH(freed_blocks_are_used_for_other_lengths, set_up, tear_down)
{
    phases_of_lengths();
    assert_in_range(lone.task->heap.mapped, 4 * MB, 16 * MB);
}

TEST_WITH(a_damaged_head_costs_what_lies_behind, set_up, tear_down)
{
    char *p = task_malloc(100);
    task_free(task_malloc(5000));
    memset(p, 1, 120);
    phases_of_lengths();
    assert_int_equal(lone.task->heap.join_at, SIZE_MAX);
}

TEST_WITH(blocks_of_libc_go_back_to_it, set_up, tear_down)
{
    char *p = strdup("made by libc");
    assert_int_equal(task_malloc_usable_size(p), malloc_usable_size(p));
    p = task_realloc(p, 5000);
    assert_string_equal(p, "made by libc");
    assert_false((uintptr_t)p - (uintptr_t)lone.heap < lone.heap_bytes);
    task_free(p);
    task_free(NULL);
    assert_int_equal(task_malloc_usable_size(NULL), 0);
}

TEST_WITH(aligned_blocks, set_up, tear_down)
{
    for (size_t power = 1; power <= (size_t)4 * MB; power *= 2)
        for (size_t n = 0; n < 3 * power && n < 3000000; n += power / 2 + 7) {
            unsigned char *p = task_memalign(power, n);
            assert_int_equal((uintptr_t)p % power, 0);
            const size_t room = task_malloc_usable_size(p);
            assert_in_range(room, n, n + 2 * power + n / 4 + 1000 + (n + power > IN_CLASS / 2 ? n + 2 * power : 0));
            memset(p, 3, room);
            p = task_realloc(p, room + 1);
            assert_int_equal(p[room - 1], 3);
            task_free(p);
        }
    assert_int_equal((uintptr_t)task_memalign(48, 100) % 64, 0);
    assert_int_equal((uintptr_t)task_aligned_alloc(256, 256) % 256, 0);
    void *p = task_memalign(64, 100), *whole = ((void **)p)[-2];
    task_free(p);
    assert_ptr_equal(task_malloc(100 + 64 + UNIT), whole);
}

/* ---- no memory --------------------------------------------------------------------------------------------------- */

TEST_WITH(too_much_is_refused, set_up, tear_down)
{
    const size_t most = PTRDIFF_MAX;
    void *p = task_malloc(10), *out = p;
#define REFUSED(CALL)  \
    errno = 0;         \
    assert_null(CALL); \
    assert_int_equal(errno, ENOMEM)
    REFUSED(task_malloc(SIZE_MAX));
    REFUSED(task_malloc(SIZE_MAX - HEAD + 1));
    REFUSED(task_malloc(most + 1));
    REFUSED(task_malloc(most));
    REFUSED(task_malloc(most / 2 + 1));
    REFUSED(task_calloc(most + 1, 1));
    REFUSED(task_calloc(SIZE_MAX / 2, 3));
    REFUSED(task_calloc((size_t)1 << 32, (size_t)1 << 32));
    REFUSED(task_realloc(p, most));
    REFUSED(task_memalign(64, most));
    REFUSED(task_memalign(64, most - 10));
    REFUSED(task_memalign(most / 2 + 2, 1));
    REFUSED(task_memalign(SIZE_MAX, 1));
#undef REFUSED
    errno = 77;
    assert_int_equal(task_posix_memalign(&out, 64, most), ENOMEM);
    assert_int_equal(task_posix_memalign(&out, 0, 1), EINVAL);
    assert_int_equal(task_posix_memalign(&out, 4, 1), EINVAL);
    assert_int_equal(task_posix_memalign(&out, 24, 1), EINVAL);
    assert_int_equal(task_posix_memalign(&out, 12, 1), EINVAL);
    assert_ptr_equal(out, p);
    assert_int_equal(task_posix_memalign(&out, 8, 1), 0);
    assert_ptr_not_equal(out, p);
    assert_int_equal(errno, 77);
    assert_ptr_equal(task_realloc(p, 20), p);
}

/* Expectation: refused where libc refuses it. */
TEST_WITH(more_than_the_computer_has, set_up, tear_down)
{
    const size_t n = (size_t)1 << 44;
    void *volatile of_libc = malloc(n), *of_task = task_malloc(n);
    assert_true((of_libc == NULL) == (of_task == NULL));
    free(of_libc);
    task_free(of_task);
}

/* Expectation: refused as often as something can fail on its way, each time with nothing lost; then it is there. */
static void refused_while_there_is_none(size_t n, int ways)
{
    const struct in_use first = in_use();
    for (int way = 1; way <= ways; way++) {
        fail_at(way);
        errno = 0;
        assert_null(task_malloc(n));
        assert_int_equal(errno, ENOMEM);
        assert_int_equal(failed(), ENOMEM);
        assert_int_equal(in_use().mapped_bytes, first.mapped_bytes);
    }
    fail_at(ways + 1);
    unsigned char *p = task_malloc(n);
    fail_at(0);
    assert_int_equal(failed(), 0);
    memset(p, 1, n);
    p = memset(task_malloc(n), 1, n);
    assert_non_null(p);
}

TEST_WITH(without_memory_a_block_is_refused, set_up, tear_down)
{
    refused_while_there_is_none(100, 1);    /* the first mapping of the heap */
    refused_while_there_is_none(2 * MB, 2); /* the list of mappings, a mapping, */
    refused_while_there_is_none(3 * MB, 2); /* and its rights */
    char *p = strcpy(task_malloc(10), "kept");
    fail_at(1);
    assert_null(task_realloc(p, 5 * MB));
    fail_at(0);
    assert_string_equal(p, "kept");
}

/* What has gone on elsewhere does not come back, although a shorter step would have had room. */
TEST_WITH(a_full_heap_goes_on_elsewhere, set_up_small, tear_down)
{
    const struct inprocess_heap *h = &lone.task->heap;
    assert_non_null(task_malloc(40000));
    memset(task_malloc(250000), 1, 250000);
    phases_of_lengths();
    assert_int_equal(h->mapped, 64 << 10);
    assert_in_range(h->nfar, 64, 128); /* of 64 kB; all would be 560 */
    refused_while_there_is_none(900000, 2);
}

TEST_WITH(many_mappings, set_up, tear_down)
{
    enum { BLOCKS = 150 };
    unsigned char *blocks[BLOCKS];
    const struct in_use first = in_use();
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = task_malloc(2 * MB);
        blocks[i][0] = blocks[i][2 * MB - 1] = (unsigned char)i;
    }
    const struct inprocess_heap *h = &lone.task->heap;
    assert_int_equal(h->nfar, BLOCKS);
    for (size_t i = 1; i < h->nfar; i++)
        assert_true(h->far[i - 1].start < h->far[i].start);
    for (int step = 7, i = 0, n = 0; n < BLOCKS; n++, i = (i + step) % BLOCKS) {
        assert_int_equal(blocks[i][0], i);
        assert_int_equal(blocks[i][2 * MB - 1], i);
        assert_int_equal(task_malloc_usable_size(blocks[i]), round_up(2 * MB + UNIT, MB / 8) - UNIT);
        task_free(blocks[i]);
        assert_false(is_there(blocks[i]));
        assert_int_equal(h->nfar, BLOCKS - n - 1);
    }
    assert_int_equal(in_use().mapped_bytes, first.mapped_bytes);
    for (int i = 0; i < 40; i++)
        assert_non_null(task_malloc(2 * MB)); /* not freed */
}

/* What the simulator has mapped is the simulator's to take away. */
TEST_WITH(a_heap_that_is_there, set_up_there, tear_down)
{
    const struct in_use first = in_use();
    for (int i = 0; i < 200; i++)
        assert_non_null(memset(task_malloc(3000), 1, 3000));
    assert_int_equal(in_use().mapped_bytes, first.mapped_bytes);
    assert_int_equal(lone.task->heap.nfar, 0);
}

/* ---- damage ------------------------------------------------------------------------------------------------------ */

static char *volatile block, *volatile other;

#define DAMAGE(NAME, CALLS) \
    static void NAME(void)  \
    {                       \
        CALLS;              \
    }
DAMAGE(twice, (task_free(block), task_free(block)))
DAMAGE(inside, task_free(block + 32))
DAMAGE(between, task_free(block + 8))
DAMAGE(of_freed, (task_free(block), task_realloc(block, 1000)))
DAMAGE(behind, (memset(block, 1, 200), task_free(other)))
DAMAGE(measured, task_malloc_usable_size(block + 48))
DAMAGE(aligned_twice, (other = task_memalign(64, 10), task_free(other), task_free(other)))
DAMAGE(far_inside, (other = task_malloc(2 * MB), task_free(other + 4096)))

/* Where the next freed block is said to be. */
static void after_freeing_with(char *next)
{
    task_free(block);
    *(char **)(void *)block = next;
    (void)task_malloc(100);
    (void)task_malloc(100);
}
DAMAGE(after_freeing, after_freeing_with(lone.printed))
DAMAGE(after_freeing_into_the_heap, after_freeing_with(other))

static void hole_written(void)
{
    static char *blocks[4000]; /* with the one that stays: two holes of 2 MB */
    for (size_t i = 0; i < 4000; i++)
        blocks[i] = task_malloc(1000);
    for (size_t i = 0; i < 4000; i++)
        task_free(i != 2000 ? blocks[i] : NULL);
    for (int i = 0; i < 60; i++) {
        (void)task_malloc(100000);
        if (lone.task->heap.holes[8] != NULL)
            ((size_t *)lone.task->heap.holes[8])[-1] = 7;
    }
}

TEST_WITH(damage_ends_the_task_alone, set_up, tear_down)
{
    static const char invalid[] = "free(): invalid pointer\n", again[] = "free(): double free detected in tcache 2\n",
                      chunk[] = "malloc(): unaligned tcache chunk detected\n";
    static const struct {
        void (*what)(void);
        const char *said;
    } rows[] = {{twice, again},
                {inside, invalid},
                {between, invalid},
                {of_freed, again},
                {behind, invalid},
                {after_freeing, chunk},
                {after_freeing_into_the_heap, chunk},
                {hole_written, chunk},
                {aligned_twice, again},
                {measured, invalid},
                {far_inside, invalid}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (i > 0)
            assert_int_equal(begin_with((struct lone_task_wishes){0}), 0);
        block = task_calloc(1, 100);
        other = task_malloc(100);
        assert_int_equal(lone_task_run(&lone, rows[i].what), SIGABRT);
        assert_string_equal(lone.printed, rows[i].said);
        if (i + 1 < sizeof rows / sizeof rows[0])
            tear_down(NULL);
    }
}

/* Blocks that are made much smaller give the rest back: to the system, where they are long. */
TEST_WITH(blocks_that_shrink, set_up, tear_down)
{
    enum { BLOCKS = 50, LONG = 2 * MB, SHORT = 100 };
    unsigned char *blocks[BLOCKS];
    const struct in_use at_first = in_use();
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = memset(task_malloc(LONG), i, LONG);
        blocks[i] = task_realloc(blocks[i], SHORT);
        for (int k = 0; k < SHORT; k++)
            assert_int_equal(blocks[i][k], i);
    }
    assert_true(in_use().mapped_bytes - at_first.mapped_bytes < LONG);
    for (int i = 0; i < BLOCKS; i++)
        task_free(blocks[i]);
    unsigned char *const one = task_malloc(LONG);
    assert_ptr_equal(task_realloc(one, LONG / 4 * 3), one); /* a little less is no reason to copy it */
    task_free(one);
}

int main(void)
{
    if (begin_with((struct lone_task_wishes){0}) != 0) /* the first one leaves what is for all */
        return 1;
    lone_task_end(&lone);
    return run_all_tests(NULL, NULL);
}
