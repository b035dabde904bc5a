/* host_heard.c - what node 0 hears of tasks: what they print, and that they have ended. What it hears of a task whose
 * spawn is not over waits for that. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cluster/node/host.h"

static void hear_line(struct host *h, const struct word *w, const void *body)
{
    const struct record *r = record_find(h, w->src_tid);
    if (r != NULL && r->output.tid != 0) {
        struct control_about about = record_about(r);
        control_tell_output(h->control, &about, (int)w->len_bytes, body);
    } else {
        host_print_line(h, w->src_tid, body, w->len_bytes);
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
    h->halts |= r->is_master && h->ends_with_master;
    const struct place *p = h->places[tid_node_number(r->node_tid)];
    bool sent = (r->signals_sent >> WTERMSIG(status) % 64 & 1) != 0;
    if (WIFSIGNALED(status) && !sent && !h->node->ending && p->state == PLACE_HERE) {
        char number[16]; /* of one that has no name */
        const char *name = sigabbrev_np(WTERMSIG(status));
        (void)snprintf(number, sizeof number, "%d", WTERMSIG(status));
        host_say(h, "pvmnode: t%x on %s died of SIG%s\n", (unsigned)r->tid, p->name, name != NULL ? name : number);
    }
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

static bool is_announced(const struct host *h, const struct record *r)
{
    const struct fiber *f = h->spawning;
    while (f != NULL && f->batch != r->batch)
        f = f->next_spawning;
    return f == NULL;
}

/* Returns true if the word is kept for later. */
static bool delay(struct host *h, const struct word *w, const void *body)
{
    const struct record *r = record_find(h, w->src_tid);
    struct delayed *d = r != NULL && !is_announced(h, r) ? malloc(sizeof *d + w->len_bytes) : NULL;
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

bool host_heard(struct host *h, int from, const struct word *w, const void *body)
{
    struct record *r;
    if (delay(h, w, body))
        return true;
    if (w->kind == WORD_LINE)
        hear_line(h, w, body);
    else if ((r = record_find(h, w->src_tid)) != NULL)
        host_task_ended(h, r, w->request != 0, w->result);
    return true;
}

void host_announce(struct host *h, const struct fiber *f)
{
    struct delayed *all = h->delayed;
    h->delayed = NULL;
    for (struct fiber **at = &h->spawning; *at != NULL; at = &(*at)->next_spawning)
        if (*at == f) {
            *at = f->next_spawning;
            break;
        }
    while (all != NULL) {
        struct delayed *d = all;
        all = d->next;
        (void)host_heard(h, tid_node_number(d->word.src_tid), &d->word, d->body);
        free(d);
    }
}
