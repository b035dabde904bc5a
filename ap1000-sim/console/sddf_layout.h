/* sddf_layout.h - what trace events consist of, and how that stands in SDDF. */
#ifndef SDDF_LAYOUT_H
#define SDDF_LAYOUT_H

#include <stdio.h>

enum {
    SDDF_VALUES = 32,       /* of one event, at most */
    SDDF_CONSOLE = 0x1000,  /* events that the console makes: */
    SDDF_HOST_ADD = SDDF_CONSOLE + 401,
    SDDF_OUTPUT = SDDF_CONSOLE + 404
};

/* What an event consists of. */
struct sddf_layout {
    int event, n; /* TEV_*, with TEV_EVENT_ENTRY or TEV_EVENT_EXIT; or one of the console's */
    struct {
        int did, type;
    } value[SDDF_VALUES];
    struct sddf_layout *next;
};

/* That of an event, or NULL: it was never described. */
const struct sddf_layout *sddf_known(int event);
/* Keeps a copy, unless it is known. */
void sddf_learn(const struct sddf_layout *l);

void sddf_put_name(FILE *to, int event);
void sddf_describe(FILE *to, const struct sddf_layout *l);

#endif
