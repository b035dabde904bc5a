/* options.h - the values of pvm_setopt, which calls/options.c sets. */
#ifndef PVMI_OPTIONS_H
#define PVMI_OPTIONS_H

#define PVMI_NOPTS 26 /* options 1..25 of pvm_setopt */

struct pvmi_options {
    int value[PVMI_NOPTS]; /* by their number */
    int noreset_index;     /* the mailbox entry of this task, as long as PvmNoReset is set */
};

#endif
