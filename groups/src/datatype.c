/* datatype.c - the types that the collectives carry: the signed types in the list of data types. */
#include "datatype.h"

#include "pvmi_types.h"

#define CALLS(SUFFIX, T, WORDS, TYPE, WIRE)       \
    static int pack_##SUFFIX(void *item, int n)   \
    {                                             \
        return pvm_pk##SUFFIX((T *)item, n, 1);   \
    }                                             \
    static int unpack_##SUFFIX(void *item, int n) \
    {                                             \
        return pvm_upk##SUFFIX((T *)item, n, 1);  \
    }
PVMI_SIGNED_TYPES(CALLS)

#define ROW(SUFFIX, T, WORDS, TYPE, WIRE) [TYPE] = {(WORDS) * sizeof(T), pack_##SUFFIX, unpack_##SUFFIX},
static const struct grp_datatype types[] = {PVMI_SIGNED_TYPES(ROW)};

const struct grp_datatype *grp_datatype(int datatype)
{
    int known = datatype >= 0 && (size_t)datatype < sizeof types / sizeof types[0] && types[datatype].size_bytes > 0;
    return known ? &types[datatype] : NULL;
}
