/* encode.c - the two encodings of message data: big-endian words (PvmDataDefault) and the sender's own bytes
 * (PvmDataRaw).
 *
 * It knows nothing of buffers. The caller has made enough room. */
#include "encode.h"

#include <endian.h>
#include <string.h>

#define ROW(SUFFIX, CTYPE, WORDS, CODE, WIRE) \
    {#SUFFIX, CODE, WORDS, sizeof(CTYPE), WIRE, (WORDS) * sizeof(CTYPE), (CTYPE)-1 < (CTYPE)1},
static const struct pvmi_type types[] = {PVMI_TYPES(ROW)};
#undef ROW

const struct pvmi_type *pvmi_type_of(int pvm_type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].pvm_type == pvm_type)
            return &types[i];
    return NULL;
}

int pvmi_signature_of(int encoding)
{
    return encoding == PvmDataDefault   ? PVMI_SIGNATURE_DEFAULT
           : encoding == PvmDataInPlace ? PVMI_SIGNATURE_IN_PLACE
           : encoding == PvmDataTrace   ? PVMI_SIGNATURE_TRACE
                                        : PVMI_SIGNATURE_RAW;
}

int pvmi_encoding_of(int signature)
{
    return signature == PVMI_SIGNATURE_DEFAULT ? PvmDataDefault : signature == PVMI_SIGNATURE_RAW ? PvmDataRaw : -1;
}

/* Whether the encoding is one of big-endian words. */
static bool is_big_endian(int encoding)
{
    return (encoding & ~PvmDataTrace) == PvmDataDefault;
}

size_t pvmi_item_bytes(const struct pvmi_type *type, int encoding)
{
    return is_big_endian(encoding) ? type->words * type->wire_bytes : type->size_bytes;
}

size_t pvmi_padding(int encoding, size_t n)
{
    return is_big_endian(encoding) ? (4 - n % 4) % 4 : 0;
}

/* These words have the same size in memory and in the message: the same loop swaps both ways. */
#define SWAP(NAME, WORD, TO_BIG_ENDIAN)                                           \
    static void NAME(unsigned char *to, const unsigned char *from, size_t nwords) \
    {                                                                             \
        for (size_t i = 0; i < nwords; i++) {                                     \
            WORD w;                                                               \
            memcpy(&w, from + sizeof w * i, sizeof w);                            \
            w = TO_BIG_ENDIAN(w);                                                 \
            memcpy(to + sizeof w * i, &w, sizeof w);                              \
        }                                                                         \
    }
SWAP(swap4, uint32_t, htobe32)
SWAP(swap8, uint64_t, htobe64)

/* These integers are shorter in memory than in the message. Short integers are extended with their upper bit as a sign,
 * even unsigned ones. The original does so too, and a receiver that unpacks them as ints sees the same values. */
static void widen(const struct pvmi_type *type, unsigned char *wire, const unsigned char *items, size_t nwords)
{
    for (size_t i = 0; i < nwords; i++) {
        int64_t v;
        if (type->word_bytes == sizeof(int16_t)) {
            int16_t s;
            memcpy(&s, items + i * sizeof s, sizeof s);
            v = s;
        } else {
            int32_t s;
            memcpy(&s, items + i * sizeof s, sizeof s);
            v = type->is_signed ? s : (int64_t)(uint32_t)s;
        }
        uint64_t big = htobe64((uint64_t)v);
        memcpy(wire + i * type->wire_bytes, (unsigned char *)&big + 8 - type->wire_bytes, type->wire_bytes);
    }
}

/* The reverse of widen. A value that does not fit loses its upper bits, as in the original. */
static void narrow(const struct pvmi_type *type, unsigned char *items, const unsigned char *wire, size_t nwords)
{
    for (size_t i = 0; i < nwords; i++) {
        uint64_t v = 0;
        for (size_t k = 0; k < type->wire_bytes; k++)
            v = v << 8 | wire[i * type->wire_bytes + k];
        if (type->word_bytes == sizeof(uint16_t)) {
            uint16_t s = (uint16_t)v;
            memcpy(items + i * sizeof s, &s, sizeof s);
        } else {
            uint32_t s = (uint32_t)v;
            memcpy(items + i * sizeof s, &s, sizeof s);
        }
    }
}

typedef void resize(const struct pvmi_type *type, unsigned char *to, const unsigned char *from, size_t nwords);

/* From items to the wire or back, which differ only for words that have another length there: widen or narrow. */
static void code_dense(const struct pvmi_type *type, int encoding, unsigned char *to, const unsigned char *from,
                       size_t nitem, resize *words)
{
    if (!is_big_endian(encoding) || type->wire_bytes == 1)
        memcpy(to, from, nitem * type->size_bytes);
    else if (type->word_bytes != type->wire_bytes)
        words(type, to, from, nitem * type->words);
    else if (type->wire_bytes == 4)
        swap4(to, from, nitem * type->words);
    else
        swap8(to, from, nitem * type->words);
}

void pvmi_encode(const struct pvmi_type *type, int encoding, unsigned char *wire, const void *items, size_t nitem,
                 int stride)
{
    const size_t wire_step = pvmi_item_bytes(type, encoding), at_once = stride == 1 ? nitem : 1;
    const ptrdiff_t step = (ptrdiff_t)stride * (ptrdiff_t)type->size_bytes;
    for (size_t i = 0; i < nitem; i += at_once)
        code_dense(type, encoding, wire + i * wire_step, (const unsigned char *)items + (ptrdiff_t)i * step, at_once,
                   widen);
}

void pvmi_decode(const struct pvmi_type *type, int encoding, const unsigned char *wire, void *items, size_t nitem,
                 int stride)
{
    const size_t wire_step = pvmi_item_bytes(type, encoding), at_once = stride == 1 ? nitem : 1;
    const ptrdiff_t step = (ptrdiff_t)stride * (ptrdiff_t)type->size_bytes;
    for (size_t i = 0; i < nitem; i += at_once)
        code_dense(type, encoding, (unsigned char *)items + (ptrdiff_t)i * step, wire + i * wire_step, at_once, narrow);
}

void pvmi_encode_word(int encoding, unsigned char *wire, int32_t value)
{
    pvmi_encode(pvmi_type_of(PVM_INT), encoding, wire, &value, 1, 1);
}

int32_t pvmi_decode_word(int encoding, const unsigned char *wire)
{
    int32_t value;
    pvmi_decode(pvmi_type_of(PVM_INT), encoding, wire, &value, 1, 1);
    return value;
}
