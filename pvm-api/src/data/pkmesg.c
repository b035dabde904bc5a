/* pkmesg.c - messages inside messages: pvm_pkmesg, pvm_pkmesgbody, pvm_upkmesg.
 *
 * A packed message is nine ints, one of them the number of bytes, and then its body: it takes 36 bytes more than the
 * body. An empty message has only the first eight ints. (PVM cuts the body at its fragments, each with an int of its
 * own.) */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "data_state.h"
#include "pack.h"

enum { LEN, CONTEXT, TAG, WID, SIGNATURE, CRC, SRC, DST, BODY, NWORDS };

/* Gives the encoded bytes of b as they would be sent. The caller frees *made. PvmNoMem. */
static int body_of(const struct pvmi_buf *b, const unsigned char **bytes, unsigned char **made)
{
    *made = NULL;
    *bytes = pvmi_buf_bytes(b);
    if (b->encoding != PvmDataInPlace || b->len_bytes == 0)
        return PvmOk;
    *made = malloc(b->len_bytes);
    if (*made == NULL)
        return PvmNoMem;
    pvmi_inplace_read(b, *made);
    *bytes = *made;
    return PvmOk;
}

static int pack_message(struct pvm_task *t, struct pvmi_buf *into, const struct pvmi_buf *b)
{
    const unsigned char *bytes;
    unsigned char *made;
    int code = body_of(b, &bytes, &made);
    if (code < 0)
        return code;
    int n = (int)b->len_bytes;
    int head[NWORDS] = {[LEN] = n,
                        [CONTEXT] = b->context,
                        [TAG] = b->tag,
                        [WID] = b->wid,
                        [SIGNATURE] = pvmi_signature_of(b->encoding == PvmDataInPlace ? PvmDataRaw : b->encoding),
                        [CRC] = b->crc,
                        [SRC] = b->src,
                        [DST] = b->dst,
                        [BODY] = n};
    code = pvmi_pack_values(t, into, pvmi_type_of(PVM_INT), head, n > 0 ? NWORDS : BODY);
    if (code == PvmOk)
        code = pvmi_pack_values(t, into, pvmi_type_of(PVM_BYTE), bytes, n);
    free(made);
    return code;
}

static int pack_body(struct pvm_task *t, struct pvmi_buf *into, const struct pvmi_buf *b)
{
    unsigned char *to;
    if (into->encoding != b->encoding)
        return PvmMismatch;
    if (b->encoding == PvmDataInPlace)
        return pvmi_inplace_append(into, b);
    int code = pvmi_buf_extend(t, into, b->len_bytes, &to);
    if (code == PvmOk && b->len_bytes > 0)
        memcpy(to, pvmi_buf_bytes(b), b->len_bytes);
    into->types |= b->types != 0 ? b->types : PVMI_ANY_TYPE;
    return code;
}

static int pack_either(const char *call, const void *from, int mid,
                       int (*pack)(struct pvm_task *t, struct pvmi_buf *into, const struct pvmi_buf *b))
{
    struct pvm_task *t = pvmi_enter_buffers_call(call, from);
    struct pvmi_buf *into, *b;
    if (t == NULL)
        return mid <= 0 ? PvmBadParam : PvmNoSuchBuf;
    if (mid <= 0)
        return pvmi_return_answer(t, PvmBadParam);
    pvmi_charge(t, MACH_COST_PACK);
    int code = mid == t->data->buffers.send ? PvmBadParam : pvmi_buf_find(t, mid, &b);
    if (code == PvmOk)
        code = pvmi_buf_active_send(t, &into);
    if (code == PvmOk)
        code = pack(t, into, b);
    return code < 0 ? pvmi_return_answer(t, code) : pvmi_return(t, call, code); /* PVM prints nothing for this one */
}

PVM_PUBLIC int pvm_pkmesg(int mid)
{
    return pack_either("pvm_pkmesg", PVMI_CALLER, mid, pack_message);
}

PVM_PUBLIC int pvm_pkmesgbody(int mid)
{
    return pack_either("pvm_pkmesgbody", PVMI_CALLER, mid, pack_body);
}

/* Returns the new mid, PvmNoData, PvmBadMsg or PvmNoMem. */
static int unpack_message(struct pvm_task *t, struct pvmi_buf *from)
{
    int head[NWORDS] = {0};
    int code = pvmi_unpack_items(from, pvmi_type_of(PVM_INT), head, BODY, 1);
    if (code == PvmOk && head[LEN] > 0)
        code = pvmi_unpack_items(from, pvmi_type_of(PVM_INT), &head[BODY], 1, 1);
    if (code < 0)
        return code;
    int encoding = pvmi_encoding_of(head[SIGNATURE]);
    if (encoding < 0 || head[BODY] < 0)
        return PvmBadMsg;
    if ((size_t)head[BODY] > from->len_bytes - from->at)
        return PvmNoData;

    struct pvmi_buf *b;
    unsigned char *to;
    code = pvmi_buf_new(t, encoding, &b);
    if (code < 0)
        return code;
    code = pvmi_buf_extend(t, b, (size_t)head[BODY], &to);
    if (code == PvmOk)
        code = pvmi_unpack_items(from, pvmi_type_of(PVM_BYTE), to, head[BODY], 1);
    if (code < 0) {
        pvmi_buf_free(t, b);
        return code;
    }
    b->context = head[CONTEXT];
    b->tag = head[TAG];
    b->wid = head[WID];
    b->crc = head[CRC];
    b->src = head[SRC];
    b->dst = head[DST];
    return b->mid;
}

PVM_PUBLIC int pvm_upkmesg(void)
{
    struct pvm_task *t = pvmi_enter_buffers();
    struct pvmi_buf *from;
    if (t == NULL)
        return PvmNoBuf;
    pvmi_charge(t, MACH_COST_UNPACK);
    int code = pvmi_buf_active_recv(t, &from);
    if (code == 0)
        code = unpack_message(t, from);
    return code < 0 ? pvmi_return_answer(t, code) : pvmi_return(t, "pvm_upkmesg", code);
}
