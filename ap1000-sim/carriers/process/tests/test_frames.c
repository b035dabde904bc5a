/* test_frames.c - the frames that a task's end holds: new ones, those that are used again, those that have arrived and
 * are sent on, and without memory (frames.c).
 */

#include "pvm3.h"
#include "task_end.h"

#include "testing.h"

enum { FROM = 0x40007 };

#define ARRIVED(TAG)                                                                     \
    {                                                                                    \
        .arena = OTHER_ARENA, .offset = 640, .len_bytes = 5, .tag = TAG, .src_tid = FROM \
    }

TEST_WITH(frames_are_used_again, task_end_begin, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *a, *b;
    assert_int_equal(carrier_ops.frame(&e->c, 0, &a), 0);
    a->tag = a->wid = 7;
    carrier_ops.drop(&e->c, a);
    task_end_fail_at(1);
    assert_int_equal(carrier_ops.frame(&e->c, 0, &b), 0);
    assert_ptr_equal(a, b);
    assert_int_equal(b->tag, 0);
    assert_int_equal(b->wid, 0);
    assert_int_equal(task_end_blocks(), 0);
    assert_int_equal(carrier_ops.frame(&e->c, 0, &a), PvmNoMem);
    carrier_ops.drop(&e->c, b);
}

TEST_WITH(bodies_that_are_too_long, task_end_begin, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f;
    assert_int_equal(carrier_ops.frame(&e->c, 0, &f), 0);
    assert_null(f->body);
    carrier_ops.drop(&e->c, f);
    assert_int_equal(carrier_ops.frame(&e->c, 1, &f), 0);
    assert_int_equal(f->len_bytes, 1);
    const uint64_t offset = (uint64_t)(f->body - e->arena);
    assert_int_equal(task_end_references(e, offset), 1);
    carrier_ops.drop(&e->c, f);
    assert_int_equal(task_end_references(e, offset), 0);
    task_end_fail_at(1000);
    assert_int_equal(carrier_ops.frame(&e->c, CARRIER_MAX_BODY + 1, &f), PvmNoMem);
    assert_int_equal(carrier_ops.frame(&e->c, CARRIER_MAX_BODY, &f), PvmNoMem);
    assert_int_equal(carrier_ops.frame(&e->c, ARENA_BYTES, &f), PvmNoMem);
    assert_int_equal(task_end_blocks(), 0); /* what was free is again */
}

/* A frame that has arrived is sent on: its body goes into the own arena, once. */
TEST_WITH(a_frame_that_is_sent_on, task_end_begin, task_end_end)
{
    struct task_end *e = *state;
    struct mach_frame *f;
    ANSWERS(e,
            {.nframes = 3, .frames = {ARRIVED(4), {.arena = OTHER_ARENA, .offset = 704, .len_bytes = 1}, ARRIVED(5)}});
    e->other[704] = 'x';
    strcpy((char *)e->other + 640, "body");
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 1);
    f->dst_tid = FROM;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    const uint64_t offset = e->slot->posts[0].offset;
    assert_int_not_equal(offset, 0);
    assert_ptr_equal(f->body, e->arena + offset);
    assert_int_equal(e->slot->posts[1].offset, offset);
    assert_string_equal((char *)e->arena + offset, "body");
    assert_int_equal(task_end_references(e, offset), 3);
    carrier_ops.drop(&e->c, f);
    assert_int_equal(task_end_references(e, offset), 2);
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 1);
    f->dst_tid = FROM;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    assert_int_equal(e->arena[e->slot->posts[2].offset], 'x');
    carrier_ops.drop(&e->c, f);
    task_end_fill_arena(e);
    assert_int_equal(carrier_ops.wait(&e->c, 0, NULL, &f), 1);
    f->dst_tid = FROM;
    assert_int_equal(carrier_ops.post(&e->c, f), PvmNoMem);
    assert_int_equal(e->slot->nposts, 3);
    assert_string_equal((char *)f->body, "body");
    carrier_ops.drop(&e->c, f);
}

TEST_WITH(what_is_given_back_has_room, task_end_begin, task_end_end)
{
    struct task_end *e = *state;
    const struct carrier_frame last = {.arena = 8, .offset = 64}, more = {.arena = 9, .offset = 64};
    e->slot->nread = CARRIER_READ - 1;
    e->slot->posts[0].op = 99; /* what lies behind the list */
    carrier_give_back(&e->c, &last);
    carrier_give_back(&e->c, &more);
    assert_int_equal(e->slot->nread, CARRIER_READ);
    assert_int_equal(e->slot->read[CARRIER_READ - 1].arena, 8);
    assert_int_equal(e->slot->posts[0].op, 99);
}

TEST_MAIN
