/* control_nodes.c - the control program: what its files share: nodes by name and tid, and a message from a node. */
#include <string.h>

#include "control_int.h"

/* The one that is there, if there is one: others of that name have been there before. */
int control_node_named(struct control *c, const char *name, bool *there)
{
    struct control_node one;
    int state, found = -1;
    *there = false;
    for (int i = 0; !*there && (state = c->ops->node(c->m, i, &one)) >= 0; i++)
        if (strcmp(one.name, name) == 0) {
            *there = state > 0;
            found = i;
        }
    return found;
}

bool control_node_there(struct control *c, int32_t node_tid)
{
    struct control_node n;
    int number = tid_node_number(node_tid);
    return number >= 0 && c->ops->node(c->m, number, &n) > 0;
}

void control_send(struct control *c, int32_t from_node_tid, int32_t dst, int tag, int context, struct wire_out *body,
                  uint32_t uncounted_bytes)
{
    struct control_node host;
    if (c->ops->node(c->m, 0, &host) >= 0 && !body->bad) {
        if (from_node_tid == 0)
            from_node_tid = host.tid;
        struct control_delivery l = {.from_node_tid = from_node_tid,
                                     .src = tid_system_of(from_node_tid != host.tid ? from_node_tid : 0),
                                     .dst = dst,
                                     .tag = tag,
                                     .context = context,
                                     .bytes = body->bytes,
                                     .len_bytes = body->len,
                                     .counted_bytes = body->len - uncounted_bytes};
        c->ops->deliver(c->m, &l);
    }
    free(body->bytes);
}
