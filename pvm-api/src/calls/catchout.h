/* catchout.h - the children's output, and the file where this task collects it (pvm_catchout). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct mach_frame;
struct pvm_task;
struct pvmi_catch;

struct pvmi_catching {
    struct pvmi_catch *first; /* the tasks whose output comes here */
    FILE *file;               /* where it goes; NULL: pvm_catchout was never called */
};

/* The context and the tag of the messages with caught output, those of PVM 3.4.6. */
#define PVMI_CATCH_CONTEXT 0x7ffff
#define PVMI_CATCH_TAG ((int)0x80030005)

/* If the frame has caught output, writes it and returns true. The caller keeps the frame. */
bool pvmi_catch(struct pvm_task *t, const struct mach_frame *f);
/* A child has been started whose output comes here. */
void pvmi_catch_child(struct pvm_task *t, int tid);
/* Returns whether the output of every child has ended. */
bool pvmi_catch_all_ended(const struct pvm_task *t);
void pvmi_catch_free(struct pvm_task *t);
