/* trace.h - how the room trace makes and sends the events of tracing.h. core calls it by pvmi_hooks.trace. */
#pragma once

#include "pvmtev.h"
#include "task.h"

/* The event at the begin, or at the end, of the call that t is in, which is traced: its values. */
void pvmi_trace_entry(struct pvm_task *t, ...);
void pvmi_trace_exit(struct pvm_task *t, ...);

/* Sends an event that belongs to no public function: TEV_*, TEV_EVENT_*, its values. */
void pvmi_trace_event_of(struct pvm_task *t, int event, int which, ...);

/* For call.c: a public call begins (its depth is not counted yet), and ends with a code. */
void pvmi_trace_call(struct pvm_task *t, const char *call);
void pvmi_trace_return(struct pvm_task *t, int code);

/* The same for a group call, with what pvmi_group.h says. */
void pvmi_trace_group_call(struct pvm_task *t, const char *call, const char *group, int number);
void pvmi_trace_group_return(struct pvm_task *t, int code, const int *tids, int n);

/* Works out whether the task is traced now, after its sink, mask or options have changed. */
void pvmi_trace_update(struct pvm_task *t);
/* Sets what a task inherits when it enrolls. */
void pvmi_trace_joined(struct pvm_task *t);
/* Sends what has been held back: buffered events, times, counts. */
void pvmi_trace_flush(struct pvm_task *t);
void pvmi_trace_free(struct pvm_task *t);
