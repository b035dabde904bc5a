/* library.h - the library's inside: nodes, what is written and not confirmed, what is complete and not read, and the
 * port that carries datagrams. */
#pragma once

#include "says.h"
#include "suci.h"

/* Where datagrams go to and come from: an IPv4 address and a port, or a tid. */
typedef uint64_t suci_place;

/* What carries datagrams. A datagram may be lost, come twice, late or damaged. */
struct suci_port {
    /* The header, then size bytes more. Never waits. */
    void (*send)(struct suci_port *port, suci_place to, const void *header, const void *body, size_t size);
    /* A datagram of at most size bytes; waits for it up to ns. Its bytes and *from; 0: none came. */
    size_t (*receive)(struct suci_port *port, suci_place *from, void *to, size_t size, int64_t ns);
    int64_t (*now)(struct suci_port *port); /* [ns], does not go back */
    void (*close)(struct suci_port *port);
    void (*name)(suci_place place, char *to, size_t size); /* for messages */
    const struct suci_pvm *pvm;                            /* NULL: none is used */
    size_t datagram_bytes;                                 /* of the longest */
};

/* src/udp.c. own: NULL or an address. Prints why, and NULL, if it cannot. */
struct suci_port *suci_udp_open(const struct suci_address *own);
int suci_udp_port(const struct suci_port *port);
int suci_udp_place(const char *ip, int port, suci_place *place); /* 0, or -1 after a line */
/* src/pvm.c. This task on a simulated machine; NULL where there is none. */
struct suci_port *suci_pvm_open(void);
/* On another PVM: tells other tasks this task's UDP port; asks for that of a task. 0, or SUCI_BAD after a line. */
void suci_pvm_publish(int port);
int suci_pvm_find(int tid, suci_place *place);

/* A message that is not confirmed. */
struct suci_out {
    struct suci_message message;
    unsigned char bytes[];
};
/* A message that comes, or has come. */
struct suci_in {
    struct suci_in *next;
    int node;
    uint32_t size, room, read;
    unsigned char *bytes;
};

enum { SUCI_BUCKETS = 4096 };

struct suci_node {
    suci_place place;
    struct suci_node *next_at, *next_busy; /* of those of a bucket; of those that are busy */
    bool busy;                             /* something may be due for it, now or without an event */
    int number;
    bool silent, told; /* told: a read or flush has, since the last write that was refused */
    struct suci_sender sender;
    struct suci_receiver receiver;
    uint64_t sends;      /* the connection of what goes there */
    uint64_t connection; /* of what comes; 0: nothing has come yet */
    int64_t heard_ns;
};

struct suci {
    struct suci_options options;
    struct suci_port *port;
    uint64_t connection;      /* of what is sent to the next node that is entered */
    struct suci_node **nodes; /* by number; NULL: not entered */
    int nnodes;
    struct suci_node *at[SUCI_BUCKETS], *busy; /* by place; the busy ones, by number */
    int untold;                                /* nodes that are silent, and no call has told of it */
    int64_t looked_ns;                         /* when it has last looked at what has come */
    int64_t unconfirmed, unread;               /* bytes, with those that keep a message */
    struct suci_in *first, *end;               /* complete, not read */
    bool closed;                               /* too much is unread */
    uint64_t draws;
    int64_t packet_ns, object_ns; /* what a packet costs on a simulated machine: libsuci, and the program above it */
    double byte_ns;
    unsigned char *datagram;
};

/* src/nodes.c */
struct suci_node *suci_node_of(const struct suci *s, int node, const char *call); /* NULL after a line */
struct suci_node *suci_node_at(struct suci *s, suci_place place);
void suci_node_acts(struct suci *s, struct suci_node *n); /* an event: it is busy */
void suci_node_free(struct suci *s, struct suci_node *n);
void suci_node_forget(struct suci_node *n); /* what has come of messages that are not complete */
/* src/engine.c: takes what has come, and does what is due. If nothing has happened, it waits up to ns (-1: for ever)
 * for a datagram, or until something is due. */
void suci_progress(struct suci *s, int64_t ns);
/* Does what is due now, without a look at what has come; of each node at most a window's packets. True: a message is
 * confirmed, or a node given up. */
bool suci_act(struct suci *s);
void suci_call_begins(const struct suci *s, const char *call); /* in traces and reports of a simulated machine */
void suci_call_ends(const struct suci *s);
