/* test_pkmesg.c - messages inside messages. */
#include "passing.h"

static int items[] = {1, 2, 3};

/* Lengths as measured on PVM 3.4.6. A message in place is packed as a raw one; in PVM it cannot be read. */
static const struct message_row {
    const char *name;
    int inner, outer, len, body_code, body_len;
} message_rows[] = {
    {"default in default", PvmDataDefault, PvmDataDefault, 56, 0, 20},
    {"default in raw", PvmDataDefault, PvmDataRaw, 56, PvmMismatch, 0},
    {"default in in place", PvmDataDefault, PvmDataInPlace, 56, PvmMismatch, 0},
    {"raw in default", PvmDataRaw, PvmDataDefault, 56, PvmMismatch, 0},
    {"raw in raw", PvmDataRaw, PvmDataRaw, 55, 0, 19},
    {"raw in in place", PvmDataRaw, PvmDataInPlace, 55, PvmMismatch, 0},
    {"in place in default", PvmDataInPlace, PvmDataDefault, 48, PvmMismatch, 0},
    {"in place in raw", PvmDataInPlace, PvmDataRaw, 48, PvmMismatch, 0},
    {"in place in in place", PvmDataInPlace, PvmDataInPlace, 48, 0, 12},
};

static int make_inner(int encoding)
{
    struct pvmminfo info = {.ctx = 3, .tag = 4, .wid = 42, .src = 5, .dst = 6};
    int inner = pvm_mkbuf(encoding);
    pvm_setsbuf(inner);
    pvm_pkint(items, 3, 1);
    if (encoding != PvmDataInPlace)
        pvm_pkstr("ab");
    pvm_setminfo(inner, &info);
    return inner;
}

static void check_inner(int mid, const struct message_row *row)
{
    struct pvmminfo info;
    int got[3];
    char text[8];
    assert_int_equal(pvm_getminfo(mid, &info), 0);
    assert_int_equal(info.ctx, 3);
    assert_int_equal(info.tag, 4);
    assert_int_equal(info.wid, 42);
    assert_int_equal(info.src, 5);
    assert_int_equal(info.dst, 6);
    assert_int_equal(info.enc, row->inner == PvmDataDefault ? PVMI_SIGNATURE_DEFAULT : PVMI_SIGNATURE_RAW);
    pvm_freebuf(pvm_setrbuf(mid));
    assert_int_equal(pvm_upkint(got, 3, 1), 0);
    assert_memory_equal(got, items, sizeof items);
    assert_int_equal(pvm_upkstr(text), row->inner == PvmDataInPlace ? PvmNoData : 0);
}

static void message_arrives(void **state)
{
    const struct message_row *row = *state;
    int before = 11, after = 22, got;
    int inner = make_inner(row->inner);
    pvm_setsbuf(pvm_mkbuf(row->outer));
    pvm_pkint(&before, 1, 1);
    assert_int_equal(pvm_pkmesg(inner), 0);
    pvm_pkint(&after, 1, 1);
    pvm_freebuf(inner); /* it has been copied */

    assert_int_equal(length_of(pass()), 4 + row->len + 4);
    assert_int_equal(pvm_upkint(&got, 1, 1), 0);
    int rbuf = pvm_getrbuf(), mid = pvm_upkmesg();
    assert_true(mid > 0);
    assert_int_equal(pvm_getrbuf(), rbuf);
    assert_int_equal(pvm_upkint(&got, 1, 1), 0);
    assert_int_equal(got, 22);
    assert_int_equal(pvm_upkmesg(), PvmNoData);
    check_inner(mid, row);
}

static void body_is_appended(void **state)
{
    const struct message_row *row = *state;
    int got[3], inner = make_inner(row->inner);
    pvm_setsbuf(pvm_mkbuf(row->outer));
    assert_int_equal(pvm_pkmesgbody(inner), row->body_code);
    pvm_freebuf(inner);
    assert_int_equal(length_of(pass()), row->body_len);
    assert_int_equal(pvm_upkint(got, 3, 1), row->body_code == 0 ? 0 : PvmNoData);
    if (row->body_code == 0)
        assert_memory_equal(got, items, sizeof items);
}

static void empty_message_arrives(void **state)
{
    for (int encoding = PvmDataDefault; encoding <= PvmDataInPlace; encoding++) {
        int inner = pvm_mkbuf(encoding);
        pvm_setsbuf(pvm_mkbuf(encoding));
        assert_int_equal(pvm_pkmesg(inner), 0);
        assert_int_equal(pvm_pkmesgbody(inner), 0);
        pvm_freebuf(inner);
        assert_int_equal(length_of(pass()), 32);
        int mid = pvm_upkmesg();
        assert_int_equal(length_of(mid), 0);
        pvm_freebuf(mid);
    }
}

/* Values that the buffer in place has itself, as pvm_packf's, go along, and stay when it is freed. */
static void values_of_a_body_stay(void **state)
{
    int inner = pvm_mkbuf(PvmDataInPlace), got[2] = {0, 0};
    pvm_setsbuf(inner);
    assert_int_equal(pvm_packf("%d %d", 11, 22), 0);
    pvm_setsbuf(pvm_mkbuf(PvmDataInPlace));
    assert_int_equal(pvm_pkmesgbody(inner), 0);
    pvm_freebuf(inner);
    pass();
    assert_int_equal(pvm_upkint(got, 2, 1), 0);
    assert_int_equal(got[0], 11);
    assert_int_equal(got[1], 22);
}

static void wrong_mids_are_refused(void **state)
{
    int self = pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_pkmesg(self), PvmBadParam);
    assert_int_equal(pvm_pkmesg(0), PvmBadParam);
    assert_int_equal(pvm_pkmesg(-1), PvmBadParam);
    assert_int_equal(pvm_pkmesg(9999), PvmNoSuchBuf);
    assert_int_equal(pvm_pkmesgbody(self), PvmBadParam);
    assert_int_equal(pvm_pkmesgbody(9999), PvmNoSuchBuf);
    assert_int_equal(length_of(self), 0);
    pvm_setsbuf(0);
    pvm_setrbuf(0);
    assert_int_equal(pvm_pkmesg(1), PvmNoBuf);
    assert_int_equal(pvm_pkmesgbody(1), PvmNoBuf);
    assert_int_equal(pvm_upkmesg(), PvmNoBuf);
}

/* Headers that pvm_pkmesg would never write. */
static const struct header_row {
    const char *name;
    int signature, body, follows, code;
} header_rows[] = {
    {"header: negative length", PVMI_SIGNATURE_DEFAULT, -1, 8, PvmBadMsg},
    {"header: length beyond the end", PVMI_SIGNATURE_DEFAULT, 12, 8, PvmNoData},
    {"header: greatest length", PVMI_SIGNATURE_RAW, INT32_MAX, 8, PvmNoData},
    {"header: unknown signature", 12345, 8, 8, PvmBadMsg},
    {"header: in place", PVMI_SIGNATURE_IN_PLACE, 8, 8, PvmBadMsg},
};

static void header_is_checked(void **state)
{
    const struct header_row *row = *state;
    int head[9] = {8, 0, 0, 0, row->signature, 0, 0, 0, row->body};
    int buffers = 0;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(head, 9, 1);
    pvm_pkbyte("abcdefgh", row->follows, 1);
    pass();
    for (size_t i = 0; i < pvmi_self()->data->buffers.room; i++)
        buffers += pvmi_self()->data->buffers.all[i] != NULL;
    assert_int_equal(pvm_upkmesg(), row->code);
    for (size_t i = 0; i < pvmi_self()->data->buffers.room; i++)
        buffers -= pvmi_self()->data->buffers.all[i] != NULL;
    assert_int_equal(buffers, 0);
}

/* ---- */

#define NMESSAGES (sizeof message_rows / sizeof message_rows[0])
#define NHEADERS (sizeof header_rows / sizeof header_rows[0])
static struct CMUnitTest tests[2 * NMESSAGES + NHEADERS + 3];
static size_t ntests;

static void add(const char *name, CMUnitTestFunction f, const void *row)
{
    tests[ntests++] = (struct CMUnitTest){name, f, NULL, NULL, (void *)(uintptr_t)row};
}

int main(void)
{
    static char names[2][NMESSAGES][64];
    for (size_t i = 0; i < NMESSAGES; i++) {
        snprintf(names[0][i], sizeof names[0][i], "message_arrives: %s", message_rows[i].name);
        snprintf(names[1][i], sizeof names[1][i], "body_is_appended: %s", message_rows[i].name);
        add(names[0][i], message_arrives, &message_rows[i]);
        add(names[1][i], body_is_appended, &message_rows[i]);
    }
    for (size_t i = 0; i < NHEADERS; i++)
        add(header_rows[i].name, header_is_checked, &header_rows[i]);
    add("empty_message_arrives", empty_message_arrives, NULL);
    add("values_of_a_body_stay", values_of_a_body_stay, NULL);
    add("wrong_mids_are_refused", wrong_mids_are_refused, NULL);
    return _cmocka_run_group_tests("pkmesg", tests, ntests, passing_setup, passing_teardown);
}
