/* rules.c - which words may come from which node, and how long they are. Who breaks the rules is not one of us any
 * more: its connection is closed, as if it had died. */
#include "cluster/node/node.h"

#define MOST_BYTES UINT32_C(0x7fffffff)

enum sender {
    BY_ANY = 1,
    BY_HOST,     /* node 0 */
    BY_OWNER,    /* the node of src_tid */
    BY_RECEIVER, /* the node of dst_tid */
    BY_ITS_NODE  /* of a message: the node of src_tid, or node 0 for the system */
};

enum reader { TO_ANY, TO_HOST };

static const struct rule {
    uint32_t least, most; /* of the body [byte] */
    enum sender by;
    enum reader to;
} rules[] = {[WORD_FRAME] = {0, MOST_BYTES, BY_ITS_NODE, TO_ANY},
             [WORD_TAKEN] = {0, 0, BY_RECEIVER, TO_ANY},
             [WORD_REQUEST] = {0, MOST_BYTES, BY_OWNER, TO_HOST},
             [WORD_ANSWER] = {0, MOST_BYTES, BY_HOST, TO_ANY},
             [WORD_START] = {1, MOST_BYTES, BY_HOST, TO_ANY},
             [WORD_STARTED] = {0, CLUSTER_SLOTS * 8, BY_ANY, TO_HOST},
             [WORD_ENDED] = {0, 0, BY_OWNER, TO_HOST},
             [WORD_EVENTS] = {0, 1 << 20, BY_OWNER, TO_HOST},
             [WORD_LINE] = {1, 1 << 16, BY_OWNER, TO_HOST},
             [WORD_SIGNAL] = {0, 0, BY_ITS_NODE, TO_ANY},
             [WORD_FLUSH] = {0, 0, BY_HOST, TO_ANY},
             [WORD_MARK] = {0, 0, BY_ANY, TO_ANY},
             [WORD_WHERE] = {0, 0, BY_ANY, TO_HOST},
             [WORD_MEET] = {1, 256, BY_HOST, TO_ANY},
             [WORD_WELCOME] = {1, 1024, BY_HOST, TO_ANY},
             [WORD_DEAD] = {0, 0, BY_HOST, TO_ANY},
             [WORD_DRAINED] = {0, 0, BY_ANY, TO_HOST},
             [WORD_LOST] = {0, 0, BY_ANY, TO_HOST},
             [WORD_HALT] = {0, 0, BY_HOST, TO_ANY},
             [WORD_BEAT] = {0, 0, BY_ANY, TO_HOST},
             [WORD_EXPECT] = {GATE_TOKEN_CHARS, GATE_TOKEN_CHARS, BY_OWNER, TO_ANY},
             [WORD_EXPECTED] = {GATE_TOKEN_CHARS, GATE_TOKEN_CHARS, BY_RECEIVER, TO_ANY},
             [WORD_WAKE] = {0, 0, BY_ANY, TO_ANY},
             [WORD_ASLEEP] = {0, 0, BY_ANY, TO_ANY}};

static bool may_send(enum sender by, int from, const struct word *w)
{
    switch (by) {
    case BY_HOST:
        return from == 0;
    case BY_OWNER:
        return tid_node_number(w->src_tid) == from;
    case BY_RECEIVER:
        return tid_node_number(w->dst_tid) == from;
    case BY_ITS_NODE:
        return from == 0 || tid_node_number(w->src_tid) == from;
    default:
        return true;
    }
}

bool word_is_right(const struct node *n, int from, const struct word *w)
{
    const struct rule *r = w->kind < sizeof rules / sizeof *rules ? &rules[w->kind] : NULL;
    if (r == NULL || r->by == 0 || w->len_bytes < r->least || w->len_bytes > r->most)
        return false;
    return (r->to == TO_ANY || n->host != NULL) && may_send(r->by, from, w);
}

void word_is_wrong(const struct node *n, int from, const struct word *w)
{
    fprintf(stderr, "pvmnode: %s: node %d says what it may not (word %u, %u bytes); the connection to it is closed\n",
            n->name, from, w->kind, w->len_bytes);
}
