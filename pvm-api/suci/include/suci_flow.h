/* suci_flow.h - the interface for writing a flow control: five numbers, and a function that may change them at each
 * event of the network. The protocol itself is in suci_core.h.
 *
 * Your own flow control is a struct suci_flow, usually a copy of one of those below with another event function:
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

/* The most packets that can be under way to one node: as many as one selective acknowledgement covers. */
#define SUCI_WINDOW_MAX 64

struct suci; /* suci.h */

/* The events that a flow control learns of. */
enum suci_event {
    SUCI_ACK,     /* packets are known to have arrived: state->acked */
    SUCI_LOSS,    /* packets count as lost, as later ones have arrived: state->lost. Once for all that were under way */
    SUCI_TIMEOUT, /* nothing was heard for resend_after_ns: packets under way for that long count as lost */
    SUCI_IDLE     /* everything that was written is known to have arrived */
};

/* What the sender knows of the path to a node at an event. */
struct suci_state {
    int64_t now_ns;              /* [ns] of the caller's clock */
    int64_t round_trip_ns;       /* smoothed [ns]; 0: not measured yet */
    int64_t least_round_trip_ns; /* the shortest measured [ns]; 0: none yet */
    int64_t resend_after_ns;     /* the current time after which it resends [ns] */
    int under_way;               /* packets that were under way just before the event */
    int acked;                   /* packets that have arrived, according to this event */
    int lost;                    /* packets that this event declares lost */
    int held_back;               /* 1: since the last event the window or the gap held a packet back */
};

/* A flow control: the first three numbers are for packets to a node, the next two for packets from it. */
struct suci_flow {
    int window;              /* most packets under way, 1 to SUCI_WINDOW_MAX */
    int64_t gap_ns;          /* least time from one packet to the next [ns], 0 or more */
    int64_t resend_after_ns; /* time after which a packet is sent again [ns]; 0: from round trips (RFC 6298) */
    int ack_every;           /* number of packets that are acknowledged together, 1 or more */
    int64_t ack_delay_ns;    /* longest time from a packet to its acknowledgement [ns]; 0: at once */
    double own[4];           /* the event function's own numbers for this node, initially 0 if not set */
    /* Called at each event; may change all of the above. node is as in suci_write. NULL: nothing ever changes. */
    void (*event)(struct suci *suci, int node, enum suci_event event, const struct suci_state *state,
                  struct suci_flow *flow);
};

/* Flow controls to use, and to copy from (src/flow.c). */
extern SUCI_API const struct suci_flow suci_stop_and_wait; /* one packet under way, as between PVM's daemons */
extern SUCI_API const struct suci_flow suci_fixed_32;      /* always 32 packets: for a private network */
extern SUCI_API const struct suci_flow suci_reno;          /* TCP's: slow start, additive increase, half at a loss */
extern SUCI_API const struct suci_flow suci_rate;          /* a gap between packets that adapts, as in UDT */

/* Returns NULL if the flow control's numbers are in their ranges; otherwise a text such as "window is 0, not 1 to 64",
 * written to text, which has size bytes. */
SUCI_API const char *suci_flow_check(const struct suci_flow *flow, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
