/* roles.h - the parts of the system that a task stands in for (pvm_reg_hoster, pvm_reg_tasker, pvm_reg_rm), and the
 * resource manager that takes a task's own requests. */
#ifndef PVMI_ROLES_H
#define PVMI_ROLES_H

#include <stdbool.h>

struct pvm_task;
struct pvmi_buf;
struct wire_in;
struct wire_out;

struct pvmi_roles {
    bool has[4];  /* by enum system_role */
    int index[4]; /* which mailbox entry says so, plus 1; 0: none */
};

struct pvmi_manager {
    int wait_id;  /* of the newest request to it */
    bool watched; /* its end will be told */
};

/* ---- manager.c ---- */

/* Does a resource manager take this task's requests? */
bool pvmi_managed(const struct pvm_task *t);

/* As pvmi_control, but of the manager, and both bodies are system_body.h's. 0 and *answer, whose body *in reads (the
 * caller frees it with pvmi_buf_free); PvmNoTask: it has ended, from now on the task has none; an error of the
 * machine. */
int pvmi_manager_ask(struct pvm_task *t, const char *call, int tag, struct wire_out *body, struct pvmi_buf **answer,
                     struct wire_in *in);
/* The same without an answer. Frees the body. 0 or an error. */
int pvmi_manager_tell(struct pvm_task *t, int tag, int wait_id, struct wire_out *body);

#endif
