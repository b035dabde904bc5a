/* suci.h - Suci: messages between programs over datagrams, reliable, with the flow control in the user's hands. Not a
 * protocol of the Internet: for a network of one's own.
 *
 *     struct suci *s = suci_open(NULL, NULL);
 *     suci_database_task(s, 0, pvm_parent());        or suci_database_add(s, 0, "10.0.0.2", 4000)
 *     suci_write(s, 0, text, strlen(text));
 *     suci_flush(s, 0, -1);                          resends until all is confirmed
 *     suci_close(s, 0);
 *
 * Datagrams travel on a simulated machine as PVM messages that may be lost (PvmRouteDatagram, where it has them), else
 * by UDP sockets: beside PVM 3.4.6, and without a PVM. No thread and no signal works behind the program's back: packets
 * are taken, acknowledged and resent inside the calls below, so who expects messages calls one of them.
 *
 * Times are in ns, of the simulated clock on a simulated machine; -1 is for ever. Errors are below 0, and each is one
 * line on stderr, but SUCI_NOTHING and SUCI_FULL. A struct suci belongs to one thread at a time; a task on a simulated
 * machine has one.
 */
#ifndef SUCI_H
#define SUCI_H

#include "suci_core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum suci_error {
    SUCI_NOTHING = -1, /* nothing came, or not all was confirmed, in the time given */
    SUCI_SILENT = -2,  /* the node has been silent for give_up_ns; to be entered anew to be spoken to again */
    SUCI_FULL = -3,    /* so much is unconfirmed that no more is taken: flush first */
    SUCI_BAD = -4,     /* an argument is wrong */
    SUCI_SYSTEM = -5   /* no memory, or the system refused */
};

/* IP address and port of a node. */
struct suci_address {
    const char *ip; /* "127.0.0.1"; "0.0.0.0" as one's own: all of this computer's */
    int port;       /* 0 as one's own: any that is free */
};

/* All that may be set; suci_options_default is what NULL stands for. */
struct suci_options {
    struct suci_limits limits; /* first_sequence is set by suci_open */
    struct suci_flow flow;     /* of each node at first */
    int64_t unconfirmed_bytes; /* suci_write takes no more while so much is unconfirmed, all nodes together */
    int64_t unread_bytes;      /* nothing more is taken in while so much is complete and not read */
    int lose_ppm;              /* for trials: loses so many of a million datagrams that it sends, as lose_seed says */
    uint32_t lose_seed;
};
/* Ethernet's packets, Reno, 64 MB each way, nothing lost on purpose. */
extern SUCI_API const struct suci_options suci_options_default;

/* own: where it is to be reached. NULL: on a simulated machine this task; else any port, which suci_database_task finds
 * by PVM, and suci_own_port tells. Gives NULL after an error: a system without room, options that cannot be, an own
 * address on a simulated machine, where addresses are tasks. */
SUCI_API struct suci *suci_open(const struct suci_address *own, const struct suci_options *options);
/* Answers what others resend for linger_ns more (they may not know yet that all has come), then frees everything;
 * what is not confirmed by then is gone. 0: at once. s may be NULL. */
SUCI_API void suci_close(struct suci *s, int64_t linger_ns);
/* The UDP port; 0: these are tasks. */
SUCI_API int suci_own_port(const struct suci *s);

/* The database of addresses. node: a number of the program's choice, 0 to 65535, by which it names the other from now
 * on; entered again, it is spoken to anew. Packets from addresses that are not in it are ignored. 0, or an error. */
SUCI_API int suci_database_add(struct suci *s, int node, const char *ip, int port);
/* The same for a task of this PVM that has opened Suci (with own NULL), or will: waits for that on PVM 3.4.6. */
SUCI_API int suci_database_task(struct suci *s, int node, int tid);

/* Takes a copy of n bytes, 0 to 2^31 - 1, as a message to a node, and sends what the flow control lets it; does not
 * wait for the other end. n, or an error. */
SUCI_API long suci_write(struct suci *s, int node, const void *buf, long n);
/* The next message from anyone, in order from each; waits for it up to ns. If it is longer than n, the next reads have
 * its other pieces. *node (may be NULL): who sent it. How many bytes (a message may have 0), or an error. */
SUCI_API long suci_read(struct suci *s, int *node, void *buf, long n, int64_t ns);
/* Bytes of the message that suci_read has begun and not ended; 0: it has ended. */
SUCI_API long suci_rest(const struct suci *s);
/* Resends until all that was written to a node (-1: to all) is confirmed, for ns at most. 0, or an error. */
SUCI_API int suci_flush(struct suci *s, int node, int64_t ns);
/* Acknowledges all that has come from a node (-1: from all) now, whatever its flow control says. 0, or an error. */
SUCI_API int suci_ack(struct suci *s, int node);

/* Another flow control for a node (-1: for all, and those entered later). 0, or SUCI_BAD with a line that says why. */
SUCI_API int suci_set_flow(struct suci *s, int node, const struct suci_flow *flow);
/* That of a node as it is now, or NULL. */
SUCI_API const struct suci_flow *suci_flow_of(const struct suci *s, int node);

/* What has gone to a node and come from it. */
struct suci_counts {
    uint64_t packets, resent, timeouts; /* sent for the first time, sent again; times that nothing was heard */
    uint64_t taken, repeated;           /* that came for the first time, that came again */
};
SUCI_API int suci_count(const struct suci *s, int node, struct suci_counts *counts);

/* What the program itself, or the language above, spends on each packet that it sends or takes: ns of the simulated
 * processor, and ns for each byte of a message in it. Nothing where time is real. */
SUCI_API void suci_spends(struct suci *s, int64_t ns_per_packet, double ns_per_byte);

#ifdef __cplusplus
}
#endif

#endif
