/* host_tasks.c - the list of all tasks that node 0 keeps: also of those that have ended, as a tid is asked about then,
 * too. */
#include <stdlib.h>
#include <string.h>

#include "cluster/node/host.h"

/* Where the tid is, or would be. */
static int place_of(const struct host *h, int32_t tid)
{
    int low = 0, high = h->nrecords;
    while (low < high) {
        int middle = (low + high) / 2;
        if (h->records[middle]->tid < tid)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct record *record_find(const struct host *h, int32_t tid)
{
    int at = place_of(h, tid);
    return at < h->nrecords && h->records[at]->tid == tid ? h->records[at] : NULL;
}

struct record *record_new(struct host *h, int32_t tid, const char *file)
{
    struct record *r = record_find(h, tid);
    if (r != NULL) {
        free(r->file);
        *r = (struct record){.tid = tid, .node_tid = tid_node(tid), .file = strdup(file)};
        return r;
    }
    if (h->nrecords == h->room) {
        int room = h->room * 2 + 64;
        struct record **more = realloc(h->records, (size_t)room * sizeof(struct record *));
        if (more == NULL)
            return NULL;
        h->records = more;
        h->room = room;
    }
    r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    *r = (struct record){.tid = tid, .node_tid = tid_node(tid), .file = strdup(file)};
    int at = place_of(h, tid);
    memmove(h->records + at + 1, h->records + at, (size_t)(h->nrecords - at) * sizeof(struct record *));
    h->records[at] = r;
    h->nrecords++;
    return r;
}

/* A task that nobody spawned has no file, as in PVM. */
struct control_about record_about(const struct record *r)
{
    const char *file = r->file != NULL ? r->file : "";
    int state = (r->batch != 0 ? CONTROL_TASK_SPAWNED : 0) | (r->joined ? CONTROL_TASK_JOINED : 0);
    return (struct control_about){
        .task = {r->tid, r->parent_tid, r->node_tid, state, r->batch != 0 ? file : "", r->pid},
        .file = file,
        .output = r->output,
        .trace = r->trace,
        .service = r->service,
        .exit_status = r->exit_status};
}
