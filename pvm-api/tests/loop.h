/* loop.h - the `loop` machine: machine.h inside one process, without a simulator, for unit tests.
 *
 * Tasks are threads that pass one token: exactly one runs at a time, and a call that waits hands over to the task with
 * the earliest next event (if several are equal: the one that ran longest ago, then the lower tid). So every run is the
 * same. It does not model a computer: a message takes latency_ns, whatever its length and whoever else sends.
 *
 * A thread that uses PVM outside loop_run is the only task of a machine of its own, made at its first call. */
#pragma once

#include <time.h>

#include "machine.h"
#include "wire.h"

#define LOOP_FIRST_TID 0x40002
#define LOOP_NODE_TID(node) tid_of_node(node) /* node 0 is the first */

/* A program that pvm_spawn finds by its name. It runs as a new task. */
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
    mach_ns control_ns;                  /* of a control request, to the host and back */
    mach_ns cost_ns[MACH_NCOSTS];        /* library costs, the same on every node */
    int hardware, barrier;               /* for the identity of each task */
    int max_tasks;                       /* if a spawn would make more tasks than these, the others get PvmOutOfRes;
                                            0: no limit */
    int nodes;                           /* 1 or more. Task k is on node k % nodes. Their names are loop0, loop1, ... */
    const struct loop_program *programs; /* ends with a NULL name; may be NULL */
    const struct loop_parameter *parameters; /* the same */
};

/* All are 0, except: nodes is 1, and a poll and a clock reading cost 1 ns, so that a loop that polls comes to an
 * end. */
struct loop_settings loop_defaults(void);

/* Sets the settings of the machines that this thread makes from now on; NULL: the defaults. */
void loop_configure(const struct loop_settings *s);

/* Runs n tasks, each of which calls body(index, arg), and all tasks that these spawn, until all have ended. Tids are
 * LOOP_FIRST_TID + index; the tasks are siblings without a parent. A task that has not left at its end leaves then.
 * Returns the number of deadlocks. */
int loop_run(int n, void (*body)(int index, void *arg), void *arg);

/* Ends the machine that this thread made by itself, if it has one: its task leaves, and the next PVM call makes another
 * machine. */
void loop_reset(void);

/* The calling task gets this signal after `span` of its clock, as if another task had sent it. */
void loop_signal_after(mach_ns span, int number);

/* Prints as a spawned task would: the text goes where the task's output is sent. */
void loop_print(const char *text);

/* Returns the body of this machine's last control request with that number (empty if there was none), valid until the
 * next. */
struct wire_in loop_last_request(int request);

/* Returns what the calling task's machine was last told by a wait (call is NULL: nothing). */
struct mach_want loop_last_want(void);

/* The task's own clock, as a program reads it. */
static inline mach_ns now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (mach_ns)t.tv_sec * 1000000000 + t.tv_nsec;
}
