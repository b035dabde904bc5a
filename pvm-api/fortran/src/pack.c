/* pack.c - pvmfpack, pvmfunpack: the C call of the type that their first argument names.
 *
 * A STRING is so many bytes, with no NUL and no length of its own, as in PVM 3.4.6: pvm_upkbyte takes it, pvm_upkstr not.
 * Another type is PvmBadParam, without a line on stderr.
 */
#include "fortran.h"

/* X(the numbers of fpvm3.h, the C call's ending): STRING BYTE1 INTEGER2 INTEGER4 REAL4 COMPLEX8 REAL8 COMPLEX16 INTEGER8 */
#define TYPES(X)         \
    X(PVM_STR, byte)     \
    X(PVM_BYTE, byte)    \
    X(PVM_SHORT, short)  \
    X(PVM_INT, int)      \
    X(PVM_FLOAT, float)  \
    X(PVM_CPLX, cplx)    \
    X(PVM_DOUBLE, double) \
    X(PVM_DCPLX, dcplx)  \
    X(PVM_LONG, long)

void pvmfpack_(const int *what, void *items, const int *n, const int *stride, int *info);
void pvmfunpack_(const int *what, void *items, const int *n, const int *stride, int *info);

#define PACK(TYPE, ENDING)                             \
    case TYPE:                                         \
        *info = pvm_pk##ENDING(items, *n, *stride);    \
        return;

PVMFI_PUBLIC void pvmfpack_(const int *what, void *items, const int *n, const int *stride, int *info)
{
    switch (*what) {
        TYPES(PACK)
    }
    *info = PvmBadParam;
}

#define UNPACK(TYPE, ENDING)                           \
    case TYPE:                                         \
        *info = pvm_upk##ENDING(items, *n, *stride);   \
        return;

PVMFI_PUBLIC void pvmfunpack_(const int *what, void *items, const int *n, const int *stride, int *info)
{
    switch (*what) {
        TYPES(UNPACK)
    }
    *info = PvmBadParam;
}
