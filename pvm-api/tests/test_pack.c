/* test_pack.c - every family of pack and unpack calls: lengths, bytes, strides, errors. */
#include "passing.h"

#define NITEMS 7
#define SPACE 64 /* the number of free items on either side of the middle */
#define UNTOUCHED 0xEE

/* ---- lengths, measured on PVM 3.4.6 (long in PvmDataDefault: our 8 bytes for its 4) ---- */

static const struct length_row {
    int pvm_type, nitem, stride, len_default, len_raw;
} length_rows[] = {
    {PVM_BYTE, 3, 1, 4, 3},    {PVM_BYTE, 4, 1, 4, 4},   {PVM_BYTE, 5, 2, 8, 5},     {PVM_BYTE, 0, 1, 0, 0},
    {PVM_SHORT, 3, 1, 12, 6},  {PVM_SHORT, 3, 2, 12, 6}, {PVM_USHORT, 3, 1, 12, 6},  {PVM_INT, 3, 1, 12, 12},
    {PVM_INT, 3, 2, 12, 12},   {PVM_INT, 3, 0, 12, 12},  {PVM_INT, 3, -1, 12, 12},   {PVM_INT, 0, 1, 0, 0},
    {PVM_UINT, 3, 1, 12, 12},  {PVM_LONG, 3, 1, 24, 24}, {PVM_ULONG, 3, 1, 24, 24},  {PVM_FLOAT, 3, 1, 12, 12},
    {PVM_CPLX, 3, 1, 24, 24},  {PVM_CPLX, 3, 2, 24, 24}, {PVM_DOUBLE, 3, 1, 24, 24}, {PVM_DOUBLE, 3, 2, 24, 24},
    {PVM_DCPLX, 3, 1, 48, 48},
};

static void length_is_as_measured(void **state)
{
    const struct length_row *row = *state;
    double items[2 * SPACE] = {0};
    for (int encoding = PvmDataDefault; encoding <= PvmDataRaw; encoding++) {
        int mid = pvm_initsend(encoding);
        assert_int_equal(family_of(row->pvm_type)->pack(items + SPACE, row->nitem, row->stride), 0);
        assert_int_equal(length_of(mid), encoding == PvmDataRaw ? row->len_raw : row->len_default);
    }
}

static const struct string_row {
    char *text;
    int len_default, len_raw;
} string_rows[] = {{"", 8, 5}, {"abc", 8, 8}, {"abcd", 12, 9}};

static void string_arrives(void **state)
{
    const struct string_row *row = *state;
    char got[32];
    for (int encoding = PvmDataDefault; encoding <= PvmDataRaw; encoding++) {
        int mid = pvm_initsend(encoding);
        assert_int_equal(pvm_pkstr(row->text), 0);
        assert_int_equal(length_of(mid), encoding == PvmDataRaw ? row->len_raw : row->len_default);
        int after = 5;
        pvm_pkint(&after, 1, 1);
        pass();
        memset(got, UNTOUCHED, sizeof got);
        assert_int_equal(pvm_upkstr(got), 0);
        assert_string_equal(got, row->text);
        assert_int_equal((unsigned char)got[strlen(row->text) + 1], UNTOUCHED);
        assert_int_equal(pvm_upkint(&after, 1, 1), 0);
        assert_int_equal(after, 5);
    }
}

/* ---- bytes, as PVM 3.4.6 writes them ---- */

static void default_bytes_are_as_measured(void **state)
{
    static const unsigned char measured[] = {
        0x01, 0x02, 0x03, 0x04, 0x00, 0x00, 0x00, 0x06, 'h', 'e', 'l',  'l',  'o', 0,
        0,    0,    0x3f, 0xf8, 0,    0,    0,    0,    0,   0,   0xc0, 0x10, 0,   0,
        0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xfe, 'x', 'y', 'z',  0,
    };
    int i = 0x01020304;
    double d = 1.5;
    float f = -2.25f;
    short s = -2;
    unsigned short us = 0xfffe;
    char got[sizeof measured];
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&i, 1, 1);
    pvm_pkstr("hello");
    pvm_pkdouble(&d, 1, 1);
    pvm_pkfloat(&f, 1, 1);
    pvm_pkshort(&s, 1, 1);
    pvm_pkushort(&us, 1, 1);
    pvm_pkbyte("xyz", 3, 1);
    int mid = pass();
    assert_int_equal(length_of(mid), sizeof measured);
    assert_int_equal(pvm_upkbyte(got, sizeof measured, 1), 0);
    assert_memory_equal(got, measured, sizeof measured);
}

static void long_keeps_its_upper_half(void **state)
{
    long sent[] = {0x0123456789abcdefL, -1, 0xffffffffL, -3}, got[4];
    pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_pklong(sent, 4, 1), 0);
    pass();
    assert_int_equal(pvm_upklong(got, 4, 1), 0);
    assert_memory_equal(got, sent, sizeof sent);
}

/* ---- strides: every family, packed and unpacked, and nothing is written beside the items ---- */

struct stride_row {
    const struct family *family;
    int encoding, packed, unpacked;
    char name[64];
};

static void items_arrive(void **state)
{
    const struct stride_row *row = *state;
    size_t size = pvmi_type_of(row->family->pvm_type)->size_bytes;
    static _Alignas(16) unsigned char from[2 * SPACE * 16], to[2 * SPACE * 16], expected[2 * SPACE * 16];
    unsigned char *from_0 = from + SPACE * size, *to_0 = to + SPACE * size;
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (unsigned char)(i * 37 + i / 256 + 11);
    memset(to, UNTOUCHED, sizeof to);
    memset(expected, UNTOUCHED, sizeof expected);
    for (int i = 0; i < NITEMS; i++)
        memcpy(expected + (ptrdiff_t)(SPACE + i * row->unpacked) * (ptrdiff_t)size,
               from + (ptrdiff_t)(SPACE + i * row->packed) * (ptrdiff_t)size, size);

    pvm_initsend(row->encoding);
    assert_int_equal(row->family->pack(from_0, NITEMS, row->packed), 0);
    pass();
    assert_int_equal(row->family->unpack(to_0, NITEMS, row->unpacked), 0);
    assert_memory_equal(to, expected, sizeof to);
    assert_int_equal(row->family->unpack(to_0, 1, 1), PvmNoData);
    assert_memory_equal(to, expected, sizeof to);
}

static void in_place_takes_no_stride(void **state)
{
    const struct family *family = *state;
    double items[2 * SPACE] = {0};
    pvm_initsend(PvmDataInPlace);
    assert_int_equal(family->pack(items + SPACE, 3, 2), PvmNotImpl);
    assert_int_equal(family->pack(items + SPACE, 3, 0), PvmNotImpl);
    assert_int_equal(family->pack(items + SPACE, 3, -1), PvmNotImpl);
    assert_int_equal(family->pack(items + SPACE, 0, 2), PvmNotImpl);
    assert_int_equal(length_of(pass()), 0);
}

static void in_place_is_read_when_sent(void **state)
{
    int items[] = {1, 2, 3}, got[3];
    char bytes[] = "abcde", text[5];
    int mid = pvm_initsend(PvmDataInPlace);
    pvm_pkint(items, 3, 1);
    pvm_pkbyte(bytes, 5, 1);
    assert_int_equal(pvm_pkstr("text"), PvmNotImpl);
    assert_int_equal(length_of(mid), 0); /* as the original gives until it is sent */
    for (int round = 0; round < 2; round++) {
        items[1] = 100 + round;
        bytes[4] = (char)('x' + round);
        assert_int_equal(length_of(pass()), 3 * 4 + 5);
        assert_int_equal(pvm_upkint(got, 3, 1), 0);
        assert_memory_equal(got, items, sizeof items);
        assert_int_equal(pvm_upkbyte(text, 5, 1), 0);
        assert_memory_equal(text, bytes, 5);
    }
}

/* ---- errors ---- */

static void wrong_arguments_are_refused(void **state)
{
    const struct family *family = *state;
    double item[2] = {0};
    for (int encoding = PvmDataDefault; encoding <= PvmDataInPlace; encoding++) {
        int mid = pvm_initsend(encoding);
        assert_int_equal(family->pack(item, -1, 1), PvmBadParam);
        assert_int_equal(family->pack(NULL, 1, 1), PvmBadParam);
        assert_int_equal(family->pack(NULL, 0, 1), 0);
        assert_int_equal(length_of(mid), 0);
    }
    pvm_initsend(PvmDataRaw);
    family->pack(item, 1, 1);
    pass();
    assert_int_equal(family->unpack(item, -1, 1), PvmBadParam);
    assert_int_equal(family->unpack(NULL, 1, 1), PvmBadParam);
    assert_int_equal(family->unpack(NULL, 0, 1), 0);
    assert_int_equal(family->unpack(item, 1, 1), 0);
}

static void without_a_buffer(void **state)
{
    const struct family *family = *state;
    double item[2] = {0};
    pvm_setsbuf(0);
    pvm_setrbuf(0);
    assert_int_equal(family->pack(item, 1, 1), PvmNoBuf);
    assert_int_equal(family->unpack(item, 1, 1), PvmNoBuf);
    assert_int_equal(family->pack(item, -1, 1), PvmBadParam); /* the count is checked first */
    assert_int_equal(family->unpack(item, -1, 1), PvmBadParam);
}

static void strings_need_a_buffer_and_a_text(void **state)
{
    char s[8];
    pvm_setsbuf(0);
    pvm_setrbuf(0);
    assert_int_equal(pvm_pkstr("a"), PvmNoBuf);
    assert_int_equal(pvm_upkstr(s), PvmNoBuf);
    pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_pkstr(NULL), PvmBadParam);
    pvm_pkstr("a");
    pass();
    assert_int_equal(pvm_upkstr(NULL), PvmBadParam);
    assert_int_equal(pvm_upkstr(s), 0);
}

/* ---- large messages: their growth costs no more than their bytes ---- */

static void many_small_items_arrive(void **state)
{
    enum { N = 300000 };
    pvm_initsend(PvmDataDefault);
    for (int i = 0; i < N; i++)
        pvm_pkint(&i, 1, 1);
    assert_int_equal(length_of(pass()), 4 * N);
    for (int i = 0; i < N; i++) {
        int got = -1;
        pvm_upkint(&got, 1, 1);
        if (got != i)
            fail_msg("item %d is %d", i, got);
    }
}

/* ---- */

static struct stride_row stride_rows[NFAMILIES * 2 * 6 + NFAMILIES];
static char length_names[sizeof length_rows / sizeof length_rows[0]][64];
static struct CMUnitTest
    tests[sizeof stride_rows / sizeof stride_rows[0] + sizeof length_rows / sizeof length_rows[0] + 3 * NFAMILIES + 16];
static size_t ntests;

static void add(const char *name, CMUnitTestFunction f, const void *row)
{
    tests[ntests++] = (struct CMUnitTest){name, f, NULL, NULL, (void *)(uintptr_t)row};
}

static void add_stride(const struct family *family, int encoding, int packed, int unpacked)
{
    static size_t n;
    struct stride_row *row = &stride_rows[n++];
    *row = (struct stride_row){family, encoding, packed, unpacked, ""};
    snprintf(row->name, sizeof row->name, "items_arrive: %s, %s, stride %d to %d", family->name,
             encoding_names[encoding], packed, unpacked);
    add(row->name, items_arrive, row);
}

int main(void)
{
    static const int strides[][2] = {{1, 1}, {2, 2}, {1, 3}, {3, 1}, {-1, -2}, {0, 1}};
    for (size_t i = 0; i < sizeof length_rows / sizeof length_rows[0]; i++) {
        const struct length_row *row = &length_rows[i];
        snprintf(length_names[i], sizeof length_names[i], "length: %d %s, stride %d", row->nitem,
                 family_of(row->pvm_type)->name, row->stride);
        add(length_names[i], length_is_as_measured, row);
    }
    for (size_t i = 0; i < sizeof string_rows / sizeof string_rows[0]; i++)
        add("string_arrives", string_arrives, &string_rows[i]);
    for (size_t i = 0; i < NFAMILIES; i++) {
        for (int encoding = PvmDataDefault; encoding <= PvmDataRaw; encoding++)
            for (size_t k = 0; k < sizeof strides / sizeof strides[0]; k++)
                add_stride(&families[i], encoding, strides[k][0], strides[k][1]);
        add_stride(&families[i], PvmDataInPlace, 1, 2);
        add("in_place_takes_no_stride", in_place_takes_no_stride, &families[i]);
        add("wrong_arguments_are_refused", wrong_arguments_are_refused, &families[i]);
        add("without_a_buffer", without_a_buffer, &families[i]);
    }
    add("default_bytes_are_as_measured", default_bytes_are_as_measured, NULL);
    add("long_keeps_its_upper_half", long_keeps_its_upper_half, NULL);
    add("in_place_is_read_when_sent", in_place_is_read_when_sent, NULL);
    add("strings_need_a_buffer_and_a_text", strings_need_a_buffer_and_a_text, NULL);
    add("many_small_items_arrive", many_small_items_arrive, NULL);
    return _cmocka_run_group_tests("pack", tests, ntests, passing_setup, passing_teardown);
}
