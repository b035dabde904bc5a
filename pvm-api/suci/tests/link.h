/* link.h - a sender and a receiver of suci_core.h with a bad network between them, in a time of its own: it loses,
 * doubles, delays, overtakes and damages datagrams as a seed says. It is the model too: message n has the bytes that
 * message_byte says, and must be given out once, whole, in order. */
#pragma once

#include "suci_core.h"
#include "wire.h"

enum { DATAGRAM = 256 };
struct datagram {
    int64_t at_ns;
    size_t size;
    unsigned char bytes[DATAGRAM];
};

struct link {
    /* of 1000 datagrams */
    int lost, doubled, damaged, late;
    int64_t delay_ns, late_ns; /* of each; of a late one on top, at most */
    int cut;                   /* 1: nothing gets through */
    int reader_sleeps;         /* the reader lets so many messages lie; 0: none */
    int64_t longest;           /* bytes of a message, at most */
    uint32_t messages;         /* to be written */

    /* what happens */
    struct suci_sender sender;
    struct suci_receiver receiver;
    uint64_t seed;
    int64_t now_ns;
    struct datagram *flying; /* a heap by at_ns */
    int nflying, room;
    uint32_t written, given, unread, most_unread;
    uint64_t packets, damaged_seen, wrong;
    int gave_up;
    int64_t gave_up_ns;
    struct suci_message *ring;   /* messages that are not confirmed, by number */
    unsigned char *given_before; /* as they come: message n was given out */
};

/* Messages of as many bytes as the seed says, at most l->longest; their bytes. */
int64_t message_length(const struct link *l, uint32_t n);
unsigned char message_byte(uint32_t n, uint32_t at);
/* Sets l up (after its first block is filled in), writes all messages and runs until all are confirmed, or it gives up.
 * 1: all are given out and confirmed. */
int link_run(struct link *l, const struct suci_limits *limits, const struct suci_flow *flow);
