/* hardware.c - broadcasts and barriers: a cluster has no hardware for them that PVM programs could count on, so node 0
 * says who takes part and who waits for whom, and each message is sent on its own. */
#include <stdlib.h>

#include "cluster/task/task.h"
#include "pvm3.h"

/* Asks with a list of tids, and gives the first integer of the answer in *first (may be NULL). */
static int ask(struct cluster_machine *c, int request, const struct cluster_meet *question, int32_t *first)
{
    struct wire_out body = {NULL, 0, 0, 0};
    uint64_t note = 0;
    cluster_meet_put(&body, question);
    int code = body.bad ? PvmNoMem : cluster_ask(c, request, body.bytes, body.len, &note);
    free(body.bytes);
    if (note != 0) {
        const struct cluster_note *n = cluster_note(&c->region, note);
        struct wire_in in = {c->region.base + n->body, n->body != 0 ? n->len_bytes : 0, 0, 0};
        if (first != NULL && code >= 0)
            *first = wire_get_int(&in);
        cluster_note_free(&c->region, note);
    }
    return code;
}

int cluster_broadcast(void *m, int whom, struct mach_frame *f)
{
    struct cluster_machine *c = m;
    struct wire_out body = {NULL, 0, 0, 0};
    uint64_t note = 0;
    control_tid_put(&body, &(struct control_tid){whom});
    int n = cluster_ask(c, CLUSTER_OTHERS, body.bytes, body.len, &note), code = n < 0 ? n : 0;
    free(body.bytes);
    if (note == 0)
        return code;
    const struct cluster_note *a = cluster_note(&c->region, note);
    struct wire_in in = {c->region.base + a->body, a->body != 0 ? a->len_bytes : 0, 0, 0};
    for (int i = 0; i < n && code == 0; i++) {
        f->dst_tid = wire_get_int(&in);
        code = cluster_post(c, f);
    }
    cluster_note_free(&c->region, note);
    return code;
}

int cluster_multicast(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost)
{
    int code = 0;
    (void)cost;
    for (int i = 0; i < n && code == 0; i++) {
        f->dst_tid = tids[i];
        code = tids[i] > 0 ? cluster_post(m, f) : PvmBadParam;
    }
    return code;
}

int cluster_barrier(void *m, int whom, uint32_t status, uint32_t *all)
{
    int32_t brought = 0;
    int code = ask(m, CLUSTER_MEET, &(struct cluster_meet){whom, (int32_t)status, {0, NULL}}, &brought);
    if (code == 0 && all != NULL)
        *all = (uint32_t)brought;
    return code;
}

int cluster_covers(void *m, const int32_t *tids, int n)
{
    return ask(m, CLUSTER_COVERS, &(struct cluster_meet){0, 0, body_ints_of(n, tids)}, NULL) == 1;
}

int cluster_meet(void *m, const int32_t *tids, int n)
{
    return n > 0 ? ask(m, CLUSTER_MEET, &(struct cluster_meet){MACH_MACHINE, 0, body_ints_of(n, tids)}, NULL)
                 : PvmBadParam;
}

int cluster_status(void *m, const uint32_t *own, uint32_t *all)
{
    struct cluster_machine *c = m;
    int32_t lines = 0;
    if (own != NULL && c->slot->who.node == 0)
        return PvmBadParam;
    int code =
        ask(c, CLUSTER_LINES, &(struct cluster_meet){own != NULL, own != NULL ? (int32_t)*own : 0, {0, NULL}}, &lines);
    if (code == 0 && all != NULL)
        *all = (uint32_t)lines;
    return code;
}
