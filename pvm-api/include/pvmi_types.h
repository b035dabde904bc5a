/* pvmi_types.h - the one list of data types. The pack and unpack calls, psend and precv, packf, the collectives of
 * groups, the Fortran calls and the tests are made from it. It is not for user programs, and not installed.
 *
 * Strings are not in it, since they have a length word and no item count. */
#ifndef PVMI_TYPES_LIST_H
#define PVMI_TYPES_LIST_H

#include "pvm3.h"

/* X(suffix of pvm_pk, C type of a word, words per item, PVM_ constant, bytes of a word in PvmDataDefault). The sizes in
 * messages are those of PVM 3.4.6, except for long, which has 8 bytes here (there 4; longer values are cut without an
 * error). The signed types are the types of Fortran, and those that PVM 3.4.6 takes in collectives. */
#define PVMI_SIGNED_TYPES(X)            \
    X(byte, char, 1, PVM_BYTE, 1)       \
    X(short, short, 1, PVM_SHORT, 4)    \
    X(int, int, 1, PVM_INT, 4)          \
    X(float, float, 1, PVM_FLOAT, 4)    \
    X(cplx, float, 2, PVM_CPLX, 4)      \
    X(double, double, 1, PVM_DOUBLE, 8) \
    X(dcplx, double, 2, PVM_DCPLX, 8)   \
    X(long, long, 1, PVM_LONG, 8)
#define PVMI_UNSIGNED_TYPES(X)                  \
    X(ushort, unsigned short, 1, PVM_USHORT, 4) \
    X(uint, unsigned int, 1, PVM_UINT, 4)       \
    X(ulong, unsigned long, 1, PVM_ULONG, 8)
#define PVMI_TYPES(X) PVMI_SIGNED_TYPES(X) PVMI_UNSIGNED_TYPES(X)

#endif
