/* test_buffer.c - message buffers: making, freeing, selecting and forwarding them, and what is known about them. */
#include "passing.h"

static int items[] = {1, 2, 3, 4};

static struct pvmi_buf *buf_of(int mid)
{
    struct pvmi_buf *b;
    assert_int_equal(pvmi_buf_find(pvmi_self(), mid, &b), 0);
    return b;
}

/* In whatever order buffers are freed, the lowest number is given again first. It is the first test, as there are no
 * buffers yet. */
TEST(the_lowest_free_mid_is_next)
{
    enum { N = 40 };
    static const int steps[] = {1, 3, 7, 9, 11, 13, 17, 19, 39};
    int mid[N];
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        for (int i = 0; i < N; i++)
            mid[i] = pvm_mkbuf(PvmDataDefault);
        for (int i = 1; i < N; i++)
            assert_int_equal(mid[i], mid[i - 1] + 1);
        for (int i = 0; i < N; i++)
            assert_int_equal(pvm_freebuf(mid[i * steps[s] % N]), 0);
    }
}

/* A program may use a mid once more by mistake after it was freed: it must not be the mid of the next message. */
TEST(next_buffer_has_another_mid)
{
    int first = pvm_initsend(PvmDataDefault), second = pvm_initsend(PvmDataDefault);
    assert_int_not_equal(first, second);
    assert_int_equal(pvm_freebuf(first), PvmNoSuchBuf);
    assert_int_equal(pvm_getsbuf(), second);
}

TEST(received_buffer_is_forwarded)
{
    int got[4];
    struct mach_frame *f;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(items, 4, 1);
    int mid = pass();
    struct mach_frame *arrived = buf_of(mid)->frame;
    pvm_upkint(got, 2, 1);
    pvm_setsbuf(mid);
    assert_int_equal(pvmi_buf_frame(pvmi_self(), buf_of(mid), &f), 0);
    assert_ptr_equal(f, arrived); /* the frame itself, without a copy */
    pass();
    assert_int_equal(pvm_upkint(got, 4, 1), 0);
    assert_memory_equal(got, items, sizeof items);
}

TEST(frame_is_kept_until_more_is_packed)
{
    struct pvm_task *t = pvmi_self();
    struct mach_frame *first, *again, *more;
    struct pvmi_buf *b = buf_of(pvm_initsend(PvmDataRaw));
    pvm_pkint(items, 2, 1);
    assert_int_equal(pvmi_buf_frame(t, b, &first), 0);
    assert_int_equal(pvmi_buf_frame(t, b, &again), 0);
    assert_ptr_equal(first, again);
    assert_int_equal(first->len_bytes, 8);
    assert_int_equal(first->encoding & 0xff, PvmDataRaw);
    pvm_pkint(items + 2, 2, 1);
    assert_int_equal(pvmi_buf_frame(t, b, &more), 0);
    assert_int_equal(more->len_bytes, 16);
    assert_memory_equal(more->body, items, 16);
}

TEST(empty_message_has_a_frame)
{
    for (int encoding = PvmDataDefault; encoding <= PvmDataInPlace; encoding++) {
        int got;
        pvm_initsend(encoding);
        assert_int_equal(length_of(pass()), 0);
        assert_int_equal(pvm_upkint(&got, 1, 1), PvmNoData);
        pvm_initsend(encoding);
        pass();
        assert_int_equal(pvm_pkint(items, 1, 1), 0);
        assert_int_equal(length_of(pass()), 4);
    }
}

TEST(info_is_set_in_part)
{
    struct pvmminfo info = {77, 5, 6, 7, 1, 9, 10, -11};
    int mid = pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_setminfo(mid, &info), 0);
    assert_int_equal(pvm_getminfo(mid, &info), 0);
    assert_int_equal(info.len, 0);
    assert_int_equal(info.ctx, 5);
    assert_int_equal(info.tag, 6);
    assert_int_equal(info.wid, 7);
    assert_int_equal(info.enc, 0x10000000);
    assert_int_equal(info.crc, 0);
    assert_int_equal(info.src, 10);
    assert_int_equal(info.dst, -11);
}

TEST(many_buffers)
{
    enum { N = 1000 };
    int mids[N];
    for (int i = 0; i < N; i++) {
        mids[i] = pvm_mkbuf(PvmDataRaw);
        pvm_setsbuf(mids[i]);
        pvm_pkint(&i, 1, 1);
    }
    for (int i = 0; i < N; i++) {
        int got = -1;
        pvm_setrbuf(mids[i]);
        pvm_upkint(&got, 1, 1);
        assert_int_equal(got, i);
        assert_int_equal(pvm_freebuf(mids[i]), 0);
    }
}

/* Calls on buffers do not enroll a task that has left. */
TEST(after_exit_there_are_none)
{
    int mid = pvm_initsend(PvmDataDefault), i = 0;
    pvm_exit();
    assert_int_equal(length_of(mid), -1);
    assert_int_equal(pvm_getsbuf(), 0);
    assert_int_equal(pvm_getrbuf(), 0);
    assert_int_equal(pvm_setsbuf(0), 0);
    assert_int_equal(pvm_setrbuf(mid), PvmNoSuchBuf);
    assert_int_equal(pvm_freebuf(mid), PvmNoSuchBuf);
    assert_int_equal(pvm_pkint(&i, 1, 1), PvmNoBuf);
    assert_int_equal(pvm_upkint(&i, 1, 1), PvmNoBuf);
    assert_int_equal(pvm_upkmesg(), PvmNoBuf);
    assert_null(pvmi_self());
    assert_true(pvm_initsend(PvmDataDefault) > 0);
    assert_non_null(pvmi_self());
}

int main(void)
{
    return run_all_tests(passing_setup, passing_teardown);
}
