/* direct_state.c - see direct_state.h. */
#include "cluster/task/direct_state.h"

#include <stdlib.h>

struct direct *direct_of(struct cluster_machine *c)
{
    if (c->direct == NULL) {
        c->direct = calloc(1, sizeof *c->direct);
        if (c->direct != NULL)
            c->direct->epoll = c->direct->wake = -1;
    }
    return c->direct;
}
