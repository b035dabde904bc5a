/* layers.h - the state that libgpvm3 (pvmi_group.h), libfpvm3 (pvmi_fortran.h) and other layers (pvmsim.h) keep in a
 * task. */
#ifndef PVMI_LAYERS_H
#define PVMI_LAYERS_H

#include <stdbool.h>

#include "pvmi_group.h"

struct pvm_task;

/* A library's own state, the function that frees it while the task is still enrolled, and the one that does so if the
 * task has been killed (NULL: it stays). */
struct pvmi_layer {
    void *state;
    void (*end)(void *state), (*forget)(void *state);
};

struct pvmi_layers {
    struct pvmi_layer group, fortran;
    struct pvmi_group_wait group_wait; /* of the group call under way */
    const void *fortran_from;          /* the call of Fortran under way was made there; NULL: there is none */
    bool in_group_call; /* a group call has been told as a mark or event: the calls that it makes inside are not told */
    int named;          /* pvmsim_enter without its pvmsim_leave */
    bool any;           /* there has been one: messages that nobody reads are the layer's own */
    /* What the outermost of these is called: a wait inside it bears that name, unless it is in a group call. NULL:
     * there is none. */
    const char *name;
    char shown_name[24]; /* the part of it that traces and reports show */
    bool shown;          /* the outermost of these has been told as a mark: the calls inside it are not */
};

/* Frees the state of all layers. */
void pvmi_layers_end(struct pvm_task *t);

/* The same for a task that has been killed: nothing is sent. */
void pvmi_layers_forget(struct pvm_task *t);

#endif
