/* host_messages.c - messages of the system that come behind all that a task has sent: notices of its end. Node 0 asks
 * the task's node whether that is at the receiver's, and sends the message itself then, or when that node is gone. */
#include <stdlib.h>
#include <string.h>

#include "cluster/node/host.h"

void message_keep(struct host *h, const struct word *w, const void *body, int by)
{
    struct kept_message *k = malloc(sizeof *k + w->len_bytes), **last = &h->messages;
    if (k == NULL)
        return;
    *k = (struct kept_message){.word = *w, .by = by, .round = ++h->round, .fiber = h->running};
    if (w->len_bytes > 0)
        memcpy(k->body, body, w->len_bytes);
    while (*last != NULL)
        last = &(*last)->next;
    *last = k;
    if (k->fiber != NULL)
        k->fiber->messages++;
    struct word ask = {.kind = WORD_FLUSH, .dst_tid = w->dst_tid, .round = k->round};
    if (by == 0)
        k->asks = true;
    else
        link_send(h->node, by, &ask, NULL);
}

struct kept_message *first_that_asks(const struct host *h)
{
    struct kept_message *k = h->messages;
    while (k != NULL && !k->asks)
        k = k->next;
    return k;
}

/* Not in message_keep: what node 0's own tasks have sent is served here, and that may end tasks, while the control
 * program is in the middle of telling of an end. */
bool messages_ask(struct host *h)
{
    const bool asked = first_that_asks(h) != NULL;
    for (struct kept_message *k; (k = first_that_asks(h)) != NULL;) {
        struct word ask = {.kind = WORD_FLUSH, .dst_tid = k->word.dst_tid, .round = k->round};
        k->asks = false;
        (void)node_serve(h->node, 0, &ask, NULL);
    }
    return asked;
}

/* Takes it out of the list, and sends it if it is to be. */
static void settle(struct host *h, struct kept_message **at, bool goes)
{
    struct kept_message *k = *at;
    *at = k->next;
    if (goes)
        route_system(h->node, &k->word, k->body);
    if (k->fiber != NULL) {
        k->fiber->messages--;
        h->look = true;
    }
    free(k);
}

void host_flushed(struct host *h, int by, uint64_t round)
{
    struct kept_message **at = &h->messages;
    while (*at != NULL && (*at)->round != round)
        at = &(*at)->next;
    if (*at != NULL && tid_node_number((*at)->word.dst_tid) == by)
        settle(h, at, true);
}

void messages_of_gone(struct host *h, int number)
{
    for (struct kept_message **at = &h->messages; *at != NULL;)
        if (tid_node_number((*at)->word.dst_tid) == number)
            settle(h, at, false);
        else if ((*at)->by == number)
            settle(h, at, true);
        else
            at = &(*at)->next;
}

void messages_forget(struct host *h, const struct fiber *f, int32_t tid)
{
    for (struct kept_message **at = &h->messages; *at != NULL;) {
        if ((*at)->fiber == f)
            (*at)->fiber = NULL;
        if ((*at)->word.dst_tid == tid)
            settle(h, at, false);
        else
            at = &(*at)->next;
    }
}
