/* tracing.h - what a task keeps about being traced. trace.h has the calls. */
#ifndef PVMI_TRACING_H
#define PVMI_TRACING_H

struct pvmi_trace;
struct pvmi_trace_event; /* trace_tables.h */

struct pvmi_tracing {
    char mask[2][40];                    /* which events are sent: for the task's own calls, and for its children's */
    struct pvmi_trace *kept;             /* what has not been sent yet (trace_message.h); NULL: never traced */
    const struct pvmi_trace_event *call; /* the event of the call that the program is in; NULL: none is sent */
    int depth;                           /* the depth at which the program's own calls begin: above 0 inside a
                                            message handler */
};

#endif
