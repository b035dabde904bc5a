/* pack.c - pvmfpack, pvmfunpack: the C call of the type that their first argument names.
 *
 * A STRING is so many bytes, with no NUL and no length of its own, as in PVM 3.4.6: pvm_upkbyte takes it, pvm_upkstr
 * not. Another type is PvmBadParam, without a line on stderr.
 */
#include "fortran.h"
#include "pvmi_types.h"

/* The numbers of fpvm3.h are those of C: BYTE1 INTEGER2 INTEGER4 REAL4 COMPLEX8 REAL8 COMPLEX16 INTEGER8, and
 * STRING. */
#define TYPES(X)                 \
    X(byte, char, 1, PVM_STR, 1) \
    PVMI_SIGNED_TYPES(X)

void pvmfpack_(const int *what, void *items, const int *n, const int *stride, int *info);
void pvmfunpack_(const int *what, void *items, const int *n, const int *stride, int *info);

#define PACK(SUFFIX, T, WORDS, TYPE, WIRE)          \
    case TYPE:                                      \
        *info = pvm_pk##SUFFIX(items, *n, *stride); \
        return;

PVMFI_PUBLIC void pvmfpack_(const int *what, void *items, const int *n, const int *stride, int *info)
{
    switch (*what) {
        TYPES(PACK)
    }
    *info = PvmBadParam;
}

#define UNPACK(SUFFIX, T, WORDS, TYPE, WIRE)         \
    case TYPE:                                       \
        *info = pvm_upk##SUFFIX(items, *n, *stride); \
        return;

PVMFI_PUBLIC void pvmfunpack_(const int *what, void *items, const int *n, const int *stride, int *info)
{
    switch (*what) {
        TYPES(UNPACK)
    }
    *info = PvmBadParam;
}
