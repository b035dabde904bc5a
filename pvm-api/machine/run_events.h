/* run_events.h - what tasks note of themselves on a real cluster if somebody watches the run (--trace, --report): one
 * record of fixed length for each thing that happens, in the order of the task. Node 0 collects them; `ap1000 record`
 * makes the trace and the report of them.
 *
 * Between two tasks messages come in the order in which they are sent, so both count, and the number names the message.
 */
#ifndef RUN_EVENTS_H
#define RUN_EVENTS_H

#include <stdint.h>

#define CLUSTER_EVENTS 256 /* that a task keeps before it hands them to its daemon */
#define CLUSTER_EVENT_TEXT 24

enum cluster_event_kind {
    CLUSTER_EVENT_BEGIN = 1, /* the task `tid` begins: other its parent, number its node; then len_bytes of text: the
                                node's name, NUL, the program's file, NUL */
    CLUSTER_EVENT_END,       /* it is over; tag: the signal that it died of, or 0 */
    CLUSTER_EVENT_CALL,      /* a public call begins: text */
    CLUSTER_EVENT_RETURN,
    CLUSTER_EVENT_SENT,    /* to other: number among those to it, tag, len_bytes */
    CLUSTER_EVENT_ACCEPT,  /* the program gets message `number` of other: tag, len_bytes */
    CLUSTER_EVENT_SLEEP,   /* it sleeps, of itself, */
    CLUSTER_EVENT_WAKE,    /* until here */
    CLUSTER_EVENT_WAIT,    /* for a message: other, tag, as in struct mach_want */
    CLUSTER_EVENT_ASK,     /* for an answer of the control program */
    CLUSTER_EVENT_MEET,    /* in a barrier of the machine */
    CLUSTER_EVENT_GOES_ON, /* that wait is over: message `number` of other has come; 0: something else */
    CLUSTER_EVENT_LOST     /* so many records (number) were lost here, because there was no room */
};

struct cluster_event {
    int64_t t_ns; /* the machine's time */
    uint64_t number;
    int32_t kind, tid, other, tag;
    uint32_t len_bytes;
    char text[CLUSTER_EVENT_TEXT]; /* may lack the NUL */
    int32_t unused;
};

#endif
