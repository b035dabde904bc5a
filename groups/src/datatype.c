/* datatype.c - the types that the collectives carry, from one list. */
#include "datatype.h"

#include "pvm3.h"

/* X(suffix of pvm_pk..., type, C type, values of it in one item) */
#define TYPES(X)                     \
    X(byte, PVM_BYTE, char, 1)       \
    X(short, PVM_SHORT, short, 1)    \
    X(int, PVM_INT, int, 1)          \
    X(float, PVM_FLOAT, float, 1)    \
    X(cplx, PVM_CPLX, float, 2)      \
    X(double, PVM_DOUBLE, double, 1) \
    X(dcplx, PVM_DCPLX, double, 2)   \
    X(long, PVM_LONG, long, 1)

#define CALLS(SUFFIX, TYPE, T, VALUES)            \
    static int pack_##SUFFIX(void *item, int n)   \
    {                                             \
        return pvm_pk##SUFFIX((T *)item, n, 1);   \
    }                                             \
    static int unpack_##SUFFIX(void *item, int n) \
    {                                             \
        return pvm_upk##SUFFIX((T *)item, n, 1);  \
    }
TYPES(CALLS)

#define ROW(SUFFIX, TYPE, T, VALUES) [TYPE] = {(VALUES) * sizeof(T), pack_##SUFFIX, unpack_##SUFFIX},
static const struct grp_datatype types[] = {TYPES(ROW)};

const struct grp_datatype *grp_datatype(int datatype)
{
    int known = datatype >= 0 && (size_t)datatype < sizeof types / sizeof types[0] && types[datatype].size_bytes > 0;
    return known ? &types[datatype] : NULL;
}
