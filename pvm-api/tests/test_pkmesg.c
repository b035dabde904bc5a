/* test_pkmesg.c - messages inside messages. */
#include "passing.h"

/* It is packed as a raw one; in PVM it cannot be read. */
TEST(one_in_place_arrives)
{
    int items[] = {1, 2, 3}, got[3], inner = pvm_mkbuf(PvmDataInPlace);
    pvm_setsbuf(inner);
    pvm_pkint(items, 3, 1);
    pvm_setsbuf(pvm_mkbuf(PvmDataDefault));
    assert_int_equal(pvm_pkmesg(inner), 0);
    pvm_freebuf(inner);
    pass();
    pvm_freebuf(pvm_setrbuf(pvm_upkmesg()));
    assert_int_equal(pvm_upkint(got, 3, 1), 0);
    assert_memory_equal(got, items, sizeof items);
}

/* Values that the buffer in place has itself, as pvm_packf's, go along, and stay when it is freed. */
TEST(values_of_a_body_stay)
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

TEST_OF_ROWS(header_is_checked, header_rows, NULL, NULL)
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

int main(void)
{
    return run_all_tests(passing_setup, passing_teardown);
}
