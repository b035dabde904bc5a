/* test_send.c - pvm_send, pvm_mcast, pvm_psend and pvm_precv: who gets which message, and what it costs. What is
 * refused is in ../oracle/messages/message.c and ../oracle/tasks/tids.c. */
#include <string.h>

#include "pvmi_types.h"
#include "tasks.h"

/* ---- several tasks ----------------------------------------------------------------------------------------------- */

static int got[4];

static void mcast_body(int index, void *arg)
{
    int tids[] = {LOOP_FIRST_TID, LOOP_FIRST_TID + 1, LOOP_FIRST_TID + 2, LOOP_FIRST_TID + 2};
    struct timeval span = {1, 0};
    pvm_setopt(PvmAutoErr, 0);
    if (index == 0) {
        pvm_initsend(PvmDataDefault);
        pvm_mcast(tids, 4, 3);
    }
    while (pvm_trecv(-1, 3, &span) > 0)
        got[index]++;
    pvm_exit();
}

/* Each task gets it once, even one that is listed twice; the sender never does. */
ALONE_TEST(mcast_reaches_each_once)
{
    memset(got, 0, sizeof got);
    assert_int_equal(loop_run(4, mcast_body, NULL), 0);
    assert_int_equal(got[0], 0);
    assert_int_equal(got[1], 1);
    assert_int_equal(got[2], 1);
    assert_int_equal(got[3], 0);
}

static mach_ns after[2];

static void cost_body(int index, void *arg)
{
    int tids[] = {LOOP_FIRST_TID + 1, LOOP_FIRST_TID + 2}, value = 0;
    struct timeval tv;
    pvm_mytid();
    if (index == 0) {
        pvm_initsend(PvmDataDefault);
        pvm_mcast(tids, 2, 3);
        gettimeofday(&tv, NULL);
        after[0] = tv.tv_usec;
        pvm_psend(tids[0], 4, &value, 1, PVM_INT);
        gettimeofday(&tv, NULL);
        after[1] = tv.tv_usec;
    }
    pvm_exit();
}

/* The costs in us: 100 for the call, 10 for each message, 1000 for packing. All that a call does is charged, once for
 * each message. */
ALONE_TEST(sends_are_charged)
{
    struct loop_settings s = loop_defaults();
    memset(s.cost_ns, 0, sizeof s.cost_ns);
    s.cost_ns[MACH_COST_INITSEND] = 100000;
    s.cost_ns[MACH_COST_SEND] = 10000;
    s.cost_ns[MACH_COST_PACK] = 1000000;
    loop_configure(&s);
    loop_run(3, cost_body, NULL);
    assert_int_equal(after[0], 100 + 2 * 10);
    assert_int_equal(after[1], after[0] + 100 + 1000 + 10);
}

/* ---- pvm_precv of each type, in each encoding, with less room than came, and with more -------------------------- */

enum { SENT = 8, LESS = 5, MORE = 11 };

typedef int packing(void *items, int nitem, int stride);

struct kind {
    const char *name;
    packing *pack;
    int type;
    size_t size_bytes;
};

#define PACKING(SUFFIX, CTYPE, WORDS, CODE, WIRE)                \
    static int pack_##SUFFIX(void *items, int nitem, int stride) \
    {                                                            \
        return pvm_pk##SUFFIX((CTYPE *)items, nitem, stride);    \
    }
PVMI_TYPES(PACKING)

#define KIND(SUFFIX, CTYPE, WORDS, CODE, WIRE) {"precv of " #SUFFIX, pack_##SUFFIX, CODE, (WORDS) * sizeof(CTYPE)},
static const struct kind kinds[] = {PVMI_TYPES(KIND)};

/* The length is that of the whole message in the receiver's memory, however long it was on the way. */
static void assert_received(const struct kind *k, int room, const unsigned char *sent)
{
    unsigned char taken[MORE * sizeof(double) * 2];
    const size_t items = (size_t)(room < SENT ? room : SENT);
    int len = -1;
    memset(taken, 0x77, sizeof taken);
    assert_int_equal(pvm_precv(-1, 5, taken, room, k->type, NULL, NULL, &len), 0);
    assert_int_equal(len, SENT * k->size_bytes);
    assert_memory_equal(taken, sent, items * k->size_bytes);
    for (size_t i = items * k->size_bytes; i < sizeof taken; i++)
        assert_int_equal(taken[i], 0x77);
}

TEST_OF_ROWS(precv_of_a_kind, kinds, alone_setup, alone_teardown)
{
    const struct kind *k = *state;
    double sent[SENT * 2] = {0}; /* so that each type is aligned */
    unsigned char *bytes = (unsigned char *)sent;
    int me = pvm_mytid();
    for (size_t i = 0; i < SENT * k->size_bytes; i++)
        bytes[i] = (unsigned char)(1 + i % 60);
    for (int room = 0; room <= MORE; room += room == 0 ? LESS : MORE - LESS) {
        assert_int_equal(pvm_psend(me, 5, sent, SENT, k->type), 0);
        assert_received(k, room, bytes);
        for (int encoding = PvmDataDefault; encoding <= PvmDataInPlace; encoding++) {
            pvm_initsend(encoding);
            assert_int_equal(k->pack(sent, SENT, 1), 0);
            assert_int_equal(pvm_send(me, 5), 0);
            assert_received(k, room, bytes);
        }
    }
}

TEST_MAIN
