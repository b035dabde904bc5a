/* host_control.c - what node 0 fills in for the control program (control_program.h). */
#include <stdlib.h>
#include <string.h>

#include "cluster/node/host.h"
#include "pvm3.h"

#define NODE_SPEED 1000
#define NODE_SIGNATURE 0x408c41 /* the data format of a PC's PvmDataRaw, as libpvm3 names it */

/* ---- nodes and tasks --------------------------------------------------------------------------------------------- */

static int op_node(void *m, int number, struct control_node *out)
{
    const struct host *h = m;
    if (number < 0 || number >= h->nplaces)
        return -1;
    *out =
        (struct control_node){tid_of_node(number), h->places[number]->name, CLUSTER_ARCH, NODE_SPEED, NODE_SIGNATURE};
    return place_is_here(h->places[number]);
}

static int op_task(void *m, int32_t tid, struct control_about *out)
{
    const struct record *r = record_find(m, tid);
    if (r == NULL || !r->lives)
        return 0;
    *out = record_about(r);
    return 1;
}

/* Lists the tasks that live or, for one spawn, also those that have ended. */
static int list(const struct host *h, int batch, int32_t **tids)
{
    int n = 0;
    *tids = calloc((size_t)h->nrecords + 1, sizeof **tids);
    if (*tids == NULL)
        return PvmNoMem;
    for (int i = 0; i < h->nrecords; i++)
        if (batch != 0 ? h->records[i]->batch == batch : h->records[i]->lives)
            (*tids)[n++] = h->records[i]->tid;
    return n;
}

static int op_tasks(void *m, int32_t **tids)
{
    return list(m, 0, tids);
}

static bool is_starting(const struct host *h, int batch)
{
    for (const struct started *a = h->awaited; a != NULL; a = a->next)
        if (a->batch == batch && !a->known)
            return true;
    return false;
}

/* By insertion, as lists are short or nearly in order. */
static void sort_by_place(const struct host *h, int32_t *tids, int n)
{
    for (int i = 1; i < n; i++) {
        int32_t tid = tids[i];
        int nth = record_find(h, tid)->nth, at = i;
        for (; at > 0 && record_find(h, tids[at - 1])->nth > nth; at--)
            tids[at] = tids[at - 1];
        tids[at] = tid;
    }
}

/* A task may ask while other nodes have not yet said which tasks they have started. */
static int op_siblings(void *m, int32_t tid, int32_t **tids)
{
    const struct record *r = record_find(m, tid);
    while (r != NULL && is_starting(m, r->batch))
        fiber_yield(m);
    int n = r == NULL || r->batch == 0 ? PvmNoParent : list(m, r->batch, tids);
    if (n > 0)
        sort_by_place(m, *tids, n);
    return n;
}

static int32_t op_home(void *m, int32_t tid)
{
    const struct record *r = record_find(m, tid);
    return r != NULL ? r->node_tid : PvmNoTask;
}

/* ---- signals, messages ------------------------------------------------------------------------------------------- */

static bool is_here(const struct host *h, int number)
{
    return number >= 0 && number < h->nplaces && place_is_here(h->places[number]);
}

static void give(struct host *h, int number, const struct word *w, const void *body)
{
    if (number == 0)
        (void)node_serve(h->node, 0, w, body);
    else
        link_send(h->node, number, w, body);
}

static void op_signal(void *m, int32_t from_tid, int32_t tid, int number)
{
    struct host *h = m;
    struct word w = {.kind = WORD_SIGNAL, .src_tid = from_tid, .dst_tid = tid, .request = number};
    int by = from_tid != 0 ? tid_node_number(from_tid) : tid_node_number(tid);
    struct record *r = record_find(h, tid);
    if (r != NULL)
        r->signals_sent |= UINT64_C(1) << number % 64;
    give(h, is_here(h, by) ? by : tid_node_number(tid), &w, NULL);
}

static void op_deliver(void *m, const struct control_delivery *l)
{
    struct host *h = m;
    int by = l->after_tid != 0 ? tid_node_number(l->after_tid) : -1;
    struct word w = {.kind = WORD_FRAME,
                     .len_bytes = l->len_bytes,
                     .src_tid = l->src,
                     .dst_tid = l->dst,
                     .tag = l->tag,
                     .context = l->context,
                     .encoding = PvmDataDefault,
                     .wid = l->wait_id};
    if (by >= 0 && by < h->nplaces && place_may_speak(h->places[by]))
        message_keep(h, &w, l->bytes, by);
    else
        route_system(h->node, &w, l->bytes);
}

/* ---- waiting, settings ------------------------------------------------------------------------------------------- */

static int op_hold(void *m, int32_t asker_tid)
{
    struct host *h = m;
    const struct fiber *f = h->running;
    fiber_yield(h);
    return f->cut ? PvmSysErr : 0;
}

static void op_release(void *m, int32_t tid)
{
    ((struct host *)m)->look = true;
}

static void op_set_output(void *m, int32_t tid, struct mach_sink to)
{
    struct record *r = record_find(m, tid);
    if (r != NULL)
        r->output = to;
}

static void op_set_trace(void *m, int32_t tid, struct mach_sink to)
{
    struct record *r = record_find(m, tid);
    if (r != NULL)
        r->trace = to;
}

static void op_set_outside(void *m, int32_t tid, int on)
{
    (void)on; /* in real time, nobody waits for a task that waits for people */
}

/* Behind a name may stand options, as in a hostfile. */
static int op_add_nodes(void *m, int32_t asker_tid, const struct body_strs *names, int32_t *codes)
{
    struct host *h = m;
    struct wire_in in = body_strs_in(names);
    int *numbers = calloc((size_t)names->n + 1, sizeof *numbers), added = 0;
    if (numbers == NULL)
        return PvmNoMem;
    for (int i = 0; i < names->n; i++) {
        char name[NODE_NAME_BYTES + 1];
        const char *whole = wire_get_str(&in), *wrong, *wanted;
        size_t len = strcspn(whole, " \t");
        char *options = strdup(whole + len);
        (void)snprintf(name, sizeof name, "%.*s", (int)len, whole);
        numbers[i] = options != NULL ? place_add(h, name) : PvmNoMem;
        codes[i] = numbers[i] < 0 ? numbers[i] : 0;
        if (codes[i] == 0 && (wanted = hostfile_options(h->places[numbers[i]], options, &wrong)) != NULL)
            place_failed(h, numbers[i], PvmBadParam, wanted);
        free(options);
    }
    places_start(h);
    for (int i = 0; i < names->n; i++) {
        while (codes[i] == 0 && h->places[numbers[i]]->state <= PLACE_NAMED)
            fiber_yield(h);
        if (codes[i] == 0)
            codes[i] = place_is_here(h->places[numbers[i]]) ? tid_of_node(numbers[i]) : PvmCantStart;
        if (codes[i] == PvmCantStart && h->places[numbers[i]]->state == PLACE_FAILED)
            codes[i] = h->places[numbers[i]]->code;
        added += codes[i] > 0;
    }
    int32_t *came = calloc((size_t)names->n + 1, sizeof *came);
    int n = 0;
    for (int i = 0; i < names->n && came != NULL; i++)
        if (codes[i] > 0)
            came[n++] = codes[i];
    if (n > 0)
        control_nodes_added(h->control, n, came);
    free(came);
    free(numbers);
    return added;
}

static void op_delete_node(void *m, int number)
{
    place_delete(m, number);
}

static void op_halt(void *m)
{
    ((struct host *)m)->halts = true;
}

/* Numbers of a machine file: there is none. */
static int op_parameter(void *m, const char *name, double *value)
{
    return 0;
}

static mach_ns op_now(void *m)
{
    return cluster_now(&((struct host *)m)->node->region);
}

const struct control_ops host_control_ops = {.node = op_node,
                                             .task = op_task,
                                             .tasks = op_tasks,
                                             .siblings = op_siblings,
                                             .home = op_home,
                                             .start = host_start,
                                             .signal = op_signal,
                                             .deliver = op_deliver,
                                             .hold = op_hold,
                                             .release = op_release,
                                             .set_output = op_set_output,
                                             .set_trace = op_set_trace,
                                             .set_outside = op_set_outside,
                                             .add_nodes = op_add_nodes,
                                             .delete_node = op_delete_node,
                                             .halt = op_halt,
                                             .parameter = op_parameter,
                                             .now = op_now};
