/* calls_state.h - what the room calls keeps of a task: one part for each concept, with what the
 * concept does for the others. */
#pragma once

#include <stdbool.h>

#include "catchout.h"
#include "data_state.h"
#include "machine.h"

struct pvm_task;
struct pvmi_buf;
struct wire_in;
struct wire_out;

/* Which of the messages that have arrived a receive call takes, and how more are read in. */
struct pvmi_matching {
    int (*by_user)(int, int, int); /* the matching function set by pvm_recvf; NULL: the library's own */
};

/* What a receive call looks for, and the name under which it waits. */
struct pvmi_look {
    const char *call;
    int tid, tag;     /* -1: any */
    mach_ns deadline; /* own clock; 0: do not wait; MACH_FOREVER */
    bool take;        /* false: the message stays where it is (probe) */
    int only;         /* ends with PvmSysErr if the task has another tid than this, as a handler has left; 0: goes on */
    bool one;         /* goes past one message that has come since at most */
};
/* Finds the first message of the task's context that fits by the matching function. Returns 1 and *out; 0 if there was
 * none by the deadline; or an error of the machine or of the user's function. */
int pvmi_match(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out);
/* Reads in one frame, whatever it is for: writes caught output, keeps other messages. Returns a number above 0, 0 or an
 * error, as wait. */
int pvmi_match_pull(struct pvm_task *t, const struct pvmi_look *look);
/* Keeps a frame until it is received: 1; PvmNoMem. Owns it in every case. */
int pvmi_match_keep(struct pvm_task *t, struct mach_frame *f);
/* What pvm_recvf does. */
void pvmi_match_by(struct pvm_task *t, int (*match)(int, int, int));
void pvmi_match_leaves(struct pvm_task *t, struct mach_want_values *left);
void pvmi_match_free(struct pvm_task *t);

/* Waits for an answer: the message of context 0 with this source, tag and wait id. Returns 1 and *out, which the caller
 * frees; 0 if the other message came, which ends the wait; or an error of the machine. */
struct pvmi_reply {
    const char *call;
    int src, tag, wait_id;
    int other_context, other_tag;
};
int pvmi_match_reply(struct pvm_task *t, const struct pvmi_reply *r, struct pvmi_buf **out);

/* Message handler functions (pvm_addmhf), which run when their message arrives. */
struct pvmi_handler;

struct pvmi_handlers {
    struct pvmi_handler *first; /* in the order in which they were added */
};

/* If a handler matches the message, runs it, frees the message and returns true. */
bool pvmi_handle(struct pvm_task *t, struct pvmi_buf *b);
/* Returns true if a handler matches the message. */
bool pvmi_handles(const struct pvm_task *t, const struct pvmi_buf *b);
void pvmi_handler_free(struct pvm_task *t);

/* The descriptor of pvm_getfds, and how to wait for messages without receiving them. */
struct pvmi_descriptor {
    int *list;               /* the list that pvm_getfds gave out, with one descriptor; NULL: not yet */
    struct mach_frame *seen; /* a frame that came while select waited, and that no call has read in yet */
};

/* Returns the descriptor that pvm_getfds gave out, or -1. The kernel never shows it as readable; select and poll here
 * do. */
int pvmi_message_fd(const struct pvm_task *t);
/* Waits until `deadline` (own clock; any past time: does not wait) for a message that no call has read in. Returns 1 if
 * there is one; 0; -1 with errno EINTR if a handler of a signal has run. */
int pvmi_message_waiting(struct pvm_task *t, const char *call, mach_ns deadline);
/* Says whether this task waits for people: the machine then goes on without it. Returns 0 or an error. */
int pvmi_wait_outside(struct pvm_task *t, bool outside);
void pvmi_fds_free(struct pvm_task *t);

/* Arrays that calls have given to the program. Each is valid until the same call gives the next one, also after
 * pvm_exit, as in PVM: programs print a summary there. */
struct pvmi_lists {
    void *hosts;     /* pvm_config */
    void *tasks;     /* pvm_tasks */
    void *siblings;  /* pvm_siblings */
    void *mailboxes; /* pvm_getmboxinfo */
    void *noresets;  /* pvm_getnoresets */
    void *names;     /* gethostbyname, gethostbyaddr */
    void *master;    /* pvm_reg_rm: the host */
};

/* Stores a list in place of the one given out before, which is freed. Returns the new list. */
void *pvmi_list_keep(void **slot, void *list);
/* Frees all of them, as the state goes. */
void pvmi_lists_end(struct pvm_task *t);

/* The parts of the system that a task has taken over (pvm_reg_hoster, pvm_reg_tasker, pvm_reg_rm), and the resource
 * manager that takes the task's own requests. */
struct pvmi_roles {
    bool has[4];  /* by enum system_role */
    int index[4]; /* the mailbox entry that shows it, plus 1; 0: none */
};

struct pvmi_manager {
    int wait_id;  /* of the newest request to the manager */
    bool watched; /* the task will be notified of the manager's end */
};

/* The task leaves: it has taken over nothing. */
void pvmi_roles_left(struct pvm_task *t);

/* ---- manager.c ---- */

/* The task has enrolled: it watches no manager. */
void pvmi_manager_joined(struct pvm_task *t);

/* Returns true if a resource manager takes this task's requests. */
bool pvmi_managed(const struct pvm_task *t);

/* As pvmi_control, but asks the manager; both bodies are in system_body.h's form. Returns 0 and *answer, whose body *in
 * reads (the caller frees it with pvmi_buf_free); PvmNoTask if the manager has ended, and the task has none from now
 * on; or an error of the machine. */
int pvmi_manager_ask(struct pvm_task *t, const char *call, int tag, struct wire_out *body, struct pvmi_buf **answer,
                     struct wire_in *in);
/* Sends a message to the manager that has no answer. Frees the body. Returns 0 or an error. */
int pvmi_manager_tell(struct pvm_task *t, int tag, int wait_id, struct wire_out *body);

struct pvmi_calls {
    struct pvmi_matching matching;
    struct pvmi_handlers handlers;
    struct pvmi_catching catching;
    struct pvmi_descriptor descriptor;
    struct pvmi_lists lists;
    struct pvmi_roles roles;
    struct pvmi_manager manager;
    char tag_name[16]; /* the text that pvmnametag gave out */
};

/* ---- what a concept without a header of its own does in a task's life (../hooks.c) ---- */

/* options.c: the options of a task that has never enrolled, and those that it has when it enrolls, from its
 * identity. */
void pvmi_option_defaults(struct pvm_task *t);
void pvmi_option_joined(struct pvm_task *t);
