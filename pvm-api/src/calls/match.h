/* match.h - messages that have arrived and wait to be received, and which of them a receive call takes. */
#ifndef PVMI_MATCH_H
#define PVMI_MATCH_H

#include <stdbool.h>

#include "arrived.h"
#include "machine.h"

struct pvm_task;

struct pvmi_matching {
    struct pvmi_arrivals arrived;
    int searches;                  /* under way among them: above 1 inside the user's own matching function */
    int (*by_user)(int, int, int); /* pvm_recvf's matching function; NULL: the library's own */
};

/* What a receive call looks for, and under which name it waits. */
struct pvmi_look {
    const char *call;
    int tid, tag;     /* -1: any */
    mach_ns deadline; /* own clock; 0: what is there now; MACH_FOREVER */
    bool take;        /* false: it stays where it is (probe) */
};
/* The first message of the task's context that fits, as the matching function says. 1 and *out; 0: none by the
 * deadline; an error of the machine or of the user's matching function. */
int pvmi_match(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out);
/* Take in one frame, whoever it is for: output and handled messages are dealt with, others kept. Above 0, 0, or an
 * error, as wait. */
int pvmi_match_pull(struct pvm_task *t, const struct pvmi_look *look);
/* Give a frame to the handler that wants it, or keep it until it is received: 1; PvmNoMem. Owns it in every case. */
int pvmi_match_keep(struct pvm_task *t, struct mach_frame *f);
void pvmi_match_free(struct pvm_task *t);

/* It waits no longer to be received: it has been, or is freed. */
void pvmi_match_forget(struct pvm_task *t, struct pvmi_buf *b);
/* Its source, tag or context is another now. */
void pvmi_match_changed(struct pvm_task *t, struct pvmi_buf *b);
/* Wait for the answer, the message of context 0 with this source, tag and wait id: 1 and *out (the caller frees it);
 * or for the other message that ends the wait: 0. An error of the machine. */
struct pvmi_reply {
    const char *call;
    int src, tag, wait_id;
    int other_context, other_tag;
};
int pvmi_match_reply(struct pvm_task *t, const struct pvmi_reply *r, struct pvmi_buf **out);

#endif
