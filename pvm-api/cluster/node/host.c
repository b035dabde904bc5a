/* host.c - node 0: what the daemons tell it, and the run from its begin to its end. */
#include "cluster/node/host.h"

#include <stdlib.h>
#include <unistd.h>

#include "pvm3.h"

struct host *host_new(struct node *n)
{
    struct host *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->node = n;
    h->screen.fd = h->resolver.fd = -1;
    h->control = control_new(&host_control_ops, h);
    if (h->control == NULL) {
        free(h);
        return NULL;
    }
    return h;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static bool events(struct host *h, int from, const struct word *w, const void *body)
{
    watch_records(h, body, w->len_bytes);
    return true;
}

static bool started(struct host *h, int from, const struct word *w, const void *body)
{
    host_flushed(h, from, w->round);
    return host_started(h, from, w, body);
}

static bool of_nodes(struct host *h, int from, const struct word *w, const void *body)
{
    if (w->kind == WORD_WHERE)
        place_introduce(h, from, w->request);
    else if (w->kind == WORD_DRAINED)
        place_buried(h, w->request, from);
    else if (w->kind == WORD_LOST)
        place_lost(h, w->request, from);
    return true; /* of WORD_BEAT it is all that it has come */
}

static bool (*const handlers[])(struct host *h, int from, const struct word *w, const void *body) = {
    [WORD_REQUEST] = host_asked, [WORD_STARTED] = started, [WORD_EVENTS] = events,
    [WORD_ENDED] = host_heard,   [WORD_LINE] = host_heard, [WORD_WHERE] = of_nodes,
    [WORD_DRAINED] = of_nodes,   [WORD_LOST] = of_nodes,   [WORD_BEAT] = of_nodes};

/* One that has been deleted may still say what its tasks have printed. */
bool host_serve(struct node *n, int from, const struct word *w, const void *body)
{
    struct host *h = n->host;
    if (w->kind >= sizeof handlers / sizeof *handlers || handlers[w->kind] == NULL)
        return false;
    const struct place *p = from < h->nplaces ? h->places[from] : NULL;
    if (p != NULL && p->state == PLACE_GONE && w->kind != WORD_LINE)
        return true;
    if (p == NULL || (w->kind != WORD_LINE && !place_may_speak(p)))
        return false;
    return handlers[w->kind](h, from, w, body);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static struct cluster_start start_of(struct host *h, struct wire_out *args, char *folder, size_t room)
{
    int n = 0;
    while (h->argv[n + 1] != NULL)
        n++;
    if (getcwd(folder, room) == NULL)
        folder[0] = 0;
    return (struct cluster_start){.file = h->argv[0],
                                  .count = 1,
                                  .args = wire_strs_of(args, n, h->argv + 1),
                                  .folder = folder,
                                  .spawner_folder = folder,
                                  .pvm_path = getenv("PVM_PATH")};
}

static void cannot_start(struct host *h, int code)
{
    host_say(h, "pvmrun: %s: %s\n", h->argv[0],
             code != PvmNoFile ? "no room for another process"
             : h->copies > 0   ? "there is no such program on one of the nodes, or it cannot be executed"
                               : "there is no such program, or it cannot be executed");
    node_end(h->node, 127);
}

/* The user's program, on this node, with our terminal. */
static void start_master(struct host *h)
{
    char folder[4096];
    struct wire_out args = {NULL, 0, 0, 0};
    struct cluster_start s = start_of(h, &args, folder, sizeof folder);
    int32_t tid = start_task(h->node, &s, true);
    free(args.bytes);
    struct record *r = tid > 0 ? record_new(h, tid, h->argv[0]) : NULL;
    if (r == NULL) {
        cannot_start(h, tid);
        return;
    }
    r->parent_tid = PvmNoParent;
    r->lives = r->has_process = r->is_master = true;
    h->processes++;
}

/* Copies of the program on all nodes in turn, which are siblings and have no parent. */
static void start_copies(struct host *h, struct fiber *f)
{
    char folder[4096];
    int nodes[NODES_MOST], n = 0;
    struct wire_out args = {NULL, 0, 0, 0};
    struct cluster_start s = start_of(h, &args, folder, sizeof folder);
    int32_t *tids = calloc((size_t)h->copies, sizeof *tids);
    struct control_node ignored;
    for (int i = 0; i < h->nplaces; i++)
        if (host_control_ops.node(h, i, &ignored) > 0)
            nodes[n++] = i;
    struct control_spawn request = {.file = s.file,
                                    .count = h->copies,
                                    .args = s.args,
                                    .folder = s.folder,
                                    .spawner_folder = s.spawner_folder,
                                    .pvm_path = s.pvm_path};
    struct control_start start = {.request = &request, .parent_tid = PvmNoParent, .nodes = nodes, .nnodes = n};
    int started = tids != NULL ? host_control_ops.start(h, &start, tids) : PvmNoMem, failed = 0;
    while (started > 0 && failed < h->copies && tids[failed] > 0)
        failed++;
    if (started != h->copies)
        cannot_start(h, tids != NULL ? tids[failed] : PvmNoMem);
    host_announce(h, f);
    free(args.bytes);
    free(tids);
}

static void begin_run(struct host *h)
{
    h->run_began = true;
    for (int i = 1; i < h->nplaces && h->all; i++)
        if (h->places[i]->state == PLACE_FAILED) {
            node_end(h->node, 1);
            return;
        }
    if (h->argv == NULL)
        stay_is_up(h);
    else if (h->copies == 0)
        start_master(h);
    else
        fiber_start(h, start_copies, 0, &(struct word){.src_tid = 0}, NULL);
}

/* The run is over when nothing of it has a process any more, but servers of the library. */
void host_goes_on(struct node *n)
{
    struct host *h = n->host;
    do
        fibers_look(h);
    while (messages_ask(h));
    if (n->ending)
        return;
    places_start(h);
    if (!h->run_began && places_settled(h))
        begin_run(h);
    else if (h->halts || (h->run_began && h->argv != NULL && h->processes == 0 && h->awaited == NULL))
        node_end(n, h->code);
}

int host_patience_ms(const struct node *n)
{
    if (first_that_asks(n->host) != NULL)
        return 0;
    if (n->host->look || !n->host->run_began)
        return places_settled(n->host) ? 0 : 1000;
    return n->host->processes == 0 || places_settled(n->host) ? -1 : 1000;
}

/* ---- its end ----------------------------------------------------------------------------------------------------- */

void host_end(struct node *n)
{
    n->ends_in_order = n->carrier != NULL && !n->host->rank_died;
    struct word w = {.kind = WORD_HALT, .request = n->ends_in_order ? HALT_ORDER : HALT_NOW};
    for (int i = 1; i < NODES_MOST; i++)
        link_send(n, i, &w, NULL);
    for (struct link *l = n->retired; l != NULL; l = l->next_retired)
        link_say(n, l, &w, NULL);
}

bool host_awaits_nodes(const struct node *n)
{
    for (int i = 1; i < NODES_MOST; i++)
        if (n->link[i] != NULL)
            return true;
    return n->retired != NULL;
}
