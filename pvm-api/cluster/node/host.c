/* host.c - node 0: what the daemons tell it, and the run from its begin to its end. */
#include "cluster/node/host.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pvm3.h"

struct host *host_new(struct node *n)
{
    struct host *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->node = n;
    h->control = control_new(&host_control_ops, h);
    if (h->control == NULL) {
        free(h);
        return NULL;
    }
    return h;
}

/* ---- what tasks print -------------------------------------------------------------------------------------------- */

static void write_all(const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(STDERR_FILENO, text, len);
        if (n <= 0)
            return;
        text += n;
        len -= (size_t)n;
    }
}

/* One write for a line, so that lines of several processes do not mix. */
static void print(int32_t tid, const char *text, uint32_t len)
{
    char *line = malloc((size_t)len + 32);
    if (line == NULL)
        return;
    if (len > 0 && text[len - 1] == '\n')
        len--;
    int n = snprintf(line, (size_t)len + 32, "[t%x] %.*s\n", (unsigned)tid, (int)len, text);
    write_all(line, (size_t)n);
    free(line);
}

static void hear_line(struct host *h, const struct word *w, const void *body)
{
    const struct record *r = record_find(h, w->src_tid);
    if (r != NULL && r->output.tid != 0) {
        struct control_about about = record_about(r);
        control_tell_output(h->control, &about, (int)w->len_bytes, body);
    } else {
        print(w->src_tid, body, w->len_bytes);
    }
}

/* ---- tasks that end ---------------------------------------------------------------------------------------------- */

/* Requests of a task that has ended are answered no more. They come to their end before the control program forgets the
 * task, as they use what it knows of it. */
static void cut_requests(struct host *h, int32_t tid)
{
    for (struct fiber *f = h->fibers; f != NULL; f = f->next)
        if (f->word.src_tid == tid)
            f->cut = h->look = true;
    fibers_look(h);
}

static void process_ended(struct host *h, struct record *r, int status)
{
    struct control_about about = record_about(r);
    r->has_process = false;
    h->processes -= !r->service;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (r->is_master || (h->copies > 0 && r->batch == 1 && h->code == 0))
        h->code = code;
    const struct place *p = h->places[tid_node_number(r->node_tid)];
    if (WIFSIGNALED(status) && (r->flags & RECORD_EXPECTED) == 0 && !h->node->ending && !p->halted)
        fprintf(stderr, "pvmnode: t%x on %s died of SIG%s\n", (unsigned)r->tid, p->name,
                sigabbrev_np(WTERMSIG(status)));
    if (r->batch != 0)
        control_tell_output(h->control, &about, CONTROL_OUTPUT_END, NULL);
    control_tell_ended(h->control, &about);
}

void host_task_ended(struct host *h, struct record *r, bool process_too, int status)
{
    if (process_too)
        r->exit_status = status;
    if (r->joined && r->lives)
        watch_task_ends(h, r, process_too && WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    if (r->lives) {
        r->lives = false;
        cut_requests(h, r->tid);
        messages_forget(h, NULL, r->tid);
        control_task_ended(h->control, r->tid);
    }
    if (process_too && r->has_process)
        process_ended(h, r, status);
    h->look = true;
}

/* ---- tasks whose spawn is not over ------------------------------------------------------------------------------- */

/* Returns true if the word is kept for later. */
static bool delay(struct host *h, const struct word *w, const void *body)
{
    const struct record *r = record_find(h, w->src_tid);
    struct delayed *d = r != NULL && !r->announced ? malloc(sizeof *d + w->len_bytes) : NULL;
    if (d == NULL)
        return false;
    d->word = *w;
    d->next = NULL;
    if (w->len_bytes > 0)
        memcpy(d->body, body, w->len_bytes);
    if (h->delayed == NULL)
        h->delayed = d;
    else
        h->last_delayed->next = d;
    h->last_delayed = d;
    return true;
}

void host_announce(struct host *h, int batch)
{
    struct delayed *all = h->delayed;
    h->delayed = NULL;
    for (int i = 0; i < h->nrecords; i++)
        h->records[i]->announced |= h->records[i]->batch == batch;
    while (all != NULL) {
        struct delayed *d = all;
        all = d->next;
        host_serve(h->node, tid_node_number(d->word.src_tid), &d->word, d->body);
        free(d);
    }
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

void host_serve(struct node *n, int from, const struct word *w, const void *body)
{
    struct host *h = n->host;
    struct record *r;
    switch (w->kind) {
    case WORD_REQUEST:
        host_asked(h, w, body);
        break;
    case WORD_STARTED:
        host_started(h, w, body);
        host_flushed(h, w->round);
        break;
    case WORD_ENDED:
        if (!delay(h, w, body) && (r = record_find(h, w->src_tid)) != NULL)
            host_task_ended(h, r, w->request != 0, w->result);
        break;
    case WORD_EVENTS:
        watch_records(h, body, w->len_bytes);
        break;
    case WORD_LINE:
        if (!delay(h, w, body))
            hear_line(h, w, body);
        break;
    case WORD_READY:
        place_ready(h, from, w->result);
        break;
    case WORD_DRAINED:
        place_buried(h, w->request, from);
        break;
    case WORD_LOST:
        place_lost(h, w->request, from);
        break;
    default:
        break;
    }
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
    fprintf(stderr, "pvmrun: %s: %s\n", h->argv[0],
            code == PvmNoFile ? "there is no such program, or it cannot be executed" : "no room for another process");
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
    r->lives = r->has_process = r->is_master = r->announced = true;
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
    int started = tids != NULL ? host_control_ops.start(h, &start, tids) : PvmNoMem;
    if (started != h->copies)
        cannot_start(h, tids != NULL ? tids[0] : PvmNoMem);
    host_announce(h, f->batch);
    free(args.bytes);
    free(tids);
}

static void begin_run(struct host *h)
{
    h->run_began = true;
    if (h->argv == NULL)
        return;
    if (h->copies == 0)
        start_master(h);
    else
        fiber_start(h, start_copies, &(struct word){.src_tid = 0}, NULL);
}

/* The run is over when nothing of it has a process any more, but servers of the library. */
void host_goes_on(struct node *n)
{
    struct host *h = n->host;
    fibers_look(h);
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
