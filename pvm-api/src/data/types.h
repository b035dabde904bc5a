/* types.h - the one list of data types: every pack/unpack family, psend, precv, reduce, packf and the tests come from it.
 *
 * Strings are not in it: they have a length word and no item count.
 */
#ifndef PVMI_TYPES_H
#define PVMI_TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include "pvm3.h"

/* X(suffix of pvm_pk, C type of a word, words per item, PVM_ constant, bytes of a word in PvmDataDefault).
 * The wire sizes are those of PVM 3.4.6, but for long: 4 bytes there, cut without an error; 8 here. */
#define PVMI_TYPES(X)                         \
    X(byte, char, 1, PVM_BYTE, 1)             \
    X(short, short, 1, PVM_SHORT, 4)          \
    X(int, int, 1, PVM_INT, 4)                \
    X(float, float, 1, PVM_FLOAT, 4)          \
    X(cplx, float, 2, PVM_CPLX, 4)            \
    X(double, double, 1, PVM_DOUBLE, 8)       \
    X(dcplx, double, 2, PVM_DCPLX, 8)         \
    X(long, long, 1, PVM_LONG, 8)             \
    X(ushort, unsigned short, 1, PVM_USHORT, 4) \
    X(uint, unsigned int, 1, PVM_UINT, 4)     \
    X(ulong, unsigned long, 1, PVM_ULONG, 8)

struct pvmi_type {
    const char *name;  /* as in pvm_pk<name> */
    int pvm_type;      /* PVM_BYTE ... */
    size_t words;      /* per item: 2 for complex numbers */
    size_t word_bytes; /* in memory */
    size_t wire_bytes; /* of a word, in PvmDataDefault */
    size_t size_bytes; /* of an item in memory */
    bool is_signed;
};

/* The type of a PVM_ constant; NULL if it is none, and for PVM_STR. */
const struct pvmi_type *pvmi_type_of(int pvm_type);

#endif
