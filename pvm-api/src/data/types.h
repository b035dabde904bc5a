/* types.h - what the library knows about a data type. The list of types is pvmi_types.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pvm3.h"
#include "pvmi_types.h"

struct pvmi_type {
    const char *name;  /* as in pvm_pk<name> */
    int pvm_type;      /* PVM_BYTE ... */
    size_t words;      /* in an item: 2 for complex numbers */
    size_t word_bytes; /* in memory */
    size_t wire_bytes; /* of a word, in PvmDataDefault */
    size_t size_bytes; /* the size of an item in memory */
    bool is_signed;
};

/* Returns the type of a PVM_ constant; NULL if there is no such type, and for PVM_STR. */
const struct pvmi_type *pvmi_type_of(int pvm_type);
