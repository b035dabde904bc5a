/* test_mailbox.c - mailboxes: what comes back with a message, and the entries of roles. All else is asked of PVM 3.4.6
 * (../oracle/mailboxes); who may put and delete is decided by the machine, and tested in the conformance suite. */
#include "tasks.h"

static int packed(int value)
{
    int mid = pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    return mid;
}

/* All that is known of a message comes back with it. */
ALONE_TEST(header_comes_back)
{
    struct pvmminfo put = {.ctx = 3, .tag = 7, .wid = 9, .src = 0x40009, .dst = 0x4000a}, got;
    int mid = packed(4);
    assert_int_equal(pvm_setminfo(mid, &put), 0);
    assert_int_equal(pvm_getminfo(mid, &put), 0);
    assert_int_equal(put.dst, 0x4000a);
    assert_int_equal(pvm_putinfo((char *)"a", 9999, PvmMboxDefault), PvmNoSuchBuf);
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

/* The entry that shows a role is there as long as the task has the role. */
ALONE_TEST(roles)
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

TEST_MAIN
