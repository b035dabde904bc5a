/* test_arena.c - bodies in an arena: reuse, merging, fullness, what may be believed of an offset. */

#include "arena.h"

#include "testing.h"

#define ROOM 65536u
#define HEADER sizeof(struct arena_block)

struct fixture {
    struct arena a;
    unsigned char *memory;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    f->memory = aligned_alloc(ARENA_ALIGN, ROOM);
    memset(f->memory, 0, ROOM);
    arena_init(&f->a, f->memory, ROOM);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    arena_end(&f->a);
    free(f->memory);
    free(f);
    return 0;
}

TEST_WITH(a_body_given_back_is_taken_again, set_up, tear_down)
{
    struct fixture *f = *state;
    uint64_t first = arena_new(&f->a, 100);
    assert_int_equal(first % ARENA_ALIGN, 0);
    for (int i = 0; i < 1000; i++) {
        arena_release(f->memory, first);
        assert_int_equal(arena_new(&f->a, 100), first);
    }
    assert_true(f->a.top < 1024);
}

TEST_WITH(a_body_with_a_second_reference_stays, set_up, tear_down)
{
    struct fixture *f = *state;
    uint64_t kept = arena_new(&f->a, 10);
    memset(f->memory + kept, 7, 10);
    arena_hold(f->memory, kept);
    arena_release(f->memory, kept);
    uint64_t other = arena_new(&f->a, 10);
    assert_true(other != kept);
    memset(f->memory + other, 9, 10);
    assert_int_equal(f->memory[kept + 9], 7);
}

TEST_WITH(free_neighbours_become_one, set_up, tear_down)
{
    struct fixture *f = *state;
    uint64_t piece[8];
    uint64_t len = ROOM / 8 - HEADER;
    for (int i = 0; i < 8; i++)
        piece[i] = arena_new(&f->a, len);
    assert_int_not_equal(piece[7], 0);
    assert_int_equal(arena_new(&f->a, 1), 0); /* full */
    for (int i = 2; i < 6; i++)
        arena_release(f->memory, piece[i]);
    assert_int_equal(arena_new(&f->a, 4 * (ROOM / 8) - HEADER), piece[2]);
    assert_int_equal(arena_new(&f->a, 1), 0);
}

TEST_WITH(a_free_block_is_split, set_up, tear_down)
{
    struct fixture *f = *state;
    uint64_t large = arena_new(&f->a, 4096);
    uint64_t behind = arena_new(&f->a, 64);
    arena_release(f->memory, large);
    uint64_t small = arena_new(&f->a, 64), next = arena_new(&f->a, 64);
    assert_int_equal(small, large);
    assert_true(next > small && next < behind);
}

TEST_WITH(what_another_process_writes_into_headers_does_not_lead_the_owner_astray, set_up, tear_down)
{
    struct fixture *f = *state;
    uint64_t mine[4];
    for (int i = 0; i < 4; i++)
        mine[i] = arena_new(&f->a, 200);
    for (int i = 0; i < 4; i++)
        memset(f->memory + mine[i] - HEADER, 0xff, HEADER); /* sizes, counts, everything */
    uint64_t fresh = arena_new(&f->a, 200);
    assert_true(fresh >= mine[3] + 200 && fresh + 200 <= ROOM);
}

struct offset_row {
    const char *name;
    uint64_t offset, len;
    int accepted;
};

TEST_WITH(only_a_body_of_the_arena_is_accepted, set_up, tear_down)
{
    struct fixture *f = *state;
    uint64_t body = arena_new(&f->a, 100);
    const struct offset_row rows[] = {{"the body", body, 100, 1},          {"less of it", body, 1, 1},
                                      {"more than it has", body, 1000, 0}, {"inside it", body + ARENA_ALIGN, 10, 0},
                                      {"not aligned", body + 1, 10, 0},    {"before the first", 0, 10, 0},
                                      {"beyond the end", ROOM, 1, 0},      {"far beyond", UINT64_MAX - 63, 64, 0},
                                      {"huge length", body, UINT64_MAX, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (arena_is_body(f->memory, ROOM, rows[i].offset, rows[i].len) != rows[i].accepted)
            fail_msg("%s", rows[i].name);
}

static uint64_t given_back;

static void count(unsigned char *from, uint64_t len_bytes)
{
    given_back += len_bytes;
}

TEST(long_stretches_that_nobody_uses_are_told_once)
{
    enum { MANY = 4, LONG_BYTES = 1 << 20 };
    struct arena a;
    uint64_t bodies[MANY];
    unsigned char *memory = aligned_alloc(ARENA_ALIGN, (MANY + 1) * LONG_BYTES);
    arena_init(&a, memory, (MANY + 1) * LONG_BYTES);
    for (int i = 0; i < MANY; i++)
        bodies[i] = arena_new(&a, LONG_BYTES);
    arena_trim(&a, count);
    assert_int_equal(given_back, 0);
    arena_release(memory, bodies[1]);
    arena_release(memory, bodies[2]);
    arena_trim(&a, count);
    assert_true(given_back >= 2 * LONG_BYTES);
    given_back = 0;
    arena_trim(&a, count);
    assert_int_equal(given_back, 0);
    assert_int_equal(arena_new(&a, LONG_BYTES), bodies[1]);
    arena_release(memory, bodies[1]);
    arena_trim(&a, count);
    assert_true(given_back >= 2 * LONG_BYTES);
    arena_end(&a);
    free(memory);
}

TEST_MAIN
