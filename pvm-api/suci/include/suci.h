/* suci.h - Suci: reliable messages between programs over datagrams, with flow control that the user may write. It is
 * not a protocol for the Internet, but for a private network.
 *
 *     struct suci *s = suci_open(NULL, NULL);
 *     suci_database_task(s, 0, pvm_parent());        or suci_database_add(s, 0, "10.0.0.2", 4000)
 *     suci_write(s, 0, text, strlen(text));
 *     suci_flush(s, 0, -1);                          resends until everything is acknowledged
 *     suci_close(s, 0);
 *
 * On a simulated machine datagrams travel as PVM messages, which may be lost (PvmRouteDatagram, if the machine has it).
 * Beside PVM 3.4.6, and without a PVM, they travel by UDP sockets. No thread and no signal works in the background:
 * packets are received, acknowledged and resent inside the calls below, so a program that expects messages must call
 * one.
 *
 * Times are in ns, on a simulated machine of the simulated clock; -1 means for ever. Errors are below 0, and each
 * prints one line on stderr, except SUCI_NOTHING and SUCI_FULL. Only one thread at a time may use a struct suci; a task
 * on a simulated machine may have only one. */
#ifndef SUCI_H
#define SUCI_H

#include "suci_core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum suci_error {
    SUCI_NOTHING = -1, /* nothing came, or not everything was acknowledged, in the given time */
    SUCI_SILENT = -2,  /* the node has been silent for give_up_ns; enter it again to continue */
    SUCI_FULL = -3,    /* too much is not acknowledged yet: flush first */
    SUCI_BAD = -4,     /* an argument is wrong */
    SUCI_SYSTEM = -5   /* no memory, or the system refused */
};

/* IP address and port of a node. */
struct suci_address {
    const char *ip; /* "127.0.0.1"; "0.0.0.0" as own address: all addresses of this computer */
    int port;       /* 0 as own port: any free one */
};

/* All options; NULL means suci_options_default. */
struct suci_options {
    struct suci_limits limits; /* suci_open sets first_sequence, and least_resend_ns if it is 0: 200 ms, simulated 10 */
    struct suci_flow flow;     /* the initial flow control of each node */
    int64_t unconfirmed_bytes; /* suci_write refuses more while this much is not acknowledged, for all nodes together */
    int64_t unread_bytes;      /* nothing more is received while this much is complete and not read */
    int lose_ppm;              /* for tests: loses this many of a million datagrams, chosen by lose_seed */
    uint32_t lose_seed;
};
/* Ethernet's packets, Reno, 64 MB each way, nothing lost on purpose. */
extern SUCI_API const struct suci_options suci_options_default;

/* Opens Suci. own is the address at which others reach it. With NULL this is the task on a simulated machine; otherwise
 * it is any free port, which suci_database_task finds through PVM, and suci_own_port returns. Returns NULL after an
 * error: the system has no room, an option is impossible, or an own address is given on a simulated machine, where
 * addresses are tasks. */
SUCI_API struct suci *suci_open(const struct suci_address *own, const struct suci_options *options);
/* Answers packets that others resend for linger_ns more (they may not know yet that everything has arrived), then frees
 * everything. What is not acknowledged by then is lost. 0: at once. s may be NULL. */
SUCI_API void suci_close(struct suci *s, int64_t linger_ns);
/* Returns the UDP port; 0 if addresses are tasks. */
SUCI_API int suci_own_port(const struct suci *s);

/* Adds an entry to the database of addresses. node is a number of the program's choice, 0 to 65535, by which it names
 * the other program from now on; an address may have one number only. If it is entered again, a new connection begins:
 * what was written and not acknowledged is lost, what comes goes on. Packets from addresses that are not
 * in the database are ignored. Returns 0, or an error. */
SUCI_API int suci_database_add(struct suci *s, int node, const char *ip, int port);
/* Does the same for a task of this PVM that has opened Suci (with own NULL) or will do so; on PVM 3.4.6 it waits for
 * that. */
SUCI_API int suci_database_task(struct suci *s, int node, int tid);

/* Takes a copy of n bytes, 0 to 2^31 - 1, as a message to a node, and sends as much as the flow control allows. Does
 * not wait for the receiver. Returns n, or an error. */
SUCI_API long suci_write(struct suci *s, int node, const void *buf, long n);
/* Reads the next message from any node, in order from each; waits for it up to ns. If it is longer than n, the next
 * reads return its other pieces. A node's silence is told once, by this call or suci_flush, and again after suci_write
 * has told of it, so that nobody waits for its answer. *node gets the sender (node may be NULL). Returns the number of
 * bytes (a message may have 0), or an error. */
SUCI_API long suci_read(struct suci *s, int *node, void *buf, long n, int64_t ns);
/* Returns how many bytes remain of the message that suci_read has begun; 0: none. */
SUCI_API long suci_rest(const struct suci *s);
/* Resends until everything written to a node (-1: to all) is acknowledged, for at most ns. Returns 0, or an error:
 * SUCI_SILENT, if all is acknowledged but what silent nodes were to have. */
SUCI_API int suci_flush(struct suci *s, int node, int64_t ns);
/* Acknowledges now everything that has come from a node (-1: from all), whatever its flow control says. Returns 0, or
 * an error. */
SUCI_API int suci_ack(struct suci *s, int node);

/* Sets the flow control of a node (-1: of all, and of those entered later). Returns 0, or SUCI_BAD with a line that
 * says why. */
SUCI_API int suci_set_flow(struct suci *s, int node, const struct suci_flow *flow);
/* Returns the current flow control of a node, or NULL. */
SUCI_API const struct suci_flow *suci_flow_of(const struct suci *s, int node);

/* Counts of packets sent to a node and received from it. */
struct suci_counts {
    uint64_t packets, resent, timeouts; /* sent for the first time, sent again; times that nothing was heard */
    uint64_t taken, repeated;           /* received for the first time, received again */
};
SUCI_API int suci_count(const struct suci *s, int node, struct suci_counts *counts);

/* Sets what the program itself, or the language above, spends on each packet that it sends or receives: ns of the
 * simulated processor, and ns for each byte of a message in it. Has no effect where time is real. */
SUCI_API void suci_spends(struct suci *s, int64_t ns_per_packet, double ns_per_byte);

#ifdef __cplusplus
}
#endif

#endif
