/* fortran.h - how a Fortran call arrives in C, for the files of libfpvm3.
 *
 * gfortran's convention: the name is in lower case with an underscore; every argument is passed by address; the length
 * of each character argument is passed by value, behind all other arguments. Results come back through the last
 * argument (mostly `info`). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pvm3.h"
#include "pvmi_fortran.h"

#define PVMFI_CALLER __builtin_return_address(0)
#define PVMFI_PUBLIC __attribute__((visibility("default")))

/* From rows X(name, parameters, statement), PVMFI_DECLARE makes declarations and PVMFI_DEFINE makes functions. */
#define PVMFI_DECLARE(NAME, PARAMETERS, STATEMENT) void NAME##_ PARAMETERS;
#define PVMFI_DEFINE(NAME, PARAMETERS, STATEMENT) \
    PVMFI_PUBLIC void NAME##_ PARAMETERS          \
    {                                             \
        pvmi_fortran_calls(PVMFI_CALLER);         \
        STATEMENT;                                \
        pvmi_fortran_calls(NULL);                 \
    }

/* The longest texts, without their trailing blanks [bytes], as measured on PVM 3.4.6. Longer ones are PvmBadParam. */
#define PVMFI_TEXT_MAX 256
#define PVMFI_GROUP_MAX 31

/* *OUT = CALL. CALL can use the Fortran character argument NAME (with its length NAME_len) as the C string NAME_c. */
#define PVMFI_WITH_TEXT(NAME, MOST, OUT, CALL) \
    char NAME##_c[(MOST) + 1];                 \
    *(OUT) = pvmfi_text_in(NAME##_c, (MOST), NAME, NAME##_len) ? (CALL) : PvmBadParam

/* Makes a C string of a Fortran text, without the trailing blanks; a NUL ends the text, too. Returns false, and "", if
 * it is longer than `most`. Only the low 32 bits of len count, because compilers before gfortran 8 pass an int. */
bool pvmfi_text_in(char *out, size_t most, const char *text, size_t len);

/* Makes a Fortran text of a C string: cut off at the text's length, or filled up with blanks. */
void pvmfi_text_out(char *text, size_t len, const char *s);
