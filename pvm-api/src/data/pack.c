/* pack.c - pvm_pk*: appends items to the active send buffer.
 *
 * The families of calls are made from the list in types.h; encode.c makes the bytes of an item. */
#include "call.h"
#include "data_state.h"
#include "pack.h"
#include "tracing.h"
#include "user_events.h"

#include <string.h>

/* Returns 0 if there are items to pack, 1 if there is nothing to do, or PvmBadParam. */
static int check(const void *items, int nitem)
{
    if (nitem < 0 || (nitem > 0 && items == NULL))
        return PvmBadParam;
    return nitem == 0;
}

static int append_items(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items,
                        int nitem, int stride)
{
    size_t n = (size_t)nitem * pvmi_item_bytes(type, b->encoding);
    size_t pad = type->wire_bytes == 1 ? pvmi_padding(b->encoding, n) : 0;
    unsigned char *wire;
    int code = b->encoding != PvmDataTrace
                   ? pvmi_buf_extend(t, b, n + pad, &wire)
                   : pvmi_user_event_extend(t, b, type->pvm_type, (size_t)nitem, n + pad, &wire);
    if (code < 0)
        return code;
    b->types |= 1u << type->pvm_type;
    pvmi_encode(type, b->encoding, wire, items, (size_t)nitem, stride);
    memset(wire + n, 0, pad);
    return PvmOk;
}

int pvmi_pack_items(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items, int nitem,
                    int stride)
{
    int code = b->encoding == PvmDataInPlace && stride != 1 ? PvmNotImpl : check(items, nitem);
    if (code < 0)
        return code;
    if (code > 0 && !b->read) /* packing nothing empties a buffer that has been read, too */
        return PvmOk;
    if (b->encoding != PvmDataInPlace)
        return append_items(t, b, type, items, nitem, stride);
    return pvmi_inplace_refer(b, items, (size_t)nitem * type->size_bytes);
}

int pvmi_pack_values(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items, int nitem)
{
    int code = check(items, nitem);
    if (code != 0)
        return code < 0 ? code : PvmOk;
    if (b->encoding != PvmDataInPlace)
        return append_items(t, b, type, items, nitem, 1);
    return pvmi_inplace_copy(b, items, (size_t)nitem * type->size_bytes);
}

/* Packs a word with the length (with the NUL), then the bytes. */
int pvmi_pack_string(struct pvm_task *t, struct pvmi_buf *b, const char *s)
{
    if (s == NULL)
        return PvmBadParam;
    if (b->encoding == PvmDataInPlace)
        return PvmNotImpl;
    size_t n = strlen(s) + 1;
    size_t pad = pvmi_padding(b->encoding, n);
    unsigned char *wire;
    if (n > INT32_MAX)
        return PvmNoMem;
    if (b->encoding == PvmDataTrace) {
        int len = (int)n;
        int failed = pvmi_pack_values(t, b, pvmi_type_of(PVM_INT), &len, 1);
        return failed < 0 ? failed : pvmi_pack_values(t, b, pvmi_type_of(PVM_BYTE), s, len);
    }
    int code = pvmi_buf_extend(t, b, 4 + n + pad, &wire);
    if (code < 0)
        return code;
    b->types |= 1u << PVM_STR;
    pvmi_encode_word(b->encoding, wire, (int32_t)n);
    memcpy(wire + 4, s, n);
    memset(wire + 4 + n, 0, pad);
    return PvmOk;
}

/* ---- the calls ---- */

/* The count is checked before the buffer, as in the original. */
static int pack(const char *call, const void *from, int pvm_type, const void *items, int nitem, int stride)
{
    struct pvm_task *t = pvmi_enter_buffers_call(call, from);
    struct pvmi_buf *b;
    PVMI_ENTRY(t, (long)items, nitem, stride);
    if (nitem < 0)
        return pvmi_return(t, call, PvmBadParam);
    if (t == NULL)
        return pvmi_return(NULL, call, PvmNoBuf);
    pvmi_charge(t, MACH_COST_PACK);
    int code = pvmi_buf_active_send(t, &b);
    if (code == PvmOk)
        code = pvmi_pack_items(t, b, pvmi_type_of(pvm_type), items, nitem, stride);
    return pvmi_return(t, call, code);
}

#define PACK(SUFFIX, CTYPE, WORDS, CODE, WIRE)                                  \
    PVM_PUBLIC int pvm_pk##SUFFIX(CTYPE *items, int nitem, int stride)          \
    {                                                                           \
        return pack("pvm_pk" #SUFFIX, PVMI_CALLER, CODE, items, nitem, stride); \
    }
PVMI_TYPES(PACK)

PVM_PUBLIC int pvm_pkstr(char *s)
{
    struct pvm_task *t = pvmi_enter_buffers();
    struct pvmi_buf *b;
    PVMI_ENTRY(t, (long)s);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_pkstr", PvmNoBuf);
    pvmi_charge(t, MACH_COST_PACK);
    int code = pvmi_buf_active_send(t, &b);
    if (code == PvmOk && b->encoding == PvmDataTrace && s != NULL) /* only the characters, as in PVM 3.4.6 */
        code = pvmi_pack_values(t, b, pvmi_type_of(PVM_BYTE), s, (int)strlen(s));
    else if (code == PvmOk)
        code = pvmi_pack_string(t, b, s);
    return pvmi_return(t, "pvm_pkstr", code);
}
