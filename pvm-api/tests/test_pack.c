/* test_pack.c - packing and unpacking: longs of 8 bytes, calls without an array, large messages, and messages that no
 * pack call would make. The oracle's programs pack, format, typed and unlike ask PVM 3.4.6 about the rest. */
#include "passing.h"

#define UNTOUCHED 0xEE

int pvm_vpackf(const char *fmt, va_list list);
int pvm_vunpackf(const char *fmt, va_list list);

TEST(default_bytes_are_as_measured)
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

TEST(long_keeps_its_upper_half)
{
    long sent[] = {0x0123456789abcdefL, -1, 0xffffffffL, -3}, got[4];
    pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_pklong(sent, 4, 1), 0);
    pass();
    assert_int_equal(pvm_upklong(got, 4, 1), 0);
    assert_memory_equal(got, sent, sizeof sent);
}

TEST(calls_without_an_array_are_refused)
{
    for (const struct family *family = families; family < families + NFAMILIES; family++) {
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
    pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_pkstr(NULL), PvmBadParam);
    assert_int_equal(pvm_packf(NULL), PvmBadParam);
    assert_int_equal(pvm_unpackf(NULL), PvmBadParam);
    assert_int_equal(pvm_upkstr(NULL), PvmBadParam);
}

TEST(many_small_items_arrive)
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

/* A value lies on the stack of pvm_packf, so a message in place must have a copy of it. */
TEST(values_in_place_are_copied)
{
    int x = 0, many[3] = {4, 5, 6}, got[3];
    double y = 0;
    assert_int_equal(pvm_packf("%+ %d %lf %3d", PvmDataInPlace, 77, 1.25, many), 0);
    many[1] = 50; /* this one is read when the message is sent */
    assert_int_equal(pvm_packf("%s", "abc"), PvmNotImpl);
    assert_int_equal(pvm_packf("%2.2d", many), PvmNotImpl);
    assert_int_equal(length_of(pass()), 4 + 8 + 12);
    assert_int_equal(pvm_unpackf("%d %lf %3d", &x, &y, got), 0);
    assert_int_equal(x, 77);
    assert_true(y == 1.25);
    assert_int_equal(got[1], 50);
}

/* A count below 0 is none, and none is too large to be read. */
TEST(counts_of_formats)
{
    int items[2] = {3, 4}, x = 9;
    pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_packf("%*d %*d", -1, items, 2, items), 0);
    assert_int_equal(length_of(pass()), 8);
    assert_int_equal(pvm_unpackf("%*d", -1, &x), 0);
    assert_int_equal(x, 9);
    assert_int_equal(pvm_unpackf("%d", &x), 0);
    assert_int_equal(x, 3);
    assert_int_equal(pvm_unpackf("%99999999999999999999d", &x), PvmNoData);
    assert_int_equal(x, 4);
}

static int by_list(int (*call)(const char *, va_list), const char *fmt, ...)
{
    va_list list;
    va_start(list, fmt);
    int code = call(fmt, list);
    va_end(list);
    return code;
}

TEST(lists_of_arguments)
{
    int x = 0;
    char text[8] = "";
    assert_int_equal(by_list(pvm_vpackf, "%+ %d %s", PvmDataRaw, 12, "abc"), 0);
    pass();
    assert_int_equal(by_list(pvm_vunpackf, "%d %s", &x, text), 0);
    assert_int_equal(x, 12);
    assert_string_equal(text, "abc");
}

/* ---- messages that no pack call would make ---- */

/* The message is cut at every place: no family reads past its end (valgrind and the sanitizers would report it). */
TEST(cut_anywhere)
{
    static const unsigned char bytes[40] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    unsigned char to[40 * 16];
    for (size_t k = 0; k < 2 * NFAMILIES; k++) {
        const struct family *family = &families[k / 2];
        int encoding = k % 2 == 0 ? PvmDataDefault : PvmDataRaw;
        size_t item = pvmi_item_bytes(pvmi_type_of(family->pvm_type), encoding);
        for (uint32_t n = 0; n < sizeof bytes; n++) {
            receive_bytes(encoding, bytes, n);
            assert_int_equal(family->unpack(to, (int)(n / item), 1), 0);
            receive_bytes(encoding, bytes, n);
            assert_int_equal(family->unpack(to, (int)(n / item) + 1, 1), PvmNoData);
            receive_bytes(encoding, bytes, n);
            assert_int_equal(family->unpack(to, INT32_MAX, 0), PvmNoData);
        }
    }
}

/* The last item, if only a part of it is there: leading 4-byte parts of PvmDataDefault, all bytes of PvmDataRaw. */
TEST(part_of_an_item)
{
    unsigned char bytes[14] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 9, 9};
    uint64_t got[2] = {0, 0x5555555555555555};
    float z[4] = {7, 7, 7, 7};
    receive_bytes(PvmDataDefault, bytes, 14);
    assert_int_equal(pvm_upkdouble((double *)got, 2, 1), PvmNoData);
    assert_int_equal(got[0], 0x0000000100000002);
    assert_int_equal(got[1], 0x0000000355555555);
    receive_bytes(PvmDataDefault, "\x3f\x80\0\0\x40\0\0\0\x40\x80\0\0", 12); /* 1, 2, 4 */
    assert_int_equal(pvm_upkcplx(z, 2, 1), PvmNoData);
    assert_true(z[0] == 1 && z[1] == 2 && z[2] == 4 && z[3] == 7);
    receive_bytes(PvmDataRaw, bytes, 14);
    memset(got, 0x55, sizeof got);
    assert_int_equal(pvm_upkdouble((double *)got, 2, 1), PvmNoData);
    assert_memory_equal(got, bytes, 14);
    assert_memory_equal((char *)got + 14, "UU", 2);
}

/* Strings with any length word. */
static const struct string_row {
    int32_t length;   /* in the message's first word */
    uint32_t follows; /* bytes that follow it */
    int code;
    int written; /* how many bytes of the user's string may change */
    int code_of_next_byte;
} string_rows[] = {
    {-5, 8, PvmBadMsg, 0, 0},
    {INT32_MIN, 8, PvmBadMsg, 0, 0},
    {9, 8, PvmNoData, 8, 0},
    {INT32_MAX, 8, PvmNoData, 8, 0},
    {0, 4, 0, 0, 0},
    {4, 8, 0, 4, 0},
    {8, 8, 0, 8, PvmNoData},
    {5, 5, 0, 5, PvmNoData},
    {1, 0, PvmNoData, 0, PvmNoData},
};

TEST(string_is_checked)
{
    for (size_t k = 0; k < 2 * sizeof string_rows / sizeof *string_rows; k++) {
        const struct string_row *row = &string_rows[k / 2];
        int encoding = k % 2 == 0 ? PvmDataDefault : PvmDataRaw;
        unsigned char bytes[4 + 8];
        char got[16], next;
        memcpy(bytes + 4, "abcdefgh", 8);
        pvmi_encode_word(encoding, bytes, row->length);
        receive_bytes(encoding, bytes, 4 + row->follows);
        memset(got, UNTOUCHED, sizeof got);
        assert_int_equal(pvm_upkstr(got), row->code);
        assert_memory_equal(got, "abcdefgh", (size_t)row->written);
        for (size_t i = (size_t)row->written; i < sizeof got; i++)
            assert_int_equal((unsigned char)got[i], UNTOUCHED);
        bool spent = encoding == PvmDataRaw && row->code == PvmNoData; /* as in PVM */
        assert_int_equal(pvm_upkbyte(&next, 1, 1), spent ? PvmNoData : row->code_of_next_byte);
    }
}

TEST(half_a_length_word)
{
    char got[4];
    for (uint32_t n = 0; n < 4; n++) {
        receive_bytes(PvmDataDefault, "\0\0\0", n);
        assert_int_equal(pvm_upkstr(got), PvmNoData);
    }
}

TEST(encodings_that_cannot_be_read)
{
    static const int encodings[] = {PvmDataInPlace, 3, -1, INT32_MAX};
    int i = 5;
    char s[8] = "same";
    for (size_t k = 0; k < sizeof encodings / sizeof encodings[0]; k++) {
        receive_bytes(encodings[k], "abcdefgh", 8);
        assert_int_equal(pvm_upkint(&i, 1, 1), PvmBadMsg);
        assert_int_equal(pvm_upkstr(s), PvmBadMsg);
        assert_int_equal(pvm_unpackf("%d", &i), PvmBadMsg);
    }
    pvm_initsend(PvmDataInPlace);
    pvm_pkint(&i, 1, 1);
    pvm_setrbuf(pvm_getsbuf());
    assert_int_equal(pvm_upkint(&i, 1, 1), PvmBadMsg);
    assert_int_equal(i, 5);
    assert_string_equal(s, "same");
}

int main(void)
{
    return run_all_tests(passing_setup, passing_teardown);
}
