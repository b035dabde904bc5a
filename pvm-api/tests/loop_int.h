/* loop_int.h - what the files of the loop machine share: loop.c (token, threads), loop_ops.c (frames, time),
 * loop_hardware.c (broadcast, barriers), loop_control.c (the control program's table). */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "control_program.h"
#include "loop.h"

#define LOOP_MAX_NODES 64

struct loop_body {
    int refs;
    _Alignas(max_align_t) unsigned char bytes[];
};

struct loop_frame {
    struct mach_frame f; /* first: a pointer to a mach_frame is cast to this */
    struct loop_body *body;
    struct loop_frame *next;
};

struct loop_task {
    struct loop_machine *machine;
    int tid, parent, node, index, context;
    struct mach_sink output, trace;
    bool joined, done, service, killed;
    bool ever;                     /* it has joined before, so the next join needs a new tid */
    bool hears;                    /* blocked in wait: a frame wakes it */
    bool held;                     /* blocked by the control program */
    bool failed;                   /* woken because every task waits for ever */
    mach_ns clock, wake;           /* wake: the next event known so far, if blocked */
    uint64_t turn;                 /* when it last had the token */
    struct loop_frame *inbox;      /* in order of arrival */
    struct loop_frame *inbox_last; /* only valid if inbox is not NULL */
    struct mach_want want;
    mach_ns signal_at; /* when the signal of another task comes, by its own clock; 0: none */
    int signal_number;
    pthread_t thread;
    bool threaded;
    pthread_cond_t token;
    struct loop_task *next;
    const struct loop_program *program;
    int argc;
    char **argv;
    int batch; /* tasks of one spawn are siblings */
};

struct loop_machine {
    struct loop_settings set;
    pthread_mutex_t lock; /* held by whoever uses `running`; all else belongs to the holder of the token */
    pthread_cond_t over;
    struct loop_task *running, *tasks;
    int next_tid, next_batch, deadlocks;
    bool finished;
    uint64_t turns;
    void (*body)(int, void *);
    void *arg;
    struct control *control;
    char node_name[32];             /* the name of the node that the control program asked for last */
    bool out[LOOP_MAX_NODES];       /* nodes that have been deleted */
    struct wire_out last[101];      /* by the number of the request */
    uint32_t lines[LOOP_MAX_NODES]; /* status lines, by node */
};

/* Lets the other tasks run until nothing of theirs is due before `until`. The clock is then at `until`, or at the time
 * at which the task was woken. Does not return if the task was killed. */
void loop_block(struct loop_task *t, mach_ns until);
/* Returns true if it is a task, or its thread is about to become one. */
bool loop_alive(const struct loop_task *t);
/* Returns the living task with that tid, or NULL. */
struct loop_task *loop_find(struct loop_machine *lm, int tid);
struct loop_task *loop_task_new(struct loop_machine *lm);
/* Starts its thread, with the first event at `at`. Returns 0 or PvmOutOfRes. */
int loop_task_start(struct loop_task *t, mach_ns at);
/* Wakes a blocked task at time `at`, unless it wakes earlier. */
void loop_wake(struct loop_task *t, mach_ns at);
/* Ends the task at the running task's time, as a signal would. Does not return if it is the running task. */
void loop_kill(struct loop_task *t);
int loop_frame_new(void *m, uint32_t len, struct mach_frame **out);
void loop_drop(void *m, struct mach_frame *f);
extern const struct mach_ops loop_ops;
void loop_leave(void *m, const struct mach_want *left);
/* loop_hardware.c: the slots with the same names. */
int loop_broadcast(void *m, int whom, struct mach_frame *f);
int loop_barrier(void *m, int whom, uint32_t status, uint32_t *all);
int loop_status(void *m, const uint32_t *own, uint32_t *all);
int loop_multicast(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost);
int loop_covers(void *m, const int32_t *tids, int n);
int loop_meet(void *m, const int32_t *tids, int n);
/* Puts a copy of the frame on its way to dst_tid, if there is such a task. Returns 0 or PvmSysErr. */
int loop_post_from(struct loop_machine *lm, int src, mach_ns sent, const struct mach_frame *f, int dst_tid);
int loop_post(void *m, struct mach_frame *f);
/* Returns the time that this process has spent before it joined; 0 from then on. */
mach_ns loop_early_taken(void);
int loop_control(void *m, int request, const void *body, uint32_t len, struct mach_frame **reply);
extern const struct control_ops loop_control_ops;
/* The task has left: tasks that asked for it are notified. */
void loop_gone(struct loop_task *t);
