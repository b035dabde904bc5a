/* trace_message.h - what trace_events.c (which decides that an event is due) and trace_message.c (which sends it)
 * share. */
#pragma once

#include "buffer.h"
#include "pack.h"
#include "trace.h"
#include "trace_tables.h"

struct pvmi_trace {
    struct pvmi_buf buf;                  /* events not yet sent */
    const struct pvmi_trace_event *group; /* the event of the group call that t is in */
    bool exit_told;                       /* the event at the end of the call that t is in has been sent */
    bool complained;                      /* about PvmTraceOptions, which was never set */
    int described[TEV_MAX + 1];           /* TEV_EVENT_ENTRY, _EXIT: the receiver knows what these consist of */
    mach_ns since;                        /* when the call that t is in began */
    mach_ns total_ns[TEV_MAX + 1];        /* PvmTraceTime */
    int count[TEV_MAX + 1];               /* PvmTraceTime, PvmTraceCount: entries and exits, as in PVM 3.4.6 */
};

/* One value of an event. */
struct pvmi_trace_value {
    long number;       /* an integer */
    const void *items; /* a string; an array of `n` */
    int n;
};

/* Puts the event into a message. The message is sent at once or, with PvmTraceBuffer, when it is long enough. which:
 * TEV_EVENT_ENTRY or TEV_EVENT_EXIT. values: as many as `what` says; NULL if none. */
void pvmi_trace_put(struct pvm_task *t, int event, int which, const struct pvmi_trace_values *what,
                    const struct pvmi_trace_value *values);
