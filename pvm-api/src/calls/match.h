/* match.h - which of the messages that have arrived a receive call takes, and how more are read in. */
#ifndef PVMI_MATCH_H
#define PVMI_MATCH_H

#include <stdbool.h>

#include "machine.h"

struct pvm_task;
struct mach_frame;
struct pvmi_buf;

struct pvmi_matching {
    int (*by_user)(int, int, int); /* the matching function set by pvm_recvf; NULL: the library's own */
};

/* What a receive call looks for, and the name under which it waits. */
struct pvmi_look {
    const char *call;
    int tid, tag;     /* -1: any */
    mach_ns deadline; /* own clock; 0: do not wait; MACH_FOREVER */
    bool take;        /* false: the message stays where it is (probe) */
};
/* Finds the first message of the task's context that fits by the matching function. Returns 1 and *out; 0 if there was
 * none by the deadline; or an error of the machine or of the user's function. */
int pvmi_match(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out);
/* Reads in one frame, whatever it is for: writes caught output, keeps other messages. Returns a number above 0, 0 or an
 * error, as wait. */
int pvmi_match_pull(struct pvm_task *t, const struct pvmi_look *look);
/* Keeps a frame until it is received: 1; PvmNoMem. Owns it in every case. */
int pvmi_match_keep(struct pvm_task *t, struct mach_frame *f);
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

#endif
