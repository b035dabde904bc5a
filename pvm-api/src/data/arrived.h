/* arrived.h - the messages that have arrived and wait to be received. They are kept in order of arrival, and are found
 * by source, tag and context without a look at all others. calls/match.c decides which of them a call takes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pvmi_buf;
struct pvmi_queue; /* the messages of one context with the same source, the same tag, both or neither, in order of
                      arrival */

enum { PVMI_QUEUES = 4 }; /* the queues of a message: any source or its own, any tag or its own */

struct pvmi_arrived {
    struct pvmi_buf *buffer; /* NULL: it no longer waits, but a search by the user's function may still stand here */
    uint64_t number;         /* increases in order of arrival */
    struct pvmi_arrived *next, *previous;
    struct {
        struct pvmi_queue *queue; /* NULL: the index has no such queues now */
        struct pvmi_arrived *next, *previous;
    } in[PVMI_QUEUES];
};

/* All zero: there are no messages. */
struct pvmi_arrivals {
    struct pvmi_arrived *first, *last;
    struct pvmi_arrived *unpassed; /* the first message that no receive call has gone past yet; NULL: none */
    /* The first that no look (pvm_nrecv, pvm_probe) has gone past, and that has come since the last receive that may
     * wait; NULL: none. */
    struct pvmi_arrived *fresh;
    uint64_t numbers;            /* how many numbers have been given out */
    size_t waiting, gone;        /* how many entries have a buffer, and how many have none */
    int searches;                /* how many are under way: above 1 inside the user's own matching function */
    struct pvmi_queue **buckets; /* the index: a hash table of queues; NULL: none, since few messages wait */
    size_t nbuckets, nqueues;
    unsigned kinds;                  /* bit k: it has the queues of kind k, since a call has looked for one */
    struct pvmi_arrived *spare;      /* entries to be used again, by `next`, */
    struct pvmi_queue *spare_queues; /* and queues */
    uint64_t looked; /* how many entries and queues have been compared with what a call wants, for the cost of
                        searching */
};

/* Adds the buffer as the last that came. Returns 0, or PvmNoMem (nothing has changed). */
int pvmi_arrived_add(struct pvmi_arrivals *all, struct pvmi_buf *b);
/* The message waits no longer, if it did: it has been received or is being freed. During a search its entry keeps its
 * place in the list, without a buffer, until pvmi_arrived_sweep. */
void pvmi_arrived_forget(struct pvmi_arrivals *all, struct pvmi_buf *b);
/* The message's source, tag or context has been changed: by the user, who knows it by pvm_probe. */
void pvmi_arrived_moved(struct pvmi_arrivals *all, struct pvmi_buf *b);
/* Frees the messages' entries and all other memory; the buffers stay. */
void pvmi_arrived_free(struct pvmi_arrivals *all);
/* Frees the entries that were held. */
void pvmi_arrived_sweep(struct pvmi_arrivals *all);
/* Returns the first message of this source and tag (-1: any) in this context, or NULL. */
struct pvmi_arrived *pvmi_arrived_first(struct pvmi_arrivals *all, int src, int tag, int context);
/* Returns true if a receive call has gone past it. */
bool pvmi_arrived_passed(const struct pvmi_arrivals *all, const struct pvmi_arrived *a);
