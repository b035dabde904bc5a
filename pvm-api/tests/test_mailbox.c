/* test_mailbox.c - the calls of mailboxes, as PVM 3.4.6 answers them.
 *
 * Who may put and delete is decided by the machine, and tested in the conformance suite.
 */
#include "tasks.h"

static int packed(int value)
{
    int mid = pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    return mid;
}

static void put_and_receive(void **state)
{
    assert_int_equal(pvm_putinfo((char *)"a", packed(4), PvmMboxDefault), 0);
    int sbuf = pvm_getsbuf(), mid = pvm_recvinfo((char *)"a", 0, PvmMboxDefault);
    assert_true(mid > 0);
    assert_int_equal(pvm_getrbuf(), mid);
    assert_int_equal(pvm_getsbuf(), sbuf);
    assert_int_equal(source_of(mid), pvm_mytid());
    assert_int_equal(tag_of(mid), 0);
    assert_int_equal(received_int(), 4);
    assert_int_equal(pvm_delinfo((char *)"a", 0, PvmMboxDefault), 0); /* the index */
    assert_int_equal(pvm_recvinfo((char *)"a", 0, PvmMboxDefault), PvmNotFound);
    assert_int_equal(pvm_errno, PvmNotFound);
}

/* All that is known of a message comes back with it. */
static void header_comes_back(void **state)
{
    struct pvmminfo put = {.ctx = 3, .tag = 7, .wid = 9, .src = 0x40009, .dst = 0x4000a}, got;
    int mid = packed(4);
    assert_int_equal(pvm_setminfo(mid, &put), 0);
    assert_int_equal(pvm_getminfo(mid, &put), 0);
    assert_int_equal(put.dst, 0x4000a);
    assert_int_equal(pvm_putinfo((char *)"a", mid, PvmMboxDefault), 0);
    mid = pvm_recvinfo((char *)"a", 0, PvmMboxDefault);
    assert_int_equal(pvm_getminfo(mid, &got), 0);
    assert_int_equal(got.len, put.len);
    assert_int_equal(got.ctx, put.ctx);
    assert_int_equal(got.tag, put.tag);
    assert_int_equal(got.wid, put.wid);
    assert_int_equal(got.enc, put.enc);
    assert_int_equal(got.crc, put.crc);
    assert_int_equal(got.src, put.src);
    assert_int_equal(got.dst, put.dst);
}

/* In this order, all by the same task. */
static const struct put_row {
    const char *name;
    int flags, index;
} put_rows[] = {
    {"a", PvmMboxDefault, 0},
    {"a", PvmMboxDefault, 0}, /* over its own entry */
    {"a", PvmMboxMultiInstance, 1},
    {"m", PvmMboxMultiInstance, 0},
    {"m", PvmMboxMultiInstance, 1},
    {"m", PvmMboxDefault, 0},
    {"o", PvmMboxOverWritable, 0},
    {"o", PvmMboxOverWritable, 0},
    {"d", PvmMboxMultiInstance | PvmMboxOverWritable | 7 << PvmMboxDirectIndexShift, 7},
    {"d", PvmMboxMultiInstance | PvmMboxOverWritable | 7 << PvmMboxDirectIndexShift, 8},
    {"d", PvmMboxMultiInstance | PvmMboxOverWritable, 0},
    {"d", PvmMboxMultiInstance | PvmMboxOverWritable, 1},
    {"e", 3 << PvmMboxDirectIndexShift, 3},
};
enum { NPUTS = sizeof put_rows / sizeof *put_rows };

static void put_all(void)
{
    for (int i = 0; i < NPUTS; i++)
        assert_int_equal(pvm_putinfo((char *)put_rows[i].name, packed(i), put_rows[i].flags), put_rows[i].index);
}

static void indices(void **state)
{
    put_all();
    assert_true(pvm_recvinfo((char *)"d", 2, PvmMboxFirstAvail) > 0);
    assert_int_equal(received_int(), 8); /* the entry with index 7 */
    assert_int_equal(pvm_recvinfo((char *)"d", 2, PvmMboxDefault), PvmNotFound);
    assert_true(pvm_recvinfo((char *)"a", 0, PvmMboxReadAndDelete) > 0);
    assert_int_equal(received_int(), 1);
    assert_int_equal(pvm_recvinfo((char *)"a", 0, PvmMboxDefault), PvmNotFound);
}

static void lists(void **state)
{
    struct pvmmboxinfo *list;
    int n = -1;
    put_all();
    assert_int_equal(pvm_getmboxinfo((char *)"*", &n, &list), 0);
    assert_int_equal(n, 5);
    assert_int_equal(pvm_getmboxinfo((char *)"d", &n, &list), 0);
    assert_int_equal(n, 1);
    assert_string_equal(list[0].mi_name, "d");
    assert_int_equal(list[0].mi_nentries, 4);
    static const int wanted[] = {0, 1, 7, 8};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(list[0].mi_indices[i], wanted[i]);
        assert_int_equal(list[0].mi_owners[i], pvm_mytid());
        assert_int_equal(list[0].mi_flags[i] & 7, PvmMboxMultiInstance | PvmMboxOverWritable);
    }
    assert_int_equal(pvm_getmboxinfo((char *)"none", &n, &list), 0);
    assert_int_equal(n, 0);
    assert_int_equal(pvm_getmboxinfo(NULL, &n, &list), 0);
    assert_int_equal(n, 5);
}

static void bad_arguments(void **state)
{
    char *names[] = {NULL, (char *)""};
    int mid = packed(1), value;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pvm_putinfo(names[i], mid, 0), PvmBadParam);
        assert_int_equal(pvm_recvinfo(names[i], 0, 0), PvmBadParam);
        assert_int_equal(pvm_delinfo(names[i], 0, 0), PvmBadParam);
        assert_int_equal(pvm_insert(names[i], 0, 1), PvmBadParam);
        assert_int_equal(pvm_lookup(names[i], 0, &value), PvmBadParam);
    }
    assert_int_equal(pvm_recvinfo((char *)"a", -1, 0), PvmBadParam);
    assert_int_equal(pvm_delinfo((char *)"a", -1, 0), PvmBadParam);
    assert_true(pvm_putinfo((char *)"a", 9999, 0) < 0);
}

/* The entry that shows a role is there as long as the task has the role. */
static void roles(void **state)
{
    static const struct {
        int (*change)(void);
        const char *name;
    } all[] = {{pvm_reg_hoster, PVMHOSTERCLASS}, {pvm_reg_tasker, PVMTASKERCLASS}};
    struct pvmmboxinfo *list;
    int n = -1;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(all[i % 2].change(), 0);
        assert_int_equal(pvm_getmboxinfo((char *)all[i % 2].name, &n, &list), 0);
        assert_int_equal(n, i / 2 % 2 == 0);
    }
}

/* ---- two tasks --------------------------------------------------------------------------------------------------- */

static void other_task(int index, void *arg)
{
    pvm_setopt(PvmAutoErr, 0);
    if (index == 0) {
        pvm_putinfo((char *)"locked", packed(1), PvmMboxPersistent);
        pvm_putinfo((char *)"gone", packed(1), PvmMboxDefault);
        return;
    }
    assert_true(pvm_recvinfo((char *)"later", 0, PvmMboxWaitForInfo) > 0 || index == 2);
    if (index == 1) {
        assert_int_equal(pvm_putinfo((char *)"locked", packed(2), 0), PvmDenied);
        assert_int_equal(pvm_recvinfo((char *)"locked", 0, PvmMboxReadAndDelete), PvmDenied);
        assert_int_equal(pvm_delinfo((char *)"locked", 0, 0), PvmDenied);
        assert_int_equal(pvm_recvinfo((char *)"gone", 0, 0), PvmNotFound);
        assert_int_equal(pvm_putinfo((char *)"gone", 9999, 0), PvmNoSuchBuf);
    }
}

static void put_later(int index, void *arg)
{
    if (index == 2) {
        struct timeval span = {1, 0};
        pvm_trecv(-1, 1, &span);
        assert_int_equal(pvm_putinfo((char *)"later", packed(3), 0), 0);
        pvm_trecv(-1, 1, &span);
        return;
    }
    other_task(index, arg);
}

static void owners_and_their_end(void **state)
{
    assert_int_equal(loop_run(3, put_later, NULL), 0);
}

/* ---- the older form ---------------------------------------------------------------------------------------------- */

static void integers(void **state)
{
    int value = 0;
    char *name = (char *)"i";
    assert_int_equal(pvm_insert(name, -1, 42), 0);
    assert_int_equal(pvm_insert(name, -1, 43), 1);
    assert_int_equal(pvm_insert(name, 3, 44), 3);
    int free_buffer = pvm_mkbuf(PvmDataDefault);
    pvm_freebuf(free_buffer);
    assert_int_equal(pvm_insert(name, 1, 45), PvmDupEntry);
    assert_int_equal(pvm_mkbuf(PvmDataDefault), free_buffer); /* neither what is there nor what was to be put is left */
    pvm_freebuf(free_buffer);
    assert_int_equal(pvm_lookup(name, -1, &value), 0);
    assert_int_equal(value, 42);
    assert_int_equal(pvm_lookup(name, 3, &value), 3);
    assert_int_equal(value, 44);
    assert_int_equal(pvm_lookup(name, 2, &value), PvmNoEntry);
    assert_int_equal(value, 44);
    assert_int_equal(pvm_lookup(name, 0, NULL), 0);
    assert_int_equal(pvm_lookup(name, -5, &value), PvmBadParam);
    assert_int_equal(pvm_delete(name, 3), 3);
    assert_int_equal(pvm_delete(name, 3), PvmNotFound);
    assert_int_equal(pvm_delete(name, -1), PvmBadParam);
    assert_int_equal(pvm_insert(name, -1, -7), 2);
    pvm_lookup(name, 2, &value);
    assert_int_equal(value, -7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        alone_test(put_and_receive),
        alone_test(indices),
        alone_test(lists),
        alone_test(bad_arguments),
        alone_test(header_comes_back),
        alone_test(integers),
        alone_test(owners_and_their_end),
        alone_test(roles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
