/* unpack.c - pvm_upk*: takes items out of the active receive buffer, in the order in which they were packed.
 *
 * Another task has written the message, so every length in it is checked against the message's end. */
#include "call.h"
#include "data_state.h"
#include "pack.h"
#include "tracing.h"

#include <endian.h>
#include <stdio.h>
#include <string.h>

static bool readable(const struct pvmi_buf *b)
{
    return b->encoding == PvmDataDefault || b->encoding == PvmDataRaw || b->encoding == PvmDataTrace;
}

/* Unpacks the last item if only so many of its bytes are there, as PVM does: all of them for PvmDataRaw, and the
 * leading 4-byte parts for PvmDataDefault. */
static void unpack_part(const struct pvmi_buf *b, const struct pvmi_type *type, const unsigned char *wire,
                        size_t len_bytes, unsigned char *item)
{
    if (b->encoding == PvmDataRaw) {
        memcpy(item, wire, len_bytes);
        return;
    }
    size_t nwords = len_bytes / type->wire_bytes, rest = len_bytes - nwords * type->wire_bytes;
    struct pvmi_type word = *type;
    word.words = 1;
    word.size_bytes = type->word_bytes;
    pvmi_decode(&word, b->encoding, wire, item, nwords, 1);
    if (rest >= 4 && type->word_bytes == 8) { /* the upper half of a word */
        uint64_t whole;
        uint32_t half;
        memcpy(&whole, item + nwords * 8, 8);
        memcpy(&half, wire + nwords * 8, 4);
        whole = (uint64_t)be32toh(half) << 32 | (whole & 0xffffffff);
        memcpy(item + nwords * 8, &whole, 8);
    }
}

/* If the message has too few items, those that it has are unpacked, and the message is used up. */
int pvmi_unpack_items(struct pvmi_buf *b, const struct pvmi_type *type, void *items, int nitem, int stride)
{
    if (nitem < 0)
        return PvmBadParam;
    if (!readable(b))
        return PvmBadMsg;
    if (nitem == 0)
        return PvmOk;
    size_t item = pvmi_item_bytes(type, b->encoding);
    size_t left = b->len_bytes - b->at;
    size_t n = (size_t)nitem <= left / item ? (size_t)nitem : left / item;
    if (items == NULL && left > 0)
        return PvmBadParam;
    if (n > 0)
        pvmi_decode(type, b->encoding, pvmi_buf_bytes(b) + b->at, items, n, stride);
    if (n < (size_t)nitem) {
        if (left > n * item)
            unpack_part(b, type, pvmi_buf_bytes(b) + b->at + n * item, left - n * item,
                        (unsigned char *)items + (ptrdiff_t)n * stride * (ptrdiff_t)type->size_bytes);
        b->at = b->len_bytes;
        return PvmNoData;
    }
    size_t taken = n * item + (type->wire_bytes == 1 ? pvmi_padding(b->encoding, n * item) : 0);
    b->at += taken <= left ? taken : left;
    return PvmOk;
}

/* Unpacks exactly the bytes that the length says. A sender that has packed no NUL (Fortran) gets none added. */
int pvmi_unpack_string(struct pvmi_buf *b, char *s)
{
    if (s == NULL)
        return PvmBadParam;
    if (!readable(b))
        return PvmBadMsg;
    size_t left = b->len_bytes - b->at;
    if (left < 4) {
        b->at = b->len_bytes;
        return PvmNoData;
    }
    const unsigned char *wire = pvmi_buf_bytes(b) + b->at;
    int32_t n = pvmi_decode_word(b->encoding, wire);
    b->at += 4;
    left -= 4;
    if (n < 0)
        return PvmBadMsg;
    if ((size_t)n > left) { /* unpack what there is, as PVM, where only a message of PvmDataRaw is used up then */
        memcpy(s, wire + 4, left);
        b->at = b->encoding == PvmDataRaw ? b->len_bytes : b->at;
        return PvmNoData;
    }
    memcpy(s, wire + 4, (size_t)n);
    size_t taken = (size_t)n + pvmi_padding(b->encoding, (size_t)n);
    b->at += taken <= left ? taken : left;
    return PvmOk;
}

/* ---- the calls ---- */

/* The types whose items may be unpacked as this one without harm. */
static unsigned fitting(const struct pvmi_buf *b, int pvm_type)
{
    static const unsigned whole = 1u << PVM_INT | 1u << PVM_UINT | 1u << PVM_SHORT | 1u << PVM_USHORT,
                          single = 1u << PVM_FLOAT | 1u << PVM_CPLX, twice = 1u << PVM_DOUBLE | 1u << PVM_DCPLX,
                          wide = 1u << PVM_LONG | 1u << PVM_ULONG, text = 1u << PVM_STR | 1u << PVM_BYTE;
    static const unsigned of[] = {[PVM_STR] = text | 1u << PVM_INT,
                                  [PVM_BYTE] = text,
                                  [PVM_SHORT] = whole,
                                  [PVM_INT] = whole | 1u << PVM_STR,
                                  [PVM_FLOAT] = single,
                                  [PVM_CPLX] = single,
                                  [PVM_DOUBLE] = twice,
                                  [PVM_DCPLX] = twice,
                                  [PVM_LONG] = wide,
                                  [PVM_USHORT] = whole,
                                  [PVM_UINT] = whole | 1u << PVM_STR,
                                  [PVM_ULONG] = wide};
    if (b->encoding != PvmDataDefault && pvm_type == PVM_BYTE)
        return PVMI_ANY_TYPE;
    return of[pvm_type] | (b->encoding != PvmDataDefault ? 1u << PVM_BYTE : 0);
}

/* Notes a type that nobody has packed into the message: the program's fault, of which no code speaks. */
static void note_type(struct pvm_task *t, const struct pvmi_buf *b, const char *call, int pvm_type)
{
    if (b->types == 0 || (b->types & fitting(b, pvm_type)) != 0 || t->fault[0] != 0)
        return;
    int n = snprintf(t->fault, sizeof t->fault, "called %s for a message of %zu bytes by", call, b->len_bytes);
    for (int type = PVM_STR; type <= PVM_ULONG && n < (int)sizeof t->fault; type++)
        if ((b->types >> type & 1) != 0)
            n += snprintf(t->fault + n, sizeof t->fault - (size_t)n, " pvm_pk%s",
                          type == PVM_STR ? "str" : pvmi_type_of(type)->name);
}

static int unpack(const char *call, const void *from, int pvm_type, void *items, int nitem, int stride)
{
    struct pvm_task *t = pvmi_enter_buffers_call(call, from);
    struct pvmi_buf *b;
    PVMI_ENTRY(t, (long)items, nitem, stride);
    if (nitem < 0)
        return pvmi_return(t, call, PvmBadParam);
    if (t == NULL)
        return pvmi_return(NULL, call, PvmNoBuf);
    pvmi_charge(t, MACH_COST_UNPACK);
    int code = pvmi_buf_active_recv(t, &b);
    if (code == PvmOk)
        code = pvmi_unpack_items(b, pvmi_type_of(pvm_type), items, nitem, stride);
    if (code == PvmOk || code == PvmNoData)
        note_type(t, b, call, pvm_type);
    return pvmi_return(t, call, code);
}

#define UNPACK(SUFFIX, CTYPE, WORDS, CODE, WIRE)                                   \
    PVM_PUBLIC int pvm_upk##SUFFIX(CTYPE *items, int nitem, int stride)            \
    {                                                                              \
        return unpack("pvm_upk" #SUFFIX, PVMI_CALLER, CODE, items, nitem, stride); \
    }
PVMI_TYPES(UNPACK)

PVM_PUBLIC int pvm_upkstr(char *s)
{
    struct pvm_task *t = pvmi_enter_buffers();
    struct pvmi_buf *b;
    PVMI_ENTRY(t, (long)s);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_upkstr", PvmNoBuf);
    pvmi_charge(t, MACH_COST_UNPACK);
    int code = pvmi_buf_active_recv(t, &b);
    if (code == PvmOk)
        code = pvmi_unpack_string(b, s);
    if (code != PvmNoBuf)
        note_type(t, b, "pvm_upkstr", PVM_STR);
    return pvmi_return(t, "pvm_upkstr", code);
}
