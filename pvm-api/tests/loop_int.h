/* loop_int.h - shared by loop.c (baton, threads), loop_ops.c (frames, time), loop_hardware.c (broadcast, barriers) and
 * loop_control.c (what the control program needs to know). */
#ifndef LOOP_INT_H
#define LOOP_INT_H

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
    struct mach_frame f; /* first: a mach_frame is cast to this */
    struct loop_body *body;
    struct loop_frame *next;
};

struct loop_task {
    struct loop_machine *machine;
    int tid, parent, node, index, context;
    struct mach_sink output, trace;
    bool joined, done, service, killed;
    bool ever;                     /* joined at some time: the next join needs a new tid */
    bool hears;                    /* blocked in wait: a frame wakes it */
    bool held;                     /* by the control program */
    bool failed;                   /* woken because every task waits for ever */
    mach_ns clock, wake;           /* wake: when blocked, its next event known so far */
    uint64_t turn;                 /* when it last had the baton */
    struct loop_frame *inbox;      /* by arrival */
    struct loop_frame *inbox_last; /* means something only while inbox is not NULL */
    struct mach_want want;
    mach_ns signal_at; /* a signal of another task comes at that time of its clock; 0: none */
    int signal_number;
    pthread_t thread;
    bool threaded;
    pthread_cond_t baton;
    struct loop_task *next;
    const struct loop_program *program;
    int argc;
    char **argv;
    int batch; /* tasks of one spawn are siblings */
};

struct loop_machine {
    struct loop_settings set;
    pthread_mutex_t lock; /* held by whoever touches `running`; all else belongs to the holder of the baton */
    pthread_cond_t over;
    struct loop_task *running, *tasks;
    int next_tid, next_batch, deadlocks;
    bool finished;
    uint64_t turns;
    void (*body)(int, void *);
    void *arg;
    struct control *control;
    char node_name[32];             /* of the node that the control program asked for last */
    bool out[LOOP_MAX_NODES];       /* nodes that have been deleted */
    struct wire_out last[101];      /* by request number */
    uint32_t lines[LOOP_MAX_NODES]; /* status lines, by node */
};

/* Let the others run until nothing of theirs is due before `until`; the clock is then there, or where it was woken.
 * Does not return if the task was killed. */
void loop_block(struct loop_task *t, mach_ns until);
/* It is a task, or its thread is about to become one. */
bool loop_alive(const struct loop_task *t);
/* The living task with that tid; NULL. */
struct loop_task *loop_find(struct loop_machine *lm, int tid);
struct loop_task *loop_task_new(struct loop_machine *lm);
/* Start its thread; its first event is at `at`. 0 or PvmOutOfRes. */
int loop_task_start(struct loop_task *t, mach_ns at);
/* Wake a blocked task at time `at`, unless it wakes earlier. */
void loop_wake(struct loop_task *t, mach_ns at);
/* End it at the running task's time, as a signal would. Does not return if it is the running one. */
void loop_kill(struct loop_task *t);
int loop_frame_new(void *m, uint32_t len, struct mach_frame **out);
void loop_drop(void *m, struct mach_frame *f);
extern const struct mach_ops loop_ops;
void loop_leave(void *m);
/* loop_hardware.c: the slots of the same names. */
int loop_broadcast(void *m, int whom, struct mach_frame *f);
int loop_barrier(void *m, int whom, uint32_t status, uint32_t *all);
int loop_status(void *m, const uint32_t *own, uint32_t *all);
int loop_multicast(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost);
int loop_covers(void *m, const int32_t *tids, int n);
int loop_meet(void *m, const int32_t *tids, int n);
/* A copy of the frame on its way to dst_tid, if there is such a task. 0; PvmSysErr. */
int loop_post_from(struct loop_machine *lm, int src, mach_ns sent, const struct mach_frame *f, int dst_tid);
int loop_post(void *m, struct mach_frame *f);
/* The time that this process spent before it joined; 0 from now on. */
mach_ns loop_early_taken(void);
int loop_control(void *m, int request, const void *body, uint32_t len, struct mach_frame **reply);
extern const struct control_ops loop_control_ops;
/* The task has left: whoever asked is told of it. */
void loop_gone(struct loop_task *t);

#endif
