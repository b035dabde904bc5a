/* client.h - what the group calls of a task share: its link to the server, and the frame of a call.
 *
 * All state hangs off the task (pvmi_group_slot).
 */
#ifndef GRP_CLIENT_H
#define GRP_CLIENT_H

#include <stddef.h>

#include "list.h"
#include "protocol.h"

#define GRP_PUBLIC __attribute__((visibility("default")))

/* A frozen group, kept so that questions need no message, and barriers no server. */
struct grp_kept {
    struct grp_kept *next;
    struct grp_list members;
    enum barrier_algorithm algorithm;
    int context;     /* of its barriers; 0: all of them are the server's */
    int completed;   /* barriers without the server that this task has been in */
    int completable; /* how many of them can complete; INT_MAX while nobody has left */
    char name[];
};

/* A group that the task is a member of, with the number that the server knows it by. */
struct grp_joined {
    struct grp_joined *next;
    int number;
    char name[];
};

struct grp_state {
    int server_tid; /* 0: not asked yet */
    struct grp_kept *kept;
    struct grp_joined *joined;
};

/* A group call under way: the task is in the context of groups, without current buffers. */
struct grp_call {
    struct grp_state *state;
    char *group;
    int worked;                  /* the call's own work has been charged */
    int sbuf, rbuf, context;     /* the user's, put back at the end */
    int (*match)(int, int, int); /* the user's pvm_recvf */
};

/* Begin the public function `call` (static storage) about `group`, starting the server if there is none: 0;
 * PvmNullGroup, PvmSysErr, PvmNoMem. After an error nothing is to be ended. number: what else its trace event tells
 * (pvmi_group.h). */
int grp_begin(struct grp_call *c, const char *call, char *group, int number);
void grp_end(struct grp_call *c);

/* The call's own work (MACH_COST_GROUP_CALL), once a call: after its request has left, as the answer takes longer, or
 * before its first message to another member; a call that sends nothing, or meets on the S-Net, does it at its end. */
void grp_work(struct grp_call *c);

/* Ask the server and wait for its answer: the result of the request (protocol.h) or PvmSysErr. Keeps the list of a
 * frozen group. list: NULL, or what is set to the list in the answer (empty if there is none); the caller frees it. */
int grp_ask(struct grp_call *c, enum grp_request request, int argument, struct grp_list *list);

/* A whole public call that is one request: begin, the answer from what is kept or from the server, end, report. To
 * leave a group is to forget what is kept of it too. */
int grp_request(const char *call, char *group, enum grp_request request, int argument);

/* The members, kept or asked for: their number or an error; the caller frees *list in both cases. */
int grp_members(struct grp_call *c, struct grp_list *list);

/* What is kept of that group, or NULL. Valid until the next call here. */
struct grp_kept *grp_kept(struct grp_state *s, const char *group);

/* The server's tid, starting it if there is none; PvmSysErr, PvmNoMem. */
int grp_server_tid(void);

/* Forget a frozen group. */
void grp_forget(struct grp_state *s, const char *group);

/* Pack a request about the group: by its number if the task is a member, else by its name. */
void grp_pack_request(const struct grp_state *s, const char *group, int argument);

/* The task has become a member of the group of that number, which it may then ask by; it is none any more. */
void grp_joined(struct grp_state *s, const char *group, int number);
void grp_left(struct grp_state *s, const char *group);

/* How a public call ends: sets pvm_errno if code is an error. As in PVM 3.4.6 only the collectives print theirs. */
int grp_return(int code);
int grp_return_sent(int code, const int *tids, int n); /* pvm_bcast: to these n tasks */
int grp_return_loudly(const char *call, int code);

#endif
