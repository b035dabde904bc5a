/* suci_flow.h - flow control in the user's hands: five numbers, and a function that may change them whenever the
 * network tells something. Not the protocol itself (suci_core.h).
 *
 * A flow control of one's own is a struct suci_flow, usually a copy of one of those below with another event function:
 *
 *     static void halves(struct suci *s, int node, enum suci_event event, const struct suci_state *now,
 *                        struct suci_flow *flow)
 *     {
 *         if (event == SUCI_LOSS || event == SUCI_TIMEOUT)
 *             flow->window = flow->window > 1 ? flow->window / 2 : 1;
 *     }
 */
#ifndef SUCI_FLOW_H
#define SUCI_FLOW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SUCI_API __attribute__((visibility("default")))

/* The most packets that can be under way to one node: what one selective acknowledgement tells of. */
#define SUCI_WINDOW_MAX 64

struct suci; /* suci.h */

/* What a flow control is told. */
enum suci_event {
    SUCI_ACK,     /* packets are known to have arrived: state->acked */
    SUCI_LOSS,    /* packets are held lost, as later ones have arrived: state->lost. Once for all that were under way */
    SUCI_TIMEOUT, /* nothing was heard for resend_after_ns: what has been under way for so long counts as lost */
    SUCI_IDLE     /* all that was written is known to have arrived */
};

/* What the sender knows of the way to a node at an event. */
struct suci_state {
    int64_t now_ns;              /* [ns] of the caller's clock */
    int64_t round_trip_ns;       /* smoothed [ns]; 0: not measured yet */
    int64_t least_round_trip_ns; /* the shortest measured [ns]; 0: none yet */
    int64_t resend_after_ns;     /* the time after which it resends now [ns] */
    int under_way;               /* packets that were under way just before the event */
    int acked;                   /* packets of which this event says that they have arrived */
    int lost;                    /* packets that this event declares lost */
    int held_back;               /* 1: since the last event the window or the gap held a packet back */
};

/* A flow control: the first three for what is sent to a node, the next two for what comes from it. */
struct suci_flow {
    int window;              /* most packets under way, 1 to SUCI_WINDOW_MAX */
    int64_t gap_ns;          /* least time from one packet to the next [ns], 0 or more */
    int64_t resend_after_ns; /* resend what is not confirmed by then [ns]; 0: learnt from round trips (RFC 6298) */
    int ack_every;           /* acknowledge every so many packets, 1 or more */
    int64_t ack_delay_ns;    /* acknowledge at the latest so long after a packet came [ns], 0: at once */
    double own[4];           /* the event function's own numbers for this node, 0 at first where not set */
    /* Called at each event; may change all of the above. node: as in suci_write. NULL: nothing ever changes. */
    void (*event)(struct suci *suci, int node, enum suci_event event, const struct suci_state *state,
                  struct suci_flow *flow);
};

/* Flow controls to use, and to copy from (src/flow.c). */
extern SUCI_API const struct suci_flow suci_stop_and_wait; /* one packet under way, as between PVM's daemons */
extern SUCI_API const struct suci_flow suci_fixed_32;      /* always 32: for a network of one's own */
extern SUCI_API const struct suci_flow suci_reno;          /* TCP's: slow start, additive increase, half at a loss */
extern SUCI_API const struct suci_flow suci_rate;          /* a gap between packets that is learnt, as UDT has it */

/* NULL if the flow control's numbers are in their ranges; else a text such as "window is 0, not 1 to 64", written to
 * text, which has size bytes. */
SUCI_API const char *suci_flow_check(const struct suci_flow *flow, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
