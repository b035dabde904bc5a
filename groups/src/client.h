/* client.h - what the group calls of a task share: the link to the server, and the begin and end of a call.
 *
 * All state hangs off the task (pvmi_group_slot). */
#pragma once

#include <stddef.h>

#include "list.h"
#include "protocol.h"

#define GRP_PUBLIC __attribute__((visibility("default")))

/* A frozen group. The task keeps a copy, so that questions need no message and barriers no server. */
struct grp_frozen {
    struct grp_frozen *next;
    struct grp_list members;
    enum barrier_algorithm algorithm;
    int context;     /* of its barriers; 0: the server holds all of them */
    int completed;   /* barriers without the server that this task has completed */
    int completable; /* how many of them can complete; INT_MAX as long as nobody has left */
    char name[];
};

/* A group that the task is a member of, with the number by which the server knows it. */
struct grp_membership {
    struct grp_membership *next;
    int number;
    char name[];
};

struct grp_state {
    int server_tid; /* 0: not looked up yet */
    struct grp_frozen *frozen;
    struct grp_membership *joined;
};

/* A group call that is under way: the context of groups is set, and no buffer is current. */
struct grp_call {
    struct grp_state *state;
    char *group;
    int tid;                     /* of the task that makes it */
    int worked;                  /* the cost of the call itself has been charged */
    int sbuf, rbuf, context;     /* the user's; they are put back at the end */
    int (*match)(int, int, int); /* the user's pvm_recvf function */
};

/* Begins the public function `call` (static storage) about `group`; starts the server if there is none. number: the
 * further value in its trace event (pvmi_group.h). Returns 0, PvmNullGroup, PvmSysErr or PvmNoMem; after an error, do
 * not call grp_end. */
int grp_begin(struct grp_call *c, const char *call, char *group, int number, const void *from);
#define GRP_CALLER __builtin_return_address(0) /* where the program has made it; only in the public function itself */
void grp_end(struct grp_call *c);

/* Has the task left the machine since grp_begin, in a handler? Then c->state is gone, even if it has come back. */
int grp_left(const struct grp_call *c);

/* Charges the cost of the call itself (MACH_COST_GROUP_CALL), once in each call. It is due after the request has left,
 * since the work is done while the answer is on its way, or before the first message to another member. A call that
 * sends nothing, or meets on the S-Net, is charged at its end. */
void grp_charge_call(struct grp_call *c);

/* Asks the server and waits for its answer. Returns the result of the request (protocol.h) or PvmSysErr. The list of a
 * frozen group is kept. list: NULL, or it gets the list in the answer (an empty one if there is none), which the caller
 * frees. */
int grp_ask(struct grp_call *c, enum grp_request request, int argument, struct grp_list *list);

/* A whole public call that is one request: it begins, is answered from the kept list or by the server, ends and sets
 * pvm_errno. GRP_LEAVE also forgets the kept list of the group. */
int grp_request(const char *call, char *group, enum grp_request request, int argument, const void *from);

/* Returns how many members the group has, from the kept list or from the server, or an error. The caller frees *list in
 * both cases. */
int grp_members(struct grp_call *c, struct grp_list *list);

/* The copy of that frozen group, or NULL if none is kept. It is valid until the next call of a function here. */
struct grp_frozen *grp_find_frozen(struct grp_state *s, const char *group);

/* Returns the server's tid, or PvmSysErr or PvmNoMem. Starts the server if there is none. */
int grp_server_tid(void);

/* Drops the copy of a frozen group. */
void grp_forget(struct grp_state *s, const char *group);

/* Packs a request about the group: with the group's number if the task is a member, else with its name. Returns 0, or
 * an error: half a request is not to be sent, as the server ignores what it cannot read. */
int grp_pack_request(const struct grp_state *s, const char *group, int argument);

/* grp_note_joined notes that the task is a member of the group with that number, and may use the number in requests.
 * grp_note_left notes that it is a member no more. */
void grp_note_joined(struct grp_state *s, const char *group, int number);
void grp_note_left(struct grp_state *s, const char *group);

/* The end of a public call: sets pvm_errno if code is an error, and returns code. Only the collectives (_loudly) print
 * their errors, as in PVM 3.4.6. */
int grp_return(int code);
int grp_return_sent(int code, const int *tids, int n); /* for pvm_bcast, which sent to these n tasks */
int grp_return_loudly(const char *call, int code);
