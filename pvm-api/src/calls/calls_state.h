/* calls_state.h - what the room calls keeps of a task: one part for each concept, declared in that concept's header. */
#ifndef PVMI_CALLS_STATE_H
#define PVMI_CALLS_STATE_H

#include "catchout.h"
#include "data_state.h"
#include "getfds.h"
#include "handler.h"
#include "lists.h"
#include "match.h"
#include "roles.h"

struct pvm_task;

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

#endif
