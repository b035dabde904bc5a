/* arrived.h - the messages that have arrived and wait to be received: in order of arrival, and found by source, tag and
 * context without looking at the others. Which of them a call takes is match.c. */
#ifndef PVMI_ARRIVED_H
#define PVMI_ARRIVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pvmi_buf;
struct pvmi_queue; /* the messages of one source, one tag, both or neither, in one context; in order of arrival */

enum { PVMI_QUEUES = 4 }; /* a message is in one for each: any source or its own, any tag or its own */

struct pvmi_arrived {
    struct pvmi_buf *buffer; /* NULL: it waits no more, and a search of the user's may still stand here */
    uint64_t number;         /* rises in order of arrival */
    struct pvmi_arrived *next, *previous;
    struct {
        struct pvmi_queue *queue; /* NULL: there is no index now */
        struct pvmi_arrived *next, *previous;
    } in[PVMI_QUEUES];
};

/* All zero: none. */
struct pvmi_arrivals {
    struct pvmi_arrived *first, *last;
    struct pvmi_arrived *unpassed; /* the first one that no receive call has gone past yet; NULL: none */
    uint64_t numbers;              /* given out */
    size_t waiting, gone;          /* entries with and without a buffer */
    struct pvmi_queue **buckets;   /* the index, a hash table of queues; NULL: none, since few messages wait */
    size_t nbuckets, nqueues;
    uint64_t looked; /* entries and queues that were compared with what a call wants: what searching costs */
};

/* The buffer is the last that came. 0; PvmNoMem: nothing has changed. */
int pvmi_arrived_add(struct pvmi_arrivals *all, struct pvmi_buf *b);
/* It waits no more. With `hold` the entry keeps its place in the list, without a buffer, until pvmi_arrived_sweep. */
void pvmi_arrived_remove(struct pvmi_arrivals *all, struct pvmi_arrived *a, bool hold);
/* The source, tag or context of its buffer has been changed by the user, who knows it by pvm_probe. */
void pvmi_arrived_changed(struct pvmi_arrivals *all, struct pvmi_arrived *a);
/* Free the entries that were held. */
void pvmi_arrived_sweep(struct pvmi_arrivals *all);
/* The first that came of this source and tag (-1: any) in this context; NULL. */
struct pvmi_arrived *pvmi_arrived_first(struct pvmi_arrivals *all, int src, int tag, int context);
/* Has a receive call gone past it? */
bool pvmi_arrived_passed(const struct pvmi_arrivals *all, const struct pvmi_arrived *a);

#endif
