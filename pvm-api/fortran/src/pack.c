/* pack.c - pvmfpack, pvmfunpack: the C call for the type that the first argument names.
 *
 * A STRING is that many bytes, without a NUL and without a length, as in PVM 3.4.6: C unpacks it with pvm_upkbyte, not
 * with pvm_upkstr. Any other type is PvmBadParam, without a line on stderr. */
#include "fortran.h"
#include "pvmi_types.h"

/* fpvm3.h and C have the same numbers: BYTE1 INTEGER2 INTEGER4 REAL4 COMPLEX8 REAL8 COMPLEX16 INTEGER8, and STRING. */
#define TYPES(X)                 \
    X(byte, char, 1, PVM_STR, 1) \
    PVMI_SIGNED_TYPES(X)

#define CASE(SUFFIX, T, WORDS, TYPE, WIRE) \
    case TYPE:                             \
        return packs ? pvm_pk##SUFFIX(items, n, stride) : pvm_upk##SUFFIX(items, n, stride);

static int either(bool packs, int what, void *items, int n, int stride)
{
    switch (what) {
        TYPES(CASE)
    default:
        return PvmBadParam;
    }
}

#define PACK_CALLS(X)                                                                         \
    X(pvmfpack, (const int *what, void *items, const int *n, const int *stride, int *info),   \
      *info = either(true, *what, items, *n, *stride))                                        \
    X(pvmfunpack, (const int *what, void *items, const int *n, const int *stride, int *info), \
      *info = either(false, *what, items, *n, *stride))

PACK_CALLS(PVMFI_DECLARE)
PACK_CALLS(PVMFI_DEFINE)
