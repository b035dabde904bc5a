/* datatype.h - the types that the collectives carry: their sizes and how they are packed. */
#pragma once

#include <stddef.h>

struct grp_datatype {
    size_t size_bytes; /* 0: no such type */
    int (*pack)(void *item, int nitem);
    int (*unpack)(void *item, int nitem);
};

/* Returns NULL for a type that the collectives do not carry. PVM 3.4.6 takes neither strings nor unsigned types. */
const struct grp_datatype *grp_datatype(int datatype);
