/* test_marks.c - what a task's end notes of its calls for those who watch the run (waits.c).
 */

#include "task_end.h"

#include "testing.h"

enum { FROM = 0x40007 };

static int set_up(void **state);

TEST_WITH(calls_are_marked, set_up, task_end_end)
{
    struct task_end *e = *state;
    static const char send[] = "pvm_send", much[] = "pvm_a_name_that_is_longer_than_a_mark_has_room_for";
    const struct carrier_mark *m = e->slot->marks;
    struct mach_frame *f;
    assert_int_equal(carrier_ops.frame(&e->c, 0, &f), 0);
    e->c.joined = false;
    carrier_ops.mark(&e->c, MACH_MARK_CALL, send, NULL);
    assert_int_equal(e->slot->nmarks, 0);
    e->c.joined = true;
    carrier_ops.mark(&e->c, MACH_MARK_RETURN, NULL, NULL); /* of a call that began before */
    assert_int_equal(m[0].kind, CARRIER_MARK_RETURN);
    carrier_ops.charge(&e->c, 10);
    carrier_ops.mark(&e->c, MACH_MARK_CALL, send, NULL);
    assert_int_equal(m[1].kind, CARRIER_MARK_CALL);
    assert_int_equal(m[1].t_ns, 10);
    assert_int_equal(m[1].is_new, 1);
    assert_string_equal(m[1].call, "pvm_send");
    carrier_ops.charge(&e->c, 5);
    carrier_ops.mark(&e->c, MACH_MARK_RETURN, NULL, NULL);
    assert_int_equal(e->slot->nmarks, 2);
    assert_int_equal(m[1].kind, CARRIER_MARK_WHOLE_CALL);
    assert_int_equal(m[1].return_ns, 15);
    carrier_ops.mark(&e->c, MACH_MARK_CALL, send, NULL);
    assert_int_equal(m[2].is_new, 0);
    assert_int_equal(m[2].name, m[1].name);
    f->dst_tid = FROM;
    assert_int_equal(carrier_ops.post(&e->c, f), 0);
    carrier_ops.mark(&e->c, MACH_MARK_RETURN, NULL, NULL); /* something was posted between */
    assert_int_equal(m[2].kind, CARRIER_MARK_CALL);
    assert_int_equal(m[3].kind, CARRIER_MARK_RETURN);
    assert_int_equal(m[2].nposts, 0);
    assert_int_equal(m[3].nposts, 1);
    for (int i = 4; i < 6; i++) {
        carrier_ops.mark(&e->c, MACH_MARK_CALL, much, NULL);
        assert_int_equal(m[i].is_new, i == 4);
    }
    assert_int_equal(strlen(m[4].call), sizeof m[4].call - 1);
    carrier_ops.drop(&e->c, f);
}

/* What a mark has room for is looked at whole. */
TEST_WITH(names_that_differ_at_their_end, set_up, task_end_end)
{
    struct task_end *e = *state;
    char text[] = "pvm_a_name_of_23_chars1";
    const struct carrier_mark *m = e->slot->marks;
    assert_int_equal(strlen(text), sizeof m[0].call - 1);
    carrier_ops.mark(&e->c, MACH_MARK_CALL, text, NULL);
    text[sizeof text - 2] = '2';
    carrier_ops.mark(&e->c, MACH_MARK_CALL, text, NULL);
    assert_int_equal(m[1].is_new, 1);
    assert_string_equal(m[1].call, text);
}

/* A text that lies where another one was has its number; so has one whose place gives the same number. */
TEST_WITH(names_that_share_a_number, set_up, task_end_end)
{
    struct task_end *e = *state;
    char text[2 * CARRIER_NAMES] = "one";
    const struct carrier_mark *m = e->slot->marks;
    carrier_ops.mark(&e->c, MACH_MARK_CALL, text, NULL);
    strcpy(text, "two");
    carrier_ops.mark(&e->c, MACH_MARK_CALL, text, NULL);
    assert_int_equal(m[1].name, m[0].name);
    assert_int_equal(m[1].is_new, 1);
    assert_string_equal(m[1].call, "two");
    strcpy(text, "one");
    carrier_ops.mark(&e->c, MACH_MARK_CALL, text, NULL);
    assert_int_equal(m[2].is_new, 1);
    strcpy(text + 1, "one");
    carrier_ops.mark(&e->c, MACH_MARK_CALL, text + 1, NULL);
    assert_int_not_equal(m[3].name, m[0].name);
    assert_in_range(m[3].name, 0, CARRIER_NAMES - 1);
    assert_int_equal(m[3].is_new, 1);
}

TEST_WITH(what_is_accepted_is_marked, set_up, task_end_end)
{
    struct task_end *e = *state;
    struct held_frame h = {.f = {.src_tid = FROM, .len_bytes = 12}, .serial = 99};
    e->c.attention |= MACH_ATTENTION_INSIDE;
    carrier_ops.mark(&e->c, MACH_MARK_ACCEPT, NULL, &h.f);
    assert_int_equal(e->taken_back, 1);
    const struct carrier_mark *m = &e->slot->marks[0];
    assert_int_equal(m->kind, CARRIER_MARK_ACCEPT);
    assert_int_equal(m->serial, 99);
    assert_int_equal(m->src_tid, FROM);
    assert_int_equal(m->len_bytes, 12);
    carrier_ops.mark(&e->c, MACH_MARK_RETURN, NULL, NULL); /* it is no call that returns */
    assert_int_equal(e->slot->nmarks, 2);
}

TEST_WITH(marks_that_are_full, set_up, task_end_end)
{
    struct task_end *e = *state;
    for (int i = 0; i < CARRIER_MARKS; i++)
        carrier_ops.mark(&e->c, MACH_MARK_ACCEPT, NULL, NULL);
    assert_int_equal(e->slot->nmarks, CARRIER_MARKS);
    assert_int_equal(e->told_marks, 0);
    carrier_ops.mark(&e->c, MACH_MARK_ACCEPT, NULL, NULL);
    assert_int_equal(e->told_marks, 1);
    assert_int_equal(e->slot->nmarks, 1);
    e->c.gone = true;
    carrier_ops.mark(&e->c, MACH_MARK_ACCEPT, NULL, NULL);
    assert_int_equal(e->slot->nmarks, 1);
}

static int set_up(void **state)
{
    int failed = task_end_begin(state);
    ((struct task_end *)*state)->header.traced = 1;
    return failed;
}

TEST_MAIN
