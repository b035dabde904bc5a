/* requests.c - what a task asks its daemon, and the answers, which may come while another one is awaited: a signal's
 * handler asks inside the program's wait. */
#include "cluster/task/task.h"

#include <string.h>

#include "pvm3.h"
#include "run_events.h"

/* Returns the note that answers that round, or 0. */
static uint64_t find_answer(struct cluster_machine *c, uint64_t round)
{
    uint64_t *at = &c->slot->answers;
    while (*at != 0 && cluster_note(&c->region, *at)->round != round)
        at = &cluster_note(&c->region, *at)->next;
    uint64_t note = *at;
    if (note != 0)
        *at = cluster_note(&c->region, note)->next;
    return note;
}

/* Returns the round of the question, or 0: there is no room. */
static uint64_t put_question(struct cluster_machine *c, int request, const void *body, uint32_t len_bytes)
{
    uint64_t bytes = len_bytes > 0 ? cluster_room(c, len_bytes) : 0;
    uint64_t at = len_bytes == 0 || bytes != 0 ? cluster_own_note(c) : 0;
    if (at == 0)
        return 0;
    struct cluster_note *n = cluster_note(&c->region, at);
    if (len_bytes > 0)
        memcpy(c->region.base + bytes, body, len_bytes);
    n->kind = CLUSTER_REQUEST;
    n->src_tid = c->slot->tid;
    n->request = request;
    n->len_bytes = len_bytes;
    n->body = bytes;
    uint64_t round = n->round = ++c->round;
    cluster_tell_daemon(c, at);
    return round;
}

int cluster_ask(struct cluster_machine *c, int request, const void *body, uint32_t len_bytes, uint64_t *answer)
{
    uint64_t note;
    uint32_t bell;
    if (c->gone)
        return PvmSysErr;
    uint64_t round = put_question(c, request, body, len_bytes);
    if (round == 0)
        return PvmNoMem;
    cluster_watch_note(c, request == CLUSTER_MEET ? CLUSTER_EVENT_MEET : CLUSTER_EVENT_ASK, 0, 0);
    while (bell = cluster_bell(c), (note = find_answer(c, round)) == 0) {
        if (!cluster_sleep(c, MACH_FOREVER, bell))
            return PvmSysErr;
        cluster_look(c);
    }
    cluster_watch_goes_on(c, NULL);
    int result = cluster_note(&c->region, note)->result;
    if (answer != NULL)
        *answer = note;
    else
        cluster_note_free(&c->region, note);
    return result;
}

int cluster_control(void *m, int request, const void *body, uint32_t len_bytes, struct mach_frame **reply)
{
    struct cluster_machine *c = m;
    uint64_t note = 0;
    *reply = NULL;
    int code = request < CLUSTER_JOIN ? cluster_ask(c, request, body, len_bytes, &note) : PvmBadParam;
    const struct cluster_note *n = note != 0 ? cluster_note(&c->region, note) : NULL;
    if (code >= 0 && n != NULL && n->len_bytes > 0) {
        int made = cluster_frame_new(c, n->len_bytes, reply);
        if (made == 0)
            memcpy((*reply)->body, c->region.base + n->body, n->len_bytes);
        else
            code = made;
    }
    if (note != 0)
        cluster_note_free(&c->region, note);
    return code;
}
