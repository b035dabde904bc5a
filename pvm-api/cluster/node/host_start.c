/* host_start.c - the tasks of a spawn: each node starts its part, all at once, and the parts' answers become one. */
#include <stdlib.h>

#include "cluster/node/host.h"
#include "pvm3.h"

/* The new tasks are known before they say anything: a node answers before they can ask. */
static void note(struct host *h, const struct started *a)
{
    const struct control_start *s = a->about;
    for (int i = 0; i < a->count; i++) {
        struct record *r = a->tids[i] > 0 ? record_new(h, a->tids[i], s->request->file) : NULL;
        if (r == NULL)
            continue;
        r->parent_tid = s->parent_tid;
        r->context = s->request->context;
        r->batch = a->batch;
        r->nth = a->nth[i];
        r->service = s->service != 0;
        r->lives = r->has_process = true;
        r->output = s->output;
        r->trace = s->trace;
        h->processes += !r->service;
        struct control_about about = record_about(r);
        control_tell_made(h->control, &about, s->parent_tid, s->flags, r->file);
        control_tell_output(h->control, &about, CONTROL_OUTPUT_MADE, NULL);
    }
}

/* Its tids are of that node and new, or it lies. */
static bool are_new(const struct host *h, const struct started *a)
{
    for (int i = 0; i < a->count; i++) {
        const struct record *r = record_find(h, a->tids[i]);
        if (a->tids[i] > 0 && (tid_node_number(a->tids[i]) != a->number || (r != NULL && r->lives)))
            return false;
    }
    return true;
}

bool host_started(struct host *h, int from, const struct word *w, const void *body)
{
    struct wire_in in = {body, w->len_bytes, 0, 0};
    bool awaited = w->len_bytes == 0;
    for (struct started *a = h->awaited; a != NULL; a = a->next)
        if (a->round == w->round && a->number == from && !a->known) {
            for (int i = 0; i < a->count; i++)
                a->tids[i] = wire_get_int(&in);
            if (in.bad || !are_new(h, a))
                return false; /* its connection ends, and with it this */
            a->known = true;
            h->look = true;
            note(h, a);
            awaited = true;
        }
    return awaited;
}

void host_unstarted(struct host *h, int number)
{
    for (struct started *a = h->awaited; a != NULL; a = a->next)
        if (a->number == number && !a->known) {
            for (int i = 0; i < a->count; i++)
                a->tids[i] = PvmNoHost;
            a->known = true;
            h->look = true;
        }
}

/* Asks each node for its part, all at once; they answer in their own time. */
static void ask_nodes(struct host *h, const struct control_start *s, struct started *parts)
{
    const struct control_spawn *r = s->request;
    for (int i = 0; i < s->nnodes; i++) {
        struct wire_out out = {NULL, 0, 0, 0};
        parts[i].round = ++h->round;
        if (parts[i].count == 0)
            continue;
        cluster_start_put(&out, &(struct cluster_start){r->file, parts[i].count, r->args, r->folder, r->spawner_folder,
                                                        r->pvm_path, r->variables, s->service});
        struct word w = {.kind = WORD_START, .round = parts[i].round, .len_bytes = out.len};
        parts[i].known = false;
        parts[i].about = s;
        parts[i].batch = h->batch;
        parts[i].next = h->awaited;
        h->awaited = &parts[i];
        if (parts[i].number == 0)
            (void)node_serve(h->node, 0, &w, out.bytes);
        else
            link_send(h->node, parts[i].number, &w, out.bytes);
        free(out.bytes);
    }
}

static bool all_known(const struct started *parts, int n)
{
    for (int i = 0; i < n; i++)
        if (!parts[i].known)
            return false;
    return true;
}

static void forget(struct host *h, const struct started *parts, int n)
{
    for (struct started **at = &h->awaited; *at != NULL;)
        if (*at >= parts && *at < parts + n)
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

static int processors_of(const struct host *h, int number)
{
    const struct link *l = h->node->link[number];
    int many = number == 0 ? gate_processors() : l != NULL ? l->processors : 1;
    return many > 0 ? many : 1;
}

/* The node behind the one that was chosen last comes first. */
static int first_part(const struct host *h, const struct control_start *s)
{
    for (int i = 0; i < s->nnodes; i++)
        if (s->nodes[i] >= h->next_node)
            return i;
    return 0;
}

/* Task i goes to the next node in turn, as PVM does; by slot, to the one that has the next processor; to none that has
 * as many as a node takes. chosen[i]: its part. */
static void choose(struct host *h, const struct control_start *s, int count, struct started *parts, int *chosen)
{
    int part = first_part(h, s), used = h->by_slot ? h->next_slot : 0;
    for (int i = 0; i < count; i++, used++) {
        while (used >= (h->by_slot ? processors_of(h, s->nodes[part]) : 1) || parts[part].count == CLUSTER_SLOTS) {
            part = (part + 1) % s->nnodes;
            used = 0;
        }
        parts[part].nth[parts[part].count++] = i;
        chosen[i] = part;
    }
    bool full = !h->by_slot || used >= processors_of(h, s->nodes[part]);
    h->next_node = (s->nodes[part] + full) % h->nplaces;
    h->next_slot = full ? 0 : used;
}

int host_start(void *m, const struct control_start *s, int32_t *tids)
{
    struct host *h = m;
    int n = s->nnodes, count = s->request->count, started = 0;
    if (n == 0)
        return PvmNoHost;
    for (; count > CLUSTER_SLOTS * n; count--)
        tids[count - 1] = PvmOutOfRes;
    struct started *parts = calloc((size_t)n, sizeof *parts);
    int32_t *got = calloc((size_t)count * (size_t)n, sizeof *got);
    int *chosen = calloc((size_t)count * (size_t)(n + 1), sizeof *chosen), *nth = chosen + count;
    if (parts == NULL || got == NULL || chosen == NULL) {
        free(parts);
        free(got);
        free(chosen);
        return PvmNoMem;
    }
    for (int i = 0; i < n; i++)
        parts[i] = (struct started){.number = s->nodes[i],
                                    .tids = got + (size_t)i * (size_t)count,
                                    .nth = nth + (size_t)i * (size_t)count,
                                    .known = true};
    choose(h, s, count, parts, chosen);
    h->batch++;
    struct fiber *f = h->running;
    if (f != NULL && f->batch == 0) {
        f->next_spawning = h->spawning;
        h->spawning = f;
    }
    if (f != NULL)
        f->batch = h->batch;
    ask_nodes(h, s, parts);
    while (!all_known(parts, n))
        fiber_yield(h);
    forget(h, parts, n);
    for (int i = 0; i < n; i++)
        parts[i].count = 0;
    for (int i = 0; i < count; i++) {
        struct started *p = &parts[chosen[i]];
        tids[i] = p->tids[p->count++];
        started += tids[i] > 0;
    }
    free(parts);
    free(got);
    free(chosen);
    return started;
}
