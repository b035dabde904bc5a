/* fortran.h - how a Fortran call arrives in C, for the files of libfpvm3.
 *
 * gfortran's convention: the name in lower case with an underscore, every argument by its address, and for each
 * character argument its length by value behind all others. Results come back through the last argument (mostly
 * `info`).
 */
#ifndef PVMFI_FORTRAN_H
#define PVMFI_FORTRAN_H

#include <stdbool.h>
#include <stddef.h>

#include "pvm3.h"

#define PVMFI_PUBLIC __attribute__((visibility("default")))

/* Rows X(name, parameters, statement) become declarations, and functions. */
#define PVMFI_DECLARE(NAME, PARAMETERS, STATEMENT) void NAME##_ PARAMETERS;
#define PVMFI_DEFINE(NAME, PARAMETERS, STATEMENT) \
    PVMFI_PUBLIC void NAME##_ PARAMETERS          \
    {                                             \
        STATEMENT;                                \
    }

/* Longest texts without their trailing blanks [bytes], as measured on PVM 3.4.6: more is PvmBadParam. */
#define PVMFI_TEXT_MAX 256
#define PVMFI_GROUP_MAX 31

/* *OUT = CALL, which sees the Fortran character argument NAME (its length: NAME_len) as the C string NAME_c. */
#define PVMFI_WITH_TEXT(NAME, MOST, OUT, CALL) \
    char NAME##_c[(MOST) + 1];                 \
    *(OUT) = pvmfi_text_in(NAME##_c, (MOST), NAME, NAME##_len) ? (CALL) : PvmBadParam

/* A Fortran text as a C string without the trailing blanks; a NUL ends it too. False, and "": longer than `most`. Only
 * the low 32 bits of len count: compilers before gfortran 8 pass an int. */
bool pvmfi_text_in(char *out, size_t most, const char *text, size_t len);

/* A C string as a Fortran text: cut off at its length, or filled with blanks. */
void pvmfi_text_out(char *text, size_t len, const char *s);

#endif
