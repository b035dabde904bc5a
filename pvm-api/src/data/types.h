/* types.h - what the library knows of a data type; the list of them is pvmi_types.h. */
#ifndef PVMI_TYPES_H
#define PVMI_TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include "pvm3.h"
#include "pvmi_types.h"

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
