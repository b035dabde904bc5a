/* passing.h - for tests of packing: makes a received message of what was packed, without sending it.
 *
 * So these tests need no matching and no network, and can make messages that no pack call would make. */
#pragma once

#include "testing.h"

#include "loop.h"
#include "buffer.h"
#include "pack.h"
#include "calls_state.h"
#include "task.h"

#define TAG_PASSED 7

static inline int passing_setup(void **state)
{
    assert_true(pvm_mytid() > 0);
    pvm_setopt(PvmAutoErr, 0);
    return 0;
}

static inline int passing_teardown(void **state)
{
    loop_reset();
    return 0;
}

/* Makes a received message of these bytes, and makes it the active receive buffer. Returns its mid. */
static inline int receive_bytes(int encoding, const void *bytes, uint32_t n)
{
    struct pvm_task *t = pvmi_self();
    struct mach_frame *f;
    struct pvmi_buf *b;
    assert_int_equal(t->ops->frame(t->m, n, &f), 0);
    if (n > 0)
        memcpy(f->body, bytes, n);
    f->encoding = encoding;
    f->src_tid = f->dst_tid = t->who.tid;
    f->tag = TAG_PASSED;
    assert_int_equal(pvmi_buf_from_frame(t, f, &b), 0);
    if (t->data->buffers.receive != 0)
        pvm_freebuf(t->data->buffers.receive);
    pvm_setrbuf(b->mid);
    return b->mid;
}

/* Makes a received message of the active send buffer. Returns its mid. */
static inline int pass(void)
{
    struct pvm_task *t = pvmi_self();
    struct mach_frame *f;
    struct pvmi_buf *b;
    assert_int_equal(pvmi_buf_active_send(t, &b), 0);
    assert_int_equal(pvmi_buf_frame(t, b, &f), 0);
    return receive_bytes(f->encoding, f->body, f->len_bytes);
}

/* Returns -1 if there is no such buffer. */
static inline int length_of(int mid)
{
    int n;
    return pvm_bufinfo(mid, &n, NULL, NULL) < 0 ? -1 : n;
}

/* All families of pack calls, from the list of types, as functions of one type. */
struct family {
    int pvm_type;
    int (*pack)(void *items, int nitem, int stride);
    int (*unpack)(void *items, int nitem, int stride);
};

#define FAMILY_CALLS(SUFFIX, CTYPE, WORDS, CODE, WIRE)                \
    static inline int pack_##SUFFIX(void *p, int nitem, int stride)   \
    {                                                                 \
        return pvm_pk##SUFFIX((CTYPE *)p, nitem, stride);             \
    }                                                                 \
    static inline int unpack_##SUFFIX(void *p, int nitem, int stride) \
    {                                                                 \
        return pvm_upk##SUFFIX((CTYPE *)p, nitem, stride);            \
    }
PVMI_TYPES(FAMILY_CALLS)

#define FAMILY_ROW(SUFFIX, CTYPE, WORDS, CODE, WIRE) {CODE, pack_##SUFFIX, unpack_##SUFFIX},
static const struct family families[] = {PVMI_TYPES(FAMILY_ROW)};
#define NFAMILIES (sizeof families / sizeof families[0])
