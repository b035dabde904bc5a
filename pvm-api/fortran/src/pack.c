/* pack.c - pvmfpack, pvmfunpack: the C call for the type that the first argument names.
 *
 * A STRING is that many bytes, without a NUL and without a length, as in PVM 3.4.6: C unpacks it with pvm_upkbyte, not
 * with pvm_upkstr. Any other type is PvmBadParam, without a line on stderr.
 */
#include "fortran.h"
#include "pvmi_types.h"

/* fpvm3.h and C have the same numbers: BYTE1 INTEGER2 INTEGER4 REAL4 COMPLEX8 REAL8 COMPLEX16 INTEGER8, and STRING. */
#define TYPES(X)                 \
    X(byte, char, 1, PVM_STR, 1) \
    PVMI_SIGNED_TYPES(X)

void pvmfpack_(const int *what, void *items, const int *n, const int *stride, int *info);
void pvmfunpack_(const int *what, void *items, const int *n, const int *stride, int *info);

#define PACK(SUFFIX, T, WORDS, TYPE, WIRE)          \
    case TYPE:                                      \
        *info = pvm_pk##SUFFIX(items, *n, *stride); \
        break;

PVMFI_PUBLIC void pvmfpack_(const int *what, void *items, const int *n, const int *stride, int *info)
{
    pvmi_fortran_calls(PVMFI_CALLER);
    switch (*what) {
        TYPES(PACK)
    default:
        *info = PvmBadParam;
    }
    pvmi_fortran_calls(NULL);
}

#define UNPACK(SUFFIX, T, WORDS, TYPE, WIRE)         \
    case TYPE:                                       \
        *info = pvm_upk##SUFFIX(items, *n, *stride); \
        break;

PVMFI_PUBLIC void pvmfunpack_(const int *what, void *items, const int *n, const int *stride, int *info)
{
    pvmi_fortran_calls(PVMFI_CALLER);
    switch (*what) {
        TYPES(UNPACK)
    default:
        *info = PvmBadParam;
    }
    pvmi_fortran_calls(NULL);
}
