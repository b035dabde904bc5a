/* loop.h - the `loop` machine: machine.h inside one process, without a simulator, for unit tests.
 *
 * Tasks are threads that pass one baton: exactly one runs at a time, and a call that waits hands over to the task whose
 * next event is earliest (ties: who ran longest ago, then the lower tid). So every run is the same.
 * It is no model of a computer: a message takes latency_ns, whatever its length and whoever else sends.
 *
 * A thread that uses PVM outside loop_run is the only task of a machine of its own, made at its first call.
 */
#ifndef LOOP_H
#define LOOP_H

#include "machine.h"
#include "wire.h"

#define LOOP_FIRST_TID 0x40002
#define LOOP_NODE_TID(node) tid_of_node(node) /* node 0 is the first */

/* A program that pvm_spawn finds by name; runs as a new task. */
struct loop_program {
    const char *name;
    int (*main)(int argc, char **argv);
};

/* What pvmsim_parameter finds. */
struct loop_parameter {
    const char *name; /* "jpi.send_us" */
    double value;
};

struct loop_settings {
    mach_ns latency_ns;                  /* from post to arrival */
    mach_ns control_ns;                  /* of a control request, there and back */
    mach_ns cost_ns[MACH_NCOSTS];        /* library costs, the same on every node */
    int hardware, barrier;               /* what tasks find in their identity */
    int max_tasks;                       /* a spawn of more than these gives PvmOutOfRes for the rest; 0: no limit */
    int nodes;                           /* 1 or more; task k is on node k % nodes; their names: loop0, loop1 ... */
    const struct loop_program *programs; /* ends with a NULL name; may be NULL */
    const struct loop_parameter *parameters; /* the same */
};

/* All 0 but nodes 1, and 1 ns for a poll and for a clock reading: a loop that polls must come to an end. */
struct loop_settings loop_defaults(void);

/* Settings of the machines that this thread makes from now on; NULL: the defaults. */
void loop_configure(const struct loop_settings *s);

/* Run n tasks, each calling body(index, arg), and all that they spawn, to their end. Tids are LOOP_FIRST_TID + index;
 * they are siblings without a parent. A task that has not left by then leaves. Returns the number of deadlocks met. */
int loop_run(int n, void (*body)(int index, void *arg), void *arg);

/* End the machine that this thread made by itself, if it has one: its task leaves, the next PVM call makes another. */
void loop_reset(void);

/* The calling task gets this signal after `span` of its clock, as if another task had sent it. */
void loop_signal_after(mach_ns span, int number);

/* What a spawned task would print: goes where its output is sent. */
void loop_print(const char *text);

/* Bytes of this machine's last control request of that number (empty if none); valid until the next one. */
struct wire_in loop_last_request(int request);

/* What the calling task's machine was last told by a wait (call NULL: nothing). */
struct mach_want loop_last_want(void);

#endif
