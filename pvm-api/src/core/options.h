/* options.h - the values of pvm_setopt. */
#ifndef PVMI_OPTIONS_H
#define PVMI_OPTIONS_H

struct pvm_task;

#define PVMI_NOPTS 26 /* options 1..25 of pvm_setopt */

struct pvmi_options {
    int value[PVMI_NOPTS]; /* by their number */
    int noreset_index;     /* of the mailbox entry that says so, while PvmNoReset is set */
};

/* The values of a task that has never enrolled. */
void pvmi_option_defaults(struct pvm_task *t);
/* What a task finds set when it enrolls, from the identity it was given. */
void pvmi_option_joined(struct pvm_task *t);

#endif
