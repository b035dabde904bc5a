/* host_asked.c - requests of tasks, as they arrive at node 0. */
#include <stdlib.h>

#include "cluster/node/host.h"
#include "pvm3.h"
#include "system_messages.h"

/* A registered tracer gets its events and its lines. */
static void nobody_spawned(struct host *h, struct record *r)
{
    control_inherit(h->control, &r->output, &r->trace);
    struct control_about about = record_about(r);
    control_tell_made(h->control, &about, -1, -1, "-");
    control_tell_output(h->control, &about, CONTROL_OUTPUT_MADE, NULL);
}

/* A process that joins again is another task, which nobody has spawned. */
static struct record *new_task(struct host *h, const struct fiber *f, const struct cluster_join *j)
{
    struct record *before = f->word.dst_tid != f->word.src_tid ? record_find(h, f->word.dst_tid) : NULL;
    bool goes_on = before != NULL && before->has_process, master = goes_on && before->is_master;
    if (goes_on)
        before->has_process = before->is_master = false;
    struct record *r = record_new(h, f->word.src_tid, j->file);
    if (r == NULL)
        return NULL;
    h->processes += !goes_on;
    r->parent_tid = PvmNoParent;
    r->lives = r->has_process = true;
    r->is_master = master;
    r->pid = j->pid;
    return r;
}

static int join(struct host *h, const struct fiber *f, struct wire_in *in, struct wire_out *out)
{
    struct cluster_join j = cluster_join_get(in);
    struct record *r = record_find(h, f->word.src_tid);
    if (in->bad)
        return PvmBadParam;
    if (f->word.src_tid == 0)
        return PvmOutOfRes;
    if (r == NULL || !r->lives || r->joined)
        r = new_task(h, f, &j);
    if (r == NULL)
        return PvmNoMem;
    r->joined = true;
    r->pid = j.pid;
    if (r->parent_tid == PvmNoParent)
        nobody_spawned(h, r);
    watch_task_begins(h, r, j.file);
    cluster_joined_put(
        out, &(struct cluster_joined){r->parent_tid, r->context, h->nplaces, h->events != NULL, r->output, r->trace});
    return 0;
}

static int others(struct host *h, const struct fiber *f, struct wire_in *in, struct wire_out *out)
{
    int32_t *tids;
    int n = control_others(h->control, f->word.src_tid, control_tid_get(in).tid, h->nplaces - 1, &tids);
    for (int i = 0; i < n; i++)
        wire_put_int(out, tids[i]);
    if (n >= 0)
        free(tids);
    return n;
}

/* The tids may not be aligned in a body. The caller frees them. */
static int32_t *list_of(const struct body_ints *ints)
{
    int32_t *tids = calloc((size_t)ints->n + 1, sizeof *tids);
    for (int i = 0; i < ints->n && tids != NULL; i++)
        tids[i] = body_int_at(ints, i);
    return tids;
}

static int meet(struct host *h, const struct fiber *f, struct wire_in *in, struct wire_out *out)
{
    struct cluster_meet q = cluster_meet_get(in);
    int32_t *tids = list_of(&q.tids);
    uint32_t all = 0;
    mach_ns last;
    if (in->bad || tids == NULL) {
        free(tids);
        return in->bad ? PvmBadParam : PvmNoMem;
    }
    int code = f->word.request == CLUSTER_COVERS
                   ? control_covers(h->control, tids, q.tids.n)
                   : control_meet(h->control, f->word.src_tid, q.whom, tids, q.tids.n, (uint32_t)q.status, &all, &last);
    free(tids);
    wire_put_int(out, (int32_t)all);
    return code;
}

static int lines(struct host *h, const struct fiber *f, struct wire_in *in, struct wire_out *out)
{
    struct cluster_meet q = cluster_meet_get(in);
    int number = tid_node_number(f->word.src_tid);
    uint32_t all = 0;
    if (in->bad || number < 0 || number >= NODES_MOST)
        return PvmBadParam;
    if (q.whom != 0)
        h->lines[number] = (uint32_t)q.status;
    for (int i = 1; i < h->nplaces; i++)
        all |= h->lines[i];
    wire_put_int(out, (int32_t)all);
    return 0;
}

/* The daemons start tasks and nodes themselves, and choose where tasks go. */
static int refuse_role(struct host *h, const struct fiber *f, struct wire_in *in)
{
    static const char *const names[] = {
        [ROLE_HOSTER] = "hoster", [ROLE_TASKER] = "tasker", [ROLE_MANAGER] = "resource manager"};
    struct control_register r = control_register_get(in);
    if (in->bad || r.role < ROLE_HOSTER || r.role > ROLE_MANAGER)
        return PvmBadParam;
    if (!r.on)
        return PvmNoTask;
    host_say(h, "pvmnode: t%x asks to be a %s: on this machine no task can be, pvmnode does that itself\n",
             (unsigned)f->word.src_tid, names[r.role]);
    return PvmNotImpl;
}

static int result_of(struct host *h, struct fiber *f, struct wire_out *out)
{
    struct wire_in in = {f->body, f->word.len_bytes, 0, 0};
    switch (f->word.request) {
    case CLUSTER_JOIN:
        return join(h, f, &in, out);
    case CLUSTER_OTHERS:
        return others(h, f, &in, out);
    case CLUSTER_COVERS:
    case CLUSTER_MEET:
        return meet(h, f, &in, out);
    case CLUSTER_LINES:
        return lines(h, f, &in, out);
    case CONTROL_REGISTER:
        return refuse_role(h, f, &in);
    default:
        return control_answer(h->control, f->word.src_tid, f->word.request, f->body, f->word.len_bytes, out);
    }
}

static void serve(struct host *h, struct fiber *f)
{
    struct wire_out out = {NULL, 0, 0, 0};
    int result = result_of(h, f, &out);
    struct word w = {.kind = WORD_ANSWER,
                     .dst_tid = f->word.src_tid,
                     .request = f->word.request,
                     .result = result,
                     .round = f->word.round,
                     .len_bytes = result >= 0 ? out.len : 0};
    while (f->messages > 0 && !f->cut)
        fiber_yield(h);
    if (f->messages > 0)
        messages_forget(h, f, 0);
    if (f->cut)
        ;
    else if (f->from == 0)
        (void)node_serve(h->node, 0, &w, out.bytes);
    else
        link_send(h->node, f->from, &w, out.bytes);
    free(out.bytes);
    if (f->batch != 0)
        host_announce(h, f);
}

bool host_asked(struct host *h, int from, const struct word *w, const void *body)
{
    unsigned char *copy = malloc((size_t)w->len_bytes + 1);
    if (copy != NULL && w->len_bytes > 0)
        memcpy(copy, body, w->len_bytes);
    if (copy != NULL)
        fiber_start(h, serve, from, w, copy);
    return true;
}
