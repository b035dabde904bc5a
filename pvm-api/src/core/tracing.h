/* tracing.h - trace events of the library's calls, as PVM 3.4.6 sends them. One is sent when the program's call begins
 * and one when it ends, if the task's mask has the event. PvmSelfTraceTid, -Code and -Context name the receiver, tag
 * and context. trace_tables.c has what an event consists of, and pvmtev.h the layout of a message.
 *
 * A call whose event has values gives them with PVMI_ENTRY, right after it has entered, in the order of the table and
 * by their types: int, long for an address, char * for a string, (int *, int) or (char **, int) for arrays. The event
 * at the end is sent automatically if the call's code is its only value; else PVMI_EXIT gives its values, with the
 * code. If a task is not traced, this costs a few instructions and no simulated time. An event costs MACH_COST_PACK,
 * and a message with events costs what any message costs.
 *
 * Events are made and sent by the room trace, which core reaches through pvmi_hooks. */
#pragma once

#include "hooks.h"
#include "pvmtev.h"
#include "task.h"

/* Returns true if the call that t is in sends events. Calls that PVM itself makes inside do not. */
static inline bool pvmi_traced(const struct pvm_task *t)
{
    return t != NULL && t->tracing.call != NULL && t->depth == t->tracing.depth + 1;
}

#define PVMI_ENTRY(T, ...)                            \
    do {                                              \
        if (pvmi_traced(T))                           \
            pvmi_hooks.trace.entry((T), __VA_ARGS__); \
    } while (0)
#define PVMI_EXIT(T, ...)                            \
    do {                                             \
        if (pvmi_traced(T))                          \
            pvmi_hooks.trace.exit((T), __VA_ARGS__); \
    } while (0)
