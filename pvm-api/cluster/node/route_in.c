/* route_in.c - messages from other nodes: where they come to lie, and what their senders hear of it. */
#include <stdlib.h>
#include <string.h>

#include "cluster/node/local.h"

uint64_t route_bytes(const struct cluster_note *f)
{
    return f->src_tid > 0 ? f->len_bytes + sizeof *f : 0;
}

struct word route_word(const struct cluster_note *f)
{
    return (struct word){.kind = WORD_FRAME,
                         .len_bytes = f->len_bytes,
                         .src_tid = f->src_tid,
                         .dst_tid = f->dst_tid,
                         .tag = f->tag,
                         .context = f->context,
                         .encoding = f->encoding,
                         .wid = f->wid,
                         .serial = f->serial};
}

void route_tell_taken(struct node *n, int32_t tid, int number, uint64_t bytes, bool ended)
{
    struct word w = {.kind = WORD_TAKEN, .dst_tid = tid, .round = bytes, .result = ended};
    link_send(n, number, &w, NULL);
}

uint64_t route_begin(struct node *n, const struct word *w, void **body)
{
    uint64_t note = local_note(n, &n->frames, w, NULL);
    const struct cluster_note *f = note != 0 ? cluster_note(&n->region, note) : NULL;
    *body = f != NULL && f->body != 0 ? n->region.base + f->body : NULL;
    return note;
}

bool route_fits(const struct node *n, const struct word *w)
{
    return w->kind != WORD_FRAME || w->len_bytes <= n->region.header->arena_bytes / 2;
}

void route_dropped(struct node *n, int number, const struct word *w)
{
    fprintf(stderr,
            "pvmnode: %s: a message of %u bytes from t%x to t%x is lost: this node has room for one of %llu bytes\n",
            n->name, w->len_bytes, (unsigned)w->src_tid, (unsigned)w->dst_tid,
            (unsigned long long)n->region.header->arena_bytes / 2);
    if (w->src_tid > 0)
        route_tell_taken(n, w->dst_tid, number, w->len_bytes + sizeof(struct cluster_note), false);
}

static void count_given(struct local *to, int number, uint64_t bytes)
{
    if (number >= to->ngiven) {
        uint64_t *more = realloc(to->given, (size_t)(number + 1) * sizeof *more);
        if (more == NULL)
            return;
        memset(more + to->ngiven, 0, (size_t)(number + 1 - to->ngiven) * sizeof *more);
        to->given = more;
        to->ngiven = number + 1;
    }
    to->given[number] += bytes;
}

void route_arrived(struct node *n, int number, uint64_t note)
{
    struct cluster_note *f = cluster_note(&n->region, note);
    struct local *to = local_of(n, f->dst_tid);
    bool counts = f->src_tid > 0; /* the system's are not counted where they are sent */
    f->arrived = cluster_now(&n->region);
    if (to == NULL) {
        if (counts)
            route_tell_taken(n, f->dst_tid, number, route_bytes(f), true);
        cluster_note_free(&n->region, note);
    } else {
        if (counts)
            count_given(to, number, route_bytes(f));
        cluster_give(&n->region, to->slot, note);
    }
}
