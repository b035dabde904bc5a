/* roles.h - the parts of the system that a task has taken over (pvm_reg_hoster, pvm_reg_tasker, pvm_reg_rm), and the
 * resource manager that takes the task's own requests. */
#ifndef PVMI_ROLES_H
#define PVMI_ROLES_H

#include <stdbool.h>

struct pvm_task;
struct pvmi_buf;
struct wire_in;
struct wire_out;

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

#endif
