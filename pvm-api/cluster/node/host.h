/* host.h - what node 0 does for the whole machine: it runs the control program, knows every task and node, starts the
 * other nodes and says who is dead. Each file's first line says its part. */
#pragma once

#include <stdio.h>
#include <ucontext.h>

#include "cluster/node/node.h"
#include "control_program.h"

#define DAEMON_BYTES 3072 /* of dx= in a hostfile */

/* ---- requests that wait ------------------------------------------------------------------------------------------ */

/* One request, on a stack of its own: while it waits, the daemon goes on. */
struct fiber {
    ucontext_t context, caller;
    void *stack;
    void *kept, *caller_kept; /* for the address sanitizer alone, as the caller's stack */
    const void *caller_bottom;
    size_t caller_bytes;
    void (*run)(struct host *h, struct fiber *f);
    struct host *host;
    int from;         /* the node of who asks */
    struct word word; /* the request */
    unsigned char *body;
    bool cut;     /* its asker has ended */
    int messages; /* of the system that must be on their way before the answer */
    int batch;    /* of the tasks that it has started; 0 */
    struct fiber *next_spawning;
    bool active, done;
    struct fiber *next;
};

/* Begins to run a request; it may end at once. Takes the body, which free(3) frees. */
void fiber_start(struct host *h, void (*run)(struct host *h, struct fiber *f), int from, const struct word *w,
                 unsigned char *body);
/* In a fiber: the daemon goes on until the fibers look again. */
void fiber_yield(struct host *h);
/* All that wait look again, and those that are done are freed. */
void fibers_look(struct host *h);

/* ---- tasks ------------------------------------------------------------------------------------------------------- */

#define START_WORDS 32 /* of the command that starts a daemon on another computer */

struct record {
    int32_t tid, parent_tid, node_tid, context;
    int pid, batch, nth;         /* of which spawn, and which of its tasks; batch 0: nobody spawned it */
    bool service, lives, joined; /* lives: it is a task */
    bool has_process, is_master;
    int exit_status;
    uint64_t signals_sent; /* by tasks, a bit each: what it may die of */
    struct mach_sink output, trace;
    char *file; /* as pvm_tasks shows it */
};

struct record *record_find(const struct host *h, int32_t tid);
/* A new one with that tid; one of an earlier task goes. NULL: no memory. */
struct record *record_new(struct host *h, int32_t tid, const char *file);
struct control_about record_about(const struct record *r);

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

enum place_state {
    PLACE_WANTED,   /* nobody has begun to start its daemon */
    PLACE_STARTING, /* rsh, mpirun or srun starts it */
    PLACE_NAMED,    /* rsh has failed: it is looked up whether the name has an address */
    PLACE_HERE,     /* it is a node of the machine */
    PLACE_HALTED,   /* it has been told to end, and is here until its connection ends */
    PLACE_DYING,    /* it is gone, and the other nodes give on what has come from it */
    PLACE_GONE,
    PLACE_FAILED, /* it has never been in the machine */
    PLACE_STATES
};

enum place_event {
    PLACE_STARTS,
    PLACE_CONNECTS,
    PLACE_IS_ASKED, /* for its address */
    PLACE_FAILS,
    PLACE_IS_HALTED,
    PLACE_IS_LOST,
    PLACE_IS_BURIED,
    PLACE_IS_DELETED,
    PLACE_EVENTS
};

struct place {
    char name[NODE_NAME_BYTES];
    char login[NODE_NAME_BYTES], *daemon, *path, *folder; /* lo=, dx=, ep=, wd= of the hostfile; "" or NULL */
    char address[NODE_NAME_BYTES];                        /* ip= */
    enum place_state state;
    int code;                /* PLACE_FAILED: why */
    pid_t child;             /* rsh, or who looks its address up; 0 */
    int starter_status;      /* how rsh has ended */
    mach_ns start_by_ns;     /* it must be here by then; 0: nobody has looked at it yet */
    bool by_launcher;        /* mpirun or srun has started it */
    bool awaits[NODES_MOST]; /* PLACE_DYING: which nodes have not given on all that has come from it */
    struct place *next_said; /* of the hostfile */
};

/* A node's answer to WORD_START that is awaited. */
struct started {
    uint64_t round;
    int number, count;
    int32_t *tids;
    bool known;
    const struct control_start *about;
    int batch, *nth; /* its task k is the task nth[k] of the spawn */
    struct started *next;
};

/* What is heard of a task before its spawn is over. */
struct delayed {
    struct word word;
    struct delayed *next;
    char body[];
};

/* A message of the system that is to come behind all that a task has sent. It stays here until that is there, so that
 * no death of a node can take it along. */
struct kept_message {
    struct word word;
    int by;         /* the node whose messages come before it */
    uint64_t round; /* of the WORD_FLUSH that asks for that */
    bool asks;      /* node 0 has not been asked yet (messages_ask) */
    struct fiber *fiber;
    struct kept_message *next;
    char body[];
};

struct host {
    struct node *node;
    struct control *control;
    struct record **records; /* by tid */
    int nrecords, room;
    struct place *places[NODES_MOST];
    int nplaces, next_node, next_slot;
    struct place *said; /* place_describe */
    struct fiber *fibers, *running, *spawning;
    bool look; /* fibers may go on */
    struct started *awaited;
    uint64_t round;
    int batch;
    struct delayed *delayed, *last_delayed;
    struct kept_message *messages;
    uint32_t lines[NODES_MOST]; /* status lines, by node */
    int processes;              /* that the end of the run waits for */
    bool run_began, halts;
    bool all; /* the run does not begin without all hosts */
    bool ends_with_master;
    bool by_slot;       /* a task for each processor of a node before the next node has one */
    struct watch told;  /* where it is said that a machine which stays is up */
    bool rank_died;     /* of those that mpirun or srun has started */
    int code;           /* that the run ends with */
    const char *rsh;    /* the command that starts something on another computer */
    char **start_words; /* its words; at the end NULL */
    int first_port, last_port;
    struct watch resolver; /* a process that looks up by which address of ours the first other node is reached */
    char resolved[64];
    size_t resolved_len;
    int copies; /* how many of the user's program are to be started; 0: one, with our terminal */
    char **argv;
    const char *trace, *report;             /* the files that are wanted of a run that is watched; NULL */
    struct printed *printed, *last_printed; /* what stderr has not taken yet */
    struct watch screen;
    bool screen_waits;
    FILE *events; /* what its tasks have noted; NULL: nobody watches */
};

/* Returns NULL if there is no memory. */
struct host *host_new(struct node *n);

/* What loop.c calls, and by its hooks (hooks.c) the rest of the node. */
bool host_serve(struct node *n, int from, const struct word *w, const void *body);
void host_goes_on(struct node *n);
int host_patience_ms(const struct node *n);
void host_reaped(struct node *n, pid_t pid, int status);
void host_node_lost(struct node *n, int number);
void host_end(struct node *n);
bool host_awaits_nodes(const struct node *n);

/* ---- host_heard.c */
/* WORD_LINE, WORD_ENDED: now, or when the spawn of that task is over. Always true. */
bool host_heard(struct host *h, int from, const struct word *w, const void *body);
/* The spawn of that request is over, and what has been heard of its tasks goes on. */
void host_announce(struct host *h, const struct fiber *f);
/* The task has ended, or only its process, or both. */
void host_task_ended(struct host *h, struct record *r, bool process_too, int status);

/* ---- host_print.c */
/* A line that a task has printed. */
void host_print_line(struct host *h, int32_t tid, const char *text, uint32_t len);
/* As printf, on stderr. */
void host_say(struct host *h, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* At the end: what stderr has not taken yet. */
void host_print_rest(struct host *h);

/* ---- host_control.c */
extern const struct control_ops host_control_ops;

/* ---- host_messages.c */
/* Keeps a message of the system until all that tasks of that node have sent to its receiver is there. */
void message_keep(struct host *h, const struct word *w, const void *body, int by);
/* The first that node 0 itself is to be asked for, or NULL; asks for all, and returns true if there were such. */
struct kept_message *first_that_asks(const struct host *h);
bool messages_ask(struct host *h);
/* That message can go now: all that must come before it is there. */
void host_flushed(struct host *h, int by, uint64_t round);
/* All that wait for that node, which is gone, can go now. Those to its tasks are dropped. */
void messages_of_gone(struct host *h, int number);
/* Nobody waits for the messages of that request, and nobody reads those to that task any more. */
void messages_forget(struct host *h, const struct fiber *f, int32_t tid);

/* ---- host_start.c */
/* The slot `start` of control_program.h: in a fiber, until each node has answered. */
int host_start(void *m, const struct control_start *s, int32_t *tids);
/* A node's answer. False: it makes no sense. */
bool host_started(struct host *h, int from, const struct word *w, const void *body);
/* That node answers no more: its part of each start has failed. */
void host_unstarted(struct host *h, int number);

/* ---- host_asked.c */
/* WORD_REQUEST. Always true. */
bool host_asked(struct host *h, int from, const struct word *w, const void *body);

/* ---- host_nodes.c */
/* A new one: its number, which no other place has had, or an error. */
int place_add(struct host *h, const char *name);
/* What the hostfile says of a host of that name that is not a place, or of all ("*"); NULL. */
const struct place *place_described(const struct host *h, const char *name);
/* Where to say that; it begins with what has been said before. NULL: no memory. */
struct place *place_describe(struct host *h, const char *name);
/* What has happened to it; false: that cannot happen now, and nothing changes. */
bool place_moves(struct place *p, enum place_event event);
/* It is a node of the machine. */
bool place_is_here(const struct place *p);
/* What its daemon says counts. */
bool place_may_speak(const struct place *p);
/* Returns true if no place is being started any more. */
bool places_settled(const struct host *h);
/* A daemon has connected and proved that it knows the secret. */
void place_arrived(struct node *n, struct link *l);
/* One node wants a connection to the other. */
void place_introduce(struct host *h, int from, int to);
void place_delete(struct host *h, int number);
/* One node says that its connection to the other is broken: the other is to end, and its link to us then ends, too. */
void place_lost(struct host *h, int number, int by);
/* That node has given on all that came from the dead one. */
void place_buried(struct host *h, int number, int by);
void place_failed(struct host *h, int number, int code, const char *why);

/* ---- host_starters.c */
/* The daemons of these places come by themselves: mpirun or srun starts them. */
void places_await(struct host *h);
/* Begins to start the daemons of all places that are not there. */
void places_start(struct host *h);
/* The address by which this computer reaches that one, for the own gate. False: there is no way. */
bool place_own_address(const char *there, char *own, size_t room);

/* ---- watched.c */
/* Prepares for files of what the run does. Returns false after a line on stderr. */
bool watch_open(struct host *h, const char *trace, const char *report);
void watch_task_begins(struct host *h, const struct record *r, const char *file);
/* signal: that it died of, or 0. */
void watch_task_ends(struct host *h, const struct record *r, int signal);
void watch_records(struct host *h, const void *records, uint32_t len_bytes);
/* After the run: writes those files. Returns the exit code: `code`, but that of a failure if it was 0. */
int watch_write(struct host *h, int code);

/* ---- stays.c */
/* Goes on in the background; the one who has started us waits until it is said there that the machine is up, or this
 * process has ended. Returns where to say so, or -1 and errno. */
int stay_behind(void);
/* It says there that it is up; if nobody listens there any more before it is, it ends. */
void stay_tells(struct host *h, int fd);
void stay_is_up(struct host *h);

/* ---- hostfile.c */
/* Reads PVM's hostfile. Returns false after a line on stderr that names the line and what is wrong. */
bool hostfile_read(struct host *h, const char *file);
/* Takes these options of a host. Returns NULL, or what is wanted instead of the word *wrong. */
const char *hostfile_options(struct place *p, char *words, const char **wrong);
