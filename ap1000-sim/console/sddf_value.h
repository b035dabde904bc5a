/* sddf_value.h - the values of trace events, from the active receive buffer to SDDF. `type` is TEV_DATA_* (pvmtev.h). */
#ifndef SDDF_VALUE_H
#define SDDF_VALUE_H

#include <stdbool.h>
#include <stdio.h>

/* The type in a description, and whether the value stands there as an array: strings always do. A complex number is two
 * numbers one after the other. */
const char *sddf_type_name(int type);
bool sddf_is_array(int type);

/* The next int of the message; -1 at its end. */
int sddf_next_int(void);
/* The next value of that type; nothing at the message's end. */
void sddf_put_value(FILE *to, int type);
void sddf_put_text(FILE *to, const char *text);

#endif
