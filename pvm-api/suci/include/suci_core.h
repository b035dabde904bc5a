/* suci_core.h - the protocol of Suci: reliable messages over datagrams, as two machines of states. Events go in
 * (something was written, a packet came, time has passed), actions come out (send this packet, give this message to its
 * reader, wake me then). No input, no output, no clock, no memory of its own: whoever drives it has all of these,
 * the library on sockets (suci.h) as well as a simulator.
 *
 *     suci_sender_write(&s, &message, length);
 *     for (struct suci_action a; suci_sender_next(&s, now, &a);)      after each event, until it says 0
 *         if (a.kind == SUCI_DO_SEND) ...
 *     ... call again at suci_sender_wake(&s), or at the next event
 *
 * A packet here is its numbers alone; the bytes stay with the caller: `length` bytes from `offset` of the message.
 * Times are in nanoseconds of any clock that does not go back.
 */
#ifndef SUCI_CORE_H
#define SUCI_CORE_H

#include "suci_flow.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SUCI_NEVER INT64_MAX          /* as a time: not without another event */
#define SUCI_MESSAGE_MAX 2147483647LL /* bytes of the longest message */
#define SUCI_HEADER_BYTES 36          /* of a packet beside its bytes, and of an acknowledgement */

/* The constants of a connection. */
struct suci_limits {
    int payload_bytes;       /* bytes of a message that a packet takes, 1 to 65535 */
    int64_t first_resend_ns; /* resend after this, until a round trip has been measured [ns] */
    int64_t least_resend_ns; /* a learnt time is never below this [ns]: longer than the other end's ack_delay_ns */
    int64_t most_resend_ns;  /* doubling ends here [ns] */
    int64_t give_up_ns;      /* the other end has been silent for so long with packets under way [ns]; 0: never */
    uint32_t first_sequence; /* number of the first packet and message, the same at both ends */
    bool as_they_come;       /* receiver: messages are given out as they are complete, not in order */
};

/* 1472 - 36 bytes (one Ethernet frame), 200 ms, 10 ms, 2 s, 30 s, 0, in order. */
extern SUCI_API const struct suci_limits suci_limits_ethernet;

/* A packet, without its bytes. */
struct suci_packet {
    uint32_t sequence; /* counts packets, wraps round */
    uint32_t message;  /* counts messages, wraps round */
    uint32_t offset;   /* of its first byte in the message */
    uint32_t total;    /* bytes of the whole message */
    uint16_t length;   /* bytes in this packet */
    bool again;        /* sent before: to be acknowledged at once */
};

/* An acknowledgement. */
struct suci_ack {
    uint32_t next; /* all packets before this one have come */
    uint32_t room; /* the receiver takes packets before next + room */
    uint64_t mask; /* bit i: packet next + 1 + i has come */
};

/* A message under way. The caller keeps it, and its bytes, from suci_sender_write to SUCI_DO_CONFIRMED. */
struct suci_message {
    void *user; /* the caller's */
    uint32_t length, number;
    uint32_t unconfirmed; /* packets */
    struct suci_message *next;
};

/* A message that arrives. */
struct suci_incoming {
    void *user; /* the caller's; NULL at its first packet */
    uint32_t total, left;
    bool begun, given;
};

enum suci_action_kind {
    SUCI_DO_SEND,      /* sender: send `packet`, whose bytes are those of `message` */
    SUCI_DO_CONFIRMED, /* sender: all of `message` has arrived; it is the caller's again. In order */
    SUCI_DO_GIVE_UP,   /* sender: silent for give_up_ns. Said once, nothing follows; what is left stays listed */
    SUCI_DO_ANSWER,    /* receiver: send `ack` */
    SUCI_DO_DELIVER    /* receiver: `incoming` is complete, with its bytes; a copy */
};
struct suci_action {
    enum suci_action_kind kind;
    struct suci_packet packet;
    struct suci_message *message;
    struct suci_ack ack;
    struct suci_incoming incoming;
};

/* ---- the sender */

enum suci_slot_state { SUCI_UNDER_WAY, SUCI_LOST, SUCI_ARRIVED };
struct suci_slot { /* a packet that has been sent and is not confirmed with all before it */
    struct suci_packet packet;
    struct suci_message *message;
    int64_t sent_ns; /* the last time */
    uint64_t order;  /* of that sending among all */
    uint32_t times;
    enum suci_slot_state state;
};

/* To be read, by tests and reports; suci_sender_open fills it. No pointers into itself: it may be moved. */
struct suci_sender {
    struct suci_limits limits;
    struct suci_flow flow;
    struct suci *suci; /* handed to flow.event, with node */
    int node;
    uint32_t confirmed, next; /* sequence numbers: the oldest not confirmed, the next new one */
    uint32_t edge;            /* the receiver takes packets before this one */
    struct suci_slot slots[SUCI_WINDOW_MAX];
    struct suci_message *first, *last; /* messages not confirmed */
    struct suci_message *cut;          /* the one that the next new packet is cut from, and where */
    uint32_t cut_at, messages;
    int under_way, lost;      /* packets in slots */
    uint64_t sendings;        /* counts sendings */
    uint64_t arrived_sending; /* the latest sending that has surely arrived */
    uint64_t told_sending;    /* losses of sendings up to this one have been told */
    int64_t smoothed_ns, variation_ns, least_ns;
    int backoff; /* doublings since the last measured round trip */
    int64_t resend_at_ns, gap_until_ns, heard_ns;
    bool held_back, probe, silent, silence_told;
    char trouble[96]; /* what flow.event has set that cannot be; the numbers before it stay. Empty: nothing */
    uint64_t first_sendings, resendings, timeouts; /* for reports */
};

/* Sets s up. NULL, or what is wrong with limits or flow: a text such as "window is 0, not 1 to 64" in s->trouble. */
SUCI_API const char *suci_sender_open(struct suci_sender *s, const struct suci_limits *limits,
                                      const struct suci_flow *flow, struct suci *suci, int node);
/* Another flow control from now on; as above, and the one before stays if it is refused. */
SUCI_API const char *suci_sender_flow(struct suci_sender *s, const struct suci_flow *flow);
/* A message of length bytes, 0 to SUCI_MESSAGE_MAX. 0; -1: another length, or the other end is silent. */
SUCI_API int suci_sender_write(struct suci_sender *s, struct suci_message *message, int64_t length);
/* An acknowledgement came. 1: taken; 0: of no use here (old, or of packets never sent), and as if it had not come. */
SUCI_API int suci_sender_ack(struct suci_sender *s, int64_t now_ns, const struct suci_ack *ack);
/* 1: *action is to be done now, ask again; 0: nothing until suci_sender_wake or another event. */
SUCI_API int suci_sender_next(struct suci_sender *s, int64_t now_ns, struct suci_action *action);
/* When to call suci_sender_next without another event [ns], or SUCI_NEVER. To be asked when that has said 0. */
SUCI_API int64_t suci_sender_wake(const struct suci_sender *s);
/* 1: all that was written is confirmed. */
static inline int suci_sender_idle(const struct suci_sender *s)
{
    return s->first == NULL;
}

/* ---- the receiver */

enum suci_verdict {
    SUCI_TAKEN,   /* new: put its bytes at *place, then ask suci_receiver_next */
    SUCI_OLD,     /* it came before: acknowledged again */
    SUCI_NO_ROOM, /* the reader is too slow: not taken, and the other end is told so */
    SUCI_NONSENSE /* no packet of this connection: as if it had not come */
};

struct suci_receiver {
    struct suci_limits limits;
    int ack_every;
    int64_t ack_delay_ns;
    uint32_t next;  /* all packets before this one have come */
    uint64_t mask;  /* as in suci_ack */
    uint32_t limit; /* while closed: no packets from this one on */
    bool closed;
    uint32_t oldest; /* message that is not complete, or not yet given out */
    struct suci_incoming incoming[SUCI_WINDOW_MAX];
    int unanswered; /* packets since the last acknowledgement */
    int64_t answer_at_ns;
    uint64_t taken, repeated; /* for reports */
};

/* Sets r up: ack_every and ack_delay_ns of flow count here. NULL, or what is wrong, in text, which has size bytes. */
SUCI_API const char *suci_receiver_open(struct suci_receiver *r, const struct suci_limits *limits,
                                        const struct suci_flow *flow, char *text, size_t size);
/* Another flow control from now on. NULL, or what is wrong; then the one before stays. */
SUCI_API const char *suci_receiver_flow(struct suci_receiver *r, const struct suci_flow *flow, char *text, size_t size);
/* A packet came. Take all actions of suci_receiver_next before the next packet. */
SUCI_API enum suci_verdict suci_receiver_packet(struct suci_receiver *r, int64_t now_ns,
                                                const struct suci_packet *packet, struct suci_incoming **place);
/* open 0: takes nothing but what lies before the last packet that has come, as the reader has too much unread;
 * 1: takes what comes, and tells the other end so. */
SUCI_API void suci_receiver_room(struct suci_receiver *r, int64_t now_ns, int open);
/* Acknowledge now, whatever the flow control says, if anything is unanswered. */
SUCI_API void suci_receiver_answer(struct suci_receiver *r, int64_t now_ns);
/* As suci_sender_next and suci_sender_wake. */
SUCI_API int suci_receiver_next(struct suci_receiver *r, int64_t now_ns, struct suci_action *action);
SUCI_API int64_t suci_receiver_wake(const struct suci_receiver *r);

#ifdef __cplusplus
}
#endif

#endif
