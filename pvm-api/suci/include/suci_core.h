/* suci_core.h - the protocol of Suci: reliable messages over datagrams, as two state machines. Events go in (a message
 * was written, a packet came, time has passed), and actions come out (send this packet, deliver this message, call
 * again at this time). It has no input, no output, no clock and no memory of its own: its driver provides them, whether
 * this is the library on sockets (suci.h) or a simulator.
 *
 *     suci_sender_write(&s, &message, length);
 *     for (struct suci_action a; suci_sender_next(&s, now, &a);)      after each event, until it says 0
 *         if (a.kind == SUCI_DO_SEND) ...
 *     ... call again at suci_sender_wake(&s), or at the next event
 *
 * A packet here is only its numbers; the bytes stay with the caller: `length` bytes from `offset` of the message. Times
 * are in nanoseconds of any clock that does not go back. */
#ifndef SUCI_CORE_H
#define SUCI_CORE_H

#include "suci_flow.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SUCI_NEVER INT64_MAX          /* as a time: not before another event */
#define SUCI_MESSAGE_MAX 2147483647LL /* bytes of the longest message */
#define SUCI_HEADER_BYTES 36          /* of a packet in addition to its bytes, and of an acknowledgement */

/* ns after a time; both are 0 or more. */
static inline int64_t suci_later(int64_t now_ns, int64_t ns)
{
    return ns > SUCI_NEVER - now_ns ? SUCI_NEVER : now_ns + ns;
}

/* The constants of a connection. */
struct suci_limits {
    int payload_bytes;       /* bytes of a message that a packet takes, 1 to 65535 */
    int64_t first_resend_ns; /* resend after this, until a round trip has been measured [ns] */
    int64_t least_resend_ns; /* least estimated time [ns]: longer than the other side's ack_delay_ns */
    int64_t most_resend_ns;  /* doubling ends here [ns] */
    int64_t give_up_ns; /* silence of the other side with packets under way that ends the connection [ns]; 0: never */
    uint32_t first_sequence; /* number of the first packet and message, the same at both sides */
    bool as_they_come;       /* receiver: messages are delivered when they are complete, not in order */
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
    bool again;        /* it was sent before, so acknowledge it at once */
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
    SUCI_DO_CONFIRMED, /* sender: all of `message` has arrived; it belongs to the caller again. In order */
    SUCI_DO_GIVE_UP,   /* sender: silence for give_up_ns. Comes once, nothing follows; the rest stays in the list */
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
struct suci_slot { /* a packet that was sent, and that or one before it is not acknowledged */
    struct suci_packet packet;
    struct suci_message *message;
    int64_t sent_ns; /* time of the last sending */
    uint64_t order;  /* number of that sending among all */
    uint32_t times;
    enum suci_slot_state state;
};

/* Tests and reports may read it; suci_sender_open fills it. It has no pointers into itself, so it may be moved. */
struct suci_sender {
    struct suci_limits limits;
    struct suci_flow flow;
    struct suci *suci; /* handed to flow.event, with node */
    int node;
    uint32_t confirmed, next; /* sequence numbers: the oldest not acknowledged, the next new one */
    uint32_t edge;            /* the receiver takes packets before this one */
    struct suci_slot slots[SUCI_WINDOW_MAX];
    struct suci_message *first, *last; /* messages not acknowledged */
    struct suci_message *cut;          /* the message from which the next new packet is cut, and the place */
    uint32_t cut_at, messages;
    int under_way, lost;      /* packets in slots */
    uint64_t sendings;        /* counts sendings */
    uint64_t arrived_sending; /* the latest sending that has surely arrived */
    uint64_t told_sending;    /* losses of sendings up to this one were reported to the flow control */
    int64_t smoothed_ns, variation_ns, least_ns;
    int backoff; /* doublings since the last measured round trip */
    int64_t resend_at_ns, gap_until_ns, heard_ns;
    bool held_back, probe, silent, silence_told;
    char trouble[96]; /* an impossible number that flow.event has set; the old numbers stay. Empty: none */
    uint64_t first_sendings, resendings, timeouts; /* for reports */
};

/* Sets s up. Returns NULL, or the error in limits or flow: a text such as "window is 0, not 1 to 64" in s->trouble. */
SUCI_API const char *suci_sender_open(struct suci_sender *s, const struct suci_limits *limits,
                                      const struct suci_flow *flow, struct suci *suci, int node);
/* Sets another flow control. Returns as above; the old one stays if the new one is refused. */
SUCI_API const char *suci_sender_flow(struct suci_sender *s, const struct suci_flow *flow);
/* Writes a message of length bytes, 0 to SUCI_MESSAGE_MAX. Returns 0; -1: wrong length, or the other side is silent. */
SUCI_API int suci_sender_write(struct suci_sender *s, struct suci_message *message, int64_t length);
/* Takes an acknowledgement. Returns 1; 0 if it is ignored (it is old, or of packets never sent). */
SUCI_API int suci_sender_ack(struct suci_sender *s, int64_t now_ns, const struct suci_ack *ack);
/* Returns 1 if *action must be done now: then call again. 0: nothing until suci_sender_wake or another event. */
SUCI_API int suci_sender_next(struct suci_sender *s, int64_t now_ns, struct suci_action *action);
/* Returns when to call suci_sender_next without another event [ns], or SUCI_NEVER. Call it when that returned 0. */
SUCI_API int64_t suci_sender_wake(const struct suci_sender *s);
/* Returns 1 if everything that was written is acknowledged. */
static inline int suci_sender_idle(const struct suci_sender *s)
{
    return s->first == NULL;
}

/* ---- the receiver */

enum suci_verdict {
    SUCI_TAKEN,   /* new: put its bytes at *place, then ask suci_receiver_next */
    SUCI_OLD,     /* it came before, and is acknowledged again */
    SUCI_NO_ROOM, /* the reader is too slow: not taken, and the other side learns of it */
    SUCI_NONSENSE /* not a packet of this connection: ignored */
};

struct suci_receiver {
    struct suci_limits limits;
    int ack_every;
    int64_t ack_delay_ns;
    uint32_t next;  /* all packets before this one have come */
    uint64_t mask;  /* as in suci_ack */
    uint32_t limit; /* while closed: no packets from this one on */
    bool closed;
    uint32_t oldest; /* message that is not complete, or not yet delivered */
    struct suci_incoming incoming[SUCI_WINDOW_MAX];
    int unanswered; /* packets since the last acknowledgement */
    int64_t answer_at_ns;
    uint64_t taken, repeated; /* for reports */
};

/* Sets r up with ack_every and ack_delay_ns of flow. Returns NULL, or the error in text, which has size bytes. */
SUCI_API const char *suci_receiver_open(struct suci_receiver *r, const struct suci_limits *limits,
                                        const struct suci_flow *flow, char *text, size_t size);
/* Sets another flow control. Returns NULL, or the error; then the old one stays. */
SUCI_API const char *suci_receiver_flow(struct suci_receiver *r, const struct suci_flow *flow, char *text, size_t size);
/* Takes a packet. Do all actions of suci_receiver_next before the next packet. */
SUCI_API enum suci_verdict suci_receiver_packet(struct suci_receiver *r, int64_t now_ns,
                                                const struct suci_packet *packet, struct suci_incoming **place);
/* open 0: takes only packets before the last one that has come, because too much is unread;
 * 1: takes all packets, and tells the other side so. */
SUCI_API void suci_receiver_room(struct suci_receiver *r, int64_t now_ns, int open);
/* Acknowledges now, whatever the flow control says, if anything is not answered yet. */
SUCI_API void suci_receiver_answer(struct suci_receiver *r, int64_t now_ns);
/* Like suci_sender_next and suci_sender_wake. */
SUCI_API int suci_receiver_next(struct suci_receiver *r, int64_t now_ns, struct suci_action *action);
SUCI_API int64_t suci_receiver_wake(const struct suci_receiver *r);

#ifdef __cplusplus
}
#endif

#endif
