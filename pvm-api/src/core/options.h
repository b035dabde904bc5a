/* options.h - the values of pvm_setopt. */
#ifndef PVMI_OPTIONS_H
#define PVMI_OPTIONS_H

struct pvm_task;

#define PVMI_NOPTS 26 /* options 1..25 of pvm_setopt */

struct pvmi_options {
    int value[PVMI_NOPTS]; /* by their number */
    int noreset_index;     /* the mailbox entry of this task, as long as PvmNoReset is set */
};

/* Sets the options of a task that has never enrolled. */
void pvmi_option_defaults(struct pvm_task *t);
/* Sets the options that a task has when it enrolls, from its identity. */
void pvmi_option_joined(struct pvm_task *t);

#endif
