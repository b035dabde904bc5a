/* test_packf.c - the formats of pvm_packf and pvm_unpackf: lengths and codes as PVM 3.4.6 gives them. */
#include "passing.h"

int pvm_vpackf(const char *fmt, va_list list);
int pvm_vunpackf(const char *fmt, va_list list);

static int i[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static long l[10] = {1, 2, 3};
static short s[10] = {1, 2, 3};
static float f[20] = {1, 2, 3, 4};
static double d[20] = {1, 2, 3, 4};
static char c[] = "abcdefghij";

/* Each row packs into a fresh buffer of the three encodings. A long takes 8 bytes in PvmDataDefault, and 4 in the
 * original. */
#define FORMATS(X)                                  \
    X(pvm_packf("%d", 5), 0, 4, 4)                  \
    X(pvm_packf("%ud", 5), 0, 4, 4)                 \
    X(pvm_packf("%ld", 5L), 0, 8, 8)                \
    X(pvm_packf("%lld", 5L), 0, 8, 8)               \
    X(pvm_packf("%lud", 5L), 0, 8, 8)               \
    X(pvm_packf("%uld", 5L), 0, 8, 8)               \
    X(pvm_packf("%lhd", 5L), 0, 8, 8)               \
    X(pvm_packf("%hd", 5), 0, 4, 2)                 \
    X(pvm_packf("%hhd", 5), 0, 4, 2)                \
    X(pvm_packf("%hud", 5), 0, 4, 2)                \
    X(pvm_packf("%c", 'a'), 0, 4, 1)                \
    X(pvm_packf("%hc", 'a'), 0, 4, 1)               \
    X(pvm_packf("%f", 5.), 0, 4, 4)                 \
    X(pvm_packf("%hf", 5.), 0, 4, 4)                \
    X(pvm_packf("%lf", 5.), 0, 8, 8)                \
    X(pvm_packf("%hlf", 5.), 0, 8, 8)               \
    X(pvm_packf("%x", f), 0, 8, 8)                  \
    X(pvm_packf("%2x", f), 0, 16, 16)               \
    X(pvm_packf("%lx", d), 0, 16, 16)               \
    X(pvm_packf("%2lx", d), 0, 32, 32)              \
    X(pvm_packf("%1d", i), 0, 4, 4)                 \
    X(pvm_packf("%5d", i), 0, 20, 20)               \
    X(pvm_packf("%5.d", i), 0, 20, 20)              \
    X(pvm_packf("%0d", i), 0, 0, 0)                 \
    X(pvm_packf("%*d", 3, i), 0, 12, 12)            \
    X(pvm_packf("%*d", -1, i), 0, 0, 0)             \
    X(pvm_packf("%2f", f), 0, 8, 8)                 \
    X(pvm_packf("%2lf", d), 0, 16, 16)              \
    X(pvm_packf("%2hd", s), 0, 8, 4)                \
    X(pvm_packf("%2ld", l), 0, 16, 16)              \
    X(pvm_packf("%3c", c), 0, 4, 3)                 \
    X(pvm_packf("%*c", 3, c), 0, 4, 3)              \
    X(pvm_packf("hello %d world", 1), 0, 4, 4)      \
    X(pvm_packf(""), 0, 0, 0)                       \
    X(pvm_packf("%"), PvmBadParam, 0, 0)            \
    X(pvm_packf("%%d", 1), PvmBadParam, 0, 0)       \
    X(pvm_packf("%q", 1), PvmBadParam, 0, 0)        \
    X(pvm_packf("%u", 1), PvmBadParam, 0, 0)        \
    X(pvm_packf("%lu", 1L), PvmBadParam, 0, 0)      \
    X(pvm_packf("%i", 1), PvmBadParam, 0, 0)        \
    X(pvm_packf("%D", 1L), PvmBadParam, 0, 0)       \
    X(pvm_packf("%-3d", i), PvmBadParam, 0, 0)      \
    X(pvm_packf("%#d", 1), PvmBadParam, 0, 0)       \
    X(pvm_packf("%d %q", 1, 1), PvmBadParam, 4, 4)  \
    X(pvm_packf("%d %+", 1, 1), PvmBadParam, 4, 4)  \
    X(pvm_packf("x%+ %d", 0, 1), PvmBadParam, 0, 0) \
    X(pvm_packf("%+", 7), PvmBadParam, 0, 0)        \
    X(pvm_packf(NULL), PvmBadParam, 0, 0)

/* One case for each row, because the arguments differ in type. */
enum { FIRST_ROW = __COUNTER__ };
#define SWITCH_CASE(EXPR, CODE, LEN_DEFAULT, LEN_RAW) \
    case __COUNTER__ - FIRST_ROW - 1:                 \
        return EXPR;
static int pack_row(int row)
{
    switch (row) {
        FORMATS(SWITCH_CASE)
    }
    return 1;
}

static const struct {
    const char *name;
    int code, len_default, len_raw;
} format_rows[] = {
#define TABLE_ROW(EXPR, CODE, LEN_DEFAULT, LEN_RAW) {#EXPR, CODE, LEN_DEFAULT, LEN_RAW},
    FORMATS(TABLE_ROW)};
#define NFORMATS (int)(sizeof format_rows / sizeof format_rows[0])

static void format_packs_as_measured(void **state)
{
    int row = (int)(intptr_t)*state;
    for (int encoding = PvmDataDefault; encoding <= PvmDataInPlace; encoding++) {
        pvm_initsend(encoding);
        assert_int_equal(pack_row(row), format_rows[row].code);
        assert_int_equal(length_of(pass()),
                         encoding == PvmDataDefault ? format_rows[row].len_default : format_rows[row].len_raw);
    }
}

static void values_arrive(void **state)
{
    int encoding = (int)(intptr_t)*state;
    int x = 0, three[5] = {0};
    long wide = 0;
    short half = 0;
    unsigned short uhalf = 0;
    float single = 0, pair[4] = {0};
    double twice = 0, twins[2] = {0};
    char text[16] = "", byte = 0, bytes[4] = "";
    pvm_setsbuf(0);
    assert_int_equal(pvm_packf("%+ %d %s %3.2d, %ld %hd %hud %f %lf %c %2x %lx %*.*c", encoding, 5, "abc", i, 7L, -8,
                               65535, 1.5, -2.5, 'x', f, d, 2, 3, c),
                     0);
    pass();
    assert_int_equal(pvm_unpackf("%d %s %3.2d", &x, text, three), 0);
    assert_int_equal(pvm_unpackf("%ld %hd %hud %f %lf %c %2x %lx %*.*c", &wide, &half, &uhalf, &single, &twice, &byte,
                                 pair, twins, 2, 2, bytes),
                     0);
    assert_int_equal(x, 5);
    assert_string_equal(text, "abc");
    static const int every_second[] = {1, 0, 3, 0, 5};
    assert_memory_equal(three, every_second, sizeof three);
    assert_int_equal(wide, 7);
    assert_int_equal(half, -8);
    assert_int_equal(uhalf, 65535);
    assert_true(single == 1.5f && twice == -2.5 && byte == 'x');
    assert_memory_equal(pair, f, sizeof pair);
    assert_memory_equal(twins, d, sizeof twins);
    assert_memory_equal(bytes, "a\0d", 4);
    assert_int_equal(pvm_unpackf("%d", &x), PvmNoData);
}

/* A value lies on the stack of pvm_packf, so a message in place must have a copy of it. */
static void values_in_place_are_copied(void **state)
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

static void address_or_value(void **state)
{
    int got[4];
    float single;
    pvm_packf("%+ %1d %.2d %1f %.0d %2.0d", PvmDataDefault, i + 2, i + 3, f + 2, i + 4, i + 5);
    assert_int_equal(length_of(pass()), 24);
    assert_int_equal(pvm_unpackf("%2d %f %d", got, &single, got + 2), 0);
    assert_true(got[0] == 3 && got[1] == 4 && single == 3 && got[2] == 5);
    assert_int_equal(pvm_unpackf("%2d", got), 0);
    assert_true(got[0] == 6 && got[1] == 6);
}

static void without_a_buffer(void **state)
{
    int x;
    pvm_setsbuf(0);
    pvm_setrbuf(0);
    assert_int_equal(pvm_packf(""), PvmNoBuf);
    assert_int_equal(pvm_packf("%q"), PvmNoBuf);
    assert_int_equal(pvm_packf("%d", 1), PvmNoBuf);
    assert_int_equal(pvm_unpackf(""), PvmNoBuf);
    assert_int_equal(pvm_unpackf("%d", &x), PvmNoBuf);
}

static void unpack_has_no_initsend(void **state)
{
    int x = 9;
    pvm_packf("%+ %d %d", PvmDataDefault, 3, 4);
    pass();
    assert_int_equal(pvm_unpackf("%+ %d", 0, &x), PvmBadParam);
    assert_int_equal(x, 9);
    assert_int_equal(pvm_unpackf("abc"), 0);
    assert_int_equal(pvm_unpackf("%*d", -1, &x), 0);
    assert_int_equal(pvm_unpackf(NULL), PvmBadParam);
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

static void lists_of_arguments(void **state)
{
    int x = 0;
    char text[8] = "";
    assert_int_equal(by_list(pvm_vpackf, "%+ %d %s", PvmDataRaw, 12, "abc"), 0);
    pass();
    assert_int_equal(by_list(pvm_vunpackf, "%d %s", &x, text), 0);
    assert_int_equal(x, 12);
    assert_string_equal(text, "abc");
}

int main(void)
{
    static struct CMUnitTest tests[NFORMATS + 7];
    size_t n = 0;
    for (int row = 0; row < NFORMATS; row++)
        tests[n++] =
            (struct CMUnitTest){format_rows[row].name, format_packs_as_measured, NULL, NULL, (void *)(intptr_t)row};
    for (int encoding = PvmDataDefault; encoding <= PvmDataRaw; encoding++)
        tests[n++] = (struct CMUnitTest){"values_arrive", values_arrive, NULL, NULL, (void *)(intptr_t)encoding};
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(values_in_place_are_copied);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(address_or_value);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(without_a_buffer);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(unpack_has_no_initsend);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(lists_of_arguments);
    return _cmocka_run_group_tests("packf", tests, n, passing_setup, passing_teardown);
}
