/* test_buffer.c - message buffers: making, freeing, selecting and forwarding them, and what is known about them. */
#include "passing.h"

static int items[] = {1, 2, 3, 4};

static struct pvmi_buf *buf_of(int mid)
{
    struct pvmi_buf *b;
    assert_int_equal(pvmi_buf_find(pvmi_self(), mid, &b), 0);
    return b;
}

static const struct encoding_row {
    int encoding, code; /* 1: a mid */
} encoding_rows[] = {{-1, PvmBadParam}, {PvmDataDefault, 1}, {PvmDataRaw, 1},  {PvmDataInPlace, 1},
                     {3, PvmBadParam},  {5, PvmBadParam},    {PvmDataTrace, 1}};

static void encoding_is_checked(void **state)
{
    const struct encoding_row *row = *state;
    int before = pvm_initsend(PvmDataDefault);
    int made = pvm_mkbuf(row->encoding);
    assert_int_equal(pvm_getsbuf(), before);
    int begun = pvm_initsend(row->encoding);
    if (row->code == 1) {
        assert_true(made > 0 && begun > 0 && made != begun);
        assert_int_equal(pvm_getsbuf(), begun);
        assert_int_equal(length_of(before), -1); /* it has been freed */
        pvm_freebuf(made);
    } else {
        assert_int_equal(made, row->code);
        assert_int_equal(begun, row->code);
        assert_int_equal(pvm_getsbuf(), before);
    }
}

static void wrong_mids_are_refused(void **state)
{
    struct pvmminfo info;
    int n;
    assert_int_equal(pvm_bufinfo(-1, &n, &n, &n), PvmBadParam);
    assert_int_equal(pvm_bufinfo(0, &n, &n, &n), PvmBadParam);
    assert_int_equal(pvm_bufinfo(999, &n, &n, &n), PvmNoSuchBuf);
    assert_int_equal(pvm_freebuf(-1), PvmBadParam);
    assert_int_equal(pvm_freebuf(0), 0);
    assert_int_equal(pvm_freebuf(999), PvmNoSuchBuf);
    assert_int_equal(pvm_setsbuf(-1), PvmBadParam);
    assert_int_equal(pvm_setsbuf(999), PvmNoSuchBuf);
    assert_int_equal(pvm_setrbuf(-1), PvmBadParam);
    assert_int_equal(pvm_setrbuf(999), PvmNoSuchBuf);
    assert_int_equal(pvm_getminfo(-1, &info), PvmBadParam);
    assert_int_equal(pvm_getminfo(0, &info), PvmBadParam);
    assert_int_equal(pvm_getminfo(999, &info), PvmNoSuchBuf);
    assert_int_equal(pvm_setminfo(0, &info), PvmBadParam);
    assert_int_equal(pvm_setminfo(999, &info), PvmNoSuchBuf);
    int mid = pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_getminfo(mid, NULL), PvmBadParam);
    assert_int_equal(pvm_setminfo(mid, NULL), PvmBadParam);
    assert_int_equal(pvm_bufinfo(mid, NULL, NULL, NULL), 0);
}

/* A program may use a mid once more by mistake after it was freed: it must not be the mid of the next message. */
static void next_buffer_has_another_mid(void **state)
{
    int first = pvm_initsend(PvmDataDefault), second = pvm_initsend(PvmDataDefault);
    assert_int_not_equal(first, second);
    assert_int_equal(pvm_freebuf(first), PvmNoSuchBuf);
    assert_int_equal(pvm_getsbuf(), second);
}

static void freed_buffer_is_no_longer_active(void **state)
{
    int mid = pvm_initsend(PvmDataDefault);
    pvm_pkint(items, 1, 1);
    int got = pass();
    assert_int_equal(pvm_freebuf(mid), 0);
    assert_int_equal(pvm_getsbuf(), 0);
    assert_int_equal(pvm_pkint(items, 1, 1), PvmNoBuf);
    assert_int_equal(pvm_freebuf(got), 0);
    assert_int_equal(pvm_getrbuf(), 0);
    assert_int_equal(pvm_freebuf(got), PvmNoSuchBuf);
}

static void buffers_are_chosen(void **state)
{
    pvm_setsbuf(0);
    int a = pvm_mkbuf(PvmDataDefault), b = pvm_mkbuf(PvmDataRaw);
    assert_int_equal(pvm_setsbuf(a), 0);
    pvm_pkint(items, 1, 1);
    assert_int_equal(pvm_setsbuf(b), a);
    pvm_pkint(items, 2, 1);
    assert_int_equal(pvm_setsbuf(a), b);
    pvm_pkint(items, 2, 1);
    assert_int_equal(pvm_setsbuf(0), a);
    assert_int_equal(pvm_getsbuf(), 0);
    assert_int_equal(length_of(a), 12);
    assert_int_equal(length_of(b), 8);
    pvm_freebuf(a);
    pvm_freebuf(b);
}

/* ---- one buffer on both sides ---- */

static void received_buffer_keeps_its_place(void **state)
{
    int got;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(items, 4, 1);
    int mid = pass();
    pvm_upkint(&got, 1, 1);
    assert_int_equal(pvm_setrbuf(0), mid);
    assert_int_equal(length_of(mid), 16);
    assert_int_equal(pvm_setrbuf(mid), 0);
    pvm_upkint(&got, 1, 1);
    assert_int_equal(got, 2);
    pvm_setsbuf(mid);
    assert_int_equal(pvm_getrbuf(), 0);
    assert_int_equal(pvm_upkint(&got, 1, 1), PvmNoBuf);
    pvm_setrbuf(mid);
    assert_int_equal(pvm_getsbuf(), 0);
    pvm_upkint(&got, 1, 1);
    assert_int_equal(got, 1); /* it is read from the beginning again */
}

static void received_buffer_is_forwarded(void **state)
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

/* What is packed into a received message replaces its contents in PvmDataDefault, and is appended in PvmDataRaw. */
static void received_buffer_is_packed_into(void **state)
{
    static const struct {
        int encoding, count, bytes;
    } rows[] = {{PvmDataDefault, 1, 4}, {PvmDataDefault, 0, 0}, {PvmDataRaw, 1, 20}, {PvmDataRaw, 0, 16}};
    for (int i = 0; i < 4; i++) {
        pvm_initsend(rows[i].encoding);
        pvm_pkint(items, 4, 1);
        int mid = pass();
        pvm_setsbuf(mid);
        assert_int_equal(pvm_pkint(&items[3], rows[i].count, 1), 0);
        assert_int_equal(length_of(mid), rows[i].bytes);
        assert_int_equal(length_of(pass()), rows[i].bytes);
        pvm_freebuf(mid);
    }
}

static void send_buffer_is_read(void **state)
{
    int got[4];
    int mid = pvm_initsend(PvmDataDefault);
    pvm_pkint(items, 4, 1);
    pvm_setrbuf(mid);
    assert_int_equal(pvm_getsbuf(), 0);
    assert_int_equal(pvm_upkint(got, 4, 1), 0);
    assert_memory_equal(got, items, sizeof items);
    pvm_freebuf(mid);
}

/* ---- frames ---- */

static void frame_is_kept_until_more_is_packed(void **state)
{
    struct pvm_task *t = pvmi_self();
    struct mach_frame *first, *again, *more;
    struct pvmi_buf *b = buf_of(pvm_initsend(PvmDataRaw));
    pvm_pkint(items, 2, 1);
    assert_int_equal(pvmi_buf_frame(t, b, &first), 0);
    assert_int_equal(pvmi_buf_frame(t, b, &again), 0);
    assert_ptr_equal(first, again);
    assert_int_equal(first->len_bytes, 8);
    assert_int_equal(first->encoding, PvmDataRaw);
    pvm_pkint(items + 2, 2, 1);
    assert_int_equal(pvmi_buf_frame(t, b, &more), 0);
    assert_int_equal(more->len_bytes, 16);
    assert_memory_equal(more->body, items, 16);
}

static void empty_message_has_a_frame(void **state)
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

/* ---- what is known about a message ---- */

static const struct info_row {
    int encoding, len, enc; /* what PVM 3.4.6 gives before the message is sent */
} info_rows[] = {{PvmDataDefault, 12, 0x10000000}, {PvmDataRaw, 12, 0x408c41}, {PvmDataInPlace, 0, 0x20000000}};

static void info_is_as_measured(void **state)
{
    const struct info_row *row = *state;
    struct pvmminfo info;
    int mid = pvm_initsend(row->encoding);
    pvm_pkint(items, 3, 1);
    assert_int_equal(pvm_getminfo(mid, &info), 0);
    assert_int_equal(info.len, row->len);
    assert_int_equal(info.enc, row->enc);
    assert_int_equal(info.src, pvm_mytid());
    assert_int_equal(info.dst | info.tag | info.wid | info.ctx | info.crc, 0);
    pass();
    assert_int_equal(pvm_getminfo(pvm_getrbuf(), &info), 0);
    assert_int_equal(info.len, 12);
    assert_int_equal(info.enc, row->encoding == PvmDataDefault ? 0x10000000 : 0x408c41);
    assert_int_equal(info.tag, TAG_PASSED);
}

static void info_is_set_in_part(void **state)
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

static void many_buffers(void **state)
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

/* In whatever order buffers are freed, the lowest number is given again first. */
static void the_lowest_free_mid_is_next(void **state)
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

/* Calls on buffers do not enroll a task that has left. */
static void after_exit_there_are_none(void **state)
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

#define ROW(f, rows, i)                                            \
    {                                                              \
#f ", row " #i, f, NULL, NULL, (void *)(uintptr_t)&rows[i] \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW(encoding_is_checked, encoding_rows, 0),
        ROW(encoding_is_checked, encoding_rows, 1),
        ROW(encoding_is_checked, encoding_rows, 2),
        ROW(encoding_is_checked, encoding_rows, 3),
        ROW(encoding_is_checked, encoding_rows, 4),
        ROW(encoding_is_checked, encoding_rows, 5),
        ROW(encoding_is_checked, encoding_rows, 6),
        ROW(info_is_as_measured, info_rows, 0),
        ROW(info_is_as_measured, info_rows, 1),
        ROW(info_is_as_measured, info_rows, 2),
        cmocka_unit_test(wrong_mids_are_refused),
        cmocka_unit_test(next_buffer_has_another_mid),
        cmocka_unit_test(freed_buffer_is_no_longer_active),
        cmocka_unit_test(buffers_are_chosen),
        cmocka_unit_test(received_buffer_keeps_its_place),
        cmocka_unit_test(received_buffer_is_forwarded),
        cmocka_unit_test(received_buffer_is_packed_into),
        cmocka_unit_test(send_buffer_is_read),
        cmocka_unit_test(frame_is_kept_until_more_is_packed),
        cmocka_unit_test(empty_message_has_a_frame),
        cmocka_unit_test(info_is_set_in_part),
        cmocka_unit_test(many_buffers),
        cmocka_unit_test(the_lowest_free_mid_is_next),
        cmocka_unit_test(after_exit_there_are_none),
    };
    return cmocka_run_group_tests_name("buffer", tests, passing_setup, passing_teardown);
}
