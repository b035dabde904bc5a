/* test_unpack.c - messages that are not what the receiver expects: too short, of another type, not made by a pack
 * call. */
#include "passing.h"

#define UNTOUCHED 0xEE

/* ---- too short: what there is is unpacked, as in PVM 3.4.6, and no more ---- */

static void too_few_items(void **state)
{
    const struct family *family = *state;
    size_t size = pvmi_type_of(family->pvm_type)->size_bytes;
    for (int encoding = PvmDataDefault; encoding <= PvmDataRaw; encoding++) {
        unsigned char from[4 * 16], to[6 * 16], expected[6 * 16];
        for (size_t i = 0; i < sizeof from; i++)
            from[i] = (unsigned char)(i + 1);
        memset(to, UNTOUCHED, sizeof to);
        memset(expected, UNTOUCHED, sizeof expected);
        memcpy(expected, from, 4 * size);
        pvm_initsend(encoding);
        family->pack(from, 4, 1);
        pass();
        assert_int_equal(family->unpack(to, 5, 1), PvmNoData);
        assert_memory_equal(to, expected, sizeof to);
        assert_int_equal(family->unpack(to, 1, 1), PvmNoData);
        assert_memory_equal(to, expected, sizeof to);
    }
}

/* The message is cut at every place: no family reads past its end (valgrind and the sanitizers would report it). */
static void cut_anywhere(void **state)
{
    const struct family *family = *state;
    static const unsigned char bytes[40] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    unsigned char to[40 * 16];
    for (int encoding = PvmDataDefault; encoding <= PvmDataRaw; encoding++) {
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

static void byte_runs_stop_at_the_end(void **state)
{
    char got[32];
    pvm_initsend(PvmDataDefault);
    pvm_pkbyte("abcdefghij", 10, 1);
    assert_int_equal(length_of(pass()), 12);
    memset(got, '.', sizeof got);
    assert_int_equal(pvm_upkbyte(got, 3, 2), 0);
    assert_memory_equal(got, "a.b.c..", 7);
    assert_int_equal(pvm_upkbyte(got, 20, 1), PvmNoData);
    assert_memory_equal(got, "efghij\0\0.", 9); /* if too much is asked for, the padding counts as data */
    receive_bytes(PvmDataDefault, "abcde", 5);  /* the padding is cut off */
    assert_int_equal(pvm_upkbyte(got, 5, 1), 0);
    assert_int_equal(pvm_upkbyte(got, 1, 1), PvmNoData);
}

/* The last item, if only a part of it is there: leading 4-byte parts of PvmDataDefault, all bytes of PvmDataRaw. */
static void part_of_an_item(void **state)
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

/* ---- strings with any length word ---- */

static const struct string_row {
    const char *name;
    int32_t length;   /* in the message's first word */
    uint32_t follows; /* bytes that follow it */
    int code;
    int written; /* how many bytes of the user's string may change */
    int code_of_next_byte;
} string_rows[] = {
    {"string: negative length", -5, 8, PvmBadMsg, 0, 0},
    {"string: most negative length", INT32_MIN, 8, PvmBadMsg, 0, 0},
    {"string: length beyond the end", 9, 8, PvmNoData, 8, 0},
    {"string: greatest length", INT32_MAX, 8, PvmNoData, 8, 0},
    {"string: length 0", 0, 4, 0, 0, 0},
    {"string: no NUL", 4, 8, 0, 4, 0},
    {"string: just up to the end", 8, 8, 0, 8, PvmNoData},
    {"string: padding cut off", 5, 5, 0, 5, PvmNoData},
    {"string: nothing behind the length", 1, 0, PvmNoData, 0, PvmNoData},
};

static void string_is_checked(void **state)
{
    const struct string_row *row = *state;
    for (int encoding = PvmDataDefault; encoding <= PvmDataRaw; encoding++) {
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

static void half_a_length_word(void **state)
{
    char got[4];
    for (uint32_t n = 0; n < 4; n++) {
        receive_bytes(PvmDataDefault, "\0\0\0", n);
        assert_int_equal(pvm_upkstr(got), PvmNoData);
    }
}

/* ---- messages of another kind ---- */

static void shorts_as_ints(void **state)
{
    short s = -7;
    unsigned short us = 65535;
    int got[2];
    pvm_initsend(PvmDataDefault);
    pvm_pkshort(&s, 1, 1);
    pvm_pkushort(&us, 1, 1);
    pass();
    assert_int_equal(pvm_upkint(got, 2, 1), 0);
    assert_int_equal(got[0], -7);
    assert_int_equal(got[1], -1); /* as in the original */
}

static void ints_as_shorts(void **state)
{
    int sent[] = {0x12345678, -1};
    short s;
    unsigned short us;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(sent, 2, 1);
    pass();
    assert_int_equal(pvm_upkshort(&s, 1, 1), 0);
    assert_int_equal(s, 0x5678);
    assert_int_equal(pvm_upkushort(&us, 1, 1), 0);
    assert_int_equal(us, 0xffff);
}

static void encodings_that_cannot_be_read(void **state)
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

/* ---- */

static struct CMUnitTest tests[2 * NFAMILIES + sizeof string_rows / sizeof string_rows[0] + 8];
static size_t ntests;

static void add(const char *name, CMUnitTestFunction f, const void *row)
{
    tests[ntests++] = (struct CMUnitTest){name, f, NULL, NULL, (void *)(uintptr_t)row};
}

int main(void)
{
    for (size_t i = 0; i < NFAMILIES; i++) {
        add("too_few_items", too_few_items, &families[i]);
        add("cut_anywhere", cut_anywhere, &families[i]);
    }
    for (size_t i = 0; i < sizeof string_rows / sizeof string_rows[0]; i++)
        add(string_rows[i].name, string_is_checked, &string_rows[i]);
    add("byte_runs_stop_at_the_end", byte_runs_stop_at_the_end, NULL);
    add("part_of_an_item", part_of_an_item, NULL);
    add("half_a_length_word", half_a_length_word, NULL);
    add("shorts_as_ints", shorts_as_ints, NULL);
    add("ints_as_shorts", ints_as_shorts, NULL);
    add("encodings_that_cannot_be_read", encodings_that_cannot_be_read, NULL);
    return _cmocka_run_group_tests("unpack", tests, ntests, passing_setup, passing_teardown);
}
