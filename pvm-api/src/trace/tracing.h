/* tracing.h - what a task keeps of being traced; trace.h has the calls. */
#ifndef PVMI_TRACING_H
#define PVMI_TRACING_H

struct pvmi_trace;
struct pvmi_trace_event; /* trace_tables.h */

struct pvmi_tracing {
    char mask[2][40];                    /* which events: of the task's own calls, and of its children's */
    struct pvmi_trace *kept;             /* what is not sent yet (trace_message.h); NULL: never traced */
    const struct pvmi_trace_event *call; /* of the call that the program is in; NULL: none is sent */
    int depth;                           /* where the program's own calls begin: above 0 inside a message handler */
};

#endif
