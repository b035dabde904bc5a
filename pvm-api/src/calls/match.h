/* match.h - the messages that have arrived and wait to be received, and which of them a receive call takes. */
#ifndef PVMI_MATCH_H
#define PVMI_MATCH_H

#include <stdbool.h>

#include "arrived.h"
#include "machine.h"

struct pvm_task;

struct pvmi_matching {
    struct pvmi_arrivals arrived;
    int searches;                  /* how many searches are under way: above 1 inside the user's own matching
                                      function */
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
/* Reads in one frame, whatever it is for: writes caught output, calls message handlers, keeps other messages. Returns
 * 1, 0 or an error as wait. */
int pvmi_match_pull(struct pvm_task *t, const struct pvmi_look *look);
void pvmi_match_free(struct pvm_task *t);

/* The message waits no longer: it has been received or is being freed. */
void pvmi_match_forget(struct pvm_task *t, struct pvmi_buf *b);
/* The message's source, tag or context has been changed. */
void pvmi_match_changed(struct pvm_task *t, struct pvmi_buf *b);
/* Waits for an answer: the message of context 0 with this source, tag and wait id. Returns 1 and *out, which the caller
 * frees; 0 if the other message came, which ends the wait; or an error of the machine. */
struct pvmi_reply {
    const char *call;
    int src, tag, wait_id;
    int other_context, other_tag;
};
int pvmi_match_reply(struct pvm_task *t, const struct pvmi_reply *r, struct pvmi_buf **out);

#endif
