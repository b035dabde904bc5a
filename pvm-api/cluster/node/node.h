/* node.h - the daemon of one node: what its files share. One process, one loop over descriptors, no thread.
 *
 * README.md says what each file does, and which calls which. Node 0 has a host besides (host.h). */
#pragma once

#include <stdio.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "cluster/wire/region.h"
#include "cluster/wire/words.h"
#include "sockets.h"

#define NODES_MOST 1024
#define NODE_NAME_BYTES 64
#define SECRET_CHARS 32
#define LOOK_NS INT64_C(200000) /* that a daemon looks for more after a message, if an engine carries them */

struct node;
struct carrier;

/* A descriptor that is looked after. `ready` may close it. */
struct watch {
    int fd; /* -1: closed */
    uint32_t events;
    void (*ready)(struct node *n, struct watch *w, uint32_t events);
    void (*release)(struct watch *w); /* frees what it is a part of, once nobody can call it any more; may be NULL */
    struct watch *next_closed;
};

/* ---- what daemons say to each other: a word, then its body ------------------------------------------------------- */

enum word_kind {
    WORD_FRAME = 1, /* a message */
    WORD_TAKEN,     /* dst_tid has received `round` bytes from your node; result 1: it has ended */
    /* from and to node 0 */
    WORD_WHERE,   /* a connection is wanted between your asker and node `request` */
    WORD_MEET,    /* its answer, to one of the two: cluster_peer to connect to; port 0: there is no such node */
    WORD_REQUEST, /* of task src_tid: request, round, body (control.h, words.h) */
    WORD_ANSWER,  /* to task dst_tid: request, result, round, body */
    WORD_START,   /* cluster_start: round */
    WORD_STARTED, /* its answer: round, n*int: a tid or an error */
    WORD_ENDED,   /* src_tid: it has left the machine (request 0), or its process has ended (1, result: as wait()) */
    WORD_EVENTS,  /* src_tid has noted these records (run_events.h) */
    WORD_LINE,    /* src_tid has printed these bytes, a line with its end if it has one */
    WORD_SIGNAL,  /* dst_tid gets signal `request`; src_tid not 0: behind all that this task has sent it */
    WORD_FLUSH, /* when all that your tasks have sent to task dst_tid so far is at its node, node 0 gets WORD_STARTED */
    WORD_MARK,  /* from one node to another, behind that: round */
    WORD_WELCOME, /* cluster_welcome_word: you are in the machine */
    WORD_DEAD,    /* node `request` is gone */
    WORD_DRAINED, /* its answer: all that came from there has been given on */
    WORD_LOST,    /* my connection to node `request` is broken */
    WORD_HALT,    /* end everything; request: enum halt */
    WORD_BEAT,    /* I am here */
    /* between two nodes that make a connection of tasks (direct.c); body: a token */
    WORD_EXPECT,   /* of src_tid, with dst_tid on your node, at your gate */
    WORD_EXPECTED, /* its answer. result: enum direct_result */
    /* between nodes that an engine connects (carry.c) */
    WORD_WAKE,  /* it has sent you `round` messages in all */
    WORD_ASLEEP /* I sleep, and have got `round` messages from you */
};

enum direct_result { DIRECT_COME = 1, DIRECT_DONE, DIRECT_NO = -1 };

enum halt {
    HALT_NOW,   /* end, however that is */
    HALT_ORDER, /* end the engine in good order: all ranks do */
    HALT_STAY   /* end all tasks, leave the other nodes, and wait for a further WORD_HALT: an MPI wants all ranks at its
                   end */
};

struct word {
    uint32_t kind, len_bytes;
    int32_t src_tid, dst_tid, tag, context, encoding, wid, request, result;
    uint64_t round;
    uint64_t serial; /* of a message: as in its note */
    uint64_t number; /* among those between two nodes that an engine connects, from 1; 0: none */
    uint32_t looks;  /* its sender looks for an answer (carry.c) */
    uint32_t unused;
};

#define CLUSTER_START_FIELDS(F) \
    F(str, file)                \
    F(int, count)               \
    F(strs, args)               \
    F(str, folder) F(str, spawner_folder) F(str, pvm_path) F(strs, variables) F(int, service)
WIRE_BODY(cluster_start, CLUSTER_START_FIELDS)

#define CLUSTER_PEER_FIELDS(F) F(int, number) F(str, address) F(int, port)
WIRE_BODY(cluster_peer, CLUSTER_PEER_FIELDS)

/* boot: which computer node 0 is on, and since when it runs. zero: its clock at time 0 of the machine; now: the
 * machine's time; both in two halves. */
#define CLUSTER_CLOCK_FIELDS(F) \
    F(str, boot) F(int, zero_high) F(int, zero_low) F(int, now_high) F(int, now_low) F(str, secret) F(int, patience_s)
WIRE_BODY(cluster_clock, CLUSTER_CLOCK_FIELDS)

/* ---- parts ------------------------------------------------------------------------------------------------------- */

/* A connection to another daemon. It is made when something is to be sent the first time, which waits until then. */
enum link_state {
    LINK_WANTED, /* node 0 is asked where the other one is, or that one connects to us */
    LINK_CALLED, /* we connect */
    LINK_OPEN,
    LINK_DOOMED_CALL, /* we connect, and node 0 says that the other one is gone; what comes is given on */
    LINK_DOOMED,      /* the same, and it is open */
    LINK_RETIRED,     /* of a node that has been told to stay (HALT_STAY): nothing that it says counts */
    LINK_STATES
};

enum link_event { LINK_CALLS, LINK_OPENS, LINK_IS_DEAD, LINK_RETIRES, LINK_EVENTS };

struct link {
    struct watch w; /* fd -1: it is not open */
    enum link_state state;
    int number; /* of the other node */
    char address[64];
    int port;                    /* where the other one can be reached */
    int processors;              /* that it has, if it has connected */
    struct seal *seal;           /* NULL: what is said has none */
    struct parcel *first, *last; /* to be sent */
    struct flow *flows;          /* to tasks there */
    unsigned char *room;         /* bytes that have come */
    size_t have;
    struct word word; /* the one whose body is coming, if body_at is set */
    unsigned char *body;
    size_t body_have;
    uint64_t note;                /* a message: where it comes to lie */
    bool in_body, starved, heard; /* heard: since links_look has looked */
    mach_ns heard_ns;
    struct link *next_retired, *next_due;
    bool is_due; /* its first parcel is sent at the end of this turn of the loop, with those behind it */
};

/* A process of this node, by its slot. */
struct local {
    uint32_t slot;
    struct watch connection;
    struct watch output;
    pid_t pid; /* 0: none */
    pid_t joined_pid;
    bool is_child;  /* waitpid tells its end, else its connection does */
    bool is_master; /* has the terminal */
    bool used, told_end;
    uint32_t waiting; /* notes of it that its daemon has taken, and not looked at yet */
    bool is_over;     /* its process is gone, and something that it has sent is not at its receiver's node yet: */
    int status;       /* as wait() gave it */
    struct direct_end *ends;
    char *line; /* what it has printed of a line */
    size_t line_len;
    uint64_t *given; /* bytes that have come for it from each node, less those it has told */
    int ngiven;
};

/* How daemons send, once both know that the other one knows the secret. */
enum encrypt {
    ENCRYPT_NOTHING, /* as it is */
    ENCRYPT_MAC,     /* with a MAC, so that nobody can say anything in another one's name */
    ENCRYPT_ALL      /* so that nobody can read it, too; then tasks do not connect to tasks */
};

struct node {
    int number;
    char name[NODE_NAME_BYTES], address[64];
    int port;
    char secret[SECRET_CHARS + 1];
    char (*rank_secrets)[SECRET_CHARS + 1]; /* of node 0 with each rank of an MPI; NULL */
    bool is_member;                         /* it knows the secret of the machine: others may connect */
    void *tls;
    char socket_name[SOCKETS_NAME_BYTES];
    char up_name[SOCKETS_NAME_BYTES]; /* by which programs find a machine that stays; "": it does not */
    char *path, *folder;              /* ep=, wd= of the hostfile; NULL */
    struct cluster_region region;
    struct arena arena, frames; /* for what it says to its tasks, and for messages that come from other nodes */
    int epoll;
    struct watch bell, listener, up, gate, signals;
    struct watch *closed;
    struct guest *guests; /* at the gate */
    int nguests;          /* of those that have come by themselves */
    mach_ns look_at_guests_ns;
    uint64_t notes, last_note; /* taken out of our inbox, and not looked at yet */
    struct local local[CLUSTER_SLOTS];
    struct link *link[NODES_MOST];
    int32_t next_local;
    bool ending, killed;
    enum encrypt encrypts;
    bool starved; /* a link waits for room */
    bool pending; /* a link has read more than it has given on */
    mach_ns end_by_ns;
    int arena_mb;             /* the most that messages of a task take that are not received, [MB]; 0: what there is */
    mach_ns trimmed_ns[2];    /* arena, frames */
    int patience_s;           /* that a node may say nothing and is not dead, [s]; 0: for ever */
    mach_ns look_at_links_ns; /* whether they are silent: the next time */
    int exit_code;
    struct carrier *carrier; /* NULL: all messages go by links */
    mach_ns look_ns;         /* that it goes on looking after a message; has a meaning with a carrier */
    bool polls;              /* it never sleeps */
    mach_ns nap_ns;          /* not 0: it sleeps for so long at most, and then looks again */
    bool stays;              /* HALT_STAY */
    bool ends_in_order;      /* HALT_ORDER */
    struct link *retired, *due;
    struct call *calls; /* connections of tasks that are being made */
    bool any_over;      /* of its processes */
    struct host *host;  /* NULL on all nodes but 0 */
    const struct node_hooks *hooks;
    struct rlimit files; /* how many descriptors tasks may have: as many as the user has said */
};

static inline struct cluster_slot *local_slot(const struct node *n, const struct local *l)
{
    return cluster_slot(&n->region, l->slot);
}

/* NULL: the task is none of this node. */
static inline struct local *local_of(struct node *n, int32_t tid)
{
    uint32_t slot = tid_node_number(tid) == n->number ? n->region.header->slot_of[tid_local(tid)] : 0;
    return slot != 0 ? &n->local[slot] : NULL;
}

/* What lower parts call in higher ones (README.md has the order), set by who makes the node. */
struct node_hooks {
    /* A word has come from that node; the connection to it is gone: node_serve, node_lost. False: it makes no sense. */
    bool (*word_came)(struct node *n, int from, const struct word *w, const void *body);
    void (*link_lost)(struct node *n, int number);
    /* The host's: called where there is one. Of host.h, in this order: host_serve, host_node_lost, place_arrived,
     * host_reaped, host_end, host_awaits_nodes. */
    bool (*host_word)(struct node *n, int from, const struct word *w, const void *body);
    void (*node_gone)(struct node *n, int number);
    void (*node_arrived)(struct node *n, struct link *l);
    void (*child_ended)(struct node *n, pid_t pid, int status);
    void (*machine_ends)(struct node *n);
    bool (*awaits_nodes)(const struct node *n);
};

/* ---- hooks.c */

extern const struct node_hooks node_hooks;

/* ---- watch.c */

void watch_add(struct node *n, struct watch *w, uint32_t events);
void watch_change(struct node *n, struct watch *w, uint32_t events);
/* The memory is released by watches_release. */
void watch_close(struct node *n, struct watch *w);
/* The same, but its descriptor stays open: it is returned. */
int watch_take(struct node *n, struct watch *w);
/* A `release` for what the watch is the first part of. */
void watch_free(struct watch *w);
/* After a batch of events: nobody can name any more what has been closed. */
void watches_release(struct node *n);

/* ---- rules.c */

/* Whether that node may say such a word to us. */
bool word_is_right(const struct node *n, int from, const struct word *w);
/* Says on stderr that it has said one that it may not, or that makes no sense. */
void word_is_wrong(const struct node *n, int from, const struct word *w);

/* ---- drain.c */

/* Takes all that the tasks of this node have sent and asked for. */
void node_drain(struct node *n);
/* Takes some of it. Returns true if there is more. */
bool node_drain_some(struct node *n);

/* ---- loop.c */

bool node_open(struct node *n);
/* Runs until the node has ended. Returns the exit code. */
int node_run(struct node *n);

/* ---- start.c */

/* Starts one of the tasks. Returns its tid or an error. terminal: it keeps our standard streams. */
int32_t start_task(struct node *n, const struct cluster_start *s, bool terminal);

/* The folder of this program. */
void start_own_folder(char *path, size_t room);

/* ---- output.c */

void output_begin(struct node *n, struct local *l, int fd);
void output_end(struct node *n, struct local *l);

/* ---- wire.c; in tests, faulty.c */

struct iovec;
/* How bytes come out of a link and go into it: as read(2) and writev(2). */
struct link_wire {
    ssize_t (*get)(struct link *l, void *to, size_t room);
    ssize_t (*put)(struct link *l, const struct iovec *pieces, int n);
};
extern const struct link_wire link_wire;

/* ---- link.c */

/* Sends a word with a copy of its body; not at all if there is no link to that node. */
void link_send(struct node *n, int number, const struct word *w, const void *body);
void link_say(struct node *n, struct link *l, const struct word *w, const void *body);
/* Gives a word to node 0, which may be this one. */
void tell_host(struct node *n, const struct word *w, const void *body);
/* Sends a note as that message, and gives it back when that is done. */
void link_send_note(struct node *n, struct link *l, const struct word *w, uint64_t note);
/* Sends what waits, as far as the socket takes it: of one link; of all that have something new. */
void link_flush(struct node *n, struct link *l);
void links_flush(struct node *n);
/* Sets what it waits for. */
void link_listen(struct node *n, struct link *l);
/* Forgets it all. */
void link_drop_parcels(struct node *n, struct link *l);
/* Links whose messages had no room look again. Returns true if there are such. */
bool links_retry(struct node *n);
/* Links that have read more than they have given on go on. Returns true if there are such. */
bool links_go_on(struct node *n);
/* Whether the other ends are still there, now and then: before n->look_at_links_ns the loop is to call it again. */
void links_look(struct node *n);
/* Words that come in are given to the hook word_came, messages to route_arrived. */
struct link *link_new(struct node *n, int number);
/* Its connection is there. */
void link_open(struct node *n, struct link *l, int fd);
/* What happens to it; false: that cannot happen now, and nothing changes. */
bool link_moves(struct link *l, enum link_event event);
/* The one to that node, perhaps made now. NULL: there is none, and will be none. */
struct link *link_to(struct node *n, int number);
void link_close(struct node *n, struct link *l);
/* Reads nothing any more from a link whose other end is gone. */
void link_deaf(struct node *n, struct link *l);
/* The link of a node that stays without being in the machine: another one may take its number. */
void link_retire(struct node *n, struct link *l);
/* Closes all of them. */
void links_close(struct node *n);

/* ---- tls.c */

/* Which computer this is, and since when it runs. */
void gate_boot_id(char *out, size_t room);
/* A word that nobody can guess. */
#define GATE_TOKEN_CHARS 32
bool gate_draw(char *token);

/* ---- gate.c */

/* How many this node may use. */
int gate_processors(void);
/* Greets another daemon's gate on that new connection with the word that it expects. */
bool gate_greet(int fd, const char *token);
/* That is the secret of the machine: who knows it may connect from now on. */
void gate_admit(struct node *n, const char *secret);
bool gate_open(struct node *n, int first_port, int last_port);
/* Connects to a node, and opens the link to it if both know the secret, or says that it is lost. */
void gate_call(struct node *n, int number, const char *address, int port);
/* Who has not proved anything for long is sent away: to be called again before n->look_at_guests_ns. */
void gate_look(struct node *n);
/* accept(2) has failed there: if there is no room, it is tried again a while later. */
void gate_pause(struct node *n, struct watch *w);

struct in_addr;
/* The address by which this computer reaches that one. False: there is no way. */
bool gate_own_address(struct in_addr there, char *own, size_t room);
/* Opens a gate, and connects to node 0. False after a line on stderr. */
bool gate_home(struct node *n, const char *address, int port, const int *ports);

/* ---- direct.c */

/* A task here wants a connection to one of another node. */
void direct_want(struct node *n, int32_t src_tid, int32_t dst_tid);
/* A task here has got the end of a connection from that one, or cannot have it. */
void direct_has(struct node *n, int32_t tid, int32_t other_tid, bool has);
/* WORD_EXPECT, WORD_EXPECTED. */
bool direct_serve(struct node *n, int from, const struct word *w, const void *body);
/* Somebody has come to the gate with that word. Takes the descriptor. */
void direct_came(struct node *n, int fd, const char *token);
/* A task here has joined; it has ended or left. */
void direct_joined(struct node *n, int32_t tid);
void direct_task_gone(struct node *n, int32_t tid);
/* Whether something that the task has sent is still on this computer. */
bool direct_unsent(const struct local *l);
void direct_free(struct node *n, struct local *l);
/* Nothing more comes from there, and nothing goes there. */
void direct_node_gone(struct node *n, int number);

/* ---- route_in.c */

/* Where a message that begins to come is to lie: returns its note, and in *body the place (NULL: it has no body). 0:
 * there is no room now. */
uint64_t route_begin(struct node *n, const struct word *w, void **body);
/* Whether this node can ever hold it, if it is a message. All of one that it cannot hold has come from that node. */
bool route_fits(const struct node *n, const struct word *w);
void route_dropped(struct node *n, int number, const struct word *w);
/* All of it has come from that node. */
void route_arrived(struct node *n, int number, uint64_t note);
/* The word that a message goes as. */
struct word route_word(const struct cluster_note *f);
/* A task here has received that many bytes from that node; or it has ended. */
void route_tell_taken(struct node *n, int32_t tid, int number, uint64_t bytes, bool ended);
/* What a message counts in the window of its receiver; a mark, which has no sender, does not count. */
uint64_t route_bytes(const struct cluster_note *f);

/* ---- route.c */

/* A message of a task here to one on another node. */
void route_note(struct node *n, uint64_t note);
/* A message of the system to any task. */
void route_system(struct node *n, const struct word *w, const void *body);
/* Sends WORD_MARK behind all that tasks of this node have sent to that task of another. */
void route_mark(struct node *n, int32_t tid, uint64_t round);
/* A word to a node, behind all messages that have been sent there. */
void route_behind(struct node *n, int number, const struct word *w);
void route_taken(struct node *n, struct link *l, const struct word *w);
void route_free(struct node *n, struct link *l);

/* ---- serve.c */

/* Does what a word says that came from that node (its own number: from itself). False: it makes no sense. */
bool node_serve(struct node *n, int from, const struct word *w, const void *body);
/* The connection to that node is gone. */
void node_lost(struct node *n, int number);

/* ---- end.c */

/* From now on everything here ends. */
void node_end(struct node *n, int exit_code);
/* The same, but the process stays until node 0 says that it may end, or is gone. */
void node_stay(struct node *n);
/* Returns true if all is done. */
bool node_over(struct node *n);
